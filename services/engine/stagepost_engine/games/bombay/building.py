"""Action E, Building one palace: where it may stand, its bale, and the palace token it takes."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.texts import Text, say, say_many
from stagepost_engine.games.bombay.markets import leftmost, without_bale
from stagepost_engine.games.bombay.orders import NOTHING, Build
from stagepost_engine.games.bombay.selling import not_carried, without_load
from stagepost_engine.games.bombay.state import place_of, tables_of
from stagepost_engine.games.bombay.tables import (
    AnyEffect,
    Colour,
    ExtraCity,
    ExtraClient,
    FreeBale,
    Rupees,
)
from stagepost_engine.games.bombay.turn import (
    Turn,
    refused,
    spent,
    too_dear,
    with_elephant,
    with_payment,
)


def why_no_palace(turn: Turn, bale: str | None = None) -> Text | None:
    """Why no palace (for this bale, or any) can be built where the elephant stands, or None."""
    if turn.closed is not None:
        return turn.closed
    if why := _why_not_here(turn):
        return why
    if bale is None and not turn.elephant.bales:
        return say("A palace costs a bale, and your elephant carries none.")
    if bale is not None and bale not in turn.elephant.bales:
        return not_carried(bale)
    # Ruling 29: the palaces in stock are a limit.
    if not turn.elephant.palaces:
        return say("All your palaces are built.")
    return too_dear(turn, turn.actions.palace)


def free_colours(turn: Turn) -> tuple[Colour, ...]:
    """Colours that a token for a free bale here gives a choice of; none where none lies here."""
    at = leftmost(turn.table)
    if at is None or not isinstance(token_here(turn), FreeBale):
        return ()
    return tuple(turn.table.markets[at])


def token_here(turn: Turn) -> AnyEffect | None:
    at = turn.table.tokens.get(turn.elephant.place)
    return None if at is None else tables_of(turn.table).palace_tokens[at].effect


def built(turn: Turn, order: Build) -> Turn:
    if why := why_no_palace(turn, order.bale) or _why_not_taken(turn, order):
        raise refused(turn, why)
    place, colours = turn.elephant.place, free_colours(turn)
    # Ruling 32: the bale spent goes into the bag, so there is room for a free one.
    turn, colour = without_load(turn, order.bale)
    turn = with_elephant(turn, replace(turn.elephant, palaces=turn.elephant.palaces - 1))
    palaces = {**turn.table.palaces, place: turn.seat}
    turn = replace(turn, table=replace(turn.table, palaces=palaces))
    word = say(
        "{seat} puts a palace at {place} for a {colour} bale.",
        seat=turn.seat,
        place=place,
        colour=colour,
    )
    turn = spent(turn, turn.actions.palace, word)
    taken = next((known for known in colours if known == order.take), None)
    return _with_token(turn, place, taken) if place in turn.table.tokens else turn


def _why_not_here(turn: Turn) -> Text | None:
    place, table = turn.elephant.place, turn.table
    kind = place_of(table, place).kind
    # Ruling 7: a closed post is a building still.
    if kind == "city" or place in table.posts:
        return say("{place} has a building: a palace needs a place without one.", place=place)
    if place in table.palaces:
        return say(
            "{place} has a palace already: {owner} built it.",
            place=place,
            owner=table.palaces[place],
        )
    # Ruling 8: a hill is a place without a building. Ruling 9: so is an F without a post.
    if kind == "hill" and not tables_of(table).readings.palaces_on_hills:
        return say("{place} is a hill: at this table no palace stands on hills.", place=place)
    return None


def _why_not_taken(turn: Turn, order: Build) -> Text | None:
    colours = free_colours(turn)
    if order.take in (colours or (NOTHING,)):
        return None
    if not colours:
        return say(
            "No free bale is to be had at {place}: leave TAKE out.", place=turn.elephant.place
        )
    return say(
        "The token here gives a free bale: add TAKE and one of: {colours}.",
        colours=", ".join(colours),
    )


def _with_token(turn: Turn, place: str, taken: Colour | None) -> Turn:
    """Ruling 10: who builds on a palace token takes it."""
    table, kept = turn.table, turn.purse.kept
    token = table.tokens[place]
    left = {name: at for name, at in table.tokens.items() if name != place}
    match tables_of(table).palace_tokens[token].effect:
        case ExtraClient():
            word = say("{seat} keeps its token: one more client.", seat=turn.seat)
        case ExtraCity():
            word = say("{seat} keeps its token: one more city.", seat=turn.seat)
        case Rupees(amount=amount):
            turn = with_payment(turn, amount)
            return _boxed(turn, left, token, _brought(turn, amount))
        case FreeBale():
            turn, word = _with_free_bale(turn, taken)
            return _boxed(turn, left, token, word)
    purse = replace(turn.purse, kept=(*kept, token))
    table = replace(turn.table, purses={**table.purses, turn.seat: purse}, tokens=left)
    return replace(turn, table=table, told=(*turn.told, Event(word)))


def _brought(turn: Turn, rupees: int) -> Text:
    return say_many(
        "Its token brings {seat} {count} rupee.",
        "Its token brings {seat} {count} rupees.",
        count=rupees,
        seat=turn.seat,
    )


def _with_free_bale(turn: Turn, taken: Colour | None) -> tuple[Turn, Text]:
    at = leftmost(turn.table)
    # Ruling 11: no purchase, and nothing where every market is empty.
    if at is None or taken is None:
        return turn, say("Its token gives a bale, but the markets are empty.")
    turn = replace(turn, table=without_bale(turn.table, at, taken))
    turn = with_elephant(turn, replace(turn.elephant, bales=(*turn.elephant.bales, taken)))
    return turn, say("Its token gives {seat} a {colour} bale.", seat=turn.seat, colour=taken)


def _boxed(turn: Turn, tokens: dict[str, int], token: int, word: Text) -> Turn:
    table = replace(turn.table, tokens=tokens, box=(*turn.table.box, token))
    return replace(turn, table=table, told=(*turn.told, Event(word)))
