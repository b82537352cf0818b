"""Groups with their sizes, "(n = 55)", and the number that was assigned or sorted to them.

"412 patients were assigned to treatment (n = 206) or control (n = 206)": if the sentence itself has the number that
was assigned, a difference is reported that is at most a tenth or that a slip explains; if the number is in the text
before, a slip in it must explain the difference.  Other sizes are as often of other things as parts of a whole.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count
from argcheck.prose.wholes import Division, Inconsistent, number_place, number_text, tells_rest
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import any_of, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_N = r"(?:\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)(?![\w.]?\d)"
_SIZE = rf"\(\s*(([Nn])\s?=\s?({_N}))"
_ENOUGH = 2  # parts
_MANY_THINGS = 100  # least sum of parts whose whole is in an earlier sentence
_REACH = 500  # most characters between a whole and its parts


class _Size(NamedTuple):
    """The size of a group at the beginning of a parenthesis, with its offsets."""

    start: int
    end: int
    value: int
    sample: bool  #: whether it is the size of a part, with a small "n"


def sized_parts(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the numbers that the sizes of their groups contradict."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.text.count("=") >= _ENOUGH):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    for _, group in groupby(_sizes(passage.text), lambda size: passage.sentence(size.start)):
        parts = list(group)
        if len(parts) >= _ENOUGH:
            yield from _assigned(passage, parts)


def _sizes(said: str) -> Iterator[_Size]:
    for match in wording((), _SIZE).finditer(said):
        if said[match.end() :].lstrip()[:1] in {*");,"}:
            yield _Size(*match.span(1), natural(match[3]), match[2] == "n")


def _assigned(passage: Passage, parts: list[_Size]) -> Iterator[Inconsistent]:
    """Compare the groups of a sentence with the number in it that was assigned to them, or with one before it."""
    spoken, said = with_english(passage.language), passage.text
    first, values = parts[0].start, [part.value for part in parts]
    start, end = passage.sentence(first)
    verb = any_of(spoken, "samples.assigned").search(said, start, end)
    if verb and all(part.sample for part in parts):
        before = between(passage.quantities, start, min(first, verb.start()))
        wholes = [whole for whole in before if _is_of_things(said, whole)]
        if len(wholes) == 1 and is_count(wholes[0]) and not _are_nested(passage, parts):
            division = Division(int(wholes[0].value), values)
            meant = division.is_close or division.is_mistyped()
            if meant and not division.adds_up and not tells_rest(passage, division, parts[-1].end):
                yield division.denied(number_place(passage, wholes[0]))
            return
    if sum(values) < _MANY_THINGS:
        return
    if any_of(spoken, "samples.assigned", "samples.sorted").search(said, start, first):
        counts = filter(is_count, between(passage.quantities, first - _REACH, first))
        divisions = [(whole, Division(int(whole.value), values)) for whole in counts]
        slips = [pair for pair in divisions if pair[1].holds_each and pair[1].has_mistyped_whole()]
        if len(slips) == 1 and all(division.rest for _, division in divisions):
            [(whole, division)] = slips
            yield division.denied(number_place(passage, whole))


def _is_of_things(said: str, quantity: Quantity) -> bool:
    """Whether a word follows a number, and no "(" or "=" is before it."""
    behind = said[quantity.start + len(number_text(quantity)) :][:2]
    return (
        behind[:1].isspace()
        and behind[1:].isalpha()
        and said[quantity.start - 1 : quantity.start] not in {*"(="}
    )


def _are_nested(passage: Passage, parts: list[_Size]) -> bool:
    """Whether one group may be a part of another."""
    subset = wording(with_english(passage.language), r"\b{shares.subset}\b")
    return subset.search(passage.text, parts[0].end, parts[-1].start) is not None
