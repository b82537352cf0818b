"""The program that reads papers for `argcheck.audit.child.Child`, which says how the two speak."""

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
_GRACE = 60  # seconds that the parent has to end a process whose paper takes too long


def _limit_memory(memory: int) -> None:
    """Limit the address space, in MB; where a lower limit holds for all of this shell, that one stays."""
    if not memory or sys.platform != "linux":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory * _MEGABYTE
    wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))


def _limit_time(seconds: int) -> None:
    """Limit the CPU time from now on: the same papers are over it whatever else a machine does."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = math.ceil(time.process_time()) + seconds
    resource.setrlimit(
        resource.RLIMIT_CPU, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most)
    )
    # by the clock; ends this process where the parent was killed and cannot
    signal.alarm(PATIENCE * seconds + _GRACE)


def main() -> int:
    """Answer requests until there are no more."""
    _limit_memory(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a part prints stands between answers
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
    with suppress(OSError):  # if the parent was killed, nobody else takes the folder away
        Path(tempfile.gettempdir()).rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
