"""Whether volume and pages of an entry and a record are the same place, however they are counted."""

from __future__ import annotations

import re

from argcheck.files.patterns import DIGITS
from argcheck.sources.folding import folded, letters
from argcheck.sources.journals import relation
from argcheck.sources.model import Difference, Likeness, Query, Record
from argcheck.sources.venue_words import beginnings, is_acronym, is_one_name, spelt_alike, venue_words

_CHANCE = 2  #: least digits of a volume; shorter ones agree by chance
_LONGEST = 18  #: most digits of a number
_LONG = 5  #: least pages, but one, of an article of which an abstract is printed
_LATE = 1  #: years between an article online and in print
_FEW = 5  #: most volumes between misprints; hardly a series ended after so few
_END = 4  #: least digits of an article's number without that of the issue
_CUT = 12  #: least digits of an article's number whose end may be lost
_ARTICLE = 6  #: least digits of an article's number, which may begin with 0; no volume has so many pages
_PAGES = frozenset({"p", "pp", "pages", "pgs", "seiten"})
_thousands = re.compile(r"(?<=\d)[\s\xa0\u2009,](?=\d{3}\b)").sub


def is_at_its_place(query: Query, record: Record) -> bool:
    """Whether volume or year, and the first page, agree, which two works of one journal hardly do."""
    years = 0 != query.year == record.year
    return shares_page(query, record) and (years or letters(query.volume) == letters(record.volume) != "")


def is_on_its_pages(query: Query, record: Record) -> bool:
    """Whether year, volume and all pages agree in one journal: under one title no two works are there."""
    there = shares_page(query, record) and not _ends_differ(query.pages, record.pages)
    dated = 0 != query.year == record.year and letters(query.volume) == letters(record.volume) != ""
    return there and dated and is_in_one_journal(query, record)


def _ends_differ(ours: str, theirs: str) -> bool:
    """Whether both have a last page, and those are not one; ``1168--9`` is ``1168--1169``."""
    ends = [numbers[1] for text in (ours, theirs) if len(numbers := DIGITS.findall(text)) > 1]
    return len(ends) > 1 and not any(last.endswith(other) for last, other in (ends, ends[::-1]))


def shares_place(query: Query, record: Record) -> bool:
    """Whether volume or first page agree, and not by chance, so that a difference is not that of another printing.

    A translation has the volume of the journal that it translates, and pages of its own: with equal volumes only slips
    count.
    """
    volume = letters(query.volume) == letters(record.volume) and len(letters(query.volume)) >= _CHANCE
    slip = volume and _differ_by_slip_in_pages(query.pages, record.pages)
    return slip or (shares_page(query, record) and not _are_first(query.pages, record.pages))


def _differ_by_slip_in_pages(ours: str, theirs: str) -> bool:
    """Whether first pages of several digits differ by one digit, or the last pages agree."""
    from rapidfuzz.distance import OSA

    here, there = (DIGITS.findall(text)[:2] for text in (ours, theirs))
    if len(here) == len(there) == 2 and here[1] == there[1]:
        return True
    first, second = ("".join(numbers[:1])[:_LONGEST] for numbers in (here, there))
    return _CHANCE < len(first) == len(second) and OSA.distance(first, second) <= 1


def shares_page(query: Query, record: Record) -> bool:
    """Whether the first pages agree."""
    first, other = (DIGITS.findall(place.pages)[:1] for place in (query, record))
    return bool(first) and first == other


def shares_pages(query: Query, record: Record) -> bool:
    """Whether the first page and the last are one."""
    pages, others = (DIGITS.findall(place.pages)[:2] for place in (query, record))
    return len(pages) == 2 and pages == others


def is_elsewhere(query: Query, record: Record) -> bool:
    """Whether both have volume and page, and neither agrees."""
    given = query.volume and record.volume and query.pages and record.pages
    other = letters(query.volume) != letters(record.volume) and not shares_page(query, record)
    return bool(given) and other and _numbers_differ(query.pages, record.pages)


def is_abstract(query: Query, record: Record) -> bool:
    """Whether a record is of one page, in another volume, while an entry has many: an abstract, printed elsewhere."""
    ours, theirs = (_values(DIGITS.findall(text)[:2]) for text in (query.pages, record.pages))
    many = len(ours) == 2 and ours[1] - ours[0] >= _LONG
    return many and len(theirs) == 2 and theirs[0] == theirs[1] and is_elsewhere(query, record)


def places_differ(query: Query, record: Record, *, named: bool = True) -> list[Difference]:
    """Return the difference in volume or pages; none if both differ, as for another printing or a translation.

    :param named: whether the venue is the same, so that its volumes are counted in one way; another one has its own.
    """
    years = {str(year + late) for year in (query.year, record.year) for late in (0, 1)}
    by_years = not years.isdisjoint({query.volume, record.volume})  # as in JHEP
    volume = not by_years and _numbers_differ(query.volume, record.volume)
    alone = _counted_alone(query.pages, record.pages) or _are_within(query.pages, record.pages)
    pages = _numbers_differ(query.pages, record.pages) and not alone
    if volume and pages and not (_are_near(query, record) and is_in_one_journal(query, record)):
        return []
    pages_tell = query.pages and record.pages and not _are_first(query.pages, record.pages)
    counted = named or (pages_tell and not (query.venue and record.venue))
    if volume and not pages and counted and (not pages_tell or _is_misprinted(query, record)):
        return [Difference("volume", query.volume, record.volume)]
    return [Difference("pages", query.pages, record.pages)] if pages else []


