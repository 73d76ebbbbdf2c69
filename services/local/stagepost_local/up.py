"""`stagepost up`: the whole house on one machine, with a match that waits for a newcomer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stagepost_local import house, maildir, opening, parts, whereabouts
from stagepost_local.house import House
from stagepost_local.opening import Opening
from stagepost_local.post.reading import letter
from stagepost_local.settings import Settings
from stagepost_local.signals import Stopped, stopping
from stagepost_local.whereabouts import Whereabouts

LOOK_SECONDS = 0.1
PROGRAMS = opening.CORRESPONDENTS[:3]

Tell = Callable[[str], None]


def run(
    settings: Settings,
    surroundings: Mapping[str, str],
    tell: Tell,
    ready: Callable[[Whereabouts], object] = lambda _: None,
) -> None:
    """Run the house until somebody asks it to stop; `ready` is told where it is, once it is."""
    addresses = tuple(map(opening.address_of, PROGRAMS))
    newcomer = opening.address_of(opening.NEWCOMER)
    try:
        with (
            stopping(),
            house.opened(
                settings, surroundings, tell, humans=(newcomer,), programs=addresses
            ) as opened,
        ):
            try:
                _live(opened, tell, ready)
            finally:
                whereabouts.clear(settings.data)
    except Stopped:
        tell("Stopped. `stagepost up` goes on from here.")


def _live(opened: House, tell: Tell, ready: Callable[[Whereabouts], object]) -> None:
    settings, ports = opened.settings, opened.ports
    store = opened.keeper.url if opened.keeper else settings.redis_url
    place = Whereabouts(
        engine=parts.engine_url(ports),
        page=parts.page_url(ports),
        pid=os.getpid(),
        store=store,
        receiver=ports.receiver,
        lmtp=ports.lmtp,
        post_office=ports.post_office,
    )
    whereabouts.leave(settings.data, place)
    ready(place)
    if not opened.has_post_office:
        tell(_greeting(place, settings.data))
        while True:
            opened.tend()
            time.sleep(LOOK_SECONDS)
    bell = Bell(maildir.folder_of(settings.data / parts.POST, address := _newcomer()))
    match, is_new = opening.kept_or_made(settings.data, opened.engine, settings.zone)
    for name in PROGRAMS:
        opened.add(parts.Correspondent(opening.address_of(name)))
    tell(_greeting(place, settings.data, parts.page_url(ports, address)))
    tell(_match_words(match, is_new=is_new))
    while True:
        opened.tend()
        bell.ring(tell)
        time.sleep(LOOK_SECONDS)


@dataclass(slots=True)
class Bell:
    """Tells of each mail that comes for the newcomer."""

    folder: Path
    known: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.known = {mail.name for mail in maildir.every(self.folder)}

    def ring(self, tell: Tell) -> None:
        for mail in maildir.unseen(self.folder):
            if mail.name not in self.known:
                self.known.add(mail.name)
                tell(f"{time.strftime('%H:%M:%S')}  mail for you: {letter(mail).header('Subject')}")


def _newcomer() -> str:
    return opening.address_of(opening.NEWCOMER)


def _greeting(place: Whereabouts, data: Path, mailbox: str = "") -> str:
    lines = ["", "Stagepost is up.", ""]
    if mailbox:
        lines += [
            f"  Read and answer your mail   {mailbox}",
            f"  All mailboxes               {place.page}",
        ]
    lines += [
        f"  REST, with its pages        {place.engine}/v1/docs",
        f"  Matches, mail and logs      {data.absolute()}",
        "",
        "Ctrl-C stops it; the next `stagepost up` goes on with the same matches.",
        "",
    ]
    return "\n".join(lines)


def _match_words(match: Opening, *, is_new: bool) -> str:
    others = ", ".join(name for name in match.seats if name != opening.NEWCOMER)
    begun = "A new match of Pola Naftowe" if is_new else "The match of Pola Naftowe goes on"
    return f"{begun} ({match.match}): you against {others}, who answer by mail."
