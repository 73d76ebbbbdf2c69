"""A new match from a host's wish: every value checked, ids and tokens made."""

from __future__ import annotations

import base64
import hmac
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from stagepost_contracts.api import MatchMade, MatchWanted, SeatWanted
from stagepost_contracts.errors import Problem
from stagepost_contracts.folding import compact, plain
from stagepost_contracts.hosting import PlayerWanted
from stagepost_contracts.ids import MatchId, Seat
from stagepost_contracts.people import Person
from stagepost_contracts.policy import checked_policy, checked_zone
from stagepost_contracts.presets import policy_of
from stagepost_contracts.texts import say
from stagepost_engine.games import GAMES
from stagepost_engine.matches.access import token_hash
from stagepost_engine.matches.calendars import checked_country
from stagepost_engine.matches.envelope import KeptSeat
from stagepost_engine.matches.fresh import SEED_BYTES, hashed
from stagepost_engine.matches.grammar.reserved import OTHERS, RESERVED
from stagepost_engine.matches.habits import OwnTime
from stagepost_engine.matches.opening import Plan
from stagepost_engine.rules.game import Game

NAME_LETTERS_MOST = 24
HOURS_TO_START_MOST = 24 * 30
ADDRESS_LETTERS_MOST = 254  # RFC 5321, 4.5.3.1
ID_LETTERS = 13
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
ADDRESS = re.compile(r"[^\s@<>\",;:\\]+@[^\s@<>\",;:\\]+")

_OTHERS = frozenset(plain(compact(word)) for word in OTHERS)


@dataclass(frozen=True, slots=True)
class Made:
    """A plan, what its maker is told, and the people to write to."""

    plan: Plan
    told: MatchMade
    people: tuple[tuple[str, bytes], ...]


def made(wanted: MatchWanted, root: bytes, secret: bytes, *, seeds_allowed: bool) -> Made:
    """Check the wish and return the match to be opened.

    `root` are 32 bytes that the match's id and tokens are derived from; `secret` are the
    server's bytes of the seed. Raises Problem naming the field that cannot be.
    """
    game = _game(wanted)
    names = _names(wanted, game)
    policy = checked_policy(policy_of(wanted.policy, wanted.zone))
    checked_country(policy.country)
    if not 0 <= wanted.starts_in_hours <= HOURS_TO_START_MOST:
        raise Problem(
            "bad-policy",
            say("A match starts within {most} hours, from 0 on.", most=HOURS_TO_START_MOST),
            field="starts_in_hours",
        )
    secret = _chosen(wanted.seed, seeds_allowed=seeds_allowed) if wanted.seed else secret
    match = MatchId(derived(root, "match")[:ID_LETTERS])
    tokens = {name: derived(root, f"seat:{name}") for name in names}
    host_token = derived(root, "host")
    plan = Plan(
        match=match,
        game=game,
        seats=_seats(wanted, tokens),
        host=wanted.host,
        host_token=token_hash(host_token),
        policy=policy,
        secret=secret,
        seed_chosen=bool(wanted.seed),
        own_tables=_tables(wanted.tables, game),
        starts_in_seconds=3600 * wanted.starts_in_hours,
    )
    told = MatchMade(match, tokens, host_token, hashed(secret))
    return Made(plan, told, _people(wanted, names))


def _seats(wanted: MatchWanted, tokens: dict[Seat, str]) -> tuple[KeptSeat, ...]:
    return tuple(
        KeptSeat(
            name,
            token_hash(token),
            position=seat.position,
            time=OwnTime(zone=seat.zone or wanted.zone),
        )
        for (name, token), seat in zip(tokens.items(), wanted.seats, strict=True)
    )


