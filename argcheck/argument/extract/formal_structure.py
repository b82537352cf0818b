"""The run ``structure``: what the form of a document says without annotations.

Statements and their proofs, references and citations in them, floats, defined terms, and what prose
declares: hypotheses, research questions, contributions, the claims of abstract and conclusion.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.argument.adjacency import adjacency, cyclic_components
from argcheck.argument.extract.builder import Builder
from argcheck.argument.extract.mentioned_only import only_mentioned, only_spoken_of
from argcheck.argument.model import ASSUMPTION, GIVEN, INFERENCE, STRUCTURE, is_reading
from argcheck.prose.families import PROVABLE, is_called
from argcheck.tex.vocabulary import codes, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.argument.extract.builder import RunInputs
    from argcheck.argument.extract.layout import Stated
    from argcheck.argument.model import ArgumentRun, Edge, Node
    from argcheck.tex.model import Reference

#: Families that a statement presupposes when it refers to them.
_SETTING = frozenset({"definition", "axiom", "assumption"})
_IN_PROOF, _IN_TITLE, _IN_STATEMENT, _WEAK = 0.9, 0.9, 0.6, 0.3


def structure_run(inputs: RunInputs, *, prose: bool = True, claims: Iterable[Node] = ()) -> ArgumentRun:
    """Return the run of the structure of a document.

    :param prose: whether to read sentences and defined terms, besides environments and references.
    :param claims: claims of the author or of models; citations and references in their sentences support them.
    """
    builder, layout = Builder(STRUCTURE, inputs), inputs.layout
    _statements(builder)
    for index, name in layout.floats.items():
        if (
            name in layout.manuscript.labels_by_name or index in layout.captions
        ):  # the logo of a title page says nothing
            builder.float(index)
    if layout.statements or layout.proofs or layout.proof_sections:
        for reference in layout.manuscript.references:
            _reference(builder, reference)
        _without_circles(builder)
    _citations(builder)
    _nested(builder)
    _corollaries(builder)
    _declared(builder)
    claims = list(claims)
    _read_in_statements(builder, claims)
    if prose:
        from argcheck.argument.extract.prose import read_prose
        from argcheck.argument.extract.terms import term_edges

        if any(stated.family == "definition" or stated.title for stated in layout.statements.values()):
            term_edges(builder)
        read_prose(builder, claims)
    return builder.run()


def _statements(builder: Builder) -> None:
    for stated in builder.layout.statements.values():
        if stated.family != "remark":
            builder.statement(stated)


def _read_in_statements(builder: Builder, claims: Iterable[Node]) -> None:
    """Add the support of a statement for what a model reads in it."""
    results = [stated for stated in builder.layout.statements.values() if stated.family in PROVABLE]
    for claim in claims if results else ():
        if claim.kind in (GIVEN, ASSUMPTION) or not any(map(is_reading, claim.run_ids)):
            continue
        for stated in results:
            place = claim.places[0]
            path, start, end = stated.body
            if place.path == path and start <= place.start and place.end <= end:
                builder.edge(stated.id, claim.id, place, "statement", confidence=_IN_STATEMENT)


def _reference(builder: Builder, reference: Reference) -> None:
    """Add the support of a reference: strong in a proof, weak in a statement."""
    layout = builder.layout
    index = layout.owner_of(reference)
    if index < 0:
        _in_section(builder, reference)
        return
    if index in layout.floats:
        return
    if index in layout.proofs and index == reference.environment and layout.in_title(reference):
        return
    source = builder.node_of_label(reference.name)
    spoken_of = only_mentioned if index in layout.proofs else only_spoken_of
    if source is None or spoken_of(reference, layout.files):
        return
    for target in layout.claims_of(index):
        if target == source.id:
            continue
        if index in layout.proofs:
            linked = builder.inferences(index, target)
            builder.edge(source.id, target, reference.span, "reference", confidence=_IN_PROOF, linked=linked)
        else:
            _in_statement(builder, reference, source.id, layout.statements[index])


def _in_section(builder: Builder, reference: Reference) -> None:
    """Add the support of a reference in a section that proves something."""
    section = builder.layout.proof_section(reference.span)
    source = builder.node_of_label(reference.name) if section else None
    if section is None or source is None:
        return
    for target in section.of:
        if target != source.id:
            builder.edge(source.id, target, reference.span, "reference", confidence=_IN_STATEMENT)


def _in_statement(builder: Builder, reference: Reference, source: str, stated: Stated) -> None:
    """Add the support of a definition or an earlier result to a statement; linked with its proofs, if it has any."""
    layout = builder.layout
    builder.statement(stated)
    named = layout.by_id.get(source)
    linked = builder.inferences(stated.number, stated.id)
    if named is None or named.family in _SETTING:
        builder.edge(source, stated.id, reference.span, "setting", confidence=_IN_STATEMENT, linked=linked)
    elif named.number < stated.number:
        alone = stated.id not in layout.proofs_of and stated.family in PROVABLE
        titled = alone and layout.in_title(reference)
        cause, confidence = ("title", _IN_TITLE) if titled else ("mention", _WEAK)
        builder.edge(
            source, stated.id, reference.span, cause, confidence=confidence, linked=() if alone else linked
        )


def _without_circles(builder: Builder) -> None:
    """Drop mentions of results that rest on the statement: "in the setting of Theorem A" is no step towards A."""
    numbers = {name: number for number, name in enumerate(builder.nodes)}
    out, _ = adjacency(len(numbers), ((numbers[edge.source], numbers[edge.target]) for edge in builder.edges))
    circle = {node: which for which, part in enumerate(cyclic_components(out)) for node in part}
    within = {edge for edge in builder.edges if edge.cause == "mention" and _in_one(edge, numbers, circle)}
    builder.edges = [edge for edge in builder.edges if edge not in within]


def _in_one(edge: Edge, numbers: dict[str, int], circle: dict[int, int]) -> bool:
    """Whether both ends of an edge are in the same cyclic component."""
    ends = (numbers[edge.source], numbers[edge.target])
    return circle.get(ends[0], -1) == circle.get(ends[1], -2)


def _citations(builder: Builder) -> None:
    """Add the support of citations: strong in a proof or in the title of a statement, weak in a statement."""
    layout = builder.layout
    if not layout.statements and not layout.proofs:
        return
    for citation in layout.manuscript.citations:
        if citation.nocite or not citation.key:
            continue
        index = layout.at(citation.span)
        if index < 0 or index in layout.floats:
            continue
        in_statement = index in layout.statements
        begin = layout.manuscript.environments[index].begin
        weak = in_statement and citation.span.start >= begin.end
        for target in layout.claims_of(index):
            if target in layout.by_id:
                builder.statement(layout.by_id[target])
                work = builder.work(citation.key)
                confidence = _IN_STATEMENT if weak else _IN_PROOF
                linked = () if in_statement else builder.inferences(index, target)
                builder.edge(work.id, target, citation.span, "citation", confidence=confidence, linked=linked)


def _nested(builder: Builder) -> None:
    """Add the support of statements inside a proof for what it proves."""
    layout = builder.layout
    for stated in layout.statements.values():
        parent = layout.manuscript.environments[stated.number].parent
        outer = layout.owner[parent] if parent >= 0 else -1
        if outer in layout.proofs and stated.family in PROVABLE:
            for target in layout.proofs[outer].of:
                if target != stated.id:
                    linked = builder.inferences(outer, target)
                    builder.edge(stated.id, target, stated.span, "nested", confidence=0.7, linked=linked)


def _declared(builder: Builder) -> None:
    """Mark as hypotheses those statements of this kind that no proof refers to: the document tests them."""
    assumed = {edge.source for edge in builder.edges if edge.cause == "reference"}
    asking = listed(codes(), "questions.hypothesis", "questions.question", flags=re.IGNORECASE)
    for stated in builder.layout.statements.values():
        if stated.id not in assumed and asking.search(stated.kind):
            node = builder.statement(stated)
            node.kind, node.role = INFERENCE, "hypothesis"
            node.flags |= {"hypothesis"}


def _corollaries(builder: Builder) -> None:
    """Let a corollary without support of its own follow from the result before it."""
    layout = builder.layout
    fed = {edge.target for edge in builder.edges}
    before: Stated | None = None
    for stated in layout.statements.values():
        if stated.family not in PROVABLE:
            continue
        bare = stated.id not in fed and stated.id not in layout.proofs_of
        if before and bare and is_called(stated.kind, "corollary"):
            builder.edge(before.id, stated.id, stated.span, "corollary", confidence=0.5)
        before = stated
