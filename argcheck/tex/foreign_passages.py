"""Finds the paragraphs that are clearly in one language by their common words, such as a second abstract."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FEW = 4  # common words: a paragraph with fewer is not recognised
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
        counts = _counts(text[start:end], common)
        if _is_clear(counts):
            [(code, _)] = counts.most_common(1)
            first = runs.pop()[0] if code == last else start
            runs.append((first, end, code))
            last = code
        elif counts.keys() - {last}:
            last = None
    return runs


def languages_told(text: str, common: Mapping[str, str]) -> frozenset[str]:
    """Return the codes of all languages in which `passages` may find one in a text; some three times as fast."""
    counts = Counter(
        map(common.__getitem__, filter(common.__contains__, text.lower().replace("%", " ").split()))
    )
    return frozenset(code for code, count in counts.items() if count >= _FEW)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _BREAK.finditer(text):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _is_clear(counts: Counter[str]) -> bool:
    most = max(counts.values(), default=0)
    return most >= _FEW and most > _CLEAR * (counts.total() - most)


def _counts(block: str, common: Mapping[str, str]) -> Counter[str]:
    """Count the common words of each language outside of comments."""
    counts = Counter(map(common.__getitem__, filter(common.__contains__, block.lower().split())))
    if counts and "%" in block:
        return _counts("\n".join(line.partition("%")[0] for line in block.split("\n")), common)
    return counts
