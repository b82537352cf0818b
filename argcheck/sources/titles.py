"""Whether two titles are the same, apart from markup, case, accents, subtitles and slips.

In a title of at least `_LONG` letters each long word may have `SLIP` wrong letter; titles with a similarity of at
least `NEAR`, of 100, are *near*, which alone proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import dropwhile, permutations, starmap

from argcheck.files.patterns import DIGITS
from argcheck.sources.folding import (
    ROMAN,
    folded,
    has_lost_letters,
    languages_of,
    letters,
    part_words,
    readable,
    same_but_for_lost,
    script,
    unnumbered,
    with_whole_years,
    without_volume,
    words,
)
from argcheck.sources.model import Likeness
from argcheck.sources.slips import SLIP, spelt_alike
from argcheck.tex import vocabulary
from argcheck.tex.vocabulary import in_any_language

_LABEL = 2  #: most words before a colon that may not belong to a title
_LONG = 24  #: least letters of a title with slips
_BREAKING_OFF = 6  #: least words of a title that ends in an ellipsis
BEGINNING = 4  #: least words of a title that can be recognised by its beginning
_WORDS_OF_PART = 3
_KIND = 3  #: most words that say what kind of a work it is, before what it is about
_OPENING = 2  #: words at the beginning of a title that may show that it is attached to a work
_SHORTEST = 4  #: least letters of a title that may have an article before it
_MAIN = 12  #: least letters of a title that stands for the whole without its subtitle
NEAR = 80

_mark = re.compile(r"(?<=[^\W\d_]{4})[\d*†‡§¶]\s*\Z").sub  # a footnote mark
_SUBTITLE = r"[:?!;—]\s*|\.\s+|\s[–-]{1,3}\s|---?|,\s+{titles.or}\b,?\s+"  # an old title has a second one
#: Signs between parts that may be reordered, besides those of a subtitle.
_PART_SIGNS = str.maketrans(dict.fromkeys(",()[]", ":"))
_PIECES = 4  #: most parts to reorder
_note = re.compile(r"[\s.]*[(\[]([^()\[\]]{3,80})[)\]][\s.}]*$").search
_numeral = re.compile(r"\d|\b[IVX]+\b").search
_part = re.compile(r"\b([IVX]{1,5}|\d{1,2})(?:(?:\s*[.:]|\s[–—-])\s|\s*\Z)").sub
_ORDINAL = frozenset({"st", "nd", "rd", "th"})


def compare_titles(ours: str, theirs: str, subtitle: str = "") -> Likeness:
    """Compare two titles; ``subtitle`` is theirs if kept apart, of which ours must not have an altered one."""
    likeness = _compare(ours, theirs)
    if not subtitle:
        return likeness
    whole = _compare(ours, f"{theirs}: {subtitle}")
    main = len(words(theirs))
    more = words(without_note(ours))[main:]
    known = set(words(subtitle))
    if words(ours)[:main] == words(theirs) and _says_its_kind(more, words(subtitle)):
        return Likeness.SAME
    altered = len(more) * 2 > len(known) and 0.5 <= len(known & set(more)) / min(len(known), len(more)) < 1
    return max(whole, Likeness.NEAR) if altered else max(likeness, whole)


def _says_its_kind(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether one subtitle is the other behind what kind of a work it is: ``essai sur les modèles``, ``an essay on``."""
    short, long = sorted((ours, theirs), key=len)
    kind = long[: len(long) - len(short)]
    small = vocabulary.words(vocabulary.codes(), "titles.function-words")
    return (
        len(short) >= BEGINNING
        and long[len(kind) :] == short
        and 1 < len(kind) <= _KIND
        and kind[-1] in small
    )


@lru_cache(maxsize=16_384)
def _compare(ours: str, theirs: str) -> Likeness:
    if not letters(ours) or not letters(theirs) or script(ours) != script(theirs):
        return Likeness.UNKNOWN  # a title in two scripts is a translation or a transcription
    if any(starmap(_are_same, forms_of(ours, theirs))):
        return Likeness.SAME
    return Likeness.NEAR if max(starmap(likeness, _plain_forms(ours, theirs))) >= NEAR else Likeness.OTHER


def forms_of(ours: str, theirs: str) -> Iterator[tuple[str, str]]:
    """Yield two titles as they are, without notes and explained acronyms, with numbers in figures and whole years."""
    yield from _plain_forms(ours, theirs)
    yield from _in_figures(ours, theirs)
    yield with_whole_years(ours), with_whole_years(theirs)


