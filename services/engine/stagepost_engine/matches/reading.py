"""The lines of a reply as commands, orders and standing orders, by what the seat may say now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache, partial
from typing import Any

import msgspec
from msgspec.structs import replace as replaced

from stagepost_contracts.answers import Fault, Reading
from stagepost_contracts.errors import IllegalMove, UnreadableLine
from stagepost_contracts.folding import folded
from stagepost_contracts.forms import OrderForm, Words, is_possible
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import (
    Spoken,
    is_in_other_words,
    read,
    read_both,
    speaks,
    verb_length,
    words_of,
    write,
)
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.asking import standing_forms
from stagepost_engine.matches.deputies import deputy_forms, deputy_standing, is_for
from stagepost_engine.matches.envelope import KeptDeputy
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.grammar.reserved import EVERYDAY
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.weekdays import may_name_hours
from stagepost_engine.rules.game import Forms, Move
from stagepost_engine.rules.play import is_over

LINES_MOST = 40
PROSE_AFTER_ORDER_MOST = 5
NEAR_MISS = 0.75  # how alike a word must be to a verb to be taken for a slip of it
FAR_MISS = 0.6  # the same where a reply says nothing else: one letter of three may be wrong
NEAR_MISS_WORDS_MOST = 5


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply says: commands, one move, and standing orders by phase."""

    commands: tuple[Spoken, ...] = ()
    orders: Move = ()
    standing: dict[str, Move] = field(default_factory=dict)
    readings: tuple[Reading, ...] = ()
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a seat may order now; the forms change with each order given.

    Commands are asked for where a line is no order, and are the same for every line.
    """

    orders: Forms
    standing: dict[str, Forms]
    commands: Callable[[], Forms]
    withheld: Callable[[], Forms] = tuple


def said(live: Live, seat: Seat, lines: tuple[str, ...], deputy: KeptDeputy | None = None) -> Said:
    """Read the lines of a reply, by a deputy's grammar if one wrote it.

    A line that begins as an order or a command and is none is a fault, and nothing of the
    reply is done. Lines of prose are kept and do nothing.
    """
    found, prose = Said(), 0
    commands = cache(partial(command_forms, live, seat))
    for line in lines[:LINES_MOST]:
        grammar = _grammar(live, seat, found.orders, commands, deputy)
        try:
            found, taken = _with_line(live, found, line, grammar)
        except UnreadableLine as error:
            return replace(found, fault=Fault("unreadable", error.text, line))
        prose = 0 if taken else prose + 1
        if prose == PROSE_AFTER_ORDER_MOST and (found.orders or found.commands):
            break
    return (
        found
        if found.orders or found.commands or found.standing
        else _slipped(found, _grammar(live, seat, (), commands, deputy))
    )


def _slipped(found: Said, grammar: Grammar) -> Said:
    """Say which order a reply of nothing but prose may have meant."""
    standing = tuple(form for forms in grammar.standing.values() for form in forms)
    for reading in found.readings:
        near = _near_miss(reading.line, (*grammar.orders, *standing), FAR_MISS)
        try:
            for form in near[:1]:
                read(reading.line, (form,))
        except UnreadableLine as error:
            return replace(found, fault=Fault("unreadable", error.text, reading.line))
    return found


def typed(live: Live, spoken: Spoken) -> Any:
    """Return the game's own order. Raises UnreadableLine where the words are of no such type."""
    return msgspec.convert(spoken, live.game.orders)


def _grammar(
    live: Live,
    seat: Seat,
    so_far: Move,
    commands: Callable[[], Forms],
    deputy: KeptDeputy | None,
) -> Grammar:
    if deputy is None:
        return Grammar(_orders(live, seat, so_far), standing_forms(live, seat), commands)
    orders = _orders(live, seat, so_far) if is_for(deputy, live) else ()
    own = partial(deputy_forms, live, seat, deputy)
    return Grammar(orders, deputy_standing(live, seat, deputy), own, withheld=commands)


def _orders(live: Live, seat: Seat, so_far: Move) -> Forms:
    orders: Forms = ()
    if live.started and not is_over(live.state) and seat in live.actors:
        forms = _after(live, seat, so_far)
        # What is offered 0 times is read as well, so that its reason can be told.
        orders = tuple(form for form in forms if is_possible(replaced(form, most=1)))
        # A whole move that another line follows is read by its first forms: the rules refuse it.
        orders += tuple(
            form
            for form in live.game.phase(live.state.phase).forms(live.state, seat, ())
            if form.kind not in {known.kind for known in orders}
        )
    return orders


