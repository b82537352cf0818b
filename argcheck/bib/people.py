"""The people of an entry, under every name that a text may use for them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name, name_forms, parse_names
from argcheck.files.patterns import lazy
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

_TOKENS = lazy(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")  # double names are one: "Av-Ron E, Parnas H"
#: Fields that contain names of people or institutions.
_PEOPLE = tuple(
    words("""
    author editor translator bookauthor editora editorb shortauthor shorteditor commentator collaboration
    organization institution publisher key label namea nameb holder director shorthand sortname authortype
    inventor assignee
    """)
)
#: Fields whose text may mention people.
_WORDED = tuple(
    words("title subtitle booktitle note maintitle journal howpublished titleaddon addendum text")
)
#: Transliterations of a sound, and a letter for it.
_SOUNDS = (("tsch", "c"), ("tch", "c"), ("sch", "s"), ("ch", "c"), ("sh", "s"), ("kh", "h"), ("zh", "j"), ("ff", "v"), ("w", "v"),
           ("f", "v"), ("ph", "v"), ("tz", "z"), ("ts", "z"), ("ck", "k"))  # fmt: skip
_BLANKS = str.maketrans("-‐–", "   ")
#: The beginning of a typed reference without names: a sign for those above, or a title.
_NAMELESS = lazy(
    r"\\bysame|\A\W*(?:---|___|\\rule|ibid)|\A\W*\Z|\A\s*(?:\\(?:textit|emph|enquote|href|url)\b|\{\\(?:it|em|sl)\b|``|[“„«])"
)
_HEAD = 60  # characters of a typed reference that contain the first two names
_NOT_LATIN = 0x370  # code point of the first letter of a script that is not Latin
_SHOWN = 30  # most characters of a typed reference that stand for its authors
_ALIKE = 0.72  # least similarity of two spellings of one name


def authors(entry: Entry) -> tuple[str, ...]:
    """Return the family names of the authors, else of the editors; of a typed reference the first two names."""
    if entry.type == "bibitem":
        head = (entry.text("text") or "")[:_HEAD]
        return tuple(word for word in _TOKENS.findall(head) if word[0].isupper() and len(word) > 1)[:2]
    written = entry.raw("author") or entry.raw("editor") or ""
    return tuple(
        " ".join(part for part in (name.particle, name.family) if part) for name in parse_names(written).names
    )


def has_more(entry: Entry, number: int) -> bool:
    """Whether an entry has, or claims to have, more than ``number`` authors; a typed reference always may."""
    others = parse_names(entry.raw("author") or entry.raw("editor") or "").others
    return others or entry.type == "bibitem" or len(authors(entry)) > number


def in_other_letters(name: str, entry: Entry) -> bool:
    """Whether the authors of an entry are written in another script than a name, which may nevertheless be theirs."""
    written = [char for family in authors(entry) for char in family if char.isalpha()]
    return bool(written) and ord(max(written)) >= _NOT_LATIN > ord(
        max(filter(str.isalpha, name), default=" ")
    )


def authors_in_short(entry: Entry) -> str:
    """Return authors in short, ``Smith``, ``Smith and Lee``, ``Smith et al.``; of a typed reference its beginning."""
    if entry.type == "bibitem":
        text = entry.text("text") or ""
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rpartition(' ')[0]} ..."
    names = authors(entry)
    return " and ".join(names) if len(names) <= 2 else f"{names[0]} et al."


def in_a_line(entry: Entry) -> str:
    """Return authors in short, year and title, ``Smith et al. (2001) On pigs``; of a typed reference its text."""
    year = entry.text("year") or (entry.text("date") or "")[:4]
    title = entry.text("title") or entry.text("text") or ""
    who = authors_in_short(entry) if entry.type != "bibitem" else ""
    return " ".join(filter(None, (who, f"({year})" if year else "", title)))


def only_persons(entry: Entry) -> bool:
    """Whether all authors of an entry are named, and all of them are people."""
    if entry.type == "bibitem":
        return not _NAMELESS.search(entry.raw("text") or "")
    written = entry.raw("author") or entry.raw("editor")
    if not written or not entry.whole or "collaboration" in entry.fields:
        return False
    names, others = parse_names(written)
    return bool(names) and not others and all(name.given for name in names)


def may_be(name: str, entry: Entry) -> bool:
    """Whether a name may be that of an author of an entry, or is mentioned in it, in any spelling."""
    # Nearly every name is written so in the author field, and parsing names is slow.
    if name in _TOKENS.findall(entry.raw("author") or ""):
        return True
    forms = spellings(name)
    if not forms.isdisjoint(_author_names(entry)) or not forms.isdisjoint(_all_names(entry)):
        return True
    bones = {_skeleton(form) for form in forms}
    people = [
        fold_name(word)
        for field in _PEOPLE
        if field in entry.fields
        for word in _TOKENS.findall((entry.text(field) or "").replace("-", " "))
    ]
    if any(len(word) > 3 and _skeleton(word) in bones for word in people):
        return True
    pairs = [
        (form, word) for form in forms for word in people if len(word) > 3 and _share_letters(form, word)
    ]
    if not pairs:  # as is usual; rapidfuzz takes long to import
        return False
    from rapidfuzz.distance import OSA

    return any(OSA.normalized_similarity(*pair) >= _ALIKE for pair in pairs)


def _share_letters(first: str, second: str) -> bool:
    """Whether two spellings may be similar: each letter that only one of them has is a difference."""
    own, other = set(first), set(second)
    mistakes = max(len(own - other), len(other - own), abs(len(first) - len(second)))
    return mistakes <= (1 - _ALIKE) * max(len(first), len(second))


def spellings(name: str) -> frozenset[str]:
    """Return all spellings of a family name: with and without particle, and the parts of a double name."""
    parts = [name, name.rsplit(maxsplit=1)[-1], *name.translate(_BLANKS).split(" ")]
    last = parts[1]
    wanted = {
        part for part in parts if len(part) > 2 or part == name or (part == last and name[:1].islower())
    }
    return frozenset(form for part in wanted for form in name_forms(part.strip("'’")) if form)


def _all_names(entry: Entry) -> frozenset[str]:
    """Return the comparable forms of all words of an entry that may be names."""
    result: set[str] = set()
    for field in (*_PEOPLE, *_WORDED):
        if entry.raw(field):
            text = entry.text(field) or ""
            for word in _TOKENS.findall(text.replace("-", " ")):
                result |= name_forms(word)
    return _author_names(entry).union(result)


def _author_names(entry: Entry) -> frozenset[str]:
    """Return the comparable forms of all names of the authors."""
    result: set[str] = set()
    for name in parse_names(entry.raw("author") or "").names:
        result |= name_forms(name.family) | name_forms(name.particle + name.family) | name_forms(name.given)
    return frozenset(result)


def _skeleton(folded: str) -> str:
    """Return the consonants of a name, which its transliterations have in common: Chebyshev, Tschebyscheff."""
    for written, sound in _SOUNDS:
        folded = folded.replace(written, sound)
    bones = "".join(letter for letter in folded if letter not in "aeiouyj")
    return "".join(letter for letter, _ in groupby(bones)) if len(bones) > 2 else folded
