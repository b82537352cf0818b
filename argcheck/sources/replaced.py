"""Whether a difference between an entry and a record is one of substance: something replaces something else.

The same principle holds for titles and lists of authors.  In altered works each side has a word, or a person, of its
own at one place.  In the same work one side has more (a label, a number, a subtitle, what a program added) or less,
or another order, spelling, script of numbers or form of a name; these are too many to list, and do not count.
"""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher
from functools import cache, lru_cache
from itertools import islice, pairwise, product
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.sources.folding import letters, unnumbered, words
from argcheck.sources.slips import spelt_alike
from argcheck.sources.titles import forms_of, ordinals
from argcheck.sources.venues import is_serial
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.sources.model import Person, Query, Record

_FORMS = 12  #: most words of a title in other forms than in another
_STEM = 4  #: least letters of a stem that two words share: ``nets``, ``networks``
_FAMILY = 72  #: least similarity, of 100, of two transcriptions or with a slip: ``Linnæus``, ``Linné``
_WORD = 3  #: least letters of a distinctive name
_INITIALS = 3  #: least letters of an acronym that stand for some of several words
_BODY = 3  #: least words of a name without given name that is not of a person
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")


@lru_cache(maxsize=16_384)
def other_words(ours: str, theirs: str, *, placed: bool = False) -> bool:
    """Whether each of two titles has words of its own, or ours has one within what both share.

    Function words, and words for parts of works, do not count; negations and the number of a part at the end do.

    :param placed: whether the page of a journal shows that both are one work, so that a word counts only if it replaces
        another between the same words.
    """
    if min(len(set(words(ours)) - set(words(theirs))), len(set(words(theirs)) - set(words(ours)))) > _FORMS:
        return True
    written = [*forms_of(ours, theirs)]
    if unnumbered(ours) == ours and unnumbered(theirs) != theirs:  # the number of a lecture or an issue
        written += forms_of(ours, unnumbered(theirs))
    forms = dict.fromkeys((_compounds(left), _compounds(right)) for left, right in written)
    signs = _in_formulas(ours) | _in_formulas(theirs)
    return all(_have_replaced_words(left, right, signs, placed=placed) for left, right in forms)


def names_another_book(query: Query, record: Record) -> bool:
    """Whether a record names another book than the entry of a part.

    The only name of a record may be that of a series, and so may that of an entry if the record names none.
    """
    names = [*filter(None, (record.venue, *record.venues))]
    both = len(names) > 1 and 0 < sum(map(is_serial, names)) < len(names)
    unsure = [] if both else [query.venue] if len(names) > 1 else [query.venue, *names]
    return not any(map(is_serial, unsure)) and all(other_words(query.venue, name) for name in names)


def book_of(record: Record) -> str:
    """Return the venue to show of a record: of a chapter the book, which a registry may have behind the series."""
    names = (record.venue, *record.venues) if record.kind == "chapter" else ()
    return next((name for name in names if name and not is_serial(name)), record.venue)


def _compounds(title: str) -> tuple[str, ...]:
    """Return the words of a title, with negating prefixes joined: ``non-linear`` does not negate the other title."""
    written = title.replace("‐", "-").replace("non-", "non").replace("Non-", "non")
    return tuple(map(_letter_first, words(written)))


def _letter_first(word: str) -> str:
    """Return a letter with a number before it as in ``C-14``: for ``14C``."""
    letter = word[-1:]
    return f"{letter}{word[:-1]}" if letter.isalpha() and word[:-1].isdecimal() else word


