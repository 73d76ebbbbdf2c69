"""The figures of a simulation as lines to read."""

from __future__ import annotations

from collections.abc import Iterator

from stagepost_local.simulation.figures import Figures, Length, Use

WORDS_MOST = 24  # words of a choice that are shown one by one; squares of a board are counted


def lines_of(found: Figures) -> Iterator[str]:
    """Say what was found, the remarkable last."""
    yield f"{found.game}, {found.seats} seats: {found.matches} matches of seed {found.seed}"
    yield from _lengths(found)
    for group, names in found.occasions.items():
        yield f"{group}:"
        for name, seen in names.items():
            yield f"  {name:28} {seen.times:8}   in {seen.share_of_matches:6.1%} of the matches"
    yield "wins by seat: " + "  ".join(
        f"{at}: {share:.1%}" for at, share in enumerate(found.wins_by_seat, 1)
    )
    yield "wins by style, for each seat that plays so:"
    for name, style in found.wins_by_style.items():
        yield f"  {name:28} {style.share:8.1%}   mean score {style.mean_score:8.1f}"
    yield "orders, used of offered:"
    for kind, words in found.options.items():
        yield from _order(kind, words)
    yield from _remarks("never used or seen", _shortened(found.dead))
    yield from _remarks("not offered in any phase", list(found.unoffered))
    yield from _remarks("far from an even share", list(found.uneven))


def _lengths(found: Figures) -> Iterator[str]:
    for name, length in (("steps", found.steps), ("rounds", found.rounds), ("moves", found.moves)):
        yield f"{name:8} {_length(length)}"


def _length(length: Length) -> str:
    return f"median {length.median}, a tenth up to {length.p10}, nine tenths up to {length.p90}"


def _order(kind: str, words: dict[str, Use]) -> Iterator[str]:
    name = kind.replace("_", " ").upper()
    yield f"  {name:28} {words[''].used:8} of {words[''].offered}"
    fields: dict[str, dict[str, Use]] = {}
    for word, use in words.items():
        field, mark, value = word.partition("=")
        if mark:
            fields.setdefault(field, {})[value] = use
    for field, values in fields.items():
        used = {value: use.used for value, use in values.items() if use.used}
        if len(values) > WORDS_MOST:
            yield f"    {field}: {len(used)} of {len(values)} words used"
        else:
            shown = ", ".join(f"{value or 'nothing'} {use.used}" for value, use in values.items())
            yield f"    {field}: {shown}"


def _shortened(dead: tuple[str, ...]) -> list[str]:
    """Words of one long choice as one line."""
    by_choice: dict[str, list[str]] = {}
    for name in dead:
        by_choice.setdefault(name.partition("=")[0] if "=" in name else name, []).append(name)
    return [
        line
        for choice, names in by_choice.items()
        for line in ([f"{choice}: {len(names)} words"] if len(names) > WORDS_MOST else names)
    ]


def _remarks(title: str, remarks: list[str]) -> Iterator[str]:
    yield f"{title}: {'nothing' if not remarks else ''}".rstrip()
    yield from (f"  {remark}" for remark in remarks)
