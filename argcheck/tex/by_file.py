"""The records of a document by file, and what depends on one file and its records alone."""

from __future__ import annotations

from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from argcheck.files.grouping import grouped
from argcheck.tex.model import Citation, Reference, once

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from argcheck.tex.model import Label, ManuscriptRecords, Section

_Record = TypeVar("_Record")
_Result = TypeVar("_Result")
_Named = TypeVar("_Named", Citation, Reference)


def in_each_file(
    manuscript: ManuscriptRecords,
    kind: str,
    records: Mapping[str, Sequence[_Record]],
    find: Callable[[str, Sequence[_Record]], _Result],
) -> dict[str, _Result]:
    """Return the result of ``find`` for the text of each file and its records, by path.

    In the next run of this process, a file is searched again only if its text or one of these records has changed.
    """
    results = {}
    for path, here in records.items():
        file, slot = manuscript.files[path], (kind, manuscript.root, path)
        results[path] = manuscript.analyses.keep(slot, (file.digest, here), partial(find, file.text, here))
    return results


@once
def citations_by_file(records: ManuscriptRecords) -> Mapping[str, list[Citation]]:
    """Return the citations in each file, in document order."""
    return _by_file(records.citations)


@once
def references_by_file(records: ManuscriptRecords) -> Mapping[str, list[Reference]]:
    """Return the references in each file, in document order."""
    return _by_file(records.references)


@once
def labels_by_file(records: ManuscriptRecords) -> Mapping[str, list[Label]]:
    """Return the labels in each file, sorted by place, each once even if the file is read several times."""
    once_each = {label.span: label for label in records.labels}
    return grouped((once_each[span] for span in sorted(once_each)), attrgetter("span.path"))


@once
def sections_by_file(records: ManuscriptRecords) -> Mapping[str, list[Section]]:
    """Return the sections that begin in each file, in document order."""
    return grouped(records.sections, attrgetter("span.path"))


def _by_file(records: Iterable[_Named]) -> dict[str, list[_Named]]:
    return grouped(records, attrgetter("command_span.path"))
