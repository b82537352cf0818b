"""Wholes and their parts that are written as sizes: "(n = 55)".

The whole of such parts is the size before them ("N = 1753 ... (N = 666), (N = 434) and (N = 653)"), a number of which a verb says that it was assigned
or sorted ("412 patients were assigned to treatment (n = 206) or control (n = 206)"), the number before a parenthesis that names each part ("196 webs
(lake, n = 47; marine, n = 28; ...)"), or that of which each is the percentage beside it ("35,275 ... 21 % (n = 7,540), 46 % (n = 16,186), ...").

Sizes may be of parts of parts, or of other things.  So only where something was assigned any difference is told; else one mistyped digit explains it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import YEAR
from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count, is_slip
from argcheck.prose.wholes import Division, Inconsistent, number_place, number_text, percentage, rounded
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import any_of, with_english, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_N = r"(?:\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)(?![\w.]?\d)"
_SIZE = rf"[Nn](?<!\w[Nn])\s?=\s?({_N})"
_NAME = r"[^\W\d_][^=;()]{0,40}?|[^=;(),\s]{1,12}"
_ITEM = rf"(?:{_NAME})(?:[,:]?\s[nN])?\s?=\s?{_N}"
#: "(lake, n = 47; marine = 28; river = 71)"
_LABELLED = rf"\({_ITEM}(?:[;,]\s{_ITEM}){{2,19}}\)"
_VALUE = rf"=\s?({_N})(?=[;,]\s|\))"
_ENOUGH = 2  # parts
_SEVERAL = 3  # parts that stand with their names or shares
_MANY_THINGS = 100  # parts of fewer things may be sorted in any sentence
_REACH = 500  # characters between a whole and its parts
_NEAREST = 50  # quantities before named parts, of which one may be what they make up
_LEAST = 20  # of a whole with named parts: fewer may be parameters
_BEFORE_SHARE = 30  # characters between a percentage and the size of it


class _Size(NamedTuple):
    """A size, where it and its number stand, and whether nothing else stands in its parenthesis before it, and a sign behind it."""

    start: int
    number: tuple[int, int]
    value: int
    alone: bool
    sample: bool  #: whether it is that of a part, a small "n"


def sized_parts(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the wholes and parts that contradict each other where parts are written as sizes."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.text.count("=") >= _ENOUGH):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    sizes = [_size(passage.text, match) for match in wording((), _SIZE).finditer(passage.text)]
    if len(sizes) > _ENOUGH:
        yield from _of_sizes(passage, sizes)
    alone = [size for size in sizes if size.alone]
    for _, group in groupby(alone, lambda size: passage.sentence(size.start)):
        parts = list(group)
        if len(parts) >= _ENOUGH:
            yield from _assigned(passage, parts)
        if len(parts) >= _SEVERAL:
            yield from _with_shares(passage, parts)
    if passage.numbers > _SEVERAL:
        yield from _labelled(passage)


def _size(said: str, match: re.Match[str]) -> _Size:
    alone = said[: match.start()].rstrip().endswith("(") and said[match.end() :].lstrip()[:1] in {*");,"}
    return _Size(match.start(), match.span(1), natural(match[1]), alone, match[0][0] == "n")


def _of_sizes(passage: Passage, sizes: list[_Size]) -> Iterator[Inconsistent]:
    """Compare a size with those that follow it, up to the end of their sentence."""
    for place, whole in enumerate(sizes[:-_ENOUGH]):
        start, end = passage.sentence(sizes[place + 1].start)
        parts = sizes[place + 1 : bisect_left(sizes, end, key=attrgetter("start"))]
        division = Division(whole.value, [part.value for part in parts])
        if len(parts) < _ENOUGH or not division.rest or not division.holds_each:
            continue
        announced = any(
            is_count(count) and count.value == len(parts)
            for count in between(passage.quantities, start, parts[0].start)
        )
        if start - whole.number[1] <= _REACH and division.is_wrong(told=announced):
            yield division.denied(passage.span(*whole.number))


def _assigned(passage: Passage, parts: list[_Size]) -> Iterator[Inconsistent]:
    """Compare the groups of a sentence with the one number of it that was assigned to them, or with a number that was sorted into them."""
    spoken, said = with_english(passage.language), passage.text
    first, values = parts[0].start, [part.value for part in parts]
    start, end = passage.sentence(first)
    verb = any_of(spoken, "samples.assigned").search(said, start, end)
    if verb and all(part.sample for part in parts):
        before = between(passage.quantities, start, min(first, verb.start()))
        wholes = [whole for whole in before if _is_of_things(said, whole)]
        if len(wholes) == 1 and is_count(wholes[0]) and not _are_nested(passage, parts):
            division = Division(int(wholes[0].value), values)
            if division.rest:
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
    """Whether a word stands behind a number, and no sign before it that makes it something else."""
    behind = said[quantity.start + len(number_text(quantity)) :][:2]
    return (
        behind[:1].isspace()
        and behind[1:].isalpha()
        and said[quantity.start - 1 : quantity.start] not in {*"(="}
    )


def _are_nested(passage: Passage, parts: list[_Size]) -> bool:
    """Whether one group may be a part of another."""
    subset = wording(with_english(passage.language), r"\b{shares.subset}\b")
    return subset.search(passage.text, parts[0].number[1], parts[-1].start) is not None


def _with_shares(passage: Passage, sizes: list[_Size]) -> Iterator[Inconsistent]:
    """Compare sizes that stand behind their percentages with a count around them of which all others are these shares."""
    read = [(size, _share_before(passage, size)) for size in sizes]
    parts = [(size, percent, rounded(percent.value)) for size, percent in read if percent]
    if len(parts) < _SEVERAL:
        return
    start, end = passage.sentence(sizes[0].start)
    around = between(passage.quantities, start - _REACH, end)
    for whole in sorted({int(count.value) for count in around if is_count(count)}):
        division = Division(whole, [size.value for size, _, _ in parts])
        wrong = [part for part in parts if not part[2].is_beside(percentage(part[0].value, whole or 1))]
        if not division.rest or not division.holds_each or len(wrong) != 1:
            continue
        [(size, percent, said)] = wrong
        meant = size.value + division.rest
        if said.is_beside(percentage(meant, whole)) and is_slip(size.value, meant):
            yield Inconsistent(
                passage.span(*size.number),
                f"{percent.value} % of {whole} are {meant}, and so is what the other parts leave, not {size.value}",
                "correct the number",
            )


def _share_before(passage: Passage, size: _Size) -> Quantity | None:
    """Return the percentage before a size: "21.4 % of admissions (n = 7,540"."""
    before = between(passage.quantities, size.start - 2 * _BEFORE_SHARE, size.start)
    percent = next((share for share in reversed(before) if share.unit == "%"), None)
    words = passage.text[percent.end : size.start].rstrip().removesuffix("(") if percent else ""
    plain = percent is not None and percent.value == percent.high and len(words) <= _BEFORE_SHARE
    return percent if plain and not any(sign in words for sign in "().;:") else None


def _labelled(passage: Passage) -> Iterator[Inconsistent]:
    """Compare parts in a parenthesis that names each with a number before it: all are less, and it is not much else than their sum."""
    for match in wording((), _LABELLED).finditer(passage.text):
        values = [natural(value) for value in wording((), _VALUE).findall(match[0])]
        before = between(passage.quantities, 0, match.start())[-_NEAREST:]
        divisions = [
            (whole, Division(int(whole.value), values))
            for whole in before
            if is_count(whole) and whole.value >= _LEAST and not YEAR.match(whole.text)
        ]
        near = [
            (whole, division) for whole, division in divisions if division.holds_each and division.is_close
        ]
        if len(values) < _SEVERAL or not near or any(not division.rest for _, division in near):
            continue
        whole, division = near[-1]
        if division.is_wrong(told=True):
            yield division.denied(number_place(passage, whole))
