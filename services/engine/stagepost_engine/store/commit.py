"""What one commit writes, and how the script is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.dues import Due
from stagepost_contracts.hooks import HOOK_SECONDS_AFTER_END, HookNews
from stagepost_contracts.ids import MatchId
from stagepost_contracts.watching import MatchState
from stagepost_engine.store import keys

Outcome: TypeAlias = Literal["done", "stale", "early", "answered"]

STATES: Final[tuple[MatchState, ...]] = get_args(MatchState)
ANSWER_SECONDS = 30 * 24 * 3600
SLOT_SECONDS = 2 * 24 * 3600  # as long as a mail is tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """All that one change writes, as bytes.

    `expected` is the revision it was decided on, 0 for a new match. Without an `envelope`
    only the answer is kept. `not_before` is a moment, in seconds, that the server's clock
    must have reached. `answer` is kept under `key` for 30 days. `persons` are the ids of the
    people, each with the field of theirs; `slots` are tokens that wait to be mailed, by name.
    `hooks` are new webhooks by their ids; those that are not `hooks_alive` go, and all of them
    some days after the match is `over`.
    """

    match: MatchId
    expected: int
    envelope: bytes | None = None
    journal: tuple[bytes, ...] = ()
    record: tuple[bytes, ...] = ()
    outbox: tuple[bytes, ...] = ()
    dues_gone: tuple[Due, ...] = ()
    dues_new: tuple[Due, ...] = ()
    people: tuple[tuple[str, bytes], ...] = ()
    persons: tuple[tuple[str, str], ...] = ()
    slots: tuple[tuple[str, str], ...] = ()
    hooks: tuple[tuple[str, bytes], ...] = ()
    hooks_alive: tuple[str, ...] = ()
    hook_news: tuple[HookNews, ...] = ()
    over: bool = False
    events: tuple[bytes, ...] = ()
    not_before: float | None = None
    key: str = ""
    answer: bytes | None = None
    state: MatchState = "running"


def keys_of(commit: Commit) -> list[str]:
    """Return every key that the script may touch, all in one partition."""
    match, partition = commit.match, shared_keys.partition_of(commit.match)
    return [
        keys.envelope(match),
        keys.journal(match),
        keys.record(match),
        shared_keys.outbox(partition),
        shared_keys.dues(partition),
        shared_keys.people(match),
        keys.matches(partition),
        keys.answer(match, commit.key),
        keys.events(match),
        *(keys.listed(partition, state) for state in STATES),
        *(keys.person(partition, person) for person, _ in commit.persons),
        *(shared_keys.token_slot(match, slot) for slot, _ in commit.slots),
        *(shared_keys.hook_waiting(match, news.hook) for news in commit.hook_news),
        shared_keys.hooks(match),
        shared_keys.hooks_due(partition),
    ]


def arguments_of(commit: Commit) -> list[bytes | str]:
    """Return the plan of the commit and the blobs that it counts, in the script's order."""
    partition = shared_keys.partition_of(commit.match)
    plan = msgspec.json.encode(_plan(commit))
    return [plan, shared_keys.WAKE_CHANNEL, partition, *_blobs(commit)]


def _plan(commit: Commit) -> dict[str, int | float | str]:
    plan: dict[str, int | float | str] = {
        "match": commit.match,
        "expected": commit.expected,
        "journal": len(commit.journal),
        "record": len(commit.record),
        "outbox": len(commit.outbox),
        "dues_gone": len(commit.dues_gone),
        "dues_new": len(commit.dues_new),
        "people": len(commit.people),
        "persons": len(commit.persons),
        "slots": len(commit.slots),
        "slot_seconds": SLOT_SECONDS,
        "hooks": len(commit.hooks),
        "hooks_alive": " ".join(commit.hooks_alive),
        "hook_news": len(commit.hook_news),
        "waiting_seconds": HOOK_SECONDS_AFTER_END,
        "events": len(commit.events),
    }
    if commit.not_before is not None:
        plan["not_before"] = commit.not_before
    if commit.over:
        plan["hooks_seconds"] = HOOK_SECONDS_AFTER_END
    if commit.envelope is not None:
        plan["revision"] = commit.expected + 1
        plan["state"] = STATES.index(commit.state) + 1
    if commit.answer is not None:
        plan["answer"] = ANSWER_SECONDS
    return plan


def _blobs(commit: Commit) -> list[bytes | str]:
    blobs: list[bytes | str] = [] if commit.envelope is None else [commit.envelope]
    blobs += [*commit.journal, *commit.record, *commit.outbox]
    blobs += [msgspec.json.encode(due) for due in commit.dues_gone]
    for due in commit.dues_new:
        blobs += [repr(due.at), msgspec.json.encode(due)]
    for field, person in commit.people:
        blobs += [field, person]
    blobs += [f"{commit.match}/{field}" for _, field in commit.persons]
    blobs += [token for _, token in commit.slots]
    for hook, kept in commit.hooks:
        blobs += [hook, kept]
    for news in commit.hook_news:
        blobs += _heard(commit, news)
    blobs += commit.events
    if commit.answer is not None:
        blobs.append(commit.answer)
    return blobs


def _heard(commit: Commit, news: HookNews) -> list[bytes | str]:
    """Return whom the events are for, from when on, whether that wait is over, and the events."""
    found: list[bytes | str] = [
        f"{commit.match}/{news.hook}",
        repr(news.heard[0].open),
        "LT" if commit.over else "NX",
        str(len(news.heard)),
    ]
    for heard in news.heard:
        found += [str(heard.event.number), msgspec.json.encode(heard)]
    return found
