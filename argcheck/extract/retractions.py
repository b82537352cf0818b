"""Sources that support nothing: those that the repository lists, and those that verdicts speak against.

The list is ``.argcheck/retractions.csv``.  A header names the columns: ``doi`` or ``key`` (or
both), and ``reason`` if there is one.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.extract.model import Problem
from argcheck.project import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.bib.model import Bibliography
    from argcheck.extract.model import ArgumentGraph, Edge
    from argcheck.project import Project
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.replay import Verdicts

PATH = ".argcheck/retractions.csv"
BEREFT = "bereft"  #: flag of a claim whose support a verdict took away, which is a finding of its own
MISCITED = "miscited"  #: flag of such a claim whose source was found not to say so
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


def refute_judged(graph: ArgumentGraph, bibliography: Bibliography, verdicts: Verdicts | None) -> None:
    """Refute the cited works that are retracted or that no index knows, and take away mentions that support nothing.

    A mention supports nothing where the source does not say so, or where the sentence itself
    says that the source was retracted.  What could not be decided refutes nothing, nor does an
    entry that differs from its record.
    """
    if verdicts is None:
        return
    for node in graph.nodes.values():
        if node.sort != "work":
            continue
        for name in (node.id, *node.aliases):
            entry = bibliography.find(name.removeprefix("cite:"))
            fall = verdicts.fall(entry) if entry else None
            if fall and not node.refuted:
                node.refuted, node.reason = True, fall.reason
                node.flags |= {fall.matter}
    acknowledging, miscited = list(verdicts.acknowledging), [one for one, _ in verdicts.miscited]
    if acknowledging:
        graph.edges[:] = _without(graph, bibliography, acknowledging, {BEREFT})
    if miscited:
        graph.edges[:] = _without(graph, bibliography, miscited, {BEREFT, MISCITED})


def _without(
    graph: ArgumentGraph, bibliography: Bibliography, mentions: Iterable[Mention], flags: set[str]
) -> Iterator[Edge]:
    """Yield the edges that stand somewhere else than in the sentences of some mentions of their source.

    The nodes at the end of the others get ``flags``.
    """
    from argcheck.verdicts.identity import works_of

    idle: dict[str, list[Span]] = {}
    for mention in mentions:
        for work in works_of(mention.entry):
            idle.setdefault(work, []).append(mention.sentence.span)
    spans: dict[str, list[Span]] = {}
    for node in graph.nodes.values():
        entry = bibliography.find(node.id.removeprefix("cite:")) if node.sort == "work" else None
        if entry is not None:
            spans[node.id] = [span for work in works_of(entry) for span in idle.get(work, ())]
    for edge in graph.edges:
        here = spans.get(edge.source, ())
        kept = tuple(place for place in edge.places if not any(_inside(place, one) for one in here))
        if kept == edge.places:
            yield edge
        elif kept:
            yield edge._replace(places=kept)
        else:
            graph.nodes[edge.target].flags |= flags


def _inside(place: Span, span: Span) -> bool:
    return place.path == span.path and span.start <= place.start < span.end
