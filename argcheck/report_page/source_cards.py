"""The cited works: what rests on each, its verification, and the verdicts on its citations."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from argcheck.bib.people import in_a_line
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.lint.reporters.summary import counted
from argcheck.report_page.cards import definitions, standing
from argcheck.report_page.findings import chip
from argcheck.report_page.shown_words import shown_words
from argcheck.report_page.text_panel import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.model import Node
    from argcheck.bib.entry import Entry
    from argcheck.report_page.findings import ShownFinding
    from argcheck.report_page.shown_document import ShownDocument
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import EntryVerdict, MentionVerdict

#: A sign and a description of each status of a work, the most severe first.
STATUSES = {
    "missing": ("✖", "no entry in the bibliography"),
    "retracted": ("✖", "retracted"),
    "ghost": ("✖", "no index knows it"),
    "refuted": ("✖", "refuted"),
    "concern": ("▲", "expression of concern"),
    "miscited": ("▲", "cited for what it does not say"),
    "differs": ("▲", "the entry differs from its record"),
    "acknowledged": ("●", "retracted, and cited as such"),
    "unknown": ("?", "could not be decided"),
    "unread": ("?", "its bibliography was not read"),
    "unverified": ("?", "not verified"),
    "exists": ("✓", "exists"),
}
_SAID = {"supports": "supports it", "partly": "supports a part", "does-not": "does not support it"}
_DOI = "https://doi.org/"


class ShownSource:
    """A cited work with its citations and verdicts."""

    def __init__(self, document: ShownDocument, card: str, entry: Entry | None) -> None:
        self.document, self.card, self.entry = document, card, entry
        self.mentions: Sequence[Mention] = document.mentions.get(card, ())
        self.node = document.work_of_card.get(card)

    @property
    def key(self) -> str:
        """The key that it is cited by."""
        if self.entry is not None:
            return self.entry.key
        if self.node is not None:
            return self.node.text  # also for works that only annotations name
        return next(
            c.key
            for c in self.document.manuscript.citations
            if c.key and self.document.source_id(c.key) == self.card
        )

    @cached_property
    def cited(self) -> int:
        """The number of its citations, also without an entry."""
        if self.entry is not None:
            return len(self.mentions)
        document = self.document
        return sum(
            c.key != "" and document.source_id(c.key) == self.card for c in document.manuscript.citations
        )

    @property
    def title(self) -> str:
        """Its authors in short, year and title; empty without an entry."""
        return in_a_line(self.entry) if self.entry else ""

    @cached_property
    def verdict(self) -> EntryVerdict | None:
        """The verdict on its entry; None without one."""
        return self.document.verdicts.entry(self.entry) if self.entry else None

    @cached_property
    def judged(self) -> list[tuple[Mention, MentionVerdict | None]]:
        """Its citations, each with the best verdict on it or None."""
        verdicts = self.document.verdicts
        return [(mention, next(iter(verdicts.mentions(mention)), None)) for mention in self.mentions]

    @cached_property
    def status(self) -> str:
        """Its status, a key of `STATUSES`."""
        verdict = self.verdict
        if self.entry is None:
            return "missing" if self.document.knows_entries else "unread"
        refutation = self.document.graph.refutations.get(self.node.id) if self.node is not None else None
        if refutation is not None:
            listed = refutation.source in ("list", "title")
            return (
                refutation.matter if refutation.matter in STATUSES else "retracted" if listed else "refuted"
            )
        if verdict is not None and verdict.fallen:
            acknowledging = self.document.verdicts.acknowledging
            return "acknowledged" if all(each in acknowledging for each in self.mentions) else "retracted"
        if verdict is not None and any(notice.status == "concern" for notice in verdict.notices):
            return "concern"
        if any(best is not None and best.verdict == "miscited" for _, best in self.judged):
            return "miscited"
        if verdict is None:
            return "unverified"
        if verdict.differences and self.document.verdicts.open(verdict, "metadata"):
            return "differs"
        return {"ghost": "ghost", "mismatch": "differs", "unknown": "unknown"}.get(verdict.outcome, "exists")

    @cached_property
    def feeds(self) -> list[Node]:
        """The claims that rest on it, perhaps also on others."""
        graph = self.document.graph
        return (
            [graph.nodes[name] for name in graph.downstream(self.node) if name != self.node.id]
            if self.node
            else []
        )

    @cached_property
    def fallen(self) -> list[Node]:
        """The claims that fall without it; empty for a refuted work, which supports none any more."""
        graph = self.document.graph
        if self.node is None or self.node.id in graph.refutations:
            return []
        return [graph.nodes[name] for name in graph.falls_with(self.node)]

    @property
    def conclusions(self) -> int:
        """The number of conclusions that rest on it."""
        conclusions = {node.id for node in self.document.graph.conclusions}
        return sum(node.id in conclusions for node in self.feeds)

    @property
    def carries(self) -> str:
        """A description of the claims that rest on it."""
        if not self.feeds:
            return "nothing"
        of = f", {counted(self.conclusions, 'conclusion')} among them" if self.conclusions else ""
        alone = f"; {len(self.fallen)} on nothing else" if self.fallen else ""
        return f"{counted(len(self.feeds), 'claim')}{of}{alone}"

    @cached_property
    def coverage(self) -> tuple[int, int]:
        """The number of its relevant claims that citing sentences include, and the number of all."""
        rows = [
            best.more["compared"]["coverage"] for _, best in self.judged if best and "compared" in best.more
        ]
        return sum(row[0] for row in rows), sum(row[1] for row in rows)


def sources_of(document: ShownDocument) -> list[ShownSource]:
    """Return the cited works: doubtful ones first, then by the number of conclusions, claims and citations."""
    shown = [ShownSource(document, card, entry) for card, entry in document.sources.items()]
    order = list(STATUSES)
    doubtful = order[: order.index("unknown")]
    return sorted(
        shown,
        key=lambda source: (
            source.status not in doubtful,
            -source.conclusions,
            -len(source.feeds),
            -source.cited,
        ),
    )


def source_table(sources: Sequence[ShownSource]) -> Html:
    """Return the table of sources."""
    if not sources:
        return element("p", "Nothing is cited.", class_="empty")
    compared = any(source.coverage[1] for source in sources)
    heads = ["Work", "Known of it", "Cited", "Rests on it", *["Of its claims included"] * compared]
    head = element("tr", *(element("th", words, scope="col") for words in heads))
    rows = (_row(source, compared=compared) for source in sources)
    return element("table", element("thead", head), element("tbody", *rows), class_="sources")


def _row(source: ShownSource, *, compared: bool) -> Html:
    included, every = source.coverage
    work = element("a", source.key, href=f"#{source.card}", class_="to")
    return element(
        "tr",
        element("th", work, element("small", " " + source.title), scope="row"),
        element("td", badge(source.status)),
        element("td", counted(source.cited, "time")),
        element("td", source.carries),
        *([element("td", meter(included, every) if every else "–")] * compared),
        data_status=source.status,
    )


def meter(part: int, whole: int) -> Html:
    """Return a share as a bar with its numbers."""
    bar = element("meter", value=part, max=max(whole, 1), aria_hidden="true")
    return element("span", bar, f" {part} of {whole}", class_="share")


def badge(status: str) -> Html:
    """Return the sign and the description of a status."""
    sign, words = STATUSES[status]
    return element("span", f"{sign} {words}", class_=f"badge {status}")


def source_card(source: ShownSource, findings: Sequence[ShownFinding]) -> Html:
    """Return the card of a work."""
    document, node = source.document, source.node
    return element(
        "article",
        element("h3", source.key),
        element("p", source.title, class_="words"),
        element("p", *_at(source), class_="at"),
        element("p", badge(source.status)),
        *_verified(source),
        *_entry_findings(source, findings),
        *(standing(document, node, findings) if node is not None else ()),
        *(
            [element("h4", f"Cited in {len(source.mentions)} place{'s' * (len(source.mentions) != 1)}")]
            if source.mentions
            else []
        ),
        *(_mention(source, mention, best) for mention, best in source.judged),
        id=source.card,
        class_="card source",
        data_n=document.node_numbers[node.id] if node is not None else None,
        data_s=" ".join(
            dict.fromkeys(
                document.sentence_id(number)
                for mention in source.mentions
                if (number := document.sentence_at(mention.citation.span)) is not None
            )
        ),
    )


def _at(source: ShownSource) -> Iterator[str]:
    entry = source.entry
    if entry is None:
        yield (
            "cited; its bibliography was not read"
            if source.status == "unread"
            else "cited, and in no bibliography"
        )
        return
    yield source.document.at(entry.span)
    doi = (entry.text("doi") or "").strip()
    if doi.startswith("10."):
        yield " "
        yield element(
            "a",
            f"doi:{doi}",
            href=_DOI + quote(doi, safe="/.:()", errors="replace"),
            rel="noreferrer noopener",
        )


def _entry_findings(source: ShownSource, findings: Sequence[ShownFinding]) -> Iterator[Html]:
    chips = [
        chip(shown) for shown in findings if shown.document is source.document and shown.source == source.card
    ]
    if chips:
        yield element("p", "Found in its entry: ", joined(chips, " "))


def _verified(source: ShownSource) -> Iterator[Html]:
    """Yield the verdict on a work, with date, services, notices, differences and answers of the author."""
    verdict, entry = source.verdict, source.entry
    if verdict is None or entry is None:
        return
    verdicts = source.document.verdicts
    rows = [
        (
            "Verified",
            verdict.checked + (", before the entry was changed" if verdicts.stale(verdict, entry) else ""),
        ),
        ("Asked", ", ".join(f"{service}: {answer}" for service, answer in verdict.asked)),
        *(
            ("Notice", f"{notice.status}{notice.when}: {notice.reason or 'no reason given'}")
            for notice in verdict.notices
        ),
        *(
            (f"{each.field} differs", f"“{each.ours}” here, “{each.theirs}” in the record")
            for each in verdict.differences
        ),
        ("Published as", verdict.published_as),
        ("Superseded by", verdict.superseded_by),
        *(
            (f"Author on {matter}", f"{answer.stand}: {answer.reason}")
            for matter in verdict.matters
            if (answer := verdicts.answer(verdict, matter)) is not None
        ),
    ]
    yield definitions(rows)


def _mention(source: ShownSource, mention: Mention, best: MentionVerdict | None) -> Html:
    document = source.document
    number = document.sentence_at(mention.citation.span)
    sentence = joined(shown_words(document, mention.sentence))
    place = (
        element("a", sentence, href=f"#{document.sentence_id(number)}") if number is not None else sentence
    )
    parts = [element("p", place, class_="words")]
    if best is None:
        parts.append(element("p", "No verdict on this sentence.", class_="note"))
    else:
        parts += _judged(document, mention, best)
    parts += [
        element(
            "p",
            f"{look.judge.get('by', '')}, {look.checked}, looked it up: {_SAID.get(look.says, look.says)}",
        )
        for look in document.verdicts.look_ups(mention)
    ]
    return element("div", *parts, class_="mention")


def _judged(document: ShownDocument, mention: Mention, best: MentionVerdict) -> Iterator[Html]:
    sign, words = VERDICTS.get(best.verdict, ("?", best.verdict))
    kind = f" ({best.class_}{', ' + best.subtype if best.subtype else ''})" if best.class_ else ""
    stale = "; the text around it changed since" if document.verdicts.stale(best, mention) else ""
    yield element("p", element("span", f"{sign} {words}{kind}", class_=f"badge {best.verdict}"), stale)
    if best.reason:
        yield element("p", best.reason)
    for span in best.spans:
        place = span.place or "passage"
        unsure = " (may be read wrongly)" if span.uncertain else ""
        quoted = span.quote or "(the words are not kept in this repository)"
        yield element("blockquote", element("small", f"{place}{unsure}: "), quoted)
    if best.would_support:
        yield element("p", f"The source would support: {best.would_support}")
    yield from _compared(best.more.get("compared"))
    by = str(best.judge.get("name", "")) + (f" {best.judge['version']}" if best.judge.get("version") else "")
    told = [
        ("Judged by", by),
        ("on", best.checked),
        ("Confidence", f"{best.confidence:.2f}" if best.confidence else ""),
    ]
    read = {"full": "its full text", "abstract": "its abstract", "pages": "some pages"}.get(
        best.searched, best.searched
    )
    yield element(
        "details",
        element("summary", "Who says so"),
        definitions([*told, ("Read", read), ("Stage", best.stage)]),
    )


def _compared(compared: Mapping[str, Any] | None) -> Iterator[Html]:
    """Yield a list of the claims of a sentence, supported or not, and of those of the source that it omits."""
    if compared is None:
        return
    rows = [
        element("li", f"{'✓ supported' if claim['supported'] else '✗ unsupported'}: {claim['claim']}")
        for claim in compared["claims"]
    ]
    rows += [element("li", f"– left out: {claim['claim']}") for claim in compared["omitted"]]
    yield element("p", "Claims of this sentence and of the source:")
    yield element("ul", *rows, class_="compared")
