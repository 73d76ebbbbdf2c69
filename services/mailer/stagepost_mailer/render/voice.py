"""How one mail speaks: its reader's language and zone, the moment, and what must not read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote

from stagepost_contracts.forms import OrderForm
from stagepost_contracts.people import Person
from stagepost_contracts.texts import Text, TextArg
from stagepost_mailer.render.inert import bracketed, inert, plain
from stagepost_texts.catalogue import language_of, spoken
from stagepost_texts.moments import hours_left, moment


@dataclass(frozen=True, slots=True)
class Voice:
    """Every word of a mail goes through here, so that none of it is an order."""

    person: Person
    now: float
    reply_to: str
    forms: tuple[OrderForm, ...] = ()

    @property
    def lang(self) -> str:
        """The language that the sentences come in."""
        return language_of(self.person.language).replace("_", "-")

    def text(self, text: Text) -> str:
        return inert(plain(spoken(text, self.person.language)), self.forms)

    def rest(self, text: Text) -> str:
        """A sentence that follows something else on its line."""
        shown = plain(spoken(text, self.person.language))
        return inert(shown, self.forms, follows=True)

    def say(self, template: str, **args: TextArg) -> str:
        """`_` of the templates, where it is given literals."""
        return self.text(Text(template, args))

    def say_many(self, one: str, many: str, *, count: int, **args: TextArg) -> str:
        """`ngettext` of the templates."""
        return self.text(Text(one, {"count": count, **args}, many))

    def words(self, words: str) -> str:
        """A name, as it may stand alone."""
        return inert(plain(words), self.forms)

    def moment(self, at: float) -> str:
        return moment(at, self.person.zone, self.person.language)

    def left(self, at: float) -> str:
        return hours_left(at, self.now, self.person.language)

    def line(self, line: str) -> str:
        return bracketed(line)

    def lines(self, lines: Iterable[str]) -> str:
        """Orders one after the other: `[BID 100] [PASS]`."""
        return " ".join(map(bracketed, lines))

    def mailto(self, subject: str, body: str) -> str:
        """A link that opens a reply with an order in it."""
        return (
            f"mailto:{quote(self.reply_to, safe='@')}"
            f"?subject={quote('Re: ' + subject, safe='')}&body={quote(body, safe='')}"
        )
