"""The overview of the page: counts of findings, thin arguments, verified sources, and what was not checked."""

from __future__ import annotations

import posixpath
from collections import Counter
from typing import TYPE_CHECKING

from argcheck import __version__
from argcheck.argument.extract.standing import STATES
from argcheck.argument.model import AUTHOR, CONCLUSION, GIVEN
from argcheck.files.diagnostic import Severity, shortened
from argcheck.files.grouping import grouped
from argcheck.files.manifest import today
from argcheck.lint.reporters.html_text import Html, element, joined, view
from argcheck.lint.reporters.places import Places
from argcheck.lint.reporters.summary import counted, not_checked, some
from argcheck.report_page.shown_document import SIGNS
from argcheck.report_page.source_cards import badge, meter

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from argcheck.argument.model import Node
    from argcheck.lint.report import Report
    from argcheck.report_page.findings import ShownFinding
    from argcheck.report_page.shown_document import ShownDocument
    from argcheck.report_page.source_cards import ShownSource

_FIRST = 6  # most rows of a list that are not folded
_GIVENS = {
    "definition": ("definition",),
    "assumption": ("assumption",),
    "axiom": ("axiom",),
    "work": ("source",),
    "float": ("figure or table", "figures and tables"),
}
_SOUND = ("exists", "unverified", "unread")


def overview_view(
    report: Report,
    documents: Sequence[ShownDocument],
    findings: Sequence[ShownFinding],
    sources: Sequence[Sequence[ShownSource]],
    *,
    alike: Mapping[str, str],
    readings: Sequence[str],
    versions: Collection[str],
) -> Html:
    """Return the overview.

    :param sources: of each document.
    :param alike: documents that are not shown, with the document that has their text.
    :param readings: documents with runs of models that are not shown.
    :param versions: roots of documents that are other versions of a newer one.
    """
    parts = [_section("What is wrong", _what_is_wrong(findings, report))]
    pairs = list(zip(documents, sources, strict=True))
    old = [document for document in documents if document.manuscript.root in versions and not document.empty]
    detailed = [pair for pair in pairs if pair[0] not in old and _is_known(*pair)] or pairs[:1]
    known = [document for document, _ in detailed]
    bare = [document for document in documents if document not in (*known, *old) and not document.empty]
    files = Counter(posixpath.basename(document.root) for document in documents)
    for document, cited in detailed:
        file = posixpath.basename(document.root)
        of = f": {file if files[file] == 1 else document.root}" if len(detailed) > 1 or bare or old else ""
        parts.append(_section(f"Where the argument is thin{of}", _argument(document)))
        if cited or len(detailed) == 1:
            parts.append(_section(f"What was verified{of}", _coverage(cited)))
    if bare:
        parts.append(element("section", _others(bare, "in which nothing is tied to anything")))
    if old:
        parts.append(element("section", _others(old, "beside which another one is worked on")))
    every = [source for cited in sources for source in cited]
    unchecked = _left_unchecked(report, documents, every, alike, readings)
    parts.append(_section("What was not checked", unchecked))
    shown = [some(map(_named, documents)), ". "] if documents else []
    checked = f"Checked on {today().isoformat()} by argcheck {__version__}."
    note = element("p", *shown, checked, class_="note")
    return view("overview", "Overview", note, element("div", *parts, class_="columns"))


def _section(title: str, content: Html) -> Html:
    return element("section", element("h3", title), content)


def _what_is_wrong(findings: Sequence[ShownFinding], report: Report) -> Html:
    """Return the number of findings by severity and by rule, with links to the first of each."""
    if not findings:
        return element("p", "No findings.")
    counts = Counter(shown.diagnostic.severity.label for shown in findings)
    tiles = [
        element(
            "a",
            element("b", str(counts[label])),
            f" {SIGNS[label]} {label}{'s' * (counts[label] != 1)}",
            href=f"#{first}",
            class_=f"tile {label}",
        )
        for label in (level.label for level in sorted(Severity, reverse=True))
        for first in [next((s.id for s in findings if s.diagnostic.severity.label == label), "")]
        if first
    ]
    rules = grouped(findings, lambda shown: shown.diagnostic.name)
    rows = [
        element(
            "li",
            element("a", f"{len(group)} × {name}", href=f"#{group[0].id}", class_="to"),
            element("small", f" {_summed_up(group, report)}"),
        )
        for name, group in rules.items()
    ]
    return joined((element("p", *tiles, class_="tiles"), _few(rows)))


def _summed_up(group: Sequence[ShownFinding], report: Report) -> str:
    """Return the message of the findings of a rule if all have the same, else the summary of the rule."""
    messages = {shown.diagnostic.message for shown in group}
    rule = report.rules.get(group[0].diagnostic.name)
    if len(messages) == 1 or rule is None:
        return group[0].diagnostic.message
    return rule.summary


