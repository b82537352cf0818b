"""A count and its percentage, held against the whole that a sentence gives them."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterable

_MONTHS = 12  # "5/6" is a day as well
_BOUND = r"(?:\b(?!{bounds.emphasis}\b){bounds.before}|[<>≤≥~∼≈])\s?\Z"


class Share(NamedTuple):
    """A count and a percentage that belong together, as they are written, and where they stand."""

    start: int
    end: int
    part: str
    percent: str


def contradicted(share: Share, everything: str, others: Iterable[int], text: str, language: str) -> str:
    """Say how a whole contradicts a share, empty where it does not, or where one of the other counts is its whole.

    :param everything: the whole, as it is written.
    :param text: in which the share stands, in a language of `argcheck.tex.vocabulary`.
    """
    some, all_ = natural(share.part), natural(everything)
    said = Decimal(share.percent.replace(",", "."))
    exponent = said.as_tuple().exponent
    date = "/" in text[share.start : share.end] and all_ <= _MONTHS
    if not 0 < some <= all_ or date or not isinstance(exponent, int):
        return ""
    first = text.startswith(share.percent, share.start)
    if first and wording(with_english(language), _BOUND, re.IGNORECASE).search(text, 0, share.start):
        return ""  # "less than 1 % (48 of 14,066)"
    unit = Decimal(1).scaleb(exponent)
    if any(_gives(some, whole, said, unit) for whole in (all_, *others)):
        return ""
    exact = Decimal(100 * some) / all_
    digits = max(-exponent, 1)
    while (near := round(exact, digits)).quantize(unit, ROUND_HALF_UP) == said:
        digits += 1
    return f"{share.part} of {everything} are {near.normalize():f} %, not {share.percent} %"


def _gives(some: int, whole: int, said: Decimal, unit: Decimal) -> bool:
    """Whether a part of a whole is a percentage, which may have been cut off where it had to be rounded."""
    return whole >= some and said - unit / 2 <= Decimal(100 * some) / whole < said + unit


def is_raised(share: Share, everything: str) -> bool:
    """Whether a percentage is more than rounding makes it, by less than one unit of its last digit."""
    said = Decimal(share.percent.replace(",", "."))
    exponent = said.as_tuple().exponent
    exact = Decimal(100 * natural(share.part)) / natural(everything)
    return isinstance(exponent, int) and exact < said < exact + Decimal(1).scaleb(exponent)
