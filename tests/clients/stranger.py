"""A stranger's client in Python: it knows the API by the package that was generated for it."""

from __future__ import annotations

import json
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

from stagepost_client import AuthenticatedClient, models
from stagepost_client.api.deputies import end_deputy, name_deputy, see_deputy
from stagepost_client.api.games import see_games, see_rules, see_tables
from stagepost_client.api.host import seat_player, see_clock, see_misses, set_clock
from stagepost_client.api.house import see_health, see_metrics
from stagepost_client.api.matches import (
    list_matches,
    make_match,
    see_events,
    see_match,
    see_position,
    see_record,
    see_standings,
)
from stagepost_client.api.moves import see_prompt, submit_moves, withdraw_move
from stagepost_client.api.offers import accept_offer, decline_offer, make_offer, withdraw_offer
from stagepost_client.api.operator import back_up_match, restore_match
from stagepost_client.api.player import (
    change_player_token,
    end_own_token,
    end_player_token,
    list_played,
    list_player_tokens,
    make_player_token,
)
from stagepost_client.api.tokens import (
    change_token,
    end_one_token,
    end_token,
    list_tokens,
    make_token,
)
from stagepost_client.api.votes import give_vote, take_vote_back
from stagepost_client.api.webhooks import end_webhook, see_webhook, set_webhook, try_webhook
from time_calls import keep_time, write_ahead

GAME, OTHERS = "pola_naftowe", ("bombay", "crude")
NAMES = ("anna", "piotr", "marcin")
MOVES_MOST = 3000
TYPED_EVERY = 2
TERMS = {"to": "piotr", "give": {"cash": 200}, "get": {"barrels": 1}, "get_at": "exchange"}


def told(answer: Any) -> Any:
    """The parsed body of an answer; a problem ends the program with its sentence."""
    if answer.status_code >= 400:
        raise SystemExit(f"{answer.status_code}: {answer.parsed}")
    return answer.parsed


def client(house: str, token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=house, token=token, timeout=30)


def made(house: str, operator: AuthenticatedClient, seed: str, game: str = GAME) -> SimpleNamespace:
    seats = [models.SeatWanted(name=name, address=f"{name}@example.org") for name in NAMES]
    wanted = models.MatchWanted(game=game, seats=seats, seed=seed)
    match = told(make_match.sync_detailed(client=operator, body=wanted))
    tokens = match.seats.additional_properties
    return SimpleNamespace(
        id=match.match,
        host=client(house, match.host_token),
        seats={name: client(house, token) for name, token in tokens.items()},
    )


def look_around(operator: AuthenticatedClient, match: SimpleNamespace) -> None:
    assert told(see_health.sync_detailed(client=operator)).ok
    assert "\nstagepost_matches " in told(see_metrics.sync_detailed(client=operator))
    assert {*OTHERS, GAME} == {game.key for game in told(see_games.sync_detailed(client=operator))}
    assert told(see_tables.sync_detailed(GAME, client=operator)).edition == 1
    assert told(see_rules.sync_detailed(GAME, client=operator)).rulings
    page = told(list_matches.sync_detailed(client=operator, limit=1))
    assert len(page.matches) == 1
    position = told(see_position.sync_detailed(match.id, 1, client=match.seats["anna"]))
    assert position.reader == "anna"


def trade(match: SimpleNamespace) -> None:
    anna, piotr = match.seats["anna"], match.seats["piotr"]
    for seat, end in ((anna, withdraw_offer), (piotr, decline_offer), (piotr, accept_offer)):
        offer = models.OfferWanted(offer=models.OfferWantedOffer.from_dict(TERMS))
        answer = told(make_offer.sync_detailed(match.id, client=anna, body=offer))
        told(end.sync_detailed(match.id, answer.offers[-1].deal, client=seat))


def vote(match: SimpleNamespace) -> None:
    anna = match.seats["anna"]
    told(give_vote.sync_detailed(match.id, "pause", client=anna))
    [seen] = told(see_match.sync_detailed(match.id, client=anna)).votes
    assert (seen.what, seen.seats, seen.needed) == ("pause", ["anna"], 2)
    told(take_vote_back.sync_detailed(match.id, "pause", client=anna))
    assert not told(see_match.sync_detailed(match.id, client=anna)).votes


def name_a_deputy(match: SimpleNamespace) -> None:
    """Somebody may play for anna as well, until tomorrow; then nobody may."""
    anna = match.seats["anna"]
    until = datetime.now(UTC).date() + timedelta(days=1)
    wanted = models.DeputyWanted(until=until, address="ola@example.org", phases=["lobby"])
    named = told(name_deputy.sync_detailed(match.id, client=anna, body=wanted))
    assert (named.name, named.until, named.phases) == ("ola", until, ["lobby"])
    assert told(see_deputy.sync_detailed(match.id, client=anna)) == named
    told(end_deputy.sync_detailed(match.id, client=anna))
    assert see_deputy.sync_detailed(match.id, client=anna).status_code == HTTPStatus.NOT_FOUND


def change_hands(house: str, match: SimpleNamespace) -> None:
    """The clock stands and goes on, a seat has a new player, tokens are changed and ended."""
    for paused in (True, False):
        told(
            set_clock.sync_detailed(
                match.id, client=match.host, body=models.ClockWanted(paused=paused)
            )
        )
    assert not told(see_clock.sync_detailed(match.id, client=match.host)).held
    told(see_misses.sync_detailed(match.id, client=match.host))
    wanted = models.PlayerWanted(address="new@example.org")
    player = told(seat_player.sync_detailed(match.id, "marcin", client=match.host, body=wanted))
    match.seats["marcin"] = client(house, player.token)
    token = models.TokenWanted(label="laptop", hours=24)
    changed = told(change_token.sync_detailed(match.id, client=match.seats["anna"], body=token))
    match.seats["anna"] = client(house, changed.token)
    told(end_token.sync_detailed(match.id, client=match.host))


