"""Two boxes with real mail, alike but for what Anna keeps to herself: nobody else can tell.

Ids, tokens, dice and deadlines are made the same: the secrets and the seed are given, the match
is made under one idempotency key, and deadlines fall on an hour of the day. What is fresh in
each run, and is put aside before the comparison, is this and no more:

- the header Date, and how long is left until a deadline ("47 hours"), in mails;
- nonces and the commitments made with them, in receipts and in the record;
- in posts to webhooks: the moment of the event, and the id and the signature, which are fresh;
- in logs: moments, seconds, and the ids of mails that came in, which are hashes of those mails.
"""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage

import httpx
import pytest
from faults.box import Box, running, told
from faults.two_limits import HIGH, LOW, SEATS, SEED, Asked, line_for
from mailer.far_side import FarSide
from rest import bearer

from stagepost_contracts.jobs import QUEUE
from stagepost_engine.matches.live import Live
from stagepost_engine.rules.play import awaited
from stagepost_local.correspondent import letters
from stagepost_local.parts import engine_url

GIVEN = {
    "STAGEPOST_OPERATOR_TOKEN": "operator-token-of-the-leak-tests",
    "STAGEPOST_SERVICE_TOKEN": "service-token-of-the-leak-tests",
    "STAGEPOST_MAIL_KEY": "5e" * 32,
}
MATCH_SEED = f"{SEED:064x}"
HEX = re.compile(r"\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b")
FRESH_IN_LOGS = {"timestamp", "late", "seconds", "intake", "job"}


def address(seat: str) -> str:
    return f"{seat.lower()}@players.example"


@dataclass
class Side:
    """One of the two boxes, with its match."""

    box: Box
    limit: int
    client: httpx.Client
    far: FarSide
    made: dict = field(default_factory=dict)
    hook_secrets: list[str] = field(default_factory=list)

    def begins(self, key: str) -> None:
        people = [{"name": seat, "address": address(seat)} for seat in SEATS]
        # Half a day from now: no deadline falls on another day in the other box.
        policy = {"hours": 48, "at_hour": (time.gmtime().tm_hour + 12) % 24}
        body = {"game": "pola_naftowe", "seats": people, "seed": MATCH_SEED, "policy": policy}
        answer = self.asks("POST", "/matches", GIVEN["STAGEPOST_OPERATOR_TOKEN"], body, key)
        assert answer.status_code == 201, answer.text

        self.made = answer.json()
        for holder, token in (
            ("Piotr", self.made["seats"]["Piotr"]),
            ("host", self.made["host_token"]),
        ):
            url = {"url": f"http://127.0.0.1:{self.far.port}/{key}/{holder}"}
            told = self.asks("PUT", f"{self.path}/webhook", token, url)
            assert told.status_code == 200, told.text
            self.hook_secrets.append(told.json()["secret"])

    def posts(self) -> dict[str, list[str]]:
        """What came at each webhook, in order, without what is fresh in each run."""
        found: dict[str, list[str]] = {}
        for posted in self.far.posts:
            told = posted.told | {"timestamp": ""}
            told["data"] |= {"at": 0}
            found.setdefault(posted.path, []).append(json.dumps(told))
        return found

    def asks(self, method: str, path: str, token: str | None, body=None, key: str = ""):
        headers = ({"Idempotency-Key": key} if key else {}) | (bearer(token) if token else {})
        return self.client.request(method, path, json=body, headers=headers)

    @property
    def path(self) -> str:
        return f"/matches/{self.made['match']}"

    @property
    def live(self) -> Live:
        return Live(self.box.envelope(self.made["match"]))

    def asked(self) -> Asked:
        live = self.live
        sale = live.state.auction
        seat = awaited(live.game, live.play)[0]
        return Asked(live.state.phase, seat, sale.price if sale else 0, live.state.round)

    def prompt(self, seat: str) -> EmailMessage:
        """The mail by which the seat was asked for the present step."""
        self.quiet()
        mails = self.box.mails(address(seat))
        return [mail for mail in mails if letters.kind(mail) == "prompt"][-1]

    def replies(self, seat: str, reply: EmailMessage) -> None:
        """Hand in the reply, and wait until all that follows from it is told."""
        known = len(self.box.journal(self.made["match"]))
        self.box.posts(reply, str(reply["To"]), address(seat))
        self.box.wait_for(lambda: len(self.box.journal(self.made["match"])) > known, "the move")
        self.quiet()

    def quiet(self) -> None:
        self.box.wait_for(
            lambda: not self.box.unfinished(self.made["match"]) and self.idle(), "rest"
        )

    def idle(self) -> bool:
        queue = f"rq:queue:{QUEUE}"
        with self.box.store() as store:
            waiting = store.llen(queue) + store.llen(f"{queue}:intermediate")
            waiting += sum(store.hlen(bodies) for bodies in store.keys("stagepost:work:*:bodies"))
            return waiting + store.zcard(f"rq:wip:{QUEUE}") == 0

    def views(self) -> dict[str, tuple]:
        """All that each reader but Anna can ask for, with the ETag and the status."""
        tokens = {seat: self.made["seats"][seat] for seat in SEATS[1:]}
        readers = {**tokens, "host": self.made["host_token"], "observer": None}
        return {
            f"{reader} {what}": seen_by_client(self.asks("GET", f"{self.path}{what}", token))
            for reader, token in readers.items()
            for what in ("", "/record", "/standings", "/prompt", "/clock")
        }

    def refusals(self) -> list[tuple]:
        """Problems of every sort, as Piotr and a stranger get them."""
        piotr, moves = self.made["seats"]["Piotr"], f"{self.path}/moves"
        step = self.live.envelope.step
        asked = [
            ("POST", moves, piotr, {"step": 1, "text": "BID 100"}),
            ("POST", moves, piotr, {"step": step, "text": "BID 150"}),
            ("POST", moves, piotr, {"step": step, "text": "hello"}),
            ("POST", moves, piotr, {"step": step}),
            ("POST", moves, piotr, {"step": "x"}),
            ("POST", moves, "no-such-token", {"step": step, "text": "PASS"}),
            ("POST", moves, None, {"step": step, "text": "PASS"}),
            ("POST", moves, self.made["host_token"], {"step": step, "text": "PASS"}),
            ("GET", f"{self.path}/prompt", None, None),
            ("GET", "/matches/nothing", piotr, None),
            ("DELETE", f"{moves}?step={step}", piotr, None),
            ("POST", "/matches", piotr, {}),
            ("POST", "/service/dues", piotr, {"due": []}),
            ("POST", f"/operator{self.path}/backups", piotr, {}),
            ("POST", f"/operator{self.path}/backups", self.made["host_token"], {}),
            ("POST", "/operator/matches", piotr, {"backup": {}}),
        ]
        return [seen_by_client(self.asks(*one)) for one in asked]

    def mails(self, seat: str) -> dict[str, list]:
        """What came for a seat, by Message-ID; a commitment is told from the seed's hash."""
        seed_hash = self.made["seed_hash"]

        def without(text: str) -> str:
            return HEX.sub(lambda found: found[0] if found[0] == seed_hash else "(fresh)", text)

        def bare(name: str, value: str) -> tuple[str, str]:
            return name, without(value) if name.startswith("text/") else value

        return {
            letters.message_id(mail): [bare(name, value) for name, value in told(mail)]
            for mail in self.box.mails(address(seat))
        }

    def logs(self) -> str:
        folder = self.box.house.settings.data
        paths = [*(folder / "log").glob("*.log"), folder / "valkey" / "valkey.log"]
        return "\n".join(path.read_text() for path in paths)

    def secrets(self) -> list[str]:
        """What no log, no error and no mail to somebody else may hold."""
        reply_tokens = {
            letters.reply_to(mail).partition("@")[0].removeprefix("r+")
            for seat in SEATS
            for mail in self.box.mails(address(seat))
        }
        envelope = self.box.envelope(self.made["match"])
        return [
            *GIVEN.values(),
            *self.made["seats"].values(),
            *self.hook_secrets,
            self.made["host_token"],
            MATCH_SEED,
            envelope.secret.hex(),
            *reply_tokens,
            *map(address, SEATS),
        ]


