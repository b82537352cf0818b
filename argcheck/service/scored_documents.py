"""How far the argument of each document can be trusted, as far as is known: what ``argcheck score`` prints."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import AnnotationProblem
from argcheck.argument.trust.dag import InvalidDagError
from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.scoring import score
from argcheck.argument.trust.uncertainty import TRIALS, sampled
from argcheck.argument.trust.weights import METRICS, ComponentWeights
from argcheck.lint.argument_graphs import graphs_of
from argcheck.service.document_score import DocumentScore, Remedy
from argcheck.service.problem_lines import problem_lines
from argcheck.verdicts.node_metrics import as_metrics, measures_of, read_author_metrics
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.trust.dag import TrustDag
    from argcheck.argument.trust.scoring import Score
    from argcheck.files.diagnostic import Span
    from argcheck.reading.workspace import Workspace

#: Claims that could be raised, times the claims and edges to be scored for each: beyond this, some seconds of work, nobody looks.
_MOST_WORK = 200_000
_REMEDIES = 3
#: A gain below this changes no printed digit.
_LEAST_GAIN = 0.005


class Scores(NamedTuple):
    """The scores of the documents of a workspace."""

    documents: tuple[DocumentScore, ...]
    problems: tuple[str, ...]  #: lines of the author's metrics that cannot be used, with their places


def scores_of(
    workspace: Workspace,
    runs: Collection[str],
    *,
    trials: int = TRIALS,
    seed: int = 0,
) -> Scores:
    """Score each document of a workspace that was read.

    The interval comes from resampled weights alone, as the document was read once.

    :param trials: how often the weights are resampled.
    """
    base = workspace.project.relative(workspace.base) or "."
    documents: list[DocumentScore] = []
    problems: dict[AnnotationProblem, None] = {}
    lost: dict[Span, str] = {}  # what no document has
    known: set[Span] = set()
    for document, graph in zip(workspace.documents, graphs_of(workspace, runs), strict=True):
        author = read_author_metrics(workspace.project, document.manuscript.root)
        problems |= dict.fromkeys(author.problems)
        lost |= {item.span: item.id for item in author.said}
        known |= {item.span for item in author.said if graph.find(item.id) is not None}
        verdicts = read_verdicts(workspace.project, *document)
        measures = measures_of(graph, document.bibliography, verdicts, author.said)
        root = posixpath.relpath(graph.root, base)
        documents.append(_scored(DocumentScore(root, graph, measures), trials, seed))
    problems |= {
        AnnotationProblem("metrics", span, f"no claim or work of what was read is called '{name}'"): None
        for span, name in lost.items()
        if span not in known
    }
    return Scores(tuple(documents), problem_lines(workspace, problems))


def _scored(unscored: DocumentScore, trials: int, seed: int) -> DocumentScore:
    graph = unscored.graph
    if not graph.nodes:
        return unscored._replace(reason="it has no claims")
    try:
        dag = dag_of(graph, as_metrics(unscored.measures))
    except InvalidDagError as error:
        return unscored._replace(reason=str(error))
    scored = score(dag)
    if not scored.reaches:
        return unscored._replace(
            reason="no hypothesis reaches a conclusion",
            score=scored,
            distribution=sampled([[dag]], trials=trials, seed=seed),
        )
    return unscored._replace(
        score=scored,
        distribution=sampled([[dag]], trials=trials, seed=seed),
        remedies=_remedies(dag, scored),
        widths=_widths(graph),
    )


def _remedies(dag: TrustDag, scored: Score) -> tuple[Remedy, ...] | None:
    bridge = sorted(scored.components.bridge)
    if len(bridge) * (len(dag.nodes) + len(dag.edges)) > _MOST_WORK:
        return None
    best = (1.0,) * len(METRICS)
    remedies = []
    for name in bridge:
        gain = score(dag.with_metrics({name: best})).value - scored.value
        unknown = tuple(
            metric for metric, value in zip(METRICS, dag.nodes[name].metrics, strict=True) if value is None
        )
        remedies.append(Remedy(name, gain, unknown))
    worth = (remedy for remedy in remedies if remedy.gain >= _LEAST_GAIN)
    return tuple(sorted(worth, key=lambda remedy: (-remedy.gain, remedy.node))[:_REMEDIES])


def _widths(graph: ManuscriptGraph) -> dict[str, int]:
    from argcheck.argument.support import Width, support_of

    numbered = graph.numbered
    return {
        node.id: Width(support_of(numbered, numbered.number[node.id])).value for node in graph.conclusions
    }


def lines_of(document: DocumentScore) -> Iterator[str]:
    """Yield what is known of one document, for a terminal."""
    scored, distribution = document.score, document.distribution
    if scored is None or distribution is None or not scored.reaches:
        yield f"{document.root}: not scored: {document.reason}"
        return
    yield (
        f"{document.root}: trust {scored.value:.2f}, between {distribution.low:.2f} and {distribution.high:.2f}"
        f" as weights vary; of {_count(len(document.graph.nodes), 'claim')} {len(scored.quality)} have metrics,"
        f" {document.partial} of them not all six"
    )
    for name, value in zip(ComponentWeights._fields, scored.components.values, strict=True):
        yield f"    {name.replace('_', ' '):<16} {value:.2f}"
    yield f"    best path: {' -> '.join(scored.components.path)}"
    if scored.components.weakest_path != scored.components.path:
        yield f"    weakest path: {' -> '.join(scored.components.weakest_path)}"
    for name, width in document.widths.items():
        yield f"    {name} has {_count(width, 'independent route')} of support"
    if document.remedies is None:
        yield "    too large to look for what would raise it"
    for remedy in document.remedies or ():
        unknown = (
            f"; nobody knows its {', '.join(remedy.unknown).replace('_', ' ')}" if remedy.unknown else ""
        )
        yield f"    raised most by {remedy.node}: up to +{remedy.gain:.2f}{unknown}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
