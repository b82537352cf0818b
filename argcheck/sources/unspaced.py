"""Words of scripts without blanks between them, as far as counting and comparing needs them."""

from __future__ import annotations

import re

from argcheck.files.patterns import WORDS

#: Thai, Lao, Myanmar, Khmer, kana and Chinese characters.
_RUN = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


def spaced(text: str) -> str:
    """Return a text with blanks between the characters of such scripts, each of which counts as a word."""
    return _RUN.sub(lambda run: f" {' '.join(run[0])} ", text)


def without_runs(text: str) -> str:
    """Return a text without such characters."""
    return _RUN.sub(" ", text)


def pairs(text: str) -> list[str]:
    """Return the pairs of neighbouring characters of such scripts; a single character is returned as it is."""
    return [run[place : place + 2] for run in _RUN.findall(text) for place in range(max(1, len(run) - 1))]


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case; in scripts without blanks single characters."""
    return WORDS.findall(spaced(text.lower()))
