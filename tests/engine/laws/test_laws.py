"""Laws that every game in `GAMES` keeps, for all seat counts and many seeds."""

from collections import Counter

import msgspec
import pytest
from random_match import MOVES_MOST, dice_of, match_of

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.reading import read, write
from stagepost_contracts.sheets import Board, Grid
from stagepost_contracts.texts import Text
from stagepost_engine.games import GAMES
from stagepost_engine.rules.codec import canonical, canonical_state, decode_state, encode_state
from stagepost_engine.rules.dice import RecordedDice, SeededDice
from stagepost_engine.rules.forms import form_of
from stagepost_engine.rules.play import checked, is_over
from stagepost_engine.rules.sampling import sampled_move
from stagepost_texts.catalogue import spoken

SEEDS = (1, 2, 3)
BOTS = ("random", "mixed", "planned")
TABLES = [(key, count) for key, game in GAMES.items() for count in game.seats]
MATCHES = [(key, count, seed, bots) for key, count in TABLES for seed in SEEDS for bots in BOTS]
LEAST_SAMPLED = 0.8  # of the moves of a phase
TRIES_FOR_A_SECOND = 200
# A short match is cheap; `make sim` plays thousands of every game.
RANDOM_MATCHES = {"pola_naftowe": 1000, "bombay": 400}
RANDOM_MATCHES_LEAST = 80
PARTS = 10  # of them, for the workers to share


@pytest.fixture(params=MATCHES, ids=lambda match: "-".join(map(str, match)))
def match(request):
    return match_of(*request.param)


def test_play_ends_within_a_bound(match):
    assert is_over(match.last)
    assert len(match.asked) < MOVES_MOST


def test_a_state_survives_encode_and_decode_at_every_step(match):
    for step in match.steps:
        again = decode_state(match.game, encode_state(step.after), match.game.tables)

        assert again == step.after
        assert canonical_state(again) == canonical_state(step.after)


def test_money_and_pieces_are_conserved(match):
    first = match.game.audit(match.first)
    for step in match.steps:
        assert match.game.audit(step.after) == first, step.phase


def test_a_match_can_end_as_it_stands_at_every_step(match):
    """All that is counted or sold at the end is, and everybody is ranked."""
    first = match.game.audit(match.first)
    for before, _ in list(match.earlier())[::7]:
        after = match.game.ended(before).state

        assert is_over(after)
        assert match.game.audit(after) == first, before.phase
        assert sorted(rank.seat for rank in match.game.ranking(after)) == sorted(after.seats)
        for reader in (*after.seats, None):
            match.game.sheet(match.game.view(after, reader))


def test_who_is_out_stays_out_and_is_not_asked(match):
    gone = set()
    for before, _ in match.earlier():
        assert gone <= set(match.game.out(before))
        gone = set(match.game.out(before))
        assert gone.isdisjoint(match.game.phase(before.phase).actors(before))


def test_replaying_the_draws_gives_the_same_bytes(match):
    dice = RecordedDice(match.first_draws)
    outcome = match.game.setup(match.game.tables, match.first.seats, dice)

    assert canonical_state(outcome.state) == canonical_state(match.first)
    for before, step in match.earlier():
        dice = RecordedDice(step.draws)
        outcome = match.game.phase(step.phase).resolve(before, step.moves, dice)

        assert dice.spent
        assert canonical_state(outcome.state) == canonical_state(step.after)
        assert canonical(outcome.events) == canonical(step.events)


def test_nothing_mutates_its_input(match):
    for before, step in match.earlier():
        bytes_before = canonical_state(before)
        match.game.phase(step.phase).resolve(before, step.moves, RecordedDice(step.draws))

        assert canonical_state(before) == bytes_before


def test_the_default_move_is_legal_wherever_a_seat_is_asked(match):
    for asked in match.asked:
        default = match.game.phase(asked.state.phase).default(asked.state, asked.seat)

        assert checked(match.game, asked.state, asked.seat, default) == default


def test_every_move_that_was_made_is_legal(match):
    for asked in match.asked:
        assert checked(match.game, asked.state, asked.seat, asked.move) == asked.move


def test_only_actors_may_submit(match):
    for asked in match.asked[::5]:
        phase = match.game.phase(asked.state.phase)
        for seat in set(asked.state.seats) - set(phase.actors(asked.state)):
            with pytest.raises(IllegalMove):
                checked(match.game, asked.state, seat, asked.move)


