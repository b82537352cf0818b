"""Whether a difference between an entry and a record is one of substance: something stands in the place of something else.

One principle for titles and lists of authors.  Of works that were altered, each side has a word, or a person, of its
own at one place.  Of works that are one, a side says more (a label, a number, a subtitle, what a program took along),
says less, or says the same in another order, spelling, script of numbers or form of a name; nobody can list these ways,
and no difference is made of them.
"""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.sources.folding import letters, words
from argcheck.sources.titles import forms_of, ordinals, spelt_alike, unnumbered
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.sources.model import Person

_FORMS = 12  #: words of a title that another has in other forms, at most
_STEM = 4  #: letters that two words share from the first on, where one is the other with an ending: ``nets``, ``networks``
_FAMILY = 72  #: of a hundred: families in two transcriptions or with a slip: ``Linnæus``, ``Linné``
_WORD = 3  #: letters of a name that tells somebody from others
_INITIALS = 3  #: letters of an acronym that stand for some of several words, and not by chance
_BODY = 3  #: words of a name without a given one that is none of a person
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@lru_cache(maxsize=16_384)
def other_words(ours: str, theirs: str, *, placed: bool = False) -> bool:
    """Whether each of two titles has a word of its own, or ours one within what it shares with theirs.

    Function words, and words for the parts of a work, are none by themselves; a negation is, and so is the number of a
    part at the end.

    :param placed: the page of a journal says that both are of one work, so that a word is in the place of another only
        where it stands between the same words: what one side has more than the other is held against nobody.
    """
    if min(len(set(words(ours)) - set(words(theirs))), len(set(words(theirs)) - set(words(ours)))) > _FORMS:
        return True
    written = [*forms_of(ours, theirs)]
    if unnumbered(ours) == ours and unnumbered(theirs) != theirs:  # that of a lecture or an issue
        written += forms_of(ours, unnumbered(theirs))
    forms = dict.fromkeys((_compounds(left), _compounds(right)) for left, right in written)
    signs = _in_formulas(ours) | _in_formulas(theirs)
    return all(_are_others(left, right, signs, placed=placed) for left, right in forms)


def _compounds(title: str) -> tuple[str, ...]:
    """Give the words of a title, with what a hyphen denies as one: ``non-linear`` is no negation of what the other title says."""
    written = title.replace("‐", "-").replace("non-", "non").replace("Non-", "non")
    return tuple(map(_letter_first, words(written)))


def _letter_first(word: str) -> str:
    """Give a letter with the number before it in the order of ``C-14``: ``14C``."""
    letter = word[-1:]
    return f"{letter}{word[:-1]}" if letter.isalpha() and word[:-1].isdecimal() else word


def _are_others(ours: Sequence[str], theirs: Sequence[str], signs: frozenset[str], *, placed: bool) -> bool:
    small, negations = _small()
    here, there = _own(ours, theirs), _own(theirs, ours)
    for formula, said in ((here, there), (there, here)):
        if formula and signs.issuperset(formula) and signs.isdisjoint(said) and negations.isdisjoint(said):
            return False  # one writes in signs what the other says in words
    told, told_there = ([word for word in own if word not in small] for own in (here, there))
    numbered = any(
        own and own[-1] == title[-1] and _value(own[-1]) for own, title in ((here, ours), (there, theirs))
    )
    denied = bool(here) and here[0] == ours[0] in negations and "".join(ours[1:2]).isalpha()  # no "No 5"
    if numbered or denied or not negations.isdisjoint(there):
        return True  # of a part, or the contrary
    if placed:
        between = _in_one_place(ours, theirs, told, told_there)
        alike = all(word and other and _is_acronym(word, other) for word, other in between)
        return not alike or not negations.isdisjoint(here)
    if (told and told_there) or ((told or told_there) and len(here) == len(there)):
        return not _is_acronym(told or here, told_there or there)
    shared = [ours.index(word) for word in ours if word not in small and word not in here]
    within = ours[shared[0] : max(shared)] if shared else ()
    return any(word in within and word.isalpha() for word in told)


