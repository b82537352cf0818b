"""What an index that takes no whole references is asked about one: a name, words and years that are printed in it.

Where the title begins need not be known: of the works of an author in a year with any of the longest words, the print
tells which it is (see `argcheck.sources.printed`).
"""

from __future__ import annotations

from typing import NamedTuple

from argcheck.files.patterns import ALPHANUMERIC, YEAR

_READ = 300  #: characters at the beginning in which author and title stand
_TELLING, _WORDS = 4, 8  # least letters of a word to ask for, and most words
_INITIALS = 3  #: most letters of initials, in capitals
_YEARS = 4  #: most printed years that are asked about, since pages may look like some
_ENDS = ",.;:"
_DASHES = str.maketrans("–—", "--")


class PrintedWords(NamedTuple):
    """What is printed of a work."""

    family: str  #: a word of the name of its first author, or of another one
    words: tuple[str, ...]  #: those of the title are among them, in lower case
    years: tuple[int, ...]  #: the printed ones, and those beside them


def printed_words(text: str) -> PrintedWords | None:
    """Return what to ask about a reference; None if it prints no year, no author or nothing else."""
    text = without_addresses(text)
    family = _family(text[:_READ])
    telling = [word.lower() for word in ALPHANUMERIC.findall(text[:_READ]) if len(word) >= _TELLING]
    words = [word for word in dict.fromkeys(telling) if word != family.lower() and not word.isdecimal()]
    printed = list(dict.fromkeys(map(int, YEAR.findall(text))))[:_YEARS]
    if not (family and words and printed):
        return None
    years = sorted({year + beside for year in printed for beside in (-1, 0, 1)})
    return PrintedWords(family, tuple(sorted(words, key=len, reverse=True)[:_WORDS]), tuple(years))


def is_in_pages(text: str) -> bool:
    """Whether a reference prints a range of pages, as of a part of a journal or a book."""
    for word in without_addresses(text).translate(_DASHES).replace("--", "-").split():
        first, dash, last = word.partition("-")
        if dash and first[-1:].isdecimal() and last[:1].isdecimal() and "-" not in last:
            return True
    return False


def without_addresses(text: str) -> str:
    """Return a reference without addresses of pages: their numbers are no years, and some have a token."""
    return " ".join(word for word in text.split() if "://" not in word)


def _family(text: str) -> str:
    """Return the longest part of the last name before the first sign that ends a name, without initials."""
    family = ""
    for word in text.split():
        parts = ALPHANUMERIC.findall(word)
        together = "".join(parts)
        named = together.isalpha() and not (
            len(together) == 1 or (len(together) <= _INITIALS and together.isupper())
        )
        if named and word[0] != "(":
            family = max(parts, key=len)
        if family and (word[-1] in _ENDS or word[0] == "("):
            break
    return family
