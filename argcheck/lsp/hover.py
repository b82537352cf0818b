"""Hover texts: a source with its verdicts, the description of a label, the support of a claim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.model import RUN_NAMES
from argcheck.files.diagnostic import Span, shortened
from argcheck.lint.reporters.markdown_format import escaped
from argcheck.lsp.descriptions import QUOTED, describe_label, standing, title_of
from argcheck.lsp.keys_and_labels import CLAIM, KEY, name_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.model import Node
    from argcheck.argument.trust.dag import Measure
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.read_document import Document
    from argcheck.tex.model import Citation

_LISTED = 5  #: most claims that one relation lists


def hover(snapshot: Snapshot, path: str, offset: int) -> tuple[str, Span] | None:
    """Return Markdown about the name or claim at an offset, and its span; None if there is none."""
    name = name_at(snapshot, path, offset)
    named = name.name if name and name.kind == CLAIM else None
    for document in snapshot.reading(path):
        if name is not None and named is None:
            lines = list(
                _about_key(snapshot, document, name.name, name.span)
                if name.kind == KEY
                else _about_label(document, name.name)
            )
            if lines:
                return "\n\n".join(lines), name.span
        argument = snapshot.argument(document)
        if argument is None:
            continue
        claim = argument.graph.nodes.get(named) if named else _claim_at(snapshot, argument, path, offset)
        if claim:
            measures = snapshot.metrics(document).get(claim.id, {})
            text = "\n\n".join((*_about_claim(argument, claim), *_known_of(claim, measures)))
            return text, name.span if name and named else snapshot.written(argument.anchor(claim))
    return None


def _about_key(snapshot: Snapshot, document: Document, key: str, span: Span) -> Iterator[str]:
    entry = document.bibliography.find(key)
    if entry is None:
        return
    source = document.bibliography.files.get(entry.span.path) or document.manuscript.files[entry.span.path]
    fields = ("journal", "journaltitle", "booktitle", "publisher")
    venue = next(filter(None, map(entry.text, fields)), "")
    yield f"**{escaped(key)}** {escaped(title_of(entry))}" + (f", *{escaped(venue)}*" if venue else "")
    yield f"{escaped(entry.span.path)}:{source.position(entry.span.start)[0]}"
    verdicts = snapshot.verdicts(document)
    verdict = verdicts.entry(entry)
    if verdict is None:
        yield "Not verified: `argcheck verify` asks about it."
    else:
        old = " (the entry has changed since)" if verdicts.stale(verdict, entry) else ""
        yield f"Verified {verdict.checked}: {escaped(standing(verdict))}{old}"
    citations = (citation for citation in document.manuscript.citations if citation.key == key)
    citation = next((each for each in citations if snapshot.written(each.span) == span), None)
    if citation is not None:
        yield from _about_mention(snapshot, document, citation)


def _about_mention(snapshot: Snapshot, document: Document, citation: Citation) -> Iterator[str]:
    for verdict in snapshot.verdicts(document).mentions(citation):
        yield f"This sentence: **{escaped(verdict.verdict)}**. {escaped(verdict.reason)}".rstrip()
        for span in verdict.spans[:1]:
            if span.quote:
                yield f"> {escaped(shortened(span.quote, QUOTED))}"


def _about_label(document: Document, name: str) -> Iterator[str]:
    labels = document.manuscript.labels_by_name.get(name)
    if labels:
        source = document.manuscript.files[labels[0].span.path]
        yield f"**{escaped(name)}** {escaped(describe_label(document, name))}"
        yield f"{escaped(labels[0].span.path)}:{source.position(labels[0].span.start)[0]}"


def _claim_at(snapshot: Snapshot, argument: Argument, path: str, offset: int) -> Node | None:
    """Return the shortest annotated claim or statement at an offset; None if there is none."""
    here = [
        (place.end - place.start, node)
        for node in argument.graph.nodes.values()
        if node.sort != "work" and (node in argument.claims or argument.is_statement(node))
        for place in map(snapshot.written, (*node.places, argument.anchor(node)))
        if place.path == path and place.start <= offset <= place.end
    ]
    return min(here, key=lambda pair: pair[0])[1] if here else None


def _about_claim(g: Argument, node: Node) -> Iterator[str]:
    """Yield paragraphs on a claim: its role, the width of its support, and its relations."""
    role = "main claim" if node.declared else node.role or node.kind or node.sort
    yield f"**{escaped(role)}** {escaped(g.name(node))}"
    if g.is_refuted(node):
        yield f"Refuted: {escaped(g.graph.refutations[node.id].reason)}"
    elif g.into(node):
        yield escaped(f"Support of {''.join(g.standings.of(node).words(g.name))}")
    relations = (
        ("Supported by", [edge.source for edge in g.into(node)]),
        ("Supports", [edge.target for edge in g.out_of(node)]),
        ("Attacked by", [edge.source for edge in g.attackers(node)]),
    )
    for words, others in relations:
        if others:
            more = f" and {len(others) - _LISTED} more" if len(others) > _LISTED else ""
            yield f"{words}: {', '.join(_end(g, name) for name in others[:_LISTED])}{more}"


def _known_of(node: Node, measures: Mapping[str, Measure]) -> Iterator[str]:
    """Yield paragraphs on the runs that have a claim, and on its metrics with their origins."""
    yield f"Known from {escaped(', '.join(RUN_NAMES.get(run, run) for run in node.run_ids))}"
    for metric, measure in measures.items():
        yield escaped(f"{metric.replace('_', ' ').capitalize()} {measure.value:.2f} ({measure.origin})")


def _end(g: Argument, name: str) -> str:
    node = g.graph.nodes[name]
    place = g.anchor(node)
    at = f" ({place.path}:{g.graph.line(place)[0]})" if node.sort != "work" else ""
    return escaped(f"{g.name(node)}{at}")
