"""When files were changed last, by the history of git.

What a clone lacks is not known, and nothing is where git is not installed or takes long.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from argcheck.files.git_program import run_git
from argcheck.files.opening import InputError, Limits, regular_bytes

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_UNKNOWN = (OSError, InputError, ValueError, IndexError, subprocess.SubprocessError)  # where git cannot tell
_LONGEST = 10  #: seconds for a question to git, which takes some milliseconds


class History:
    """The commits that led to one.

    :param root: the work tree, whose folder ``.git`` lies in it.
    :param head: the name of the commit.
    :param opened: files that are open in an editor: what is on the disk counts, not what is typed.
    """

    def __init__(self, root: str, head: str, opened: Container[str] = ()) -> None:
        self.head = head
        self.opened = opened
        self._root = root
        self._allowed = (os.path.join(os.path.realpath(root), ""),)  # noqa: PTH118

    def changed(self, paths: Sequence[str]) -> float:
        """Return when the last of some files got its content, in seconds: without end if that is in no commit yet, 0 if nothing is known."""
        try:
            if len(self._as_in(self.head, paths)) < len(paths):
                return float("inf")
            return float(self._last("--timestamp", self.head, "--", *paths)[0])
        except _UNKNOWN:
            return 0

    def left(self, paths: Sequence[str], others: Sequence[str], seconds: int) -> frozenset[str]:
        """Return those of some files that are as they were so long before the last commit that changed one of ``others``."""
        try:
            changed = int(self._last("--timestamp", self.head, "--", *others)[0])
            before = self._last(f"--min-age={changed - seconds}", self.head)
            return self._as_in(before[0].decode(), paths) if before else frozenset()
        except _UNKNOWN:
            return frozenset()

    def _last(self, *words: str) -> list[bytes]:
        return self._ask("rev-list", "--max-count=1", *words).split()

    def _as_in(self, commit: str, paths: Sequence[str]) -> frozenset[str]:
        """Return the files that are what a commit has of them."""
        listed = self._ask("ls-tree", "-z", "--full-tree", commit, "--", *paths)
        committed = dict(record.split(b"\t")[::-1] for record in listed.split(b"\0")[:-1])
        return frozenset(
            path for path in paths if self._is_committed(path, committed.get(os.fsencode(path), b""))
        )

    def _ask(self, *words: str) -> bytes:
        done = run_git(self._root, *words, timeout=_LONGEST)
        done.check_returncode()
        return done.stdout

    def _is_committed(self, path: str, entry: bytes) -> bool:
        """Whether a file is what git has of it, whatever ends its lines."""
        import hashlib

        limits = Limits()
        name = os.path.join(self._root, path)  # noqa: PTH118 - `Path` cannot name every file
        content = regular_bytes(name, self._allowed, limits.max_file_size, limits)
        make = hashlib.sha256 if len(self.head) == 2 * hashlib.sha256().digest_size else hashlib.sha1
        texts = (content, content.replace(b"\r\n", b"\n"))
        hashes = {make(b"blob %d\0" % len(text) + text).hexdigest() for text in texts}
        return entry.decode().rpartition(" ")[2] in hashes
