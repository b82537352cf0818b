"""The work of a list that names and a year mean in print: ``Lee and Moss (2001)``, ``Lee et al. 2001b``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.sources.text.model import ListedWork

NAME = r"(?:\b(?:von|van|de|der|den|da|di|la|le)\s){0,3}(?<!\w)[A-ZÀ-Þ][\w'’-]{1,60}"
FAMILY = re.compile(NAME)
_PUNCTUATION = re.compile(r"[^\w\s'’-]+")


def are_months(names: str) -> bool:
    """Whether the names before a year end with a month: ``May through July 2002``."""
    return names.rpartition(" ")[2].lower() in _months()


@lru_cache(1)
def _months() -> frozenset[str]:
    return frozenset(month for code in codes() for month in words(code, "dates.months"))


def means(names: str, year: str, letter: str, table: Mapping[str, list[ListedWork]]) -> tuple[str, ...]:
    """Return the only reference of that year with this first author, as a tuple; empty if none or several."""
    named = [fold_name(name) for name in FAMILY.findall(names)]
    dated = table.get("year:" + year, ())
    same = [
        listed_work for listed_work in dated if listed_work.families and listed_work.families[0] == named[0]
    ]
    same = same or [
        listed_work for listed_work in dated if named[0] in listed_work.families[:2]
    ]  # given names may stand first
    before, comma, _ = names.partition(", ")
    if not same and comma and named[1:] and " " not in before:  # "Similarly, Lee (2001)"
        named = named[1:]
        same = [
            listed_work
            for listed_work in dated
            if listed_work.families[:1] == (named[0],)
            and (len(named) == 1 or set(named) == set(listed_work.families))
            and (len(named) == 1 or before.endswith("ly") or before.isupper())
        ]
    if len(same) > 1 and letter:
        same = [listed_work for listed_work in same if listed_work.year == year + letter] or same
    if len(same) > 1 and len(named) > 1:
        same = [listed_work for listed_work in same if set(named) <= set(listed_work.families)] or same
    if len(same) > 1:  # neither Lee (2001) nor Lee and Moss (2001) is Lee et al. (2001)
        others = names.rstrip(".").endswith((" al", " a", ".a"))
        fits = [_fits(len(listed_work.families), len(named), others=others) for listed_work in same]
        same = [listed_work for listed_work, fit in zip(same, fits, strict=True) if fit == max(fits)]
    if len({phrased(listed_work.text) for listed_work in same}) == 1:  # a supplement lists them again
        same = same[:1]
    return (same[0].id,) if len(same) == 1 else ()


def _fits(authors: int, named: int, *, others: bool) -> int:
    """Return how well the number of authors fits the names in the text; two authors are hardly "et al."."""
    if others:
        return (authors > named) + (authors > max(named, 2))
    return int(authors == named)


def phrased(text: str) -> str:
    """Return the words between punctuation, ``|lee b |more winds over the dunes |``; a short title begins one part."""
    phrases = (" ".join(ALPHANUMERIC.findall(part)) for part in _PUNCTUATION.split(text.lower()))
    return "|".join(["", *(f"{phrase} " for phrase in phrases if phrase), ""])
