"""Interrupts of several processes: only the main one reports the end of the run, the others end silently."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

_CAN_WAIT = hasattr(signal, "pthread_sigmask")  #: not on Windows


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Block interrupts in the context, here and in processes started meanwhile; no effect on Windows."""
    if not _CAN_WAIT:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_on_interrupt() -> None:
    """Let this process end silently when it is interrupted, or if it was while it started."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if _CAN_WAIT:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
