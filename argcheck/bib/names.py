"""Lists of names as BibTeX parses them, and family names in a comparable form."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.field_text import plain_text
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class Name(NamedTuple):
    """An author or editor; the parts are plain text.

    An institution (a name in braces) has only a family name.
    """

    given: str  #: first names or initials
    particle: str  #: such as ``von`` or ``de la``
    family: str  #: family name, or the name of an institution
    suffix: str  #: such as ``Jr.``

    @property
    def folded_family(self) -> str:
        """The family name for comparison: in lower case, without particle and accents."""
        return fold_name(self.family)


class NameList(NamedTuple):
    """The names of a field; ``others`` is true if the list ends with ``and others``."""

    names: tuple[Name, ...]
    others: bool


_PIECES = lazy(r"\\[A-Za-z]+|\\.|[{},]|\s+|~|[^\\{},\s~]+", re.DOTALL)
_AND = lazy(r"(?:\A|(?<=\s))and(?=[\s~,]|\Z)", re.IGNORECASE)
_OTHERS = frozenset({"others", "et al", "et al.", "etal"})
_SUFFIXES = frozenset({"jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii", "iv"})
_PART_OF_BIBLATEX = lazy(r"((?:given|family|prefix|suffix)(?:-i)?|useprefix)\s*=\s*(.*)", re.DOTALL)

_SPECIAL = str.maketrans({
    "ß": "ss",
    "ø": "o",
    "æ": "ae",
    "œ": "oe",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "ı": "i",
    "ȷ": "j",
    "ŋ": "n",
})  # fmt: skip
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}


@lru_cache(maxsize=8192)
def parse_names(value: str) -> NameList:
    """Return the names in a value of ``author`` or ``editor``, given as LaTeX."""
    names, others = [], False
    for written in split_names(value):
        if _stripped(written).lower() in _OTHERS:
            others = True
        elif written:
            names.append(parse_name(written))
    return NameList(tuple(names), others)


def split_names(value: str) -> list[str]:
    """Return the parts of a value between each ``and`` outside of braces."""
    parts = _AND.split(value) if _is_plain(value) else _split(value, _is_and)
    return [name for part in parts if (name := part.strip())]


def _split(text: str, separates: Callable[[str, Sequence[str]], bool]) -> Iterator[str]:
    """Yield the parts of a text between separators outside of braces.

    :param separates: whether a piece is a separator, from the piece and those before it in its part.
    """
    part: list[str] = []
    depth = 0
    for piece in _PIECES.findall(text):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if not depth and separates(piece, part):
            yield "".join(part)
            part = []
        else:
            part.append(piece)
    yield "".join(part)


def _is_and(piece: str, before: Sequence[str]) -> bool:
    return piece.lower() == "and" and (not before or before[-1].isspace())


def _is_comma(piece: str, _before: Sequence[str]) -> bool:
    return piece == ","


def _is_blank(piece: str, before: Sequence[str]) -> bool:
    if before and before[-1][0] == "\\" and before[-1][1:].isalpha():
        return False  # the blank only ends a command: \o stergaard
    return piece.isspace() or piece == "~"


def _is_plain(text: str) -> bool:
    """Whether a text has neither braces nor commands, like most names."""
    return "{" not in text and "\\" not in text and "}" not in text


def parse_name(written: str) -> Name:
    """Parse a name: ``First von Last``, ``von Last, First``, ``von Last, Jr, First`` or ``{Institution}``."""
    parts = [_words(part) for part in _parts(written)]
    named = [_PART_OF_BIBLATEX.fullmatch(" ".join(part)) for part in parts] if "=" in written else []
    if named and all(named):
        known = {match[1].lower(): _stripped(match[2]) for match in named if match}
        return Name(
            known.get("given", ""), known.get("prefix", ""), known.get("family", ""), known.get("suffix", "")
        )
    if len(parts) <= 1:
        return _first_last(parts[0] if parts else [])
    particle, family = _von_last(parts[0])
    if len(parts) == 2:
        given, suffix = " ".join(parts[1]), ""
        if is_suffix(_stripped(given)):  # "Smith Jr., John" is often written "John Smith, Jr."
            return _first_last(parts[0])._replace(suffix=_stripped(given))
    else:
        given, suffix = " ".join(parts[2]), " ".join(parts[1])
    return Name(_stripped(given), particle, family, _stripped(suffix))


def is_suffix(plain: str) -> bool:
    """Whether a part of a name is a suffix such as ``Jr.``."""
    return plain.lower().removesuffix(".") in _SUFFIXES


def _parts(written: str) -> list[str]:
    """Return the parts of a name between commas outside of braces."""
    parts = written.split(",") if _is_plain(written) else _split(written, _is_comma)
    return [part for part in parts if part.strip()]


def _words(part: str) -> list[str]:
    """Return the words of a part, separated by blanks outside of braces."""
    if _is_plain(part):
        return part.replace("~", " ").split()
    return list(filter(None, _split(part, _is_blank)))


def _first_last(words: list[str]) -> Name:
    if len(words) <= 1:
        return Name("", "", _stripped(" ".join(words)), "")
    if len(words) > 2 and is_suffix(_stripped(words[-1])):
        return _first_last(words[:-1])._replace(suffix=_stripped(words[-1]))
    low = [place for place, word in enumerate(words[:-1]) if place and _is_particle(word)]
    if not low:
        return Name(_stripped(" ".join(words[:-1])), "", _stripped(words[-1]), "")
    first, last = low[0], low[-1]
    given, particle, family = words[:first], words[first : last + 1], words[last + 1 :]
    return Name(_stripped(" ".join(given)), _stripped(" ".join(particle)), _stripped(" ".join(family)), "")


def _von_last(words: list[str]) -> tuple[str, str]:
    low = [place for place, word in enumerate(words[:-1]) if _is_particle(word)]
    cut = low[-1] + 1 if low and low[0] == 0 else 0
    return _stripped(" ".join(words[:cut])), _stripped(" ".join(words[cut:]))


def _is_particle(word: str) -> bool:
    if word[0].isupper():  # as most words; decoding is slow
        return False
    if word[0] == "{" and not word.startswith("{\\"):
        return False
    return next((letter.islower() for letter in _stripped(word) if letter.isalpha()), False)


def _stripped(text: str) -> str:
    return plain_text(text).strip(" ,")


@lru_cache(maxsize=8192)
def fold_name(name: str) -> str:
    """Return a plain name in lower case, without accents, letters and digits only: ``Müller`` as ``muller``."""
    text = name.lower()
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKD", text.translate(_SPECIAL))
    return "".join(filter(str.isalnum, text))


@lru_cache(maxsize=8192)
def name_forms(name: str) -> frozenset[str]:
    """Return the comparable forms of a family name: ``müller``, ``muller`` and ``mueller`` share one."""
    plain = fold_name(name)
    if name.isascii():
        return frozenset({plain})
    import unicodedata

    german = fold_name("".join(_UMLAUTS.get(c, c) for c in unicodedata.normalize("NFC", name.lower())))
    return frozenset({plain, german})


def same_family(first: str, second: str) -> bool:
    """Whether two family names are the same, however their accents are written."""
    return not name_forms(first).isdisjoint(name_forms(second))
