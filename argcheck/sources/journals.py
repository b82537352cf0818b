"""Relations of journals with several names; their form is described in `argcheck/data/journals.toml`."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from argcheck.files import data
from argcheck.sources.model import Likeness
from argcheck.sources.venue_words import beginnings, spelt_alike, venue_words

_BESIDE = 3  #: most places in a name after which an addition may begin
#: The likeness of two names of one line of each table, in ``divided`` of the whole and a part only.
_SAID = {"renamed": Likeness.SAME, "editions": Likeness.UNKNOWN, "divided": Likeness.UNKNOWN}


class _Place(NamedTuple):
    """A name in the data."""

    table: str
    line: str  #: the first name of its line
    name: str
    whole: bool = True  #: whether it was matched without leaving out an addition


def relation(ours: str, theirs: str) -> Likeness:
    """Return how two folded names of journals are related in the data.

    :returns: SAME for one name, and for two of one series of volumes; UNKNOWN if an article may be listed under both
        with different volumes, or if both have additions, which may name sections; OTHER if nothing is known.
    """
    here, there = _places(ours), _places(theirs)
    likenesses = {
        (Likeness.SAME if place.name == other.name else _SAID[place.table])
        if place.whole or other.whole
        else Likeness.UNKNOWN
        for place in here
        for other in there
        if place[:2] == other[:2] and (place.table != "divided" or place.line in {place.name, other.name})
    }
    return max(likenesses, default=Likeness.OTHER)


@lru_cache(maxsize=16_384)
def _places(name: str) -> frozenset[_Place]:
    """Return the entries of a name in any abbreviation, with or without an addition: ``Ann. Eugen., Lond.``."""
    places: set[_Place] = set()
    for written in (name, name.rpartition(",")[0], *islice(beginnings(name), _BESIDE)):
        for form in {written, written.replace("'", "").replace("’", "")}:
            words = venue_words(form)
            places |= {
                place._replace(whole=written == name)
                for known, place in _index().get(_key(words), ())
                # a single word begins like many names
                if words == known or (len(words) > 1 and spelt_alike(words, known))
            }
    return frozenset(places)


def _key(words: list[str]) -> tuple[int, str]:
    """Return what two forms of a name have in common: the number of words and the first letter."""
    return len(words), words[0][0] if words else ""


@cache
def _index() -> dict[tuple[int, str], list[tuple[list[str], _Place]]]:
    known: dict[tuple[int, str], list[tuple[list[str], _Place]]] = defaultdict(list)
    for table in _SAID:
        for name, others in data.table("journals", table).items():
            for written in (name, *others):
                form = _folded(written)
                forms = {form, form.replace("'", "")}  # ``l'Exploration``, ``Crelle's``
                for words in map(venue_words, {*forms, *map(_scholarly, forms)}):
                    known[_key(words)].append((words, _Place(table, name, written)))
    return dict(known)


#: Letters of a Russian name as English journals write them, and as mathematical ones do, without accents.
_ROMANISED = {"kh": "h", "zh": "z", "ch": "c", "sh": "s", "ts": "c", "ya": "ja", "ye": "je", "yu": "ju"}


def _scholarly(name: str) -> str:
    """Return a folded name in the other romanisation of Russian: ``veroyatnostei``, ``verojatnostei``."""
    for ours, theirs in _ROMANISED.items():
        name = name.replace(ours, theirs)
    return name


def _folded(name: str) -> str:
    """Return a name of the data in lower case without accents."""
    parts = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
