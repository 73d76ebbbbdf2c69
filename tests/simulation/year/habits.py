"""How people are: how soon they answer, what they forget, and what else befalls their mail."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from simulation.year.clock import DAY

# What befalls one answer; the rest of them are as they should be.
OLD_MAIL, TWICE, CHANGED, WRONG, ALIAS, ROBOT, BOUNCE = 0.03, 0.03, 0.04, 0.03, 0.008, 0.01, 0.001
WITH_COMMAND = 0.4
WITH_POLICY = 0.04
SEEDS = 0.5
WEARY = 0.4  # of the answers at a table that has had enough ask for the end
TAKEN_BACK = 0.08  # of the moves, within the hour; another follows
OFFERS = 0.15  # of the commands, where the game has trade
# How many join a vote that they read of.
JOINS: Final[Mapping[str, float]] = MappingProxyType(
    {"PAUSE": 0.3, "RESUME": 0.8, "UNDO": 0.5, "FINISH": 0.15}
)
# What is said after a command: how often, within how many hours.
AFTERWARDS: Final[Mapping[str, tuple[float, float, str]]] = MappingProxyType(
    {
        "PLAN": (0.3, 1, "CANCEL {first}"),
        "DEFAULT": (0.3, 300, "CANCEL DEFAULT {first}"),
        "PAUSE": (0.5, 0.5, "CANCEL PAUSE"),
        "RESUME": (0.7, 0.5, "CANCEL RESUME"),
        "UNDO": (0.5, 0.5, "CANCEL UNDO"),
        "FINISH": (0.7, 0.5, "CANCEL FINISH"),
        "KICK": (0.7, 0.5, "CANCEL {line}"),
        "WAIT": (0.5, 3, "READY"),
        "AWAY": (0.4, 90, "BACK"),
        "UNSUBSCRIBE": (0.8, 90, "SUBSCRIBE"),
        "LEAVE": (0.8, 100, "RETURN"),
        "OFF": (0.5, 300, "OFF DAYS NONE"),
        "DEPUTY": (0.4, 100, "DEPUTY END"),
        "TOKEN": (0.3, 50, "TOKEN END"),
        "OFFER": (0.1, 1, "HELP"),
    }
)


@dataclass
class Habit:
    """How somebody is."""

    hours: float
    forgets: float
    runs_late: float
    vanishes_at: float
    returns_at: float

    @classmethod
    def drawn(cls, dice: random.Random, now: float) -> Habit:
        kind = dice.random()
        vanishes = now + dice.uniform(2, 90) * DAY if dice.random() < 0.15 else float("inf")
        returns = vanishes + dice.uniform(5, 40) * DAY if dice.random() < 0.5 else float("inf")
        if kind < 0.6:
            return cls(dice.uniform(0.2, 4), 0.01, 0.0, vanishes, returns)
        if kind < 0.8:
            return cls(dice.uniform(4, 20), 0.03, 0.05, vanishes, returns)
        return cls(dice.uniform(6, 30), 0.08, 0.4, vanishes, returns)

    def is_gone(self, now: float) -> bool:
        return self.vanishes_at <= now < self.returns_at
