"""A client of Redis whose commands share round trips: what is asked at the same time goes together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis

TRIPS_MOST = 4
"""Round trips under way at once; what is asked meanwhile goes with the next."""
COMMANDS_A_TRIP_MOST = 128


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that waits to be sent, and where its answer goes."""

    args: tuple[Any, ...]
    options: dict[str, Any]
    answered: asyncio.Future[Any]


class Trips(Redis):
    """Redis' own client in all else; a pipeline of its own goes by itself, as before."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._asked: list[Asked] = []
        self._trips: set[asyncio.Task[None]] = set()

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """What the server answers. Raises what the client raises."""
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked.append(Asked(args, options, answered))
        if len(self._trips) < TRIPS_MOST:
            trip = asyncio.create_task(self._travel())
            self._trips.add(trip)
            trip.add_done_callback(self._trips.discard)
        return await answered

    async def _travel(self) -> None:
        """Carries what waits, again and again until nothing does."""
        while self._asked:
            load = self._asked[:COMMANDS_A_TRIP_MOST]
            del self._asked[:COMMANDS_A_TRIP_MOST]
            try:
                answers = await self._answers(load)
            except Exception as error:  # noqa: BLE001  each caller has it raised to itself
                answers = [error] * len(load)
            for asked, answer in zip(load, answers, strict=True):
                _deliver(asked.answered, answer)

    async def _answers(self, load: list[Asked]) -> list[Any]:
        if len(load) == 1:
            sent = super().execute_command(*load[0].args, **load[0].options)  # type: ignore[no-untyped-call]
            return [await sent]
        async with self.pipeline(transaction=False) as pipeline:
            for asked in load:
                pipeline.execute_command(*asked.args, **asked.options)
            answers: list[Any] = await pipeline.execute(raise_on_error=False)
        return answers


def _deliver(answered: asyncio.Future[Any], answer: Any) -> None:
    if answered.done():
        return
    if isinstance(answer, Exception):
        answered.set_exception(answer)
    else:
        answered.set_result(answer)
