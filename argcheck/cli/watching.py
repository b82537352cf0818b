"""``--watch`` of ``argcheck check`` and ``report``: repeats a command after each relevant change, until ^C."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import NoReturn

from argcheck.cli.common import harmless
from argcheck.cli.console import emit, obeys_escapes
from argcheck.cli.outcome import EXIT_USAGE, CommandOutcome
from argcheck.errors import ArgcheckError

_PAUSE = 0.5  #: seconds between two checks of the files
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def watch(check: Callable[[], CommandOutcome]) -> CommandOutcome:
    """Print the outcome of ``check`` now and after each change, if it differs; only an interrupt ends it.

    :raises ArgcheckError: the first check raised it.
    """
    before: tuple[str | bytes, str] | None = None
    while True:
        start = time.monotonic()
        try:
            outcome = check()
        except ArgcheckError as error:  # the configuration may be in the middle of an edit
            if before is None:
                raise
            outcome = CommandOutcome(err=harmless(f"argcheck: error: {error}\n"), code=EXIT_USAGE)
        now = (outcome.out, outcome.err)
        if now != before:
            _show(outcome)
            before = now
        _wait_for_change(outcome, 2 * (time.monotonic() - start))


def show_until_interrupted(outcome: CommandOutcome) -> NoReturn:
    """Print an outcome, and wait until an interrupt."""
    _show(outcome, "")
    while True:
        time.sleep(_PAUSE)


def _show(outcome: CommandOutcome, doing: str = "watching for changes, ") -> None:
    out = outcome.out if isinstance(outcome.out, bytes) else outcome.out.encode("utf-8", "backslashreplace")
    clear = _CLEAR if obeys_escapes(sys.stdout) else ""
    messages = f"{outcome.err}{time.strftime('%H:%M:%S')} {doing}^C ends\n"
    emit(clear.encode() + out, messages.encode("utf-8", "backslashreplace"), outcome.code)


def _wait_for_change(outcome: CommandOutcome, least: float) -> None:
    """Wait for a change; if that is unknown, for ``least`` seconds, so that argcheck is idle most of the time."""
    from argcheck.files.manifest import verify

    depends = outcome.manifest.to_data() if outcome.manifest else None
    time.sleep(_PAUSE if depends and verify(depends) else max(_PAUSE, least))
    while depends and verify(depends):
        time.sleep(_PAUSE)
