"""Regular expressions that are compiled at first use, since a run uses few of those in the modules that it imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_METHODS = frozenset(("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"))


class _Lazy:
    """A pattern that is not compiled yet; its methods replace themselves by those of the compiled one."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled at its first use.

    :raises re.error: at that use, if the pattern is malformed.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


WORDS = lazy(r"\w+")
ALPHANUMERIC = lazy(r"[^\W_]+")  #: runs of letters and digits
# A search is fast if the pattern begins with one character of a class: hence "\d\d*", and look-behinds after it.
DIGITS = lazy(r"\d\d*+")
NUMERALS = lazy(r"\d(?<!\w\d)\d*+")  #: digits that do not begin after a letter
ASCII_WORDS = lazy(r"[A-Za-z0-9]+")
LETTERS = lazy(r"[^\W\d_]+")  #: runs of letters
BLANKS = lazy(r"\s*+")
YEAR = lazy(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
LABEL = lazy(r"\\label\s*\{([^{}]*)\}")
ENVIRONMENT = lazy(r"\\(begin|end)\s*\{([^{}\n]*)\}")
LINES = lazy(r"[^\n]*\n|[^\n]+")
BRACKETED = lazy(r"\[([^\[\]]*)\]")
BRACED = lazy(r"\{([^{}]*)\}")
COMMENTS = lazy(r"(?<!\\)%[^\n]*")
HEADING = lazy(r"\\(?:part|chapter|(?:sub)*section)\*?\s*[\[{]")
ENTRY = lazy(r"^[^\S\n]*@", re.MULTILINE)  #: how an entry of a bibliography begins


def match_at(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches that begin at some offsets of a text, without overlaps."""
    end = 0
    for start in starts:
        if start >= end and (match := pattern.match(text, start)):
            yield match
            end = match.end()


def last_word(text: str) -> str:
    """Return the letters at the end of a text, ignoring spaces and a full stop; empty if it ends in something else."""
    text = text.rstrip(" ~\xa0\n").removesuffix(".")
    return LETTERS.findall(text)[-1] if text[-1:].isalpha() else ""


def split_at(text: str, signs: str) -> list[str]:
    """Split a text at spaces and at each of ``signs``, without empty parts."""
    return text.translate(dict.fromkeys(map(ord, signs), " ")).split()


def digits_of(text: str) -> str:
    """Return the digits of a text, joined."""
    return "".join(DIGITS.findall(text))


def blanked(text: str, filler: str = " ") -> str:
    """Return a text with each character except line ends replaced by ``filler``."""
    return "\n".join(filler * len(line) for line in text.split("\n"))


def long_words(text: str, least: int) -> list[str]:
    """Return the runs of at least ``least`` letters in a text."""
    return [word for word in LETTERS.findall(text) if len(word) >= least]
