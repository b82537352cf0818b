"""The journal of an audit: a line of rows for each paper, one file for each shard, and the manifest.

When an audit continues after a kill, an incomplete last line is cut off, and its paper is read again.
"""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from typing import IO, TYPE_CHECKING, Any

from argcheck.audit.columns import VERSION
from argcheck.errors import UsageError
from argcheck.files.writing import append, is_ours, replace_file, writing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MANIFEST = "manifest.json"  #: marks a folder with the tables of an audit
_JOURNAL = "journal"


def shard_of(paper: str, shards: int) -> int:
    """Return the number of the shard of a paper, 0 to ``shards`` - 1; the same on every machine."""
    return (
        int.from_bytes(blake2b(paper.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        % shards
    )


def require_finished(out: Path) -> None:
    """Check that a folder has all tables of an audit.

    :raises UsageError: the audit is not finished, of another version, or not there.
    """
    try:
        manifest = json.loads((out / MANIFEST).read_text("utf-8"))
        finished, version = manifest["complete"], manifest["version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(f"{out}: there is no finished audit") from None
    if not finished:
        raise UsageError(f"{out}: the audit is not finished; the call that began it goes on with it")
    if version != VERSION:
        raise UsageError(f"{out}: the tables are of version {version}, and this argcheck reads {VERSION}")


class Journal:
    """The journal in a folder, which one process at a time can open."""

    def __init__(self, out: Path, manifest: Mapping[str, Any]) -> None:
        """Begin an audit in ``out``, or continue the one there.

        :raises UsageError: ``out`` has another audit, another process has it open, or it cannot be written.
        """
        self.out = out
        self.manifest = dict(manifest)
        self.shards: int = manifest["shards"]
        self.done: set[str] = set()
        self._files: dict[int, IO[bytes]] = {}
        try:
            (out / _JOURNAL).mkdir(parents=True, exist_ok=True)
            self._lock = (out / _JOURNAL / "lock").open("wb")
        except OSError as error:
            raise UsageError(f"{out}: cannot be written: {error.strerror or error}") from error
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self) -> None:
        if not is_ours(self._lock):
            raise UsageError(f"{self.out}: another audit is writing there")
        known = self._read_manifest()
        if known is None:
            self._write_manifest(complete=False)
        self.complete = bool(known and known["complete"])
        for shard in range(self.shards):
            self.done.update(paper for paper, _ in self._whole_lines(shard))
        if self.complete:
            self._drop_lines()

    def _read_manifest(self) -> dict[str, Any] | None:
        path = self.out / MANIFEST
        if not path.exists():
            return None
        try:
            known: dict[str, Any] = json.loads(path.read_text("utf-8"))
            other = [name for name, value in self.manifest.items() if known.get(name) != value]
            known["complete"]
        except OSError as error:
            raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path}: the manifest is damaged ({error!r}); name another --out") from None
        if other:
            what = ", ".join(f"{name} {known.get(name)!r}, now {self.manifest[name]!r}" for name in other)
            raise UsageError(f"{path}: this is another audit ({what}); name another --out")
        return known

    def _write_manifest(self, **more: Any) -> None:
        text = json.dumps({**self.manifest, **more}, indent=2, sort_keys=True) + "\n"
        with writing(self.out / MANIFEST):
            replace_file(self.out / MANIFEST, text.encode())

    def _path(self, shard: int) -> Path:
        return self.out / _JOURNAL / f"{shard:05}.jsonl"

    def _whole_lines(self, shard: int) -> list[tuple[str, int]]:
        """Return paper and offset of each whole line of a shard, and cut off an incomplete last one.

        :raises UsageError: a whole line is damaged, or the file cannot be cut off.
        """
        path = self._path(shard)
        if not path.exists():
            return []
        lines, end = [], 0
        with writing(path), path.open("r+b") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break
                try:
                    lines.append((_paper_of(line), end))
                except (ValueError, KeyError, IndexError, TypeError):
                    raise UsageError(
                        f"{path}:{number}: this line is damaged; take it out, and its paper is read again"
                    ) from None
                end += len(line)
            file.truncate(end)
        return lines

    def add(self, line: bytes) -> str:
        """Write the rows of a paper, and return its id.

        :raises UsageError: the file cannot be written.
        """
        paper = _paper_of(line)
        shard = shard_of(paper, self.shards)
        with writing(self._path(shard)):
            if shard not in self._files:
                self._files[shard] = self._path(shard).open("ab", buffering=0)
            append(self._files[shard], line + b"\n")
        self.done.add(paper)
        return paper

    def rows(self, shard: int) -> Iterator[dict[str, list[dict[str, Any]]]]:
        """Yield the rows of each paper of a shard, sorted by id."""
        lines = dict(self._whole_lines(shard))
        if not lines:
            return
        with self._path(shard).open("rb") as file:
            for paper in sorted(lines):
                file.seek(lines[paper])
                yield json.loads(file.readline())

    def finish(self, **more: Any) -> None:
        """Mark the audit as finished in the manifest, with ``more``, and delete the lines.

        :raises UsageError: the manifest cannot be written.
        """
        self._write_manifest(complete=True, **more)
        self._drop_lines()

    def _drop_lines(self) -> None:
        for shard in range(self.shards):
            self._path(shard).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the files; an audit can continue from them."""
        for file in self._files.values():
            os.fsync(file.fileno())
            file.close()
        self._files.clear()
        self._lock.close()


def _paper_of(line: bytes) -> str:
    paper: str = json.loads(line)["documents"][0]["paper"]
    return paper
