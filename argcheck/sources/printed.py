"""Whether a record is the work that a printed reference names: no word of the reference is taken for its title or its authors.

It is where the print holds the title of the record from one mark of punctuation to another, the name of its first
author and of half of all authors, and its year.  What is not settled so is nobody's: a reference without a record says
nothing of its work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.files.patterns import ALPHANUMERIC, DIGITS, YEAR
from argcheck.sources.folding import length, letters
from argcheck.sources.printings import YEARS, is_preprint_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.sources.model import Record

_WORDS, _LETTERS = 3, 14  #: that a title must have at least
_GOES_ON = ":-–—(/&"  #: behind what is then the beginning of a longer title
_QUOTES = " \n\"'“„‘«»”’`"
_PARTS = frozenset({"part", "teil", "partie", "i", "ii", "iii", "iv", "v", "vi", "vii", "and"})


def printed_work(text: str, records: Iterable[Record]) -> Record | None:
    """Choose the record of the work that a reference names; None where none is, or several may be.

    :param text: the reference as it is printed.
    """
    named = [record for record in records if _is_named(text, record)]
    works = {_identity(record): record for record in reversed(named)}
    published = [record for record in works.values() if not is_preprint_record(record)]
    kept = published or list(works.values())
    if len(kept) > 1:
        numbers = set(DIGITS.findall(text))
        kept = [record for record in kept if numbers & set(DIGITS.findall(record.pages)[:1])]
    return kept[0] if len(kept) == 1 else None


def _identity(record: Record) -> str:
    known = record.identifiers
    return next((known[by].lower() for by in ("doi", "arxiv", "pmid") if known.get(by)), record.url)


def _is_named(text: str, record: Record) -> bool:
    years = {record.year, *record.years} - {0}
    said = [int(year) for year in YEAR.findall(text)]
    if not any(abs(year - other) <= YEARS for year in years for other in said):
        return False
    return _has_authors(text, record) and any(_holds(text, title) for title in _titles(record))


def _titles(record: Record) -> Iterator[str]:
    if record.subtitle:
        yield f"{record.title}: {record.subtitle}"
    yield record.title
    yield from record.titles


def _has_authors(text: str, record: Record) -> bool:
    """Whether the first author is named, and half of all of them unless the list says that it goes on."""
    names = {fold_name(word) for word in text.replace("-", " ").split()}
    every = fold_name(text)
    known = [
        family in names or (len(family) > len(person.family.split()[0]) and family in every)
        for person in record.authors
        if (family := fold_name(person.family))
    ]
    goes_on = "et al" in text or "others" in text
    return bool(known) and known[0] and (goes_on or 2 * sum(known) >= len(known))


def _holds(text: str, title: str) -> bool:
    """Whether a text holds a title as a whole, not as the beginning or the end of another."""
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
    mark = before.rstrip(_QUOTES)[-1:]  # a work *on* the quoted one is another
    return not mark or mark.isdecimal() or not (mark.isalnum() or mark in _GOES_ON.replace(":", ""))


def _ends_behind(behind: str) -> bool:
    rest = behind.lstrip(" \n})]")
    if not rest:
        return True
    word = ALPHANUMERIC.match(rest.lstrip(" .,"))
    return not (
        rest[0].isalnum() or rest[0] in _GOES_ON or (rest[0] == "," and word and word[0].lower() in _PARTS)
    )
