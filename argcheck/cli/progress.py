"""How far a command is: a bar on a terminal from the second second on, erased at the end, and nothing anywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from argcheck.cli.console import obeys_escapes

_DELAY = 2.0  #: seconds before anything is shown, and the package for it imported
_EVERY = 0.1  #: seconds between two pictures
_WIDTH = 80
_COUNTED = "{desc} {n_fmt} of {total_fmt} |{bar:20}| {elapsed}"
_UNCOUNTED = "{desc} {elapsed}"


class ProgressBar:
    """Shows what it was told last, in a thread of its own, so that one long step is seen to take time as well."""

    def __init__(
        self, *, quiet: bool = False, asked: Callable[[], tuple[str, int, int]] | None = None
    ) -> None:
        """Wait to be entered, or started.

        :param quiet: show nothing.
        :param asked: tells what is being done, how much of it is done, and of how much (0: nobody knows), where nobody
            calls the bar.
        """
        self._told = ("reading", 0, 0)
        self._asked = asked
        self._ended = Event()
        self._thread: Thread | None = None
        self._shows = not quiet and obeys_escapes(sys.stderr)

    def __call__(self, doing: str, done: int = 0, of: int = 0) -> None:
        """Tell how far it is."""
        self._told = (doing, done, of)

    def __enter__(self) -> Self:
        """Begin to count the seconds."""
        self.start()
        return self

    def start(self) -> None:
        """Begin to count the seconds, where nobody has."""
        if self._shows and self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def __exit__(self, *_: object) -> None:
        """Take the bar away."""
        self.stop()

    def stop(self) -> None:
        """Take the bar away; it does not come again."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        if self._ended.wait(_DELAY):
            return
        from tqdm import tqdm

        # A terminal that does not know its size says 0, in which tqdm would draw nothing.
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
