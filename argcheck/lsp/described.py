"""A source, what is known of it, and a label in a line each, for what an editor shows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.people import authors_in_short
from argcheck.files.diagnostic import shortened

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry
    from argcheck.reading.read_document import Document
    from argcheck.verdicts.model import EntryVerdict

QUOTED = 300  #: characters of a passage
_STANDS = {
    "accessible": "exists",
    "inaccessible": "exists",
    "ghost": "no index knows it",
    "mismatch": "the entry differs from its record",
    "unknown": "could not be decided",
}


def title_of(entry: Entry) -> str:
    """Give author, year and title of an entry in a line."""
    year = entry.text("year") or (entry.text("date") or "")[:4]
    title = entry.text("title") or entry.text("text") or ""
    who = authors_in_short(entry) if entry.type != "bibitem" else ""
    return " ".join(filter(None, (who, f"({year})" if year else "", shortened(title, QUOTED))))


def describe_label(document: Document, name: str) -> str:
    """Say what a label stands for: its caption, its theorem, its heading."""
    m = document.manuscript
    labels = m.labels_by_name.get(name)
    if not labels:
        return ""
    label = labels[0]
    environment = m.environments[label.environment] if label.environment >= 0 else None
    for unit in m.floats:
        if label in unit.labels:
            caption = m.plain(unit.captions[0].text) if unit.captions else "without a caption"
            return f"{unit.environment.name.rstrip('*')}: {shortened(caption, QUOTED)}"
    if environment is not None and environment.name != "document":
        return (
            f"{m.theorem_kinds.get(environment.name, environment.name)} {environment.option or ''}".rstrip()
        )
    section = m.section_of(label.span)
    return f"section: {shortened(m.plain(section.title), QUOTED)}" if section else ""


def standing(verdict: EntryVerdict) -> str:
    """Say in a few words what is known of a work."""
    notices = ", ".join(dict.fromkeys(notice.status for notice in verdict.notices))
    return f"{_STANDS.get(verdict.outcome, verdict.outcome)}{f'; {notices}' if notices else ''}"
