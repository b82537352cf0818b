"""The program that reads papers for `argcheck.audit.child.Child`, which says how the two speak."""

from __future__ import annotations

import os
import pickle
import signal
import sys

from argcheck.audit.child import FULL, line_of, read_message, write_message
from argcheck.audit.rows import rows_of

_MEGABYTE = 1_000_000
_GRACE = 60  # seconds that the parent has to end a process whose paper takes too long


def _limit(memory: int) -> None:
    """Limit the address space, in MB; where a lower limit holds for all of this shell, that one stays."""
    if not memory or sys.platform != "linux":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory * _MEGABYTE
    wanted = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, wanted))


def main() -> int:
    """Answer requests until there are no more."""
    _limit(int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a part prints stands between answers
    while (request := read_message(sys.stdin.buffer)) is not None:
        paper, options = pickle.loads(request)  # noqa: S301 - from our own parent
        if hasattr(signal, "alarm"):  # ends this process where the parent was killed and cannot
            signal.alarm(options.seconds + _GRACE)
        try:
            line = line_of(rows_of(paper, options))
        except MemoryError:
            del request, paper
            write_message(answers, FULL)
            return 0
        del request, paper
        write_message(answers, line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
