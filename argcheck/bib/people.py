"""Who made an entry: every name that a text may know them by."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name, name_forms, parse_names
from argcheck.files.patterns import lazy
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

_TOKENS = lazy(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")  # double names are one: "Av-Ron E, Parnas H"
#: Fields that name somebody.
_PEOPLE = tuple(
    words("""
    author editor translator bookauthor editora editorb shortauthor shorteditor commentator collaboration
    organization institution publisher key label namea nameb holder director shorthand sortname authortype
    inventor assignee
    """)
)
#: Fields in whose words somebody may be named.
_WORDED = tuple(
    words("title subtitle booktitle note maintitle journal howpublished titleaddon addendum text")
)
#: How transliterations of one sound are written, and a letter for it.
_SOUNDS = (("tsch", "c"), ("tch", "c"), ("sch", "s"), ("ch", "c"), ("sh", "s"), ("kh", "h"), ("zh", "j"), ("ff", "v"), ("w", "v"),
           ("f", "v"), ("ph", "v"), ("tz", "z"), ("ts", "z"), ("ck", "k"))  # fmt: skip
_BLANKS = str.maketrans("-‐–", "   ")
#: How a typed reference begins that names nobody: with what stands for those above, or with a title.
_NAMELESS = lazy(
    r"\\bysame|\A\W*(?:---|___|\\rule|ibid)|\A\W*\Z|\A\s*(?:\\(?:textit|emph|enquote|href|url)\b|\{\\(?:it|em|sl)\b|``|[“„«])"
)
_HEAD = 60  # characters of a typed reference that the first two names stand in
_NOT_LATIN = 0x370  # the first letter of a script that is not Latin
_SHOWN = 30  # characters of a typed reference that say whose it is
_ALIKE = 0.72  # how much of two spellings must agree for one name


def authors(entry: Entry) -> tuple[str, ...]:
    """Give the family names of the authors, or of the editors where there are none; of typed text the first two."""
    if entry.type == "bibitem":
        head = (entry.text("text") or "")[:_HEAD]
        return tuple(word for word in _TOKENS.findall(head) if word[0].isupper() and len(word) > 1)[:2]
    written = entry.raw("author") or entry.raw("editor") or ""
    return tuple(
        " ".join(part for part in (name.particle, name.family) if part) for name in parse_names(written).names
    )


def has_more(entry: Entry, number: int) -> bool:
    """Whether an entry has, or claims to have, more than so many authors; typed text names up to two."""
    others = parse_names(entry.raw("author") or entry.raw("editor") or "").others
    return others or entry.type == "bibitem" or len(authors(entry)) > number


def in_other_letters(name: str, entry: Entry) -> bool:
    """Whether the authors of an entry are written in another script than a name, which may be theirs all the same."""
    written = [char for family in authors(entry) for char in family if char.isalpha()]
    return bool(written) and ord(max(written)) >= _NOT_LATIN > ord(
        max(filter(str.isalpha, name), default=" ")
    )


def authors_in_short(entry: Entry) -> str:
    """Name the authors of an entry in short: ``Smith``, ``Smith and Lee``, ``Smith et al.``; of typed text the beginning."""
    if entry.type == "bibitem":
        text = entry.text("text") or ""
        return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rpartition(' ')[0]} ..."
    names = authors(entry)
    return " and ".join(names) if len(names) <= 2 else f"{names[0]} et al."


def in_a_line(entry: Entry) -> str:
    """Name an entry by authors in short, year and title: ``Smith et al. (2001) On pigs``; of typed text its words."""
    year = entry.text("year") or (entry.text("date") or "")[:4]
    title = entry.text("title") or entry.text("text") or ""
    who = authors_in_short(entry) if entry.type != "bibitem" else ""
    return " ".join(filter(None, (who, f"({year})" if year else "", title)))


def only_persons(entry: Entry) -> bool:
    """Whether all who made an entry are named, and all of them are people."""
    if entry.type == "bibitem":
        return not _NAMELESS.search(entry.raw("text") or "")
    written = entry.raw("author") or entry.raw("editor")
    if not written or not entry.whole or "collaboration" in entry.fields:
        return False
    names, others = parse_names(written)
    return bool(names) and not others and all(name.given for name in names)


def may_be(name: str, entry: Entry) -> bool:
    """Whether somebody of that name may have made an entry, or be named in it, however the name is written."""
    # Nearly every name is written so in the field of the authors, and reading names is dear.
    if name in _TOKENS.findall(entry.raw("author") or ""):
        return True
    forms = spellings(name)
    if not forms.isdisjoint(_authors(entry)) or not forms.isdisjoint(_words(entry)):
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
    if not pairs:  # as often, and the library takes long to import
        return False
    from rapidfuzz.distance import OSA

    return any(OSA.normalized_similarity(*pair) >= _ALIKE for pair in pairs)


def _share_letters(first: str, second: str) -> bool:
    """Whether two spellings may be alike by their letters: each that only one of them has is a mistake."""
    own, other = set(first), set(second)
    mistakes = max(len(own - other), len(other - own), abs(len(first) - len(second)))
    return mistakes <= (1 - _ALIKE) * max(len(first), len(second))


def spellings(name: str) -> frozenset[str]:
    """Give a family name under all its spellings, with and without particle, and the parts of a double name."""
    parts = [name, name.rsplit(maxsplit=1)[-1], *name.translate(_BLANKS).split(" ")]
    last = parts[1]
    wanted = {
        part for part in parts if len(part) > 2 or part == name or (part == last and name[:1].islower())
    }
    return frozenset(form for part in wanted for form in name_forms(part.strip("'’")) if form)


def _words(entry: Entry) -> frozenset[str]:
    """All words of an entry that may name somebody."""
    result: set[str] = set()
    for field in (*_PEOPLE, *_WORDED):
        if entry.raw(field):
            text = entry.text(field) or ""
            for word in _TOKENS.findall(text.replace("-", " ")):
                result |= name_forms(word)
    return _authors(entry).union(result)


def _authors(entry: Entry) -> frozenset[str]:
    """The names of the authors, under all their spellings."""
    result: set[str] = set()
    for name in parse_names(entry.raw("author") or "").names:
        result |= name_forms(name.family) | name_forms(name.particle + name.family) | name_forms(name.given)
    return frozenset(result)


def _skeleton(folded: str) -> str:
    """The consonants of a name, in which transliterations of it agree: Chebyshev, Tschebyscheff."""
    for written, sound in _SOUNDS:
        folded = folded.replace(written, sound)
    bones = "".join(letter for letter in folded if letter not in "aeiouyj")
    return "".join(letter for letter, _ in groupby(bones)) if len(bones) > 2 else folded
