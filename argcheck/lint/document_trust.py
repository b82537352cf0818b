"""How far the argument of one document can be trusted, as rules see it: the score of `argcheck score` with its graph."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.dag import InvalidDagError
from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.scoring import score
from argcheck.verdicts.node_metrics import as_metrics, measures_of, read_author_metrics
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Node
    from argcheck.argument.trust.scoring import Score
    from argcheck.files.project import Project
    from argcheck.reading.read_document import Document


class DocumentTrust(NamedTuple):
    """A scored document."""

    graph: ManuscriptGraph
    score: Score

    @property
    def conclusions(self) -> list[tuple[Node, float]]:
        """The conclusions that a hypothesis reaches and of which a metric is known, each with its trust."""
        trust = self.score.trust
        known = self.score.components.bridge & trust.keys()
        return [(node, trust[node.id]) for node in self.graph.conclusions if node.id in known]

    @property
    def best_path(self) -> list[Node]:
        """The path from a hypothesis to a conclusion with the largest product of confidences."""
        return [self.graph.nodes[name] for name in self.score.components.path]

    @property
    def weakest_step(self) -> tuple[Node, Node, float]:
        """The step of the best path that has the least confidence, the first of equals."""
        steps = itertools.pairwise(self.score.components.path)
        parent, child = min(steps, key=self.score.confidence.__getitem__)
        return self.graph.nodes[parent], self.graph.nodes[child], self.score.confidence[parent, child]


def trust_of(project: Project, document: Document, graph: ManuscriptGraph) -> DocumentTrust | None:
    """Score the graph of a document by what is known of its claims; None where there is nothing to score.

    That is where no hypothesis reaches a conclusion, and where support goes in a circle.
    """
    if not graph.nodes:
        return None
    author = read_author_metrics(project, document.manuscript.root)
    verdicts = read_verdicts(project, *document)
    measures = measures_of(graph, document.bibliography, verdicts, author.said)
    try:
        scored = score(dag_of(graph, as_metrics(measures)))
    except InvalidDagError:
        return None
    return DocumentTrust(graph, scored) if scored.reaches else None
