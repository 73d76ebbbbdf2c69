"""The engine's REST API as this room uses it; a refusal is a sentence to read."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import (
    GameSeen,
    Health,
    MatchMade,
    MatchSeen,
    MatchWanted,
    MovesWanted,
    ProblemSeen,
    Standings,
)
from stagepost_contracts.backups import BackupWanted, MatchBackup, MatchRestored
from stagepost_contracts.hosting import (
    ClockSeen,
    ClockWanted,
    MissSeen,
    PlayerMade,
    PlayerWanted,
)
from stagepost_contracts.notices import Ask
from stagepost_contracts.reports import LookTaken, Noted
from stagepost_contracts.watching import PAGE_MOST, MatchListed, MatchPage
from stagepost_local.addresses import shown

SECONDS_MOST = 30.0
PATIENCE_SECONDS_MOST = 90.0  # an engine that is asked too often lets wait for a minute

T = TypeVar("T")


class EngineAway(Exception):
    """Nobody answers at the engine's address."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"No engine answers at {shown(url)}. Start one with `stagepost up`, "
            "or name yours with --engine or STAGEPOST_ENGINE_URL."
        )


class NoEngine(Exception):
    """Something answers, and it is no engine of ours."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"What answers at {shown(url)} is no engine of Stagepost. "
            "Name yours with --engine or STAGEPOST_ENGINE_URL."
        )


class Refused(Exception):
    """The engine understood and says no."""

    def __init__(self, problem: ProblemSeen) -> None:
        field = f" (field: {problem.field})" if problem.field else ""
        super().__init__(f"{problem.detail or problem.title}{field}")
        self.problem = problem


class Engine:
    """One engine and the token to show it; a method for each thing that is asked."""

    def __init__(self, url: str, token: str = "", seconds: float = SECONDS_MOST) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            self._client = httpx.Client(
                base_url=url, headers=headers, timeout=seconds, trust_env=False
            )
        # A token that is no token cannot stand in a header; an address that is none is nowhere.
        except (httpx.InvalidURL, UnicodeEncodeError) as error:
            raise EngineAway(url) from error

    def shown(self, token: str) -> Engine:
        """Return the same engine, asked with another token; close it too."""
        return Engine(str(self._client.base_url), token)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._client.close()

    def health(self) -> Health:
        return self._asked("GET", "/v1/health", Health)

    def games(self) -> tuple[GameSeen, ...]:
        return self._asked("GET", "/v1/games", tuple[GameSeen, ...])

    def make_match(self, wanted: MatchWanted) -> MatchMade:
        return self._asked("POST", "/v1/matches", MatchMade, wanted)

    def match(self, match: str) -> MatchSeen:
        return self._asked("GET", f"/v1/matches/{quote(match, safe='')}", MatchSeen)

    def prompt(self, match: str) -> Ask | None:
        """Return what the token's seat is asked now, if anything."""
        response = self._sent("GET", f"/v1/matches/{quote(match, safe='')}/prompt")
        is_asked = response.status_code != httpx.codes.NO_CONTENT
        return self._read(response, Ask) if is_asked else None

    def submit(self, match: str, moves: MovesWanted) -> Answer:
        return self._asked("POST", f"/v1/matches/{quote(match, safe='')}/moves", Answer, moves)

    def record(self, match: str) -> bytes:
        """Return the record's JSON as it comes."""
        response = self._sent("GET", f"/v1/matches/{quote(match, safe='')}/record")
        self._read(response, tuple[msgspec.Raw, ...])
        return response.content

    def standings(self, match: str) -> Standings:
        return self._asked("GET", f"/v1/matches/{quote(match, safe='')}/standings", Standings)

    def clock(self, match: str) -> ClockSeen:
        return self._asked("GET", f"/v1/matches/{quote(match, safe='')}/clock", ClockSeen)

    def set_clock(self, match: str, wanted: ClockWanted) -> ClockSeen:
        return self._asked("PATCH", f"/v1/matches/{quote(match, safe='')}/clock", ClockSeen, wanted)

    def misses(self, match: str) -> tuple[MissSeen, ...]:
        return self._asked(
            "GET", f"/v1/matches/{quote(match, safe='')}/misses", tuple[MissSeen, ...]
        )

    def seat_player(self, match: str, seat: str, wanted: PlayerWanted) -> PlayerMade:
        path = f"/v1/matches/{quote(match, safe='')}/seats/{quote(seat)}/player"
        return self._asked("POST", path, PlayerMade, wanted)

    def look(self, taken: LookTaken) -> Noted:
        """Tell a match's table that a mail which was put aside is looked at."""
        return self._asked("POST", "/v1/service/looks", Noted, taken)

    def matches(self, state: str = "any") -> Iterator[MatchListed]:
        """Yield every match of the house; only the operator's token is told them."""
        path = f"/v1/matches?state={state}&limit={PAGE_MOST}"
        page = self._asked("GET", path, MatchPage)
        while True:
            yield from page.matches
            if page.next is None:
                return
            page = self._asked("GET", f"{path}&cursor={page.next}", MatchPage)

    def back_up(self, match: str, wanted: BackupWanted) -> bytes:
        """Return the JSON of all that the engine has of a match; its table is told."""
        path = f"/v1/operator/matches/{quote(match, safe='')}/backups"
        response = self._sent("POST", path, wanted)
        self._read(response, MatchBackup)
        return response.content

    def restore(self, backup: msgspec.Raw, *, remind: bool) -> MatchRestored:
        """Bring a match back, by the JSON of its backup."""
        body = {"backup": backup, "remind": remind}
        return self._asked("POST", "/v1/operator/matches", MatchRestored, body)

    def _asked(self, method: str, path: str, kind: type[T], body: Any = None) -> T:
        return self._read(self._sent(method, path, body), kind)

    def _sent(self, method: str, path: str, body: Any = None) -> httpx.Response:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Content-Type": "application/json"} if content else {}
        response, waited = self._once(method, path, content, headers), 0.0
        while response.status_code == httpx.codes.TOO_MANY_REQUESTS:
            pause = float(response.headers.get("retry-after", 1))
            waited += pause
            if waited > PATIENCE_SECONDS_MOST:
                break
            time.sleep(pause)
            response = self._once(method, path, content, headers)
        if response.is_error:
            raise Refused(_problem(response))
        return response

    def _read(self, response: httpx.Response, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(response.content, type=kind)
        except msgspec.MsgspecError as error:
            raise NoEngine(str(self._client.base_url)) from error

    def _once(
        self, method: str, path: str, content: bytes | None, headers: dict[str, str]
    ) -> httpx.Response:
        try:
            return self._client.request(method, path, content=content, headers=headers)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            raise EngineAway(str(self._client.base_url)) from error


def _problem(response: httpx.Response) -> ProblemSeen:
    try:
        return msgspec.json.decode(response.content, type=ProblemSeen)
    except msgspec.DecodeError:
        status = response.status_code
        detail = f"The engine answered {status} {response.reason_phrase}."
        return ProblemSeen("about:blank", response.reason_phrase, status, detail, str(status))
