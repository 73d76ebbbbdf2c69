"""Hold one seat of a Stagepost match over REST alone, until the match is over."""

from __future__ import annotations

import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

WAIT_SECONDS = 25
TRIES = 4


class Seat:
    """One seat, by its token."""

    def __init__(self, house: str, match: str, token: str) -> None:
        self._path = f"{house}/v1/matches/{match}"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def call(self, path: str = "", body: Any = None, **headers: str) -> tuple[int, Any]:
        """Return the status and the body of an answer, a problem included."""
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(  # noqa: S310 - the house's own address
            self._path + path, content, self._headers | headers
        )
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS + 30) as answer:  # noqa: S310
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as problem:
            return problem.code, json.loads(problem.read())


def play(seat: Seat) -> int:
    """Move whenever the seat is asked; return how often it moved."""
    last, moves = 0, 0
    while True:
        moves += move(seat)
        _, page = seat.call(f"/events?after={last}&wait={WAIT_SECONDS}")
        for event in page["events"]:
            print(f"{event['number']:5} {event['text']['said']}", flush=True)
            if event["kind"] == "over":
                return moves
        last = page["last"]


def move(seat: Seat) -> bool:
    """Make a move if one is asked: one that is drawn, or else the default."""
    status, ask = seat.call("/prompt")
    if status != 200 or ask.get("sealed"):
        return False
    _, seen = seat.call()
    drawn = [line for line in (written(random.choice(ask["forms"])) for _ in range(TRIES)) if line]
    for text in (*drawn, "\n".join(ask["default"])):
        wanted = {"step": seen["step"], "text": text}
        status, _ = seat.call("/moves?dry_run=true", wanted)
        if status == 200:
            status, _ = seat.call("/moves", wanted)
            return status == 200
    return False


def written(form: dict[str, Any]) -> str:
    """Return a line that fits the form, empty where a field is beyond this player."""
    words = [form["verb"].upper()]
    for field in form.get("fields", ()):
        match field:
            case {"type": "amount", "least": least, "most": most}:
                step = field.get("step", 1)
                word = str(least + step * random.randint(0, max(0, (most - least) // step)))
            case {"type": "choice", "words": [*choices]} if choices:
                word = random.choice(choices)
            case {"type": "permutation", "words": [*all_of_them]}:
                word = " ".join(random.sample(all_of_them, len(all_of_them)))
            case _:
                return ""
        words += [field["keyword"].upper(), word] if field.get("keyword") else [word]
    return " ".join(words)


if __name__ == "__main__":
    house, match, token = sys.argv[1:]
    print(f"moved {play(Seat(house.rstrip('/'), match, token))} times")
