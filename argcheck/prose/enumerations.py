"""Enumerations in a sentence that skip or repeat an item: "(i) ..., (ii) ... and (iv) ..."."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.prose.wholes import Inconsistent
from argcheck.tex.vocabulary import with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_LETTERS = "abcdefgh"
_MARKER = r"(?<![^\s\xa0])\((?:(i{1,3}|iv|vi{0,3}|ix|x)|([a-h]))\)(?=[\s\xa0][^\W\d_])"
_OPENS = r"(?:[,;:.]|[,;]\s{numbers.joining})[\s\xa0]\Z"
_BEFORE = 40  # characters before a marker that are searched for punctuation
_SURE = 3  # least markers, as fewer may be formulas; except in roman numerals
_ITEM = 15  # least characters of an item


def skipped_items(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the markers that do not continue their enumeration."""
    for _, inconsistent in text.finds(_in_passage, _may_enumerate, own=True):
        yield from inconsistent


def _may_enumerate(passage: Passage) -> bool:
    return "(i)" in passage.text or "(a)" in passage.text


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
    if places[odd[0]] > places[odd[0] - 1] and _is_named(passage.text, before):
        return
    if passage.sentence(before.start()) != passage.sentence(wrong.start()):
        return
    yield Inconsistent(
        passage.span(*wrong.span()),
        f"{before[0]} is followed by {wrong[0]}",
        "number the items anew, or bring back the one that is missing",
    )


def _is_item(passage: Passage, before: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a marker begins an item after another one, and does not refer to it: "by (i) and (iii)"."""
    opened = wording(with_english(passage.language), _OPENS).search(
        passage.text, max(0, match.start() - _BEFORE), match.start()
    )
    return bool(opened) and match.start() - before.end() >= _ITEM


def _is_named(text: str, before: re.Match[str]) -> bool:
    """Whether the item that seems skipped is there in another form: "others,(ii) those", "(ii, iii)", "ii) those"."""
    signs = _ROMAN if before[1] else _LETTERS
    return re.search(rf"(?:\(|(?<![^\W\d_])){signs[_place(before)]}[),–-]", text) is not None


def _place(match: re.Match[str]) -> int:
    return _ROMAN.index(match[1]) + 1 if match[1] else _LETTERS.index(match[2]) + 1
