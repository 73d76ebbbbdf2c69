"""What must be so, watched from outside: mails as they go out, answers, the record as it grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import msgspec
from redis import Redis
from simulation.year import told
from simulation.year.clock import DAY
from simulation.year.commands import is_deputy, verb_of
from simulation.year.far import Mailed
from simulation.year.outside import Posted
from simulation.year.silence import Broken, Heard, Told, Took, judged
from simulation.year.truth import story, untrue

from stagepost_contracts import keys as shared_keys
from stagepost_contracts.ids import MatchId
from stagepost_contracts.notices import Notice, Prompt, Reminder
from stagepost_engine.matches.envelope import Envelope, Missed, decode_envelope
from stagepost_engine.store import keys
from stagepost_local.correspondent import letters

# A mail goes out at the moment of what it tells, but where its connection was lost, its worker
# killed or its host away: what it says then was true when it was made, and is only counted.
FRESH_SECONDS = 1.0
CALM_SECONDS = 60.0


Place = tuple[str, str, int]


@dataclass
class Oracle:
    """Knows the matches by their mails and the store; raises Broken with a sentence."""

    redis: Redis
    clock: Callable[[], float]
    running: Callable[[], tuple[str, float] | None]
    calm_since: Callable[[], float]
    owners: dict[str, str] = field(default_factory=dict)
    told: dict[Place, Told] = field(default_factory=dict)
    ids: dict[tuple[str, str], bool] = field(default_factory=dict)
    took: dict[Place, list[Took]] = field(default_factory=dict)
    means: dict[tuple[str, str, float], str] = field(default_factory=dict)
    heard: dict[Place, list[Heard]] = field(default_factory=dict)
    addresses: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    missed: dict[str, int] = field(default_factory=dict)
    nonces: set[str] = field(default_factory=set)
    printed: set[str] = field(default_factory=set)
    secrets: dict[str, dict[str, str]] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    tried: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    touched: set[str] = field(default_factory=set)
    dice: dict[str, str] = field(default_factory=dict)
    unsubscribed: set[tuple[str, str]] = field(default_factory=set)
    unreached: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    def mailed(self, mailed: Mailed, letter: EmailMessage) -> None:
        """A mail goes out: to the right person, once, true, and without others' secrets.

        What is broken is kept: a job of the house would take the exception for its own.
        """
        try:
            self._mailed(mailed, letter)
        except Broken as broken:
            self.broken.append(str(broken))

    def _mailed(self, mailed: Mailed, letter: EmailMessage) -> None:
        kind = letters.kind(letter)
        self.counts[f"mail {kind}"] += 1
        self._once(mailed, letters.message_id(letter), kind)
        match, seat, _ = self.addresses.get(mailed.recipient, ("", "", 0))
        if not match:
            raise Broken(f"a mail to nobody: {mailed.recipient}")
        text = told.text_of(letter)
        for token in set(told.TOKEN.findall(mailed.raw.decode("latin-1"))):
            if self.owners.setdefault(token, mailed.recipient) != mailed.recipient:
                raise Broken(
                    f"a reply address of {self.owners[token]} in {mailed.recipient}'s mail"
                )
        self.printed.update(told.HEX_32.findall(text))
        self._keeps_secrets(match, seat, text, kind)
        if sending := self.running():
            notice = msgspec.json.decode(sending[0], type=Notice)
            self._is_true(notice, sending[1])
            self._tells(match, seat, notice, text)

    def answered(self, path: str, asked: bytes, status: int, body: bytes) -> None:
        """The engine has answered the mailer; the match is looked at once the moment is over."""
        if path == "/v1/service/replies" and status == 200:
            self._answered(msgspec.json.decode(asked), msgspec.json.decode(body))
        elif path == "/v1/service/dues" and status == 200:
            self.touched.add(msgspec.json.decode(asked)["due"][0])
        elif path == "/v1/service/outages":
            self.touched.update(match for match, _, _ in self.addresses.values())
        elif path.startswith("/v1/matches/"):
            self.touched.add(path.split("/")[3])

    def takes(self, posted: Posted) -> None:
        """Our 250 was said to a mail."""
        person = posted.person
        place = (person.match, person.seat, posted.step)
        self.means[person.match, person.seat, round(self.clock(), 3)] = posted.means
        if not is_deputy(posted.sender):
            self.took.setdefault(place, []).append(Took(posted, self.clock()))
        self.counts[f"taken {posted.means}"] += 1
        for line in filter(told.is_secret, posted.lines):
            self.secrets.setdefault(person.match, {})[line] = person.seat

    def looks(self) -> None:
        """Look at every match that something happened to."""
        for match in sorted(self.touched):
            self.look(match)
        self.touched.clear()

    def look(self, match: str) -> Envelope | None:
        envelope = self.envelope(match)
        if envelope is None:
            return None
        self._goes_on(envelope)
        for missed in envelope.missed[self.missed.get(match, 0) :]:
            self._was_silent(envelope, missed)
        self.missed[match] = len(envelope.missed)
        entries = self.redis.lrange(keys.record(MatchId(match)), self.seen.get(match, 0), -1)
        self.seen[match] = self.seen.get(match, 0) + len(entries)
        for written in entries:
            self._recorded(match, msgspec.json.decode(written))
        return envelope

    def envelope(self, match: str) -> Envelope | None:
        found = self.redis.hget(keys.envelope(MatchId(match)), "e")
        return None if found is None else decode_envelope(found)

    def _once(self, mailed: Mailed, message_id: str, kind: str) -> None:
        known = self.ids.get((mailed.recipient, message_id))
        if known:
            raise Broken(f"a {kind} a second time to {mailed.recipient}: {self.running()}")
        self.ids[mailed.recipient, message_id] = mailed.known

    def _keeps_secrets(self, match: str, seat: str, text: str, kind: str) -> None:
        """What a seat wrote ahead, its promises, its token and address: in its own mails alone."""
        secrets = self.secrets.setdefault(match, {})
        if kind == "receipt":
            # The hash of the dice is the whole table's; that of a move is its maker's.
            secrets |= {one: seat for one in told.HEX_64.findall(text) if one != self.dice[match]}
        if kind == "token":
            secrets |= dict.fromkeys(told.BEARER.findall(text), seat)
        for secret, owner in secrets.items():
            if owner != seat and secret in text:
                raise Broken(f"{owner}'s “{secret}” in {seat}'s {kind} of {match}: {text}")

    def knows(self, address: str, match: str, seat: str, tenure: int) -> None:
        """Somebody may be written to; only this seat's mails may name the address."""
        self.addresses[address] = (match, seat, tenure)
        self.secrets.setdefault(match, {})[address] = seat

    def _is_true(self, notice: Notice, since: float) -> None:
        envelope = self.envelope(notice.match)
        assert envelope is not None
        if not isinstance(notice.body, Prompt | Reminder):
            return
        why = untrue(notice, envelope)
        if not why:
            self.counts["true prompts and reminders"] += 1
            return
        age = self.clock() - since
        if age <= FRESH_SECONDS and self.clock() - self.calm_since() > CALM_SECONDS:
            raise Broken(f"{notice.key}, made {age:.1f} s ago: {why}; {story(envelope)}")
        self.counts[f"late and untrue: {notice.kind}, {why.partition(':')[0]}"] += 1

    def _tells(self, match: str, seat: str, notice: Notice, text: str) -> None:
        place = (match, seat, notice.step)
        if isinstance(notice.body, Prompt | Reminder):
            found = told.asked_until(text)
            if found is not None:
                self.told[place] = Told(notice.step, found.at, found.grace_until)
            elif "By when" in text:
                raise Broken(f"no deadline can be read in {notice.key}: {text}")
            else:
                # A paused clock has no deadline yet.
                self.told[place] = Told(notice.step, 0.0, 0.0)
            return
        known, moved = self.told.get(place), told.moved_to(text)
        if known and moved:
            self.told[place] = Told(known.step, moved, moved + known.grace_until - known.at)

    def _answered(self, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        match, seat, step = asked["match"], asked["seat"], asked["step"]
        self.touched.add(match)
        fault = answer.get("fault") or {}
        verbs = [
            verb_of(reading["as_line"])
            for reading in answer.get("readings", ())
            if reading["kind"] == "command"
        ]
        self.said.update(verbs)
        if fault:
            means = self.means.get((match, seat, round(asked["received"], 3)), "unknown")
            self.counts[f"refused {means}: {fault['code']}"] += 1
        else:
            self.done.update(verbs)
            if "unsubscribe" in verbs:
                self.unsubscribed.add((match, seat))
        place = (match, seat, step)
        self.heard.setdefault(place, []).append(
            Heard(
                asked["received"],
                self.clock(),
                tuple(asked["lines"]),
                bool(answer.get("sealed")) and not fault,
                "withdraw" in verbs and not fault,
                fault.get("code", ""),
            )
        )

    def _goes_on(self, envelope: Envelope) -> None:
        """None waits for ever: what is not over stands by the will of its table, or has a due."""
        if envelope.over or envelope.paused is not None:
            return
        index = shared_keys.dues(shared_keys.partition_of(envelope.match))
        scores = [self.redis.zscore(index, msgspec.json.encode(due)) for due in envelope.dues]
        closing = [
            due
            for due, score in zip(envelope.dues, scores, strict=True)
            if score is not None and due.kind != "reminder"
        ]
        if not closing or any(score is None for score in scores):
            raise Broken(f"{envelope.match} waits for ever: {story(envelope)}")
        # The time in which the house did not watch, and a clock that is held by a mail.
        if min(due.at for due in closing) < self.clock() - 2 * DAY - 600:
            raise Broken(f"{envelope.match} is overdue at {self.clock()}: {story(envelope)}")

    def _was_silent(self, envelope: Envelope, missed: Missed) -> None:
        place = (envelope.match, missed.seat, missed.step)
        told_of = self.told.get(place)
        # A WITHDRAW is taken from any mail of the match, a later one to an old mail too.
        heard = [
            one
            for (match, seat, _), answers in self.heard.items()
            if (match, seat) == place[:2]
            for one in answers
        ]
        took = self.took.get(place, [])
        if told_of is None and (envelope.match, missed.seat) not in self.unsubscribed:
            self.unreached.append(f"{place} at {missed.at}")
        self.counts.update(judged(missed, told_of, took, heard))

    def _recorded(self, match: str, entry: dict[str, Any]) -> None:
        if entry["entry"] != "step":
            return
        self.nonces.update(move["nonce"] for move in entry["moves"].values() if "nonce" in move)
        self.counts["steps"] += 1
