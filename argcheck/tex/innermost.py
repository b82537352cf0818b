"""Finds the innermost of nested records at a place."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Span


class Placed(Protocol):
    """A record with a place."""

    @property
    def span(self) -> Span:
        """The place of the record."""


_Record = TypeVar("_Record", bound=Placed)


class Innermost(Generic[_Record]):
    """Finds the innermost record at a place: in a footnote its own sentence, not the one around it.

    Any two records are disjoint or nested.
    """

    def __init__(self, records: Iterable[_Record]) -> None:
        self._files: dict[str, tuple[list[int], list[_Record], list[int]]] = {}
        for record in records:
            self._files.setdefault(record.span.path, ([], [], []))[1].append(record)
        for starts, here, hosts in self._files.values():
            here.sort(key=lambda record: (record.span.start, -record.span.end))
            starts.extend(record.span.start for record in here)
            hosts.extend(_hosts(here))

    def at(self, span: Span) -> _Record | None:
        """Return the innermost record with the start of ``span``, None outside any; logarithmic but for the depth."""
        if span.path not in self._files:
            return None
        starts, here, hosts = self._files[span.path]
        which = bisect_right(starts, span.start) - 1
        while which >= 0 and here[which].span.end <= span.start:
            which = hosts[which]
        return here[which] if which >= 0 else None


def _hosts(records: Sequence[Placed]) -> Iterator[int]:
    """Yield for each record the index of the record around it, -1 without one."""
    around: list[int] = []
    for index, record in enumerate(records):
        while around and records[around[-1]].span.end <= record.span.start:
            around.pop()
        yield around[-1] if around else -1
        around.append(index)
