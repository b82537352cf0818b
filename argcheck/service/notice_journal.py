"""The journal of ``argcheck watch``: a file of lines, each complete or absent, to which lines are only appended.

A line ``{"new": ...}`` is a notice on a work that a paper cites.  ``{"report": 3}`` means that all notices before it
were reported, in the third report; ``{"writing": 3, "folder": ...}`` before it, that the file of this report in this
folder belongs to this journal.  Notices are stored as soon as they are known, so that none is lost when a run is
killed: the next report has all that were not reported.
"""

from __future__ import annotations

import json
import os
from itertools import count
from typing import TYPE_CHECKING, Any

from argcheck.errors import UsageError
from argcheck.files.writing import append, is_ours, writing
from argcheck.service.notice_report import ROW

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Self

VERSION = 1
_HEAD = json.dumps({"version": VERSION}).encode()


class NoticeJournal:
    """The journal in a file, which is locked for one process."""

    def __init__(self, file: Path) -> None:
        """Open a journal, or create it.

        :raises UsageError: another run has locked it, it is damaged, or it cannot be written.
        """
        self._path = file
        self.number = 1  #: of the next report
        self.pending: list[dict[str, Any]] = []  #: notices for the next report
        self._folder = ""  # in which the file with that number belongs to this journal
        self._known: dict[tuple[str, str], list[tuple[set[str], str]]] = {}
        with writing(file):
            self._file = file.open("a+b", buffering=0)
        try:
            self._begin()
        except OSError as error:
            self._file.close()
            raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._file.close()

    def _begin(self) -> None:
        if not is_ours(self._file):
            raise UsageError(f"{self._path}: another run is writing there")
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        if not lines and not _HEAD.startswith(torn):  # another kind of file, which must not be truncated
            lines = [torn]
        for number, line in enumerate(lines, 1):
            try:
                self._take(json.loads(line), number)
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
                message = "this line is not one of `argcheck watch`; take it out, or name another --state"
                raise UsageError(f"{self._path}:{number}: {message}") from None
        if torn:  # a run was killed while it wrote
            self._file.truncate(sum(len(line) + 1 for line in lines))
        if not lines:
            self._append({"version": VERSION})

    def _take(self, data: dict[str, Any], number: int) -> None:
        if number == 1:
            if data["version"] != VERSION:
                raise ValueError
        elif "report" in data:
            self._end(int(data["report"]))
        elif "writing" in data:
            self.number, self._folder = int(data["writing"]), data["folder"]
        elif not data["new"].keys() >= ROW:
            raise ValueError
        else:
            self._note(data["new"])

    def _note(self, row: dict[str, Any]) -> None:
        self.pending.append(row)
        self._known.setdefault((row["paper"], row["status"]), []).append((set(row["works"]), row["notice"]))

    def knows(self, row: dict[str, Any]) -> bool:
        """Whether this notice was stored before; one without a DOI equals any on the work with its status."""
        return any(
            not works.isdisjoint(row["works"]) and (notice == row["notice"] or not (notice and row["notice"]))
            for works, notice in self._known.get((row["paper"], row["status"]), ())
        )

    def keep(self, row: dict[str, Any]) -> None:
        """Store a notice for the next report.

        :raises UsageError: the file cannot be written.
        """
        self._append({"new": row})
        self._note(row)

    def claim(self, folder: Path) -> None:
        """Give the next report a number that no file in ``folder`` has; a killed run's number there is used again.

        :raises UsageError: the file cannot be written.
        """
        name = str(folder.resolve())
        if name != self._folder:
            self.number = next(n for n in count(self.number) if not any(folder.glob(f"{n:04}.*")))
            self._folder = name
            self._append({"writing": self.number, "folder": name})

    def _end(self, number: int) -> None:
        self.number, self._folder = number + 1, ""
        self.pending.clear()

    def told(self) -> None:
        """Record that all pending notices were reported.

        :raises UsageError: the file cannot be written.
        """
        self._append({"report": self.number})
        self._end(self.number)

    def _append(self, data: dict[str, Any]) -> None:
        with writing(self._path):
            append(self._file, json.dumps(data, sort_keys=True).encode() + b"\n")
            os.fsync(self._file.fileno())
