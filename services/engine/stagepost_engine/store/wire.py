"""Scripts on their way to the server: those that are called at the same time share a round trip."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from redis.asyncio import Redis
from redis.exceptions import NoScriptError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

TRIPS_MOST: Final = 8
"""Round trips under way at once; what is called meanwhile goes with the next."""
SCRIPTS_A_TRIP_MOST: Final = 64
TRIP_SECONDS_MOST: Final = 10.0

Argument = bytes | str | int


@dataclass(frozen=True, slots=True)
class Called:
    """A script that waits to be sent, as the arguments of EVALSHA, and where its answer goes."""

    script: str
    arguments: tuple[Argument, ...]
    answered: asyncio.Future[Any]


class Wire:
    """One for each client. A call that nobody waits for any more runs all the same."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._waiting: list[Called] = []
        self._trips: set[asyncio.Task[None]] = set()

    async def run(self, script: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
        """Return what the script returns. Raises what the client raises."""
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        called = (_sha(script), len(keys), *keys, *arguments)
        self._waiting.append(Called(script, called, answered))
        if len(self._trips) < TRIPS_MOST:
            self._set_out()
        return await answered

    def _set_out(self) -> None:
        trip = asyncio.create_task(self._travel())
        self._trips.add(trip)
        trip.add_done_callback(self._trips.discard)

    async def _travel(self) -> None:
        """Carry what waits, again and again until nothing does."""
        while self._waiting:
            load = self._waiting[:SCRIPTS_A_TRIP_MOST]
            del self._waiting[:SCRIPTS_A_TRIP_MOST]
            try:
                async with asyncio.timeout(TRIP_SECONDS_MOST):
                    answers = await self._sent(load)
            except TimeoutError:
                answers = [RedisTimeoutError("the server did not answer")] * len(load)
            except Exception as error:  # noqa: BLE001  each caller has it raised to itself
                answers = [error] * len(load)
            for called, answer in zip(load, answers, strict=True):
                _deliver(called.answered, answer)

    async def _sent(self, load: list[Called]) -> list[Any]:
        answers = await self._tried(load)
        lost = [at for at, answer in enumerate(answers) if isinstance(answer, NoScriptError)]
        if lost:
            # A server forgets its scripts when it starts again.
            for script in {load[at].script for at in lost}:
                await self._client.script_load(script)
            again = await self._tried([load[at] for at in lost])
            for at, answer in zip(lost, again, strict=True):
                answers[at] = answer
        return answers

    async def _tried(self, load: list[Called]) -> list[Any]:
        if len(load) == 1:
            # What a pipeline costs is worth it from two on.
            ask = self._client.execute_command
            try:
                return [await ask("EVALSHA", *load[0].arguments)]  # type: ignore[no-untyped-call]
            except ResponseError as error:
                return [error]
        async with self._client.pipeline(transaction=False) as pipeline:
            for called in load:
                pipeline.execute_command("EVALSHA", *called.arguments)
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        return answers


def _deliver(answered: asyncio.Future[Any], answer: Any) -> None:
    if answered.done():
        return
    if isinstance(answer, Exception):
        answered.set_exception(answer)
    else:
        answered.set_result(answer)


@cache
def _sha(script: str) -> str:
    """Return the name that the server gives to a script (EVALSHA)."""
    return hashlib.sha1(script.encode()).hexdigest()  # noqa: S324  the protocol's own
