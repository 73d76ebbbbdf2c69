"""Check a finished record: every draw against the seed, every move against its commitment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from stagepost_contracts.errors import IllegalMove
from stagepost_contracts.ids import Seat
from stagepost_engine.games import GAMES
from stagepost_engine.matches.bars import bar_of
from stagepost_engine.matches.fresh import commitment, hashed, seed_of
from stagepost_engine.matches.live import tables_of
from stagepost_engine.matches.record import (
    Closing,
    DealTaken,
    Entry,
    MoveTaken,
    Opening,
    StepTaken,
    Undone,
    link,
)
from stagepost_engine.matches.replay import dealt, stepped
from stagepost_engine.rules import codec
from stagepost_engine.rules.dice import Draw, SeededDice
from stagepost_engine.rules.game import Game
from stagepost_engine.rules.play import checked, is_over


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked and found true; `undone` decisions were taken back by all players.

    `ended` says why a match was ended as it stood; that the players wished it is not proven.
    """

    draws: int = 0
    moves: int = 0
    undone: int = 0
    ended: str = ""


class NotTrueError(ValueError):
    """The record is not true: `entry` is the place of the first entry that fails, from 0."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(f"entry {entry}: {why}")
        self.entry = entry
        self.why = why


@dataclass(frozen=True, slots=True)
class Checker:
    """How far a record was found true: the state, and the numbers checked.

    `earlier` are the states that all players together may still go back to, by the step that was
    resolved in them.
    """

    game: Game[Any, Any]
    seed: bytes
    tables: Any
    seats: tuple[Seat, ...]
    state: Any = None
    step: int = 1
    earlier: Mapping[int, Any] = field(default_factory=dict)
    found: Verified = Verified()


def verified(entries: tuple[Entry, ...]) -> Verified:
    """Check a whole record of a finished match.

    Checked are the links between the entries, the promise of the seed, every draw against the
    seed, every move against its commitment and the rules, every default against the game's
    own, that what was taken back could be, and the ranking. Raises NotTrueError with the first entry that fails.
    """
    place = 0
    try:
        chain = b""
        for place, entry in enumerate(entries):  # noqa: B007  named when it fails
            chain = _linked(chain, entry)
        place, checker = 0, _opened(entries)
        for place, entry in enumerate(entries):
            checker = _with_entry(checker, entry, place)
        _must(isinstance(entries[-1], Closing), "the record ends before the match does")
    except (
        ValueError,
        KeyError,
        AssertionError,
        AttributeError,
        IllegalMove,
        msgspec.ValidationError,
    ) as error:
        raise NotTrueError(place, str(error) or type(error).__name__) from error
    return checker.found


def _opened(entries: tuple[Entry, ...]) -> Checker:
    _must(bool(entries), "the record is empty")
    opening, closing = entries[0], entries[-1]
    if not isinstance(opening, Opening):
        raise ValueError("a record begins with its opening")  # noqa: TRY004  not a type of ours
    game = GAMES.get(opening.game)
    if game is None:
        raise ValueError(f"no game is called {opening.game}")
    seed = b""
    if isinstance(closing, Closing):
        promised = hashed(bytes.fromhex(closing.secret)) == opening.seed_hash
        _must(promised, "the secret is not the one whose hash was promised")
        words = [closing.words.get(seat, "") for seat in opening.seats]
        seed = seed_of(bytes.fromhex(closing.secret), words)
    return Checker(game, seed, tables_of(game, opening.tables), opening.seats)


def _linked(chain: bytes, entry: Entry) -> bytes:
    found = link(chain, entry)
    _must(found.hex() == entry.chain, "its link does not fit its content and the entry before")
    return found


def _with_entry(checker: Checker, entry: Entry, place: int) -> Checker:
    match entry:
        case Opening():
            _must(place == 0, "a record has one opening")
            dice = _dice(checker, 0)
            outcome = checker.game.setup(checker.tables, checker.seats, dice)
            return _counted(replace(checker, state=outcome.state), entry.draws, dice, 0)
        case StepTaken():
            return _with_step(checker, entry)
        case DealTaken(step=step, by=by, order=order):
            _must(step == checker.step, f"the match is at step {checker.step}")
            state = dealt(checker.game, checker.state, by, order)
            return replace(checker, state=state, earlier={})
        case Undone(step=step, restored=restored):
            _must(step == checker.step, f"the match is at step {checker.step}")
            _must(restored in checker.earlier, f"step {restored} cannot be taken back")
            state = checker.earlier[restored]
            found = replace(checker.found, undone=checker.found.undone + 1)
            return replace(checker, state=state, step=step + 1, earlier={}, found=found)
        case Closing():
            _closed(checker, entry)
            return replace(checker, found=replace(checker.found, ended=entry.ended))


def _with_step(checker: Checker, entry: StepTaken) -> Checker:
    _must(entry.step == checker.step, f"the match is at step {checker.step}")
    for seat, taken in entry.moves.items():
        _move_checked(checker, seat, taken)
    actors = checker.game.phase(checker.state.phase).actors(checker.state)
    _must(set(entry.moves) == set(actors), "the moves are not those of the seats that act")
    dice = _dice(checker, entry.step)
    state = stepped(checker.game, checker.state, entry, dice)
    earlier = _earlier(checker, entry, state)
    checker = replace(checker, state=state, step=checker.step + 1, earlier=earlier)
    return _counted(checker, entry.draws, dice, len(entry.moves))


def _earlier(checker: Checker, entry: StepTaken, after: Any) -> Mapping[int, Any]:
    """Return the states that may be gone back to: none from before a step that must stay."""
    moves, draws = len(entry.moves), len(entry.draws)
    if bar_of(checker.game, checker.state, after, moves=moves, draws=draws):
        return {}
    return {**checker.earlier, entry.step: checker.state}


def _move_checked(checker: Checker, seat: Seat, taken: MoveTaken) -> None:
    move = codec.decode_move(checker.game, taken.orders)
    if taken.default:
        own = checker.game.phase(checker.state.phase).default(checker.state, seat)
        _must(move == own, f"{seat}'s default is another")
        return
    made = commitment(codec.encode_move(move), bytes.fromhex(taken.nonce))
    _must(made == taken.commitment, f"{seat}'s move does not open its commitment")
    checked(checker.game, checker.state, seat, move)


def _dice(checker: Checker, step: int) -> SeededDice:
    _must(bool(checker.seed), "the seed is not in the record; it is told when the match ends")
    return SeededDice(checker.seed, step)


def _counted(checker: Checker, recorded: tuple[Draw, ...], dice: SeededDice, moves: int) -> Checker:
    _must(recorded == dice.drawn, "its draws are not those of the seed")
    before = checker.found
    draws = before.draws + len(recorded)
    return replace(checker, found=replace(before, draws=draws, moves=before.moves + moves))


def _closed(checker: Checker, entry: Closing) -> None:
    state, over = checker.state, is_over(checker.state)
    _must(over or bool(entry.ended), "the match was not over")
    _must(not over or not entry.ended, "the match was over already")
    state = state if over else checker.game.ended(state).state
    ranking = tuple((rank.seat, rank.place, rank.score) for rank in checker.game.ranking(state))
    _must(entry.ranking == ranking, "the ranking is another")


def _must(true: bool, why: str) -> None:
    if not true:
        raise ValueError(why)