def _argument(document: ShownDocument) -> Html:
    """Return the thin parts of the argument of a document."""
    graph = document.graph
    if not graph.nodes:
        return element(
            "p",
            "The document says nothing of how it argues: no annotations, theorems, figures, tables or claims were read.",
        )
    parts = [element("p", _counts(document)), *_formalised(document), *_conclusions(document)]
    refuted = [
        node for node in graph.nodes.values() if node.id in graph.refutations and graph.supported_by(node)
    ]
    if refuted:
        rows = [
            element("li", document.link(node), f": {graph.refutations[node.id].reason}") for node in refuted
        ]
        parts += [element("h4", "Refuted, and something rests on it"), _few(rows)]
    others = [
        node
        for node in document.unsupported
        if AUTHOR in node.run_ids and not (node.open or _concludes(node))  # an open problem is not claimed
    ]
    if others:
        title = f"{counted(len(others), 'claim')} marked as such, without any support"
        parts += [element("h4", title), _few(_links(document, others))]
    parts += _paths(document)
    return joined(parts)


def _named(document: ShownDocument) -> str:
    """Return title and file of a document, or only its file."""
    title = document.manuscript.title
    words = document.manuscript.plain(title) if title else ""
    return f"“{shortened(words, 120)}” ({document.root})" if words else document.root


def _formalised(document: ShownDocument) -> Iterator[Html]:
    """Yield the share of formalised statements of a blueprint, and those that could be next."""
    states = document.formal
    if not states:
        return
    whole = sum(state in ("whole", "mathlibok") for state in states.values())
    yield element("p", "Formalised with all that they rest on: ", meter(whole, len(states)), " statements")
    following = [
        document.graph.nodes[name] for name, state in states.items() if state in ("ready", "provable")
    ]
    if following:
        yield element("h4", "Could be formalised next")
        yield _few(_links(document, following))


def _links(document: ShownDocument, nodes: Sequence[Node]) -> list[Html]:
    return [element("li", document.link(node)) for node in nodes]


def _concludes(node: Node) -> bool:
    return node.kind == CONCLUSION or node.declared


def _conclusions(document: ShownDocument) -> Iterator[Html]:
    """Yield the conclusions: those of the author, those read with known support, and folded those without."""
    ranked = sorted(
        document.graph.conclusions, key=lambda node: (_width(document, node), document.node_numbers[node.id])
    )
    declared = [node for node in ranked if AUTHOR in node.run_ids]
    if declared:
        yield element("h4", "Conclusions, the thinnest first")
        yield _few([_conclusion(document, node) for node in declared])
    read = [node for node in ranked if node not in declared]
    known = [node for node in read if document.graph.support_of(node) or document.status(node) == "proved"]
    if known:
        yield element("h4", "Read as conclusions, the thinnest first")
        yield _few([_conclusion(document, node) for node in known])
    unknown = [node for node in read if node not in known]
    if unknown:
        summary = f"{counted(len(unknown), 'sentence')} read as {'conclusions' if len(unknown) > 1 else 'a conclusion'}, of which no support is known"
        rows = element("ul", *_links(document, unknown))
        line = "Nothing says outright what they rest on: `argcheck graph --suggest` proposes annotations."
        hint = element("p", _with_code(line), class_="note")
        yield element("details", element("summary", summary), hint, rows)


def _counts(document: ShownDocument) -> str:
    graph = document.graph
    givens = [node for node in graph.nodes.values() if node.kind == GIVEN]
    stated = graph.layout.by_id
    sorts = Counter(stated[node.id].family if node.id in stated else node.sort for node in givens)
    kinds = [counted(sorts[sort], *words) for sort, words in _GIVENS.items() if sorts[sort]]
    if others := sum(sorts.values()) - sum(sorts[sort] for sort in _GIVENS):
        kinds.append(counted(others, "other sentence"))
    given = f"; taken as given {', '.join(kinds)}" if kinds else ""
    return (
        f"{counted(len(graph.nodes) - len(givens), 'claim')}{given};"
        f" {counted(len(graph.edges), 'link')} between them."
    )


def _width(document: ShownDocument, node: Node) -> int:
    return document.standings[node.id].width


def _conclusion(document: ShownDocument, node: Node) -> Html:
    sign, words = STATES[document.status(node)]
    proved = f" {words}" if document.status(node) == "proved" else ""
    parts = [document.link(node), f" {sign}{proved}"]
    if document.graph.support_of(node) or not proved:
        parts += ["; " if proved else " ", document.support(node)]
    return element("li", *parts)


def _paths(document: ShownDocument) -> Iterator[Html]:
    """Yield the score of a document with its best and weakest path."""
    scored = document.scored
    if scored.score is None or scored.distribution is None or not scored.score.reaches:
        return
    low, high = scored.distribution.low, scored.distribution.high
    yield element("h4", "Trust")
    yield element(
        "p",
        f"{scored.score.value:.2f}, between {low:.2f} and {high:.2f} as weights vary. Compare versions of this document with it, not documents.",
    )
    components = scored.score.components
    for words, path in (("Best path", components.path), ("Weakest path", components.weakest_path)):
        links = [document.link(document.graph.nodes[name]) for name in path if name in document.graph.nodes]
        numbers = " ".join(str(document.node_numbers[name]) for name in path if name in document.graph.nodes)
        yield element("p", f"{words}: ", joined(links, " → "), class_="path", data_path=numbers)


