"""TOKEN makes a bearer token and has it mailed to the registered address; END ends what was."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.ids import Seat
from stagepost_contracts.notices import TokenTold
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_contracts.tokens import MAIL_LABEL, MAIL_TOKEN_HOURS
from stagepost_engine.matches.access import tokens_of
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.doing.done import Doer, Done
from stagepost_engine.matches.envelope import Envelope, KeptToken, TokenTerm, with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.telling import notice
from stagepost_engine.matches.tokens import id_of, with_token

TOKENS_AN_HOUR_MOST: Final = 5
HOUR_SECONDS: Final = 3600


def token(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Keep the hash of a new token in the place of the one mailed before, and mail its text."""
    live = _counted(live, seat, moment)
    handed = moment.fresh.hand(player=False)
    ends = round(moment.now + 3600 * MAIL_TOKEN_HOURS, 3)
    term = TokenTerm(MAIL_LABEL, ends, "play", round(moment.now, 3))
    envelope = _without(live.envelope, seat)
    kept = KeptToken(id_of(handed.token), handed.token, term)
    live = live.with_envelope(with_token(envelope, seat, kept))
    told = say("A token for this seat is on its way to you in a mail of its own.")
    body = TokenTold(handed.slot, ends)
    return Done(live, (told,), notices=(notice(live, seat, body, handed.slot),))


def token_player(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """Mail a token for every seat that the player of this one holds, here and elsewhere."""
    live = _counted(live, seat, moment)
    handed = moment.fresh.hand(player=True)
    ends = round(moment.now + 3600 * MAIL_TOKEN_HOURS, 3)
    told = say("A token for all your matches is on its way to you in a mail of its own.")
    body = TokenTold(handed.slot, ends, player=True)
    return Done(live, (told,), notices=(notice(live, seat, body, handed.slot),))


def token_end(live: Live, seat: Seat, command: Spoken, moment: Moment) -> Done:
    """End the tokens that were mailed: the seat's, and the player's one for all matches."""
    moment.fresh.ends_player = True
    live = live.with_envelope(_without(live.envelope, seat))
    return Done(live, (say("The tokens that were mailed to you open nothing any more."),))


def _counted(live: Live, seat: Seat, moment: Moment) -> Live:
    """Return the match with one more mail of a token. Raises IllegalMove for too many."""
    mailed = live.envelope.seat(seat).tokens_mailed
    recent = tuple(at for at in mailed if at > moment.now - HOUR_SECONDS)
    if len(recent) >= TOKENS_AN_HOUR_MOST:
        text = say(
            "{most} tokens were mailed to you in this hour. Look in your mail, or ask again later.",
            most=TOKENS_AN_HOUR_MOST,
        )
        raise IllegalMove(text)
    changes = {seat: {"tokens_mailed": (*recent, round(moment.now, 3))}}
    return live.with_envelope(with_seats(live.envelope, changes))


def _without(envelope: Envelope, seat: Seat) -> Envelope:
    """Return the envelope without the seat's tokens that were mailed."""
    for kept in tokens_of(envelope, seat):
        if kept.term.label == MAIL_LABEL:
            envelope = with_token(envelope, seat, KeptToken(kept.id, b""))
    return envelope


DOERS: Final[dict[str, Doer]] = {
    "token": token,
    "token_player": token_player,
    "token_end": token_end,
}
