"""Phase 1, Lobbying: secret sums, all of them paid, and the highest wins."""

from __future__ import annotations

from msgspec.structs import replace

from stagepost_contracts.events import Event
from stagepost_contracts.forms import Amount, Choice, OrderForm
from stagepost_contracts.ids import Seat
from stagepost_contracts.texts import Text, say
from stagepost_engine.games.pola_naftowe.opening import Told, opened
from stagepost_engine.games.pola_naftowe.orders import Bid, Choose
from stagepost_engine.games.pola_naftowe.parts import DEMAND, LOBBYING
from stagepost_engine.games.pola_naftowe.state import Table, clockwise, paid, players, tables_of
from stagepost_engine.games.pola_naftowe.steps import listed
from stagepost_engine.rules.dice import Dice, roll
from stagepost_engine.rules.game import Forms, Move, Moves, Outcome, Phase
from stagepost_engine.rules.steps import forms_say_it_all

MEANING = say("the sum you declare in secret; you pay it whoever wins")


def question(table: Table, seat: Seat) -> Text:
    return say(
        "Declare a sum in secret, from {least} to {cash} P$. All sums are paid; the highest wins the lobby.",
        least=tables_of(table).least_bid,
        cash=table.holdings[seat].cash,
    )


def actors(table: Table) -> tuple[Seat, ...]:
    """Who can pay only the least bid has nothing to decide."""
    tables = tables_of(table)
    choice_from = tables.least_bid + tables.bid_step
    return tuple(seat for seat in players(table) if table.holdings[seat].cash >= choice_from)


def forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    tables = tables_of(table)
    # Ruling 27: from the least bid to one's cash; you cannot declare 0.
    sums = Amount("amount", tables.least_bid, table.holdings[seat].cash, tables.bid_step)
    return (OrderForm("bid", (sums,), meaning=MEANING),)


def default(table: Table, seat: Seat) -> Move:
    return (Bid(tables_of(table).least_bid),)


def resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    least = tables_of(table).least_bid
    sums = {seat: moves[seat][0].amount if seat in moves else least for seat in players(table)}
    told = tuple(
        Event(say("{seat} declares {amount} P$.", seat=seat, amount=amount))
        for seat, amount in sums.items()
    )
    told = (*told, Event(say("All pay what they declared.")))
    table, highest = paid(table, sums), max(sums.values())
    tied = tuple(seat for seat in sums if sums[seat] == highest)
    if len(tied) == 1:
        return won(table, tied[0], told)
    # Ruling 30: later ties are for the last winner to settle, himself included.
    if table.lobbyist in table.holdings:
        word = say(
            "{seats} are tied; {judge}, who won the last lobby, settles it.",
            seats=listed(tied),
            judge=str(table.lobbyist),
        )
        return Outcome(replace(table, phase="lobby_tie", tied=tied), (*told, Event(word)))
    winner, rolls = rolled_off(tied, dice)
    return won(table, winner, (*told, *rolls))


def rolled_off(tied: tuple[Seat, ...], dice: Dice) -> tuple[Seat, Told]:
    """Ruling 29: the die decides, rolled again between those still tied."""
    told: Told = ()
    while len(tied) > 1:
        rolls = dict(zip(tied, roll(dice, len(tied), "lobby"), strict=True))
        words = tuple(
            say("{seat} rolls {pips}", seat=seat, pips=pips) for seat, pips in rolls.items()
        )
        told = (*told, Event(say("{seats} are tied: {rolls}.", seats=listed(tied), rolls=words)))
        tied = tuple(seat for seat in tied if rolls[seat] == max(rolls.values()))
    return tied[0], told


def won(table: Table, winner: Seat, told: Told) -> Outcome[Table]:
    after = replace(table, lobbyist=winner, leader=winner, tied=())
    return opened(after, DEMAND, (*told, Event(say("{seat} wins the lobby.", seat=winner))))


LOBBY = Phase(
    name="lobby",
    part=LOBBYING,
    title=say("Lobbying"),
    question=question,
    actors=actors,
    forms=forms,
    check=forms_say_it_all,
    default=default,
    resolve=resolve,
)


def tie_question(table: Table, seat: Seat) -> Text:
    return say(
        "{seats} declared the same highest sum. You won the last lobby: choose who wins this one.",
        seats=listed(table.tied),
    )


def tie_actors(table: Table) -> tuple[Seat, ...]:
    return (table.lobbyist,) if table.lobbyist is not None else ()


def tie_forms(table: Table, seat: Seat, so_far: Move) -> Forms:
    if so_far:
        return ()
    return (OrderForm("choose", (Choice("seat", table.tied),), meaning=say("who wins the lobby")),)


def tie_default(table: Table, seat: Seat) -> Move:
    """The first of the tied from the chooser's left, himself last: no gain for the absent."""
    return (Choose(next(other for other in from_left(table, seat) if other in table.tied)),)


def from_left(table: Table, seat: Seat) -> tuple[Seat, ...]:
    """Seats clockwise from the left of `seat`, itself last."""
    first, *others = clockwise(table, seat)
    return (*others, first)


def tie_resolve(table: Table, moves: Moves, dice: Dice) -> Outcome[Table]:
    [(judge, (choice,))] = moves.items()
    chosen = Event(say("{judge} chooses {seat}.", judge=judge, seat=choice.seat))
    return won(table, choice.seat, (chosen,))


LOBBY_TIE = Phase(
    name="lobby_tie",
    part=LOBBYING,
    title=say("Lobbying: a tie"),
    question=tie_question,
    actors=tie_actors,
    forms=tie_forms,
    check=forms_say_it_all,
    default=tie_default,
    resolve=tie_resolve,
)
