"""Whether a record is the work of a printed reference, without parsing the reference into title and authors.

It is if the print has the whole title between punctuation, the names of the first author and of half of all authors,
and the year.  Other references remain without a record, which does not count against their works.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.files.patterns import ALPHANUMERIC, DIGITS, YEAR
from argcheck.sources.folding import length, letters
from argcheck.sources.model import Query
from argcheck.sources.printings import YEARS, is_preprint_record

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from argcheck.sources.model import Record, Reply

_SENT = 600  #: most characters of a reference; the last of a list may have read too much text
_WORDS, _LETTERS = 3, 14  #: least words and letters of a title
_GOES_ON = ":-–—(/&"  #: signs after the beginning of a longer title
_QUOTES = " \n\"'“„‘«»”’`"
_PARTS = frozenset({"part", "teil", "partie", "i", "ii", "iii", "iv", "v", "vi", "vii", "and"})


def printed_work(text: str, records: Iterable[Record]) -> Record | None:
    """Return the record of the work of a reference, or None if there is none, or several.

    :param text: the reference as printed.
    """
    named = [record for record in records if _is_named(text, record)]
    works = {_identity(record): record for record in reversed(named)}
    published = [record for record in works.values() if not is_preprint_record(record)]
    kept = published or list(works.values())
    if len(kept) > 1:
        numbers = set(DIGITS.findall(text))
        kept = [record for record in kept if numbers & set(DIGITS.findall(record.pages)[:1])]
    return kept[0] if len(kept) == 1 else None


async def printed_as_query(query: Query, replies: AsyncIterator[Reply]) -> Query | None:
    """Return a query for the work that a reference prints, by its record; None without a certain one.

    :param query: has the printed text.
    :param replies: of indexes that were asked for the whole text; no more are asked once a work is certain.
    """
    async for reply in replies:
        record = printed_work(query.printed, reply.records)
        if record is not None:
            known = record.identifiers
            return query._replace(
                doi=known.get("doi", "").lower(),
                arxiv=known.get("arxiv", ""),
                pmid=known.get("pmid", ""),
                title=record.title,
                authors=record.authors,
                year=record.year,
                printed="",
            )
    return None


def asked_for(query: Query) -> Query | None:
    """Return the query by which a search takes a whole reference; None if it needs none, or no work could be certain."""
    known = query.title or query.doi or query.arxiv or query.pmid
    if known or not YEAR.search(query.printed):  # no work is certain without a year
        return None
    return Query(query.key, "misc", title=query.printed[:_SENT])


def _identity(record: Record) -> str:
    known = record.identifiers
    return next((known[by].lower() for by in ("doi", "arxiv", "pmid") if known.get(by)), record.url)


def _is_named(text: str, record: Record) -> bool:
    years = {record.year, *record.years} - {0}
    printed_years = [int(year) for year in YEAR.findall(text)]
    if not any(abs(year - other) <= YEARS for year in years for other in printed_years):
        return False
    return _has_authors(text, record) and any(_has_title(text, title) for title in _titles(record))


def _titles(record: Record) -> Iterator[str]:
    if record.subtitle:
        yield f"{record.title}: {record.subtitle}"
    yield record.title
    yield from record.titles


def _has_authors(text: str, record: Record) -> bool:
    """Whether the first author is named, and half of all authors unless the list goes on."""
    names = {fold_name(word) for word in text.replace("-", " ").split()}
    every = fold_name(text)
    known = [
        family in names or (len(family) > len(person.family.split()[0]) and family in every)
        for person in record.authors
        if (family := fold_name(person.family))
    ]
    goes_on = "et al" in text or "others" in text
    return bool(known) and known[0] and (goes_on or 2 * sum(known) >= len(known))


def _has_title(text: str, title: str) -> bool:
    """Whether a text has a title as a whole, not as the beginning or end of another."""
    wanted = letters(title)
    if length(title) < _WORDS or len(wanted) < _LETTERS:
        return False
    every: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in letters(character) if not character.isspace() else "":
            every.append(letter)
            places.append(place)
    together = "".join(every)
    start = together.find(wanted)
    while start >= 0:
        first, last = places[start], places[start + len(wanted) - 1]
        if _ends_before(text[:first]) and _ends_behind(text[last + 1 :]):
            return True
        start = together.find(wanted, start + 1)
    return False


def _ends_before(before: str) -> bool:
    mark = before.rstrip(_QUOTES)[-1:]  # a work *on* the quoted title is another
    return not mark or mark.isdecimal() or not (mark.isalnum() or mark in _GOES_ON.replace(":", ""))


def _ends_behind(behind: str) -> bool:
    rest = behind.lstrip(" \n})]")
    if not rest:
        return True
    word = ALPHANUMERIC.match(rest.lstrip(" .,"))
    return not (
        rest[0].isalnum() or rest[0] in _GOES_ON or (rest[0] == "," and word and word[0].lower() in _PARTS)
    )
