"""Child processes that read papers, so that a paper that exceeds memory or time, or kills its process, is only a row.

The other end of `Child` is `argcheck.audit.child_program`.  A request is a pickled paper with its options, an answer
the rows as one line of JSON; each follows its length in eight bytes.  A process without memory answers only `FULL`.
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

_PAPERS = 500  # papers of one process, as leaked memory adds up
PATIENCE = 10  #: ratio of the limit of wall time to that of CPU time, for a busy machine
FULL = b"full"  #: the answer of a process without memory


def line_of(rows: Rows) -> bytes:
    """Return rows as one line of JSON, for answers and journals."""
    text = json.dumps(rows, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return text.encode("utf-8", "replace")  # file names may have lone surrogates


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
        """Send a paper; `receive` returns its line."""
        self._paper, self._ended = paper, False
        if self._papers >= _PAPERS:
            self.close()
        self._ask()

    def _ask(self) -> None:
        if self._process is None:
            # -P: files of the current folder must not shadow modules
            command = [sys.executable, "-P", "-m", "argcheck.audit.child_program", str(self.options.memory)]
            # removing the folder also removes the files of a killed process
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
            self._process.wait()  # it ended early; `receive` handles that

    def fileno(self) -> int:
        """Return the file descriptor to wait on for an answer."""
        assert self._process
        assert self._process.stdout
        return self._process.stdout.fileno()

    def left(self) -> float:
        """Return the remaining seconds of the paper, at least 0."""
        return max(0.0, self._deadline - time.monotonic())

    def receive(self, *, ready: bool) -> bytes | None:
        """Return the line of the paper, when there is an answer or its time is up.

        :param ready: whether there is something to read; else the time is up.
        :returns: None if a new process reads the paper again: earlier papers may have filled the memory, or ended the
            process.
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
    """Write a request or an answer, after its length.

    :raises OSError: the other end is closed.
    """
    stream.write(len(data).to_bytes(8, "big"))
    stream.write(data)
    stream.flush()


def read_message(stream: IO[bytes]) -> bytes | None:
    """Return the next request or answer; None if the other end is closed."""
    size = stream.read(8)
    data = stream.read(int.from_bytes(size, "big"))
    return data if len(size) == 8 and len(data) == int.from_bytes(size, "big") else None
