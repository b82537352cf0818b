"""Two different sizes of one sample: "we recruited 48 participants", "all 46 participants".

One says how the sample was obtained, and the other refers to all of it.  The contents of a container ("the
questionnaire consists of 24 items", "the 22 items of the questionnaire") are compared in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from argcheck.prose.lexicon import elsewhere
from argcheck.prose.samples import Count, by_thing, count_of, is_count, lower_things, swaps
from argcheck.prose.tables_of_numbers import read_table
from argcheck.tex.document_language import language
from argcheck.tex.tables import TABULARS
from argcheck.tex.units import floats
from argcheck.tex.vocabulary import any_of, codes, ends_in, listed, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText
    from argcheck.tex.model import ManuscriptRecords

#: Before the number, if the sentence says how the sample was obtained.
_GETTING = r"(?:^(?:{samples.intro},?\s)?{samples.getting}|^{samples.described}|\b{samples.study-with})\s\Z"
#: After the noun, words that limit which of them are meant.
_WHICH = r"\s?(?:,\s?)?(?:\([^()]*\)\s?)?{samples.limiting}(?!\w)"
_PART_BEHIND = r"\b(?:{samples.part}|(?:1[6-9]|20)\d\d)\b"
_PART_BEFORE = r"\b(?:{samples.part}|{samples.part-before}|(?:1[6-9]|20)\d\d)\b"
_INSIDE = r"\s(?:{samples.within}|{samples.article})\s?(?:{samples.article}\s)?({samples.containers})\b"
_ROW = r"(?:{samples.number-of}\s+)?(.*?)(?:\s*\(\s*n\s*\)|,\s*n)?"
_SPELT = 40  # characters that a number in words may have
_SOON = 12  # characters after the noun that are searched for a verb of plans or of other studies
_STEM = 5  # first letters of a container that all its forms share
_FEW = 10
_FAR = 0.15  # two sizes of one sample differ by at most this share of the greater
_COME = ("total", "got", "asked")
_AROUND = 60  # characters on either side of a noun that are searched for its container


def told_twice(text: ReadText, wholes: dict[str, dict[int, list[Count]]]) -> Iterator[tuple[Count, Count]]:
    """Yield the pairs of different sizes of one thing, in document order; ``wholes`` are totals by thing and value."""
    placed = [
        (thing, passage, quantity)
        for passage, sizes in text.finds(_placed, attrgetter("may_count"), own=True)
        for thing, quantity in sizes
    ]
    totals = [
        count._replace(told="all" if count.told == "size" else "got")
        for values in wholes.values()
        for same in values.values()
        for count in same
        if count.told != "part"
    ]
    told = by_thing([*totals, *_in_tables(text, {thing for thing, _, _ in placed})])
    numbers: dict[str, set[int]] = {thing: set(values) for thing, values in told.items()}
    for thing, _, quantity in placed:
        numbers.setdefault(thing, set()).add(int(quantity.value))
    near = {thing: alike(values) for thing, values in numbers.items()}
    untold: set[tuple[str, int]] = set()
    outline = SectionsByPlace(text.manuscript)
    for thing, passage, quantity in placed:
        value = int(quantity.value)
        if value in near[thing]:
            count = _told(outline, passage, quantity)
            if count:
                told.setdefault(count.thing, {}).setdefault(value, []).append(count)
            else:
                untold.add((thing, value))
    for values in told.values():
        got = [same for same in values.values() if any(count.told in _COME for count in same)]
        others = [same for same in values.values() if same not in got]
        if len(got) != 1 or len(others) != 1:
            continue  # if both were obtained, there are two samples
        whole, all_ = got[0][0], max(others[0], key=lambda count: count.told == "all")
        noun = all_.thing.rpartition(" ")[2]
        if (noun, all_.value) in untold or not _certain(whole, all_):
            continue  # a number without further words may be that of a part
        if _mentioned(text, noun, all_.value):
            continue
        if _slip(whole, all_) or not outline.apart(whole.span, all_.span):
            first, second = sorted((whole, all_), key=lambda count: outline.order(count.span))
            yield first, second


def _placed(passage: Passage) -> Iterator[tuple[str, Quantity]]:
    """Yield the counts of a passage that may be sizes, each with its thing."""
    code = passage.language
    forms = lower_things(code)
    contained = tuple(word for word in phrases(code, "samples.containers") if word in passage.text)
    if not contained and forms.keys().isdisjoint(passage.words):
        return
    for quantity in passage.quantities:
        if len(quantity.noun) > 3 and quantity.value >= _FEW and is_count(quantity):
            start = quantity.end - len(quantity.noun)
            around = passage.text[max(0, start - _AROUND) : start + _AROUND] if contained else ""
            if quantity.noun in forms and (quantity.text[0].isdigit() or quantity.text[0].isupper()):
                yield forms[quantity.noun], quantity
            elif quantity.text[0].isdigit() and any(word in around for word in contained):
                yield quantity.noun, quantity


def alike(numbers: Iterable[int]) -> set[int]:
    """Return the numbers that are close to another one, or differ from it in a swap of digits."""
    known = set(numbers)
    near: set[int] = set()
    for first, second in pairwise(sorted(known)):
        if second - first <= _FAR * second:
            near |= {first, second}
    for first in known:
        others = {int(digits) for digits in swaps(str(first))} & known
        near |= {first, *others} if others else set()
    return near


def _certain(got: Count, other: Count) -> bool:
    """Whether nobody will take the second for a part of the first."""
    if not alike((got.value, other.value)):
        return False
    return _slip(got, other) or other.value > got.value or (other.told == "all" and got.told == "got")


def _slip(first: Count, second: Count) -> bool:
    return str(second.value) in swaps(str(first.value))


def _mentioned(text: ReadText, noun: str, value: int) -> bool:
    """Whether the same number also occurs in words, or outside of the running text: these may be others."""
    own = set(text.own)
    return any(
        quantity.value == value
        and (quantity.text[0].isalpha() or (passage not in own and (noun, quantity) in passage.once(_placed)))
        and noun in passage.text[quantity.start : quantity.end + _SPELT]
        for passage in text.passages
        for quantity in passage.quantities
    )


def _in_tables(text: ReadText, things: set[str]) -> Iterator[Count]:
    """Yield the sizes of samples in tables of two columns: "Participants & 46"."""
    m = text.manuscript
    code = language(m)
    forms = {form: thing for form, thing in lower_things(code).items() if thing in things}
    row = wording(code, _ROW, re.IGNORECASE)
    part = wording(with_english(code), _PART_BEHIND, re.IGNORECASE)
    for environment in m.environments if forms else ():
        span = environment.span
        source = m.files[span.path].text[span.start : span.end].lower()
        if environment.name not in TABULARS or not any(form in source for form in forms):
            continue
        captions = [
            m.files[caption.text.path].text[caption.text.start : caption.text.end]
            for float_ in floats(m)
            if span.starts_in(float_.environment.span)
            for caption in float_.captions
        ]
        for cells in () if any(map(part.search, captions)) else read_table(text, environment).rows:
            name, size = cells if len(cells) == 2 else (None, None)
            match = row.fullmatch(name.text) if name else None
            if match and size and size.value and size.value >= _FEW and match[1].lower() in forms:
                thing = forms[match[1].lower()]
                yield Count(thing, int(size.value), size.text, size.text, size.span, "all")


def _told(outline: SectionsByPlace, passage: Passage, quantity: Quantity) -> Count | None:
    """Return a quantity as the size of a whole sample; None if it is not one."""
    if listed(codes(), "sections.other-studies", flags=re.IGNORECASE).search(outline.title(passage.place)):
        return None
    start, end = passage.sentence(quantity.start)
    before, after = passage.text[start : quantity.start].lstrip(), passage.text[quantity.end : end]
    spoken = with_english(passage.language)
    if (
        "[" in before + after
        or wording(spoken, _PART_BEFORE, re.IGNORECASE).search(before)
        or wording(spoken, _PART_BEHIND, re.IGNORECASE).search(after)
        or elsewhere((before + after[:_SOON]).replace("May", ""), passage.language)
    ):
        return None
    said = passage.language, quantity.noun, before, after
    content = _sample(*said) or _content(*said)
    return count_of(content[0], quantity, passage.place_of(quantity), content[1]) if content else None


def _sample(code: str, noun: str, before: str, after: str) -> tuple[str, str] | None:
    """Return the name of a sample that is meant as a whole, with the kind for `Count.told`; None if it is not."""
    thing = lower_things(code).get(noun)
    if thing is None:
        return None
    if ends_in(code, before, "samples.the"):
        place = wording(code, r"{samples.place}\b(?!\s{samples.no-place})")
        if wording(code, _WHICH).match(after) or place.match(before):
            return None
        return thing, "all" if ends_in(code, before, "samples.all") else "the"
    if any_of(with_english(code), "samples.each").search(after):
        return None
    subject = wording(code, r"^(?:{samples.intro},?\s)?\Z").search(before)
    if wording(code, _GETTING).search(before) or (
        subject and wording(code, r"\s{samples.were-got}(?!\w)").match(after)
    ):
        return thing, "asked" if wording(code, r"\b{samples.asked}").search(before + after) else "got"
    return None


def _content(code: str, noun: str, before: str, after: str) -> tuple[str, str] | None:
    """Return a container with the noun of its contents, and the kind for `Count.told`; None without a container."""
    holds = wording(code, r"^{samples.article}\s({samples.containers})\s(?:({samples.holds})\s|\()\Z")
    if match := holds.search(before):
        return f"{match[1][:_STEM].lower()} {noun}", "got" if match[2] else "all"
    match = wording(code, _INSIDE).match(after)
    if match and wording(code, r"^(?:{samples.article}|{samples.the})\s\Z").search(before):
        return f"{match[1][:_STEM].lower()} {noun}", "all"
    return None


class SectionsByPlace:
    """Finds the sections of places in a document."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        for number, piece in enumerate(manuscript.pieces):
            self._pieces.setdefault(piece.path, []).append((piece.start, number))
        # a file that the document reads may have no live text: another document, which is not printed here
        sections = [section for section in manuscript.sections if section.span.path in self._pieces]
        self._titles = [
            manuscript.files[section.title.path].text[section.title.start : section.title.end]
            for section in sections
        ]
        self._orders = [self.order(section.span) for section in sections]
        self._chapters: list[int] = []
        for number, section in enumerate(sections):
            self._chapters.append(number if section.level <= 0 else self._chapters[-1] if number else -1)

    def order(self, place: Span) -> tuple[int, int]:
        """Return the sort key of a place in document order."""
        here = self._pieces[place.path]
        return here[max(0, bisect_right(here, (place.start, len(self._pieces))) - 1)][1], place.start

    def _section(self, place: Span) -> int:
        return bisect_right(self._orders, self.order(place)) - 1

    def title(self, place: Span) -> str:
        """Return the title of the section that a place is in; empty before the first."""
        which = self._section(place)
        return self._titles[which] if which >= 0 else ""

    def apart(self, first: Span, second: Span) -> bool:
        """Whether two places may be about different studies: in two chapters, or if several sections are on studies."""
        sections = [self._section(place) for place in (first, second)]
        chapters = {self._chapters[which] if which >= 0 else -1 for which in sections}
        study = listed(codes(), "samples.studies", flags=re.IGNORECASE)
        return len(chapters) > 1 or sum(study.search(title) is not None for title in self._titles) > 1
