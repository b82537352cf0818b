"""The page: one file with everything in it, which sends no requests."""

from __future__ import annotations

from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.extract.standing import STATES
from argcheck.argument.model import DEFAULT_RUNS, RUN_NAMES
from argcheck.lint.argument_graphs import read_and_not_shown
from argcheck.lint.reporters.html_text import Html, element, joined, policy, view
from argcheck.lint.reporters.json_format import dumps
from argcheck.lint.reporters.lines import visible
from argcheck.report_page.answer_cards import answers_view
from argcheck.report_page.cards import claim_card
from argcheck.report_page.drawing import drawings, markers
from argcheck.report_page.findings import findings_list, shown_findings
from argcheck.report_page.overview import overview_view
from argcheck.report_page.shown_document import QUALITIES, ShownDocument
from argcheck.report_page.source_cards import source_card, source_table, sources_of
from argcheck.report_page.text_panel import text_panel
from argcheck.service.scored_documents import scores_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.lint.report import Report
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace
    from argcheck.report_page.findings import ShownFinding
    from argcheck.report_page.source_cards import ShownSource
    from argcheck.service.document_score import DocumentScore

VERSION = 1
_STATES = {state: " ".join(words).strip() for state, words in STATES.items()}
_KEYS = (
    ("/", "search"),
    ("j, k", "next and previous finding"),
    ("n, p", "next and previous claim"),
    ("← →", "what a claim rests on, what rests on it"),
    ("1 to 5", "overview, findings, sources, text and argument, answers"),
    ("Escape", "select nothing"),
)


class MadePage(NamedTuple):
    """A page, with the numbers of claims and sources on it."""

    text: str
    claims: int
    sources: int


def make_page(
    workspace: Workspace,
    report: Report,
    runs: Collection[str] = DEFAULT_RUNS,
    *,
    answers: Sequence[Mapping[str, Any]] = (),
    version: int | None = None,
) -> MadePage:
    """Return the page of a checked workspace.

    :param report: of the check.
    :param runs: the runs of the argument to show.
    :param answers: of `argcheck ask`, as `answer_of` returns them, the oldest first.
    :param version: number of a served page, with which its script detects a newer one; else None.
    """
    made, alike = _documents(workspace, runs)
    readings = [made[0].path(root) for root in read_and_not_shown(workspace, runs)]
    documents = sorted(made, key=lambda document: document.empty)
    findings = shown_findings(report, documents)
    sources = [sources_of(document) for document in documents]
    script = _data_file("report.js") + (_data_file("report-edit.js") if answers else "")
    live = "" if version is None else _data_file("report-live.js")
    title = f"argcheck: {', '.join(document.root for document in documents[:3]) or visible(report.base.name)}"
    body = element(
        "body",
        _header(documents, findings, len(answers)),
        element(
            "main",
            overview_view(
                report,
                documents,
                findings,
                sources,
                alike=alike,
                readings=readings,
                versions=workspace.versions,
            ),
            view("findings", "Findings", findings_list(findings, report)),
            _source_view(documents, sources),
            _reading(documents, findings, sources),
            *([answers_view(answers)] if answers else []),
        ),
        markers(),
        element("script", _data(documents, findings), type="application/json", id="data"),
        *(element("script", Html(code)) for code in (script, live) if code),
        data_version=version,
        data_first="answers" if answers and not documents else None,
    )
    text = f"<!doctype html>\n{element('html', _head(title, script, live), body, lang='en')}\n"
    return MadePage(text, sum(len(each.graph.nodes) for each in documents), sum(map(len, sources)))


def _data_file(name: str) -> str:
    return files("argcheck").joinpath("data", name).read_text("utf-8")


def _head(title: str, script: str, live: str) -> Html:
    style = _data_file("report.css")
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy(script, style, live)),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Html(style)),
    )


