"""How every bench shows a figure: one line, with its goal."""

from __future__ import annotations


def show(name: str, value: float, unit: str = "", *, goal: str = "") -> None:
    print(f"{name:<58} {value:>10.2f} {unit:<8} {goal}", flush=True)
