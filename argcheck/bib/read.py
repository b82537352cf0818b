"""Make entries from an index, with fields on demand, since most entries are only looked up by key."""

from __future__ import annotations

from argcheck.bib.entries import Broken
from argcheck.bib.entry import TEXT, Entry, LazyFields
from argcheck.bib.index import COMMENT, COMMENTED, DAMAGED, BibIndex
from argcheck.files.diagnostic import Span


def entries(path: str, index: BibIndex, text: str) -> list[Entry]:
    """Return the entries of one file, without those commented out with ``%``."""
    made = []
    for key, kind, start, end, key_start, key_end, flags, fields in index.entries:
        if flags & COMMENTED:
            continue
        span, key_span = Span(path, start, end), Span(path, key_start, key_end)
        made.append(Entry(key, kind, span, key_span, LazyFields(fields, text), whole=not flags & DAMAGED))
    return made


def broken(path: str, index: BibIndex, *, backend: str = "bibtex") -> list[Broken]:
    """Return the pieces of one file that could not be parsed, in order of place.

    A ``%`` between fields breaks an entry for BibTeX and is a comment for biber.
    """
    kept = [record for record in index.broken if record[4] != COMMENT or backend == "bibtex"]
    return [
        Broken(Span(path, start, end), message, key)
        for start, end, message, key, _ in sorted(kept, key=lambda record: record[:3])
    ]


def strings(index: BibIndex, text: str) -> dict[str, str]:
    """Return the ``@string`` definitions of one file: lower-case name -> raw value, of several the last."""
    return {name: text[value:end] for name, _, value, end in index.strings}


def bibitem_entry(
    path: str,
    key: str,
    span: tuple[int, int],
    key_span: tuple[int, int],
    *,
    text: str = "",
    body: tuple[int, int] | None = None,
) -> Entry:
    r"""Return the entry of a ``\bibitem`` in a document; ``body`` is the range of what it prints."""
    fields = (TEXT, body[0], *body) if body else ()
    return Entry(key, "bibitem", Span(path, *span), Span(path, *key_span), LazyFields(fields, text))
