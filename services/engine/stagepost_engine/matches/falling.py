"""A due has come: a deadline plays defaults, a delay closes, a reminder is sent."""

from __future__ import annotations

from stagepost_contracts.dues import Due
from stagepost_engine.matches.ahead import own_defaults
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.deputies_told import with_deputies
from stagepost_engine.matches.deputizing import deputies_ended
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.opening import started
from stagepost_engine.matches.settling import concluded, run_on, settle
from stagepost_engine.matches.sharing import told_elsewhere
from stagepost_engine.matches.telling import reminded
from stagepost_engine.rules.play import expired


def fallen(live: Live, due: Due, moment: Moment) -> Decision:
    """Return what the due comes to; one that the match does not wait for changes nothing."""
    if due not in live.envelope.dues or moment.now < due.at:
        return Decision(live, changed=False)
    remaining = tuple(waiting for waiting in live.envelope.dues if waiting != due)
    live = live.changed(dues=remaining)
    match due.kind:
        case "start":
            return started(live, moment)
        case "abandon":
            settled = concluded(live, "abandoned", now=moment.now, fresh=moment.fresh)
            return Decision(settled.live, True, settled.entries, settled.notices)
        case "deadline" | "grace":
            return _expired(live, moment)
        case "delay":
            settled = settle(live, now=moment.now, fresh=moment.fresh)
            return Decision(settled.live, True, settled.entries, settled.notices)
        case "reminder":
            notices = with_deputies(live, reminded(live, due, moment.now), moment.now)
            return Decision(live, changed=True, notices=notices)
        case "absence":
            return Decision(told_elsewhere(live, due), changed=True)
        case "deputy":
            return deputies_ended(live, moment)


def _expired(live: Live, moment: Moment) -> Decision:
    """Silent seats play their defaults; a running delay ends with the deadline."""
    own, failed = own_defaults(live)
    live = live.changed(news=live.envelope.news + failed)
    advance = expired(live.game, live.play, live.dice, own)
    settled = run_on(live, advance, now=moment.now, fresh=moment.fresh)
    return Decision(settled.live, True, settled.entries, settled.notices)
