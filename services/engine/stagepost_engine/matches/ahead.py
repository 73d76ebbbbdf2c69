"""What a seat wrote ahead: its plan and its own default for a phase, read when they are used.

A phase's forms are known only once it is open, so both are kept as the lines they were written
in, sealed and shown to nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from stagepost_contracts.errors import IllegalMove, Problem, UnreadableLine
from stagepost_contracts.events import Event
from stagepost_contracts.folding import compact, folded
from stagepost_contracts.forms import OrderForm, is_possible
from stagepost_contracts.ids import Seat
from stagepost_contracts.own_time import AheadSeen
from stagepost_contracts.reading import Spelled, Spoken, read, read_both, speaks, words_of
from stagepost_contracts.texts import Text, say
from stagepost_engine.games import GAMES
from stagepost_engine.matches.checking import check_move
from stagepost_engine.matches.envelope import KeptLines, SealedMove, StandingMove
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.live import Live
from stagepost_engine.rules import codec
from stagepost_engine.rules.forms import hold_to_one
from stagepost_engine.rules.game import Forms, Move, nobody
from stagepost_engine.rules.play import is_over

LINES_MOST = 40  # of one plan, or of one default
LINE_BREAK = ";"

ByPhase = Mapping[str, KeptLines]
AheadKind: TypeAlias = Literal["plans", "defaults"]


def phase_words(live: Live) -> dict[str, str]:
    """Return the phases in which somebody decides, by every word that players know them by."""
    return dict(_phase_words(live.envelope.game))


def orders_in(words: str) -> tuple[str, ...]:
    """Return the orders that one line holds, with semicolons between them."""
    return tuple(" ".join(line.split()) for line in words.split(LINE_BREAK) if line.strip())


def begins_an_order(live: Live, line: str) -> bool:
    """Whether the line begins with the verb of any order of the game."""
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(live.game.orders)}
    return speaks(line, (OrderForm(kind.replace("_", " ")) for kind in kinds))


@dataclass(frozen=True, slots=True)
class Planned:
    """What a plan comes to: a move, none where `standing` orders are to answer, or both."""

    move: Move = ()
    standing: Move = ()


def move_of(live: Live, seat: Seat, lines: tuple[str, ...]) -> Move:
    """Return the lines as a move that is legal for the seat now.

    Raises UnreadableLine, IllegalMove or Problem.
    """
    phase, free = live.game.phase(live.state.phase), live.free_state(seat)
    move: Move = ()
    for index, line in enumerate(lines):
        forms = phase.forms(free, seat, move)
        move = (*move, _typed(live, read(line, forms), forms, index))
    check_move(live, seat, move)
    return move


def planned_of(live: Live, seat: Seat, lines: tuple[str, ...], *, whole: bool = True) -> Planned:
    """Return the lines as a legal move with standing orders behind it, or as its beginning.

    Raises UnreadableLine, IllegalMove or Problem.
    """
    phase, free = live.game.phase(live.state.phase), live.free_state(seat)
    offered = tuple(form for form in phase.standing(live.state, seat) if is_possible(form))
    found = Planned()
    for index, line in enumerate(lines):
        forms = phase.forms(free, seat, found.move)
        spelled = _spelled(line, forms, offered)
        if spelled.order is not None:
            order = _typed(live, spelled.order, forms, index)
            found = replace(found, move=(*found.move, order))
        if spelled.standing is not None:
            order = _typed(live, spelled.standing, offered, index)
            found = replace(found, standing=(order,))
    if whole and (found.move or not found.standing):
        check_move(live, seat, found.move)
    return found


def own_default(live: Live, seat: Seat) -> Move | None:
    """Return the seat's own default for the present phase, None without a legal one."""
    kept = live.envelope.defaults.get(seat, {}).get(live.state.phase)
    found = _tried(live, seat, kept) if kept else None
    return None if isinstance(found, Text) else found


def own_defaults(live: Live) -> tuple[dict[Seat, Move], tuple[Event, ...]]:
    """Return the own defaults of the seats that stayed silent, and word of those that fail."""
    moves: dict[Seat, Move] = {}
    news: list[Event] = []
    phase = live.game.phase(live.state.phase)
    for seat in live.awaited:
        kept = live.envelope.defaults.get(seat, {}).get(phase.name)
        found = _tried(live, seat, kept) if kept else None
        if isinstance(found, Text):
            text = say(
                "Your own default for {phase} could not be played, so the game's was. {why}",
                phase=phase.title,
                why=found,
            )
            news.append(Event(text, (seat,)))
        elif found is not None:
            moves[seat] = found
    return moves, tuple(news)


