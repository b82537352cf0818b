"""Finds the paragraphs that are clearly in one language by their common words, such as a second abstract."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FEW = 4  # common words: a paragraph with fewer is recognised only if no word is of another language
_FEWEST = 3  #: then
_JOINING = 2  #: then, behind a paragraph in the language
_CLEAR = 4  # the language of a paragraph has more than so many times the words of all others
#: What ends a paragraph: a blank line, and a line that begins with a heading, an item or either end of an environment.
_BREAK = lazy(r"\n[ \t]*(?:\n|(?=\\(?:part|chapter|(?:sub)*section|begin|end|item)(?![A-Za-z])))")


def passages(text: str, common: Mapping[str, str]) -> list[tuple[int, int, str]]:
    """Return the runs of paragraphs of a source that are clearly in one language: start, end and code, in order.

    Paragraphs with few common words join those around them if both are in one language, and they in no other.  Linear.

    :param common: the common words of each language, with its code.
    """
    runs: list[tuple[int, int, str]] = []
    last = None  # the language of the last run, None if no paragraph may join it
    for start, end in _paragraphs(text):
        known = _known(text[start:end], common)
        code = _told(known, common, last)
        if code is not None:
            first = runs.pop()[0] if code == last else start
            runs.append((first, end, code))
            last = code
        elif any(common[word] != last for word in known):
            last = None
    return runs


def languages_told(text: str, common: Mapping[str, str]) -> frozenset[str]:
    """Return the codes of all languages in which `passages` may find one in a text; some three times as fast."""
    counts = Counter(
        map(common.__getitem__, filter(common.__contains__, text.lower().replace("%", " ").split()))
    )
    return frozenset(code for code, count in counts.items() if count >= _FEWEST)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _told(known: list[str], common: Mapping[str, str], last: str | None) -> str | None:
    """Return the language that the common words of a paragraph tell, None for none; ``last`` is that of the last run.

    Of few words two have to differ and be no single letters, which stand in formulas, too.
    """
    counts = Counter(map(common.__getitem__, known))
    if not counts:
        return None
    [(code, most)] = counts.most_common(1)
    if most >= _FEW and most > _CLEAR * (counts.total() - most):
        return code
    alone = code and most == len(known) and len({word for word in known if len(word) > 1}) > 1
    return code if alone and most >= (_JOINING if code == last else _FEWEST) else None


def _known(block: str, common: Mapping[str, str]) -> list[str]:
    """Return the common words of a paragraph outside of comments."""
    known = [word for word in block.lower().split() if word in common]
    if known and "%" in block:
        return _known("\n".join(line.partition("%")[0] for line in block.split("\n")), common)
    return known
