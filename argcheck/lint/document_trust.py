"""How far the argument of one document can be trusted: the score of `argcheck score` with its graph, for rules."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.dag import InvalidDagError
from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.scoring import score
from argcheck.interrogation.rated_metrics import rated_metrics
from argcheck.interrogation.readings import read_runs
from argcheck.verdicts.node_metrics import as_metrics, measures_of, read_author_metrics
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Node
    from argcheck.argument.trust.dag import Measures
    from argcheck.argument.trust.scoring import Score
    from argcheck.files.project import Project
    from argcheck.interrogation.rated_metrics import RatedMetrics
    from argcheck.interrogation.readings import Readings
    from argcheck.reading.read_document import Document
    from argcheck.verdicts.node_metrics import AuthorMetrics
    from argcheck.verdicts.replay import Verdicts


class DocumentTrust(NamedTuple):
    """A scored document."""

    graph: ManuscriptGraph
    score: Score

    @property
    def conclusions(self) -> list[tuple[Node, float]]:
        """The conclusions that a hypothesis reaches and that have a known metric, each with its trust."""
        trust = self.score.trust
        known = self.score.components.bridge & trust.keys()
        return [(node, trust[node.id]) for node in self.graph.conclusions if node.id in known]

    @property
    def best_path(self) -> list[Node]:
        """The path from a hypothesis to a conclusion with the largest product of confidences."""
        return [self.graph.nodes[name] for name in self.score.components.path]

    @property
    def weakest_step(self) -> tuple[Node, Node, float]:
        """The step of the best path with the least confidence; the first of equals."""
        steps = itertools.pairwise(self.score.components.path)
        parent, child = min(steps, key=self.score.confidence.__getitem__)
        return self.graph.nodes[parent], self.graph.nodes[child], self.score.confidence[parent, child]


class KnownMetrics(NamedTuple):
    """The known metrics of the claims of a document, for any graph of it."""

    document: Document
    verdicts: Verdicts
    author: AuthorMetrics
    read: Readings  #: with the ratings of models

    @classmethod
    def of(cls, project: Project, document: Document) -> KnownMetrics:
        """Read the verdicts, the author's metrics and the ratings of models."""
        root = document.manuscript.root
        return cls(
            document,
            read_verdicts(project, *document),
            read_author_metrics(project, root),
            read_runs(project, root),
        )

    def of_claims(self, graph: ArgumentGraph) -> Measures:
        """Return the metrics of each claim of a graph; the median of several answers of a model."""
        return self._with(graph, self._rated(graph).measures)

    def by_answer(self, graph: ArgumentGraph) -> list[Measures]:
        """Return the same for each answer that models gave to one question; a single item if no model was asked."""
        rated = self._rated(graph)
        return [self._with(graph, answer) for answer in rated.by_answer or (rated.measures,)]

    def _rated(self, graph: ArgumentGraph) -> RatedMetrics:
        return rated_metrics(self.read.interrogated, self.document.manuscript, graph)

    def _with(self, graph: ArgumentGraph, rated: Measures) -> Measures:
        return measures_of(graph, self.document.bibliography, self.verdicts, self.author.said, rated)


def trust_of(project: Project, document: Document, graph: ManuscriptGraph) -> DocumentTrust | None:
    """Score the graph of a document by the known metrics of its claims.

    None if it has no nodes, if no hypothesis reaches a conclusion, or if support goes in a circle.
    """
    if not graph.nodes:
        return None
    try:
        scored = score(dag_of(graph, as_metrics(KnownMetrics.of(project, document).of_claims(graph))))
    except InvalidDagError:
        return None
    return DocumentTrust(graph, scored) if scored.reaches else None
