"""From a notice or an answer to the parts of a mail: pure, plain, and inert when it comes back."""

from __future__ import annotations

from stagepost_mailer.render.answer import render_answer
from stagepost_mailer.render.letter import Letter, LetterKind, render_plain
from stagepost_mailer.render.notice import render_notice
from stagepost_mailer.render.rendered import Attachment, Rendered

__all__ = [
    "Attachment",
    "Letter",
    "LetterKind",
    "Rendered",
    "render_answer",
    "render_notice",
    "render_plain",
]
