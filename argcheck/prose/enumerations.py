"""Enumerations in a text that skip an item or have one twice, or go on behind the number that the text announced.

"(i) ..., (ii) ... and (iv) ..."; "four scenarios ... The first scenario ... Scenarios 4 and 5".
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.files.patterns import DIGITS
from argcheck.prose.samples import is_count
from argcheck.prose.sentence_totals import Inconsistent
from argcheck.tex.kinds import kinds
from argcheck.tex.vocabulary import numbers, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_LETTERS = "abcdefgh"
_MARKER = r"(?<![^\s\xa0])\((?:(i{1,3}|iv|vi{0,3}|ix|x)|([a-h]))\)(?=[\s\xa0][^\W\d_])"
_OPENS = r"(?:[,;:.]|[,;]\s{numbers.joining})[\s\xa0]\Z"
#: "Scenarios 4 and 5", "experiment 3"
_NUMBERED = (
    r"\b([^\W\d_]{4,})[\s\xa0](\d{1,2}(?:(?:,?[\s\xa0](?:(?:{numbers.joining}|{numbers.to})[\s\xa0])?|[–-])\d{1,2})*)"
    r"(?![\w%]|[.,]\d)"
)
_NOUNS = r"[^\W\d_]*(?:[\s\xa0][^\W\d_]+){0,2}"  # "simulation scenarios"
_MOST = 9  # things that a paragraph has numbers for
_BEFORE = 40  # characters of a marker in which what sets it apart stands
_SURE = 3  # markers that are no formulas; fewer only in roman numerals
_ITEM = 15  # characters that an item has at least


def skipped_items(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the numbers of items that do not come next."""
    for find, when in ((_in_passage, _may_enumerate), (_more_than_announced, _may_number)):
        for _, inconsistent in text.finds(find, when, own=True):
            yield from inconsistent


def _may_enumerate(passage: Passage) -> bool:
    return "(i)" in passage.text or "(a)" in passage.text


def _may_number(passage: Passage) -> bool:
    return _numbered(passage.language).search(passage.text) is not None


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    markers = list(wording((), _MARKER).finditer(passage.text))
    places = [_place(match) for match in markers]
    steps = [after - before for before, after in pairwise(places)]
    odd = [index for index, step in enumerate(steps, 1) if step != 1]
    if not markers or places[0] != 1 or len(odd) != 1 or steps[odd[0] - 1] not in (0, 2):
        return
    if len(markers) < _SURE and not (markers[0][1] and steps == [2]):
        return  # an ideal that is called $(a)$ twice
    if len({bool(match[1]) for match in markers}) > 1 or not all(
        _is_item(passage, *pair) for pair in pairwise(markers)
    ):
        return
    before, wrong = markers[odd[0] - 1 : odd[0] + 1]
    if passage.sentence(before.start()) != passage.sentence(wrong.start()):
        return
    yield Inconsistent(
        passage.span(*wrong.span()),
        f"{before[0]} is followed by {wrong[0]}",
        "number the items anew, or bring back the one that is missing",
    )


def _more_than_announced(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "four scenarios" with "The first scenario ..., the second ... and Scenarios 3, 4 and 5" in one paragraph."""
    numbered = _numbered(passage.language)
    for count in passage.quantities:
        if not (count.noun and is_count(count) and 2 <= count.value <= _MOST):
            continue
        named = wording((), _NOUNS).match(passage.text, count.end - len(count.noun))
        nouns = {_stem(word) for word in named[0].split()}.difference(kinds()) if named else set()
        if named and wording(with_english(passage.language), r"\b{lists.besides}\b").search(named[0]):
            continue  # "two additional codes"
        behind = [match for match in numbered.finditer(passage.text, count.end) if _stem(match[1]) in nouns]
        told = {int(number) for match in behind for number in DIGITS.findall(match[2])}
        first = _first(passage.language, _stem(behind[0][1])) if behind else None
        begun = 1 in told or (first and first.search(passage.text, count.end))
        if begun and count.value in told and max(told) == count.value + 1:
            yield Inconsistent(
                passage.span(count.start, count.start + len(count.text.split()[0])),
                f"{int(count.value)} are announced, and there is a number {max(told)}",
                "correct the number, or say where the others come from",
            )


def _stem(noun: str) -> str:
    return noun.lower().rstrip("s")


def _numbered(language: str) -> re.Pattern[str]:
    return wording(with_english(language), _NUMBERED)


def _first(language: str, noun: str) -> re.Pattern[str]:
    """Return what finds the first thing of a kind: "the first simulation scenario"."""
    ordinals = numbers(language, "titles.ordinals").items()
    word = "|".join(re.escape(name) for name, value in ordinals if value == 1) or r"(?!)"
    return wording((), rf"\b(?:{word})\s(?:[^\W\d_]+\s){{0,2}}{re.escape(noun)}", re.IGNORECASE)


def _is_item(passage: Passage, before: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a marker begins an item behind that of another, and does not name one: "by (i) and (iii)"."""
    opened = wording(with_english(passage.language), _OPENS).search(
        passage.text, max(0, match.start() - _BEFORE), match.start()
    )
    return bool(opened) and match.start() - before.end() >= _ITEM


def _place(match: re.Match[str]) -> int:
    return _ROMAN.index(match[1]) + 1 if match[1] else _LETTERS.index(match[2]) + 1
