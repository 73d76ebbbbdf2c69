"""A folder of templates and its values become a mail: subject, plain text and HTML."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import css_inline
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from stagepost_mailer.render.flow import flowed
from stagepost_mailer.render.inert import plain
from stagepost_mailer.render.position import PositionSeen
from stagepost_mailer.render.rendered import Attachment, Rendered
from stagepost_mailer.render.voice import Voice

TEMPLATES = Path(__file__).parent / "templates"
SUBJECT_MOST = 150


def subject_of(folder: str, voice: Voice, values: dict[str, object]) -> str:
    """Return the subject: one line, in brackets the match, so that it never reads as an order."""
    written = _environment().get_template(f"{folder}/subject.txt").render(_said(voice, values))
    subject = plain(written)
    if len(subject) <= SUBJECT_MOST:
        return subject
    cut = f"{subject[:SUBJECT_MOST]}…"
    # A bracket that was cut open is closed again: its words are still not an order.
    return f"{cut}]" if cut.count("[") > cut.count("]") else cut


def mail(
    folder: str,
    voice: Voice,
    subject: str,
    values: dict[str, object],
    attachments: tuple[Attachment, ...] = (),
) -> Rendered:
    """Return the mail of this kind; both bodies are made from the same values."""
    sheet = values.get("sheet")
    pictures = sheet.pictures if isinstance(sheet, PositionSeen) else ()
    values = {**values, "subject": subject}
    text = _environment().get_template(f"{folder}/body.txt").render(_said(voice, values))
    html = _environment().get_template(f"{folder}/body.html").render(_said(voice, values))
    shown = _inliner().inline(html)
    return Rendered(subject, flowed(text, voice.forms), shown, attachments, pictures, folder)


def _said(voice: Voice, values: dict[str, object]) -> dict[str, object]:
    return {
        **values,
        "voice": voice,
        "lang": voice.lang,
        "_": voice.say,
        "ngettext": voice.say_many,
    }


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(("html",), default=False),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        # Templates are part of the code: nobody has to look at their files again.
        auto_reload=False,
    )


@lru_cache(maxsize=1)
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(
        load_remote_stylesheets=False,
        keep_style_tags=False,
        extra_css=(TEMPLATES / "page.css").read_text(encoding="utf-8"),
    )
