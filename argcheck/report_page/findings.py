"""The findings of a run as a list that works without a script: message, place, sentence and help."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.lint.fingerprint import fingerprints
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.lint.reporters.lines import visible
from argcheck.lint.reporters.places import Places, worst_first
from argcheck.report_page.shown_document import SIGNS, ShownDocument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.lint.report import Report

_EXCERPT = 240  # characters of a source line
_PLACES = 6  # most further places of a finding that are not folded


class ShownFinding(NamedTuple):
    """A finding with its place on the page."""

    id: str
    diagnostic: Diagnostic
    document: ShownDocument | None  #: the first one that reads its file
    sentence: int | None  #: number of the sentence in that document
    source: str  #: id of the card of the source whose entry it is in; empty if it is in no entry


def shown_findings(report: Report, documents: Sequence[ShownDocument]) -> list[ShownFinding]:
    """Return all findings with their places, the most severe first."""
    names = dict(zip(report.diagnostics, fingerprints(report.diagnostics, report.sources), strict=True))
    return [
        _shown(diagnostic, names[diagnostic], documents) for diagnostic in worst_first(report.diagnostics)
    ]


def _shown(diagnostic: Diagnostic, name: str, documents: Sequence[ShownDocument]) -> ShownFinding:
    reading = [each for each in documents if diagnostic.span.path in each.files]
    document = reading[0] if reading else None
    number = document.sentence_as_written(diagnostic.span) if document else None
    source = _source_of(document, diagnostic.span) if document and number is None else ""
    return ShownFinding(f"finding-{name.partition(':')[2]}", diagnostic, document, number, source)


def _source_of(document: ShownDocument, span: Span) -> str:
    for card, entry in document.sources.items():
        if entry is not None and entry.span.contains(span):
            return card
    return ""


def chip(shown: ShownFinding) -> Html:
    """Return the mark of a finding, as shown after its sentence."""
    label = shown.diagnostic.severity.label
    return element(
        "a",
        f"{SIGNS[label]} {shown.diagnostic.code}",
        href=f"#{shown.id}",
        class_=f"chip {label}",
        title=f"{label}: {shown.diagnostic.message}",
    )


def findings_list(findings: Sequence[ShownFinding], report: Report) -> Html:
    """Return the list of findings."""
    if not findings:
        return element("p", "No findings. What was not checked is said in the overview.", class_="empty")
    places = Places(report, report.base)
    return element(
        "ol", *(_finding(shown, report, places) for shown in findings), class_="findings", id="findings-list"
    )


def _finding(shown: ShownFinding, report: Report, places: Places) -> Html:
    diagnostic = shown.diagnostic
    label = diagnostic.severity.label
    return element(
        "li",
        element(
            "p",
            element("span", f"{SIGNS[label]} {label}", class_=f"chip {label}"),
            " ",
            element("b", diagnostic.message),
            " ",
            element("span", f"{diagnostic.code} {diagnostic.name}", class_="rule"),
        ),
        element("p", visible(places.at(diagnostic.span)), " ", *_links(shown), class_="at"),
        *_excerpt(diagnostic, report),
        *([element("p", "help: ", diagnostic.help, class_="help")] if diagnostic.help else []),
        *_related(diagnostic, places),
        *([element("p", _repair(diagnostic), class_="help")] if diagnostic.fix else []),
        id=shown.id,
        class_=label,
        data_severity=label,
        data_rule=diagnostic.name,
        data_chapter=shown.document.chapter_of(shown.sentence) if shown.document else "",
        data_file=visible(places.path(diagnostic.span.path)),
    )


def _related(diagnostic: Diagnostic, places: Places) -> Iterator[Html]:
    """Yield the further places; all but the first six are folded."""
    rows = [
        element("p", f"{visible(places.at(other.span))}: ", other.message, class_="at related")
        for other in diagnostic.related
    ]
    yield from rows[:_PLACES]
    if len(rows) > _PLACES:
        more = element("summary", f"{len(rows) - _PLACES} more")
        yield element("details", more, *rows[_PLACES:])


def _repair(diagnostic: Diagnostic) -> str:
    assert diagnostic.fix is not None
    option = "--fix" if diagnostic.fix.safe else "--fix --unsafe-fixes"
    return f"argcheck check {option} can do this: {diagnostic.fix.message}"


def _links(shown: ShownFinding) -> Iterator[Html]:
    if shown.document is not None and shown.sentence is not None:
        yield element("a", "in the text", href=f"#{shown.document.sentence_id(shown.sentence)}", class_="to")
    if shown.source:
        yield element("a", "the source", href=f"#{shown.source}", class_="to")


def _excerpt(diagnostic: Diagnostic, report: Report) -> Iterator[Html]:
    """Yield the part of the source line around a finding, with its words marked."""
    source = report.sources.get(diagnostic.span.path)
    if source is None or not source.text:
        return
    start = min(diagnostic.span.start, len(source.text))
    line = source.position(start)[0]
    first, last = source.line_span(line)
    end = max(start, min(diagnostic.span.end, last))
    if end - start > _EXCERPT:
        end = start + _EXCERPT
    low, high = max(first, start - _EXCERPT // 2), min(last, end + _EXCERPT // 2)
    parts = (source.text[low:start], element("mark", source.text[start:end]), source.text[end:high])
    yield element(
        "p", element("code", joined(("…" * (low > first), *parts, "…" * (high < last)))), class_="excerpt"
    )
