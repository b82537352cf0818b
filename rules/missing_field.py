"""CIT008: a cited entry that does not say enough to find the source."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from argcheck.api import Severity, closest, is_awaited, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.api import Diagnostic, Entry, RuleContext

_Wanted = tuple[str, ...]
_AUTHOR: _Wanted = (
    "author", "editor", "organization", "key", "shortauthor", "label", "translator", "bookauthor", "editora", "realauthor",
    "collaboration",
)  # fmt: skip
_CREATOR: _Wanted = (*_AUTHOR, "institution", "publisher")
_YEAR: _Wanted = ("year", "date", "pubstate", "eventdate", "crossref")
_TITLE: _Wanted = ("title",)
_WHOLE: _Wanted = ("title", "booktitle", "maintitle")
_BOOK: _Wanted = ("booktitle", "maintitle", "series", "journal", "eventtitle", "crossref", "xref")
_SCHOOL: _Wanted = ("school", "publisher", "type")
_ARTICLE = (_AUTHOR, _TITLE, ("journal", "journalsubtitle"), _YEAR)
_IN_BOOK = (_AUTHOR, _TITLE, _BOOK, _YEAR)
_THESIS = (_AUTHOR, _TITLE, _SCHOOL, _YEAR)
#: The fields that readers need to find a source, by type: one of each row, whose first field names the row.
_NEEDED: Mapping[str, tuple[_Wanted, ...]] = {
    "article": _ARTICLE,
    "suppperiodical": _ARTICLE,
    "book": (_AUTHOR, _TITLE, _YEAR),
    "mvbook": (_AUTHOR, _TITLE, _YEAR),
    "inbook": (_AUTHOR, ("title", "chapter", "pages"), _YEAR),
    "bookinbook": _IN_BOOK,
    "incollection": _IN_BOOK,
    "inproceedings": _IN_BOOK,
    "conference": _IN_BOOK,
    "inreference": (_TITLE, _BOOK),
    "collection": (_WHOLE, _YEAR),
    "mvcollection": (_WHOLE, _YEAR),
    "proceedings": (_WHOLE, _YEAR),
    "mvproceedings": (_WHOLE, _YEAR),
    "phdthesis": _THESIS,
    "mastersthesis": _THESIS,
    "thesis": _THESIS,
    "techreport": (_CREATOR, _TITLE, ("institution", "publisher"), _YEAR),
    "report": (_CREATOR, _TITLE, ("institution", "publisher"), _YEAR),
    "unpublished": (_AUTHOR, _TITLE),
    "booklet": (_TITLE,),
    "manual": (_TITLE,),
}
_FINDABLE = (
    "doi", "url", "eprint", "arxivid", "arxiv", "adsurl", "bdsk-url-1", "pmid", "pmcid", "hal_id", "isbn", "howpublished",
    "link", "ee", "mrnumber", "zblnumber", "ean", "urn", "handle", "note",
)  # fmt: skip
#: The field that the style of a class or package does not print, and for which types; empty for all.
_LEFT_OUT: Mapping[str, tuple[str, frozenset[str]]] = {
    **dict.fromkeys(
        ("revtex4", "revtex4-1", "revtex4-2"),
        ("title", frozenset({"article", "incollection", "inproceedings", "conference", "techreport", "phdthesis", "mastersthesis"})),
    ),
    "abntex2cite": ("author", frozenset()),
}  # fmt: skip
#: Words for kinds of reports, which are not the name of a series.
_KINDS = frozenset({
    "technical", "tech", "techreport", "research", "resreport", "internal", "working", "project", "final", "annual", "report", "rep",
    "paper", "memorandum", "memo", "note", "preprint", "white", "discussion", "bericht", "technischer", "forschungsbericht", "rapport",
    "de", "recherche", "technique",
})  # fmt: skip
_VENUES = frozenset({"journal", "booktitle", "school", "institution"})
_YEAR_IN_WORDS = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_MANY = 3  # least entries for a field that most of them lack, which is left out on purpose
_SHORTEST = 5  # characters; a longer value is not empty


@rule("CIT008", "missing-field", severity=Severity.NOTE, since="0.1.0", stage="submission")
def missing_field(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A cited entry lacks what a reader needs to find the source.

    ## Why is this bad?

    The reference prints with a gap, or BibTeX prints "in ." Readers cannot tell which work is meant, or where it
    appeared.

    ## Example

    ```tex
    As shown by \cite{knuth74}.
    \bibliography{refs}
    % file: refs.bib
    @article{knuth74, author = {Knuth, Donald E.}, title = {Computer Programming as an Art}}
    ```

    ## Use instead

    ```tex
    As shown by \cite{knuth74}.
    \bibliography{refs}
    % file: refs.bib
    @article{knuth74, author = {Knuth, Donald E.}, title = {Computer Programming as an Art},
      journal = {Communications of the ACM}, year = 1974}
    ```

    ## Limits

    Required, in entries that the document cites:
    - Author (or editor), title and year. "To appear" or a year in the note replaces the year.
    - Where it appeared: the journal, book, school or institution. A DOI, an address, an eprint number or a note on
      the publication replaces it, but not the journal of an article that has a volume. A type that names a series,
      and a number, replace the institution of a report ("AIAA Paper 92-4575").
    - Fields that `crossref` or `xdata` inherit count (what the parent lacks is reported there), and so do the names
      of BibLaTeX (`date`, `journaltitle`).

    Not reported:
    - `@misc`, `@online`, `@software` and unknown types, where many things may replace a field.
    - A field that most cited entries of a type lack, such as titles in physics; titles in RevTeX, and authors in
      abnTeX2 for entries that are sorted by title: these are customs.
    - Entries that were not read in full, whose `crossref` leads nowhere, or that have a `shorthand`, as classical
      works do.
    - What a style demands (pages, publisher, volume).

    More than five entries of a file that lack the same are one finding. A note: authors repaired one in twenty of
    those that it found in the histories of theses and papers.
    """
    b = ctx.bibliography
    known = b.remember_of_printed("missing fields", lambda: _lacking(b.printed_from))
    if not known:
        return
    looked_at = Counter(entry.type for entry in b.printed_from if _is_known(entry))
    lacking = [(b.entries[place], names) for place, names in known]
    often = Counter((entry.type, name) for entry, missing in lacking for name in missing)
    custom = {pair for pair, count in often.items() if count > _MANY and 2 * count > looked_at[pair[0]]}
    for style in _LEFT_OUT.keys() & ctx.manuscript.packages.keys():
        field, types = _LEFT_OUT[style]
        custom |= {(type_, field) for type_ in types or _NEEDED}
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    for entry, missing in lacking:
        names = [name for name in missing if (entry.type, name) not in custom]
        if names:
            diagnostic = _report(ctx, entry, names)
            alike.setdefault((entry.span.path, diagnostic.help or ""), []).append(diagnostic)
    for (_, help_), together in alike.items():
        yield from folded(ctx, together, "; this file has more such entries", f"entries: {help_}", apart=True)


