"""`stagepost host`: the clock of a match, its missed deadlines, and a new player for a seat."""

from __future__ import annotations

from collections.abc import Iterator

import click

from stagepost_contracts.hosting import ClockSeen, ClockWanted, MailSeen, MissSeen, PlayerWanted
from stagepost_local.commands.asking import as_json, asked, engine_options, json_option
from stagepost_local.commands.completing import match_argument
from stagepost_texts.catalogue import SOURCE_LANGUAGE, spoken
from stagepost_texts.moments import moment

SECONDS_OF_HOUR = 3600


@click.group("host")
def command() -> None:
    """Look after a match that you host, with its host's token."""


@command.command("clock")
@match_argument
@click.option("--later", type=float, metavar="HOURS", help="Move the deadline of the step.")
@click.option("--earlier", type=float, metavar="HOURS", help="The same, the other way.")
@click.option("--pause", is_flag=True, help="Let the clock stand.")
@click.option("--resume", is_flag=True, help="Let it go on with what was left.")
@json_option
@engine_options
def clock(
    *,
    match: str,
    later: float | None,
    earlier: float | None,
    pause: bool,
    resume: bool,
    wants_json: bool,
    engine: str,
    token: str,
) -> None:
    """Show the clock, or change it; of a change the whole table is told."""
    hours = (later or 0.0) - (earlier or 0.0)
    if pause and resume:
        raise click.UsageError("Write --pause or --resume, not both.")
    with asked(engine, token) as house:
        if pause == resume and not hours:
            seen = house.clock(match)
            click.echo(as_json(seen) if wants_json else _clock_words(seen))
            return
        deadline = None
        if hours:
            running = house.match(match).deadline
            if running is None:
                raise click.ClickException("The match has no deadline now that could be moved.")
            deadline = running + SECONDS_OF_HOUR * hours
        paused = pause if pause != resume else None
        seen = house.set_clock(match, ClockWanted(deadline, paused))
    click.echo(as_json(seen) if wants_json else _clock_words(seen))


@command.command("misses")
@match_argument
@json_option
@engine_options
def misses(*, match: str, wants_json: bool, engine: str, token: str) -> None:
    """List the deadlines that found no move: what was played, why and when."""
    with asked(engine, token) as house:
        found = house.misses(match)
    click.echo(as_json(found) if wants_json else _misses_words(found))


@command.command("seat")
@match_argument
@click.argument("seat")
@click.argument("address")
@click.option("--language", default="", help="Of the mails to the new player.")
@click.option("--zone", default="", help="Time zone that moments are told in.")
@json_option
@engine_options
def seat(
    *,
    match: str,
    seat: str,
    address: str,
    language: str,
    zone: str,
    wants_json: bool,
    engine: str,
    token: str,
) -> None:
    """Give a seat to a new player, who is mailed at once."""
    with asked(engine, token) as house:
        made = house.seat_player(match, seat, PlayerWanted(address, language, zone))
    words = f"{made.seat} has a new player.\nToken for REST, shown this once:\n  {made.token}"
    click.echo(as_json(made) if wants_json else words)


def _clock_words(seen: ClockSeen) -> str:
    held = (
        f"It waits for {one.seat}, whose mail came in time and is put aside, "
        f"until {_moment(one.until)} at most."
        for one in seen.held
    )
    return "\n".join((_running_words(seen), *held))


def _running_words(seen: ClockSeen) -> str:
    if seen.paused:
        return "The match is paused: its clock stands."
    if seen.deadline is None:
        return "Nobody is left in the match: it stands still."
    return f"Step {seen.step}, until {moment(seen.deadline, 'UTC', SOURCE_LANGUAGE)}"


def _misses_words(found: tuple[MissSeen, ...]) -> str:
    if not found:
        return "Nobody has missed a deadline."
    return "\n".join(line for miss in found for line in _miss_lines(miss))


def _miss_lines(miss: MissSeen) -> Iterator[str]:
    """Yield what was missed, and below it what became of each mail about it."""
    yield (
        f"{moment(miss.at, 'UTC', SOURCE_LANGUAGE)}  {miss.seat}, "
        f"{spoken(miss.phase_title, SOURCE_LANGUAGE)}: {'; '.join(miss.played)}"
        f" ({miss.default} default, {miss.reason}{', taken back' if miss.undone else ''})"
    )
    for mail in miss.mails:
        yield f"    {mail.kind}, sent {_moment(mail.tried)}: {_fate(mail)}"
    if miss.returned is not None:
        yield f"    a mail of this step came back {_moment(miss.returned)}"


def _fate(mail: MailSeen) -> str:
    if mail.accepted is not None:
        return f"taken by the mail host {_moment(mail.accepted)}"
    if mail.refused is not None:
        return f"refused by the mail host {_moment(mail.refused)}"
    return "not taken by the mail host yet"


def _moment(at: float) -> str:
    return moment(at, "UTC", SOURCE_LANGUAGE)
