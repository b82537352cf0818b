"""The six metrics of a claim, from verdicts, the structure of the argument, its author, or a model.

Metrics that none of these gives remain unknown.
The author's are in ``.argcheck/metrics.csv``, with the columns ``id``, ``metric``, ``value`` and ``reason``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import AnnotationProblem
from argcheck.argument.trust.dag import Measure, Measures
from argcheck.argument.trust.weights import METRICS
from argcheck.files.committed import committed_files
from argcheck.files.csv_table import separator, table
from argcheck.files.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Node
    from argcheck.argument.trust.dag import Metrics
    from argcheck.bib.bibliography import Bibliography
    from argcheck.files.project import Project
    from argcheck.verdicts.model import EntryVerdict
    from argcheck.verdicts.replay import Verdicts

PATH = ".argcheck/metrics.csv"
_COLUMNS = ("id", "metric", "value", "reason")
#: Credibility of a work with a record in an index, which names a venue or does not.
WITH_VENUE, WITHOUT_VENUE = 0.9, 0.7
#: Credibility under an expression of concern.
DOUBTED = 0.3
#: Number of supporting claims from which more add nothing.
_ENOUGH_SUPPORTS = 3


class AuthorMetric(NamedTuple):
    """One line of an author's list."""

    id: str  #: of a claim or work, as it is written
    metric: str
    measure: Measure
    span: Span


class AuthorMetrics(NamedTuple):
    """The metrics that an author gives, the nearest list last, and the lines that cannot be used."""

    said: tuple[AuthorMetric, ...] = ()
    problems: tuple[AnnotationProblem, ...] = ()


def read_author_metrics(project: Project, root: str) -> AuthorMetrics:
    """Read the lists in the folders from that of the document up to that of the project."""
    said: list[AuthorMetric] = []
    problems: list[AnnotationProblem] = []
    for path, text, problem in committed_files(project, root, PATH, "the metrics"):
        if problem:
            problems.append(_problem(Span(path, 0, 0), problem))
            continue
        near = _parsed(text, path)
        problems += near.problems
        said[:0] = near.said
    return AuthorMetrics(tuple(said), tuple(problems))


def _parsed(text: str, path: str) -> AuthorMetrics:
    sign = separator(text)
    rows = table(text, sign)
    header = next(rows, [])
    names = [field.text.strip().lower() for field in header]
    if sorted(names) != sorted(_COLUMNS):
        span = Span(path, 0, max(1, len(text.partition("\n")[0])))
        problem = _problem(span, f"the first line of the metrics is not `{','.join(_COLUMNS)}`")
        return AuthorMetrics(problems=(problem,))
    said: dict[tuple[str, str], AuthorMetric] = {}
    problems: list[AnnotationProblem] = []
    for row in rows:
        span = Span(path, row[0].start, row[-1].end)
        cells = {name: field.text.strip() for name, field in zip(names, row, strict=False)}
        if sign == ";":  # spreadsheets use it where the decimal separator is a comma
            cells["value"] = cells.get("value", "").replace(",", ".")
        thing = (cells.get("id", ""), cells.get("metric", ""))
        fault = _fault(cells, len(row))
        if not fault and thing in said:
            fault = f"the {thing[1]} of '{thing[0]}' stands in a line above, which counts"
        if fault:
            problems.append(_problem(span, fault))
        else:
            measure = Measure(float(cells["value"]), f"the author: {cells['reason']}")
            said[thing] = AuthorMetric(*thing, measure, span)
    return AuthorMetrics(tuple(said.values()), tuple(problems))


def _problem(span: Span, message: str) -> AnnotationProblem:
    return AnnotationProblem("metrics", span, message)


def _fault(cells: Mapping[str, str], fields: int) -> str:
    """Return what is wrong with a line; empty if nothing is."""
    if fields > len(_COLUMNS):
        return f"this line has {fields} fields, not {len(_COLUMNS)}; a field with a comma stands in quotes"
    if missing := [name for name in _COLUMNS if not cells.get(name)]:
        return f"this metric has no {' and no '.join(missing)}"
    if cells["metric"] not in METRICS:
        return f"no metric is called '{cells['metric']}'; there are {', '.join(METRICS)}"
    try:
        within = 0 <= float(cells["value"]) <= 1
    except ValueError:
        within = False
    return "" if within else f"'{cells['value']}' is not a number between 0 and 1"


