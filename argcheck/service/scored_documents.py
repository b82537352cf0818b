"""The scores of trust in the arguments of documents, as ``argcheck score`` prints them."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.routes import Routes
from argcheck.argument.model import AUTHOR, AnnotationProblem
from argcheck.argument.trust.dag import InvalidDagError
from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.features import parts_of
from argcheck.argument.trust.scoring import score
from argcheck.argument.trust.uncertainty import TRIALS, sampled
from argcheck.argument.trust.weights import METRICS, ComponentWeights
from argcheck.files.diagnostic import shortened
from argcheck.lint.argument_graphs import MODELS, graphs_of, graphs_of_readings
from argcheck.lint.document_trust import KnownMetrics
from argcheck.lint.reporters.summary import counted
from argcheck.service.document_score import DocumentScore, Remedy
from argcheck.service.problem_lines import problem_lines
from argcheck.verdicts.node_metrics import as_metrics

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.extract.standing import Standing
    from argcheck.argument.trust.dag import TrustDag
    from argcheck.argument.trust.scoring import Score
    from argcheck.argument.trust.uncertainty import Distribution
    from argcheck.files.diagnostic import Span
    from argcheck.reading.workspace import Workspace

#: Most candidates for remedies, times the claims and edges to score for each: some seconds of work.
_MOST_WORK = 200_000
_REMEDIES = 3
_NO_CLAIMS = "it has no claims: `argcheck graph --suggest` proposes some to annotate, `--runs all` counts what models have read"
#: Least gain of a remedy: a smaller one changes no printed digit.
_LEAST_GAIN = 0.005


class Scores(NamedTuple):
    """The scores of the documents of a workspace."""

    documents: tuple[DocumentScore, ...]
    problems: tuple[str, ...]  #: lines of the author's metrics that cannot be used, with their places


def scores_of(workspace: Workspace, runs: Collection[str], *, trials: int = TRIALS, seed: int = 0) -> Scores:
    """Return the score of each document of a workspace that was read.

    With the runs of models, each of their readings is also scored alone, and the interval is that of all readings under
    all weights.  Without these runs it comes only from resampled weights.

    :param trials: number of resampled weights.
    """
    documents: list[DocumentScore] = []
    problems: dict[AnnotationProblem, None] = {}
    given: dict[Span, str] = {}  # ids for which the author gives metrics
    named: set[Span] = set()
    for document, graph in zip(workspace.documents, graphs_of(workspace, runs), strict=True):
        known = KnownMetrics.of(workspace.project, document)
        problems |= dict.fromkeys((*known.author.problems, *known.read.problems))
        given |= {item.span: item.id for item in known.author.said}
        named |= {item.span for item in known.author.said if graph.find(item.id) is not None}
        root = workspace.shown(graph.root)
        readings: list[list[TrustDag]] = []
        circular = 0
        for reading in graphs_of_readings(workspace, document, runs) if MODELS in runs else ():
            try:
                readings.append(_dags(reading, known))
            except InvalidDagError:
                circular += 1
        unscored = DocumentScore(root, graph, known.of_claims(graph), circular=circular)
        documents.append(_scored(unscored, known, readings, trials, seed))
    problems |= {
        AnnotationProblem("metrics", span, f"no claim or work of what was read is called '{name}'"): None
        for span, name in given.items()
        if span not in named
    }
    return Scores(tuple(documents), problem_lines(workspace, problems))


def _dags(graph: ManuscriptGraph, known: KnownMetrics) -> list[TrustDag]:
    """Return the graph to score, once for each answer on its metrics."""
    return [dag_of(graph, as_metrics(measures)) for measures in known.by_answer(graph)]


def _scored(
    unscored: DocumentScore,
    known: KnownMetrics,
    readings: Sequence[Sequence[TrustDag]],
    trials: int,
    seed: int,
) -> DocumentScore:
    graph = unscored.graph
    if not graph.nodes:
        return unscored._replace(reason=_NO_CLAIMS)
    done = unscored._replace(
        readings=len(readings), reached=sum(score(group[0]).reaches for group in readings)
    )
    try:
        dag = dag_of(graph, as_metrics(unscored.measures))
    except InvalidDagError as error:
        done = done._replace(reason=str(error))
        return done._replace(distribution=sampled(readings, trials=trials, seed=seed)) if readings else done
    scored = score(dag)
    distribution = sampled(readings or [_dags(graph, known)], trials=trials, seed=seed)
    done = done._replace(score=scored, distribution=distribution)
    if not scored.reaches:
        return done._replace(reason=f"no hypothesis reaches a conclusion: {_gap(dag)}")
    return done._replace(remedies=_remedies(dag, scored), standings=_standings(graph))


def _standings(graph: ManuscriptGraph) -> dict[str, Standing]:
    standings = Routes(graph).standings
    return {node.id: standings.of(node) for node in graph.conclusions}


def _gap(dag: TrustDag) -> str:
    """Return what is missing between hypotheses and conclusions, and what an author can write."""
    asked, concluded = len(dag.with_role("hypothesis")), len(dag.with_role("conclusion"))
    if not asked:
        return "none is declared; a line `% argcheck: hypothesis id=NAME` before a sentence declares one"
    if not concluded:
        return "no conclusion is known; a line `% argcheck: conclusion id=NAME uses=OTHER` before a sentence makes one of it"
    return (
        f"{counted(asked, 'hypothesis', 'hypotheses')}, {counted(concluded, 'conclusion')}, and no chain of supports between;"
        " `uses=ID` of what answers a hypothesis, and of what a claim or a conclusion rests on, makes one"
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


def lines_of(document: DocumentScore) -> Iterator[str]:
    """Yield the lines on a document for the terminal."""
    scored, distribution = document.score, document.distribution
    if scored is None or distribution is None or not scored.reaches:
        together = " by its readings together" if scored is None and document.readings else ""
        yield f"{document.root}: not scored{together}: {document.reason}"
        if distribution is not None and document.readings:
            yield from _by_reading(document, distribution)
        return
    spread = f"between {distribution.low:.2f} and {distribution.high:.2f}"
    if not document.readings:
        spread += " as weights vary"
    elif document.reached:
        spread += " of each reading by itself"
    else:
        spread = "and no reading reaches the conclusion by itself"
    yield (
        f"{document.root}: trust {scored.value:.2f}, {spread};"
        f" of {counted(len(document.graph.nodes), 'claim')} {len(scored.quality)} have metrics,"
        f" {document.partial} of them not all six"
    )
    if document.readings or document.circular:
        yield from _by_reading(document, distribution)
    for name, value in zip(ComponentWeights._fields, scored.components.values, strict=True):
        yield f"    {name.replace('_', ' '):<16} {value:.2f}"
    yield f"    best path: {' -> '.join(scored.components.path)}"
    for edge in itertools.pairwise(scored.components.path):
        yield f"        {_step(scored, edge)}"
    if scored.components.weakest_path != scored.components.path:
        yield f"    weakest path: {' -> '.join(scored.components.weakest_path)}"
    for name, standing in document.standings.items():
        yield f"    {name} has support of {''.join(standing.words(lambda node: node.id))}"
    if document.remedies is None:
        yield "    too large to look for what would raise it"
    for remedy in document.remedies or ():
        unknown = (
            f"; nobody knows its {', '.join(remedy.unknown).replace('_', ' ')}" if remedy.unknown else ""
        )
        yield f"    raised most by {remedy.node}: up to +{remedy.gain:.2f}{unknown}"
    yield from _legend(document, scored)


def _legend(document: DocumentScore, scored: Score) -> Iterator[str]:
    """Yield a line on what each claim that models read says: nobody knows it by its id."""
    named = [*scored.components.path, *scored.components.weakest_path, *document.standings]
    for standing in document.standings.values():
        named += [node.id for node in (*standing.felled_by, *standing.lacking)]
    for name in dict.fromkeys((*named, *(remedy.node for remedy in document.remedies or ()))):
        node = document.graph.nodes[name]
        if node.sort == "sentence" and AUTHOR not in node.run_ids:
            yield f"    {name}: {shortened(node.text)}"


def _by_reading(document: DocumentScore, distribution: Distribution) -> Iterator[str]:
    """Yield lines on how much the readings differ, and their share of the variance."""
    whole = math.fsum(distribution.variance.values())
    shares = ", ".join(
        f"{name} {value / whole:.0%}" for name, value in distribution.variance.items() if whole
    )
    spread = (
        f": mean {distribution.mean:.2f}, deviation {distribution.deviation:.2f}" if document.reached else ""
    )
    split = f" (variance: {shares})" if spread and shares else ""
    yield f"    {counted(document.readings, 'reading')}, in {document.reached} a hypothesis reaches a conclusion{spread}{split}"
    if document.circular:
        yield f"    {counted(document.circular, 'reading')} more not scored: support goes in a circle"


def _step(scored: Score, edge: tuple[str, str]) -> str:
    """Return the confidence of a step, with its parts, as a line."""
    known = {name: value for name, value in parts_of(scored, edge).items() if value is not None}
    parts = ", ".join(f"{name.replace('_', ' ')} {value:.2f}" for name, value in known.items())
    made = parts or "a default, as one end has no metric"
    return f"{' -> '.join(edge)} {scored.confidence[edge]:.2f}: {scored.raw[edge]:.2f} ({made}), then by the trust of {edge[0]}"
