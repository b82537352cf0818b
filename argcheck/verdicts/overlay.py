"""Sources that support nothing: those that the repository lists as retracted, and those with such verdicts.

The list is ``.argcheck/retractions.csv``.  Its header names the columns: ``doi`` or ``key`` or both, and optionally
``reason``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.graph import Overlay
from argcheck.argument.model import AnnotationProblem, Refutation
from argcheck.files.committed import committed_files
from argcheck.files.csv_table import separator, table
from argcheck.files.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import EdgeKey, Node
    from argcheck.bib.entries import Entries
    from argcheck.files.project import Project
    from argcheck.verdicts.replay import Verdicts

PATH = ".argcheck/retractions.csv"
_HELP = "begin the file with a line such as `doi,key,reason`"


class Retractions(NamedTuple):
    """The listed works with their reasons, by DOI and by key."""

    by_doi: dict[str, str]
    by_key: dict[str, str]
    problems: tuple[AnnotationProblem, ...] = ()


def read_retractions(project: Project, root: str) -> Retractions:
    """Read the lists in the folders from that of the document up to that of the project; the nearest counts first."""
    retractions = Retractions({}, {})
    for path, text, problem in committed_files(project, root, PATH, "the list of retractions"):
        listed = _with_problem(Span(path, 0, 0), problem) if problem else _parsed(text, path)
        retractions = _joined(retractions, listed)
    return retractions


def _joined(near: Retractions, far: Retractions) -> Retractions:
    problems = (*near.problems, *far.problems)
    return Retractions({**far.by_doi, **near.by_doi}, {**far.by_key, **near.by_key}, problems)


def _with_problem(span: Span, message: str, advice: str | None = None) -> Retractions:
    return Retractions({}, {}, (AnnotationProblem("retractions", span, message, advice),))


def _parsed(text: str, path: str) -> Retractions:
    from argcheck.bib.identifiers import normal_doi

    rows = table(text, separator(text))
    header = next(rows, [])
    names = {field.text.strip().lower(): place for place, field in enumerate(header)}
    if not {"doi", "key"} & names.keys():
        message = "the list of retractions has no column 'doi' or 'key' in its first line"
        span = Span(path, 0, len(text.partition("\n")[0]))
        return _with_problem(span, message, _HELP)
    retractions = Retractions({}, {})
    for row in rows:
        cells = {name: row[place].text.strip() for name, place in names.items() if place < len(row)}
        reason = cells.get("reason") or "listed as retracted"
        if cells.get("doi"):
            retractions.by_doi[normal_doi(cells["doi"]) or cells["doi"].lower()] = reason
        if cells.get("key"):
            retractions.by_key[cells["key"]] = reason
    return retractions


def overlay_of(
    graph: ArgumentGraph, bibliography: Entries, listed: Retractions, verdicts: Verdicts
) -> Overlay:
    """Return the parts of a graph that the list and the verdicts invalidate.

    Cited works that are retracted, or that no index knows, are refuted.  A mention supports nothing if it is miscited,
    or if its sentence, or the next, says that the source was retracted.  Undecided verdicts, and entries that differ
    from their record, refute nothing.
    """
    works = [node for node in graph.nodes.values() if node.sort == "work"]
    refutations = dict(_judged(works, bibliography, verdicts))
    if listed.by_doi or listed.by_key:
        refutations |= dict(_listed(works, bibliography, listed))
    return Overlay(refutations, _withdrawn(graph, bibliography, verdicts))


def _listed(
    works: Iterable[Node], bibliography: Entries, listed: Retractions
) -> Iterator[tuple[str, Refutation]]:
    for node in works:
        reason = _reason((node.id, *node.aliases), bibliography, listed)
        if reason:
            yield node.id, Refutation(reason, "list")


def _reason(names: tuple[str, ...], bibliography: Entries, listed: Retractions) -> str | None:
    from argcheck.bib.entry_identifiers import entry_doi

    for key in (name.removeprefix("cite:") for name in names):
        entry = bibliography.find(key)
        doi = entry_doi(entry) if entry else None
        reason = listed.by_key.get(key) or (listed.by_doi.get(doi) if doi else None)
        if reason:
            return reason
    return None


def _judged(
    works: Iterable[Node], bibliography: Entries, verdicts: Verdicts
) -> Iterator[tuple[str, Refutation]]:
    for node in works:
        for name in (node.id, *node.aliases):
            entry = bibliography.find(name.removeprefix("cite:"))
            fall = verdicts.fall(entry) if entry else None
            if fall:
                yield node.id, Refutation(fall.reason, "verdict", fall.matter)
                break


def _withdrawn(
    graph: ArgumentGraph, bibliography: Entries, verdicts: Verdicts
) -> dict[tuple[EdgeKey, Span], str]:
    """Return the places of edges in sentences that cite their source without support, each with the reason."""
    from argcheck.verdicts.identity import works_of

    idle: dict[str, list[tuple[Span, str]]] = {}
    mentions = [(mention, "miscited") for mention, _ in verdicts.miscited]
    mentions += [(mention, "acknowledged") for mention in verdicts.acknowledging]
    for mention, why in mentions:
        for work in works_of(mention.entry):
            idle.setdefault(work, []).append((mention.sentence.span, why))
    if not idle:
        return {}
    sentences: dict[str, list[tuple[Span, str]]] = {}
    for node in graph.nodes.values():
        entry = bibliography.find(node.id.removeprefix("cite:")) if node.sort == "work" else None
        if entry is not None:
            sentences[node.id] = [item for work in works_of(entry) for item in idle.get(work, ())]
    return {
        (edge.key, place): why
        for edge in graph.edges
        for span, why in sentences.get(edge.source, ())
        for place in edge.places
        if place.starts_in(span)
    }
