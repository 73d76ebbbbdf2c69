"""UNDO takes back the last decision and FINISH ends the match, if all players vote for it."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import Problem
from stagepost_contracts.events import Event
from stagepost_contracts.ids import Seat
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.settling import settle
from stagepost_engine.matches.telling import announced, told_now
from stagepost_engine.matches.undoing import hold_to_undoable, undone
from stagepost_engine.matches.voting import FINISH, KICK, UNDO, line_of, taken_back, voted


def undo(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Vote; with the votes of all players the last decision is taken back. Raises Problem."""
    hold_to_undoable(live)
    vote = voted(live, seat, UNDO)
    if vote.passed:
        return _undone(vote.live, seat, moment)
    text = say(
        "{seat} votes to take back the last decision, by UNDO: {count} of the {needed} votes that "
        "it takes. The votes end with the step.",
        seat=seat,
        count=vote.count,
        needed=vote.needed,
    )
    live, notices = announced(vote.live, text, by=seat, cause=_cause(seat, moment))
    return Done(live, (text,), notices=notices)


def finish(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Vote; with the votes of all players the match ends as it stands."""
    vote = voted(live, seat, FINISH)
    if vote.passed:
        told = say("With your vote all players agree: the match ends as it stands.")
        return Done(vote.live, (told,), settles=True, alone=True)
    text = say(
        "{seat} votes to end the match as it stands, by FINISH: {count} of the {needed} votes that "
        "it takes.",
        seat=seat,
        count=vote.count,
        needed=vote.needed,
    )
    live, notices = announced(vote.live, text, by=seat, cause=_cause(seat, moment))
    return Done(live, (text,), notices=notices)


def cancel(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Take back the seat's vote. Raises Problem where it gave none."""
    _, _, name = str(command["kind"]).partition("_")
    what = f"{KICK}{command['seat']}" if "seat" in command else name
    if seat not in live.envelope.votes.get(what, ()):
        raise Problem("illegal", say("You have not voted for {line}.", line=f"[{line_of(what)}]"))
    text = say("{seat} takes back the vote for {line}.", seat=seat, line=f"[{line_of(what)}]")
    live = taken_back(live, seat, what)
    live = live.changed(news=(*live.envelope.news, Event(text)))
    return Done(live, (text,))


DOERS: Final[dict[str, Doer]] = {
    "undo": undo,
    "finish": finish,
    "cancel_undo": cancel,
    "cancel_finish": cancel,
    "cancel_pause": cancel,
    "cancel_resume": cancel,
    "cancel_kick": cancel,
}


def _undone(live: Live, seat: Seat, moment: Moment) -> Done:
    known = len(live.envelope.news)
    live, entry = undone(live, moment.now)
    told = tuple(event.text for event in live.envelope.news[known:])
    settled = settle(live, now=moment.now, fresh=moment.fresh)
    mailed = {notice.seat for notice in settled.notices}
    live, others = told_now(settled.live, but={*mailed, seat}, cause=_cause(seat, moment))
    entries, notices = (entry, *settled.entries), settled.notices + others
    return Done(live, told, entries, notices, alone=True)


def _cause(seat: Seat, moment: Moment) -> str:
    return f"vote{round(moment.now * 1000)}-{seat}"
