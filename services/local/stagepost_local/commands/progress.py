"""A bar on long work, where somebody looks at a terminal, and nothing where a machine reads."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Advance = Callable[[int], None]


@contextmanager
def progress(title: str, total: int, *, quiet: bool = False) -> Iterator[Advance]:
    """Give what is told of each piece that is done.

    The bar is on the error stream, and only while neither stream goes to a file or a pipe.
    """
    if quiet or not (sys.stderr.isatty() and sys.stdout.isatty()):
        yield lambda _: None
        return
    with click.progressbar(length=total, label=title, file=sys.stderr, show_pos=True) as bar:
        yield bar.update
