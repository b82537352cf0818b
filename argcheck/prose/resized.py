"""The size of one sample that is told twice: "we recruited 48 participants", "all 46 participants".

One says how they were got, and the other speaks of all of them. Everything that can make them two samples, or one
that shrank, makes this silent: see `samples.part`, `.shrunk` and `.versions` in docs/languages.md. What a container holds ("the questionnaire
consists of 24 items", "the 22 items of the questionnaire") is compared in the same way.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.files.records import NamedTuple
from argcheck.prose.spots import TABULARS, alike, samples, sized_thing, swapped
from argcheck.prose.verbatim import elsewhere
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import codes, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.prose.passages import Passage, Passages
    from argcheck.prose.quantities import Quantity


class Size(NamedTuple):
    """How many there are of a sample, or in a container."""

    thing: str
    value: int
    literal: str
    text: str
    span: Span
    told: str  #: ``got`` or ``asked`` where it says how they came to be so many; ``all`` or ``the`` where it speaks of them


#: What stands before the number where the sentence says how they were got.
_GETTING = r"(?:^(?:{samples.intro},?\s)?{samples.getting}|^{samples.described}|\b{samples.study-with})\s\Z"
#: What goes on behind the noun and says which of them are meant.
_WHICH = r"\s?(?:,\s?)?(?:\([^()]*\)\s?)?{samples.limiting}(?!\w)"
_PART_BEHIND = r"\b(?:{samples.part}|(?:1[6-9]|20)\d\d)\b"
_PART_BEFORE = r"\b(?:{samples.part}|{samples.part-before}|(?:1[6-9]|20)\d\d)\b"
_SPELT = 40  # characters that a number in words may have
_COME = ("got", "asked")
_FEW = 10
_BESIDE = 150  # characters of source between such a word and those whom it is about
_MOST = 50  # places of one count that are read
_SOON = 12  # characters behind the noun in which a verb says that nothing of it happened
_STEM = 5  # letters of a container that all its forms have
#: A row of a table of two columns that gives the size of a sample; the forms of its noun are filled in.
_ROW = (
    r"(?:\\\\|rule|line|\}})\s*(?:NUMBER-OF\s+)?({})(?:\s*\(\s*\$?n\$?\s*\)|,\s*\$?n\$?)?"
    r"\s*&\s*\$?(\d{{1,3}}(?:(?:\{{,\}}|,|\.|\\,|~|\xa0)\d{{3}})+|\d{{2,}})\$?\s*(?:\\\\|\\end)"
)


def resized(numbers: Passages, totals: Iterable[Size]) -> Iterator[tuple[Size, Size]]:
    """Yield the pairs of different sizes of one thing, the one that is read first before the other.

    :param totals: the sizes that the document calls a total or gives as "(N = ...)".
    """
    told: dict[str, dict[int, list[Size]]] = {}
    for size in (*totals, *_in_tables(numbers)):
        told.setdefault(size.thing, {}).setdefault(size.value, []).append(size)
    known = {thing: [str(value) for value in values] for thing, values in told.items()}
    untold: set[tuple[str, int]] = set()
    outline = _Outline(numbers)
    for path, offset, noun, digits in _candidates(numbers, known):
        sizes = _sizes_at(numbers, outline, path, offset)
        for size in sizes:
            told.setdefault(size.thing, {}).setdefault(size.value, []).append(size)
        if not sizes:
            untold.add((noun, natural(digits)))
    for values in told.values():
        got = [same for same in values.values() if any(size.told in _COME for size in same)]
        others = [same for same in values.values() if same not in got]
        if len(got) != 1 or len(others) != 1:
            continue  # where both were got there are two samples
        whole, all_ = got[0][0], max(others[0], key=lambda size: size.told == "all")
        noun = all_.thing.rpartition(" ")[2]
        if (noun, all_.value) in untold or _in_words(numbers, noun, all_.value):
            continue  # where a number stands without more, it may be that of a part
        if _certain(whole, all_) and (_slip(whole, all_) or not outline.apart(whole.span, all_.span)):
            first, second = sorted(
                (whole, all_), key=lambda size: outline.order(size.span.path, size.span.start)
            )
            yield first, second


def _certain(got: Size, other: Size) -> bool:
    """Whether nobody will take the second for a part of the first, of which nothing more is said."""
    if not alike({got.value, other.value}):
        return False
    return _slip(got, other) or other.value > got.value or (other.told == "all" and got.told == "got")


def _slip(first: Size, second: Size) -> bool:
    return swapped(first.value, second.value)


class _Outline:
    """The sections of a document, asked by places."""

    def __init__(self, numbers: Passages) -> None:
        m = numbers.manuscript
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        for number, piece in enumerate(m.pieces):
            self._pieces.setdefault(piece.path, []).append((piece.start, number))
        # A file that the document reads may have no live text: another document, of which nothing is printed here.
        self.sections = [section for section in m.sections if section.span.path in self._pieces]
        self.titles = [
            m.files[section.title.path].text[section.title.start : section.title.end]
            for section in self.sections
        ]
        self._orders = [self.order(section.span.path, section.span.start) for section in self.sections]
        self._chapters: list[int] = []
        for number, section in enumerate(self.sections):
            self._chapters.append(number if section.level <= 0 else self._chapters[-1] if number else -1)

    def order(self, path: str, offset: int) -> tuple[int, int]:
        """Return what places are in document order by."""
        here = self._pieces[path]
        return here[max(0, bisect_right(here, (offset, len(self._pieces))) - 1)][1], offset

    def title(self, path: str, offset: int) -> str:
        """Return the title of the section that a place is in."""
        which = bisect_right(self._orders, self.order(path, offset)) - 1
        return self.titles[which] if which >= 0 else ""

    def apart(self, first: Span, second: Span) -> bool:
        """Whether each of two places may be about a study of its own: chapters, several sections about studies."""
        chapters = []
        for place in (first, second):
            which = bisect_right(self._orders, self.order(place.path, place.start)) - 1
            chapters.append(self._chapters[which] if which >= 0 else -1)
        return chapters[0] != chapters[1] or sum(_of_study(title) for title in self.titles) > 1


def _of_study(title: str) -> bool:
    """Whether a title announces a study."""
    return wording(codes(), "{samples.studies}", re.IGNORECASE).search(title) is not None


def _there(code: str, before: str) -> bool:
    """Whether a sentence begins with some place, time or case that it is about alone."""
    return wording(code, r"{samples.place}\b(?!\s{samples.no-place})").match(before) is not None


def _in_words(numbers: Passages, noun: str, value: int) -> bool:
    """Whether so many are also spoken of in words: then they may be others."""
    from argcheck.prose.quantities import read

    m = numbers.manuscript
    for piece in m.pieces:
        text = m.files[piece.path].text
        at = text.find(noun, piece.start, piece.end)
        while at >= 0:
            near = text[max(piece.start, at - _SPELT) : at + len(noun)]
            if any(
                quantity.value == value and quantity.text[0].isalpha()
                for quantity in read(near, numbers.language)
            ):
                return True
            at = text.find(noun, at + 1, piece.end)
    return False


def changes(numbers: Passages, thing: str) -> bool:
    """Whether the document says that a sample shrank or grew, or that what a container holds has several versions."""
    m = numbers.manuscript
    container, _, noun = thing.rpartition(" ")
    words = (
        (noun.lower(), container) if container else (noun.lower(), *phrases(numbers.spoken, "samples.people"))
    )
    for piece in m.pieces:
        text = m.files[piece.path].text
        if not container and wording(numbers.spoken, "{samples.shrunk}").search(text, piece.start, piece.end):
            return True
        for match in wording(
            numbers.spoken, "{samples.versions}" if container else "{samples.changed}"
        ).finditer(text, piece.start, piece.end):
            near = text[
                max(piece.start, match.start() - _BESIDE) : min(piece.end, match.end() + _BESIDE)
            ].lower()
            if any(word in near for word in words):
                return True
    return False


def _candidates(numbers: Passages, known: Mapping[str, list[str]]) -> list[tuple[str, int, str, str]]:
    """Return file, place, thing and digits of the counts that some other count of the same is near to, maybe one that is known."""
    places: dict[str, dict[str, list[tuple[str, int]]]] = {}
    spots = [(path, offset, thing, digits) for path, offset, (thing, digits, _) in numbers.spots("sizes")]
    for path, offset, thing, digits in [*spots, *_by_macro(numbers)]:
        places.setdefault(thing, {}).setdefault(digits, []).append((path, offset))
    candidates = []
    for thing, counts in places.items():
        near = alike({*map(natural, counts), *map(natural, known.get(thing, ()))})
        for digits, here in counts.items():
            if natural(digits) in near:
                candidates += [(path, offset, thing, digits) for path, offset in here[:_MOST]]
    return candidates


def _in_tables(numbers: Passages) -> Iterator[Size]:
    """Yield the samples of which a table of two columns gives the size: "Participants & 46"."""
    m = numbers.manuscript
    code = m.language
    things = {thing for _, _, (thing, _, _) in numbers.spots("sizes")}
    forms = {form: names[0] for names in samples(code) if names[0] in things for form in names}
    tables = (
        [environment.span for environment in m.environments if environment.name in TABULARS] if forms else []
    )
    captions = (
        [(float_.environment.span, caption.text) for float_ in m.floats for caption in float_.captions]
        if tables
        else []
    )
    row = wording(
        code, _ROW.format("|".join(forms)).replace("NUMBER-OF", "{samples.number-of}"), re.IGNORECASE
    )
    for span in tables:
        text = m.files[span.path].text
        for match in row.finditer(text, span.start, span.end):
            around = [
                text[caption.start : caption.end]
                for float_, caption in captions
                if float_.path == span.path and float_.start <= span.start < float_.end
            ]
            if numbers.live(span.path, match.start(1)) and not any(
                map(wording(with_english(code), _PART_BEHIND, re.IGNORECASE).search, around)
            ):
                noun = next(thing for form, thing in forms.items() if form.lower() == match[1].lower())
                value = natural(match[2])
                place = span._replace(start=match.start(2), end=match.end(2))
                yield Size(noun, value, match[2], match[2], place, "all")


def _by_macro(numbers: Passages) -> Iterator[tuple[str, int, str, str]]:
    """Yield file, place, thing and digits of the counts of samples that macros of the document print."""
    m = numbers.manuscript
    macros = {
        name: body for name, body in m.text_macros.items() if body.isdecimal() and natural(body) >= _FEW
    }
    for name, digits in macros.items():
        for piece in m.pieces:
            text = m.files[piece.path].text
            at = text.find(f"\\{name}", piece.start, piece.end)
            while at >= 0:
                end = at + len(name) + 1
                if not text[end : end + 1].isalpha() and (thing := sized_thing(text, end, numbers.codes)):
                    yield piece.path, at, thing, digits
                at = text.find(f"\\{name}", end, piece.end)


def _sizes_at(numbers: Passages, outline: _Outline, path: str, offset: int) -> list[Size]:
    if wording(codes(), "{sections.other-studies}", re.IGNORECASE).search(outline.title(path, offset)):
        return []
    return [
        size
        for passage in numbers.around(path, offset)
        if passage.language == numbers.language and passage.kind != "table"
        for size in _sizes(passage, offset)
    ]


def _sizes(passage: Passage, offset: int) -> Iterator[Size]:
    """Yield the size that is told at a place of the source, where it is one of a whole."""
    for quantity in passage.quantities_at(offset):
        span = passage.span(quantity.start, quantity.end)
        if quantity.value != quantity.high or quantity.uncertainty or quantity.value < 0:
            continue
        start, end = passage.sentence(quantity.start)
        before, after = passage.text[start : quantity.start].lstrip(), passage.text[quantity.end : end]
        spoken = with_english(passage.language)
        part_before, part_behind = (
            wording(spoken, form, re.IGNORECASE) for form in (_PART_BEFORE, _PART_BEHIND)
        )
        if "[" in before + after or part_before.search(before) or part_behind.search(after):
            continue
        if elsewhere((before + after[:_SOON]).replace("May", ""), passage.language):
            continue
        said = passage.language, quantity, before, after
        if content := _sample(*said) or _content(*said):
            literal = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
            text = " ".join(quantity.text.split())
            if not any(map(str.isdigit, literal)):
                literal = str(quantity.value)
            yield Size(content[0], int(quantity.value), literal, text, span, content[1])


def _sample(code: str, quantity: Quantity, before: str, after: str) -> tuple[str, str] | None:
    """Return the noun of a sample that is meant as a whole, and what is told of it."""
    noun = next((forms[0] for forms in samples(code) if quantity.noun in map(str.lower, forms)), None)
    if noun is None:
        return None
    if wording(code, r"\b{samples.the}\s\Z").search(before):
        return (
            None
            if wording(code, _WHICH).match(after) or _there(code, before)
            else (noun, "all" if wording(code, r"\b{samples.all}\s\Z").search(before) else "the")
        )
    if wording(with_english(code), r"\b{samples.each}\b").search(after):
        return None
    subject = wording(code, r"^(?:{samples.intro},?\s)?\Z").search(before)
    if wording(code, _GETTING).search(before) or (
        subject and wording(code, r"\s{samples.were-got}(?!\w)").match(after)
    ):
        return noun, "asked" if wording(code, r"\b{samples.asked}").search(before + after) else "got"
    return None


def _content(code: str, quantity: Quantity, before: str, after: str) -> tuple[str, str] | None:
    """Return a container with the noun of what it holds, and what is told of it."""
    for form, told in (
        (r"^{samples.article}\s({samples.containers})\s{samples.holds}\s\Z", "got"),
        (r"^{samples.article}\s({samples.containers})\s\(\Z", "all"),
    ):
        if match := wording(code, form).search(before):
            return f"{match[1][:_STEM].lower()} {quantity.noun}", told
    inside = wording(
        code, r"\s(?:{samples.within}|{samples.article})\s?(?:{samples.article}\s)?({samples.containers})\b"
    )
    if wording(code, r"^(?:{samples.article}|{samples.the})\s\Z").search(before) and (
        match := inside.match(after)
    ):
        return f"{match[1][:_STEM].lower()} {quantity.noun}", "all"
    return None
