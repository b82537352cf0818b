"""A process of its own that reads papers: one that eats memory or time, or kills it, is a row and not the end.

The other end of `Child` is `argcheck.audit.child_program`. A request is a pickled paper with its options, an answer the
rows as one line of JSON, each behind its length in eight bytes. A process that ran out of memory answers nothing more
than `FULL`.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from typing import IO, TYPE_CHECKING

from argcheck.audit.columns import CRASHED, OVER_LIMIT, Rows, only_status
from argcheck.audit.work_folder import WorkFolder

if TYPE_CHECKING:
    from argcheck.audit.papers import AuditOptions, Paper

_PAPERS = 500  # then a new process: what one leaves behind in memory is not there for ever
PATIENCE = 10  #: times its limit of CPU time that a paper may take by the clock, on a machine that does other work besides
FULL = b"full"  #: what a process answers whose memory is


def line_of(rows: Rows) -> bytes:
    """Return rows as one line: what children answer and journals hold."""
    text = json.dumps(rows, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return text.encode("utf-8", "replace")  # names of files may hold half characters, and tables hold texts


class Child:
    """Reads one paper after another in another process."""

    def __init__(self, options: AuditOptions) -> None:
        self.options = options
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: WorkFolder | None = None
        self._papers = 0
        self._paper: Paper | None = None
        self._ended = False  # whether a process has ended over this paper
        self._deadline = 0.0

    def send(self, paper: Paper) -> None:
        """Give it a paper; `receive` gives its line."""
        self._paper, self._ended = paper, False
        if self._papers >= _PAPERS:
            self.close()
        self._ask()

    def _ask(self) -> None:
        if self._process is None:
            # -P: what lies in the present folder may be papers, and no module of ours
            command = [sys.executable, "-P", "-m", "argcheck.audit.child_program", str(self.options.memory)]
            # what a process that is killed leaves behind goes with its folder
            self._folder = WorkFolder()
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "TMPDIR": self._folder.name},
            )
        self._papers += 1
        self._deadline = time.monotonic() + self.options.seconds * PATIENCE
        assert self._process.stdin
        try:
            write_message(self._process.stdin, pickle.dumps((self._paper, self.options)))
        except OSError:
            self._process.wait()  # it ended before it read all; `receive` says so

    def fileno(self) -> int:
        """What can be waited for until there is an answer."""
        assert self._process
        assert self._process.stdout
        return self._process.stdout.fileno()

    def left(self) -> float:
        """Seconds that the paper has."""
        return max(0.0, self._deadline - time.monotonic())

    def receive(self, *, ready: bool) -> bytes | None:
        """Return the line of the paper, once there is an answer or its time is up.

        :param ready: whether there is something to read.
        :returns: None where the paper is read once more, in a new process: the memory was full of what others left
            behind, or the process ended, which a paper that ends it does again.
        """
        assert self._process
        assert self._process.stdout
        slow = f"it takes more than {self.options.seconds} s"
        if not ready:
            self.close()
            return self._refused(OVER_LIMIT, slow)
        line = read_message(self._process.stdout)
        if line is None:
            code = self._process.wait()
            self.close()
            if code == -signal.SIGXCPU:
                return self._refused(OVER_LIMIT, slow)
            if self._ended:
                how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
                return self._refused(CRASHED, f"the process that read it ended with {how}")
            self._ended = True
        elif line != FULL:
            return line
        else:
            alone = self._papers == 1
            self.close()
            if alone:
                return self._refused(OVER_LIMIT, f"it needs more than {self.options.memory} MB of memory")
        self._ask()
        return None

    def _refused(self, status: str, detail: str) -> bytes:
        assert self._paper
        return line_of(only_status(self._paper.id, status, detail))

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None
        if self._folder:
            self._folder.close()
            self._folder = None
        self._papers = 0


def write_message(stream: IO[bytes], data: bytes) -> None:
    """Write a request or an answer behind its length.

    :raises OSError: the other end is gone.
    """
    stream.write(len(data).to_bytes(8, "big"))
    stream.write(data)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes | None:
    """Read a request or an answer; None where the other end is gone."""
    size = stream.read(8)
    data = stream.read(int.from_bytes(size, "big"))
    return data if len(size) == 8 and len(data) == int.from_bytes(size, "big") else None