def _in_one_place(
    ours: Sequence[str], theirs: Sequence[str], told: list[str], told_there: list[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """Give the words of their own that two titles have between the same words, if each has any words there."""
    known = [next((other for other in theirs if _is_form_of(word, other)), word) for word in ours]
    for change, start, end, first, last in SequenceMatcher(None, known, theirs, autojunk=False).get_opcodes():
        here = [word for word in ours[start:end] if word in told]
        there = [word for word in theirs[first:last] if word in told_there]
        if change == "replace" and (here or there):
            yield here, there


@lru_cache(maxsize=4_096)
def _in_formulas(title: str) -> frozenset[str]:
    """Give the words of a title that hold signs of formulas, and stand nowhere without: ``tt̅``, ``ν_τ``, ``√(s)``."""
    composed = unicodedata.normalize("NFC", title)  # an accent on its letter is no sign
    plain = [piece for piece in composed.split() if not any(map(_is_sign, piece))]
    return frozenset(words(title)).difference(words(" ".join(plain))) if plain else frozenset()


def _is_sign(letter: str) -> bool:
    if letter.isascii():
        return False
    kind = unicodedata.category(letter)
    return kind in {"Sm", "Mn"} or letter == "ℓ" or unicodedata.name(letter, "").startswith("GREEK SMALL")


def shares_words(ours: str, theirs: str, least: int) -> bool:
    """Whether so many words that are no function words stand in both titles."""
    small, _ = _small()
    mine, others = ({word for word in words(title) if word not in small} for title in (ours, theirs))
    alike = (word for word in mine if word in others or any(_is_form_of(word, other) for other in others))
    return sum(1 for _ in islice(alike, least)) == least


def _own(some: Sequence[str], others: Sequence[str]) -> list[str]:
    """Give the words of a title that the other does not have in any form, be they joined or parted there."""
    joined = set(map("".join, pairwise(others)))
    known = {*others, *joined}
    known |= {word for pair in pairwise(some) if "".join(pair) in others for word in pair}
    return [
        word for word in some if word not in known and not any(_is_form_of(word, other) for other in others)
    ]


@lru_cache(maxsize=65_536)
def _is_form_of(word: str, other: str) -> bool:
    """Whether two words are one: spelt in two ways, with an ending, or a number in two notations."""
    if word == other or _value(word) == _value(other) != 0:
        return True
    if not word.isalpha() or not other.isalpha():
        return False
    short, long = sorted((word, other), key=len)
    stem = short[:-1] if short.endswith("s") and len(short) >= _STEM else short
    ending = (len(short) >= _STEM and long.startswith(stem)) or long == f"{short}s"
    return ending or spelt_alike(word, other)


def _value(word: str) -> int:
    if word in _ROMAN:
        return _ROMAN.index(word) + 1
    return int(word) if word.isdecimal() and len(word) <= _WORD else ordinals().get(word, 0)


def _is_acronym(here: list[str], there: list[str]) -> bool:
    """Whether one side has the first letters of the words of the other: ``MRI``, ``C. elegans``, ``U.K.``; of some words, if they are three."""
    for short, long in ((here, there), (there, here)):
        initials = "".join(word[0] for word in long)
        letters = "".join(short).rstrip("s")
        single = len(short) == 1
        if (single or max(map(len, short)) == 1) and letters == initials:
            return True
        if single and len(letters) >= _INITIALS and letters in initials:
            return True
    return False


@cache
def _small() -> tuple[frozenset[str], frozenset[str]]:
    """Give the words that tell no titles apart, and negations."""
    codes = vocabulary.codes()
    keys = ("titles.opening", "titles.function-words", "titles.small", "titles.parts", "titles.chapter")
    negations = frozenset(map(letters, vocabulary.words(codes, "claims.negations")))
    small = {letters(word) for key in keys for word in vocabulary.words(codes, key)}
    return frozenset(small) - negations, negations


def strangers(
    some: Sequence[Person], others: Sequence[Person], same_person: Callable[[Person, Person], bool]
) -> list[Person]:
    """Give the persons of a list of whom the other has no name, or the family alone beside another given name.

    :param same_person: whether two names may be of one person, by what is known of names.
    """
    return [person for person in some if not any(_may_be(person, other, same_person) for other in others)]


def _may_be(person: Person, other: Person, same_person: Callable[[Person, Person], bool]) -> bool:
    """Whether a name of one is a family name of the other; the same family with another given name is somebody else."""
    if same_person(person, other):
        return True
    if fold_name(person.family) == fold_name(other.family):
        return False
    family, others = (_names(somebody.family) for somebody in (person, other))
    given, others_given = (_names(somebody.given) for somebody in (person, other))
    crossed = (*product(family, others_given), *product(given, others))
    if any(_begin_alike(name, another) for name, another in crossed):
        return True
    given_agree = same_person(person._replace(family=other.family), other)
    return given_agree and any(_is_one_family(name, another) for name, another in product(family, others))


def _names(text: str) -> list[str]:
    return [name for name in words(text) if len(name) >= _WORD or not name.isascii()]


def _begin_alike(name: str, other: str) -> bool:
    short, long = sorted((name, other), key=len)
    return name == other or (len(short) >= _STEM and long.startswith(short))


def _is_one_family(name: str, other: str) -> bool:
    from rapidfuzz.fuzz import ratio

    return _begin_alike(name, other) or ratio(name, other) >= _FAMILY


def is_no_person(person: Person) -> bool:
    """Whether a name without a given one is that of a body, or of nobody: ``28 others``, ``collaborators``."""
    family = person.family
    odd = family.islower() or any(map(str.isdigit, family))
    return not person.given and family.isascii() and (odd or len(words(family)) >= _BODY)
