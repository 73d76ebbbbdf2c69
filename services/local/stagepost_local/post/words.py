"""The page's own sentences in the reader's language, and its templates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from stagepost_contracts.texts import Text, say
from stagepost_texts.catalogue import SOURCE_LANGUAGE, language_of, spoken

TEMPLATES = Path(__file__).with_name("templates")

KINDS = {
    "prompt": say("to decide"),
    "reminder": say("reminder"),
    "receipt": say("receipt"),
    "rejection": say("not accepted"),
    "report": say("news"),
    "welcome": say("welcome"),
    "ending": say("the end"),
    "deputy_welcome": say("deputy"),
    "deputy_ended": say("deputy"),
}
"""What the list of mails calls each kind."""

Say = Callable[..., str]


def environment() -> Environment:
    """Return the page's templates; what mails and addresses hold is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["moment"] = _moment
    made.globals["kinds"] = KINDS
    return made


def speaker(language: str) -> Say:
    """Return `_(template, **args)` for templates: the sentence in that language."""
    return lambda template, **args: spoken(Text(template, args), language)


def wanted_language(accepted: str) -> str:
    """Return the first language of an Accept-Language header that there is a catalogue of."""
    for wanted in accepted.split(","):
        name = wanted.partition(";")[0].strip()
        found = language_of(name) if name else SOURCE_LANGUAGE
        if found != SOURCE_LANGUAGE or name.partition("-")[0].lower() == SOURCE_LANGUAGE:
            return found
    return SOURCE_LANGUAGE


def _moment(seconds: float) -> str:
    """The box's own wall clock: it stands on the reader's desk."""
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M:%S}"
