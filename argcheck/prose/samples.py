"""Counts of samples: the participants, patients or interviews of a study, of which it has one number."""

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


#: What makes a count that of a part: groups, years, stages, hedges, several studies.
PARTIAL = r"\b(?:{samples.partial}|(?:1[6-9]|20)\d\d)\b"


class Count(NamedTuple):
    """How many there are of a sample, or in a container."""

    thing: str
    value: int
    literal: str
    text: str
    span: Span
    #: ``total`` or ``size`` (N = ...) of a whole, ``part`` where more is said of which of them are meant; ``got`` or
    #: ``asked`` where it says how they came to be so many; ``all`` or ``the`` where it speaks of them
    told: str = ""


def by_thing(counts: Iterable[Count]) -> dict[str, dict[int, list[Count]]]:
    """Sort counts by what is counted and by how many there are."""
    sorted_: dict[str, dict[int, list[Count]]] = {}
    for count in counts:
        sorted_.setdefault(count.thing, {}).setdefault(count.value, []).append(count)
    return sorted_


@cache
def things(code: str) -> dict[str, str]:
    """Return the names of the things of which a study has one number, by all their forms."""
    return {form: forms[0] for forms in groups(code, "samples.things") for form in forms}


@cache
def lower_things(code: str) -> dict[str, str]:
    """Return the same by their forms in lower case."""
    return {form.lower(): name for form, name in things(code).items()}


@cache
def counted_things(code: str) -> frozenset[str]:
    """Return the words of a language for what is counted, in lower case."""
    containers = (phrase.split()[-1] for phrase in phrases(code, "samples.containers"))
    return frozenset((*lower_things(code), *map(str.lower, containers)))


def is_count(quantity: Quantity) -> bool:
    """Whether a quantity is a whole number without a unit."""
    return (
        not quantity.unit
        and 0 <= quantity.value == quantity.high == int(quantity.value)
        and not quantity.uncertainty
    )


def count_of(thing: str, quantity: Quantity, span: Span, told: str = "") -> Count:
    """Make the count that a quantity is, which stands at ``span``."""
    number = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
    literal = number if any(map(str.isdigit, number)) else str(quantity.value)
    return Count(thing, int(quantity.value), literal, " ".join(quantity.text.split()), span, told)


def swaps(digits: str) -> Iterator[str]:
    """Yield what digits become when two different neighbours change places."""
    for place, (first, second) in enumerate(pairwise(digits)):
        if first != second and (first + second).isdigit():
            yield digits[:place] + second + first + digits[place + 2 :]


def is_slip(written: int, meant: int) -> bool:
    """Whether one digit was mistyped, lost or doubled, or two neighbours changed places."""
    a, b = str(written), str(meant)
    if meant < 0 or a == b:
        return False
    if len(a) == len(b):
        return sum(map(ne, a, b)) == 1 or b in swaps(a)
    long, short = (a, b) if len(a) > len(b) else (b, a)
    return len(long) == len(short) + 1 and any(long[:n] + long[n + 1 :] == short for n in range(len(long)))
