"""The words of a statement, in which terms are searched, without formulas and commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.argument.normalise import stem
from argcheck.files.patterns import COMMENTS
from argcheck.tex.accents import accent
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterator

_DROPPED = re.compile(
    r"\\(?:label|ref|eqref|[cC]ref|autoref|uses|lean|proves|cite[a-z]*|index|leanok|mathlibok|notready)(?![A-Za-z])\s*"
    r"(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_ACCENT = re.compile(r"\\(?:([\"'`^~])\s*(?:\{(\\?[A-Za-z])\}|([A-Za-z]))|([cvHu])\{([A-Za-z])\})")
_PREFIX = re.compile(r"\$([^$]{1,40}(?:\$-\$[^$]{1,40}){0,4})\$\s?(?:--?|–)\s?(?=[A-Za-z])")
#: Commands for signs that stand for themselves in a formula joined to a word; all others are letters, which may vary.
_OWN_SIGNS = frozenset(words("omega infty aleph"))
_NUMBERED = re.compile(r"(?<![\w^$])(\$?)([1-9])\1-(?=[A-Za-z])")
_DIGITS = ("", *words("one two three four five six seven eight nine"))
_FORMULA = re.compile(r"\$\$?[^$]*\$\$?|\\\[.*?\\\]|\\\(.*?\\\)", re.DOTALL)
_COMMAND = re.compile(r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\[A-Za-z@]+\*?|[{}~]")
_TOKEN = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W\d_][^\W_]*)*|@-?|[.:;]")


class TermWords:
    """The words of an environment or phrase, with ``@`` for formulas."""

    def __init__(self, raw: str) -> None:
        self.raw = _ACCENT.sub(_letter, COMMENTS.sub("", raw))
        self.plain = _NUMBERED.sub(_spelled, _DROPPED.sub(" ", self.raw))
        self.text = _plain_text(self.plain)
        self.words = _TOKEN.findall(self.text)
        self.stems = [_stem(word) for word in self.words]
        joined = map(_sign, _PREFIX.findall(self.plain))
        self._joined = {place: next(joined, "") for place, word in enumerate(self.words) if word == "@-"}

    def formulas(self, start: int, length: int) -> tuple[str, ...]:
        """Return the formulas that are joined to words of a range."""
        if not self._joined:
            return ()
        return tuple(self._joined[place] for place in range(start, start + length) if place in self._joined)


def stretches(reading: TermWords, lengths: set[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield all runs of words with one of the lengths, as stems, each with its position."""
    for length in lengths:
        yield from enumerate(zip(*(reading.stems[start:] for start in range(length)), strict=False))


def spellings(stems: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the stems of a term as they are, and with a hyphen for each blank: "extreme-value law"."""
    yield stems
    for place in range(1, len(stems)):
        before, after = stems[place - 1 : place + 1]
        if before.isalpha() and after.isalpha():
            yield (*stems[: place - 1], f"{before}-{after}", *stems[place + 1 :])


def _plain_text(text: str) -> str:
    """Return LaTeX as lower-case words, with ``@`` for a formula and ``@-`` for one joined to a word."""
    text = _FORMULA.sub(" @ ", _PREFIX.sub(" @-", text))
    text = _COMMAND.sub(" ", text.replace("}-", "-")).replace("--", "-").replace("@-\n", "@-")
    return " ".join(text.lower().split()).replace("@ ,", "@,")


def _letter(match: re.Match[str]) -> str:
    """Return the accented letter, so that terms with accents are split into words like others."""
    return accent(match[1] or match[4], match[2] or match[3] or match[5])


def _spelled(match: re.Match[str]) -> str:
    """Return the number at the start of a term as a word: "1-sum" is "one-sum"."""
    return f" {_DIGITS[int(match[2])]}-"


def _sign(formula: str) -> str:
    """Return the meaning of a formula joined to a word: "n" for a letter, which may vary, else its sign."""
    signs = (
        word if word in _OWN_SIGNS or (len(word) > 1 and word[0].isupper()) else "n"
        for word in _TOKEN.findall(formula)
    )
    return " ".join((*signs, *filter(str.isdigit, formula)))


_IN_PLURAL = {"af": "av", "lf": "lv", "ix": "ic", "ex": "ic"}
_stems: dict[str, str] = {}


def _stem(word: str) -> str:
    known = _stems.get(word)
    if known is None:
        known = _stems[word] = "-".join(map(_stem_with_plural, word.split("-")))
    return known


def _stem_with_plural(word: str) -> str:
    """Return the stem of a word; that of its plural if this changes more than the end: "sheaf, sheaves"."""
    known = stem(word)
    return next((known[:-2] + plural for end, plural in _IN_PLURAL.items() if known.endswith(end)), known)
