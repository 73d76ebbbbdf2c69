"""Commands of a seat: look, take back, add to the seed, and trade."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from stagepost_contracts.errors import Problem
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.matches.answering import answer
from stagepost_engine.matches.command_forms import MOVE, command_forms
from stagepost_engine.matches.dealing import accepted, declined, offered
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.envelope import with_seats
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said


def commanded(live: Live, seat: Seat, found: Said, moment: Moment) -> Decision:
    """Do the commands of a reply, one after the other; the answer is None if there are none.

    Raises IllegalMove or Problem.
    """
    decision = Decision(live, changed=False)
    if not found.commands:
        return decision
    told: tuple[Text, ...] = ()
    asked_for: set[str] = set()
    for command in found.commands:
        match command["kind"]:
            case "show" | "help":
                asked_for.add(str(command["kind"]))
                continue
            case "seed":
                step, said = _words_added(decision.live, seat, str(command["words"]))
            case "withdraw":
                step, said = _withdrawn(decision.live, seat, str(command["what"]))
            case "offer":
                step, said = offered(decision.live, seat, command, moment)
            case "accept":
                step, said = accepted(decision.live, seat, str(command["deal"]), moment)
            case "decline":
                step, said = declined(decision.live, seat, str(command["deal"]))
            case other:
                raise AssertionError(f"no such command: {other}")
        decision = replace(
            step,
            entries=decision.entries + step.entries,
            notices=decision.notices + step.notices,
        )
        told += said
    fields: dict[str, Any] = {"readings": found.readings, "told": told}
    after = decision.live
    if "help" in asked_for:
        fields["help"] = command_forms(after, seat)
    if "show" in asked_for and after.started:
        fields["sheet"] = after.game.sheet(after.game.view(after.state, seat))
    return replace(decision, answer=answer(after, seat, **fields))


def _words_added(live: Live, seat: Seat, words: str) -> tuple[Decision, tuple[Text, ...]]:
    live = live.with_envelope(with_seats(live.envelope, {seat: {"words": words}}))
    return Decision(live, changed=True), (say("Your words are part of the seed of the dice."),)


def _withdrawn(live: Live, seat: Seat, what: str) -> tuple[Decision, tuple[Text, ...]]:
    if what == MOVE:
        if seat not in live.envelope.sealed:
            raise Problem("not-awaited", say("You have sealed no move that could be withdrawn."))
        sealed = {name: kept for name, kept in live.envelope.sealed.items() if name != seat}
        dues = tuple(due for due in live.envelope.dues if due.kind != "delay")
        live = live.changed(sealed=sealed, dues=dues)
        return Decision(live, changed=True), (say("Your move is withdrawn; you are asked again."),)
    [offer] = [offer for offer in live.envelope.offers if offer.deal == what]
    offers = tuple(other for other in live.envelope.offers if other != offer)
    return (
        Decision(live.changed(offers=offers), changed=True),
        (say("Your offer {deal} is withdrawn.", deal=what),),
    )
