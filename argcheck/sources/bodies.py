"""Authors that are not persons: groups, offices, institutes and sites."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.files import data
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.model import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

_SITES = (".org", ".com", ".net", ".edu", ".gov")


def is_body(name: str) -> bool:
    """Whether one of the words of a name is one for a group, an office or an institute."""
    return is_group(Person(name))


def is_group(person: Person) -> bool:
    """Whether an author is a group or a site, not a person."""
    names = f"{person.given} {person.family}".lower().split()
    family_words = set(ALPHANUMERIC.findall(person.family.lower()))
    if not person.given and len(family_words) > 2 and any(map(str.isdigit, person.family)):
        return True  # ``GBD 2019 Diseases and Injuries``
    if family_words & _words_of("groups") or (
        family_words & _words_of("bodies") and not person.given and len(family_words) > 1
    ):
        return True
    return any(name.strip(",").endswith(_SITES) for name in names)


@cache
def _words_of(bodies: str) -> frozenset[str]:
    return frozenset(data.table("name-forms", "bodies")[bodies].split())


def are_one_body(ours: Sequence[Person], theirs: Sequence[Person]) -> bool:
    """Whether two lists of authors are the same body, whose name may be an acronym in one or split in several."""
    return _is_acronym_of_other(ours, theirs) or _is_split_name(ours, theirs)


def _is_acronym_of_other(ours: Sequence[Person], theirs: Sequence[Person]) -> bool:
    """Whether the only author of one list is a body and that of the other its acronym: ``IPCC``."""
    if len(ours) != 1 or any(person.given for person in (*ours, *theirs)):
        return False
    names = sorted((person.family for person in (*ours, *theirs)), key=len)
    initials = ["".join(word[0] for word in name.split() if word[0].isupper()) for name in names[1:]]
    return names[0].isupper() and len(names[0]) > 1 and names[0] in initials


def _is_split_name(ours: Sequence[Person], theirs: Sequence[Person]) -> bool:
    """Whether one list is a body and the other its name split: ``Academies of Sciences, Engineering, and Medicine``."""
    if len(ours) == len(theirs) or min(len(ours), len(theirs)) != 1:
        return False
    written = (" ".join(f"{person.given} {person.family}" for person in people) for people in (ours, theirs))
    names = [sorted(set(ALPHANUMERIC.findall(name.lower())) - {"and"}) for name in written]
    return names[0] == names[1]
