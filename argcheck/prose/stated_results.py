"""Results and wholes of a sentence that all of its other counts do not give, where a mistyped digit explains it.

"six communities of six sizes with five models each, resulting in 180 data sets"; "of the 172 taxa, 14 are from A, 96 are from B,
and 62 are from C"; "1,302,000 cases ... 1,158,728 ... and 143,272".

A sentence may count other things, too, so no comparison is made where all of it is not read as counts, and the whole of a paragraph is
compared with the counts beside it only where five digits in another order make them agree, which they hardly do by chance.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from argcheck.files.patterns import LETTERS, YEAR
from argcheck.prose.quantities import between
from argcheck.prose.samples import corrections, is_count, is_slip, swapped
from argcheck.prose.sentence_totals import Inconsistent, added, place_of_number
from argcheck.tex.vocabulary import any_of, ends_in, with_english

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_ENOUGH = 2  # parts, or factors
_SEVERAL = 3  # parts that say by their wording that they divide a whole
_MOST = 6  # parts
_LEAST = 20  # of a result: smaller ones are there by chance
_LONG = 10_000  # of a number in which two digits that changed places are no chance
_NEARLY = 10  # of a whole that a mistyped digit may change
_REACH = 300  # characters between a long number and its parts
_BEFORE = 30  # characters before a whole that say that parts follow


def stated_results(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the products and wholes that the other counts of their sentence contradict."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.may_have(_ENOUGH + 1)):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    if passage.may_say("sums.resulting"):
        yield from _products(passage)
    if len(passage.quantities) > _ENOUGH:
        divided = {place.span: place for place in (*_divided(passage), *_long(passage))}
        yield from divided.values()


def _products(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a result with the product of the counts of its sentence, of which some word says that they are multiplied."""
    said, spoken = passage.text, with_english(passage.language)
    for phrase in any_of(spoken, "sums.resulting").finditer(said):
        start, end = passage.sentence(phrase.start())
        before = between(passage.quantities, start, phrase.start())
        result = next(iter(between(passage.quantities, phrase.end(), end)), None)
        if result is None or said[phrase.end() : result.start].strip() or not _ENOUGH <= len(before) < _MOST:
            continue
        if (
            not all(_is_plain(count) and count.value > 1 for count in (*before, result))
            or result.value < _LEAST
        ):
            continue
        multiplied = any_of(spoken, "samples.each", "bounds.per", "differences.times").search(
            said, start, phrase.start()
        )
        less = any_of(spoken, "samples.changed", "samples.shrunk").search(said, start, end)
        factors, told = [int(count.value) for count in before], int(result.value)
        right = math.prod(factors)
        if multiplied and not less and told not in factors and told != right and is_slip(told, right):
            yield Inconsistent(
                place_of_number(passage, result),
                f"{' × '.join(map(str, factors))} is {right}, not {told}",
                "correct the result or one of its factors",
            )


def _divided(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "of the 172 taxa, 14 are from A, 96 are from B, and 62 are from C", where the parts are told in the same words."""
    said, spoken = passage.text, with_english(passage.language)
    for place, whole in enumerate(passage.quantities[:-_ENOUGH]):
        total = int(whole.value)
        if total < _LEAST or not _is_plain(whole) or not _announces(passage, whole):
            continue
        end = passage.sentence(whole.start)[1]
        here = between(passage.quantities, passage.quantities[place + 1].start, end)
        behind = [count for count in here if count.unit != "%"]
        if not _ENOUGH <= len(behind) <= _MOST or not all(map(_is_plain, behind)):
            continue
        values = [int(part.value) for part in behind]
        last = said[behind[-2].end : behind[-1].start]
        alike = len({_next_word(said, part) for part in behind}) == 1 and bool(_next_word(said, behind[0]))
        joined = any_of(spoken, "numbers.joining").search(last) is not None
        nested = any_of(spoken, "shares.subset", "shares.of-these", "samples.each", "bounds.per").search(
            said, whole.end, end
        )
        off = abs(total - sum(values))
        if not (alike and joined) or nested or max(values) >= total or not off or sum(values[:-1]) == total:
            continue
        meant = corrections(total, values)
        slip = len(values) >= _SEVERAL and off * _NEARLY <= total and any(is_slip(*pair) for pair in meant)
        if slip or swapped(meant):
            yield added(place_of_number(passage, whole), values, total)


def _long(passage: Passage) -> Iterator[Inconsistent]:
    """Compare a number of five digits with the counts behind or before it."""
    counts = [count for count in passage.quantities if _is_plain(count)]
    for place, whole in enumerate(counts):
        total = int(whole.value)
        if total < _LONG:
            continue
        behind = counts[place + 1 : place + 1 + _MOST]
        before = counts[max(0, place - _MOST) : place][::-1]
        for parts in (behind, before):
            runs = [parts[:end] for end in range(_ENOUGH, len(parts) + 1)]
            # Sizes, "(n = 7540)", are compared with their shares.
            runs = [run for run in runs if "=" not in _between(passage, whole, run[-1])]
            sums = [
                [int(part.value) for part in run]
                for run in runs
                if abs(run[-1].start - whole.start) <= _REACH
            ]
            if any(sum(values) == total for values in sums):
                break
            wrong = (
                values
                for values in sums
                if max(values) < total
                and min(values) >= _LEAST
                and abs(total - sum(values)) * _NEARLY <= total
                and swapped(corrections(total, values), _LONG)
            )
            if values := next(wrong, None):
                yield added(place_of_number(passage, whole), values, total)
                break


def _is_plain(quantity: Quantity) -> bool:
    """Whether a quantity is a whole number of something, and no year."""
    return is_count(quantity) and not YEAR.match(quantity.text)


def _announces(passage: Passage, whole: Quantity) -> bool:
    """Whether words before a number say that parts of it follow: "of the 172", and "of 172" at the head of a sentence."""
    spoken = with_english(passage.language)
    first, _ = passage.sentence(whole.start)
    before = passage.text[max(first, whole.start - _BEFORE) : whole.start].rstrip()
    of = any_of(spoken, "shares.of", "shares.out-of")
    return (
        ends_in(spoken, before, "shares.of-the")
        or (ends_in(spoken, before, "shares.the") and of.search(before) is not None)
        or any_of(spoken, "shares.of").fullmatch(before.strip()) is not None
    )


def _between(passage: Passage, *places: Quantity) -> str:
    first, last = sorted(places)
    return passage.text[first.end : last.start]


def _next_word(text: str, quantity: Quantity) -> str:
    """Return the word behind the digits of a number."""
    digits = len(quantity.text.split()[0])
    word = LETTERS.search(text, quantity.start + digits)
    return word[0].lower() if word and not text[quantity.start + digits : word.start()].strip() else ""
