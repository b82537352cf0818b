"""Whether volume and pages of an entry and a record are one place, however either is counted."""

from __future__ import annotations

import re

from argcheck.files.patterns import DIGITS
from argcheck.sources.folding import folded, letters
from argcheck.sources.model import Difference, Query, Record
from argcheck.sources.venue_words import is_acronym, is_one_name

_CHANCE = 2  #: digits of a volume; shorter ones are one, or nearly, by chance
_LONGEST = 18  #: digits of a number
_FEW = 5  #: volumes; hardly a series ended after so few, so that another began to count anew
_END = 4  #: digits by which an article of an issue is cited without that of the issue
_CUT = 12  #: digits of the number of an article of which the end may be lost
_ARTICLE = 6  #: digits; no volume has so many pages: a number of an article, which may begin with 0
_PAGES = frozenset({"p", "pp", "pages", "pgs", "seiten"})
_thousands = re.compile(r"(?<=\d)[\s\xa0\u2009,](?=\d{3}\b)").sub


def is_at_its_place(query: Query, record: Record) -> bool:
    """Whether volume or year, and the first page, are one, so that in one journal hardly two works are meant."""
    years = 0 != query.year == record.year
    return shares_page(query, record) and (years or letters(query.volume) == letters(record.volume) != "")


def shares_place(query: Query, record: Record) -> bool:
    """Whether volume or first page are one, and not by chance, as small numbers are: then what differs is not that of another printing.

    A translation has the volume of the journal that it translates, and pages of its own: under one volume only a slip
    is told.
    """
    volume = letters(query.volume) == letters(record.volume) and len(letters(query.volume)) >= _CHANCE
    slip = volume and _pages_slip(query.pages, record.pages)
    return slip or (shares_page(query, record) and not _are_first(query.pages, record.pages))


def _pages_slip(ours: str, theirs: str) -> bool:
    """Whether first pages of several digits differ by one of them, or the last pages are one."""
    from rapidfuzz.distance import OSA

    here, there = (DIGITS.findall(text)[:2] for text in (ours, theirs))
    if len(here) == len(there) == 2 and here[1] == there[1]:
        return True
    first, second = ("".join(numbers[:1])[:_LONGEST] for numbers in (here, there))
    return _CHANCE < len(first) == len(second) and OSA.distance(first, second) <= 1


def shares_page(query: Query, record: Record) -> bool:
    """Whether the first page is one."""
    first, other = (DIGITS.findall(place.pages)[:1] for place in (query, record))
    return bool(first) and first == other


def is_elsewhere(query: Query, record: Record) -> bool:
    """Whether both have volume and page, and neither is one."""
    given = query.volume and record.volume and query.pages and record.pages
    other = letters(query.volume) != letters(record.volume) and not shares_page(query, record)
    return bool(given) and other and _numbers_differ(query.pages, record.pages)


def places_differ(query: Query, record: Record, *, named: bool = True) -> list[Difference]:
    """Compare volume and pages; if one is counted in two ways, the other tells the place; both differ for another printing or a translation.

    :param named: the venue is one, so that its volumes are counted in one way.
    """
    years = {str(year + late) for year in (query.year, record.year) for late in (0, 1)}
    by_years = not years.isdisjoint({query.volume, record.volume})  # as those of JHEP
    volume = not by_years and _numbers_differ(query.volume, record.volume)
    alone = _counted_alone(query.pages, record.pages) or _are_within(query.pages, record.pages)
    pages = _numbers_differ(query.pages, record.pages) and not alone
    if volume and pages and not (query.year == record.year and is_in_one_journal(query, record)):
        return []
    told = query.pages and record.pages and not _are_first(query.pages, record.pages)
    if volume and not pages and (_is_misprinted(query, record) if told else named):
        return [Difference("volume", query.volume, record.volume)]
    return [Difference("pages", query.pages, record.pages)] if pages else []


def is_in_one_journal(query: Query, record: Record) -> bool:
    """Whether both are in a journal of one name, of which the letter of a section may stand with the volume: ``Phys. Lett.`` ``91B``."""
    section = query.volume.strip(" 0123456789")
    ours, theirs = folded(query.venue), folded(record.venue)
    return (
        is_one_name(ours, theirs)
        or is_acronym(ours, theirs)
        or (len(section) == 1 and is_one_name(f"{ours} {folded(section)}", theirs))
    )


