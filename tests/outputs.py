"""All that one reader gets of a match, as bytes: for matches that differ only in a secret."""

import msgspec

from stagepost_engine.matches.access import OBSERVER, Reader
from stagepost_engine.matches.record import public
from stagepost_engine.matches.seen import etag, seen, standings
from stagepost_engine.rules.codec import canonical


def outputs_for(table, seat):
    """All that one reader gets: mails, views, record, standings, tags and moments."""
    reader = Reader(seat) if seat else OBSERVER
    found = seen(table.live, reader)
    return [
        [msgspec.json.encode(notice) for notice in table.notices if notice.seat == seat],
        canonical(found),
        etag(found),
        canonical(standings(table.live)),
        canonical(public(tuple(table.entries), seat)),
        [msgspec.json.encode(due) for due in table.live.envelope.dues],
    ]
