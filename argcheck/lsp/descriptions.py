"""Descriptions of sources, verdicts and labels in one line, for editors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.layout import inside
from argcheck.bib.people import in_a_line
from argcheck.files.diagnostic import shortened
from argcheck.prose.texts import Texts
from argcheck.tex.typography import DISPLAYS

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document
    from argcheck.tex.model import Label
    from argcheck.verdicts.model import EntryVerdict

QUOTED = 300  #: most characters of a description or a passage
_LINE_END = "\\\\"
_STANDS = {
    "accessible": "exists",
    "inaccessible": "exists",
    "ghost": "no index knows it",
    "mismatch": "the entry differs from its record",
    "unknown": "could not be decided",
}


def title_of(entry: Entry) -> str:
    """Return author, year and title of an entry in a line."""
    return shortened(in_a_line(entry), QUOTED)


def readable(manuscript: Manuscript, span: Span) -> str:
    """Return the text of a title, caption or statement in a line, with formulas in TeX."""
    words = Texts(manuscript).plain(span)
    for sign in ".,;:":
        words = words.replace(f" {sign}", sign)
    return shortened(words, QUOTED)


def describe_label(document: Document, name: str) -> str:
    """Return a description of a label: its caption, theorem with statement, equation or heading; empty if undefined."""
    m = document.manuscript
    labels = m.labels_by_name.get(name)
    if not labels:
        return ""
    label = labels[0]
    environment = m.environments[label.environment] if label.environment >= 0 else None
    for unit in m.floats:
        if label in unit.labels:
            caption = readable(m, unit.captions[0].text) if unit.captions else "without a caption"
            return f"{unit.environment.name.rstrip('*')}: {caption}"
    if environment is not None and environment.name in DISPLAYS:
        return f"equation: {_equation(m.files[label.span.path].text, label, inside(environment))}"
    if environment is not None and environment.name != "document":
        kind = m.theorem_kinds.get(environment.name)
        called = f"{kind or environment.name} {environment.option or ''}".rstrip()
        return f"{called}: {readable(m, inside(environment))}" if kind else called
    section = m.section_of(label.span)
    return f"section: {readable(m, section.title)}" if section else ""


def _equation(text: str, label: Label, inner: Span) -> str:
    """Return the line of an equation that a label numbers, without the label."""
    start = max(inner.start, text.rfind(_LINE_END, inner.start, label.span.start) + len(_LINE_END))
    if text.startswith("[", start):
        start = text.find("]", start) + 1
    end = text.find(_LINE_END, label.span.end, inner.end)
    words = text[start : end if end >= 0 else inner.end].replace(f"\\label{{{label.name}}}", " ")
    return shortened(" ".join(words.replace("&", " ").split()), QUOTED)


def standing(verdict: EntryVerdict) -> str:
    """Return the outcome of a verdict and the notices on its work, in few words."""
    notices = ", ".join(dict.fromkeys(notice.status for notice in verdict.notices))
    return f"{_STANDS.get(verdict.outcome, verdict.outcome)}{f'; {notices}' if notices else ''}"