def seen_by_client(answer: httpx.Response) -> tuple:
    """A response without its Date, nonces and commitments."""
    body = answer.text
    if answer.status_code == 200 and answer.url.path.endswith("/record"):
        body = json.dumps(without_fresh(answer.json()))
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    if answer.url.path.endswith("/record"):
        assert int(headers["content-length"]) == len(answer.content)
    return answer.status_code, headers, body


def without_fresh(entries: list[dict]) -> list[dict]:
    for entry in entries:
        for move in entry.get("moves", {}).values():
            move.pop("nonce", None)
            move.pop("commitment", None)
    return entries


@pytest.fixture
def sides(tmp_path_factory) -> Iterator[tuple[Side, Side]]:
    with ExitStack() as stack:

        def side(limit: int) -> Side:
            folder = tmp_path_factory.mktemp(f"limit{limit}") / "var"
            far = FarSide()
            far.open()
            stack.callback(far.close)
            box = stack.enter_context(running(folder, **GIVEN, STAGEPOST_WEBHOOK_PRIVATE="1"))
            url = f"{engine_url(box.house.ports)}/v1"
            client = httpx.Client(base_url=url, trust_env=False, timeout=30)
            return Side(box, limit, stack.enter_context(client), far)

        yield side(LOW), side(HIGH)


@pytest.mark.timeout(240)
def test_a_limit_and_a_sealed_bid_are_seen_by_nobody_else(sides: tuple[Side, Side]):
    """The same public bids under a limit of 300 and of 900, compared after every move.

    Nor is any secret in a log, in an error, or in somebody else's mail.
    """
    sealed_bids(sides)
    limits(sides)
    assert_same_posts(sides)
    assert_same_logs(sides)
    assert_no_secrets(sides)


