"""The record replays to the same bytes, and `verify` names the first entry that is not true."""

import functools
from copy import deepcopy

import msgspec
import pytest
from tables import laid, played_out

from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Moment
from stagepost_engine.matches.envelope import encode_envelope
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.record import decode_record, public
from stagepost_engine.matches.replay import replayed
from stagepost_engine.matches.verify import NotTrueError, verified
from stagepost_engine.rules.codec import canonical, canonical_state


@functools.cache
def finished(seats: int = 3):
    return played_out(laid(seats, seed=7))


def test_the_record_replays_to_the_same_bytes():
    table = finished()
    *_, last = replayed(tuple(table.entries))

    assert canonical_state(last.after) == canonical_state(table.live.state)


def test_the_journal_replays_to_the_same_envelope():
    table = finished()
    live = table.first
    for entry in table.journal:
        moment = Moment(entry.now, entry.received, Fresh(entry.entropy, made=entry.made))
        live = Live(decide(live, entry.command, moment).live.envelope)

    assert encode_envelope(live.envelope) == encode_envelope(table.live.envelope)


def test_a_true_record_is_verified_draw_by_draw_and_move_by_move():
    table = finished()
    entries = decode_record(canonical(tuple(table.entries)))
    found = verified(entries)

    assert found.draws == sum(len(getattr(entry, "draws", ())) for entry in entries)
    assert found.moves == sum(len(getattr(entry, "moves", ())) for entry in entries)


def test_an_unfinished_record_is_not_verified():
    entries = tuple(finished().entries[:-1])
    with pytest.raises(NotTrueError, match="seed is not in the record"):
        verified(entries)


def test_the_public_record_has_no_links_before_the_end():
    for entry in public(tuple(finished().entries), None):
        assert entry.chain == ""


def places(found, path=()):
    """Every leaf of an entry as plain data."""
    if isinstance(found, dict):
        for key, value in found.items():
            yield from places(value, (*path, key))
    elif isinstance(found, list) and found:
        for key, value in enumerate(found):
            yield from places(value, (*path, key))
    else:
        yield path


def flipped(value):
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return ("0" if value[:1] != "0" else "1") + value[1:]
        case _:
            return [1]


def with_flip(entry, path):
    changed = deepcopy(entry)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = flipped(place[path[-1]])
    return changed


def test_verify_names_the_entry_of_every_flipped_field():
    """Each field of each entry is flipped in turn, and that entry is named each time."""
    plain = msgspec.json.decode(canonical(tuple(finished().entries)))
    flips = 0
    for at, entry in enumerate(plain):
        for path in places(entry):
            record = [*plain[:at], with_flip(entry, path), *plain[at + 1 :]]
            assert first_fault(record) == at, (at, path)
            flips += 1

    assert flips > 500


def first_fault(record):
    """The entry that fails: one that no longer is an entry is found as it is read."""
    for at in range(len(record)):
        try:
            decode_record(msgspec.json.encode(record[: at + 1]))
        except msgspec.ValidationError:
            return at
    with pytest.raises(NotTrueError) as caught:
        verified(decode_record(msgspec.json.encode(record)))
    return caught.value.entry