def _have_replaced_words(
    ours: Sequence[str], theirs: Sequence[str], signs: frozenset[str], *, placed: bool
) -> bool:
    """Whether each title has own words in place of those of the other; ``signs`` are words of formulas."""
    small, negations = _function_words()
    here, there = _without_acronyms(ours, theirs, _own_words(ours, theirs), _own_words(theirs, ours))
    for formula, verbal in ((here, there), (there, here)):
        if (
            formula
            and signs.issuperset(formula)
            and signs.isdisjoint(verbal)
            and negations.isdisjoint(verbal)
        ):
            return False  # one has signs for words of the other
    ours_alone, theirs_alone = ([word for word in own if word not in small] for own in (here, there))
    numbered = any(
        own and own[-1] == title[-1] and _value(own[-1]) for own, title in ((here, ours), (there, theirs))
    )
    denied = bool(here) and here[0] == ours[0] in negations and "".join(ours[1:2]).isalpha()  # not "No 5"
    if numbered or denied or not negations.isdisjoint(there):
        return True  # the number of a part, or a negation
    if placed:
        between = _in_one_place(ours, theirs, ours_alone, theirs_alone)
        alike = all(word and other and _is_acronym(word, other) for word, other in between)
        return not alike or not negations.isdisjoint(here)
    if ours_alone and theirs_alone:
        return not _is_acronym(ours_alone, theirs_alone)
    if any(_is_replaced(*words, {*ours_alone, *theirs_alone}) for words in _replaced(ours, theirs)):
        return True
    shared = [ours.index(word) for word in ours if word not in small and word not in here]
    within = ours[shared[0] : max(shared)] if shared else ()
    return any(word in within and word.isalpha() for word in ours_alone)


def _without_acronyms(
    ours: Sequence[str], theirs: Sequence[str], here: list[str], there: list[str]
) -> tuple[list[str], list[str]]:
    """Return the own words ``here`` and ``there`` of two titles without an acronym and the words that it stands for.

    Some of these words may also stand elsewhere in the title.
    """
    for left, right in _replaced(ours, theirs):
        if len(left) != len(right) and _is_acronym(left, right):
            here = [word for word in here if word not in left]
            there = [word for word in there if word not in right]
    return here, there


