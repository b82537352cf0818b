"""Whether two names may be of one person, however its accents, particles and initials are written."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import dropwhile, groupby

from argcheck.bib.names import fold_name, name_forms
from argcheck.files import data
from argcheck.files.patterns import split_at
from argcheck.sources.model import Person
from argcheck.sources.titles import has_lost_letters, same_but_for_lost

_ALIKE = 85  #: of a hundred: families that differ by a slip
_BEGINNING = (
    3  #: letters that two families share, where the given names are written out and one: ``Reiß``, ``Rei``
)
_LONG = 5  #: letters of a family that may have one
_TRANSCRIBED = 7  #: letters of a family that may be transcribed in two ways
#: What one letter of another script is written as, in this order.
_SOUNDS = dict.fromkeys(("tsch", "tch", "sch", "sh", "ch", "zh", "cz", "sz", "s", "z"), "s") | dict.fromkeys(
    ("ff", "w", "v", "f"), "v"
)
_SOUNDS |= dict.fromkeys(("y", "j", "i"), "i") | dict.fromkeys(("kh", "ck", "k", "c", "q"), "k")
#: Letters of scholarly transcriptions, and what others write for them.
_SIGNED = str.maketrans({"ž": "zh", "č": "ch", "š": "sh", "Ž": "zh", "Č": "ch", "Š": "sh"})
#: How a family name begins that has the word for a pilgrim before it, in Greek, Turkish and their transcriptions.
_PILGRIM = tuple(
    f"{first}a{last}" for first in ("ch", "kh", "h", "x") for last in ("tz", "ts", "dz", "dj", "tj")
)
_SOFT = "yij"  #: letters with which a transcription may begin the same vowel: ``Yurii``, ``Iurii``, ``Jurij``
_sounding = re.compile("|".join((*_SOUNDS, "."))).findall
_NO_FORMS: frozenset[int] = frozenset()
_TITLES = frozenset({"lord", "lady", "baron", "earl", "viscount", "freiherr", "comte"})
_OF = frozenset({"of", "von", "de"})
_particles = re.compile(
    r"^(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|ter|ten|zu|zur|bin|ibn|af|av)[\s-]+)+",
    re.IGNORECASE,
).sub


@lru_cache(maxsize=65_536)
def same_person(ours: Person, theirs: Person) -> bool:
    """Whether two names may be of one person: one family name, and no initial that says otherwise."""
    if not _families(ours).isdisjoint(_families(theirs)):
        return _initials_agree(ours.given, theirs.given) or _swapped(ours, theirs) or _holds(ours, theirs)
    if _is_initials_of(ours, theirs):
        return True
    if has_lost_letters(theirs.family):
        return same_but_for_lost(ours.family, theirs.family)
    if _by_first_family(ours, theirs) or _by_first_family(theirs, ours):
        return True
    if _initials_behind(ours, theirs) or _initials_behind(theirs, ours):
        return True
    return _swapped(ours, theirs) or _slip(ours, theirs) or _one_title(ours, theirs)


def _initials_behind(short: Person, whole: Person) -> bool:
    """Whether a name is a family and initials behind it, as medical journals have them: ``Lee AB``, joined by ``and``."""
    if not (short.family.isupper() and len(short.family) <= _BEGINNING) or not whole.given:
        return False
    named = not _families(Person(short.given)).isdisjoint(_families(whole))
    return named and fold_name(short.family)[:1] == initials(whole.given)[:1]


def _is_initials_of(ours: Person, theirs: Person) -> bool:
    """Whether one name is nothing but the initials of the other: ``R. K.``."""
    first, second = ([fold_name(person.given)[:1], fold_name(person.family)] for person in (ours, theirs))
    return len(fold_name(ours.given)) == len(first[1]) == 1 and first == [second[0], second[1][:1]]


def _by_first_family(short: Person, whole: Person) -> bool:
    """Whether one name goes by the first of the two family names that the other counts as a given one: ``García M., G.``, ``Gabriel García`` Márquez."""
    first, second = (
        [
            word
            for word in map(
                fold_name, f"{person.given} {_particles('', person.family)}".replace(".", ". ").split()
            )
            if word
        ]
        for person in (short, whole)
    )
    given = len(short.given.replace(".", ". ").split())
    if not 0 < given < len(first) <= len(second) or len(second) < 3 or len(first[given]) < _BEGINNING:
        return False
    return first[given] == second[given] and all(
        left == right or (left[:1] == right[:1] and 1 in {len(left), len(right)})
        for left, right in zip(first, second, strict=False)
    )


def _one_title(ours: Person, theirs: Person) -> bool:
    """Whether the title of one of the two is the name of the other: ``Lord Kelvin``."""
    titles = [_title_of(person) for person in (ours, theirs)]
    names = [fold_name(title or person.family) for title, person in zip(titles, (ours, theirs), strict=True)]
    return any(titles) and names[0] == names[1]


def _title_of(person: Person) -> str:
    """Give the name that a title of nobility gives to its bearer, empty without one: ``W. Thomson (Lord Kelvin)``."""
    rest = [name.strip("(),") for name in f"{person.given} {person.family}".split()]
    behind = dropwhile(lambda name: name.lower() not in _TITLES, rest)
    return next((name for name in [*behind][1:] if name not in _OF), "")


@lru_cache(maxsize=16_384)
def _families(person: Person) -> frozenset[str]:
    """Give the forms under which a family name is written: with and without particles, whole or its last word."""
    family = person.family.strip()
    bare = _particles("", family)
    parts = {family, bare, *bare.split()[-1:]}
    single = split_at(bare, "-")
    parts |= {*single[:1], *single[-1:]} if single != [bare] else set()
    forms = frozenset().union(*(name_forms(part) for part in parts if len(part) > 1 or part == family))
    return frozenset(_latin_names().get(form, form) for form in forms)


@cache
def _latin_names() -> dict[str, str]:
    """Give the Latin names of families by their own."""
    lines = (line.split() for line in data.table("name-forms", "families")["latin"].splitlines() if line)
    return {own: latin for latin, *others in lines for own in others}


def _swapped(ours: Person, theirs: Person) -> bool:
    """Whether given and family name have changed places, as they do in Chinese and Hungarian names."""
    if not (ours.given and theirs.given):
        orders = [
            {fold_name(person.given + person.family), fold_name(person.family + person.given)}
            for person in (ours, theirs)
        ]
        return "" not in orders[0] and not orders[0].isdisjoint(orders[1])
    first, *_ = ours.given.split() or [""]
    if fold_name(first) == fold_name(theirs.family) and len(_words(ours)) > 2:  # Nguyen Thi Minh Khai
        return _words(ours) == _words(theirs) or fold_name(ours.family)[:1] in initials(theirs.given)
    return fold_name(ours.family) == fold_name(theirs.given) and (
        fold_name(theirs.family)[:1] == fold_name(ours.given)[:1]
    )


def _holds(ours: Person, theirs: Person) -> bool:
    """Whether one name has all words of the other, two at least: ``O Pearl Brereton`` is Pearl Brereton."""
    shorter, longer = sorted(
        ([name for name in _words(person) if len(name) > 1] for person in (ours, theirs)), key=len
    )
    return len(shorter) > 1 and set(shorter) <= set(longer)


def _words(person: Person) -> list[str]:
    return sorted(filter(None, map(fold_name, f"{person.given} {person.family}".split())))


def _initials_agree(ours: str, theirs: str) -> bool:
    """Whether given names agree in an initial, or are forms of one name; a middle name may be the one that is used."""
    first, second = initials(ours), initials(theirs)
    agree = not first or not second or first[0] == second[0] or first[0] in second or second[0] in first
    return agree or _one_vowel(ours, theirs) or _one_given_name(ours, theirs)


def _one_vowel(ours: str, theirs: str) -> bool:
    """Whether an initial and a given name begin with one vowel in two transcriptions: ``Yu.`` and ``Jurij``, ``E.`` and ``Yevgeny``."""
    first, second = fold_name(ours.partition(" ")[0]), fold_name(theirs.partition(" ")[0])
    short = min(len(first), len(second)) in {1, 2}
    return short and not _vowels(first).isdisjoint(_vowels(second))


def _vowels(given: str) -> frozenset[str]:
    """Give the initials that a given name may have in transcriptions of Cyrillic."""
    if given[0] in _SOFT and given[1:2] in {"a", "e", "u"}:
        return frozenset({*_SOFT, given[1]} if given[1] == "e" else _SOFT)
    return frozenset(given[0])


def _one_given_name(ours: str, theirs: str) -> bool:
    """Whether given names that are written out are forms of one: ``Bill`` and ``William``, ``Yuri`` and ``Iouri``."""
    first, second = (fold_name((given.split() or [""])[0]) for given in (ours, theirs))
    if min(len(first), len(second)) < _BEGINNING:
        return False
    if not _forms().get(first, _NO_FORMS).isdisjoint(_forms().get(second, _NO_FORMS)):
        return True
    from rapidfuzz.fuzz import ratio

    return ratio(_sound(first), _sound(second)) >= _ALIKE


@cache
def _forms() -> dict[str, frozenset[int]]:
    """Give the groups of names in ``argcheck/data/name-forms.toml`` by name."""
    groups: dict[str, frozenset[int]] = {}
    for number, line in enumerate(data.table("name-forms", "given")["same"].splitlines()):
        for name in line.split():
            groups[name] = groups.get(name, _NO_FORMS) | {number}
    return groups


def initials(given: str) -> str:
    """Give the folded initials of given names."""
    return "".join(fold_name(part)[:1] for part in split_at(given, ".~-") if fold_name(part))


def _slip(ours: Person, theirs: Person) -> bool:
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
    if first and _short_vowels(first) == _short_vowels(second):
        return True
    if min(len(first), len(second)) < _LONG:
        return False
    from rapidfuzz.fuzz import ratio

    sounding = min(len(first), len(second)) >= _TRANSCRIBED
    return (
        ratio(first, second) >= _ALIKE
        or (sounding and not _sounds(ours.family).isdisjoint(_sounds(theirs.family)))
        or _slip_in_double_name(ours, theirs)
    )


def _slip_in_double_name(ours: Person, theirs: Person) -> bool:
    """Whether two names have all words in common but for a slip in one of them: ``Marín Agueldo`` and ``Agudelo, Hernán Marín``."""
    from rapidfuzz.fuzz import ratio

    first, second = _words(ours), _words(theirs)
    here, there = set(first) - set(second), set(second) - set(first)
    if len(here) != 1 or len(there) != 1 or len(first) < 3 or len(first) != len(second):
        return False
    left, right = here.pop(), there.pop()
    return min(len(left), len(right)) >= _LONG and ratio(left, right) >= _ALIKE


def _short_vowels(family: str) -> str:
    """Leave out the second halves of long vowels of Japanese, as some write them: ``ohno``, ``ouno`` and ``oono`` are ``ono``."""
    kept = [
        letter
        for before, letter, after in zip(f" {family}", family, f"{family[1:]} ", strict=False)
        if before + letter not in {"oo", "uu"}
        and not (before + letter in {"oh", "ou"} and after not in set("aeiouy"))
    ]
    return "".join(kept)


def _sounds(family: str) -> frozenset[str]:
    """Give what a family name may sound like; ``j`` stands for two sounds."""
    folded = fold_name(family.translate(_SIGNED))
    return frozenset(_sound(form) for form in (folded, folded.replace("j", "zh")))


def _sound(family: str) -> str:
    """Reduce a family name to what its transcriptions share: ``Tchebycheff``, ``Chebyshev``, ``Tschebyschow``."""
    family = next((f"hats{family[len(begin) :]}" for begin in _PILGRIM if family.startswith(begin)), family)
    sounds = "".join(_SOUNDS.get(part, part) for part in _sounding(family))
    return "".join(sound for sound, _ in groupby(sounds))


def names_of(person: Person) -> frozenset[str]:
    """Give what two names of one person mostly share some of: their words, but for initials, and what the family sounds like."""
    words = (word for word in _words(person) if len(word) > 1 or not word.isascii())
    return frozenset((*_families(person), *words, *_sounds(person.family)))
