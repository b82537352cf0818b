"""Regular expressions that are compiled when they are first used: a run needs few of those of the modules that it imports."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_METHODS = frozenset(("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"))


class _Lazy:
    """Stands for a pattern; its methods replace themselves by those of the compiled one."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is compiled at its first use.

    :raises re.error: at that use, a pattern that is malformed.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


WORDS = lazy(r"\w+")
ALPHANUMERIC = lazy(r"[^\W_]+")  #: runs of letters and digits
# A pattern that begins with one character of a class passes over all others at once: so "\d\d*" and look-behinds after
# it.
DIGITS = lazy(r"\d\d*+")
NUMERALS = lazy(r"\d(?<!\w\d)\d*+")  #: digits that begin behind no letter
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


def match_at(
    pattern: re.Pattern[str], text: str, starts: Iterable[int], limit: int = sys.maxsize
) -> Iterator[re.Match[str]]:
    """Yield the matches that begin at some places of a text, of which no two overlap and none goes beyond a limit."""
    end = 0
    for start in starts:
        if start >= end and (match := pattern.match(text, start, limit)):
            yield match
            end = match.end()


def last_word(text: str) -> str:
    """Return the letters that a text ends in, but for blanks and a full stop; empty if another sign stands there."""
    text = text.rstrip(" ~\xa0\n").removesuffix(".")
    return LETTERS.findall(text)[-1] if text[-1:].isalpha() else ""


def split_at(text: str, signs: str) -> list[str]:
    """Return what stands between blanks and some signs, without what is empty."""
    return text.translate(dict.fromkeys(map(ord, signs), " ")).split()


def digits_of(text: str) -> str:
    """Return the digits of a text and nothing else."""
    return "".join(DIGITS.findall(text))


def blanked(text: str, filler: str = " ") -> str:
    """Return a text in which each character but the ends of lines is another one."""
    return "\n".join(filler * len(line) for line in text.split("\n"))


def long_words(text: str, least: int) -> list[str]:
    """Return the runs of letters of a text that have at least so many."""
    return [word for word in LETTERS.findall(text) if len(word) >= least]