def _are_first(ours: str, theirs: str) -> bool:
    """Whether pages begin with 1, as those of the first article of any volume do."""
    return all(DIGITS.findall(pages)[:1] == ["1"] for pages in (ours, theirs))


def _are_within(ours: str, theirs: str) -> bool:
    """Whether pages are some of others, as an entry names those that it quotes."""
    first, second = (_values(DIGITS.findall(text)[:2]) for text in (ours, theirs))
    return len(second) == 2 and bool(first) and all(second[0] <= page <= second[1] for page in first)


def _is_misprinted(query: Query, record: Record) -> bool:
    """Whether the volume of one year is another by a digit, two that changed places, or a few volumes, as two ways to count hardly are."""
    from rapidfuzz.distance import OSA

    first, second = (
        " ".join(DIGITS.findall(_of_place(place.volume)))[:_LONGEST] for place in (query, record)
    )
    if (
        query.year != record.year
        or not (first + second).isdecimal()
        or not _CHANCE <= len(first) == len(second)
    ):
        return False
    return OSA.distance(first, second) <= 1 or abs(int(first) - int(second)) <= _FEW


def _numbers_differ(ours: str, theirs: str) -> bool:
    """Whether the first numbers of two fields differ; leading zeros, letters and blanks between thousands are no difference."""
    first, second = (
        [number for number in DIGITS.findall(_thousands("", _of_place(text))) if number.strip("0")]
        for text in (ours, theirs)
    )
    if not first or not second or not set(first).isdisjoint(second):
        return False
    short, long = sorted((first[0][:_LONGEST], second[0][:_LONGEST]), key=len)
    end = long[0] == "0" and len(long) > len(short) >= _END and long.endswith(short)  # ``086901``, ``6901``
    cut = len(short) >= _CUT and long.startswith(short)  # by a program that has no room for more
    return int(short) != int(long) and not end and not cut


def _of_place(text: str) -> str:
    """Leave out numbers that are neither volume nor page: of identifiers and reports, and of how many pages there are."""
    words = text.replace("(", " ").replace(")", " ").split()
    return " ".join(
        word
        for word, after in zip(words, [*words, ""][1:], strict=True)
        if not (word.isdecimal() and after.lower().rstrip(".") in _PAGES)
        and not word.lower().rstrip(".").endswith("pp")
        and not ("/" in word and ("10." in word or "://" in word))
        and not (word[:3].isalpha() and len(word) > 3)  # of a report: ``AIAA-2007-3436``
    )


def _is_identifier(text: str) -> bool:
    """Whether the number of an article stands for its pages, ``e124``, ``aac4716``; one other letter is that of a page."""
    letters_of = text.strip().rstrip("0123456789")
    return letters_of.isalpha() and letters_of != text.strip() and (len(letters_of) > 1 or letters_of in "eE")


def _counted_alone(ours: str, theirs: str) -> bool:
    """Whether pages are those of the article by itself, ``1``, ``1--1``, ``1--9`` for ``201--209``, or its number, ``20120001``, ``e124``."""
    written = [DIGITS.findall(_thousands("", text)) for text in (ours, theirs)]
    first, second = map(_values, written)
    if all(written) and _is_number_of_article(*written) != _is_number_of_article(*written[::-1]):
        return True
    for alone, other in ((first, second), (second, first)):
        if alone == [1] or (len(alone) == 2 and alone[0] == 1 and (alone[1] == 1 or _as_many(alone, other))):
            return True
    return (_is_identifier(ours) and len(second) == 2) or (_is_identifier(theirs) and len(first) == 2)


def _values(numbers: list[str]) -> list[int]:
    return [int(number[:_LONGEST]) for number in numbers]


def _as_many(pages: list[int], other: list[int]) -> bool:
    """Whether pages are as many as others, as far as these say how many they are."""
    return len(other) == 1 or (len(other) == 2 and other[1] - other[0] == pages[1] - pages[0])


def _is_number_of_article(numbers: list[str], others: list[str]) -> bool:
    """Whether numbers that stand for pages are one that no volume has, and that others are not, too: ``20120001``, ``e0101234``."""
    return len(numbers) == 1 and len(numbers[0].lstrip("0")) >= _ARTICLE > len(others[0])
