"""The program that reads papers for `argcheck.audit.child.Child`, whose module has the protocol."""

from __future__ import annotations

import math
import os
import pickle
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from argcheck.audit.child import FULL, PATIENCE, line_of, read_message, write_message
from argcheck.audit.rows import rows_of

_MEGABYTE = 1_000_000
_GRACE = 60  # seconds after the limit of wall time, in which the parent ends the process


def _limit_memory(memory: int) -> None:
    """Limit the address space to ``memory`` MB, or to a lower existing limit; 0 for no limit."""
    if not memory or sys.platform != "linux":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory * _MEGABYTE
    wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))


def _limit_time(seconds: int) -> None:
    """Limit the CPU time from now on, which depends less on other processes than wall time."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = math.ceil(time.process_time()) + seconds
    resource.setrlimit(
        resource.RLIMIT_CPU, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most)
    )
    # wall time; ends this process if the parent was killed
    signal.alarm(PATIENCE * seconds + _GRACE)


def main() -> int:
    """Answer requests until there are no more; return 0."""
    _limit_memory(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of a library must not mix with answers
    while (request := read_message(sys.stdin.buffer)) is not None:
        paper, options = pickle.loads(request)  # noqa: S301 - from our own parent
        _limit_time(options.seconds)
        try:
            line = line_of(rows_of(paper, options))
        except MemoryError:
            del request, paper
            write_message(answers, FULL)
            return 0
        del request, paper
        write_message(answers, line)
    with suppress(OSError):  # if the parent was killed, it cannot remove the folder
        Path(tempfile.gettempdir()).rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
