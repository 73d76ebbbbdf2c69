"""Gathers every sentence of the source into messages.pot: `python -m stagepost_texts.extract`."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

ROOT = Path(__file__).parents[2]
ROOMS = ("shared", "services")
POT = Path(__file__).parent / "messages.pot"
LINE_MOST = 100

PYTHON_KEYWORDS = {"say": (1,), "say_many": (1, 2)}
TEMPLATE_KEYWORDS = {"_": (1,), "ngettext": (1, 2)}
TEMPLATE_ENDINGS = {".txt", ".html"}

# Written by hand: without dates and versions, the same sentences are the same bytes.
HEADER = """\
# The sentences of Stagepost. Made by `make texts`; do not edit.
msgid ""
msgstr ""
"Project-Id-Version: stagepost\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def template() -> str:
    """Return messages.pot as it should be."""
    catalogue = Catalog(charset="utf-8")
    for path in sources():
        method, keywords = (
            ("python", PYTHON_KEYWORDS) if path.suffix == ".py" else ("jinja2", TEMPLATE_KEYWORDS)
        )
        # Babel tells of each f-string among the arguments; only literals are messages here.
        with redirect_stderr(io.StringIO()):
            found = extract_from_file(method, path, keywords=keywords, options={"silent": "false"})
        place = path.relative_to(ROOT).as_posix()
        for _, message, comments, _ in found:
            catalogue.add(message, locations=[(place, 0)], auto_comments=comments)
    written = io.BytesIO()
    write_po(
        written,
        catalogue,
        width=LINE_MOST,
        omit_header=True,
        sort_output=True,
        include_lineno=False,
    )
    return HEADER + written.getvalue().decode().rstrip("\n") + "\n"


def sources() -> Iterator[Path]:
    """Yield the files that may hold sentences, always in the same order."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            is_template = path.suffix in TEMPLATE_ENDINGS and "templates" in path.parts
            if path.is_file() and (path.suffix == ".py" or is_template):
                yield path


if __name__ == "__main__":
    POT.write_text(template(), encoding="utf-8")
