"""Wholes that the counts of their own sentence or paragraph contradict.

Parts may be listed after their whole: in parentheses, between dashes, after a colon, or after words that say so ("61
hens (20 red, 30 blue and 12 white ones)", "252 nuclides, consisting of 200 old and 25 new ones", "412 people, of whom
230 were women and 182 men").  They may be given in the same words up to the end of the sentence ("of the 172 taxa, 14
are from A, 96 are from B, and 62 are from C"), or anywhere beside a number of five digits.

Parts may be only some of the whole, and may overlap.  So only a division by sex must add up, unless others are
mentioned; otherwise a mistyped digit must explain the difference.  Nothing is compared if a number between is not a
count.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import LETTERS, YEAR, lazy
from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count, lower_things
from argcheck.prose.wholes import Division, Inconsistent, number_place, number_text, tells_rest
from argcheck.tex.vocabulary import any_of, ends_in, groups, listed, with_english, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_ENOUGH = 2  # parts
_SEVERAL = 3  # parts that by their number or wording divide a whole
_LONGEST = 25  # parts in a list
_MOST = 6  # most parts in a sentence or beside a long number
_LEAST = 20  # least whole: a smaller one may be a product, three criteria by two
_LONG = 10_000  # from here on, swapped digits in a number are no coincidence
_BEFORE = 30  # characters before a whole that are searched for words announcing parts
_YEARS = range(1600, 2100)
_NEAR = 300  # characters between a long number and its parts
_CLOSING = ",.;:)—–"
_FIRST_WORDS = 3  # words after a number, one of which says that people are counted
#: Between a whole and its parts; between two of them; after the last of them.
_OPENING = (
    r"[^\d().;:]{0,60}?(?:\([^()]*\))?(?:(?P<sign>[(—–])|:\s|(?P<comma>,)\s|,?\s(?:{shares.made-of}|{shares.of-whom})\s)"
    r"\s?(?:{shares.the}\s|{shares.were}\s)?"
)
_NEXT = r"(?:[^\d().;:\[]|\[[^\[\]]{0,80}\]){0,60}?(?:[,;]\s?(?:{numbers.joining}\s)?|\s(?:{numbers.joining}|{shares.plus})\s)(?:{shares.the}\s)?"
_ENDED = lazy(
    r"(?P<closed>[^\d(),.;:]{0,60}\))|(?P<dashed>[^\d(),.;:—–]{0,60}[—–])|(?:[^\d(),.;:\[]|\[[^\[\]]{0,80}\]){0,100}(?:[.;(]|\Z)"
)


def counted_parts(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the counts that their own parts contradict."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.may_have(1 + _ENOUGH)):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    yield from _lists(passage)
    if passage.kind == "table":
        return
    if len(passage.quantities) > _ENOUGH:
        yield from _told_alike(passage)
        yield from _beside_long(passage)


class _Listed(NamedTuple):
    """A whole and the counts that are listed after it."""

    whole: Quantity
    parts: Sequence[Quantity]
    bracketed: bool
    dashed: bool
    apposed: bool  #: whether only a comma introduces the parts


def _lists(passage: Passage) -> Iterator[Inconsistent]:
    """Yield the wholes that the parts listed after them contradict."""
    by_sex = _may_divide_by_sex(passage)
    told = any(map(passage.may_say, ("shares.made-of", "shares.of-whom")))
    if not by_sex and not told and not any(sign in passage.text for sign in "(:—–"):
        return
    for listed_ in _read_lists(passage):
        division = Division(int(listed_.whole.value), [int(part.value) for part in listed_.parts])
        if division.adds_up:
            continue
        if by_sex and _is_by_sex(passage, listed_):
            wrong = _are_all_sexes(passage, listed_, division)
        else:
            wrong = _divides(passage, listed_, division)
        if wrong:
            yield division.denied(number_place(passage, listed_.whole))


def _read_lists(passage: Passage) -> Iterator[_Listed]:
    """Yield each count after which at least two others are listed."""
    said, spoken = passage.text, with_english(passage.language)
    opening, following = wording(spoken, _OPENING), wording(spoken, _NEXT)
    counts = [quantity for quantity in passage.quantities if quantity.unit != "%"]
    for place, whole in enumerate(counts[:-_ENOUGH]):
        opened = is_count(whole) and opening.fullmatch(said, whole.end, counts[place + 1].start)
        if not opened:
            continue
        parts = [counts[place + 1]]
        for part in counts[place + _ENOUGH : place + _LONGEST]:
            between_them = said[parts[-1].end : part.start]
            if not following.fullmatch(between_them) or (opened["sign"] != "(" and ";" in between_them):
                break
            parts.append(part)
        if len(parts) >= _ENOUGH and all(map(is_count, parts)):
            sign = opened["sign"]
            yield _Listed(whole, parts, sign == "(", sign in {"—", "–"}, bool(opened["comma"]))


@cache
def _sexes(code: str) -> tuple[tuple[str, str], ...]:
    """Return the words for women and men, in pairs, in a language and in English."""
    pairs = (pair for language in with_english(code) for pair in groups(language, "samples.sexes"))
    return tuple((women, men) for women, men in pairs)


def _may_divide_by_sex(passage: Passage) -> bool:
    return any(women in passage.text and men in passage.text for women, men in _sexes(passage.language))


def _is_by_sex(passage: Passage, listed_: _Listed) -> bool:
    """Whether women and men are among the parts."""
    nouns = {match[1] for part in listed_.parts if (match := _named(passage, part))}
    return any(nouns.issuperset(pair) for pair in _sexes(passage.language))


def _named(passage: Passage, part: Quantity) -> re.Match[str] | None:
    """Match the noun of a part: "women" of "45 women", and of "45 were women"."""
    behind = wording(with_english(passage.language), r"\s(?:{shares.were}\s)?([^\W\d_][\w'’-]*)")
    return behind.match(passage.text, part.start + len(number_text(part)))


def _are_all_sexes(passage: Passage, listed_: _Listed, division: Division) -> bool:
    """Whether women and men must make up the whole: no other count of the sentence is their sum or the rest."""
    said, spoken = passage.text, with_english(passage.language)
    whole, last = listed_.whole, listed_.parts[-1]
    total = sum(division.parts)
    if any(count.value == total for count in between(passage.quantities, *passage.sentence(whole.start))):
        return False
    if tells_rest(passage, division, last.end) or (division.rest > 0 and _are_some(passage, listed_)):
        return False
    if listed_.bracketed:
        rest = said[last.end :].partition(")")[0]
        return "n/a" not in rest and not listed(spoken, "samples.third").search(rest)
    before = said[whole.start + len(number_text(whole)) : listed_.parts[0].start]
    people = {word.strip(",:") for word in before.lower().split()[:_FIRST_WORDS]}
    return any_of(spoken, "shares.of-whom").search(before) is not None or any(
        not people.isdisjoint(lower_things(language)) for language in spoken
    )


def _are_some(passage: Passage, listed_: _Listed) -> bool:
    """Whether the sentence goes on about parts after a mere comma: "of 500 people, 250 women and 200 men came"."""
    named = _named(passage, listed_.parts[-1])
    closed = not named or passage.text[named.end() : named.end() + 2].strip()[:1] in {"", *_CLOSING}
    return listed_.apposed and not closed


def _divides(passage: Passage, listed_: _Listed, division: Division) -> bool:
    """Whether things of several kinds were meant to make up a whole, and a slip in one number is why they do not."""
    said, spoken = passage.text, with_english(passage.language)
    whole, parts = listed_.whole, listed_.parts
    ends = _ENDED.match(said, parts[-1].end)
    enough = _ENOUGH if whole.noun and not listed_.dashed else _SEVERAL
    if (
        not ends
        or listed_.apposed
        or (bool(ends["closed"]), bool(ends["dashed"])) != (listed_.bracketed, listed_.dashed)
        or len(parts) < enough
        or division.whole < _LEAST
        or division.whole in _YEARS
        or not all(_is_of_things(passage, count) for count in (whole, *parts))
        or any_of(spoken, "samples.each", "bounds.per").search(said, parts[0].start, ends.end())
    ):
        return False
    # only some words say that the parts are complete; but few parts overlap
    made_of = any_of(spoken, "shares.made-of").search(said, whole.end, parts[0].start)
    return (division.rest < 0 or bool(made_of)) and division.is_wrong(told=True)


def _is_of_things(passage: Passage, count: Quantity) -> bool:
    """Whether a count is of something, not of an unknown unit."""
    behind = passage.text[count.end : count.end + 4]
    return bool(count.noun) or (behind[:1].isspace() and behind[1:].isalpha())


def _told_alike(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "of the 172 taxa, 14 are from A, 96 are from B, and 62 are from C", if all counts are worded alike."""
    said, spoken = passage.text, with_english(passage.language)
    for place, whole in enumerate(passage.quantities[:-_ENOUGH]):
        if whole.value < _LEAST or not _is_plain(whole) or not _announces(passage, whole):
            continue
        end = passage.sentence(whole.start)[1]
        behind = between(passage.quantities, passage.quantities[place + 1].start, end)
        parts = [count for count in behind if count.unit != "%"]
        if not _ENOUGH <= len(parts) <= _MOST or not all(map(_is_plain, parts)):
            continue
        division = Division(int(whole.value), [int(part.value) for part in parts])
        alike = len({_next_word(said, part) for part in parts}) == 1 and bool(_next_word(said, parts[0]))
        joined = any_of(spoken, "numbers.joining").search(said, parts[-2].end, parts[-1].start)
        nested = any_of(spoken, "shares.subset", "shares.of-these", "samples.each", "bounds.per")
        if not (alike and joined) or not division.holds_each or nested.search(said, whole.end, end):
            continue
        if not division.adds_up and division.is_wrong(told=len(parts) >= _SEVERAL):
            yield division.denied(number_place(passage, whole))._replace(doubtful=True)