def _plain_forms(ours: str, theirs: str) -> set[tuple[str, str]]:
    forms = {(ours, theirs), (without_note(ours), without_note(theirs)), (ours, _mark("", theirs))}
    return forms | {(ours.removesuffix(" 1"), theirs), (_without_acronyms(ours), _without_acronyms(theirs))}


def _without_acronyms(title: str) -> str:
    """Return a title without the acronyms that it explains: ``the Wilkinson Microwave Anisotropy Probe (WMAP)``."""
    return " ".join(
        word for word in title.split() if not (word[0] == "(" and word[-1] == ")" and word.isupper())
    )


def _in_figures(ours: str, theirs: str) -> Iterator[tuple[str, str]]:
    """Yield two titles with number words in figures, ``Ten``, ``10``, if their figures differ."""
    if (
        set(DIGITS.findall(ours)) == set(DIGITS.findall(theirs))
        and "dimensional" not in f"{ours} {theirs}".lower()
    ):
        return
    for code in vocabulary.codes():
        form = vocabulary.in_figures(ours, code), vocabulary.in_figures(theirs, code)
        if form != (ours, theirs):
            yield form
        yield _with_figures(form[0], code), _with_figures(form[1], code)


def _with_figures(title: str, code: str) -> str:
    """Return the words of a title with ordinal numbers in figures and dimensions in words: ``21st``, ``3D``."""
    ordinals = {letters(word): value for word, value in vocabulary.numbers(code, "titles.ordinals").items()}
    counted: list[str] = []
    for word in words(title):
        value = ordinals.get(word, 0)
        tens = 0 < value < 10 and counted and counted[-1].isdecimal() and counted[-1].endswith("0")
        if tens:
            counted[-1] = str(int(counted[-1][:9]) + value)
        elif word[-2:] in _ORDINAL and word[:-2].isdecimal():
            counted.append(word[:-2])
        elif word[:-1].isdecimal() and word.endswith("d"):  # 3D
            counted += [word[:-1], "dimensional"]
        elif word == "d" and counted and counted[-1].isdecimal():  # 3-D
            counted.append("dimensional")
        else:
            counted.append(str(value) if value else word)
    return " ".join(counted)


def _are_same(ours: str, theirs: str) -> bool:
    """Whether two titles are the same in any of the forms in which titles vary."""
    if letters(ours) == letters(theirs) or _without_subtitle(ours, theirs) or _differ_by_slip(ours, theirs):
        return True
    if _without_small_words(ours) == _without_small_words(theirs) or _are_abbreviated(ours, theirs):
        return True
    if _is_reordered(ours, theirs):
        return True
    if has_lost_letters(theirs) and any(same_but_for_lost(form, theirs) for form in _beginnings(ours)):
        return True
    if ours.rstrip().endswith(("…", "...")) and begins_alike(ours, theirs, _BREAKING_OFF):
        return True
    forms = (
        _without_label,
        _without_number,
        _is_numbered_report,
        _is_release,
        _is_part_of_set,
        _is_volume_of_set,
    )
    if any(form(ours, theirs) for form in forms):
        return True
    core = _core(ours)
    by_article = abs(len(words(ours)) - len(words(theirs))) == 1  # ``The Republic``
    return len(core) >= (_SHORTEST if by_article else _MAIN) and core == _core(theirs)


def _core(title: str) -> str:
    """Return the letters of a title without ``On the`` before it, with ``Part II.`` and ``Seconde partie`` as ``2``."""
    core = words(_part(lambda part: f" {_number(part[1])}: ", readable(title)))
    opening = vocabulary.words(vocabulary.codes(), "titles.opening")
    parts = part_words()
    numbers = ordinals()
    counted = [
        str(numbers[word]) if word in numbers and after in parts else word
        for before, word, after in zip(["", *core], core, [*core[1:], ""], strict=False)
        if word not in parts or not (after.isdecimal() or before in numbers)
    ]
    return "".join(dropwhile(opening.__contains__, counted))


@cache
def ordinals() -> dict[str, int]:
    """Return the values of the ordinal numbers of all languages, by their letters."""
    return {
        letters(word): value
        for code in vocabulary.codes()
        for word, value in vocabulary.numbers(code, "titles.ordinals").items()
    }


def _number(numeral: str) -> str:
    return str(ROMAN.index(numeral) + 1) if numeral in ROMAN else numeral


def without_note(title: str, shortest: int = _MAIN) -> str:
    """Return a title without a note at its end, ``(with discussion)``, ``[in Russian]``, unless it has a number."""
    note = _note(title)
    if note is None or _numeral(note[1]) or len(letters(title[: note.start()])) < shortest:
        return title
    return title[: note.start()]


