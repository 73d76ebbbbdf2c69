"""A stranger's client in Python: it knows the API by the package that was generated for it."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace
from typing import Any

from stagepost_client import AuthenticatedClient, models
from stagepost_client.api.games import see_games, see_rules, see_tables
from stagepost_client.api.host import seat_player, see_misses, set_clock
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
from stagepost_client.api.tokens import change_token, end_token
from stagepost_client.api.votes import give_vote, take_vote_back

GAME = "pola_naftowe"
NAMES = ("anna", "piotr", "marcin")
MOVES_MOST = 2000
TERMS = {"to": "piotr", "give": {"cash": 200}, "get": {"barrels": 1}, "get_at": "exchange"}


def told(answer: Any) -> Any:
    """The parsed body of an answer; a problem ends the program with its sentence."""
    if answer.status_code >= 400:
        raise SystemExit(f"{answer.status_code}: {answer.parsed}")
    return answer.parsed


def client(house: str, token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=house, token=token, timeout=30)


def made(house: str, operator: AuthenticatedClient, seed: str) -> SimpleNamespace:
    seats = [models.SeatWanted(name=name, address=f"{name}@example.org") for name in NAMES]
    wanted = models.MatchWanted(game=GAME, seats=seats, seed=seed)
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
    assert GAME in {game.key for game in told(see_games.sync_detailed(client=operator))}
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


def change_hands(house: str, match: SimpleNamespace) -> None:
    """The clock stands and goes on, a seat has a new player, tokens are changed and ended."""
    for paused in (True, False):
        told(
            set_clock.sync_detailed(
                match.id, client=match.host, body=models.ClockWanted(paused=paused)
            )
        )
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


def turn(match: SimpleNamespace, seat: AuthenticatedClient) -> bool:
    ask = told(see_prompt.sync_detailed(match.id, client=seat))
    if ask is None or ask.sealed:
        return False
    step = told(see_match.sync_detailed(match.id, client=seat)).step
    for text in (ask.examples[0] if ask.examples else "", "\n".join(ask.default)):
        move = models.MovesWanted(step=step, text=text)
        tried = submit_moves.sync_detailed(match.id, client=seat, body=move, dry_run=True)
        if tried.status_code == 200:
            told(submit_moves.sync_detailed(match.id, client=seat, body=move))
            return True
    raise SystemExit(f"no move is taken: {ask}")


def played(match: SimpleNamespace) -> int:
    moves = 0
    while not told(see_match.sync_detailed(match.id, client=match.seats["anna"])).over:
        moves += sum(turn(match, seat) for seat in match.seats.values())
        assert moves < MOVES_MOST, "the match does not end"
    return moves


def main(house: str, token: str, seed: str) -> None:
    operator = client(house, token)
    match = made(house, operator, seed)
    look_around(operator, match)
    trade(match)
    vote(match)
    change_hands(house, match)
    take_away(operator, match)
    assert turn(match, match.seats["anna"])
    told(withdraw_move.sync_detailed(match.id, client=match.seats["anna"], step=1))
    moves = played(match)
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