def _after(live: Live, seat: Seat, so_far: Move) -> Forms:
    """Return what may follow; nothing may where an order before cannot be: the rules say which."""
    try:
        return live.game.phase(live.state.phase).forms(live.free_state(seat), seat, so_far)
    except IllegalMove:
        return ()


def _with_line(live: Live, found: Said, line: str, grammar: Grammar) -> tuple[Said, bool]:
    """Return what is said with one more line, and whether the line was more than prose."""
    standing = tuple(form for forms in grammar.standing.values() for form in forms)
    if not speaks(line, (*grammar.orders, *standing)):
        commands = grammar.commands()
        if speaks(line, _meant(line, commands)):
            return _with_command(found, line, commands), True
        if speaks(line, _meant(line, grammar.withheld())):
            raise UnreadableLine(_for_the_player())
        plain = tuple(form for form in commands if form.verb.split()[0] not in EVERYDAY)
        if near := _near_miss(line, (*grammar.orders, *standing, *plain)):
            read(line, near)  # raises with the sentence that names what would do
        return replace(found, readings=(*found.readings, Reading(line, "prose"))), False
    spelled = read_both(line, grammar.orders, standing)
    if spelled.order:
        as_line = _written(spelled.order, grammar.orders)
        found = replace(
            found,
            orders=(*found.orders, typed(live, spelled.order)),
            readings=(*found.readings, Reading(line, "order", as_line)),
        )
    if spelled.standing:
        found = _with_standing(live, found, line, spelled.standing, grammar)
    return found, True


def _for_the_player() -> Text:
    return say(
        "That is for the player alone. A deputy writes orders, [SHOW], [HELP], [RULES], "
        "[WITHDRAW] and [DEPUTY END]."
    )


def _meant(line: str, commands: Forms) -> Forms:
    """Return the commands that a line may mean: “Back from the sea!” is prose, BACK is none.

    The same goes for every verb in other words than its own: prose comes in all languages.
    """
    return tuple(form for form in commands if _may_mean(line, form))


def _may_mean(line: str, form: OrderForm) -> bool:
    if form.kind == "quiet" and not may_name_hours(line):
        return False
    count = len(words_of(line))
    if not is_in_other_words(line, form):
        own = len(form.verb.split())
        return bool(form.fields) or form.verb not in EVERYDAY or count == own
    if not form.fields:
        return count == verb_length(line, form)
    # A long sentence may begin with any word; what it cannot hold then is a command.
    return count <= NEAR_MISS_WORDS_MOST or _has_digit(line) or _reads(line, form)


def _has_digit(line: str) -> bool:
    return any(letter.isdecimal() for letter in line)


def _reads(line: str, form: OrderForm) -> bool:
    if isinstance(form.fields[0], Words):
        return False
    try:
        read(line, (form,))
    except UnreadableLine:
        return False
    return True


def _with_command(found: Said, line: str, forms: Forms) -> Said:
    command = read(line, forms)
    return replace(
        found,
        commands=(*found.commands, command),
        readings=(*found.readings, Reading(line, "command", _written(command, forms))),
    )


def _with_standing(live: Live, found: Said, line: str, spoken: Spoken, grammar: Grammar) -> Said:
    [phase] = [name for name, forms in grammar.standing.items() if _form(spoken, forms)]
    as_line = _written(spoken, grammar.standing[phase])
    return replace(
        found,
        standing=found.standing | {phase: (typed(live, spoken),)},
        readings=(*found.readings, Reading(line, "standing", as_line)),
    )


def _near_miss(line: str, forms: Forms, least: float = NEAR_MISS) -> Forms:
    """Return the forms whose verb a short line seems to have missed by a slip."""
    words = words_of(line)
    if not 0 < len(words) <= NEAR_MISS_WORDS_MOST:
        return ()
    first = folded(words[0])
    return tuple(
        form
        for form in forms
        if SequenceMatcher(None, first, form.verb.split()[0]).ratio() >= least
    )


def _form(spoken: Spoken, forms: Forms) -> OrderForm | None:
    return next((form for form in forms if form.kind == spoken["kind"]), None)


def _written(spoken: Spoken, forms: Forms) -> str:
    form = _form(spoken, forms)
    assert form is not None
    return write(spoken, form)
