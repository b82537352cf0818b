"""The progress bar of a command: on a terminal only, after two seconds, and erased at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from argcheck.cli.console import obeys_escapes

_DELAY = 2.0  #: seconds before the bar is shown, and its package imported
_EVERY = 0.1  #: seconds between two updates
_WIDTH = 80
_COUNTED = "{desc} {n_fmt} of {total_fmt} |{bar:20}| {elapsed}"
_UNCOUNTED = "{desc} {elapsed}"


class ProgressBar:
    """Shows the latest progress from its own thread, so that time also passes during a long step."""

    def __init__(
        self, *, quiet: bool = False, asked: Callable[[], tuple[str, int, int]] | None = None
    ) -> None:
        """Prepare the bar; it is shown after it is entered or started.

        :param quiet: show nothing.
        :param asked: returns the step, the number done, and the total (0 if unknown), instead of calls of the bar.
        """
        self._told = ("reading", 0, 0)
        self._asked = asked
        self._ended = Event()
        self._thread: Thread | None = None
        self._shows = not quiet and obeys_escapes(sys.stderr)

    def __call__(self, doing: str, done: int = 0, of: int = 0) -> None:
        """Set the step, the number done, and the total (0 if unknown)."""
        self._told = (doing, done, of)

    def __enter__(self) -> Self:
        """Start the bar."""
        self.start()
        return self

    def start(self) -> None:
        """Start the delay of the bar, unless it has been started."""
        if self._shows and self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        """Erase the bar."""
        self.stop()

    def stop(self) -> None:
        """Erase the bar for good."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._ended.wait(_DELAY):
            return
        from tqdm import tqdm

        # some terminals report a width of 0, in which tqdm would draw nothing
        width = os.get_terminal_size(sys.stderr.fileno()).columns or _WIDTH
        bar = tqdm(
            file=sys.stderr, leave=False, ncols=width - 1, nrows=2, bar_format=_UNCOUNTED, desc=self._told[0]
        )
        bar.start_t -= _DELAY
        while not self._ended.wait(_EVERY):
            doing, bar.n, of = self._asked() if self._asked else self._told
            bar.total = of or None
            bar.bar_format = _COUNTED if of else _UNCOUNTED
            bar.set_description_str(doing)  # draws it
        bar.close()