def test_every_actor_has_two_legal_moves_or_a_last_call(match):
    for at, asked in enumerate(match.asked[::5]):
        if asked.state.phase.endswith("_call"):
            continue
        phase = match.game.phase(asked.state.phase)
        found = {canonical(phase.default(asked.state, asked.seat))}
        dice = SeededDice(b"a second move", at)
        for _ in range(TRIES_FOR_A_SECOND):
            found.add(canonical(sampled_move(match.game, asked.state, asked.seat, dice)))
            if len(found) > 1:
                break

        assert len(found) > 1, (asked.state.phase, asked.seat)


def test_what_is_written_reads_back(match):
    for asked in match.asked:
        phase, so_far = match.game.phase(asked.state.phase), ()
        for order in asked.move:
            forms = phase.forms(asked.state, asked.seat, so_far)
            line = write(msgspec.to_builtins(order), form_of(order, forms))
            again = msgspec.convert(read(line, forms), match.game.orders)

            assert again == order, line
            so_far = (*so_far, order)


def test_every_order_of_a_move_is_named_from_its_first_on(match):
    """A program that gets a position can write a whole move; some orders need others before."""
    for asked in match.asked:
        named = match.game.phase(asked.state.phase).forms(asked.state, asked.seat, ())

        assert all(form_of(order, named) for order in asked.move), asked.move


def test_every_sentence_has_what_it_names(match):
    events = [*match.first_events, *(event for step in match.steps for event in step.events)]
    texts = [event.text for event in events]
    for asked in match.asked[::3]:
        phase = match.game.phase(asked.state.phase)
        texts.append(phase.question(asked.state, asked.seat))
        for reader in (asked.seat, None):
            view = match.game.view(asked.state, reader)
            canonical(view)
            texts += texts_of(match.game.sheet(view))

    assert all(spoken(text, "en") for text in texts)


def texts_of(sheet):
    yield sheet.title
    for part in sheet.parts:
        yield part.title
        if isinstance(part, Grid):
            assert {len(row) for row in part.rows} <= {len(part.head)}
            cells = [cell for row in (part.head, *part.rows) for cell in row]
            yield from (cell for cell in cells if isinstance(cell, Text))
        elif isinstance(part, Board):
            yield from (part.alt, *part.legend)
        else:
            yield from part.lines


@pytest.mark.parametrize("key", GAMES)
def test_most_moves_of_a_phase_are_found_in_its_forms(key):
    asked, found = Counter(), Counter()
    for count in GAMES[key].seats:
        for seed in SEEDS:
            for one in match_of(key, count, seed, "random").asked:
                asked[one.state.phase] += 1
                found[one.state.phase] += one.found

    assert {phase for phase in asked if found[phase] < LEAST_SAMPLED * asked[phase]} == set()


@pytest.mark.parametrize(("key", "count"), TABLES)
def test_a_table_of_absent_players_ends(key, count):
    match = match_of(key, count, 1, "default")

    assert is_over(match.last)


@pytest.mark.parametrize(("key", "count"), TABLES)
def test_the_ranking_names_every_seat_once(key, count):
    for seed in SEEDS:
        match = match_of(key, count, seed, "planned")
        ranking = match.game.ranking(match.last)

        assert sorted(rank.seat for rank in ranking) == sorted(match.last.seats)
        assert ranking[0].place == 1


@pytest.mark.parametrize("key", GAMES)
def test_the_player_beats_random_moves(key):
    """Seats at even places plan, the others draw: the winner is one of the planners."""
    planners, matches = 0, 0
    for count in GAMES[key].seats:
        for seed in range(8):
            match = match_of(key, count, seed, "mixed")
            winner = match.game.ranking(match.last)[0].seat
            planners += match.last.seats.index(winner) % 2 == 0
            matches += 1

    assert planners >= 0.8 * matches


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", GAMES)
def test_many_random_matches_conserve_and_end(key, part, seed):
    game = GAMES[key]
    for at in range(part, RANDOM_MATCHES.get(key, RANDOM_MATCHES_LEAST), PARTS):
        count = game.seats[at % len(game.seats)]
        match = match_of.__wrapped__(key, count, seed + at, "random")
        first = game.audit(match.first)

        assert is_over(match.last)
        assert all(game.audit(step.after) == first for step in match.steps), (count, seed + at)


def test_dice_of_one_seed_are_the_same_for_each_step():
    assert dice_of(7)(3).below(1000, "x") == dice_of(7)(3).below(1000, "x")
