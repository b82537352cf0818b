"""Whether a record is the work of a printed reference, without parsing the reference into title and authors.

It is if the print begins with the first author, and has the whole title between punctuation, half of all authors, the
year, and the place of an article in its journal.  An erratum, a comment, a review or a chapter prints the title of
another work behind authors of its own, or behind words that name no author.  Other references remain without a record,
which does not count against their works.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.files.patterns import ALPHANUMERIC, DIGITS, YEAR
from argcheck.sources.catalogues import publisher_words
from argcheck.sources.folding import length, letters, words
from argcheck.sources.model import Query
from argcheck.sources.printed_words import without_addresses
from argcheck.sources.printings import YEARS, is_preprint_record
from argcheck.sources.replies import title_notices
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from argcheck.sources.model import Person, Record, Reply

_SENT = 600  #: most characters of a reference; the last of a list may have read too much text
_WORDS, _LETTERS = 3, 14  #: least words and letters of a title that needs no publisher beside it
_SHORT = 8  #: least letters of the title of a book
_COMPARED = 10_000  #: most characters of a reference that are compared
_GOES_ON = ":-–—(/&"  #: signs after the beginning of a longer title
_FIRST = 6  #: words at the beginning of a reference, of which one is the family name of the first author
_BEGINNING = 3  #: least letters of a word of the name of a journal
_LONG = 10  #: words of a title that no review of a book has
_INITIALS = 3  #: most letters of initials without periods
_NAMELESS = frozenset(
    {"al", "others", "eds", "ed", "jr", "sr", "retracted"}
)  #: what ends a list of authors, too
_QUOTES = " \n\"'“„‘«»”’`"
_PARTS = frozenset({"part", "teil", "partie", "i", "ii", "iii", "iv", "v", "vi", "vii", "and"})


def printed_work(text: str, records: Iterable[Record]) -> Record | None:
    """Return the record of the work of a reference, or None if there is none, or several.

    :param text: the reference as printed.
    """
    text = without_addresses(text)[:_COMPARED]
    named = [record for record in records if _is_named(text, record)]
    works = {_identity(record): record for record in reversed(named)}
    published = [record for record in works.values() if not is_preprint_record(record)]
    kept = published or list(works.values())
    # the notice of a retraction has the title and the authors of the work
    kept = [record for record in kept if not title_notices(record)] or kept
    if len(kept) > 1:
        numbers = set(DIGITS.findall(text))
        kept = [record for record in kept if numbers & set(DIGITS.findall(record.pages)[:1])]
    return kept[0] if len(kept) == 1 else None


async def printed_as_query(
    query: Query, replies: AsyncIterator[Reply]
) -> tuple[Query, Reply] | tuple[None, None]:
    """Return a query for the work that a reference prints, and the reply with its record alone; None without a certain one.

    :param query: has the printed text.
    :param replies: of indexes that were asked for the whole text; no more are asked once a work is certain.
    """
    async for reply in replies:
        record = printed_work(query.printed, reply.records)
        if record is not None:
            known = record.identifiers
            wanted = query._replace(
                doi=known.get("doi", "").lower(),
                arxiv=known.get("arxiv", ""),
                pmid=known.get("pmid", ""),
                title=record.title,
                authors=record.authors,
                year=record.year,
                printed="",
            )
            return wanted, reply._replace(records=(record,))
    return None, None


def asked_for(query: Query) -> Query | None:
    """Return the query by which a search takes a whole reference; None if it needs none, or no work could be certain."""
    known = query.title or query.doi or query.arxiv or query.pmid
    text = without_addresses(query.printed)
    if known or not YEAR.search(text):  # no work is certain without a year
        return None
    return Query(query.key, "misc", title=text[:_SENT], printed=query.printed)


def _identity(record: Record) -> str:
    """Return what two records of one work have in common; printings of a book have its title."""
    known = record.identifiers
    whole = letters(f"{record.title} {record.subtitle}") if record.kind == "book" else record.url
    return next((known[by].lower() for by in ("doi", "arxiv", "pmid") if known.get(by)), whole)


def _is_named(text: str, record: Record) -> bool:
    years = {record.year, *record.years} - {0}
    printed_years = [int(year) for year in YEAR.findall(text)]
    if not any(abs(year - other) <= YEARS for year in years for other in printed_years):
        return False
    return (
        _has_authors(text, record)
        and any(_has_title(text, title, record) for title in _titles(record))
        and _is_at_its_place(text, record)
    )


def _is_at_its_place(text: str, record: Record) -> bool:
    """Whether the volume, the first page or the name of the journal of an article is printed, if it is in one.

    The review of a book may have its title, author and year; it has no title as long as that of an article.
    """
    names = [name for name in (record.venue, *record.venues) if name]
    long = length(record.title) >= _LONG
    if record.kind != "article" or not names or long or is_preprint_record(record):
        return True
    numbers = {*DIGITS.findall(record.volume)[:1], *DIGITS.findall(record.pages)[:1]}
    return not numbers.isdisjoint(DIGITS.findall(text)) or _has_journal(text, record.title, names)


def _has_journal(text: str, title: str, names: Iterable[str]) -> bool:
    """Whether a capitalised word beside the title begins a word of the journal's name, or is the name's initials."""
    printed = _beside(text, title) & {
        fold_name(word) for word in ALPHANUMERIC.findall(text) if word[0].isupper()
    }
    beginnings = tuple(word for word in printed if len(word) >= _BEGINNING)
    for name in names:
        initials = "".join(filter(str.isupper, name)).lower()
        telling = (word for word in words(name) if len(word) > _BEGINNING)
        if initials in printed or any(word.startswith(beginnings) for word in telling):
            return True
    return False


def _titles(record: Record) -> Iterator[str]:
    if record.subtitle:
        yield f"{record.title}: {record.subtitle}"
    yield record.title
    yield from record.titles


def _has_authors(text: str, record: Record) -> bool:
    """Whether the first author is named at the beginning, and half of all authors unless the list goes on."""
    printed = text.replace("-", " ").split()
    first = next((person for person in record.authors if fold_name(person.family)), None)
    if first is None or not _named_in(printed[: _FIRST + len(first.family.split()) - 1], (first,)):
        return False
    goes_on = "et al" in text or "others" in text
    known = sum(fold_name(person.family) != "" for person in record.authors)
    return goes_on or 2 * _named_in(printed, record.authors) >= known


def _named_in(printed: Iterable[str], people: Iterable[Person]) -> int:
    """Return how many people some printed words name."""
    names = [fold_name(word) for word in printed]
    single, every = set(names), "".join(names)
    return sum(
        family in single or (len(family) > len(person.family.split()[0]) and family in every)
        for person in people
        if (family := fold_name(person.family))
    )


def _has_publisher(text: str, title: str, record: Record) -> bool:
    """Whether a book is printed with its publisher, beside a title that may have its name."""
    printed = _beside(text, title)
    known = [publisher_words(name) for name in (record.venue, *record.venues)]
    return record.kind == "book" and any(name and printed.issuperset(map(fold_name, name)) for name in known)


def _beside(text: str, title: str) -> set[str]:
    """Return the words of a text, folded, that it has beside a title in it."""
    every = Counter(map(fold_name, ALPHANUMERIC.findall(text)))
    every.subtract(map(fold_name, ALPHANUMERIC.findall(title)))
    return {word for word, times in every.items() if times > 0}


def _has_title(text: str, title: str, record: Record) -> bool:
    """Whether a text has a title as a whole, not as the beginning or end of another, or behind a word for one on it."""
    wanted, people = letters(title), record.authors
    long = length(title) >= _WORDS and len(wanted) >= _LETTERS
    if not long and (len(wanted) < _SHORT or not _has_publisher(text, title, record)):
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
        before = text[:first]
        if _ends_before(before, people) and _ends_behind(text[last + 1 :]) and not _is_in_it(before, people):
            return True
        start = together.find(wanted, start + 1)
    return False


def _is_in_it(before: str, people: Sequence[Person]) -> bool:
    """Whether the first author is named twice before a title: of a chapter, and of its book."""
    families = [fold_name(person.family) for person in people]
    first = next(filter(None, families), "")
    printed = [fold_name(word) for word in before.replace("-", " ").split()]
    return printed.count(first) > families.count(first)


def _ends_before(before: str, people: Sequence[Person]) -> bool:
    mark = before.rstrip(_QUOTES)[-1:]  # a work *on* the quoted title is another
    if mark == ":":
        return _ends_authors(before, people)
    return not mark or mark.isdecimal() or not (mark.isalnum() or mark in _GOES_ON or mark == "[")


def _ends_authors(before: str, people: Sequence[Person]) -> bool:
    """Whether a text before a colon ends with a year, an initial or an author, unlike ``Erratum:`` and ``In:``."""
    last = next(reversed(ALPHANUMERIC.findall(before)), "")
    if last.isdecimal() or last.lower() in _NAMELESS or (len(last) <= _INITIALS and last.isupper()):
        return True
    words = " ".join(f"{person.given} {person.family}" for person in people).replace("-", " ").split()
    return fold_name(last) in map(fold_name, words)


def _ends_behind(behind: str) -> bool:
    rest = behind.lstrip(" \n})]")
    if not rest:
        return True
    match = ALPHANUMERIC.match(rest.lstrip(" .,;["))
    word = match[0].lower() if match else ""
    if rest[0] in "[;" and word in vocabulary.words(vocabulary.codes(), "titles.attached"):
        return False
    return not (rest[0].isalnum() or rest[0] in _GOES_ON or (rest[0] in ",." and word in _PARTS))
