"""Somebody in a seat: a mailbox, a habit, and answers that come early, late, twice or never."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from email.message import EmailMessage

from simulation.year import told
from simulation.year.clock import DAY, HOUR
from simulation.year.commands import Known, line_for
from simulation.year.habits import (
    AFTERWARDS,
    ALIAS,
    BOUNCE,
    CHANGED,
    JOINS,
    OFFERS,
    OLD_MAIL,
    ROBOT,
    SEEDS,
    TAKEN_BACK,
    TWICE,
    WEARY,
    WITH_COMMAND,
    WITH_POLICY,
    WRONG,
    Habit,
)
from simulation.year.outside import Outside, Posted
from simulation.year.plan import ZONES
from simulation.year.replies import Written, bounced, mail_of, style_of

from stagepost_contracts.notices import Position
from stagepost_engine.games import GAMES
from stagepost_local.correspondent import letters
from stagepost_local.correspondent.deciding import decided

MAILS_KEPT_MOST = 8
LATE_LEAST_SECONDS = 60.0


@dataclass
class Person:
    """One player in one seat."""

    match: str
    game: str
    seat: str
    others: tuple[str, ...]
    tenure: int
    address: str
    zone: str
    dice: random.Random
    habit: Habit
    world: Outside
    mails: list[EmailMessage] = field(default_factory=list)
    step: int = 0
    asked: EmailMessage | None = None
    until: told.Deadline | None = None
    answered: set[int] = field(default_factory=set)
    retried: set[int] = field(default_factory=set)
    written: dict[str, tuple[str, ...]] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    weary_at: float = float("inf")
    joined: set[tuple[str, int]] = field(default_factory=set)
    last: tuple[str, ...] = ()
    away_until: float = 0.0
    done: bool = False
    sent: int = 0

    def gets(self, letter: EmailMessage, returns_to: str) -> None:
        """A mail of the house has come; a host that cannot keep it sends it back."""
        now, kind = self.world.now, letters.kind(letter)
        self.mails = [*self.mails, letter][-MAILS_KEPT_MOST:]
        if kind == "ending":
            self.done = True
        if self.habit.is_gone(now) or self.done:
            return
        if position := letters.position(letter):
            self._is_asked(letter, position)
        elif kind == "prompt" and (lines := tuple(told.default_lines(letter))):
            # A deputy is sent no data, and plays what is safe.
            self._later(self.dice.expovariate(1 / self.habit.hours), letter, lines, "deputy")
        elif kind == "reminder":
            self._is_reminded()
        elif kind == "rejection":
            self._is_refused(letter)
        elif kind == "held" and self.dice.random() < 0.8:
            self._later(self.dice.uniform(0.1, 10), letter, ("CONFIRM",), "confirm")
        elif kind == "welcome" and self.dice.random() < SEEDS:
            words = line_for("seed", self._known(letter)) or ""
            self._later(self.dice.uniform(0.1, 10), letter, (words,), "command")
        self._minds(letter)
        if self.dice.random() < ROBOT:
            self._sends(letter, ("I am away.",), "robot", {"Auto-Submitted": "auto-replied"})
        if self.dice.random() < BOUNCE:
            report = bounced(letter, returns_to)
            self.world.posts(Posted(self, report, "", returns_to, "bounce", -1, ()))

    def idles(self) -> None:
        """Some command out of the blue, to any mail of the last ones."""
        if self.done or self.habit.is_gone(self.world.now) or not self.mails:
            return
        letter = self.dice.choice(self.mails)
        if line := self._command(letter):
            self._sends(letter, (line,), "command")

    def _is_asked(self, letter: EmailMessage, position: Position) -> None:
        self.steps[letters.reply_to(letter)] = position.step
        if position.step < self.step:
            return
        self.step, self.asked = position.step, letter
        self.until = told.asked_until(told.text_of(letter))
        if self.dice.random() < self.habit.forgets:
            return
        step = position.step
        self.world.at(self._moment(), lambda: self._answers(letter, position, step))

    def _moment(self) -> float:
        now, dice = self.world.now, self.dice
        moment = now + dice.expovariate(1 / self.habit.hours) * HOUR
        if self.until is not None and dice.random() < self.habit.runs_late:
            moment = self.until.at + dice.gauss(-0.1, 0.5) * HOUR
        return max(moment, self.away_until, now + LATE_LEAST_SECONDS)

    def _is_reminded(self) -> None:
        asked, step = self.asked, self.step
        position = letters.position(asked) if asked else None
        if asked is None or position is None or step in self.answered:
            return
        if self.dice.random() < 0.8:
            moment = max(self.world.now + self.dice.uniform(0.05, 1) * HOUR, self.away_until)
            self.world.at(moment, lambda: self._answers(asked, position, step))

    def _is_refused(self, letter: EmailMessage) -> None:
        lines = letters.fallback(letter)
        if lines and self.step not in self.retried and self.dice.random() < 0.9:
            self.retried.add(self.step)
            self._later(self.dice.uniform(0.05, 1), letter, lines, "move")

    def _answers(self, letter: EmailMessage, position: Position, step: int) -> None:
        now, dice = self.world.now, self.dice
        if self.done or self.habit.is_gone(now) or step in self.answered:
            return
        if step < self.step and dice.random() < 0.7:
            return
        self.answered.add(step)
        lines = self._move(letter, position)
        if not lines:
            return
        self.written[position.phase] = self.last = lines
        chance = dice.random()
        if chance < OLD_MAIL:
            self._sends(dice.choice(self.mails), lines, "old")
        if chance > 1 - WRONG:
            self._sends(letter, (f"{lines[0]} 999999",), "wrong")
            self._later(dice.uniform(0.05, 0.5), letter, lines, "move")
            return
        if dice.random() < ALIAS:
            self._sends(letter, lines, "alias", sender=f"alias.{self.address}")
            return
        if self.game == "crude" and dice.random() < WITH_POLICY:
            prices = dice.randrange(101, 999), dice.randrange(101, 999)
            lines = (*lines, "POLICY REFINE ALL SELL {} CONVERT {}".format(*prices))
        if step >= self.weary_at and dice.random() < WEARY:
            lines = (*lines, "FINISH")
        if dice.random() < WITH_COMMAND and (line := self._command(letter)):
            lines = (line, *lines) if dice.random() < 0.5 else (*lines, line)
            self._sends(letter, lines, "mixed")
        else:
            self._sends(letter, lines, "move")
        if dice.random() < TAKEN_BACK:
            self._later(dice.uniform(0.02, 0.5), letter, ("WITHDRAW",), "command")
            self._later(dice.uniform(0.5, 3), letter, lines, "move")
        if dice.random() < CHANGED:
            self._later(dice.expovariate(2), letter, lines, "move")

    def _move(self, letter: EmailMessage, position: Position) -> tuple[str, ...]:
        if self.dice.random() < 0.05:
            return tuple(told.default_lines(letter))
        try:
            return decided(GAMES, position, f"{self.address}".encode())
        except AssertionError:
            return tuple(told.default_lines(letter))

    def _command(self, letter: EmailMessage) -> str | None:
        known = self._known(letter)
        trades = GAMES[self.game].deals is not None and self.dice.random() < OFFERS
        line = line_for("offer" if trades else self.world.wanted_verb(self), known)
        if line:
            self._lives_by(line, letter)
        return line

    def _known(self, letter: EmailMessage) -> Known:
        offers: dict[str, list[str]] = {}
        for verb, deal in told.OFFERED.findall(told.text_of(letter)):
            offers.setdefault(verb, []).append(deal)
        return Known(
            self.game,
            self.others,
            self.zone,
            self.world.now,
            self.dice,
            offers,
            self.written,
            self.address,
        )

    def _lives_by(self, line: str, letter: EmailMessage) -> None:
        """Who says that they are away is so; who takes something back had it first."""
        dice, verb = self.dice, line.partition(" ")[0]
        if verb == "AWAY":
            self.away_until = self.world.now + dice.uniform(0, 5) * DAY
        elif line == "WITHDRAW" and self.asked is not None and self.last:
            self._later(dice.uniform(0.1, 3), self.asked, self.last, "move")
        elif verb == "DEPUTY" and "@" in line:
            self.world.has_deputy(self)
        self._follows(line, letter)

    def _follows(self, line: str, letter: EmailMessage) -> None:
        words = line.split()
        if after := AFTERWARDS.get(words[0]):
            chance, hours, said = after
            said = said.format(line=line, first=words[1] if len(words) > 1 else "")
            if self.dice.random() < chance:
                self._later(self.dice.uniform(0.05, hours), letter, (said,), "command")

    def _minds(self, letter: EmailMessage) -> None:
        """What others want: votes are joined, offers answered, a stand-in sent away again."""
        text, dice = told.text_of(letter), self.dice
        for wanted in told.VOTED.findall(text):
            if (wanted, self.step) in self.joined:
                continue
            self.joined.add((wanted, self.step))
            weary = wanted == "FINISH" and self.step >= self.weary_at
            if weary or dice.random() < JOINS[wanted]:
                self._later(dice.uniform(0.1, 2), letter, (wanted,), "command")
        if "The match is paused" in text:
            self._later(dice.uniform(10, 90), letter, ("RESUME",), "command")
        found = told.KICKED.search(text) or told.MISSED.search(text)
        if found and found[1] in self.others and dice.random() < 0.6:
            self._later(dice.uniform(0.1, 8), letter, (f"KICK {found[1]}",), "command")
        if told.is_vacant(text, self.seat) and dice.random() < 0.7:
            self._later(dice.uniform(5, 100), letter, ("RETURN",), "command")
        for verb, deal in told.OFFERED.findall(text):
            if verb == "ACCEPT" and dice.random() < 0.7:
                said = dice.choice(("ACCEPT", "DECLINE"))
                self._later(dice.uniform(0.05, 4), letter, (f"{said} {deal}",), "command")

    def _later(
        self, hours: float, letter: EmailMessage, lines: tuple[str, ...], means: str
    ) -> None:
        self.world.at(
            self.world.now + hours * HOUR, lambda: self._sends_still(letter, lines, means)
        )

    def _sends_still(self, letter: EmailMessage, lines: tuple[str, ...], means: str) -> None:
        if not self.done and not self.habit.is_gone(self.world.now):
            self._sends(letter, lines, means)
            if lines[0] == "RESUME" or lines[0].startswith("KICK"):
                self._follows(lines[0], letter)

    def _sends(
        self,
        letter: EmailMessage,
        lines: tuple[str, ...],
        means: str,
        more: dict[str, str] | None = None,
        sender: str = "",
    ) -> None:
        self.sent += 1
        own = hashlib.sha256(f"{self.address}:{self.sent}".encode()).hexdigest()[:24]
        # Travellers: the mail program's own zone is not the one that the seat was given.
        zone = self.dice.choice(ZONES) if self.dice.random() < 0.1 else self.zone
        written = Written(
            letter,
            sender or self.address,
            lines,
            self.world.now,
            zone,
            f"<{own}@{self.address.rpartition('@')[2]}>",
        )
        raw = mail_of(written, style_of(self.dice), more)
        to = letters.reply_to(letter)
        # The address is the step's: that of a mail which asks nothing may be of any.
        posted = Posted(self, raw, written.sender, to, means, self.steps.get(to, -1), lines)
        self.world.posts(posted)
        if self.dice.random() < TWICE:
            self.world.at(
                self.world.now + self.dice.expovariate(1 / HOUR), lambda: self.world.posts(posted)
            )
