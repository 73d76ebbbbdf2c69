"""The work lists: what waits for a worker, who holds it and until when. Each change is a script.

A list is three keys beside its bodies: what waits, by its turn; what is held, by the end of the
lease; and who holds which group. A group is an id up to its last slash: one item of a group is
held at a time, so that a group's items are done in turn, whoever does them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["due", "mail", "letter", "notice"]
"""A letter is the answer to a mail that was read."""
KINDS: Final[tuple[Kind, ...]] = ("due", "mail", "letter", "notice")

# Renewed every second by whoever holds an item, also while its event loop is busy.
LEASE_SECONDS: Final = 4.0
# A drain that was asked for and never began is asked for again after this.
BELL_SECONDS: Final = 2.0
BELL: Final = "stagepost:work:bell"
"""There while a drain was rung for, or looks with room for more: then nobody rings for one."""
LOOKED_SECONDS: Final = 0.5
# So long it is remembered that an item was in a killed worker's hand.
KILLS_SECONDS: Final = 3600
# How far a look goes past items whose group is held.
LOOK_MOST: Final = 512

PUT = """
local time = redis.call('TIME')
local moment = time[1] * 1000000 + time[2]
local new = 0
for at = 2, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[2], ARGV[at], ARGV[at + 1]) == 1 then
    local turn = ARGV[at + 2]
    if turn == '' then turn = string.format('%d', moment + new) end
    redis.call('ZADD', KEYS[1], turn, ARGV[at])
    new = new + 1
  end
end
local ring = new > 0 and redis.call('SET', KEYS[3], 1, 'NX', 'PX', ARGV[1])
return {new, ring and 1 or 0}
"""

RING = """
for at = 2, #KEYS do
  if redis.call('EXISTS', KEYS[at]) == 1 then
    return redis.call('SET', KEYS[1], 1, 'NX', 'PX', ARGV[1]) and 1 or 0
  end
end
return 0
"""

UNLOOKED = "redis.call('DEL', KEYS[1])"

# One call for all lists: it is made again and again while a drain has nothing else to do.
TAKE = """
local time = redis.call('TIME')
local until_ = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
local all = {}
for list = 1, #ARGV - 4 do
  local waiting, bodies = KEYS[4 * list - 2], KEYS[4 * list - 1]
  local held, groups = KEYS[4 * list], KEYS[4 * list + 1]
  local taken, most = {}, 2 * ARGV[4 + list]
  for _, id in ipairs(redis.call('ZRANGE', waiting, 0, ARGV[3])) do
    if #taken >= most then break end
    if redis.call('HSETNX', groups, string.match(id, '^(.*)/'), ARGV[1] .. ' ' .. id) == 1 then
      redis.call('ZREM', waiting, id)
      redis.call('ZADD', held, string.format('%d', until_), id)
      taken[#taken + 1] = id
      taken[#taken + 1] = redis.call('HGET', bodies, id)
    end
  end
  all[list] = taken
end
if ARGV[4] ~= '0' then redis.call('SET', KEYS[1], 1, 'PX', ARGV[4]) end
return all
"""

KEEP = """
local time = redis.call('TIME')
local until_ = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
for at = 3, #ARGV do
  local id = ARGV[at]
  if redis.call('HGET', KEYS[4], string.match(id, '^(.*)/')) == ARGV[1] .. ' ' .. id then
    redis.call('ZADD', KEYS[3], 'XX', string.format('%d', until_), id)
  end
end
"""

END = """
for at = 2, #ARGV do
  local id = ARGV[at]
  local group = string.match(id, '^(.*)/')
  if redis.call('HGET', KEYS[4], group) == ARGV[1] .. ' ' .. id then
    redis.call('HDEL', KEYS[4], group)
    redis.call('ZREM', KEYS[3], id)
    redis.call('HDEL', KEYS[2], id)
  end
end
"""

# Whoever finds what a killed worker held is its next holder, and nobody else finds it meanwhile.
FIND = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local found, counts = {}, {}
local over = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', string.format('%d', now), 'LIMIT', 0, 500)
for _, id in ipairs(over) do
  redis.call('HSET', KEYS[4], string.match(id, '^(.*)/'), ARGV[1] .. ' ' .. id)
  redis.call('ZADD', KEYS[3], string.format('%d', now + ARGV[2]), id)
  found[#found + 1] = id
  found[#found + 1] = redis.call('HGET', KEYS[2], id)
  counts[#counts + 1] = redis.call('HINCRBY', KEYS[5], id, 1)
  redis.call('EXPIRE', KEYS[5], ARGV[3])
end
return {found, counts}
"""


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work; `turn` is its place in the list, in microseconds, None for the last."""

    id: str
    body: str = "-"
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A script with its keys and arguments, for a client that waits or for one that does not."""

    script: str
    keys: tuple[str, ...]
    args: tuple[str | int, ...]


def putting(kind: Kind, items: Iterable[Item]) -> Call:
    """Returns how many are new, and 1 if a drain has to be put."""
    parts: list[str | int] = [_millis(BELL_SECONDS)]
    for item in items:
        parts += [item.id, item.body, "" if item.turn is None else item.turn]
    waiting, bodies, *_ = _keys(kind)
    return Call(PUT, (waiting, bodies, BELL), tuple(parts))


def ringing() -> Call:
    """Returns 1 if something waits and a drain has to be put."""
    return Call(RING, (BELL, *(_keys(kind)[0] for kind in KINDS)), (_millis(BELL_SECONDS),))


def unlooked() -> Call:
    """Nobody looks any more: what is put now has to ring."""
    return Call(UNLOOKED, (BELL,), ())


def taking(owner: str, counts: Mapping[Kind, int], *, looks: bool = False) -> Call:
    """Returns ids and bodies by turns, for each list; the owner holds them for a lease.

    One that `looks` has room for more of everything: what is put is seen by it in a moment.
    """
    keys = (BELL, *(key for kind in counts for key in _keys(kind)))
    looked = _millis(LOOKED_SECONDS) if looks else 0
    return Call(
        TAKE, keys, (owner, _millis(LEASE_SECONDS), LOOK_MOST - 1, looked, *counts.values())
    )


def keeping(kind: Kind, owner: str, ids: Iterable[str]) -> Call:
    """The leases begin again; what is no longer the owner's stays the other's."""
    return Call(KEEP, _keys(kind), (owner, _millis(LEASE_SECONDS), *ids))


def ending(kind: Kind, owner: str, ids: Iterable[str]) -> Call:
    """They are done, or somebody else's: the next of their groups may be taken."""
    return Call(END, _keys(kind), (owner, *ids))


def finding(kind: Kind, owner: str) -> Call:
    """Returns ids and bodies of what a killed worker held, and how often each was found so.

    The owner is to see to them.
    """
    keys = (*_keys(kind), _key(kind, "kills"))
    return Call(FIND, keys, (owner, _millis(LEASE_SECONDS), KILLS_SECONDS))


def items_of(found: Sequence[bytes]) -> list[Item]:
    """What a script returned as ids and bodies."""
    pairs = zip(found[::2], found[1::2], strict=True)
    return [Item(name.decode(), body.decode()) for name, body in pairs]


def _keys(kind: Kind) -> tuple[str, str, str, str]:
    waiting, bodies = _key(kind, "waiting"), _key(kind, "bodies")
    return waiting, bodies, _key(kind, "held"), _key(kind, "groups")


def _key(kind: Kind, part: str) -> str:
    return f"stagepost:work:{kind}:{part}"


def _millis(seconds: float) -> int:
    return round(seconds * 1000)
