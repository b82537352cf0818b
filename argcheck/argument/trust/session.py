"""Scoring while metrics arrive, node by node."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from argcheck.argument.trust.scoring import score

if TYPE_CHECKING:
    from argcheck.argument.trust.dag import Metrics, TrustDag
    from argcheck.argument.trust.scoring import Score


class TrustSession:
    """A graph whose metrics arrive node by node; after the last the score is that of the whole.

    Every update scores the whole graph again: graphs that somebody watches are small.

    :raises ValueError: the graph has no nodes.
    """

    def __init__(self, dag: TrustDag) -> None:
        """Score the graph with the metrics that it has."""
        self._dag = dag
        self.score: Score = score(dag)

    @property
    def order(self) -> list[str]:
        """Ids in the order in which to determine metrics: breadth first from the hypotheses, then all others."""
        order = dict.fromkeys(self._dag.with_role("hypothesis"))
        pending = deque(order)
        while pending:
            for child in sorted(self._dag.children[pending.popleft()]):
                if child not in order:
                    order[child] = None
                    pending.append(child)
        return [*order, *(name for name in sorted(self._dag.nodes) if name not in order)]

    def update(self, name: str, metrics: Metrics) -> set[tuple[str, str]]:
        """Set the metrics of a node and return the edges whose confidence changed; updates `score`.

        :raises InvalidDagError: no node has this id, or a number is out of range; nothing changes.
        """
        before = self.score
        self._dag = self._dag.with_metrics({name: metrics})
        self.score = score(self._dag)
        return {edge for edge, value in self.score.confidence.items() if value != before.confidence[edge]}
