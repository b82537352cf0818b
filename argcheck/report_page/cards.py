"""The card of a claim: its words, status, relations and origin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.standing import STATES
from argcheck.argument.model import RUN_NAMES
from argcheck.argument.pictures.picture import STATUSES
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.report_page.findings import chip
from argcheck.report_page.shown_document import plain
from argcheck.report_page.shown_words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.argument.model import Edge, Node
    from argcheck.report_page.findings import ShownFinding
    from argcheck.report_page.shown_document import ShownDocument

_LISTED = 12  # most relations that are listed without folding


def claim_card(document: ShownDocument, node: Node, findings: Sequence[ShownFinding]) -> Html:
    """Return the card of a claim."""
    return element(
        "article",
        element(
            "h3",
            document.called(node)
            if not document.graph.is_unnamed(node)
            else node.role or node.kind or "claim",
        ),
        element("p", words_of(document, node), class_="words"),
        element("p", *places(document, node), class_="at"),
        *standing(document, node, findings),
        id=document.card_id(node),
        class_="card claim",
        data_n=document.node_numbers[node.id],
    )


def places(document: ShownDocument, node: Node) -> Iterator[str]:
    """Yield the place of a claim, and a link into the text."""
    for span in node.places[:1]:
        yield document.at(span)
        yield " "
    for number in document.sentences_of(node)[:1]:
        yield element("a", "in the text", href=f"#{document.sentence_id(number)}", class_="to")


def standing(document: ShownDocument, node: Node, findings: Sequence[ShownFinding]) -> Iterator[Html]:
    """Yield status, findings and relations of a claim, the most important first; details are folded."""
    graph = document.graph
    status = document.status(node)
    if status != "given":
        reason = f" {graph.refutations[node.id].reason}" if status == "refuted" else ""
        yield element(
            "p", element("span", " ".join(STATES[status]).strip(), class_=f"badge {status}"), reason
        )
    if formal := document.formal.get(node.id):
        yield element("p", element("b", "Formalised"), f" {STATUSES[formal]}")
    yield from _falls(document, node)
    here = {document.sentence_id(number) for number in document.sentences_of(node)}
    chips = [
        chip(shown)
        for shown in findings
        if shown.document is document
        and shown.sentence is not None
        and document.sentence_id(shown.sentence) in here
    ]
    if chips:
        yield element("p", "Found here: ", joined(chips, " "))
    yield from _relations(document, "Rests on", graph.support_of(node), into=True)
    yield from _relations(document, "Attacked by", graph.attacks_on(node), into=True)
    yield from _relations(document, "Bears on", graph.supported_by(node), into=False)
    yield _origin(document, node)


def _falls(document: ShownDocument, node: Node) -> Iterator[Html]:
    """Yield what a claim falls without; nothing of a claim without known support, or one that has been refuted."""
    if document.graph.support_of(node) and document.status(node) not in {"given", "refuted"}:
        words = document.support(node, brief=True)
        yield element("p", Html(words[:1].upper() + words[1:]))


def _relations(document: ShownDocument, words: str, edges: Sequence[Edge], *, into: bool) -> Iterator[Html]:
    """Yield a list of the other ends of edges; premises that are needed together are one item."""
    if not edges:
        return
    groups: dict[str, list[Edge]] = {}
    for edge in edges:
        for name in edge.linked if into and edge.linked else (f"\0{edge.source}\0{edge.target}",):
            groups.setdefault(name, []).append(edge)
    rows = [_group(document, group, into=into) for group in groups.values()]
    shown, more = rows[:_LISTED], rows[_LISTED:]
    yield element("h4", words)
    yield element("ul", *shown)
    if more:
        yield element("details", element("summary", f"{len(more)} more"), element("ul", *more))


def _group(document: ShownDocument, edges: Sequence[Edge], *, into: bool) -> Html:
    ends = (_end(document, edge, edge.source if into else edge.target) for edge in edges)
    if len(edges) == 1:
        return element("li", joined(ends))
    return element("li", element("small", "needed together: "), joined(ends, " + "), class_="linked")


def _end(document: ShownDocument, edge: Edge, name: str) -> Html:
    other = document.graph.nodes[name]
    relation = {"assumes": " (assumed)", "attacks": ""}.get(edge.relation, "")
    refuted = (
        element("span", " ✗ refuted", class_="refuted") if name in document.graph.refutations else Html()
    )
    return joined((document.link(other), relation, refuted))


def _origin(document: ShownDocument, node: Node) -> Html:
    """Return a folded list of the runs, metrics, wordings and names of a claim."""
    scored = document.scored.score
    rows: list[tuple[str, str]] = [
        ("Known from", ", ".join(RUN_NAMES.get(run, run) for run in node.run_ids)),
        ("Confidence", f"{node.confidence:.2f}"),
    ]
    if scored is not None and node.id in scored.trust:
        rows.append(("Trust", f"{scored.trust[node.id]:.2f}"))
    if scored is not None and node.id in scored.quality:
        rows.append(("Quality", f"{scored.quality[node.id]:.2f}"))
    rows += [
        (metric.replace("_", " ").capitalize(), f"{measure.value:.2f} ({measure.origin})")
        for metric, measure in document.scored.measures[node.id].items()
    ]
    rows += [("Also worded", plain(words)) for words in node.wordings]
    rows += [("Also called", name) for name in node.aliases]
    return element("details", element("summary", "Where this comes from"), definitions(rows))


def definitions(rows: Iterable[tuple[str, str]]) -> Html:
    """Return a definition list of names with values; rows with an empty value are left out."""
    return element("dl", *(joined((element("dt", name), element("dd", told))) for name, told in rows if told))