def take_away(operator: AuthenticatedClient, match: SimpleNamespace) -> None:
    """The match is taken out whole; brought back where it is already, it stays as it is."""
    wanted = models.BackupWanted()
    backup = told(back_up_match.sync_detailed(match.id, client=operator, body=wanted))
    body = models.RestoreWanted(backup=backup)
    assert not told(restore_match.sync_detailed(client=operator, body=body)).new


def hear(match: SimpleNamespace, hook: str) -> None:
    """A webhook is set, tried, seen and taken away."""
    anna = match.seats["anna"]
    wanted = models.HookWanted(url=hook)
    assert told(set_webhook.sync_detailed(match.id, client=anna, body=wanted)).secret
    assert told(try_webhook.sync_detailed(match.id, client=anna)).status == 204
    assert told(see_webhook.sync_detailed(match.id, client=anna)).url == hook
    told(end_webhook.sync_detailed(match.id, client=anna))


def hold_tokens(match: SimpleNamespace) -> None:
    """A seat's second token only reads, and is ended by its id."""
    anna = match.seats["anna"]
    wanted = models.TokenWanted(label="board", scope=models.TokenWantedScopeType0.READ)
    made = told(make_token.sync_detailed(match.id, client=anna, body=wanted))
    assert [one.id for one in told(list_tokens.sync_detailed(match.id, client=anna))][1] == made.id
    told(end_one_token.sync_detailed(match.id, made.id, client=anna))


def play_everywhere(house: str, token: str) -> None:
    """A player's own token lists what waits, and is changed and ended."""
    player = client(house, token)
    [row] = told(list_played.sync_detailed(client=player, awaited=True)).matches
    assert [seat.seat for seat in row.seats] == ["ala"]
    made = told(make_player_token.sync_detailed(client=player, body=models.TokenWanted()))
    assert len(told(list_player_tokens.sync_detailed(client=player))) == 2
    told(end_player_token.sync_detailed(made.id, client=player))
    changed = told(change_player_token.sync_detailed(client=player, body=models.TokenWanted()))
    told(end_own_token.sync_detailed(client=client(house, changed.token)))


def least(field: Any) -> Any:
    """The smallest value that a field takes; None where the form alone does not tell one."""
    match field:
        case models.Amount():
            return field.least
        case models.Choice() | models.Permutation() if field.words:
            return field.words[0] if isinstance(field, models.Choice) else field.words
        case _:
            return None


def typed(forms: Any) -> list[models.MovesWantedOrdersType0Item]:
    """The first form as a move of one typed order, its fields at their least; or none."""
    for form in forms:
        fields = {field.name: least(field) for field in form.fields or ()}
        if form.most != 0 and None not in fields.values():
            order = {"kind": form.verb.replace(" ", "_"), **fields}
            return [models.MovesWantedOrdersType0Item.from_dict(order)]
    return []


def turn(match: SimpleNamespace, seat: AuthenticatedClient) -> str:
    """Move if the seat is asked: a typed order where one is legal, else the default as text."""
    ask = told(see_prompt.sync_detailed(match.id, client=seat))
    if ask is None or ask.sealed:
        return ""
    step = told(see_match.sync_detailed(match.id, client=seat)).step
    orders = typed(ask.forms)
    moves = [models.MovesWanted(step=step, text="\n".join(ask.default))]
    # Typed moves and defaults in turn: by the first form alone a match may never end.
    if orders and step % TYPED_EVERY == 0:
        moves.insert(0, models.MovesWanted(step=step, orders=orders))
    for move in moves:
        tried = submit_moves.sync_detailed(match.id, client=seat, body=move, dry_run=True)
        if tried.status_code == 200:
            told(submit_moves.sync_detailed(match.id, client=seat, body=move))
            return "text" if move.text else "typed"
    raise SystemExit(f"no move is taken: {ask}")


def played(match: SimpleNamespace) -> Counter[str]:
    """Play to the end; how often a move was typed, and how often text."""
    moves: Counter[str] = Counter()
    while not told(see_match.sync_detailed(match.id, client=match.seats["anna"])).over:
        moves.update(filter(None, (turn(match, seat) for seat in match.seats.values())))
        assert moves.total() < MOVES_MOST, "the match does not end"
    return moves


def main(house: str, token: str, seed: str, player: str, hook: str) -> None:
    operator = client(house, token)
    play_everywhere(house, player)
    match = made(house, operator, seed)
    look_around(operator, match)
    trade(match)
    vote(match)
    name_a_deputy(match)
    keep_time(match, told)
    write_ahead(match, told)
    change_hands(house, match)
    hold_tokens(match)
    hear(match, hook)
    take_away(operator, match)
    assert turn(match, match.seats["anna"])
    told(withdraw_move.sync_detailed(match.id, client=match.seats["anna"], step=1))
    moves = {GAME: played(match)}
    for game in OTHERS:
        moves[game] = played(made(house, operator, seed, game))
    events = told(see_events.sync_detailed(match.id, client=match.seats["anna"]))
    record = told(see_record.sync_detailed(match.id, client=match.seats["anna"]))
    standings = told(see_standings.sync_detailed(match.id, client=match.seats["anna"]))
    found = {
        "moves": moves,
        "steps": sum(isinstance(entry, models.StepTaken) for entry in record),
        "last": events.last,
        "final": standings.final,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