def translation_in(title: str) -> str:
    """Return the translation in brackets after the title of an entry, or an empty text if that is not a title."""
    note = _note(title)
    return note[1] if note and len(words(note[1])) >= BEGINNING else ""


def in_each_language(title: str) -> list[str]:
    """Return the halves of a title in two languages, ``Tides of basins / Gezeiten der Becken``, or the title alone."""
    halves = title.replace(" = ", " / ").split(" / ")
    if len(halves) != 2 or any(len(words(half)) < BEGINNING for half in halves):
        return [title]
    first, second = map(languages_of, halves)
    return halves if first and second and first.isdisjoint(second) else [title]


def is_attached(ours: str, theirs: str) -> bool:
    """Whether a record is of something attached to a work, with a similar title: ``Author Correction: ...``."""
    attached = vocabulary.words(vocabulary.codes(), "titles.attached")
    signs = attached.intersection(words(theirs)[:_OPENING])
    if not signs or not signs.isdisjoint(words(ours)):
        return False
    opening = vocabulary.words(vocabulary.codes(), "titles.opening")
    here, there = ([*dropwhile(opening.__contains__, words(title))][:_OPENING] for title in (ours, theirs))
    forms = zip(here, there, strict=False)  # ``Responses of``, ``Response of``: the same word in another form
    return attached.isdisjoint(here[:1]) and not any(
        word in attached and spelt_alike(own, word) for own, word in forms
    )


def begins_alike(ours: str, theirs: str, least: int = BEGINNING) -> bool:
    """Whether one title is the beginning of the other, of at least ``least`` words, and was cut off."""
    first, second = sorted((words(unnumbered(ours)), words(unnumbered(theirs))), key=len)
    return len(first) >= least and second[: len(first)] == first


def shared_words(ours: str, theirs: str, shortest: int = 1, least: int = 1) -> float:
    """Return the share of the words of the shorter title that are in the other, 0 to 1.

    Only words of at least ``shortest`` letters count, and as at least ``least`` words.
    """
    first, second = ({word for word in words(title) if len(word) >= shortest} for title in (ours, theirs))
    return len(first & second) / max(min(len(first), len(second)), least)


def likeness(ours: str, theirs: str) -> float:
    """Return the similarity of two titles, 0 to 100: of the letters in order, or of the words in any order."""
    from rapidfuzz.fuzz import ratio, token_sort_ratio

    first, second = " ".join(words(ours)), " ".join(words(theirs))
    return max(ratio(first, second), token_sort_ratio(first, second))


def says_less(ours: str, theirs: str, subtitle: str = "") -> bool:
    """Whether their title is ours without its subtitle, so that the subtitle remains open."""
    whole = f"{theirs} {subtitle}"
    full = without_note(ours)
    shorter = len(letters(whole)) < len(letters(full)) and len(words(whole)) < len(words(full))
    same = _core(ours) == _core(whole) or _differ_by_slip(ours, whole) or _without_label(ours, whole)
    return shorter and not same


def short_form(ours: str, theirs: str) -> bool:
    """Whether one title is the other without its subtitle or note, however short: ``LAVT``."""
    bare = {letters(without_note(title, shortest=2)) for title in (ours, theirs)}
    return len(bare) == 1 or _without_subtitle(ours, theirs, shortest=2)


def _without_subtitle(ours: str, theirs: str, *, shortest: int = _MAIN) -> bool:
    """Whether one title is the other without its subtitle."""
    shorter, longer = sorted((folded(ours), folded(theirs)), key=lambda text: len(letters(text)))
    wanted = letters(shorter)
    if len(wanted) < shortest or len(words(shorter)) < 2 <= shortest - 2:
        return False
    return any(letters(part) == wanted for part in [*_beginnings(longer)][1:])


def _beginnings(title: str) -> Iterator[str]:
    """Yield a title, and what stands in it before each sign that may begin a subtitle."""
    yield title
    parts = [part for part in in_any_language(_SUBTITLE).split(title) if letters(part)]
    for end in range(1, len(parts)):
        yield " ".join(parts[:end])


def main_title(title: str) -> str:
    """Return a title without its subtitle and without brackets."""
    return in_any_language(_SUBTITLE).split(title)[0].partition("(")[0].partition("[")[0]


def _without_small_words(title: str, small: frozenset[str] = frozenset()) -> str:
    """Return the letters of a title without ``and``, whose sign exports lose or write as ``amp``, and small words."""
    return "".join(word for word in words(title) if word not in {"and", "amp"} and word not in small)