def sealed_bids(sides: tuple[Side, Side]) -> None:
    for side in sides:
        side.begins("sealed")
    low, high = sides
    assert low.made == high.made
    lines = {"Anna": ("BID 300", "BID 900"), "Piotr": ("BID 100", "BID 100")}
    for seat, pair in lines.items():
        both_reply(sides, seat, pair)
        assert_same_views(sides)
    assert_same_mails(sides)


def limits(sides: tuple[Side, Side]) -> None:
    for side in sides:
        side.begins("limits")
    low, high = sides
    assert low.made == high.made
    moves = 0
    while line := line_for(low.asked(), LOW):
        assert low.asked() == high.asked()
        seat = low.asked().seat
        both_reply(sides, seat, (line, line_for(high.asked(), HIGH) or ""))
        assert_same_views(sides)
        moves += 1
        if "UP TO" in line:
            assert low.live.envelope.standing != high.live.envelope.standing
            assert low.refusals() == high.refusals()
    assert_only_the_operator_has_backups(sides)
    assert_same_mails(sides)
    assert moves > 10


def assert_only_the_operator_has_backups(sides: tuple[Side, Side]) -> None:
    """A backup is the operator's output: it holds all, and its table is told no more than that."""
    texts = []
    for side in sides:
        token = GIVEN["STAGEPOST_OPERATOR_TOKEN"]
        answer = side.asks("POST", f"/operator{side.path}/backups", token, {})
        texts.append(answer.json()["lists"]["journal"])

        assert answer.status_code == 201
        assert side.made["seats"]["Anna"] not in answer.text
        assert [status for status, *_ in side.refusals()[-3:]] == [403, 403, 403]
    assert texts[0] != texts[1]
    assert_same_views(sides)


def both_reply(sides: tuple[Side, Side], seat: str, lines: tuple[str, str]) -> None:
    """The same mail in both boxes, but for the line in it."""
    prompt = sides[0].prompt(seat)
    sides[1].prompt(seat)
    replies = [letters.answer(prompt, address(seat), (line,)) for line in lines]
    del replies[1]["Date"]
    replies[1]["Date"] = replies[0]["Date"]
    for side, reply in zip(sides, replies, strict=True):
        side.replies(seat, reply)


def assert_same_views(sides: tuple[Side, Side]) -> None:
    low, high = sides
    low_views, high_views = low.views(), high.views()
    for what, found in low_views.items():
        assert high_views[what] == found, what


def assert_same_mails(sides: tuple[Side, Side]) -> None:
    low, high = sides
    for seat in SEATS[1:]:
        assert high.mails(seat) == low.mails(seat), seat


def assert_same_posts(sides: tuple[Side, Side]) -> None:
    low, high = sides
    for side, other in ((low, high), (high, low)):
        side.box.wait_for(
            lambda side=side, other=other: len(side.far.posts) >= len(other.far.posts), "the posts"
        )
    assert high.posts() == low.posts()
    assert {path.rpartition("/")[2] for path in low.posts()} == {"Piotr", "host"}
    assert sum(map(len, low.posts().values())) > 50


def assert_same_logs(sides: tuple[Side, Side]) -> None:
    def lines(side: Side) -> Counter:
        found = Counter()
        for line in side.logs().splitlines():
            if line.startswith("{") and '"match"' in line:
                entry = json.loads(line)
                kept = {name: entry[name] for name in entry if name not in FRESH_IN_LOGS}
                found[json.dumps(kept, sort_keys=True)] += 1
        return found

    low, high = sides
    assert lines(high) == lines(low)
    assert sum(lines(low).values()) > 50


def assert_no_secrets(sides: tuple[Side, Side]) -> None:
    """Tokens, seed, addresses and sealed orders, searched for as text."""
    for side in sides:
        logs, refusals = side.logs(), json.dumps(side.refusals())
        secrets = [*side.secrets(), "UP TO", "up_to", f"BID {side.limit}"]
        assert len(secrets) > 20
        for secret in secrets:
            assert secret.lower() not in logs.lower(), secret
            assert secret.lower() not in refusals.lower(), secret
        for seat in SEATS:
            assert_own_secrets_only(side, seat)


def assert_own_secrets_only(side: Side, seat: str) -> None:
    others = [other for other in SEATS if other != seat]
    own = {letters.reply_to(mail) for mail in side.box.mails(address(seat))}
    foreign = [
        *GIVEN.values(),
        *side.made["seats"].values(),
        side.made["host_token"],
        MATCH_SEED,
        *map(address, others),
        *(
            letters.reply_to(mail).partition("@")[0].removeprefix("r+")
            for other in others
            for mail in side.box.mails(address(other))
            if letters.reply_to(mail) not in own
        ),
    ]
    if seat != "Anna":
        foreign.append(f"UP TO {side.limit}")
    text = json.dumps([told(mail) for mail in side.box.mails(address(seat))])
    for secret in foreign:
        assert secret.lower() not in text.lower(), (seat, secret)