def _documents(workspace: Workspace, runs: Collection[str]) -> tuple[list[ShownDocument], dict[str, str]]:
    """Return the documents to show, and the others.

    :returns: documents, the longest first; and by path those that are left out, with the one that has all their
        sentences.
    """
    pairs = zip(workspace.documents, scores_of(workspace, runs).documents, strict=True)
    kept: list[tuple[Document, DocumentScore]] = []
    alike: dict[str, str] = {}
    texts: dict[str, set[Span]] = {}
    for document, scored in sorted(pairs, key=_longest_first):
        root = document.manuscript.root
        text = {sentence.span for sentence in document.manuscript.sentences}
        same = next((other for other, shown in texts.items() if text and text <= shown), None)
        if same is None:
            texts[root] = text
            kept.append((document, scored))
        else:
            alike[root] = same
    shown: list[ShownDocument] = []
    sentences = nodes = 0
    for document, scored in kept:
        prefix = f"{len(shown) + 1}-" if len(kept) > 1 else ""
        made = ShownDocument(
            workspace.project,
            document,
            scored,
            base=workspace.project.relative(workspace.base),
            prefix=prefix,
            first_sentence=sentences,
            first_node=nodes,
        )
        sentences += len(made.sentences)
        nodes += len(made.graph.nodes)
        shown.append(made)
    return shown, {shown[0].path(root): shown[0].path(same) for root, same in alike.items()}


def _longest_first(pair: tuple[Document, DocumentScore]) -> tuple[int, int, str]:
    manuscript = pair[0].manuscript
    return -len(manuscript.sentences), len(manuscript.root), manuscript.root


def _header(documents: Sequence[ShownDocument], findings: Sequence[ShownFinding], answers: int) -> Html:
    views = [
        ("overview", "Overview"),
        ("findings", f"Findings {len(findings)}"),
        ("sources", "Sources"),
        ("reading", "Read"),
        *([("answers", f"Answers {answers}")] if answers else []),
    ]
    links = [element("a", words, href=f"#{name}", data_view=name) for name, words in views]
    return element(
        "header",
        element("h1", "argcheck"),
        element("nav", *links, aria_label="Views"),
        element("div", *_tools(documents, findings), class_="tools scripted"),
    )


def _tools(documents: Sequence[ShownDocument], findings: Sequence[ShownFinding]) -> Iterator[Html]:
    """Yield the search with its number of matches, the filters, and the list of keys, which need the script."""
    yield element(
        "input",
        type="search",
        id="search",
        placeholder="Search",
        aria_label="Search text, claims, sources and findings",
        autocomplete="off",
    )
    yield element("output", id="found", for_="search")
    filters = element("div", *_filters(documents, findings), class_="filters")
    yield element("details", element("summary", "Filter"), filters, class_="scripted", id="filter")
    keys = (joined((element("dt", element("kbd", key)), element("dd", does))) for key, does in _KEYS)
    yield element("details", element("summary", "Keys"), element("dl", *keys), class_="scripted", id="keys")


def _filters(documents: Sequence[ShownDocument], findings: Sequence[ShownFinding]) -> Iterator[Html]:
    yield _filter("severity", ["error", "warning", "note"])
    yield _filter("rule", sorted({each.diagnostic.name for each in findings}))
    yield _sections(documents)
    nodes = [(document, node) for document in documents for node in document.graph.nodes.values()]
    yield _filter("role", sorted({node.role or node.kind or node.sort for _, node in nodes}))
    yield _filter("status", sorted({document.status(node) for document, node in nodes}), _STATES)
    yield _filter("run", sorted({run for _, node in nodes for run in node.run_ids}), RUN_NAMES)
    qualities = {document.quality(node) for document, node in nodes}
    if qualities.intersection(QUALITIES):
        yield _filter("quality", [words for words in (*QUALITIES, "not known") if words in qualities])


def _sections(documents: Sequence[ShownDocument]) -> Html:
    """Return the filter by section; with several documents, their sections are grouped by document."""
    groups = []
    for document in documents:
        options = [
            element("option", title, value=document.chapter_name(place))
            for place, title in enumerate(document.chapters[0])
            if title
        ]
        several = options and len(documents) > 1
        groups += [element("optgroup", *options, label=document.root)] if several else options
    return _choice("section", groups)


def _filter(name: str, values: Sequence[str], called: Mapping[str, str] = MappingProxyType({})) -> Html:
    return _choice(name, [element("option", called.get(value, value), value=value) for value in values])


def _choice(name: str, choices: Sequence[Html]) -> Html:
    options = [element("option", f"every {name}", value=""), *choices]
    return element("label", element("span", name), " ", element("select", *options, name=name))


