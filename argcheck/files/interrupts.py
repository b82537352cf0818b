"""Interrupts where several processes work: one of them says how the run ends, the others say nothing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

_CAN_WAIT = hasattr(signal, "pthread_sigmask")  #: not on Windows


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hold interrupts back, here and in the processes that are started meanwhile, where the system can."""
    if not _CAN_WAIT:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_on_interrupt() -> None:
    """Let this process end without a word when it is interrupted, or was while it started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _CAN_WAIT:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
