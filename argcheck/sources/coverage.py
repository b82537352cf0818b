"""Why a work may exist that no index has: what indexes do not list, and entries that do not say enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import length
from argcheck.sources.model import Likeness
from argcheck.sources.venues import is_book_by_name, is_unprinted

if TYPE_CHECKING:
    from argcheck.sources.judged import JudgedReply
    from argcheck.sources.model import Query

WITNESSES = 2  #: least indexes that must lack a work
_TELLING = 3  #: least words of a title to search for
#: Kinds of works that indexes have, besides some books; web pages, manuals and theses may be missing.
_COVERED = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})


def why_not_listed(
    query: Query, asked: list[JudgedReply], *, this_year: int, catalogued: bool, dead: bool, alive: bool
) -> str:
    """Return why a work may exist that no index has, or an empty text if they would have it.

    :param catalogued: whether it is a book that catalogues must have.
    :param dead: whether its identifier is registered nowhere.
    :param alive: whether it is registered.
    """
    if query.printed:
        return "no index has shown a work that is certainly the printed one"
    if not query.title:
        return "the entry has no title to ask for"
    if length(query.title) < _TELLING:
        return "the title is too short to tell the work from others"
    if not query.authors:
        return "the entry names no author, and a title alone does not tell works apart"
    if this_year <= query.year <= this_year + 1 and not dead:
        return "the work is so new that the indexes may not have it yet"
    if any(record_match.holds for reply in asked for record_match in reply.judged):
        return "the identifier is that of the book, and no index has this part of it"
    if alive:
        return "the identifier is registered, but no index has a record to compare"
    return "" if dead else _why_not_covered(query, catalogued=catalogued)


def _why_not_covered(query: Query, *, catalogued: bool) -> str:
    """Return why indexes need not have a work of this kind and venue, or an empty text."""
    named_by_book = query.kind == "inbook" and not query.venue  # the title of the part, as in BibTeX
    if (query.kind not in _COVERED or named_by_book) and not catalogued:
        return f"the indexes asked do not list every work of type '{query.kind}'"
    if query.kind == "article" and is_book_by_name(query.venue):
        return (
            f"'{query.venue}' is a book by its name, and the indexes asked do not list every part of a book"
        )
    if "://" in query.venue:
        return f"'{query.venue}' is an address, and the indexes asked do not list pages of the web"
    if is_unprinted(query.venue):
        return f"by '{query.venue}' nobody has printed it, and the indexes asked do not list such works"
    if says_no_journal(query) and query.publisher:
        return "the entry names a publisher and no journal, so that it may be a book, a report or a program"
    if not (query.venue or query.year):
        return "the entry says neither where nor when the work appeared"
    return ""


def says_no_journal(query: Query) -> bool:
    """Whether an article has no journal, no place in one and no identifier, as programs export books and reports."""
    stated = query.venue, query.volume, query.pages, query.doi, query.arxiv, query.pmid
    return query.kind == "article" and not any(stated)


def why_too_few(asked: list[JudgedReply], witnesses: int) -> str:
    """Return why the witnesses are not enough, or an empty text if they are."""
    if witnesses >= WITNESSES:
        return ""
    for likeness, nearly in ((Likeness.SAME, ""), (Likeness.NEAR, "nearly ")):
        titled = [m.record.provider for r in asked for m in r.judged if m.title is likeness]
        if titled:
            return f"{titled[0]} has a work of {nearly}this title, and nothing tells whether it is this one"
    return (
        f"it takes {WITNESSES} indexes that are known to hold such works, and of those asked {witnesses} are"
    )
