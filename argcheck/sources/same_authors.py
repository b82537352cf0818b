"""Whether two lists of authors are one, however their names are written."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.names import fold_name
from argcheck.files import data
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.folding import script
from argcheck.sources.model import Person
from argcheck.sources.same_person import initials, names_of, same_person
from argcheck.sources.titles import Likeness

if TYPE_CHECKING:
    from collections.abc import Sequence

_SHORTENED = 8  #: authors, in order, of a list that a program cut off: some indexes export the first ten
_SEVERAL = 2  #: authors of a record that holds more than the first one
_UNLIKE = 20  #: authors who share no name with any of the other list, and are compared with each of it
_SITES = (".org", ".com", ".net", ".edu", ".gov")


class AuthorAgreement(NamedTuple):
    """How two lists of authors agree; ``matched`` counts the persons of ours whom theirs has."""

    likeness: Likeness
    matched: int = 0


def compare_authors(
    ours: Sequence[Person], theirs: Sequence[Person], *, others: bool = False
) -> AuthorAgreement:
    """Compare two lists of authors, in any order.

    SAME: all of ours are among theirs and none is left out, or ours says that it goes on or is the beginning of a long
    list, or all of theirs are the first of ours: many records hold only the first authors, but lack more than one then.
    NEAR: some are the same.  OTHER: none is.

    :param others: our list says that it goes on.
    """
    agreement = _compare(ours, theirs, others=others)
    if agreement.likeness is not Likeness.SAME and any(map(_joined, ours)):
        parted = [person for joined in ours for person in _joined(joined) or [joined]]
        agreement = max(agreement, _compare(parted, theirs, others=others))
    return agreement


def _joined(person: Person) -> list[Person]:
    """Read a name as two that are joined in Portuguese or Spanish: ``Kenta Nakai e Haipeng Gong``; nothing for most names."""
    joining, _, last = person.family.partition(" ")
    names = [person.given.split(), last.split()]
    if joining not in {"e", "y"} or min(map(len, names)) < 2:
        return []
    return [Person(family, " ".join(given)) for *given, family in names]


def _compare(ours: Sequence[Person], theirs: Sequence[Person], *, others: bool) -> AuthorAgreement:
    ours = _each_once(ours)
    theirs = [
        person for person in _each_once(theirs) if "[bot]" not in f"{person.given} {person.family}".lower()
    ]
    ours = once if len(once := [*dict.fromkeys(ours)]) == len(theirs) else ours  # somebody stands there twice
    if theirs and (_in_short(ours, theirs) or _one_body(ours, theirs)):
        return AuthorAgreement(Likeness.SAME, 1)
    if not ours or not theirs or any(_is_group(person) for person in (*ours, *theirs)):
        return AuthorAgreement(Likeness.UNKNOWN)
    if _script(ours) != _script(theirs):  # nobody is transcribed here
        return AuthorAgreement(Likeness.UNKNOWN)
    if len(ours) >= _SHORTENED and len(theirs) > len(ours) and all(map(same_person, ours, theirs)):
        return AuthorAgreement(Likeness.SAME, len(ours))
    known = _Known(theirs)
    matched = sum(map(known.take, ours))
    left = len(theirs) > matched
    if not matched:
        return AuthorAgreement(Likeness.OTHER)
    # No index would cut a list by one name.
    longer = not left and matched == len(ours) - 1 and len(theirs) >= _SEVERAL
    if longer or not _are_first(theirs, ours) or (left and (matched < len(ours) or not others)):
        return AuthorAgreement(Likeness.NEAR, matched)
    return AuthorAgreement(Likeness.SAME, matched)  # a record may hold only the first authors


class _Known:
    """The people of a list, looked up by their names: collaborations sign with three thousand."""

    def __init__(self, people: Sequence[Person]) -> None:
        self._left = dict(enumerate(people))
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)
        self._unlike = 0  # who were compared with all that are left
        for place, person in self._left.items():
            for name in names_of(person):
                self._by_name[name].append(place)

    def has(self, person: Person) -> bool:
        """Whether somebody of the list who was not taken may be a person."""
        return bool(self._counterparts(person))

    def take(self, person: Person) -> bool:
        """Take out who may be a person, of two of one family first the one whose first initial agrees; say whether anybody is."""
        counterparts = self._counterparts(person)
        if counterparts:
            first = initials(person.given)[:1]
            del self._left[
                max(counterparts, key=lambda place: initials(self._left[place].given)[:1] == first)
            ]
        return bool(counterparts)

    def _counterparts(self, person: Person) -> list[int]:
        """Give the places of those who may be a person, by a name that they share where anybody shares one."""
        named = {place for name in names_of(person) for place in self._by_name.get(name, ())}
        alike = [place for place in sorted(named & self._left.keys()) if self._is(person, place)]
        if not alike and self._unlike < _UNLIKE:
            self._unlike += 1
            alike = [place for place in self._left if self._is(person, place)]
        return alike

    def _is(self, person: Person, place: int) -> bool:
        return same_person(person, self._left[place])


def _each_once(people: Sequence[Person]) -> list[Person]:
    """Leave out who stands in a list for the second time: some records hold their list twice.

    Two of one family may have the same initials, so that only given names that are written out tell.
    """
    once: dict[object, Person] = {}
    for place, person in enumerate(people):
        told = person.given and not person.given.isupper()
        once.setdefault((fold_name(person.family), fold_name(person.given)) if told else place, person)
    return list(once.values())


def _one_body(ours: Sequence[Person], theirs: Sequence[Person]) -> bool:
    """Whether one list is a body, and the other its name read as that of several: ``Academies of Sciences, Engineering, and Medicine``."""
    if len(ours) == len(theirs) or min(len(ours), len(theirs)) != 1:
        return False
    written = (" ".join(f"{person.given} {person.family}" for person in people) for people in (ours, theirs))
    names = [sorted(set(ALPHANUMERIC.findall(name.lower())) - {"and"}) for name in written]
    return names[0] == names[1]


def _are_first(few: Sequence[Person], many: Sequence[Person]) -> bool:
    """Whether a shorter list of authors holds none of those who stand far behind in the longer one."""
    if len(few) >= len(many):
        return True
    known = _Known(few)
    return all(map(known.has, many[: len(few)]))


def is_body(name: str) -> bool:
    """Whether a name is that of a group, an office or an institute by one of its words."""
    return _is_group(Person(name))


def _is_group(person: Person) -> bool:
    """Whether an author is no person, but a group or a site."""
    names = f"{person.given} {person.family}".lower().split()
    said = set(ALPHANUMERIC.findall(person.family.lower()))
    if not person.given and len(said) > 2 and any(map(str.isdigit, person.family)):
        return True  # ``GBD 2019 Diseases and Injuries``
    if said & _words_of("groups") or (said & _words_of("bodies") and not person.given and len(said) > 1):
        return True
    return any(name.strip(",").endswith(_SITES) for name in names)


@cache
def _words_of(bodies: str) -> frozenset[str]:
    return frozenset(data.table("name-forms", "bodies")[bodies].split())


def _in_short(ours: Sequence[Person], theirs: Sequence[Person]) -> bool:
    """Whether the only author of one list is a body, and that of the other its acronym: ``IPCC``."""
    if len(ours) != 1 or any(person.given for person in (*ours, *theirs)):
        return False
    names = sorted((person.family for person in (*ours, *theirs)), key=len)
    initials = ["".join(word[0] for word in name.split() if word[0].isupper()) for name in names[1:]]
    return names[0].isupper() and len(names[0]) > 1 and names[0] in initials


def _script(people: Sequence[Person]) -> str:
    return script("".join(person.family for person in people))