def measures_of(
    graph: ArgumentGraph,
    bibliography: Bibliography,
    verdicts: Verdicts,
    said: Iterable[AuthorMetric] = (),
    rated: Mapping[str, Mapping[str, Measure]] | None = None,
) -> Measures:
    """Return the known metrics of each node of a graph.

    :param said: the author's, which override all others; of several the last counts.
    :param rated: those of models, by node, which count only if there is no other.
    """
    by_author: Measures = {}
    for item in said:
        node = graph.find(item.id)
        if node is not None:
            by_author.setdefault(node.id, {})[item.metric] = item.measure
    judged = _judged_mentions(verdicts)
    measures: Measures = {}
    for node in graph.nodes.values():
        known = dict(_work(node, bibliography, verdicts) if node.sort == "work" else _claim(graph, node))
        known |= dict(_citations(node, judged))
        measures[node.id] = {**(rated or {}).get(node.id, {}), **known, **by_author.get(node.id, {})}
    return measures


def as_metrics(measures: Measures) -> dict[str, Metrics]:
    """Return only the numbers, in the order of `argcheck.argument.trust.weights.METRICS`; None if unknown."""
    return {
        name: tuple(known[metric].value if metric in known else None for metric in METRICS)
        for name, known in measures.items()
    }


def _work(node: Node, bibliography: Bibliography, verdicts: Verdicts) -> Iterator[tuple[str, Measure]]:
    for name in (node.id, *node.aliases):
        entry = bibliography.find(name.removeprefix("cite:"))
        verdict = verdicts.entry(entry) if entry else None
        if entry is None or verdict is None:
            continue
        fall = verdicts.fall(entry)
        measure = Measure(0.0, fall.reason) if fall else _credibility(verdict)
        if measure:
            yield "credibility", measure
        return


def _credibility(verdict: EntryVerdict) -> Measure | None:
    if "concern" in verdict.matters:
        return Measure(DOUBTED, "an expression of concern was published")
    if verdict.outcome not in ("accessible", "inaccessible"):
        return None
    venue = verdict.record.get("venue")
    if venue:
        return Measure(WITH_VENUE, f"in an index, published in {venue}")
    return Measure(WITHOUT_VENUE, "in an index")


def _claim(graph: ArgumentGraph, node: Node) -> Iterator[tuple[str, Measure]]:
    support = {edge.source for edge in graph.support_of(node) if edge.source not in graph.refutations}
    if support:
        share = min(len(support), _ENOUGH_SUPPORTS) / _ENOUGH_SUPPORTS
        told = (
            "1 claim or source that is not refuted"
            if len(support) == 1
            else f"{len(support)} claims or sources that are not refuted"
        )
        yield "evidence_strength", Measure(share, f"supported by {told}")


class _JudgedMention(NamedTuple):
    place: Span
    names: frozenset[str]  #: ids of the work in the graph
    supported: bool


def _judged_mentions(verdicts: Verdicts) -> list[_JudgedMention]:
    judged = []
    for mention in verdicts.cited:
        best = next(iter(verdicts.mentions(mention)), None)
        if (
            best is not None
            and best.verdict in ("supported", "miscited")
            and not verdicts.stale(best, mention)
        ):
            names = frozenset((f"cite:{mention.key}", mention.key))
            judged.append(_JudgedMention(mention.sentence.span, names, best.verdict == "supported"))
    return judged


def _citations(node: Node, judged: Iterable[_JudgedMention]) -> Iterator[tuple[str, Measure]]:
    """Yield the share of supported ones among the judged citations of a work, or in the sentence of a claim."""
    if node.sort == "work":
        names = {node.id, *node.aliases}
        results = [mention.supported for mention in judged if mention.names & names]
    else:
        results = [mention.supported for mention in judged if any(map(mention.place.overlaps, node.places))]
    if results:
        said = f"{sum(results)} of {len(results)} judged citations are borne out"
        yield "citation_support", Measure(sum(results) / len(results), said)
        if node.sort == "work":
            yield "evidence_strength", Measure(sum(results) / len(results), said)
