"""Whether two lists of authors are the same, however their accents, particles and initials are written."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.names import fold_name, name_forms
from argcheck.files import data
from argcheck.files.patterns import split_at
from argcheck.sources.bodies import are_one_body, is_group
from argcheck.sources.folding import has_lost_letters, same_but_for_lost, script
from argcheck.sources.model import Likeness, Person
from argcheck.sources.sounds import short_vowels, sound

if TYPE_CHECKING:
    from collections.abc import Sequence

_ALIKE = 85  #: least similarity, of 100, of families that differ by a slip
#: Letters that two families share if the given names are written out and equal: ``Reiß``, ``Rei``.
_BEGINNING = 3
_LONG = 5  #: least letters of a family with a slip
_TRANSCRIBED = 7  #: least letters of a family that may be transcribed in two ways
#: Letters of scholarly transcriptions, and their equivalents in others.
_SIGNED = str.maketrans({"ž": "zh", "č": "ch", "š": "sh", "Ž": "zh", "Č": "ch", "Š": "sh"})
_SOFT = "yij"  #: letters with which transcriptions begin the same vowel: ``Yurii``, ``Iurii``, ``Jurij``
_SOFTENING = "ehiy"  #: letters before which ``c`` is no ``k``: ``Cecil``, ``Charles``
_NO_FORMS: frozenset[int] = frozenset()
_TITLES = frozenset({"lord", "lady", "sir", "dame"})  #: titles that programs take for given names
_particles = re.compile(
    r"^(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|ter|ten|zu|zur|bin|ibn|af|av)[\s-]+)+",
    re.IGNORECASE,
).sub
_SEVERAL = 2  #: least authors of a record that has more than the first one
_UNLIKE = 20  #: most authors without a common name who are compared with everybody in the other list


class AuthorAgreement(NamedTuple):
    """How two lists of authors agree; ``matched`` is the number of our persons who are in theirs."""

    likeness: Likeness
    matched: int = 0


def compare_authors(
    ours: Sequence[Person], theirs: Sequence[Person], *, others: bool = False
) -> AuthorAgreement:
    """Compare two lists of authors, in any order.

    SAME: all of ours are in theirs and none is missing, or ours goes on, or all of theirs are the first of ours
    (records with only the first authors lack more than one).  NEAR: some are the same.  OTHER: none is.

    :param others: whether our list says that it goes on.
    """
    ours = _each_once(ours)
    theirs = [
        person for person in _each_once(theirs) if "[bot]" not in f"{person.given} {person.family}".lower()
    ]
    ours = once if len(once := [*dict.fromkeys(ours)]) == len(theirs) else ours  # somebody is listed twice
    if theirs and are_one_body(ours, theirs):
        return AuthorAgreement(Likeness.SAME, 1)
    if not ours or not theirs or any(is_group(person) for person in (*ours, *theirs)):
        return AuthorAgreement(Likeness.UNKNOWN)
    if _script(ours) != _script(theirs):  # names are not transcribed here
        return AuthorAgreement(Likeness.UNKNOWN)
    known = _Known(theirs)
    matched = sum(map(known.take, ours))
    left = len(theirs) > matched
    if not matched:
        return AuthorAgreement(Likeness.OTHER)
    # No index would shorten a list by one name.
    longer = not left and matched == len(ours) - 1 and len(theirs) >= _SEVERAL
    if longer or not _are_first(theirs, ours) or (left and (matched < len(ours) or not others)):
        return AuthorAgreement(Likeness.NEAR, matched)
    return AuthorAgreement(Likeness.SAME, matched)  # a record may have only the first authors


class _Known:
    """The people of a list, indexed by their names: collaborations have three thousand."""

    def __init__(self, people: Sequence[Person]) -> None:
        self._left = dict(enumerate(people))
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)
        self._unlike = 0  # number of those compared with everybody left
        for place, person in self._left.items():
            for name in _names_of(person):
                self._by_name[name].append(place)

    def has(self, person: Person) -> bool:
        """Whether anybody left in the list may be a person."""
        return bool(self._counterparts(person))

    def take(self, person: Person) -> bool:
        """Remove the best match for a person, preferably with the same initial; return whether there is one."""
        counterparts = self._counterparts(person)
        if counterparts:
            first = _initials(person.given)[:1]
            del self._left[
                max(counterparts, key=lambda place: _initials(self._left[place].given)[:1] == first)
            ]
        return bool(counterparts)

    def _counterparts(self, person: Person) -> list[int]:
        """Return the positions of those who may be a person, by shared names if anybody shares one."""
        named = {place for name in _names_of(person) for place in self._by_name.get(name, ())}
        alike = [place for place in sorted(named & self._left.keys()) if self._matches(person, place)]
        if not alike and self._unlike < _UNLIKE:
            self._unlike += 1
            alike = [place for place in self._left if self._matches(person, place)]
        return alike

    def _matches(self, person: Person, place: int) -> bool:
        return same_person(person, self._left[place])


def _each_once(people: Sequence[Person]) -> list[Person]:
    """Return a list without repeated persons, as some records have their list twice.

    Two of one family may have the same initials, so only given names that are written out count.
    """
    once: dict[object, Person] = {}
    for place, person in enumerate(people):
        written_out = person.given and not person.given.isupper()
        once.setdefault((fold_name(person.family), fold_name(person.given)) if written_out else place, person)
    return list(once.values())


def _are_first(few: Sequence[Person], many: Sequence[Person]) -> bool:
    """Whether a shorter list of authors has nobody from far back in the longer one."""
    if len(few) >= len(many):
        return True
    known = _Known(few)
    return all(map(known.has, many[: len(few)]))


def _script(people: Sequence[Person]) -> str:
    return script("".join(person.family for person in people))


@lru_cache(maxsize=65_536)
def same_person(ours: Person, theirs: Person) -> bool:
    """Whether two names may be of one person: the same family name, and no initial that differs."""
    if not _families(ours).isdisjoint(_families(theirs)):
        return (
            _initials_agree(ours.given, theirs.given)
            or _are_swapped(ours, theirs)
            or _has_all_words(ours, theirs)
        )
    if _is_initials_of(ours, theirs):
        return True
    if has_lost_letters(theirs.family):
        return same_but_for_lost(ours.family, theirs.family)
    if _initials_behind(ours, theirs) or _initials_behind(theirs, ours):
        return True
    if _is_split(ours, theirs) or _is_split(theirs, ours):
        return True
    return _are_swapped(ours, theirs) or _differ_by_slip(ours, theirs)


def _initials_behind(short: Person, whole: Person) -> bool:
    """Whether a name has its initials as family, as from ``Lee AB`` of medical journals."""
    if not (short.family.isupper() and len(short.family) <= _BEGINNING) or not whole.given:
        return False
    named = not _families(Person(short.given)).isdisjoint(_families(whole))
    return named and fold_name(short.family)[:1] == _initials(whole.given)[:1]


def _is_split(apart: Person, whole: Person) -> bool:
    """Whether a family name is written in two words, of which the first looks like a given name: ``F. Taghi Yareh``."""
    *given, first = apart.given.split() or [""]
    joined = fold_name(first + apart.family)
    return (
        len(first) > 1 and joined == fold_name(whole.family) and _initials_agree(" ".join(given), whole.given)
    )


def _is_initials_of(ours: Person, theirs: Person) -> bool:
    """Whether one name consists of the initials of the other: ``R. K.``."""
    first, second = ([fold_name(person.given)[:1], fold_name(person.family)] for person in (ours, theirs))
    return len(fold_name(ours.given)) == len(first[1]) == 1 and first == [second[0], second[1][:1]]


@lru_cache(maxsize=16_384)
def _families(person: Person) -> frozenset[str]:
    """Return the forms of a family name: with and without particles, whole or its last word."""
    family = person.family.strip()
    bare = _particles("", family)
    parts = {family, bare, *bare.split()[-1:]}
    single = split_at(bare, "-")
    parts |= {*single[:1], *single[-1:]} if single != [bare] else set()
    forms = frozenset().union(*(name_forms(part) for part in parts if len(part) > 1 or part == family))
    return frozenset(_latin_names().get(form, form) for form in forms)


@cache
def _latin_names() -> dict[str, str]:
    """Return the Latin names of families by their own."""
    lines = (line.split() for line in data.table("name-forms", "families")["latin"].splitlines() if line)
    return {own: latin for latin, *others in lines for own in others}


def _are_swapped(ours: Person, theirs: Person) -> bool:
    """Whether given and family name are swapped, as in Chinese and Hungarian names."""
    if not (ours.given and theirs.given):
        orders = [
            {fold_name(person.given + person.family), fold_name(person.family + person.given)}
            for person in (ours, theirs)
        ]
        return "" not in orders[0] and not orders[0].isdisjoint(orders[1])
    first, *_ = ours.given.split() or [""]
    if fold_name(first) == fold_name(theirs.family) and len(_words(ours)) > 2:  # Nguyen Thi Minh Khai
        return _words(ours) == _words(theirs) or fold_name(ours.family)[:1] in _initials(theirs.given)
    return fold_name(ours.family) == fold_name(theirs.given) and (
        fold_name(theirs.family)[:1] == fold_name(ours.given)[:1]
    )


def _has_all_words(ours: Person, theirs: Person) -> bool:
    """Whether one name has all words of the other, at least two: ``O Pearl Brereton`` and Pearl Brereton."""
    shorter, longer = sorted(
        ([name for name in _words(person) if len(name) > 1] for person in (ours, theirs)), key=len
    )
    return len(shorter) > 1 and set(shorter) <= set(longer)


def _words(person: Person) -> list[str]:
    return sorted(filter(None, map(fold_name, f"{person.given} {person.family}".split())))


def _initials_agree(ours: str, theirs: str) -> bool:
    """Whether given names share an initial, or are forms of one name; a middle name may be the one in use."""
    first, second = _initials(ours), _initials(theirs)
    agree = not first or not second or first[0] == second[0] or first[0] in second or second[0] in first
    return agree or _one_beginning(ours, theirs) or _one_given_name(ours, theirs)


def _one_beginning(ours: str, theirs: str) -> bool:
    """Whether an initial and a given name begin with one sound: ``Yu.`` and ``Jurij``, ``K.`` and ``Carl``."""
    first, second = fold_name(ours.partition(" ")[0]), fold_name(theirs.partition(" ")[0])
    short = min(len(first), len(second)) in {1, 2}
    return short and not _beginnings(first).isdisjoint(_beginnings(second))


def _beginnings(given: str) -> frozenset[str]:
    """Return the initials that a given name may have: of Cyrillic in other transcriptions, ``k`` for a hard ``c``."""
    if given[0] in _SOFT and given[1:2] in {"a", "e", "u"}:
        return frozenset({*_SOFT, given[1]} if given[1] == "e" else _SOFT)
    if given[0] == "c" and (len(given) == 1 or given[1] not in _SOFTENING or given.startswith("chr")):
        return frozenset({"c", "k"} if len(given) == 1 else {"k"})
    return frozenset(given[0].replace("w", "v"))


def _one_given_name(ours: str, theirs: str) -> bool:
    """Whether given names that are written out are forms of one: ``Bill`` and ``William``, ``Yuri`` and ``Iouri``."""
    first, second = (fold_name((given.split() or [""])[0]) for given in (ours, theirs))
    if min(len(first), len(second)) < _BEGINNING:
        return False
    if not _forms().get(first, _NO_FORMS).isdisjoint(_forms().get(second, _NO_FORMS)):
        return True
    from rapidfuzz.fuzz import ratio

    return ratio(sound(first), sound(second)) >= _ALIKE


@cache
def _forms() -> dict[str, frozenset[int]]:
    """Return the numbers of the groups of ``argcheck/data/name-forms.toml`` by name."""
    groups: dict[str, frozenset[int]] = {}
    for number, line in enumerate(data.table("name-forms", "given")["same"].splitlines()):
        for name in line.split():
            groups[name] = groups.get(name, _NO_FORMS) | {number}
    return groups


def _initials(given: str) -> str:
    """Return the folded initials of given names, also if written together: ``MH``."""
    parts = [part for part in split_at(given, ".~-") if part.lower() not in _TITLES]
    together = (part.isupper() and len(part) <= _BEGINNING for part in parts)
    return "".join(
        fold_name(part)[: None if all_of_it else 1] for part, all_of_it in zip(parts, together, strict=True)
    )


def _differ_by_slip(ours: Person, theirs: Person) -> bool:
    """Whether families differ by a slip or in transcription, while given names agree."""
    first, second = fold_name(ours.family), fold_name(theirs.family)
    given = fold_name(ours.given)
    if (
        len(given) > 2
        and given == fold_name(theirs.given)
        and first[:_BEGINNING] == second[:_BEGINNING] != ""
    ):
        return True
    if not _initials_agree(ours.given, theirs.given):
        return False
    if first and short_vowels(first) == short_vowels(second):
        return True
    if min(len(first), len(second)) < _LONG:
        return False
    from rapidfuzz.fuzz import ratio

    sounding = min(len(first), len(second)) >= _TRANSCRIBED
    return ratio(first, second) >= _ALIKE or (
        sounding and not _sounds(ours.family).isdisjoint(_sounds(theirs.family))
    )


def _sounds(family: str) -> frozenset[str]:
    """Return the possible sounds of a family name; ``j`` stands for two sounds."""
    folded = fold_name(family.translate(_SIGNED))
    return frozenset(sound(form) for form in (folded, folded.replace("j", "zh")))


def _names_of(person: Person) -> frozenset[str]:
    """Return what two names of one person usually share: words other than initials, and sounds of the family."""
    words = (word for word in _words(person) if len(word) > 1 or not word.isascii())
    return frozenset((*_families(person), *words, *_sounds(person.family)))
