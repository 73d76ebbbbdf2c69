"""`python -m simulation.year`: years of matches from a seed, in as many processes as there are.

The seed is printed first and where something breaks, and gives the same year again.
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path

from simulation.year.commands import VERBS
from simulation.year.run import Year, played

MATCHES = 100
HOUSE_MATCHES = 10  # in one house: the same ones, however many processes share the houses
TIMES_LEAST = 20
WORKERS = 2


def main() -> int:
    wanted = _wanted()
    seed = wanted.seed or str(secrets.randbits(32))
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    again = f"make sim SEED={seed} MATCHES={wanted.matches}"
    print(f"seed {seed}, commit {commit or 'unknown'}: replay with {again}", flush=True)
    whole, broken = Year(), []
    with ProcessPoolExecutor(wanted.workers) as pool:
        houses = _houses(pool, seed, wanted.matches)
        for house in as_completed(houses):
            first, count = houses[house]
            try:
                year = house.result()
            except Exception as error:  # noqa: BLE001  every house is told of, whatever ends it
                broken.append(f"matches {first} to {first + count - 1}: {error}")
                print(f"{broken[-1]}\nreplay with {again} FIRST={first}", flush=True)
                continue
            _adds(whole, year)
            print(f"matches {first} to {first + count - 1}: {year.seconds:.0f} s", flush=True)
    _tells(whole)
    rare = [verb for verb in VERBS if whole.done[verb] < TIMES_LEAST]
    if rare and wanted.matches >= MATCHES and wanted.first is None:
        broken.append(f"done fewer than {TIMES_LEAST} times: {', '.join(rare)}")
        print(broken[-1])
    print(f"{'broken' if broken else 'all is well'}; seed {seed}, commit {commit}: {again}")
    return bool(broken)


def _wanted() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="", help="replay this one")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first", type=int, help="only the house whose first match this is")
    parser.add_argument("--workers", type=int, default=WORKERS)
    return parser.parse_args()


def _houses(
    pool: ProcessPoolExecutor, seed: str, matches: int
) -> dict[Future[Year], tuple[int, int]]:
    first = _wanted().first
    begins = range(0, matches, HOUSE_MATCHES) if first is None else [first]
    shares = [(at, min(HOUSE_MATCHES, matches - at)) for at in begins]
    return {pool.submit(played, seed, count, at): (at, count) for at, count in shares}


def _adds(whole: Year, year: Year) -> None:
    whole.matches += year.matches
    whole.unreached += year.unreached
    for name in ("done", "said", "counts"):
        total: Counter[str] = getattr(whole, name)
        total.update(getattr(year, name))


def _tells(whole: Year) -> None:
    print(f"\n{whole.matches} matches\n\ncommand          done  said")
    for verb in VERBS:
        print(f"{verb:<15} {whole.done[verb]:>5} {whole.said[verb]:>5}")
    for line in whole.unreached:
        print(f"defaulted, and no mail had asked: {line}")
    print()
    for name, count in sorted(whole.counts.items()):
        print(f"{count:>9} {name}")


if __name__ == "__main__":
    sys.exit(main())
