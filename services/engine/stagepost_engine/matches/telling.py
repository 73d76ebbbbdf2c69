"""Who is told what after a match moved on: each seat at most one notice."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from stagepost_contracts.dues import Due
from stagepost_contracts.events import Event, seen_by
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import (
    Body,
    Ending,
    Notice,
    Position,
    Prompt,
    Reminder,
    Report,
    Welcome,
)
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.asking import ask, offers_seen
from stagepost_engine.matches.clock import deadline_shown, reminders
from stagepost_engine.matches.envelope import KeptSeat, with_seats
from stagepost_engine.matches.fresh import hashed
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import table_words
from stagepost_engine.rules.codec import canonical
from stagepost_engine.rules.play import awaited, is_over


def part_of(live: Live) -> tuple[int, int]:
    """Return the round and the number of the rulebook's phase, (0, 0) before and after play."""
    if not live.started or is_over(live.state):
        return (0, 0)
    return (getattr(live.state, "round", 0), live.game.phase(live.state.phase).part)


def tell(live: Live, part_ended: bool) -> tuple[Live, tuple[Notice, ...]]:
    """Ask every awaited seat that was not asked yet, and report to the others when a part ended.

    Return the match with what has been told, and the notices.
    """
    notices: list[Notice] = []
    waiting = awaited(live.game, live.play)
    told: dict[Seat, dict[str, Any]] = {}
    total = live.envelope.forgotten + len(live.envelope.news)
    for kept in live.envelope.seats:
        asked = kept.name in waiting and not (kept.asked or kept.vacant)
        if asked or (part_ended and untold(live, kept.name)) or live.envelope.over:
            body = _body(live, kept.name, asked=asked)
            notices.append(notice(live, kept.name, body, _cause(live, kept)))
            told[kept.name] = {"told": total, "asked": asked or kept.asked}
    live = live.with_envelope(with_seats(live.envelope, told)) if told else live
    return live, tuple(notices)


def _cause(live: Live, kept: KeptSeat) -> str:
    """Return what the step's mail to a seat is made by; a new player's is another mail."""
    step = f"step{live.envelope.step}"
    return step if kept.tenure == 1 else f"{step}-{kept.tenure}"


def forgetting(live: Live) -> Live:
    """Drop the news that every seat has been told, before a command adds to them.

    Until then they stay, so that what a command added can be seen from the match after it.
    """
    envelope = live.envelope
    least = min(seat.told for seat in envelope.seats) - envelope.forgotten
    if least <= 0:
        return live
    return live.changed(news=envelope.news[least:], forgotten=envelope.forgotten + least)


def notice(live: Live, seat: Seat, body: Body, cause: str) -> Notice:
    """Return a notice to a seat of this match."""
    envelope = live.envelope
    return Notice(
        match=envelope.match,
        game=live.game.title,
        seat=seat,
        tenure=envelope.seat(seat).tenure,
        step=envelope.step,
        cause=cause,
        body=body,
    )


def reminded(live: Live, due: Due, now: float) -> tuple[Notice, ...]:
    """Return a reminder for every seat that is still awaited and whose own falls now.

    Of each kind, by its hours, there is one for each deadline value.
    """
    envelope, deadline = live.envelope, live.envelope.deadline
    if deadline is None or now >= deadline:
        return ()
    notices: list[Notice] = []
    for seat in live.awaited:
        found = ask(live, seat)
        kinds = [hours for hours, at in reminders(envelope, seat, deadline) if at == due.at]
        if found is not None and kinds:
            cause = f"deadline{round(deadline * 1000)}-{kinds[0]:g}"
            notices.append(notice(live, seat, Reminder(found), cause))
    return tuple(notices)


def reported(live: Live, seat: Seat, news: tuple[Text, ...], cause: str) -> Notice:
    """Return a report of news that do not wait for the end of a part, such as an offer."""
    return notice(live, seat, _report(live, seat, news), cause)


def announced(
    live: Live, text: Text, *, by: Seat | None, cause: str
) -> tuple[Live, tuple[Notice, ...]]:
    """Tell the whole table now, with all the news that a seat was not told; `by` knows it."""
    live = live.changed(news=(*live.envelope.news, Event(text)))
    return told_now(live, but=(by,) if by else (), cause=cause)


def told_now(live: Live, *, but: Collection[Seat], cause: str) -> tuple[Live, tuple[Notice, ...]]:
    """Tell the table what news there are, all seats but those that know them."""
    if not live.started:
        return live, ()
    total = live.envelope.forgotten + len(live.envelope.news)
    others = [seat for seat in live.envelope.names if seat not in but]
    notices = tuple(
        notice(live, seat, _report(live, seat, untold(live, seat)), cause) for seat in others
    )
    told = {seat: {"told": total} for seat in others}
    return live.with_envelope(with_seats(live.envelope, told)), notices


def welcomed(live: Live) -> tuple[Notice, ...]:
    """Return the notice that a match was made, for every seat."""
    envelope = live.envelope
    body = Welcome(
        seats=envelope.names,
        host=envelope.host,
        seed_hash=hashed(envelope.secret),
        starts=envelope.deadline if not live.started else None,
        hours=envelope.policy.hours,
        zone=envelope.policy.zone,
    )
    return tuple(notice(live, seat, body, "made") for seat in envelope.names)


def position(live: Live, seat: Seat) -> Position:
    """Return what a program needs to decide for the seat: its view and its forms."""
    return Position(
        game=live.envelope.game,
        match=live.envelope.match,
        seat=seat,
        step=live.envelope.step,
        phase=live.state.phase,
        view=msgspec.Raw(canonical(live.game.view(live.state, seat))),
        forms=live.game.phase(live.state.phase).forms(live.free_state(seat), seat, ()),
    )


def ranking_lines(live: Live) -> tuple[Text, ...]:
    """Return the ranking as sentences, the best first."""
    return tuple(
        say("{place}. {seat}: {score}", place=rank.place, seat=rank.seat, score=rank.score)
        for rank in live.game.ranking(live.state)
    )


def _body(live: Live, seat: Seat, *, asked: bool) -> Body:
    news = untold(live, seat)
    if live.envelope.over:
        sheet = live.game.sheet(live.game.view(live.state, seat))
        return Ending(news, ranking_lines(live), sheet, live.seed.hex())
    wanted = ask(live, seat) if asked else None
    if wanted is None:
        return _report(live, seat, news)
    return Prompt(
        ask=wanted,
        news=news,
        sheet=live.game.sheet(live.game.view(live.state, seat)),
        offers=offers_seen(live, seat),
        commands=command_forms(live, seat),
        position=_position(live, seat),
        table=table_words(live),
    )


def _position(live: Live, seat: Seat) -> Position | None:
    if not live.envelope.seat(seat).position:
        return None
    return position(live, seat)


def _report(live: Live, seat: Seat, news: tuple[Text, ...]) -> Report:
    return Report(
        news=news,
        sheet=live.game.sheet(live.game.view(live.state, seat)),
        waiting_for=live.awaited,
        offers=offers_seen(live, seat),
        commands=command_forms(live, seat),
        table=table_words(live),
        deadline=deadline_shown(live.envelope) if live.awaited else None,
    )


def untold(live: Live, seat: Seat) -> tuple[Text, ...]:
    """Return the news that no mail has told the seat."""
    skipped = live.envelope.seat(seat).told - live.envelope.forgotten
    return seen_by(seat, live.envelope.news[max(0, skipped) :])