def _replaced(ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the words of each title that stand between the same words and differ."""
    known = [next((other for other in theirs if _is_form_of(word, other)), word) for word in ours]
    for change, start, end, first, last in SequenceMatcher(None, known, theirs, autojunk=False).get_opcodes():
        if change == "replace":
            yield [*ours[start:end]], [*theirs[first:last]]


def _is_replaced(left: list[str], right: list[str], alone: AbstractSet[str]) -> bool:
    """Whether one word stands in the place of another, of which one title has one alone; the other may be anywhere."""
    return (
        len(left) == len(right) == 1
        and not alone.isdisjoint((*left, *right))
        and not _is_acronym(left, right)
    )


def _in_one_place(
    ours: Sequence[str], theirs: Sequence[str], ours_alone: list[str], theirs_alone: list[str]
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the own words of two titles between the same words, if each title has words there."""
    for left, right in _replaced(ours, theirs):
        here = [word for word in left if word in ours_alone]
        there = [word for word in right if word in theirs_alone]
        if here or there:
            yield here, there


@lru_cache(maxsize=4_096)
def _in_formulas(title: str) -> frozenset[str]:
    """Return the words of a title with signs of formulas, ``tt̅``, ``ν_τ``, ``√(s)``, that are nowhere without."""
    composed = unicodedata.normalize("NFC", title)  # an accent on its letter is no sign
    plain = [piece for piece in composed.split() if not any(map(_is_sign, piece))]
    return frozenset(words(title)).difference(words(" ".join(plain))) if plain else frozenset()


def _is_sign(letter: str) -> bool:
    if letter.isascii():
        return False
    kind = unicodedata.category(letter)
    return kind in {"Sm", "Mn"} or letter == "ℓ" or unicodedata.name(letter, "").startswith("GREEK SMALL")


def shares_words(ours: str, theirs: str, least: int) -> bool:
    """Whether at least ``least`` words, without function words, are in both titles."""
    small, _ = _function_words()
    mine, others = ({word for word in words(title) if word not in small} for title in (ours, theirs))
    alike = (word for word in mine if word in others or any(_is_form_of(word, other) for other in others))
    return sum(1 for _ in islice(alike, least)) == least


def _own_words(some: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the words of a title that the other does not have in any form, joined or split: ``10s``, ``10 s``."""
    known = {*others, *(_letter_first("".join(pair)) for pair in pairwise(others))}
    known |= {word for pair in pairwise(some) if _letter_first("".join(pair)) in others for word in pair}
    return [
        word for word in some if word not in known and not any(_is_form_of(word, other) for other in others)
    ]


@lru_cache(maxsize=65_536)
def _is_form_of(word: str, other: str) -> bool:
    """Whether two words are equal except for spelling, an ending, or the notation of a number."""
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
    """Whether one side is the initials of the words of the other, ``MRI``, ``U.K.``, or a long acronym of some."""
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
def _function_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that do not distinguish titles, and negations."""
    codes = vocabulary.codes()
    keys = ("titles.opening", "titles.function-words", "titles.small", "titles.parts", "titles.chapter")
    negations = frozenset(map(letters, vocabulary.words(codes, "claims.negations")))
    small = {letters(word) for key in keys for word in vocabulary.words(codes, key)}
    return frozenset(small) - negations, negations


def strangers(
    some: Sequence[Person], others: Sequence[Person], same_person: Callable[[Person, Person], bool]
) -> list[Person]:
    """Return the persons of a list that match nobody in the other.

    :param same_person: whether two names may be of one person, by known forms of names.
    """
    return [person for person in some if not any(_may_be(person, other, same_person) for other in others)]


def _may_be(person: Person, other: Person, same_person: Callable[[Person, Person], bool]) -> bool:
    """Whether two names may be of one person in any form; not the same family with another given name.

    A double family hardly has two members who write, but one who goes by another first name: ``Groothuis-Oudshoorn``.
    """
    if same_person(person, other):
        return True
    if fold_name(person.family) == fold_name(other.family):
        halves = person.family.split("-")
        return len(halves) > 1 and min(map(len, halves)) >= _STEM
    if _is_name_of_old(person, other) or _is_name_of_old(other, person):
        return True
    family, others = (_names(somebody.family) for somebody in (person, other))
    given, others_given = (_names(somebody.given) for somebody in (person, other))
    crossed = (*product(family, others_given), *product(given, others))
    if any(_begin_alike(name, another) for name, another in crossed):
        here, there = (*family, *given), (*others, *others_given)
        more = _unlike(here, there)
        several = len(here) - len(more) > 1
        return (
            several or not more or not _unlike(there, here)
        )  # unlike ``Anthony Scott`` and ``Scott Gordon``
    given_agree = same_person(person._replace(family=other.family), other)
    return given_agree and any(_is_one_family(name, another) for name, another in product(family, others))


def _is_name_of_old(short: Person, whole: Person) -> bool:
    """Whether a name without given name may be that of somebody in another language: ``Tite-Live``, Titus Livius."""
    names, others = (
        [name for text in (who.family, who.given) for name in _names(text)] for who in (short, whole)
    )
    return (
        not short.given
        and bool(names)
        and all(any(name[:_WORD] == other[:_WORD] for other in others) for name in names)
    )


def _unlike(names: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the names of somebody that are no form of another's."""
    return [name for name in names if not any(_begin_alike(name, other) for other in others)]


def _names(text: str) -> list[str]:
    return [name for name in words(text) if len(name) >= _WORD or not name.isascii()]


def _begin_alike(name: str, other: str) -> bool:
    short, long = sorted((name, other), key=len)
    return name == other or (len(short) >= _STEM and long.startswith(short))


def _is_one_family(name: str, other: str) -> bool:
    from rapidfuzz.fuzz import ratio

    return _begin_alike(name, other) or ratio(name, other) >= _FAMILY


def is_no_person(person: Person) -> bool:
    """Whether a name without given name is that of a body, or of nobody: ``28 others``, ``collaborators``."""
    family = person.family
    odd = family.islower() or any(map(str.isdigit, family))
    return not person.given and family.isascii() and (odd or len(words(family)) >= _BODY)
