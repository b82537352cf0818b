"""Find the known name that a mistyped one may mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from argcheck.files.grouping import lists_by_key
from argcheck.tex.kinds import kinds

_JOINTS = str.maketrans("./_-", "::::")  # what joins the parts of a name
_LONG = 4  # least letters of a word in which one may be wrong
_SHORTEST = 3  # least letters of a word; shorter ones are near to anything


def closest(word: str, known: Sequence[str], limit: int = 3) -> list[str]:
    """Return the names in ``known`` that are nearest to ``word``: the best ones only, at most ``limit``.

    A letter that is lost, doubled, wrong or swapped with the next counts one, and longer
    words may have up to 3; case does not count.  Words of one or two letters have no near name.
    """
    if len(word) < _SHORTEST or not known:
        return []
    most = max(1, min(3, len(word) // 4))
    lower = word.lower()
    letters = frozenset(lower)
    may = {
        place: name
        for own, group in _by_letters(tuple(known)).items()
        if len(letters - own) <= most and len(own - letters) <= most  # no mistake costs more than one letter
        for place, name in group
        if abs(len(name) - len(lower)) <= most
    }
    if not may:  # as often, and the library takes long to import
        return []
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    extract = process.extract(lower, may, scorer=OSA.distance, score_cutoff=most, limit=None)
    best = min((distance for _, distance, _ in extract), default=0)
    return sorted({known[place] for _, distance, place in extract if distance == best})[:limit]


def same_but_for_prefix(label: str, known: Sequence[str], *, lacking: bool = False) -> list[str]:
    """Return the labels in ``known`` that differ from ``label`` only in the prefix, another word for the same kind.

    ``fig:x`` for ``figure:x``; with ``lacking``, instead those where only one of both has a prefix: ``fig:x`` for
    ``x``.
    """
    kind, name = _prefixed(label)
    others = [(other, *_prefixed(other)) for other in known if other.endswith(name) and other != label]
    if lacking:
        return [
            other for other, its_kind, its_name in others if its_name == name and bool(its_kind) != bool(kind)
        ]
    return [other for other, its_kind, its_name in others if kind and (its_kind, its_name) == (kind, name)]


def _prefixed(label: str) -> tuple[str, str]:
    """Split a label into the kind that its prefix names, empty without one, and the rest."""
    first, joint, _ = label.translate(_JOINTS).partition(":")
    kind = kinds().get(first.lower(), "") if joint else ""
    return (kind, label[len(first) + 1 :]) if kind else ("", label)


def surely_meant(word: str, name: str) -> bool:
    """Whether ``word`` can hardly be anything but ``name``, mistyped, even if not all names are known.

    Only the case differs, two letters are swapped, or one within a longer word is lost, doubled or wrong.
    Names that differ in a digit or their last letter may be members of a series (``fig:a``, ``smith2019b``), of which
    not all are known; unless the difference is before the colon, and only ``name`` has a known kind there (``sed:a``,
    ``sec:a``).
    """
    from rapidfuzz.distance import OSA, Postfix, Prefix

    if word.lower() == name.lower() and len(word) > _LONG:
        return True
    if OSA.distance(word, name) != 1:
        return False
    (kind, _, rest), (known, _, same_rest) = word.partition(":"), name.partition(":")
    if rest and rest == same_rest and known.lower() in kinds() and kind.lower() not in kinds():
        return True
    start = Prefix.similarity(word, name)
    same = Postfix.similarity(word[start:], name[start:])
    mistaken = word[start : len(word) - same], name[start : len(name) - same]
    parts = name.translate(_JOINTS)
    before, after = parts[:start].rpartition(":")[2], parts[len(name) - same :].partition(":")[0]
    if len(mistaken[0]) == len(mistaken[1]) == 2:
        return mistaken[0].isalpha() and len(before + after) + 2 >= _SHORTEST
    return bool(after) and "".join(mistaken).isalpha() and len(before + after) >= _LONG


@lru_cache(maxsize=4)
def _by_letters(names: tuple[str, ...]) -> dict[frozenset[str], list[tuple[int, str]]]:
    """Return the names in lower case with their indexes, grouped by their letters; cached for many words."""
    return lists_by_key((frozenset(name), (place, name)) for place, name in enumerate(map(str.lower, names)))
