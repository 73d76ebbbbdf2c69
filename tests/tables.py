"""A match to talk to in tests: the real decisions, with a clock and entropy of the test's own."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

import msgspec

from stagepost_contracts.answers import Answer
from stagepost_contracts.api import MatchWanted, SeatWanted
from stagepost_contracts.hooks import HookNews
from stagepost_contracts.notices import Notice
from stagepost_contracts.policy import Policy
from stagepost_engine.matches.command import Command, Fall, Journaled, Say, Submit, Withdraw
from stagepost_engine.matches.deciding import decide
from stagepost_engine.matches.decision import Decision, Moment
from stagepost_engine.matches.fresh import Fresh
from stagepost_engine.matches.live import Live
from stagepost_engine.matches.making import made
from stagepost_engine.matches.opening import opened
from stagepost_engine.matches.record import Entry
from stagepost_engine.rules.dice import SeededDice
from stagepost_engine.rules.play import awaited
from stagepost_texts.catalogue import spoken

NAMES = ("Anna", "Piotr", "Marcin", "Krzysiek", "Ola")
START = 1_800_000_000.0  # a Friday in January 2027


def entropy(*words: object) -> bytes:
    return hashlib.sha256(repr(words).encode()).digest()


@dataclass
class TestTable:
    """One match; `says` speaks for a seat, `falls` lets the next due come."""

    __test__ = False

    live: Live
    now: float = START
    entries: list[Entry] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    journal: list[Journaled] = field(default_factory=list)
    hook_news: list[HookNews] = field(default_factory=list)
    first: Live | None = None
    count: int = 0

    def does(self, command: Command, *, received: float | None = None) -> Decision:
        self.count += 1
        fresh = Fresh(entropy("command", self.count), lambda: entropy("token", self.count))
        received = self.now if received is None else received
        decision = decide(self.live, command, Moment(self.now, received, fresh))
        if decision.changed:
            made = tuple(one.token for one in fresh.handed)
            entry = Journaled(command, received, self.now, fresh.entropy, made=made)
            self.journal.append(entry)
            self.takes(decision)
        return decision

    def takes(self, decision: Decision) -> None:
        # As stored and loaded again: what is not in the envelope is gone.
        self.live = Live(decision.live.envelope)
        self.entries += decision.entries
        self.notices += decision.notices
        self.hook_news += decision.hook_news

    def says(self, seat: str, *lines: str, step: int | None = None, **more) -> Answer:
        received = more.pop("received", None)
        step = self.live.envelope.step if step is None else step
        return self.does(Say(seat, step, lines, **more), received=received).answer

    def submits(self, seat: str, *orders: dict, standing: tuple = (), step=None) -> Answer:
        step = self.live.envelope.step if step is None else step
        return self.does(Submit(seat, step, orders, standing)).answer

    def withdraws(self, seat: str) -> Answer:
        return self.does(Withdraw(seat, self.live.envelope.step)).answer

    def falls(self, kind: str | None = None) -> Decision:
        """Wait for the next due (of that kind) and let it come."""
        dues = [due for due in self.live.envelope.dues if kind in (None, due.kind)]
        due = min(dues, key=lambda due: due.at)
        self.now = max(self.now, due.at)
        return self.does(Fall(due))

    @property
    def phase(self) -> str:
        return self.live.state.phase

    @property
    def awaited(self) -> tuple[str, ...]:
        return awaited(self.live.game, self.live.play)

    def told(self, seat: str) -> list[Notice]:
        return [notice for notice in self.notices if notice.seat == seat]


def said(text) -> str:
    return spoken(text, "en")


def fault_of(answer: Answer) -> str:
    """The sentence of a refusal."""
    assert answer.fault is not None, f"not refused: {answer}"

    return said(answer.fault.text)


def wish(seats: int = 4, **more) -> MatchWanted:
    more.setdefault("game", "pola_naftowe")
    names = tuple(SeatWanted(name, f"{name.lower()}@example.org") for name in NAMES[:seats])
    return MatchWanted(seats=names, **more)


def laid(seats: int = 4, *, seed: int = 1, policy: Policy | None = None, **more) -> TestTable:
    """A match that has started: its first question is asked."""
    wanted = wish(seats, policy=policy or Policy(), **more)
    plan = made(wanted, entropy("root", seed), entropy("secret", seed), seeds_allowed=True)
    moment = Moment(START, START, Fresh(entropy("opening", seed)))
    decision = opened(plan.plan, moment)
    table = TestTable(decision.live)
    table.takes(decision)
    table.first = table.live
    return table


def played_out(table: TestTable, *, steps_most: int = 3000) -> TestTable:
    """Play on by the game's own plain player, with a silent seat now and then, until the end."""
    for number in range(steps_most):
        if table.live.envelope.over:
            return table
        seat, dice = table.awaited[0], SeededDice(b"player", number)
        if dice.below(20, "silent") == 0:
            table.falls("deadline")
            continue
        move = plain_move(table.live, seat, dice)
        answer = table.submits(seat, *[msgspec.to_builtins(order) for order in move])
        assert answer.fault is None, fault_of(answer)
    raise AssertionError("the match did not end")


def plain_move(live: Live, seat: str, dice: SeededDice):
    """What the game's plain player does, seeing only the seat's own view and forms."""
    forms = live.game.phase(live.state.phase).forms(live.state, seat, ())
    return live.game.player(live.game.view(live.state, seat), forms, dice)
