"""The simulated clock, and Redis clients whose server tells its time instead of the real one.

Every moment of the house is the server's TIME, asked by a command or inside a script. Here that
one word is replaced on its way to the server, in commands and in scripts; all else is as it runs.
"""

from __future__ import annotations

import hashlib
import math
from typing import Any, Final

from redis import ConnectionPool, Redis, UnixDomainSocketConnection
from redis.asyncio import ConnectionPool as AsyncConnectionPool
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.connection import UnixDomainSocketConnection as AsyncUnixDomainSocketConnection

from stagepost_mailer.time.trips import Trips

CLOCK_KEY: Final = "simulation:clock"
TIME_CALL: Final = "redis.call('TIME')"
OUR_CALL: Final = f"redis.call('LRANGE', '{CLOCK_KEY}', 0, 1)"
MICROS: Final = 1_000_000
DAY: Final = 86_400.0
HOUR: Final = 3600.0

# Keys that end live by the real clock, which hardly moves; a simulated week takes a week off them.
AGE: Final = """
local cursor, aged = '0', 0
repeat
  local found = redis.call('SCAN', cursor, 'COUNT', 1000)
  cursor = found[1]
  for _, key in ipairs(found[2]) do
    local left = redis.call('PTTL', key)
    if left > tonumber(ARGV[2]) then
      aged = aged + 1
      if left <= tonumber(ARGV[1]) then redis.call('DEL', key)
      else redis.call('PEXPIRE', key, left - ARGV[1]) end
    end
  end
until cursor == '0'
return aged
"""
# What ends within a day is counted by the hour under a name of its own, or ended by its maker.
AGED_LEAST_SECONDS: Final = DAY


class Clock:
    """The one moment of the simulation; it goes on only when it is set."""

    def __init__(self, redis: Redis, start: float) -> None:
        self._redis = redis
        self._age = redis.register_script(AGE)
        self.micros = round(start * MICROS)
        self._write()

    @property
    def now(self) -> float:
        return self.micros / MICROS

    def set(self, moment: float) -> None:
        """Go on to a moment, or the microsecond after it; never back."""
        micros = math.ceil(moment * MICROS)
        if micros > self.micros:
            self.micros = micros
            self._write()

    def age(self, seconds: float) -> int:
        """Take the seconds off what every key has left; say how many keys were older for it."""
        return int(self._age(args=[round(seconds * 1000), round(AGED_LEAST_SECONDS * 1000)]))

    def _write(self) -> None:
        seconds, micros = divmod(self.micros, MICROS)
        with self._redis.pipeline(transaction=True) as write:
            write.delete(CLOCK_KEY)
            write.rpush(CLOCK_KEY, seconds, micros)
            write.execute()


class Translator:
    """Commands of the house in words of simulated time; one for all connections of a server."""

    def __init__(self) -> None:
        self._hashes: dict[str, str] = {}

    def __call__(self, command: tuple[Any, ...]) -> tuple[Any, ...]:
        name = _text(command[0]).upper()
        if name == "TIME":
            return ("LRANGE", CLOCK_KEY, 0, 1)
        if name == "SCRIPT LOAD":
            return (command[0], self._script(_text(command[1])))
        if name == "SCRIPT" and _text(command[1]).upper() == "LOAD":
            return (*command[:2], self._script(_text(command[2])))
        if name == "EVAL":
            return (command[0], self._script(_text(command[1])), *command[2:])
        if name == "EVALSHA":
            known = _text(command[1])
            return (command[0], self._hashes.get(known, known), *command[2:])
        return command

    def _script(self, script: str) -> str:
        told = script.replace(TIME_CALL, OUR_CALL)
        self._hashes[_sha(script)] = _sha(told)
        return told


class Packer:
    """Translates before the connection's own packer writes."""

    def __init__(self, translate: Translator, packer: Any) -> None:
        self._translate, self._packer = translate, packer

    def pack(self, *command: Any) -> Any:
        return self._packer.pack(*self._translate(command))


class SimulatedConnection(UnixDomainSocketConnection):
    """A connection of a client that waits."""

    def __init__(self, *, translate: Translator, **more: Any) -> None:
        self._translate = translate
        super().__init__(**more)

    def _construct_command_packer(self, packer: Any) -> Any:
        return Packer(self._translate, super()._construct_command_packer(packer))


class SimulatedAsyncConnection(AsyncUnixDomainSocketConnection):
    """A connection of a client that does not wait."""

    def __init__(self, *, translate: Translator, **more: Any) -> None:
        self._translate = translate
        super().__init__(**more)

    def pack_command(self, *command: Any) -> Any:
        return super().pack_command(*self._translate(command))


def clients(path: str) -> tuple[Redis, Trips, AsyncRedis]:
    """Return a client that waits, the mailer's own and one for engines, all on simulated time."""
    more = {"path": path, "translate": Translator()}
    return (
        Redis.from_pool(ConnectionPool(SimulatedConnection, **more)),
        Trips.from_pool(AsyncConnectionPool(SimulatedAsyncConnection, **more)),
        AsyncRedis.from_pool(AsyncConnectionPool(SimulatedAsyncConnection, **more)),
    )


def _sha(script: str) -> str:
    return hashlib.sha1(script.encode()).hexdigest()  # as Redis names scripts


def _text(word: Any) -> str:
    return word.decode() if isinstance(word, bytes) else str(word)
