"""The sound of names that were transcribed from another script."""

from __future__ import annotations

import re
from itertools import groupby

#: The spellings of one letter of another script, in order of search.
_SOUNDS = dict.fromkeys(("tsch", "tch", "sch", "sh", "ch", "zh", "cz", "sz", "s", "z"), "s") | dict.fromkeys(
    ("ff", "w", "v", "f"), "v"
)
_SOUNDS |= dict.fromkeys(("y", "j", "i"), "i") | dict.fromkeys(("kh", "ck", "k", "c", "q"), "k")
#: Beginnings of family names with the word for a pilgrim, in Greek, Turkish and their transcriptions.
_PILGRIM = tuple(
    f"{first}a{last}" for first in ("ch", "kh", "h", "x") for last in ("tz", "ts", "dz", "dj", "tj")
)
_sounding = re.compile("|".join((*_SOUNDS, "."))).findall


def sound(family: str) -> str:
    """Return what transcriptions of a family name share: ``Tchebycheff``, ``Chebyshev``, ``Tschebyschow``."""
    family = next((f"hats{family[len(begin) :]}" for begin in _PILGRIM if family.startswith(begin)), family)
    sounds = "".join(_SOUNDS.get(part, part) for part in _sounding(family))
    return "".join(sound for sound, _ in groupby(sounds))


def short_vowels(family: str) -> str:
    """Return a family name without long vowels of Japanese: ``ohno``, ``ouno`` and ``oono`` as ``ono``."""
    kept = [
        letter
        for before, letter, after in zip(f" {family}", family, f"{family[1:]} ", strict=False)
        if before + letter not in {"oo", "uu"}
        and not (before + letter in {"oh", "ou"} and after not in set("aeiouy"))
    ]
    return "".join(kept)
