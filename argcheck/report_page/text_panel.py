"""The text of a document by sentence, with marks of findings, claims and citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.standing import STATES
from argcheck.files.patterns import BRACKETED
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.report_page.findings import chip
from argcheck.report_page.shown_words import shown_words

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.model import Node
    from argcheck.report_page.findings import ShownFinding
    from argcheck.report_page.shown_document import ShownDocument
    from argcheck.tex.model import Sentence

#: A sign and a description of each verdict on a citation.
VERDICTS = {
    "supported": ("✓", "the source says so"),
    "miscited": ("✗", "the source does not say so"),
    "undecidable": ("?", "could not be decided"),
    "not-checkable": ("?", "cannot be checked"),
    "pointed": ("→", "passages to compare are named"),
}
_LOWEST = 6  # lowest level of headings in HTML


def text_panel(document: ShownDocument, findings: Sequence[ShownFinding]) -> Html:
    """Return the text; each sentence has an id, links to the cited sources, and marks of its findings and claims."""
    return _Text(document, findings).html()


class _Text:
    def __init__(self, document: ShownDocument, findings: Sequence[ShownFinding]) -> None:
        self._document = document
        self._findings: dict[int, list[ShownFinding]] = {}
        for shown in findings:
            if shown.document is document and shown.sentence is not None:
                self._findings.setdefault(shown.sentence, []).append(shown)
        self._claims: dict[int, list[Node]] = {}
        for node in document.graph.nodes.values():
            for number in document.sentences_of(node)[:1]:
                self._claims.setdefault(number, []).append(node)
        m = document.manuscript
        self._levels = {(section.span.path, section.title.start): section.level for section in m.sections}
        self._keys: dict[int, dict[str, str]] = {}
        for citation in m.citations:
            place = document.sentence_at(citation.span) if citation.key else None
            if place is not None:
                self._keys.setdefault(place, {})[citation.key] = document.source_id(citation.key)
        self._verdicts = dict(_verdicts(document))
        self._above: list[int] = []  # levels of the current headings

    def html(self) -> Html:
        return joined(self._parts())

    def _parts(self) -> Iterator[Html]:
        file = chapter = None
        paragraph: list[int] = []
        for number, sentence in enumerate(self._document.sentences):
            fresh = not paragraph or self._in_one_paragraph(paragraph[-1], number)
            if not fresh:
                yield self._paragraph(paragraph)
                paragraph = []
            if sentence.span.path != file:
                file = sentence.span.path
                yield element("p", self._document.path(file), class_="file")
            begun = self._document.chapter_of(number)
            if begun != chapter:
                chapter = begun
                yield element(
                    "a",
                    id=f"{self._document.sentence_id(number)}-chapter",
                    class_="chapter",
                    data_chapter=begun,
                )
            paragraph.append(number)
        if paragraph:
            yield self._paragraph(paragraph)

    def _in_one_paragraph(self, before: int, number: int) -> bool:
        first, second = self._document.sentences[before], self._document.sentences[number]
        same = (first.paragraph, first.kind, first.span.path) == (
            second.paragraph,
            second.kind,
            second.span.path,
        )
        return same and self._document.chapter_of(before) == self._document.chapter_of(number)

    def _paragraph(self, numbers: Sequence[int]) -> Html:
        first = self._document.sentences[numbers[0]]
        line = self._document.at(first.span).rpartition(":")[2]
        sentences = joined((self._sentence(number) for number in numbers), " ")
        level = self._level(first)
        if level is not None:
            self._above = [*(above for above in self._above if above < level), level]
            return element(f"h{min(_LOWEST, 2 + len(self._above))}", sentences, data_line=line)
        return element("p", sentences, class_=first.kind, data_line=line)

    def _level(self, sentence: Sentence) -> int | None:
        if sentence.kind != "title":
            return None
        span = sentence.span
        starts = (start for path, start in self._levels if path == span.path and start <= span.start)
        nearest = max(starts, default=None)
        return None if nearest is None else self._levels[span.path, nearest]

    def _sentence(self, number: int) -> Html:
        findings, claims = self._findings.get(number, ()), self._claims.get(number, ())
        worst = findings[0].diagnostic.severity.label if findings else ""
        signs = [*(self._claim(node) for node in claims), *(chip(shown) for shown in findings)]
        return element(
            "span",
            joined(self._words(number)),
            *signs,
            id=self._document.sentence_id(number),
            class_=" ".join(filter(None, ("s", worst, "claimed" if claims else ""))),
        )

    def _claim(self, node: Node) -> Html:
        document = self._document
        status = document.status(node)
        what = node.role or node.kind or node.sort
        return element(
            "a",
            f"◆ {what}",
            href=f"#{document.card_id(node)}",
            class_=f"chip claim {status}",
            title=f"{what}, {STATES[status][1]}",
        )

    def _words(self, number: int) -> Iterator[str]:
        """Yield the words of a sentence, with a link and the verdict for each cited key."""
        keys = self._keys.get(number, {})
        for part in shown_words(self._document, self._document.sentences[number]):
            end = 0
            for match in BRACKETED.finditer(part) if keys and not isinstance(part, Html) else ():
                yield part[end : match.start()]
                yield joined(self._cited(match, keys, number))
                end = match.end()
            yield part[end:] if end else part

    def _cited(self, match: re.Match[str], keys: Mapping[str, str], number: int) -> Iterator[str]:
        yield "["
        for place, name in enumerate(match[1].split(", ")):
            yield ", " * bool(place)
            if name in keys:
                sign, words = VERDICTS.get(self._verdicts.get((number, keys[name]), ""), ("", "a source"))
                yield element("a", f"{sign}{name}", href=f"#{keys[name]}", class_="cited", title=words)
            else:
                yield name
        yield "]"


def _verdicts(document: ShownDocument) -> Iterator[tuple[tuple[int, str], str]]:
    """Yield number of the sentence and card of the source, with the verdict, for each judged citation."""
    for card, mentions in document.mentions.items():
        for mention in mentions:
            best = next(iter(document.verdicts.mentions(mention)), None)
            number = document.sentence_at(mention.citation.span)
            if best is not None and number is not None:
                yield (number, card), best.verdict