def _coverage(sources: Sequence[ShownSource]) -> Html:
    """Return the shares of verified sources, decided citations and supported claims, and the doubtful sources."""
    if not sources:
        return element("p", "Nothing is cited.")
    counts = Counter(source.status for source in sources)
    checked = len(sources) - sum(counts[status] for status in ("unverified", "unknown", "unread", "missing"))
    judged = [best for source in sources for _, best in source.judged]
    parts = [element("p", "Sources that were verified: ", meter(checked, len(sources)))]
    if not any(source.verdict for source in sources) and not any(judged):
        number = counted(len(sources), "source")
        line = f"None of {number} was verified: `argcheck verify` asks whether they exist and still stand."
        parts = [element("p", _with_code(line))]
        judged = []
    if judged:
        decided = sum(best is not None and best.verdict in ("supported", "miscited") for best in judged)
        parts.append(element("p", "Citations with a decided verdict: ", meter(decided, len(judged))))
    compared = [best.more["compared"] for best in judged if best and "compared" in best.more]
    if compared:
        claims = [claim["supported"] for each in compared for claim in each["claims"]]
        omitted = sum(len(each["omitted"]) for each in compared)
        share, rest = meter(sum(claims), len(claims)), f"; {omitted} of the sources left out"
        parts.append(element("p", "Claims of citing sentences that the sources support: ", share, rest))
    doubtful = [source for source in sources if source.status not in _SOUND]
    rows = [
        element(
            "li",
            element("a", source.key, href=f"#{source.card}", class_="to"),
            " ",
            badge(source.status),
            f": {source.carries}" if source.feeds else "",
        )
        for source in doubtful
    ]
    if rows:
        parts.append(_few(rows))
    return joined(parts)


def _is_known(document: ShownDocument, sources: Sequence[ShownSource]) -> bool:
    """Whether a document has links between claims, annotations or verified sources."""
    annotated = any(AUTHOR in node.run_ids for node in document.graph.nodes.values())
    return bool(document.graph.edges) or annotated or any(source.verdict for source in sources)


def _others(documents: Sequence[ShownDocument], which: str) -> Html:
    """Return a folded list of documents without details."""
    summary = f"{len(documents)} other documents {which}" if len(documents) > 1 else f"Other document {which}"
    rows = (
        element(
            "li", element("a", document.root, href=f"#{document.name}", class_="to"), f" {_counts(document)}"
        )
        for document in documents
    )
    return element("details", element("summary", summary), element("ul", *rows))


def _left_unchecked(
    report: Report,
    documents: Sequence[ShownDocument],
    sources: Sequence[ShownSource],
    alike: Mapping[str, str],
    readings: Sequence[str],
) -> Html:
    """Return what was not checked, so that missing findings are not taken for praise."""
    lines = [*not_checked(report, Places(report, report.base)), *report.notices]
    lines += [f"{root} reads the same text as {shown}, which is shown" for root, shown in alike.items()]
    if readings:
        lines.append(
            f"what models have read in {some(readings)} is not shown: `argcheck report --runs all` shows it"
        )
    lines += [
        f"{document.root}: a file of it is missing or cannot be read"
        for document in documents
        if not (document.manuscript.complete and document.bibliography.complete)
    ]
    silent_documents = [document.root for document in documents if document.empty]
    if silent_documents and len(documents) > 1:
        lines.append(
            f"{counted(len(silent_documents), 'document')} without claims, figures, tables, proofs and sources: {some(silent_documents)}"
        )
    unverified = sum(source.status in ("unverified", "unknown", "unread") for source in sources)
    if unverified and any(source.verdict for source in sources):
        lines.append(
            f"{unverified} of {counted(len(sources), 'source')} not verified: `argcheck verify` asks about them"
        )
    silent = sum(best is None for source in sources for _, best in source.judged)
    if silent and any(best for source in sources for _, best in source.judged):
        lines.append(
            f"{counted(silent, 'citation')} without a verdict on what the source says to the sentence"
        )
    lines += [f"{counted(report.suppressed, 'finding')} suppressed by comments"] * bool(report.suppressed)
    lines += [f"{counted(report.baselined, 'finding')} adopted in the baseline"] * bool(report.baselined)
    lines.append("whether a claim is true: what is checked is how claims, sources and numbers hang together")
    return _few([element("li", _with_code(line)) for line in lines])


def _with_code(line: str) -> str:
    """Return a line with code for text in backquotes; unchanged if a backquote is unpaired, as within a name."""
    parts = line.split("`")
    if len(parts) % 2 == 0:
        return line
    return joined(element("code", part) if number % 2 else part for number, part in enumerate(parts))


def _few(rows: Sequence[Html]) -> Html:
    """Return a list of the first rows, with the others folded."""
    shown = element("ul", *rows[:_FIRST])
    if len(rows) <= _FIRST:
        return shown
    more = element("summary", f"{len(rows) - _FIRST} more")
    return joined((shown, element("details", more, element("ul", *rows[_FIRST:]))))
