r"""The structure of theorems, for rules: which results are used, proved and referred to, and in which order."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.argument.adjacency import closure
from argcheck.argument.extract.mentioned_only import only_mentioned
from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.prose.families import PROVABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.layout import Layout, Stated
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph

#: Macros whose arguments are used by something.
_USING = frozenset(("uses", "supports", "attacks", "assumes", "argroot", "proofgraphedge", "refuted"))


class Theorems:
    """The part of an argument that consists of environments, proofs and references."""

    graph: ManuscriptGraph
    layout: Layout

    @cached_property
    def sound(self) -> bool:
        """Whether all environments end; otherwise it is unknown what is in which proof."""
        return not any(problem.kind == "unbalanced" for problem in self.layout.manuscript.problems)

    def results(self) -> Iterator[Stated]:
        """Yield the statements that can have a proof, in document order; none if environments do not end."""
        statements = self.layout.statements.values() if self.sound else ()
        return (stated for stated in statements if stated.family in PROVABLE)

    def place(self, stated: Stated) -> Span:
        r"""Return the place of the label of a statement, else its ``\begin{...}``."""
        labels = self.layout.manuscript.labels_by_name.get(stated.id)
        return labels[0].span if labels else self.head(stated)

    def head(self, stated: Stated) -> Span:
        r"""Return the place of the ``\begin{...}`` of a statement."""
        return Span(stated.span.path, stated.span.start, stated.body.start)

    # -- use

    def used_statements(self) -> set[str]:
        """Return the ids of statements that something refers to, uses, or rests on."""
        layout, m = self.layout, self.layout.manuscript
        if not layout.statements:
            return set()
        used = {
            edge.source for edge in self.graph.edges if edge.cause not in ("corollary", "nested", "proves")
        }
        for reference in m.references:
            meaning = layout.label_meaning(reference.name)
            if meaning is not None and meaning.id not in layout.claims_of(layout.owner_of(reference)):
                used.add(meaning.id)
        named = {use.name for use in m.uses if use.command in _USING} | m.hidden_references
        for name in named & m.labels_by_name.keys():
            meaning = layout.label_meaning(name)
            used |= {meaning.id} if meaning else set()
        return used

    # -- references in proofs and their macros

    def undeclared_uses(self) -> Iterator[tuple[str, Span]]:
        r"""Yield, with places, the results that a proof with ``\uses`` refers to and that no ``\uses`` reaches."""
        if not self.sound:
            return
        layout, m = self.layout, self.layout.manuscript
        declared = {layout.owner_of(use) for use in m.uses if use.command == "uses"}
        if declared.isdisjoint(layout.proofs):
            return
        into = lists_by_key((edge.target, edge.source) for edge in self.graph.edges if edge.cause == "uses")
        seen: set[tuple[int, str]] = set()
        for reference in m.references:
            index = layout.owner_of(reference)
            if index not in layout.proofs or index not in declared:
                continue
            name = self._meant(reference.name)
            if (index, name) in seen:
                continue
            seen.add((index, name))
            proof = layout.proofs[index]
            named = layout.by_id.get(name)
            own = name in proof.of or named is None or named.family not in PROVABLE
            if own or layout.in_title(reference) or not self._before(name, index):
                continue
            if only_mentioned(reference, layout.files):
                seen.discard((index, name))
                continue
            if name not in closure(proof.of, lambda target: into.get(target, ())):
                yield reference.name, reference.span

    def _meant(self, label: str) -> str:
        meaning = self.layout.label_meaning(label)
        return meaning.id if meaning is not None else ""

    @cached_property
    def _index_of(self) -> dict[str, int]:
        return {stated.id: index for index, stated in self.layout.statements.items()}

    def _before(self, name: str, index: int) -> bool:
        """Whether a statement is before an environment, or in it."""
        at = self._index_of.get(name, -1)
        proof, stated = self.layout.proofs[index].span, self.layout.by_id[name].span
        inside = proof.path == stated.path and proof.start < stated.start < proof.end
        return at < index or inside
