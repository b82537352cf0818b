"""Wholes that the counts listed after them contradict.

Parts may be listed after their whole: in parentheses, between dashes, after a colon, or after words that say so ("61
hens (20 red, 30 blue and 12 white ones)", "252 nuclides, consisting of 200 old and 25 new ones", "412 people, of whom
230 were women and 182 men").

Parts may be only some of the whole, and may overlap.  So only a division by sex must add up, unless others are
mentioned; otherwise a mistyped digit must explain the difference.  Nothing is compared if a number between is not a
count.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count, lower_things
from argcheck.prose.wholes import Division, Inconsistent, number_place, number_text, tells_rest
from argcheck.tex.vocabulary import any_of, groups, listed, with_english, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_ENOUGH = 2  # parts
_SEVERAL = 3  # parts that by their number or wording divide a whole
_LONGEST = 25  # parts in a list
_LEAST = 20  # least whole: a smaller one may be a product, three criteria by two
_YEARS = range(1600, 2100)
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
    for _, inconsistent in text.finds(_lists, lambda passage: passage.may_have(1 + _ENOUGH)):
        yield from inconsistent


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
        year = not whole.noun and whole.value in _YEARS  # "in 2016, and near-parity (17 women and 23 men)"
        opened = is_count(whole) and not year and opening.fullmatch(said, whole.end, counts[place + 1].start)
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
    return (division.rest < 0 or bool(made_of)) and division.is_wrong()


def _is_of_things(passage: Passage, count: Quantity) -> bool:
    """Whether a count is of something, not of an unknown unit."""
    behind = passage.text[count.end : count.end + 4]
    return bool(count.noun) or (behind[:1].isspace() and behind[1:].isalpha())
