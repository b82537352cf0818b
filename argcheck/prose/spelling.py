"""The known name that a mistyped one may be meant for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from argcheck.files.grouping import lists_by_key
from argcheck.tex.kinds import kinds

_JOINTS = str.maketrans("./_-", "::::")  # what joins the parts of a name
_LONG = 4  # letters of a word in which one may be mistaken
_SHORTEST = 3  # letters; anything is near to a shorter word


def closest(word: str, known: Sequence[str], limit: int = 3) -> list[str]:
    """Give the names of ``known`` that are nearest to ``word``, the best ones only, at most ``limit``.

    A letter lost, doubled, mistaken or swapped with the next counts one, and a longer
    word may have more of them; case counts nothing.  Nothing is near to a short word.
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
    """Give the labels of ``known`` that end as ``label`` does and begin with another word for the same kind.

    ``fig:x`` for ``figure:x``; with ``lacking`` those of which one has a prefix and the other none: ``fig:x`` for
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
    """Whether ``word`` can hardly be anything else than ``name``, mistyped, even where not all names are known.

    Only the case of letters differs, two are swapped, or one within a word of some length is lost, doubled or mistaken.
    What differs by a digit or by its last letter is a member of a series (``fig:a``, ``smith2019b``), which may go on
    in what is not known, unless it is the word before the colon, which names a kind in ``name`` alone (``sed:a``,
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
    """Fold the names once for many words: those of the same letters together, each with its place."""
    return lists_by_key((frozenset(name), (place, name)) for place, name in enumerate(map(str.lower, names)))
