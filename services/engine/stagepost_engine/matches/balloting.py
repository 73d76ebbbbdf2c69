"""A typed vote from a client, given or taken back, as a reply would have said it."""

from __future__ import annotations

from typing import Final

from stagepost_contracts.answers import Fault
from stagepost_contracts.reading import Spoken
from stagepost_contracts.texts import say
from stagepost_engine.matches.command import Vote
from stagepost_engine.matches.grammar import command_forms
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.reading import Said
from stagepost_engine.matches.voting import FINISH, KICK, PAUSE, RESUME, UNDO, line_of, whom

WHOLE: Final = (UNDO, FINISH, PAUSE, RESUME)


def balloted(live: Live, command: Vote) -> Said:
    """Return the vote as a command, or the fault of one that cannot be given now."""
    what = command.what
    if what not in WHOLE and not what.startswith(KICK):
        text = say(
            "“{what}” is nothing to vote for; there is: {known}.",
            what=what,
            known=", ".join((*WHOLE, f"{KICK}<seat>")),
        )
        return Said(fault=Fault("illegal", text))
    verb = "kick" if what.startswith(KICK) else what
    spoken: Spoken = {"kind": verb if command.given else f"cancel_{verb}"}
    if verb == "kick":
        if whom(what) not in live.envelope.names:
            text = say("This match has no seat {seat}.", seat=whom(what))
            return Said(fault=Fault("no-such-seat", text))
        spoken["seat"] = whom(what)
    if command.given and spoken["kind"] not in {f.kind for f in command_forms(live, command.seat)}:
        text = say("{line} cannot be voted for now.", line=f"[{line_of(what)}]")
        return Said(fault=Fault("illegal", text))
    return Said(commands=(spoken,))
