"""Finds the paragraphs that are clearly in one language by their common words, such as a second abstract."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FEW = 4  # common words: a paragraph with fewer is not recognised
_CLEAR = 4  # the language of a paragraph has more than so many times the words of all others
_BLANK_LINE = "\n\n"


def passages(text: str, common: Mapping[str, str]) -> list[tuple[int, int, str]]:
    """Return the runs of paragraphs of a source that are clearly in one language: start, end and code, in order.

    Paragraphs with few common words join those around them if both are in one language, and they in no other.  Linear.

    :param common: the common words of each language, with its code.
    """
    runs: list[tuple[int, int, str]] = []
    last, start = None, 0  # the language of the last run, None if no paragraph may join it
    for block in text.split(_BLANK_LINE):
        end = start + len(block)
        counts = _counts(block, common)
        if _is_clear(counts):
            [(code, _)] = counts.most_common(1)
            first = runs.pop()[0] if code == last else start
            runs.append((first, end, code))
            last = code
        elif counts.keys() - {last}:
            last = None
        start = end + len(_BLANK_LINE)
    return runs


def _is_clear(counts: Counter[str]) -> bool:
    most = max(counts.values(), default=0)
    return most >= _FEW and most > _CLEAR * (counts.total() - most)


def _counts(block: str, common: Mapping[str, str]) -> Counter[str]:
    """Count the common words of each language outside of comments."""
    counts = Counter(map(common.__getitem__, filter(common.__contains__, block.lower().split())))
    if counts and "%" in block:
        return _counts("\n".join(line.partition("%")[0] for line in block.split("\n")), common)
    return counts