def _beside_long(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a number of five digits with the counts after or before it."""
    counts = [count for count in passage.quantities if _is_plain(count)]
    for place, whole in enumerate(counts):
        if whole.value < _LONG:
            continue
        behind = counts[place + 1 : place + 1 + _MOST]
        before = counts[max(0, place - _MOST) : place][::-1]
        for parts in (behind, before):
            runs = [parts[:end] for end in range(_ENOUGH, len(parts) + 1)]
            divisions = [
                Division(int(whole.value), [int(part.value) for part in run])
                for run in runs
                if abs(run[-1].start - whole.start) <= _NEAR and "=" not in _between(passage, whole, run[-1])
            ]
            if not all(division.rest for division in divisions):
                break
            wrong = [
                division
                for division in divisions
                if division.holds_each
                and division.is_close
                and min(division.parts) >= _LEAST
                and division.is_swapped(_LONG)
            ]
            if wrong:
                yield wrong[0].denied(number_place(passage, whole))._replace(doubtful=True)
                break


def _is_plain(quantity: Quantity) -> bool:
    """Whether a quantity is a whole number of something, not a year."""
    return is_count(quantity) and not YEAR.match(quantity.text)


def _announces(passage: Passage, whole: Quantity) -> bool:
    """Whether words before a number announce its parts: "of the 172", and "of 172" at the start of a sentence."""
    spoken, said = with_english(passage.language), passage.text
    near = max(0, whole.start - _BEFORE)
    of = any_of(spoken, "shares.of", "shares.out-of")
    if not any_of(spoken, "shares.of-the").search(said, near, whole.start) and not of.search(
        said, near, whole.start
    ):
        return False
    before = said[max(passage.sentence(whole.start)[0], near) : whole.start].rstrip()
    return (
        ends_in(spoken, before, "shares.of-the")
        or (ends_in(spoken, before, "shares.the") and of.search(before) is not None)
        or any_of(spoken, "shares.of").fullmatch(before.strip()) is not None
    )


def _between(passage: Passage, *places: Quantity) -> str:
    first, last = sorted(places)
    return passage.text[first.end : last.start]


def _next_word(text: str, quantity: Quantity) -> str:
    """Return the word after the digits of a number; empty if another character comes first."""
    end = quantity.start + len(number_text(quantity))
    word = LETTERS.search(text, end)
    return word[0].lower() if word and not text[end : word.start()].strip() else ""
