"""A source, what is known of it, and a label in a line each, for what an editor shows of them."""

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

QUOTED = 300  #: characters of a passage
_LINE_END = "\\\\"
_STANDS = {
    "accessible": "exists",
    "inaccessible": "exists",
    "ghost": "no index knows it",
    "mismatch": "the entry differs from its record",
    "unknown": "could not be decided",
}


def title_of(entry: Entry) -> str:
    """Give author, year and title of an entry in a line."""
    return shortened(in_a_line(entry), QUOTED)


def readable(manuscript: Manuscript, span: Span) -> str:
    """Return a title, caption or statement in a line, formulas as they are written."""
    words = Texts(manuscript).plain(span)
    for sign in ".,;:":
        words = words.replace(f" {sign}", sign)
    return shortened(words, QUOTED)


def describe_label(document: Document, name: str) -> str:
    """Say what a label stands for: its caption, its theorem and what that says, its equation, its heading."""
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
    """Return the line of an equation that a label is the number of, without the label."""
    start = max(inner.start, text.rfind(_LINE_END, inner.start, label.span.start) + len(_LINE_END))
    if text.startswith("[", start):
        start = text.find("]", start) + 1
    end = text.find(_LINE_END, label.span.end, inner.end)
    words = text[start : end if end >= 0 else inner.end].replace(f"\\label{{{label.name}}}", " ")
    return shortened(" ".join(words.replace("&", " ").split()), QUOTED)


def standing(verdict: EntryVerdict) -> str:
    """Say in a few words what is known of a work."""
    notices = ", ".join(dict.fromkeys(notice.status for notice in verdict.notices))
    return f"{_STANDS.get(verdict.outcome, verdict.outcome)}{f'; {notices}' if notices else ''}"