def with_plans(live: Live, fresh: Fresh) -> Live:
    """Seal the plans for the phase that is open; each is used once, or its seat is told why not.

    The move is of an earlier day: no delay waits for it.
    """
    if not live.envelope.plans or not live.started or is_over(live.state):
        return live
    phase = live.game.phase(live.state.phase)
    for seat in live.awaited:
        kept = live.envelope.plans.get(seat, {}).get(phase.name)
        if kept is None:
            continue
        found = _planned(live, seat, kept)
        live = live.changed(plans=without(live.envelope.plans, seat, phase.name))
        if isinstance(found, Text):
            text = say(
                "Your plan for {phase} could not be used. {why}", phase=phase.title, why=found
            )
            live = live.changed(news=(*live.envelope.news, Event(text, (seat,))))
            continue
        live = _used(live, seat, kept, found, fresh)
    return live


def ahead_seen(live: Live, seat: Seat, kind: AheadKind) -> tuple[AheadSeen, ...]:
    """Return what the seat wrote ahead, for its own eyes, in the order of the phases."""
    by_seat = live.envelope.plans if kind == "plans" else live.envelope.defaults
    kept = by_seat.get(seat, {})
    return tuple(
        AheadSeen(phase.name, phase.title, kept[phase.name].lines)
        for phase in live.game.phases
        if phase.name in kept
    )


def without(
    kept: Mapping[Seat, ByPhase], seat: Seat, phase: str
) -> dict[Seat, dict[str, KeptLines]]:
    """Return the kept lines without those of the seat for the phase."""
    left = {name: dict(lines) for name, lines in kept.items()}
    left.get(seat, {}).pop(phase, None)
    return {name: lines for name, lines in left.items() if lines}


def shown(lines: tuple[str, ...]) -> str:
    """Return orders as they are printed: in brackets, so that a quoted one orders nothing."""
    return ", ".join(f"[{line}]" for line in lines)


def _used(live: Live, seat: Seat, kept: KeptLines, found: Planned, fresh: Fresh) -> Live:
    """Put a plan in force; where its standing orders ask the seat after all, they are kept."""
    phase, envelope = live.game.phase(live.state.phase), live.envelope
    move: Move | None = found.move
    if found.standing:
        order = StandingMove(codec.encode_move(found.standing), fresh.nonce())
        orders = {**envelope.standing.get(seat, {}), phase.name: order}
        live = live.changed(standing={**envelope.standing, seat: orders})
        move = found.move or phase.answer(live.state, seat, found.standing)
    if move is None:
        text = say(
            "Your plan for {phase} stands behind your move: {lines}. It asks you now.",
            phase=phase.title,
            lines=shown(kept.lines),
        )
        return live.changed(news=(*envelope.news, Event(text, (seat,))))
    text = say(
        "Your plan for {phase} is your move: {lines}.",
        phase=phase.title,
        lines=shown(kept.lines),
    )
    sealed = SealedMove(codec.encode_move(move), fresh.nonce(), at=0.0)
    return live.changed(
        sealed={**envelope.sealed, seat: sealed},
        news=(*envelope.news, Event(text, (seat,))),
    )


def _spelled(line: str, forms: Forms, offered: Forms) -> Spelled:
    """Read one line; BID UP TO 400 leaves the sum of the move to the standing order behind it."""
    if not offered:
        return Spelled(read(line, forms), None)
    words = words_of(line)
    verbs = {form.verb for form in forms}
    if words and folded(words[0]) in verbs and speaks(" ".join(words[1:]), offered):
        return Spelled(None, read(" ".join(words[1:]), offered))
    return read_both(line, forms, offered)


def _typed(live: Live, spoken: Spoken, forms: Forms, index: int) -> Any:
    order = msgspec.convert(spoken, live.game.orders)
    hold_to_one(forms, order, index)
    return order


@cache
def _phase_words(game: str) -> dict[str, str]:
    words: dict[str, str] = {}
    for phase in GAMES[game].phases:
        if phase.actors is nobody:
            continue
        for word in (phase.name, phase.title.template.replace(":", "")):
            if compact(word) not in map(compact, words):
                words[word.lower()] = phase.name
    return words


def _planned(live: Live, seat: Seat, kept: KeptLines) -> Planned | Text:
    """Return the plan as it can be used now, or the sentence that says why it cannot."""
    try:
        return planned_of(live, seat, kept.lines)
    except (UnreadableLine, IllegalMove, Problem) as refused:
        return refused.text


def _tried(live: Live, seat: Seat, kept: KeptLines) -> Move | Text:
    """Return the lines as a legal move, or the sentence that says why they are none now."""
    try:
        return move_of(live, seat, kept.lines)
    except (UnreadableLine, IllegalMove, Problem) as refused:
        return refused.text
