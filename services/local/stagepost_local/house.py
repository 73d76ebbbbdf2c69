"""One box, running: Valkey, the services, the post office and the correspondents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from stagepost_local import keeper, parts, ports, secret_keys
from stagepost_local.engine_client import Engine, EngineAway
from stagepost_local.keeper import Keeper
from stagepost_local.ports import Ports
from stagepost_local.secret_keys import Secrets
from stagepost_local.settings import Settings
from stagepost_local.supervisor import Supervisor
from stagepost_local.valkey import CannotStart

READY_SECONDS_MOST = 60.0

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class House:
    """What is running, and how to reach it. `keeper` is None where Redis is somebody else's."""

    settings: Settings
    ports: Ports
    secrets: Secrets
    supervisor: Supervisor
    engine: Engine
    surroundings: Mapping[str, str]
    keeper: Keeper | None = None

    @property
    def has_post_office(self) -> bool:
        """It gives way to a real SMTP server."""
        return not self.settings.smtp_url

    def tend(self) -> None:
        """Start again what has ended. Raises CannotStart where Valkey does not come back."""
        if self.keeper is not None:
            self.keeper.tend()
        self.supervisor.tend()

    def add(self, who: parts.Correspondent) -> None:
        """Let a correspondent come in."""
        part = parts.correspondent(self.settings, self.ports, who, self.surroundings)
        self.supervisor.start([part])


@contextmanager
def opened(
    settings: Settings,
    surroundings: Mapping[str, str],
    tell: Tell,
    *,
    humans: tuple[str, ...] = (),
    programs: tuple[str, ...] = (),
    allow_seeds: bool = False,
) -> Iterator[House]:
    """Start the house and wait until it answers; on the way out stop every part of it."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    server = None if settings.redis_url else keeper.kept(settings.data / "valkey", tell)
    supervisor = Supervisor(settings.data / "log", tell)
    try:
        taken = ports.chosen(settings.ports, tell)
        secrets = secret_keys.kept(settings.data, settings.passed)
        redis_url = server.url if server else settings.redis_url
        with Engine(parts.engine_url(taken), secrets.operator_token) as engine:
            house = House(settings, taken, secrets, supervisor, engine, surroundings, server)
            supervisor.start(
                parts.services(
                    settings, secrets, taken, redis_url, surroundings, allow_seeds=allow_seeds
                )
            )
            if house.has_post_office:
                office = parts.post_office(settings, taken, humans, programs, surroundings)
                supervisor.start([office])
            _wait_until_ready(house)
            yield house
    finally:
        supervisor.stop()
        if server:
            server.stop()


def _wait_until_ready(house: House) -> None:
    doors = {"engine": house.ports.engine, "receiver": house.ports.receiver}
    if house.has_post_office:
        doors["post-office"] = house.ports.page
    for name, port in doors.items():
        ready = _engine_answers(house) if name == "engine" else _port_answers(port)
        if not ports.wait_until(ready, house.tend, READY_SECONDS_MOST):
            raise CannotStart(
                f"{name} did not start. Its log, {house.supervisor.log_of(name)}, ends with:\n"
                f"{house.supervisor.last_words(name)}"
            )


def _port_answers(port: int) -> Callable[[], bool]:
    return lambda: ports.answers(port)


def _engine_answers(house: House) -> Callable[[], bool]:
    def answers() -> bool:
        try:
            return house.engine.health().ok
        except EngineAway:
            return False

    return answers
