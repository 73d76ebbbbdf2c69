"""Ctrl-C and SIGTERM: the same polite end, and only one of it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Somebody asked us to stop."""


@contextmanager
def stopping() -> Iterator[None]:
    """Inside, a signal raises Stopped once; those that follow do not disturb the clearing up."""

    def stop(number: int, _frame: object) -> None:
        for one in SIGNALS:
            signal.signal(one, signal.SIG_IGN)
        raise Stopped(number)

    # Who runs us under nohup wants us to outlive the terminal.
    heard = [
        one for one in SIGNALS if one != signal.SIGHUP or signal.getsignal(one) != signal.SIG_IGN
    ]
    before = {number: signal.signal(number, stop) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
