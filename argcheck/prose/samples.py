"""Counts of samples: the participants, patients or interviews of a study, which has one number of them."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.vocabulary import groups, phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity


#: Words that make a count one of a part: groups, years, stages, hedges, several studies.
PARTIAL = r"\b(?:{samples.partial}|(?:1[6-9]|20)\d\d)\b"


class Count(NamedTuple):
    """The size of a sample, or of the contents of a container."""

    thing: str
    value: int
    literal: str
    text: str
    span: Span
    #: ``total`` or ``size`` (N = ...) of a whole; ``part`` if the words limit it; ``got`` or ``asked`` if they say how
    #: the sample was obtained; ``all`` or ``the`` if they speak about it
    told: str = ""


def by_thing(counts: Iterable[Count]) -> dict[str, dict[int, list[Count]]]:
    """Return the counts by thing, then by value."""
    sorted_: dict[str, dict[int, list[Count]]] = {}
    for count in counts:
        sorted_.setdefault(count.thing, {}).setdefault(count.value, []).append(count)
    return sorted_


@cache
def things(code: str) -> dict[str, str]:
    """Return the names of the things that have one number in a study, by all their forms."""
    return {form: forms[0] for forms in groups(code, "samples.things") for form in forms}


@cache
def lower_things(code: str) -> dict[str, str]:
    """Return the same names by their forms in lower case."""
    return {form.lower(): name for form, name in things(code).items()}


@cache
def counted_things(code: str) -> frozenset[str]:
    """Return the words of a language for things and containers, in lower case."""
    containers = (phrase.split()[-1] for phrase in phrases(code, "samples.containers"))
    return frozenset((*lower_things(code), *map(str.lower, containers)))


def is_count(quantity: Quantity) -> bool:
    """Whether a quantity is a whole number from 0, without unit, range or uncertainty."""
    return (
        not quantity.unit
        and 0 <= quantity.value == quantity.high == int(quantity.value)
        and not quantity.uncertainty
    )


def count_of(thing: str, quantity: Quantity, span: Span, told: str = "") -> Count:
    """Return the count of ``thing`` that a quantity at ``span`` is; the quantity has a noun."""
    number = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
    literal = number if any(map(str.isdigit, number)) else str(quantity.value)
    return Count(thing, int(quantity.value), literal, " ".join(quantity.text.split()), span, told)


def swaps(digits: str) -> Iterator[str]:
    """Yield the numbers that result from swapping two different neighbouring digits."""
    for place, (first, second) in enumerate(pairwise(digits)):
        if first != second and (first + second).isdigit():
            yield digits[:place] + second + first + digits[place + 2 :]


def is_slip(written: int, meant: int) -> bool:
    """Whether one digit is mistyped, missing or added, or two neighbours are swapped."""
    a, b = str(written), str(meant)
    if meant < 0 or a == b:
        return False
    if len(a) == len(b):
        return sum(map(ne, a, b)) == 1 or b in swaps(a)
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return len(long) == len(short) + 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))
