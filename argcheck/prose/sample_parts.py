"""Samples that their parts, or what is left of them, contradict: "N = 1753 ... (N = 666), (N = 434) and (N = 653)", "the remaining four"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.prose.samples import is_count, is_slip, swaps
from argcheck.prose.sentence_totals import Inconsistent
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_SIZE = r"\b[Nn]\s?=\s?(\d{1,3}(?:[,\u2009\u202f]\d{3})+|\d+)(?![\w.]?\d)"
_ENOUGH = 2  # parts
_REACH = 500  # characters between a whole and its parts
_NEARLY = 10  # of a whole that one mistyped digit of a part may change


def in_samples(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the samples that their parts contradict."""
    for find in (_sizes, _rests):
        for _, wrong in text.finds(find):
            yield from wrong


def _sizes(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a size with those that follow it, up to the end of their sentence."""
    sizes = list(re.finditer(_SIZE, passage.text)) if passage.text.count("=") > _ENOUGH else []
    for number, whole in enumerate(sizes[:-_ENOUGH]):
        start, end = passage.sentence(sizes[number + 1].start())
        parts = [size for size in sizes[number + 1 :] if size.end() <= end]
        values, total = [natural(part[1]) for part in parts], natural(whole[1])
        off = total - sum(values)
        if len(parts) < _ENOUGH or not off or max(values) >= total or start - whole.end() > _REACH:
            continue
        meant = [(total, sum(values)), *((value, value + off) for value in values)]
        announced = any(
            is_count(count) and count.value == len(parts)
            for count in passage.quantities
            if start <= count.start < parts[0].start()
        )
        mistyped = announced and abs(off) * _NEARLY <= total and any(is_slip(*pair) for pair in meant)
        if mistyped or any(str(right) in swaps(str(wrong)) for wrong, right in meant):
            yield Inconsistent(
                passage.span(*whole.span(1)),
                f"the parts add up to {sum(values)} ({' + '.join(map(str, values))}), not {total}",
                "correct the total or a part, or say what the rest is",
            )


def _rests(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "15 clusters ... 11 of these ... the remaining four clusters"."""
    spoken, said = with_english(passage.language), passage.text
    of_these = wording(spoken, r"\s{shares.of-these}\s([\w-]+)")
    for phrase in wording(spoken, r"\b{shares.left}\s").finditer(said):
        counts = [quantity for quantity in passage.quantities if is_count(quantity)]
        rest = next((count for count in counts if count.start == phrase.end() and count.noun), None)
        if rest is None:
            continue
        before = [count for count in counts if phrase.start() - _REACH <= count.start < phrase.start()]
        matches = [
            (count, of_these.match(said, count.start + len(count.text.split()[0]))) for count in before
        ]
        # "11 of these clusters", "11 of these were", and not "11 of these sites"
        parts = [
            count
            for count, match in matches
            if match and (match[1].lower().removesuffix("s") == _thing(rest) or not match[1].endswith("s"))
        ]
        wholes = [count for count in before if _thing(count) == _thing(rest)]
        if len(parts) != 1 or len(wholes) != 1 or wholes[0].start > parts[0].start:
            continue
        whole, part = int(wholes[0].value), int(parts[0].value)
        if 0 < whole - part != rest.value and is_slip(int(rest.value), whole - part):
            yield Inconsistent(
                passage.span(rest.start, rest.end),
                f"{whole} less {part} are {whole - part}, not {rest.value}",
                "correct one of the three, or say what else was left out",
            )


def _thing(quantity: Quantity) -> str:
    return quantity.noun.lower().removesuffix("s")
