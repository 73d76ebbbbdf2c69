"""A match as one reader sees it: nothing is here that the reader may not know."""

from __future__ import annotations

import hashlib

import msgspec

from stagepost_contracts.api import Ended, MatchSeen, RankSeen, SeatSummary, Standings
from stagepost_contracts.ids import Seat
from stagepost_contracts.policy import Absence
from stagepost_contracts.sheets import Lines, Sheet
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.access import Reader
from stagepost_engine.matches.asking import ask, offers_seen
from stagepost_engine.matches.clock import date_at, deadline_shown
from stagepost_engine.matches.envelope import Envelope, KeptSeat
from stagepost_engine.matches.fresh import hashed
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.voting import votes_seen
from stagepost_engine.rules.codec import canonical
from stagepost_engine.rules.play import awaited, is_over


def seen(live: Live, reader: Reader) -> MatchSeen:
    """Return the match for the reader."""
    envelope, started = live.envelope, live.started
    running = started and not is_over(live.state)
    phase = live.game.phase(live.state.phase) if running else None
    waiting = awaited(live.game, live.play) if running else ()
    view = live.game.view(live.state, reader.seat) if started else None
    return MatchSeen(
        match=envelope.match,
        game=envelope.game,
        edition=envelope.edition,
        title=live.game.title,
        step=envelope.step,
        phase=phase.name if phase else "",
        phase_title=phase.title if phase else _rest(live),
        over=envelope.over,
        seats=tuple(_summary(envelope, seat, waiting, reader) for seat in envelope.seats),
        seed_hash=hashed(envelope.secret),
        view=msgspec.Raw(canonical(view)),
        sheet=live.game.sheet(view) if started else _empty_sheet(live),
        deadline=deadline_shown(envelope),
        paused=envelope.paused is not None,
        reader=reader.seat,
        ask=ask(live, reader.seat) if reader.seat else None,
        offers=offers_seen(live, reader.seat) if started and reader.seat else (),
        own_tables=envelope.tables is not None,
        seed_chosen=envelope.seed_chosen,
        votes=votes_seen(live),
        ended=_ended(envelope),
    )


def _summary(
    envelope: Envelope, seat: KeptSeat, waiting: tuple[Seat, ...], reader: Reader
) -> SeatSummary:
    its_own = reader.host or reader.seat == seat.name
    return SeatSummary(
        seat.name,
        seat.name in waiting,
        seat.misses,
        undeliverable=seat.returned is not None and its_own,
        unsubscribed=seat.unsubscribed and its_own,
        away=_absences(envelope, seat),
        vacant=seat.vacant,
        waits=seat.name in envelope.waits,
    )


def _absences(envelope: Envelope, seat: KeptSeat) -> tuple[Absence, ...]:
    """Return the seat's absences that were not over when the step opened."""
    today = date_at(envelope, envelope.opened_at or envelope.created)
    return tuple(gone for gone in seat.away if gone.last >= today)


def etag(found: MatchSeen) -> str:
    """Return the entity tag: a hash of what the reader sees, and of nothing else."""
    return f'"{hashlib.sha256(canonical(found)).hexdigest()[:32]}"'


def standings(live: Live) -> Standings:
    """Return the ranking: final once the match is over, as it stands before."""
    if not live.started:
        return Standings(final=False, ranking=())
    ranks = live.game.ranking(live.state)
    return Standings(
        final=live.envelope.over,
        ranking=tuple(RankSeen(rank.seat, rank.place, rank.score) for rank in ranks),
        ended=_ended(live.envelope),
    )


def _ended(envelope: Envelope) -> Ended | None:
    match envelope.ended:
        case "agreed" | "abandoned" as why:
            return why
        case _:
            return "played" if envelope.over else None


def _rest(live: Live) -> Text:
    return say("Over") if live.envelope.over else say("Not started")


def _empty_sheet(live: Live) -> Sheet:
    waiting = Lines(say("Before the start"), (say("The table is not laid yet."),))
    return Sheet(live.game.title, (waiting,))
