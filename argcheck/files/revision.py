"""Write the files of a commit to a folder: git is asked for names and contents, and runs nothing of the repository."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.git_program import run_git
from argcheck.files.manifest import PICTURES, TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.opening import Limits

_LINK, _FILES = "120000", ("100644", "100755", "100664", "120000")
_SHORT = 10  #: digits of a hash for people


class Revision(NamedTuple):
    """A commit of the repository whose work tree is ``root``."""

    root: Path
    name: str  #: as the user gave it
    commit: str  #: its hash

    @property
    def label(self) -> str:
        """The revision in messages: the name, with a short hash if the name is not one."""
        short = self.commit[:_SHORT]
        return self.name if self.commit.startswith(self.name) else f"{self.name} ({short})"


class _Blob(NamedTuple):
    """One file of a commit."""

    path: str
    mode: str
    hash: str
    size: int


def find_revision(root: Path, name: str) -> Revision:
    """Return the commit at which the history of HEAD diverged from ``name``.

    That is their merge base: ``name`` itself if HEAD descends from it, and also if no common ancestor is known, as in
    a shallow clone.

    :raises UsageError: no repository, no git, or no such commit.
    """
    if not (root / ".git").exists():
        raise UsageError(f"--diff-base: {root} is no git repository")
    # --quiet: git fails silently for an unknown name, and reports any other failure
    words = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    commit = _git(root, *words, fails="in silence")
    if not commit:
        raise UsageError(
            f"--diff-base: there is no commit '{name}'; a shallow clone may lack it (fetch-depth: 0 brings all)"
        )
    own = commit.decode().strip()
    ancestor = _git(root, "merge-base", own, "HEAD", fails="anyhow").decode().split()
    return Revision(root, name, ancestor[0] if ancestor else own)


def export(revision: Revision, folder: Path, limits: Limits) -> None:
    """Write the files of a commit to ``folder``; pictures and files over the limits are left empty.

    Files in submodules are not written, and nothing is written through a link.

    :raises UsageError: git fails, or lacks a LaTeX file or a bibliography.
    """
    folder = Path(os.path.realpath(folder))
    blobs = [blob for blob in _blobs(revision) if _is_inside(blob.path)]
    left = limits.max_total_size
    full = []
    for blob in blobs:
        if blob.size <= min(left, limits.max_file_size) and not blob.path.lower().endswith(PICTURES):
            left -= blob.size
            full.append(blob)
    contents = dict(zip((blob.path for blob in full), _contents(revision, full), strict=True))
    lacking = sum(
        content is None and path.endswith((*TEX_SUFFIXES, ".bib")) for path, content in contents.items()
    )
    if lacking:
        files = "1 file" if lacking == 1 else f"{lacking} files"
        raise UsageError(
            f"--diff-base: this clone lacks {files} of {revision.label}: it is partial or damaged"
            " (a clone without --filter has all)"
        )
    for blob in sorted(blobs, key=lambda blob: blob.mode == _LINK):  # files first, before there are links
        path = folder / blob.path
        if blob.mode == _LINK and not leads_into(path.parent, folder):
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if blob.mode == _LINK:
                path.symlink_to(os.fsdecode(contents.get(blob.path) or b"."))
            else:
                path.write_bytes(contents.get(blob.path) or b"")
        except OSError:  # a name that this disk does not allow: skip the file
            continue


def leads_into(path: Path, folder: Path) -> bool:
    """Whether a path, with links resolved, is in ``folder``, which must be a real path."""
    return Path(os.path.realpath(path)).is_relative_to(folder)


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and path[0] != "/" and not {"..", ".git"} & {part.lower() for part in parts}


def _blobs(revision: Revision) -> Iterator[_Blob]:
    listed = _git(revision.root, "ls-tree", "-r", "-z", "-l", "--full-tree", revision.commit)
    for record in listed.split(b"\0")[:-1]:
        about, _, path = record.partition(b"\t")
        mode, _, name, size = about.decode().split()
        if mode in _FILES:
            yield _Blob(os.fsdecode(path), mode, name, int(size) if size.isdecimal() else 0)


def _contents(revision: Revision, blobs: list[_Blob]) -> Iterator[bytes | None]:
    """Yield the content of each blob; None if the clone lacks it."""
    asked = "".join(f"{blob.hash}\n" for blob in blobs).encode()
    output, position = _git(revision.root, "cat-file", "--batch", asked=asked), 0
    for _ in blobs:
        head, _, _ = output[position : position + 200].partition(b"\n")
        position += len(head) + 1
        if head.endswith(b" missing"):
            yield None
            continue
        size = int(head.split()[-1])
        yield output[position : position + size]
        position += size + 1


def _git(root: Path, *words: str, asked: bytes = b"", fails: str = "") -> bytes:
    """Return the output of git; empty if it fails and may fail.

    :param fails: how it may fail: ``anyhow``, ``in silence`` (without a message), or empty for never.
    :raises UsageError: it is not installed, or fails.
    """
    try:
        done = run_git(root, *words, asked=asked)
    except OSError as error:
        raise UsageError(f"--diff-base needs git: {error.strerror}") from None
    may = fails == "anyhow" or (fails == "in silence" and not done.stderr.strip())
    if done.returncode and not may:
        raise UsageError(f"--diff-base: git {words[0]}: {done.stderr.decode('utf-8', 'replace').strip()}")
    return b"" if done.returncode else done.stdout
