"""The argument graph of a manuscript: an `ArgumentGraph` with its document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.graph import ArgumentGraph
from argcheck.argument.model import AUTHOR

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.extract.data_ties import Tie
    from argcheck.argument.extract.layout import Layout
    from argcheck.argument.model import AnnotationProblem, Edge, Node, Refutation
    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile


class ManuscriptGraph(ArgumentGraph):
    """The merged graph of one document, with nodes in document order."""

    def __init__(
        self,
        nodes: dict[str, Node],
        edges: Sequence[Edge],
        refutations: Mapping[str, Refutation],
        names: Mapping[str, str],
        *,
        layout: Layout,
        problems: Sequence[AnnotationProblem],
        ties: Sequence[Tie],
        readings: frozenset[str],
    ) -> None:
        """Wrap what `argcheck.argument.extract.build.merge` has joined."""
        super().__init__(nodes, edges, refutations, names)
        self.layout = layout
        self.problems = problems
        self.ties = ties  #: numbers that the author ties to data files, each compared with its datum
        self.readings = readings  #: names of the runs of models that were merged

    @property
    def root(self) -> str:
        """The main file of the document."""
        return self.layout.manuscript.root

    @property
    def files(self) -> Mapping[str, SourceFile]:
        """The files of all places, by path."""
        return self.layout.files

    def is_unnamed(self, node: Node) -> bool:
        """Whether the id of a node was generated, not given by a person."""
        maker, colon, _ = node.id.partition(":")
        made = maker in ("sentence", node.sort.replace(" ", "-"))
        read = maker in node.run_ids and AUTHOR not in node.run_ids  # an id of a model, such as r1:2:n4
        return bool(colon) and (made or read) and node.id not in self.layout.manuscript.labels_by_name

    def is_agreed(self, edge: Edge) -> bool:
        """Whether more than half of the readings with both ends have an edge, among them at least one."""
        both = self.readings & {*self.nodes[edge.source].run_ids} & {*self.nodes[edge.target].run_ids}
        return bool(both) and 2 * len(self.readings & {*edge.run_ids}) > len(both)

    def line(self, span: Span) -> tuple[int, int]:
        """Return line and column of the start of ``span``, both from 1."""
        return self.files[span.path].position(span.start)