def _is_known(entry: Entry) -> bool:
    """Whether the needs of this type of entry are known, and the whole entry was read."""
    return entry.type in _NEEDED and entry.whole


def _lacking(entries: Iterable[Entry]) -> list[tuple[int, list[str]]]:
    """Return the places of the entries with missing fields, each with their names."""
    missing = ((entry, _missing(entry)) for entry in entries if _is_known(entry))
    return [(entry.place, names) for entry, names in missing if names and not _excused(entry)]


def _missing(entry: Entry) -> list[str]:
    """Return the first name of each row without a field in the entry; a forthcoming work needs no year."""
    names = [row[0] for row in _NEEDED[entry.type] if not _own(entry, row) and not _inherited(entry, row)]
    if "year" in names and (is_awaited(entry) or _YEAR_IN_WORDS.search(entry.raw("note") or "")):
        names.remove("year")
    # a volume needs its journal, even if the work can be found otherwise
    of_journal = "journal" in names and _own(entry, ("volume",))
    if not _VENUES.isdisjoint(names) and not of_journal and (_own(entry, _FINDABLE) or _is_numbered(entry)):
        return [name for name in names if name not in _VENUES]
    return names


def _is_numbered(entry: Entry) -> bool:
    """Whether a report has the name of a series and a number, in its own field or in that name."""
    series = (entry.raw("type") or "") if "report" in entry.type else ""
    words = [word.strip("{}.,:~-") for word in series.lower().split()]
    if all(word in _KINDS or word.isdigit() for word in words):
        return False
    return _own(entry, ("number",)) or any(map(str.isdigit, series))


def _own(entry: Entry, names: _Wanted) -> bool:
    """Whether one of these fields of the entry itself is not empty; long ones are not parsed."""
    for name in names:
        written = entry.fields.written(name)
        if written and (len(written) > _SHORTEST or _stripped(entry.raw(name))):
            return True
    return False


def _inherited(entry: Entry, names: _Wanted) -> bool:
    """Whether one of these fields has a value by another name or from another entry."""
    return any(_stripped(entry.raw(name)) for name in names)


def _stripped(value: str | None) -> str:
    return value.strip(" {}~") if value else ""


def _excused(entry: Entry) -> bool:
    """Whether an entry has a shorthand, or inherits from a missing entry, which may have the fields."""
    fields, b = entry.fields, entry.bibliography
    if "shorthand" in fields:
        return True
    keys = [key.strip() for name in ("crossref", "xdata") for key in (entry.raw(name) or "").split(",")]
    return b is not None and any(key and b.find(key) is None for key in keys)


def _report(ctx: RuleContext, entry: Entry, missing: list[str]) -> Diagnostic:
    lacks, steps = [], []
    for name in missing:
        near = closest(name, [field for field in entry.fields if field != name], 1)
        called = "author or editor" if name == "author" and entry.type == "book" else name
        lacks.append(f"{called}, but '{near[0]}'" if near else called)
        steps.append(f"rename '{near[0]}' to '{name}'" if near else f"add {name} = {{...}}")
    more = "" if _VENUES.isdisjoint(missing) else ", or a doi or url by which a reader finds it"
    return ctx.report(
        entry.key_span,
        f"the @{entry.type} '{entry.key}' has no {' and no '.join(lacks)}",
        help=f"{', '.join(steps)}{more}",
    )