def _game(wanted: MatchWanted) -> Game[Any, Any]:
    game: Game[Any, Any] | None = GAMES.get(wanted.game)
    if game is None:
        raise Problem(
            "no-such-game",
            say(
                "There is no game “{game}” here; there is: {games}.",
                game=wanted.game,
                games=", ".join(sorted(GAMES)),
            ),
            field="game",
        )
    if len(wanted.seats) not in game.seats:
        raise Problem(
            "wrong-seats",
            say(
                "{game} is for {least} to {most} seats, not {count}.",
                game=game.title,
                least=game.seats[0],
                most=game.seats[-1],
                count=len(wanted.seats),
            ),
            field="seats",
        )
    return game


def _names(wanted: MatchWanted, game: Game[Any, Any]) -> tuple[Seat, ...]:
    names: list[Seat] = []
    for place, seat in enumerate(wanted.seats):
        name = unicodedata.normalize("NFC", seat.name).strip()
        if not 0 < len(name) <= NAME_LETTERS_MOST or not name.isalnum() or name.isnumeric():
            raise Problem(
                "bad-name",
                say(
                    "“{name}” cannot be a seat's name: one word of 1 to {most} letters.",
                    name=seat.name,
                    most=NAME_LETTERS_MOST,
                ),
                field=f"seats[{place}].name",
            )
        taken = {compact(other) for other in names} | {compact(word) for word in _words(game)}
        if compact(name) in taken or plain(compact(name)) in _OTHERS:
            raise Problem(
                "bad-name",
                say("“{name}” is taken, or is a word of orders; choose another.", name=name),
                field=f"seats[{place}].name",
            )
        names.append(Seat(name))
    return tuple(names)


def _words(game: Game[Any, Any]) -> set[str]:
    """Return the words that begin an order of the game, and those of commands."""
    kinds = {str(kind.__struct_config__.tag) for kind in get_args(game.orders)}
    return set(RESERVED) | {word for kind in kinds for word in kind.split("_")}


def _people(wanted: MatchWanted, names: tuple[Seat, ...]) -> tuple[tuple[str, bytes], ...]:
    people = (
        person_of(seat, wanted.language, wanted.zone, f"seats[{place}].")
        for place, seat in enumerate(wanted.seats)
    )
    return tuple(
        (f"{name}:1", msgspec.json.encode(person))
        for name, person in zip(names, people, strict=True)
    )


def person_of(wanted: SeatWanted | PlayerWanted, language: str, zone: str, place: str) -> Person:
    """Return whom to write to; `language` and `zone` are the match's. Raises Problem."""
    address = wanted.address.strip()
    if len(address) > ADDRESS_LETTERS_MOST or not ADDRESS.fullmatch(address):
        raise Problem(
            "bad-address",
            say("“{address}” is not a mail address.", address=wanted.address),
            field=f"{place}address",
        )
    language = wanted.language or language
    if not LANGUAGE.fullmatch(language):
        raise Problem(
            "bad-request",
            say("“{language}” is not a language; write en, pl or ko.", language=language),
            field=f"{place}language",
        )
    return Person(address, language, checked_zone(wanted.zone or zone), wanted.position)


def _tables(own: dict[str, Any] | None, game: Game[Any, Any]) -> dict[str, Any] | None:
    if own is None:
        return None
    try:
        tables = msgspec.convert(own, game.tables_type)
    except msgspec.ValidationError as error:
        raise Problem(
            "bad-tables", say("The tables do not fit: {error}.", error=str(error)), field="tables"
        ) from error
    game.check_tables(tables)
    kept: dict[str, Any] = msgspec.to_builtins(tables)
    return kept


def _chosen(seed: str, *, seeds_allowed: bool) -> bytes:
    if not seeds_allowed:
        raise Problem(
            "forbidden", say("Seeds may be chosen only where games are tried out."), field="seed"
        )
    if not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise Problem(
            "bad-request", say("A seed is {count} hex digits.", count=2 * SEED_BYTES), field="seed"
        )
    return bytes.fromhex(seed)


def derived(root: bytes, purpose: str) -> str:
    """Return a name or a token that only the root leads to."""
    digest = hmac.digest(root, purpose.encode(), "sha256")
    return base64.b32encode(digest).decode().rstrip("=").lower()
