"""Hold a seat's move to the rules, and to what its own open offers set aside."""

from __future__ import annotations

from stagepost_contracts.errors import IllegalMove, Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import say
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.game import Move
from stagepost_engine.rules.play import checked


def check_move(live: Live, seat: Seat, move: Move) -> None:
    """Raise IllegalMove; or Problem if only what the seat's own offers set aside is missing."""
    checked(live.game, live.state, seat, move)
    if not live.offers_by(seat):
        return
    try:
        checked(live.game, live.free_state(seat), seat, move)
    except IllegalMove as error:
        deals = ", ".join(offer.deal for offer in live.envelope.offers if offer.by == seat)
        raise Problem(
            "set-aside",
            say(
                "Your open offer sets aside what this needs. {why} Write WITHDRAW {deals} first.",
                why=error.text,
                deals=deals,
            ),
        ) from error


def hold_to_deadline(live: Live, received: float) -> None:
    """Raise Problem for a move that came when the step should have closed.

    Its due may fall late, or after the jobs of later mails: that gains nobody any time.
    """
    ends = (due.at for due in live.envelope.dues if due.kind in ("deadline", "grace"))
    if any(received > end for end in ends):
        raise Problem(
            "stale-step",
            say(
                "Your move came after the deadline and does not count; the step closes without it."
            ),
        )