def _source_view(documents: Sequence[ShownDocument], sources: Sequence[Sequence[ShownSource]]) -> Html:
    citing = [pair for pair in zip(documents, sources, strict=True) if pair[1]]
    tables = [
        joined((*([element("h3", document.root)] if len(citing) > 1 else []), source_table(cited)))
        for document, cited in citing
    ]
    nothing = [element("p", "Nothing is cited.", class_="empty")]
    return view("sources", "Sources by how much rests on them", *(tables or nothing))


def _reading(
    documents: Sequence[ShownDocument],
    findings: Sequence[ShownFinding],
    sources: Sequence[Sequence[ShownSource]],
) -> Html:
    texts: list[Html] = []
    graphs: list[Html] = []
    cards: list[Html] = []
    for document, cited in zip(documents, sources, strict=True):
        name = [element("h3", document.root)] if len(documents) > 1 else []
        texts.append(
            element("div", *name, text_panel(document, findings), class_="document", id=document.name)
        )
        graphs += _graphs(document, [] if documents[1:] and documents[1].empty else name)
        here = [shown for shown in findings if shown.document is document]
        cards += [
            claim_card(document, node, here) for node in document.graph.nodes.values() if node.sort != "work"
        ]
        cards += [source_card(source, here) for source in cited]
    empty = element(
        "p", "Select a sentence, a claim, a source or a finding.", class_="empty scripted", id="nothing"
    )
    tabs = [("text", "Text"), ("argument", "Argument"), ("card", "Card")]
    panel_tabs = element(
        "nav",
        *(element("button", words, type="button", data_panel=name) for name, words in tabs),
        class_="tabs scripted",
        aria_label="Panels",
    )
    return view(
        "reading",
        "Text and argument",
        panel_tabs,
        _panel("text", "Text", *texts),
        _panel("argument", "Argument", _zoom(), *graphs),
        _panel("card", "Claim, source or finding", empty, *cards),
    )


def _panel(name: str, label: str, *children: Html) -> Html:
    return element("div", *children, id=name, class_="panel", role="region", aria_label=label, tabindex="-1")


def _zoom() -> Html:
    buttons = (("0.8", "−", "smaller"), ("1.25", "+", "larger"), ("fit", "fit", "fit: as wide as the panel"))
    return element(
        "div",
        *(
            element("button", sign, type="button", data_zoom=by, aria_label=words)
            for by, sign, words in buttons
        ),
        class_="scripted",
    )


def _graphs(document: ShownDocument, name: Sequence[Html]) -> Iterator[Html]:
    made = drawings(document)
    if not made and not name:
        yield element("p", f"{document.root} says nothing of how it argues.", class_="empty")
    if made:
        yield from name
    for place, (title, drawn) in enumerate(made):
        if len(made) > 1:
            yield element("details", element("summary", title), drawn, open=not place, class_="graph")
        else:
            yield element("div", drawn, class_="graph")


def _data(documents: Sequence[ShownDocument], findings: Sequence[ShownFinding]) -> Html:
    """Return the data for the script: claims, edges between them, and places of findings."""
    data: dict[str, Any] = {
        "version": VERSION,
        "nodes": [
            {
                "card": document.card_id(node),
                "sentences": [document.sentence_id(number) for number in document.sentences_of(node)],
                "role": node.role or node.kind or node.sort,
                "status": document.status(node),
                "quality": document.quality(node),
                "runs": list(node.run_ids),
                "section": document.chapter_of(next(iter(document.sentences_of(node)), None)),
            }
            for document in documents
            for node in document.graph.nodes.values()
        ],
        "edges": [
            [document.node_numbers[edge.source], document.node_numbers[edge.target], edge.relation]
            for document in documents
            for edge in document.graph.edges
        ],
        "findings": [
            [
                shown.id,
                shown.document.sentence_id(shown.sentence)
                if shown.document and shown.sentence is not None
                else "",
                shown.source,
            ]
            for shown in findings
        ],
    }
    return _in_script(data)


def _in_script(data: Any) -> Html:
    r"""Return JSON that is safe within a script: ``<``, ``>`` and ``&`` are ``\u`` escaped."""
    text = dumps(data)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Html(text)