def _are_abbreviated(ours: str, theirs: str) -> bool:
    """Whether one title has the first letters of small words, as in old catalogues: ``Theorie u. Technik d. Spiele``."""
    here, there = ({w[0] for w in title.split() if w[1:] == "." and w.islower()} for title in (ours, theirs))
    if bool(here) == bool(there):
        return False
    small = vocabulary.words(vocabulary.codes(), "titles.function-words") | here | there
    first, second = _without_small_words(ours, small), _without_small_words(theirs, small)
    return len(first) >= _MAIN and first == second


def _is_reordered(ours: str, theirs: str) -> bool:
    """Whether one title has the parts of the other in another order: ``A solver: NAME``, ``Frost: an introduction``."""
    small = vocabulary.words(vocabulary.codes(), "titles.opening")
    first, second = _without_small_words(ours, small), _without_small_words(theirs, small)
    if len(first) < _MAIN or sorted(first) != sorted(second):
        return False
    for title, other in ((ours, second), (theirs, first)):
        pieces = [*filter(letters, in_any_language(_SUBTITLE).split(title.translate(_PART_SIGNS)))]
        parts = [part for piece in pieces if (part := _without_small_words(piece, small))]
        if len(pieces) > 1 and len(parts) <= _PIECES and other in map("".join, permutations(parts)):
            return True
    return False


def _without_label(ours: str, theirs: str) -> bool:
    """Whether one title is the other without a label before a colon: ``Poster``, a rubric, the number of a report."""
    shorter, longer = sorted((ours, theirs), key=lambda title: len(letters(title)))
    rubric = longer.partition(". ")[0].isupper()  # ``PSYCHOLOGY. ``
    label, _, rest = longer.replace(". " if rubric else ".—", ":", 1).partition(":")
    numbered = label.isupper() and not DIGITS.search(shorter)  # ``FIPS PUB 186``
    accession = (
        label[:1].isalpha() and label.isalnum() and sum(map(str.isdigit, label)) > _LABEL
    )  # ``ds000105``
    short = len(words(label)) <= _LABEL or len(words(rest)) >= BEGINNING
    known = bool(rest) and (numbered or accession or not _numeral(label)) and short
    return known and len(letters(shorter)) >= _MAIN and letters(rest) == letters(shorter)


def _is_numbered_report(ours: str, theirs: str) -> bool:
    """Whether ours has the number of a report before it, and theirs an addition of its registry.

    ``NACA Report No. 824``, ``Guidelines: revision 3``.
    """
    label, _, rest = ours.partition(":")
    numbered = label.partition(" ")[0].isupper() and DIGITS.search(label) is not None
    return numbered and len(letters(rest)) >= _MAIN and letters(rest) == letters(main_title(theirs))


def _is_part_of_set(ours: str, theirs: str) -> bool:
    """Whether their title is that of a part, which is at the end of ours: ``Methods of physics. IV. Analysis``."""
    part = _part("\n", ours).rpartition("\n")[2]
    return len(words(theirs)) >= _WORDS_OF_PART and letters(part) == letters(theirs)


def _is_volume_of_set(ours: str, theirs: str) -> bool:
    """Whether ours has the number of a volume behind their title: ``History of the war, Volume I: Books 1-2``."""
    whole = without_volume(ours)
    return whole != ours and letters(whole) == letters(theirs)


def _without_number(ours: str, theirs: str) -> bool:
    """Whether one title is the other without its number in a volume; two numbers are of different parts."""
    bare = (unnumbered(ours), unnumbered(theirs))
    if (bare[0] == ours) == (bare[1] == theirs):
        return False
    return (
        letters(bare[0]) == letters(bare[1])
        or _differ_by_slip(*bare)
        or _without_subtitle(*bare)
        or _without_label(*bare)
    )


def _is_release(ours: str, theirs: str) -> bool:
    """Whether their title is that of a release of the program at the start of ours: ``owner/name: v1.2``."""
    owner, slash, name = theirs.partition(": ")[0].partition("/")
    named = bool(owner and slash and name) and not any(map(str.isspace, owner + name))
    return named and letters(name) == letters(ours.partition(":")[0])


def _differ_by_slip(ours: str, theirs: str) -> bool:
    """Whether two titles differ by slips or spelling, of one letter in long words; other numbers are other titles."""
    from rapidfuzz.distance import OSA

    our_letters, their_letters = letters(ours), letters(theirs)
    if our_letters == their_letters:
        return True
    if min(len(our_letters), len(their_letters)) < _LONG or DIGITS.findall(our_letters) != DIGITS.findall(
        their_letters
    ):
        return False
    first, second = words(ours), words(theirs)
    if len(first) != len(second):
        return OSA.distance(our_letters, their_letters, score_cutoff=SLIP) <= SLIP
    differing = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return len(differing) * 2 <= len(first) and all(starmap(spelt_alike, differing))
