"""The list of retracted sources that a repository keeps: ``.argcheck/retractions.csv``.

A header names the columns: ``doi`` or ``key`` (or both), and ``reason`` if there is one.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.extract.model import Problem
from argcheck.project import InputError

if TYPE_CHECKING:
    from argcheck.bib.model import Bibliography
    from argcheck.extract.model import ArgumentGraph
    from argcheck.project import Project

PATH = ".argcheck/retractions.csv"
_HELP = "begin the file with a line such as `doi,key,reason`"


class Retractions(NamedTuple):
    """Retracted works with the reason given, by DOI and by key."""

    by_doi: dict[str, str]
    by_key: dict[str, str]
    problems: tuple[Problem, ...] = ()


def read_retractions(project: Project, root: str) -> Retractions:
    """Read the lists in the folders from that of the document up to the project, the nearest first."""
    found = Retractions({}, {})
    folder = posixpath.dirname(root)
    while True:
        found = _joined(found, _read(project, posixpath.join(folder, PATH)))
        if not folder:
            return found
        folder = posixpath.dirname(folder)


def _joined(near: Retractions, far: Retractions) -> Retractions:
    problems = (*near.problems, *far.problems)
    return Retractions({**far.by_doi, **near.by_doi}, {**far.by_key, **near.by_key}, problems)


def _read(project: Project, path: str) -> Retractions:
    if not project.is_file(path):
        return Retractions({}, {})
    try:
        text = project.read(path).text
    except InputError as error:
        message = f"the list of retractions cannot be read: {error.detail}"
        return Retractions({}, {}, (Problem("retractions", Span(path, 0, 0), message),))
    return _parsed(text, path)


def _parsed(text: str, path: str) -> Retractions:
    import csv

    from argcheck.bib.identifiers import normal_doi

    reader = csv.DictReader(text.removeprefix("\ufeff").splitlines(), restval="")
    names = {(name or "").strip().lower(): name for name in reader.fieldnames or ()}
    if not {"doi", "key"} & names.keys():
        message = "the list of retractions has no column 'doi' or 'key' in its first line"
        return Retractions(
            {}, {}, (Problem("retractions", Span(path, 0, len(text.partition(chr(10))[0])), message, _HELP),)
        )
    found = Retractions({}, {})
    for row in reader:
        cells = {name: (row.get(column) or "").strip() for name, column in names.items()}
        reason = cells.get("reason") or "listed as retracted"
        if cells.get("doi"):
            found.by_doi[normal_doi(cells["doi"]) or cells["doi"].lower()] = reason
        if cells.get("key"):
            found.by_key[cells["key"]] = reason
    return found


def refute_listed(graph: ArgumentGraph, bibliography: Bibliography, listed: Retractions) -> list[Problem]:
    """Refute the cited works that the list names; return what is wrong with the list."""
    if listed.by_doi or listed.by_key:
        for node in graph.nodes.values():
            if node.sort == "work" and not node.refuted:
                reason = _reason((node.id, *node.aliases), bibliography, listed)
                node.refuted, node.reason = bool(reason), reason
    return list(listed.problems)


def _reason(names: tuple[str, ...], bibliography: Bibliography, listed: Retractions) -> str | None:
    from argcheck.bib.identifiers import entry_doi

    for key in (name.removeprefix("cite:") for name in names):
        entry = bibliography.find(key)
        doi = entry_doi(entry) if entry else None
        reason = listed.by_key.get(key) or (listed.by_doi.get(doi) if doi else None)
        if reason:
            return reason
    return None
