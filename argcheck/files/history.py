"""When files were last changed, by the history of git.

The answers are "unknown" if a shallow clone lacks commits, or if git is not installed or slow.
"""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from argcheck.files.git_program import run_git
from argcheck.files.opening import InputError, Limits, regular_bytes

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_UNKNOWN = (OSError, InputError, ValueError, IndexError, subprocess.SubprocessError)  # git cannot tell
_MOVES = 5  # commits in a row that are followed back through renamed files and folders
_LONGEST = 10  #: most seconds for a question to git, which usually takes milliseconds


class History:
    """The commits that led to ``head``.

    :param root: the work tree, which contains the folder ``.git``.
    :param head: the hash of the commit.
    :param opened: files that are open in an editor; their state on the disk counts, not that in the editor.
    """

    def __init__(self, root: str, head: str, opened: Container[str] = ()) -> None:
        self.head = head
        self.opened = opened
        self._root = root
        self._trees: dict[str, dict[bytes, str]] = {}  # those that were asked for whole, by commit
        self._allowed = (os.path.join(os.path.realpath(root), ""),)  # noqa: PTH118

    def changed(self, paths: Sequence[str]) -> float:
        """Return the time of the last commit that changed ``paths``, in seconds; inf if one is newer, 0 if unknown.

        One that only gave them other names changed nothing.
        """
        try:
            committed = self._tree(self.head)
            if any(committed.get(os.fsencode(path)) not in self._hashes(path) for path in paths):
                return float("inf")
            commit, names = self.head, [os.fsencode(path) for path in paths]
            for _ in range(_MOVES):
                time, last = self._last("--timestamp", commit, "--", *map(os.fsdecode, names))
                commit = last.decode()
                moved = self._names_before(commit, names)
                if not moved:
                    break
                commit, names = f"{commit}^", moved
            return float(time)
        except _UNKNOWN:
            return 0

    def _names_before(self, commit: str, names: Sequence[bytes]) -> list[bytes]:
        """Return the names that files had before a commit, if it only renamed some of them; else none."""
        try:
            there = self._trees.get(f"{commit}^") or self._listed(
                f"{commit}^", "--", *map(os.fsdecode, names)
            )
        except subprocess.CalledProcessError:  # the first commit
            return []
        if all(name in there for name in names):
            return []
        now, then = self._tree(commit), self._tree(f"{commit}^")
        gone = {hashed: name for name, hashed in then.items() if name not in now}
        known = [
            name if then.get(name) == now.get(name) else gone.get(now.get(name, ""), b"") for name in names
        ]
        return known if all(known) and known != list(names) else []

    def left(self, paths: Sequence[str], others: Sequence[str], seconds: int) -> frozenset[str]:
        """Return those of ``paths`` that are unchanged since ``seconds`` before the last commit that changed others.

        None are if others have only been moved since then.
        """
        try:
            changed, last = self._last("--timestamp", self.head, "--", *others)
            # what came behind the last one is not before it, whatever a clock said
            then = self._last(f"--min-age={int(changed) - seconds}", last.decode())[0].decode()
            known, now = self._tree(then), self._tree(self.head)
            gone = {hashed for name, hashed in known.items() if name not in now}
            hashes = {path: self._hashes(path) for path in paths}
        except _UNKNOWN:
            return frozenset()
        if set(known.values()).issuperset(now.get(os.fsencode(path), "") for path in others):
            return frozenset()
        return frozenset(
            path
            for path, names in hashes.items()
            if known.get(os.fsencode(path)) in names
            or (os.fsencode(path) not in known and not gone.isdisjoint(names))
        )

    def _last(self, *words: str) -> list[bytes]:
        return self._ask("rev-list", "--max-count=1", *words).split()

    def _tree(self, commit: str) -> dict[bytes, str]:
        """Return the hashes of the files of a commit by their paths."""
        if commit not in self._trees:
            self._trees[commit] = self._listed(commit)
        return self._trees[commit]

    def _listed(self, commit: str, *words: str) -> dict[bytes, str]:
        """Return what `_tree` returns, of the files that the words name."""
        listed = self._ask("ls-tree", "-r", "-z", "--full-tree", commit, *words)
        records = (record.partition(b"\t") for record in listed.split(b"\0")[:-1])
        return {path: entry.decode().rpartition(" ")[2] for entry, _, path in records}

    def _ask(self, *words: str) -> bytes:
        done = run_git(self._root, *words, timeout=_LONGEST)
        done.check_returncode()
        return done.stdout

    def _hashes(self, path: str) -> set[str]:
        """Return what git calls the content of a file, as it is and with line ends LF."""
        import hashlib

        limits = Limits()
        name = os.path.join(self._root, path)  # noqa: PTH118 - `Path` cannot name every file
        content = regular_bytes(name, self._allowed, limits.max_file_size, limits)
        make = hashlib.sha256 if len(self.head) == 2 * hashlib.sha256().digest_size else hashlib.sha1
        texts = (content, content.replace(b"\r\n", b"\n"))
        return {make(b"blob %d\0" % len(text) + text).hexdigest() for text in texts}
