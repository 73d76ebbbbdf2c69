"""DEPUTY names who may play for a seat as well, until the end of a date; DEPUTY END ends it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from stagepost_contracts.errors import Problem, UnreadableLine
from stagepost_contracts.fields import read_field
from stagepost_contracts.folding import compact
from stagepost_contracts.forms import Choice
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.ahead import phase_words
from stagepost_engine.matches.clock import date_at
from stagepost_engine.matches.dates import read_date
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.deputies import phase_titles
from stagepost_engine.matches.deputies_told import deputy_welcomed
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import KeptDeputy, with_seats
from stagepost_engine.matches.live import Live

DAYS_MOST = 60
USAGE: Final = "DEPUTY anna@example.org UNTIL 5 Jan FOR auction"


def deputy(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Let a person of that name play too; they take the place of an earlier one. Raises Problem."""
    _hold_to_player(live, seat)
    number, name = _known(live, seat, str(command["name"]))
    until = _until(live, str(command["date"]), moment)
    phases = _phases(live, str(command["phases"]))
    zone = ZoneInfo(live.envelope.policy.zone)
    ends = datetime.combine(until + timedelta(days=1), time(), zone).timestamp()
    named = KeptDeputy(number, name, until, ends, phases)
    live = live.with_envelope(with_seats(live.envelope, {seat: {"deputy": named}}))
    cause = f"named{round(moment.now * 1000)}"
    return Done(
        live,
        _told(live, named),
        notices=(deputy_welcomed(live, seat, named, cause),),
        settles=True,
    )


def deputy_end(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Let the deputy play no more, from now on."""
    _hold_to_player(live, seat)
    kept = live.envelope.seat(seat).deputy
    if kept is None or kept.told:
        return Done(live, (say("Nobody plays for you."),), changed=False)
    live = live.with_envelope(with_seats(live.envelope, {seat: {"deputy": None}}))
    told = say("{name} is not your deputy any more.", name=kept.name)
    return Done(live, (told,), settles=True)


DOERS: Final[dict[str, Doer]] = {"deputy": deputy, "deputy_end": deputy_end}


def _hold_to_player(live: Live, seat: Seat) -> None:
    """Raise Problem where there is nothing to play, or nobody in the seat to play for."""
    if not live.started:
        raise Problem("not-yet", say("The match has not started; a deputy can be named then."))
    if live.envelope.over:
        raise Problem("match-over", say("The match is over; there is nothing to play any more."))
    if live.envelope.seat(seat).vacant:
        raise Problem("illegal", say("A stand-in plays for the seat; write [RETURN] first."))


def _known(live: Live, seat: Seat, said: str) -> tuple[int, str]:
    """Return the number and the name of who is meant. Raises Problem."""
    names = live.envelope.seat(seat).deputies
    for number, name in enumerate(names, 1):
        if compact(name) == compact(said):
            return number, name
    raise Problem(
        "bad-name",
        say(
            "You have named no deputy {name} before; write the mail address too: {usage}",
            name=said,
            usage=USAGE,
        ),
        field="name",
    )


def _until(live: Live, said: str, moment: Moment) -> date:
    today = date_at(live.envelope, moment.received)
    try:
        until = read_date(said, today)
    except UnreadableLine as error:
        text = say("“{date}” is not a date here; write it as: {usage}", date=said, usage=USAGE)
        raise Problem("unreadable", text, field="until") from error
    latest = today + timedelta(days=DAYS_MOST)
    if not today <= until <= latest:
        text = say(
            "A deputy can be until {latest} at the latest, and from {today} on; {until} is not "
            "in between. You can name them again later.",
            latest=f"{latest}",
            today=f"{today}",
            until=f"{until}",
        )
        raise Problem("illegal", text, field="until")
    return until


def _phases(live: Live, said: str) -> tuple[str, ...]:
    """Return the phases by their names in the order of play. Raises Problem."""
    words = phase_words(live)
    field = Choice("phase", tuple(words))
    named: set[str] = set()
    for part in said.replace(":", " ").replace(" and ", ",").split(","):
        left = part.split()
        while left:
            try:
                word, left = read_field(field, left, USAGE)
            except UnreadableLine as error:
                raise Problem("unreadable", error.text, field="phases") from error
            named.add(words[str(word)])
    return tuple(phase.name for phase in live.game.phases if phase.name in named)


def _told(live: Live, named: KeptDeputy) -> tuple[Text, ...]:
    when = {"name": named.name, "until": f"{named.until}"}
    where = say("{name} may play for you in every phase until {until}, that day included.", **when)
    if named.phases:
        where = say(
            "{name} may play for you until {until}, that day included, in: {phases}.",
            phases=phase_titles(live, named),
            **when,
        )
    return (
        where,
        say(
            "{name} is mailed now, is asked when you are, and sees what your seat sees. You can "
            "still play yourself: whoever moves last before the close counts. You are told of each "
            "of their moves.",
            name=named.name,
        ),
    )
