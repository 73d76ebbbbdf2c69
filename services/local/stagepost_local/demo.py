"""`stagepost demo`: a whole match that plays itself by mail, over real sockets."""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stagepost_contracts.api import MatchMade, MatchSeen, Standings
from stagepost_engine.matches.record import decode_record
from stagepost_engine.matches.verify import Verified, verified
from stagepost_local import house, opening, parts, post_bag
from stagepost_local.engine_client import Engine
from stagepost_local.house import House
from stagepost_local.ports import Ports
from stagepost_local.settings import Settings
from stagepost_local.signals import stopping
from stagepost_local.telling import Teller

MBOX = "mails.mbox"
RECORD = "record.json"
LOOK_SECONDS = 0.1
# The ending goes to every seat after the last move; mail that takes longer is a fault.
ENDING_SECONDS_MOST = 20.0
QUIET_SECONDS = 3.0
SEED_BITS = 256


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to play, and where to leave the mails and the record."""

    game: str
    seats: int
    seed: int | None
    out: Path | None
    seconds_most: float


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over."""

    standings: Standings
    verified: Verified
    mails: int
    mbox: Path
    record: Path
    seconds: float


class TooSlow(Exception):
    """The match did not end in the time it was given."""


def play(wanted: Wanted, surroundings: Mapping[str, str], teller: Teller) -> Played:
    """Play one match from the first prompt to the verified record, in a folder that goes again."""
    number = random.SystemRandom().getrandbits(32) if wanted.seed is None else wanted.seed
    teller.say(f"{wanted.game}, {wanted.seats} seats, seed {number}: replay with --seed {number}")
    folder = Path(tempfile.mkdtemp(prefix="stagepost-demo-"))
    settings = Settings(data=folder, ports=Ports(0, 0, 0, 0, 0))
    names = opening.CORRESPONDENTS[: wanted.seats]
    programs = tuple(map(opening.address_of, names))
    try:
        with (
            stopping(),
            house.opened(
                settings, surroundings, teller.say, programs=programs, allow_seeds=True
            ) as opened,
        ):
            for name, address in zip(names, programs, strict=True):
                opened.add(parts.Correspondent(address, f"{number}:{name}"))
            played = _played(opened, wanted, number, teller)
    except Exception:
        teller.say(f"What happened stands in the logs: {folder / 'log'}")
        raise
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)
    return played


def _played(opened: House, wanted: Wanted, number: int, teller: Teller) -> Played:
    began = time.monotonic()
    seed = f"{number % 2**SEED_BITS:064x}"
    made = opened.engine.make_match(opening.wanted(game=wanted.game, seats=wanted.seats, seed=seed))
    with opened.engine.shown(made.host_token) as host:
        _watched(opened, host, made, teller, began + wanted.seconds_most)
        standings, record = host.standings(made.match), host.record(made.match)
    out = wanted.out or Path(tempfile.mkdtemp(prefix=f"stagepost-demo-{number}-"))
    out.mkdir(parents=True, exist_ok=True)
    (out / RECORD).write_bytes(record)
    mails = post_bag.tied(opened.settings.data / parts.POST, out / MBOX)
    seconds = time.monotonic() - began
    checked = verified(decode_record(record))
    return Played(standings, checked, mails, out / MBOX, out / RECORD, seconds)


def _watched(opened: House, host: Engine, made: MatchMade, teller: Teller, until: float) -> None:
    """Tell of every mail until the match is over and everybody has read so."""
    root = opened.settings.data / parts.POST
    over_at = 0.0
    while True:
        opened.tend()
        endings = teller.tell_mails(root)
        seen = host.match(made.match)
        teller.show(seen)
        if seen.over:
            over_at = over_at or time.monotonic()
            told = endings >= len(made.seats) or teller.quiet_seconds > QUIET_SECONDS
            if told or time.monotonic() > over_at + ENDING_SECONDS_MOST:
                return
        if time.monotonic() > until:
            raise TooSlow(_stuck(seen))
        time.sleep(LOOK_SECONDS)


def _stuck(seen: MatchSeen) -> str:
    waiting = ", ".join(seat.name for seat in seen.seats if seat.awaited) or "nobody"
    return (
        f"The match is not over in time: it is in step {seen.step}, {seen.phase}, "
        f"and waits for {waiting}. Give it longer with --seconds."
    )
