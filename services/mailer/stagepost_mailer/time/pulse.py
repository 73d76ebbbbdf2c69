"""A thread that says every second that this worker is alive and what it has in hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

PULSE_SECONDS = 1.0


class Pulse:
    """Beats while a job runs, also while its event loop is busy; a killed worker beats no more."""

    def __init__(self) -> None:
        self._beat: Callable[[], object] | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    @contextmanager
    def during(self, beat: Callable[[], object]) -> Iterator[None]:
        """Inside, `beat` is called every second, by another thread."""
        self._beat = beat
        try:
            yield
        finally:
            self._beat = None

    def _run(self) -> None:
        while not self._ended.wait(PULSE_SECONDS):
            beat = self._beat
            if beat is None:
                continue
            try:
                beat()
            # The server is away: what is in hand may be found by others meanwhile, and is fenced.
            except Exception as error:  # noqa: BLE001
                structlog.get_logger().warning("no pulse", error=repr(error))