def _are_near(query: Query, record: Record) -> bool:
    """Whether the years are one, or one apart, as of what was online before it was printed."""
    return 0 not in {query.year, record.year} and abs(query.year - record.year) <= _LATE


def is_in_one_journal(query: Query, record: Record) -> bool:
    """Whether both are in one journal, which may have been renamed; one name may have an addition: ``(N.S.)``.

    The letter of a section may be with the volume: ``Phys. Lett.`` ``91B``.
    """
    section = query.volume.strip(" 0123456789")
    ours, theirs = folded(query.venue), folded(record.venue)
    return (
        any(is_one_name(form, theirs) for form in (ours, *beginnings(ours)))
        or any(is_one_name(ours, form) for form in beginnings(theirs))
        or is_acronym(ours, theirs)
        or is_acronym(ours, f"{theirs} journal")  # ``AIJ``
        or _was_renamed(ours, theirs)
        or (len(section) == 1 and is_one_name(f"{ours} {folded(section)}", theirs))
    )


def _was_renamed(ours: str, theirs: str) -> bool:
    """Whether two names are those of a journal before and after; another edition of one name has its own volumes."""
    known = relation(ours, theirs) is Likeness.SAME
    return known and not spelt_alike(venue_words(ours), venue_words(theirs))


def _are_first(ours: str, theirs: str) -> bool:
    """Whether pages begin with 1, as those of the first article of any volume do."""
    return all(DIGITS.findall(pages)[:1] == ["1"] for pages in (ours, theirs))


def _are_within(ours: str, theirs: str) -> bool:
    """Whether pages are part of others, as those that an entry quotes."""
    first, second = (_values(DIGITS.findall(text)[:2]) for text in (ours, theirs))
    return len(second) == 2 and bool(first) and all(second[0] <= page <= second[1] for page in first)


def _is_misprinted(query: Query, record: Record) -> bool:
    """Whether volumes of one year differ by a digit, a swap or a few volumes, as two ways to count hardly do."""
    from rapidfuzz.distance import OSA

    first, second = (
        " ".join(DIGITS.findall(_without_other_numbers(place.volume)))[:_LONGEST] for place in (query, record)
    )
    if (
        query.year != record.year
        or not (first + second).isdecimal()
        or not _CHANCE <= len(first) == len(second)
    ):
        return False
    return OSA.distance(first, second) <= 1 or abs(int(first) - int(second)) <= _FEW


def _numbers_differ(ours: str, theirs: str) -> bool:
    """Whether the first numbers of two fields differ, ignoring zeros before them, letters and thousands separators."""
    first, second = (
        [
            number
            for number in DIGITS.findall(_thousands("", _without_other_numbers(text)))
            if number.strip("0")
        ]
        for text in (ours, theirs)
    )
    if not first or not second or not set(first).isdisjoint(second):
        return False
    short, long = sorted((first[0][:_LONGEST], second[0][:_LONGEST]), key=len)
    end = long[0] == "0" and len(long) > len(short) >= _END and long.endswith(short)  # ``086901``, ``6901``
    cut = len(short) >= _CUT and long.startswith(short)  # by a program without room for more
    return int(short) != int(long) and not end and not cut


def _without_other_numbers(text: str) -> str:
    """Return a text without numbers of identifiers and reports, and without numbers of pages."""
    words = text.replace("(", " ").replace(")", " ").split()
    return " ".join(
        word
        for word, after in zip(words, [*words, ""][1:], strict=True)
        if not (word.isdecimal() and after.lower().rstrip(".") in _PAGES)
        and not word.lower().rstrip(".").endswith("pp")
        and not ("/" in word and ("10." in word or "://" in word))
        and not (word[:3].isalpha() and len(word) > 3)  # a report: ``AIAA-2007-3436``
    )


def _is_identifier(text: str) -> bool:
    """Whether an article's number is given for its pages, ``e124``, ``aac4716``; other single letters are of pages."""
    letters_of = text.strip().rstrip("0123456789")
    return letters_of.isalpha() and letters_of != text.strip() and (len(letters_of) > 1 or letters_of in "eE")


def _counted_alone(ours: str, theirs: str) -> bool:
    """Whether pages are counted within the article, ``1--9`` for ``201--209``, or are its number, ``e124``."""
    # the ``X`` of an ISSN is a digit: ``0044118X211029976``
    written = [DIGITS.findall(_thousands("", text).replace("X", "")) for text in (ours, theirs)]
    first, second = map(_values, written)
    if all(written) and _is_number_of_article(*written) != _is_number_of_article(*written[::-1]):
        return True
    for alone, other in ((first, second), (second, first)):
        if alone == [1] or (
            len(alone) == 2 and alone[0] == 1 and (alone[1] == 1 or _are_as_many(alone, other))
        ):
            return True
    return (_is_identifier(ours) and len(second) == 2) or (_is_identifier(theirs) and len(first) == 2)


def _values(numbers: list[str]) -> list[int]:
    return [int(number[:_LONGEST]) for number in numbers]


def _are_as_many(pages: list[int], other: list[int]) -> bool:
    """Whether two ranges have as many pages, as far as known."""
    return len(other) == 1 or (len(other) == 2 and other[1] - other[0] == pages[1] - pages[0])


def _is_number_of_article(numbers: list[str], others: list[str]) -> bool:
    """Whether a number in place of pages is one that no volume has, while others are not: ``20120001``."""
    return len(numbers) == 1 and len(numbers[0].lstrip("0")) >= _ARTICLE > len(others[0])
