"""A match as one text file: header, commands, and below each what came of it, in English.

    game pola_naftowe
    seats Marcin Krzysiek Anna Piotr
    draw 1 0 0 0            numbers from 0, in the order that chance is asked
    roll 3 6                faces of six-sided dice, in the same row

    > Anna: BID 300         one move; orders are parted by ` / `
    > deadline              whoever is awaited plays the default
    > Anna offers Piotr: GIVE 100 CASH GET 1 BARREL
    > Piotr accepts
    > ask Anna              what Anna is asked, and the default
    > sheet                 the position as an observer sees it; `sheet Anna` as Anna does

Lines that begin with `#` are for the reader. All others are written by `pytest --golden`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from stagepost_contracts.errors import IllegalMove, UnreadableLine
from stagepost_contracts.events import Event
from stagepost_contracts.forms import is_possible
from stagepost_contracts.reading import read, read_both, usage, write
from stagepost_contracts.sheets import Board, Grid, Sheet
from stagepost_contracts.texts import Text
from stagepost_engine.games import GAMES
from stagepost_engine.rules.dice import ScriptedDice
from stagepost_engine.rules.forms import form_of, hold_to_one
from stagepost_engine.rules.game import Game
from stagepost_engine.rules.play import Advance, Play, advanced, awaited, checked, expired, sealed
from stagepost_texts.catalogue import spoken

HEADER_WORDS = ("game", "seats", "draw", "roll")


@dataclass
class Talk:
    """A match of one game that is talked to in lines of text."""

    game: Game[Any, Any]
    play: Play[Any]
    dice: Any
    news: list[Event] = field(default_factory=list)
    offers: list[tuple[str, Any]] = field(default_factory=list)
    phases: set[str] = field(default_factory=set)
    occasions: set[tuple[str, str]] = field(default_factory=set)
    states: list[Any] = field(default_factory=list)

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def awaited(self) -> tuple[str, ...]:
        return awaited(self.game, self.play)

    def holds(self, seat: str) -> Any:
        return self.state.holdings[seat]

    def says(self, seat: str, line: str) -> list[str]:
        """One move of a seat, orders parted by ` / `; returns the news."""
        phase, orders, standing = self.game.phase(self.state.phase), [], ()
        for part in line.split(" / "):
            forms = phase.forms(self.state, seat, tuple(orders))
            spelled = read_both(part, forms, self._standing_forms(seat))
            if spelled.order is not None:
                orders.append(msgspec.convert(spelled.order, self.game.orders))
            if spelled.standing is not None:
                standing = (msgspec.convert(spelled.standing, self.game.orders),)
        if standing:
            hold_to_one(self._standing_forms(seat), standing[0])
            kept = {**self.play.standing, seat: {self.state.phase: standing}}
            self.play = replace(self.play, standing=kept)
        if orders:
            move = checked(self.game, self.state, seat, tuple(orders))
            self.play = sealed(self.play, seat, move)
        return self._takes(advanced(self.game, self.play, lambda _: self.dice))

    def deadline(self) -> list[str]:
        return self._takes(expired(self.game, self.play, lambda _: self.dice))

    def offers_to(self, by: str, line: str) -> None:
        order = msgspec.convert(read(line, self.game.deals.forms(self.state, by)), self.game.orders)
        free = self.game.deals.set_aside(
            self.state, by, tuple(offer for other, offer in self.offers if other == by)
        )
        hold_to_one(self.game.deals.forms(free, by), order)
        self.game.deals.check(free, by, order)
        self.offers.append((by, order))

    def accepts(self, seat: str) -> list[str]:
        """Take the last offer that is open to the seat."""
        at = max(at for at, (_, offer) in enumerate(self.offers) if offer.to == seat)
        by, order = self.offers.pop(at)
        outcome = self.game.deals.apply(self.state, by, order)
        self.play = replace(self.play, state=outcome.state)
        news = told(outcome.events)
        return news + self._takes(advanced(self.game, self.play, lambda _: self.dice))

    def trades(self, by: str, line: str) -> list[str]:
        """An offer that is accepted at once: `OFFER piotr GIVE ...`."""
        self.offers_to(by, line)
        return self.accepts(self.offers[-1][1].to)

    def asked(self, seat: str) -> Iterator[str]:
        phase = self.game.phase(self.state.phase)
        forms = phase.forms(self.state, seat, ())
        yield spoken(phase.question(self.state, seat), "en")
        yield "You can write: " + "; ".join(usage(form) for form in forms if is_possible(form))
        lines, so_far = [], ()
        for order in phase.default(self.state, seat):
            form = form_of(order, phase.forms(self.state, seat, so_far))
            lines.append(write(msgspec.to_builtins(order), form))
            so_far = (*so_far, order)
        yield "By default: " + " / ".join(lines)

    def _standing_forms(self, seat: str) -> tuple[Any, ...]:
        return self.game.phase(self.state.phase).standing(self.state, seat)

    def _takes(self, advance: Advance[Any]) -> list[str]:
        events = [event for step in advance.steps for event in step.events]
        before = self.state
        for step in advance.steps:
            self.phases.add(step.phase)
            self.occasions.update(self.game.occasions.of(before, step.after))
            self.offers = [
                (by, offer)
                for by, offer in self.offers
                if self.game.deals.lasts(before, step.after, offer)
            ]
            before = step.after
        self.states.append(before)
        self.play = advance.play
        kept = {
            seat: {
                name: orders
                for name, orders in by_phase.items()
                if self.game.phase(name).standing(self.state, seat)
            }
            for seat, by_phase in self.play.standing.items()
        }
        self.play = replace(self.play, standing=kept)
        self.news += events
        return told(tuple(events))


def told(events: tuple[Event, ...]) -> list[str]:
    """Return events as sentences; those that not everybody may read name their readers."""
    return [
        spoken(event.text, "en") + (f" [to {', '.join(event.to)}]" if event.to else "")
        for event in events
    ]


def begun(
    key: str, seats: tuple[str, ...], values: list[int], tables: Any = None
) -> tuple[Talk, list[str]]:
    """Set a match up with scripted draws; return it and the first news."""
    game, dice = GAMES[key], ScriptedDice(values)
    outcome = game.setup(game.tables if tables is None else tables, seats, dice)
    talk = Talk(game, Play(outcome.state), dice)
    news = told(outcome.events)
    return talk, news + talk._takes(advanced(game, talk.play, lambda _: dice))


def replayed(written: str) -> str:
    """Return the transcript as it comes out now, from its header, comments and commands."""
    return retold(written)[0]


def retold(written: str) -> tuple[str, Talk]:
    """Return the transcript as it comes out now, and the match behind it."""
    lines = [line.rstrip() for line in written.splitlines()]
    lines = [
        line for line in lines if not line or line[0] in "#>" or line.split()[0] in HEADER_WORDS
    ]
    header = [line.split() for line in lines if line and line.split()[0] in HEADER_WORDS]
    by_word = {word: rest for word, *rest in header}
    values = [
        int(value) - (word == "roll")
        for word, *rest in header
        if word in ("draw", "roll")
        for value in rest
    ]
    talk, news = begun(by_word["game"][0], tuple(by_word["seats"]), values)
    out, started = [], False
    for line in lines:
        if line.startswith(">") and not started:
            out += [*(f"  {sentence}" for sentence in news), ""]
            started = True
        if line or (out and out[-1]):
            out.append(line)
        if line.startswith(">"):
            out += [f"  {said}" for said in _done(talk, line[1:].strip())]
    assert talk.dice.spent, f"values left: {talk.dice._values}"
    return "\n".join(out).rstrip() + "\n", talk


def _done(talk: Talk, command: str) -> list[str]:
    words = command.split()
    try:
        if command == "deadline":
            return talk.deadline()
        if words[0] == "ask":
            return list(talk.asked(words[1]))
        if words[0] == "sheet":
            view = talk.game.view(talk.state, words[1] if words[1:] else None)
            return list(_sheet_lines(talk.game.sheet(view)))
        if words[1:] == ["accepts"]:
            return talk.accepts(words[0])
        if words[1] == "offers":
            head, line = command.split(":", 1)
            talk.offers_to(words[0], f"OFFER {head.split()[2]} {line.strip()}")
            return []
        seat, line = command.split(":", 1)
        return talk.says(seat, line.strip())
    except (IllegalMove, UnreadableLine) as refusal:
        return [f"refused: {spoken(refusal.text, 'en')}"]


def _sheet_lines(sheet: Sheet) -> Iterator[str]:
    yield spoken(sheet.title, "en")
    for part in sheet.parts:
        yield f"{spoken(part.title, 'en')}:"
        if isinstance(part, Grid):
            rows = [[_cell(cell) for cell in row] for row in (part.head, *part.rows)]
            widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
            for row in rows:
                cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
                yield "  " + "  ".join(cells).rstrip()
        elif isinstance(part, Board):
            yield f"  {spoken(part.alt, 'en')}"
        else:
            yield from (f"  {spoken(line, 'en')}" for line in part.lines)


def _cell(cell: int | str | Text) -> str:
    return spoken(cell, "en") if isinstance(cell, Text) else str(cell)
