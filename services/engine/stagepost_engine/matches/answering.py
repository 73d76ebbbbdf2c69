"""The answer to a command: what was read, what is sealed now, or what is wrong."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from stagepost_contracts.answers import Answer, Fault, Reading
from stagepost_contracts.errors import ProblemCode
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text
from stagepost_engine.matches.asking import ask, offers_seen, sealed_lines, standing_lines
from stagepost_engine.matches.decision import Decision
from stagepost_engine.matches.fresh import commitment
from stagepost_engine.matches.live import Live

NOBODY: Final = Seat("")


def answer(live: Live, seat: Seat, **fields: Any) -> Answer:
    """Return an answer about the match as it stands for the seat, with `fields` replaced."""
    kept = live.envelope.sealed.get(seat)
    found = Answer(
        match=live.envelope.match,
        game=live.game.title,
        seat=seat,
        step=live.envelope.step,
        sealed=sealed_lines(live, seat),
        standing=standing_lines(live, seat),
        commitment=commitment(kept.move, kept.nonce) if kept else "",
        late=bool(kept and kept.late),
        offers=offers_seen(live, seat) if live.started else (),
        ask=ask(live, seat),
    )
    return msgspec.structs.replace(found, **fields)


def noted(live: Live, seat: Seat = NOBODY, **fields: Any) -> Answer:
    """Return an answer to somebody who is not the seat: nothing of a seat's own is in it."""
    envelope = live.envelope
    return Answer(envelope.match, live.game.title, seat, envelope.step, **fields)


def refused(
    live: Live,
    seat: Seat,
    code: ProblemCode,
    text: Text,
    *,
    line: str = "",
    readings: tuple[Reading, ...] = (),
) -> Decision:
    """Return the decision that changes nothing and says why."""
    fault = Fault(code, text, line)
    return Decision(live, changed=False, answer=answer(live, seat, fault=fault, readings=readings))
