"""`stagepost match`: make a match and look at one, over REST."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from stagepost_contracts.api import MatchMade, MatchSeen, MatchWanted, SeatWanted, Standings
from stagepost_contracts.watching import MatchListed, MatchState
from stagepost_local import opening
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.completing import games, match_argument
from stagepost_local.commands.policy import policy_from, policy_options
from stagepost_texts.catalogue import SOURCE_LANGUAGE, spoken
from stagepost_texts.moments import moment


@click.group("match")
def command() -> None:
    """Make matches and look at them."""


@command.command("create")
@click.option(
    "--game",
    default=opening.GAME,
    show_default=True,
    shell_complete=games,
    help="What is played.",
)
@click.option("--seat", "seats", multiple=True, required=True, metavar="NAME=ADDRESS", help="Whom.")
@click.option("--host", default="", help="Your name, told to the players.")
@click.option("--language", default="en", show_default=True, help="Of the mails.")
@click.option("--zone", default="UTC", show_default=True, help="Time zone of the deadlines.")
@click.option("--starts-in-hours", type=float, default=0.0, help="Time to add words to the seed.")
@click.option("--tables", type=click.Path(path_type=Path), help="Tables of your own, TOML or JSON.")
@policy_options
@json_option
@engine_options
def create(
    *,
    game: str,
    seats: tuple[str, ...],
    host: str,
    language: str,
    zone: str,
    starts_in_hours: float,
    tables: Path | None,
    wants_json: bool,
    engine: str,
    token: str,
    **policy: Any,
) -> None:
    """Make a match and invite its players."""
    wanted = MatchWanted(
        game,
        tuple(map(_seat, seats)),
        host=host,
        language=language,
        zone=zone,
        policy=policy_from(zone, **policy),
        tables=_tables(tables) if tables else None,
        starts_in_hours=starts_in_hours,
    )
    with asked(engine, token, as_operator=True) as house:
        made = house.make_match(wanted)
    click.echo(as_json(made) if wants_json else _made_words(made))


@command.command("list")
@click.option(
    "--state",
    type=click.Choice(("any", *get_args(MatchState))),
    default="any",
    show_default=True,
    help="Only those in it.",
)
@json_option
@engine_options
def list_(*, state: str, wants_json: bool, engine: str, token: str) -> None:
    """List the matches of the house, with the operator's token."""
    with asked(engine, token, as_operator=True) as house:
        found = tuple(house.matches(state))
    words = "\n".join(map(_listed_words, found)) or "There is no such match here."
    click.echo(as_json(found) if wants_json else words)


@command.command("show")
@match_argument
@json_option
@engine_options
def show(*, match: str, wants_json: bool, engine: str, token: str) -> None:
    """Show where a match stands, as the token's holder may see it."""
    with asked(engine, token) as house:
        seen = house.match(match)
    click.echo(as_json(seen) if wants_json else _seen_words(seen))


@command.command("standings")
@match_argument
@json_option
@engine_options
def standings(*, match: str, wants_json: bool, engine: str, token: str) -> None:
    """Show who leads, or who has won."""
    with asked(engine, token) as house:
        found = house.standings(match)
    click.echo(as_json(found) if wants_json else _standings_words(found))


@command.command("record")
@match_argument
@click.option("-o", "--out", type=click.Path(path_type=Path), help="A file, not the screen.")
@json_option
@engine_options
def record(*, match: str, out: Path | None, wants_json: bool, engine: str, token: str) -> None:
    """Write a match's record as JSON, for `stagepost verify` and `stagepost replay`."""
    with asked(engine, token) as house:
        text = house.record(match)
    if out is None:
        click.echo(text.decode())
        return
    out.write_bytes(text)
    words = f"The record of {match} is in {out}."
    click.echo(as_json({"match": match, "file": str(out)}) if wants_json else words)


def _listed_words(listed: MatchListed) -> str:
    until = f", until {moment(listed.deadline, 'UTC', SOURCE_LANGUAGE)}" if listed.deadline else ""
    seats = ", ".join(listed.seats)
    return f"{listed.match}  {listed.game}, {listed.state}, step {listed.step}{until}: {seats}"


def _seat(written: str) -> SeatWanted:
    name, mark, address = written.partition("=")
    if not (name and mark and "@" in address):
        raise click.UsageError(
            f"--seat {written}: write it as NAME=ADDRESS, anna=anna@example.org."
        )
    return SeatWanted(name.strip(), address.strip())


def _tables(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text()
        found = tomllib.loads(text) if path.suffix == ".toml" else msgspec.json.decode(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise click.UsageError(f"--tables {path} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise click.UsageError(f"--tables {path}: it holds no table of names and values.")
    return found


def _made_words(made: MatchMade) -> str:
    tokens: dict[str, str] = {str(seat): token for seat, token in made.seats.items()}
    tokens["host"] = made.host_token
    width = max(map(len, tokens))
    return "\n".join(
        [
            f"Match {made.match}",
            f"SHA-256 of the seed: {made.seed_hash}",
            "Tokens for REST; they are shown this once:",
            *(f"  {seat:{width}}  {token}" for seat, token in tokens.items()),
        ]
    )


def _seen_words(seen: MatchSeen) -> str:
    waiting = ", ".join(seat.name for seat in seen.seats if seat.awaited) or "nobody"
    lines = [
        f"{spoken(seen.title, SOURCE_LANGUAGE)} {seen.match}",
        f"Seats: {', '.join(seat.name for seat in seen.seats)}",
    ]
    if seen.over:
        return "\n".join([*lines, "It is over: see `stagepost match standings`."])
    lines.append(f"Step {seen.step}: {spoken(seen.phase_title, SOURCE_LANGUAGE)}")
    lines.append(f"Waiting for: {waiting}")
    if seen.deadline is not None:
        lines.append(f"Until: {moment(seen.deadline, 'UTC', SOURCE_LANGUAGE)}")
    if keeping := ", ".join(seat.name for seat in seen.seats if seat.waits):
        lines.append(f"Kept open by: {keeping}")
    for vote in seen.votes:
        given = f"{len(vote.seats)} of {vote.needed}"
        lines.append(f"Votes for {vote.what}: {', '.join(vote.seats)} ({given})")
    return "\n".join(lines)


def _standings_words(found: Standings) -> str:
    title = "Final standings" if found.final else "Standings so far"
    if found.ended in ("agreed", "abandoned"):
        title += f", not played out: {found.ended}"
    ranking = sorted(found.ranking, key=lambda rank: rank.place)
    return "\n".join([title, *(f"  {rank.place}. {rank.seat}  {rank.score}" for rank in ranking)])
