"""Number words of titles in figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from argcheck.files.patterns import ALPHANUMERIC, DIGITS
from argcheck.tex import vocabulary


def in_figures(ours: str, theirs: str) -> Iterator[tuple[str, str]]:
    """Give two titles with their number words in figures, where one of them has figures that the other has not: ``Ten``, ``10``."""
    if set(DIGITS.findall(ours)) == set(DIGITS.findall(theirs)):
        return
    for code in vocabulary.codes():
        form = _counted(ours, code), _counted(theirs, code)
        if form != (ours, theirs):
            yield form


@lru_cache(maxsize=16_384)
def _counted(title: str, code: str) -> str:
    """Write the number words of a language in figures: ``Twenty-five years`` as ``25 years``; an article is none."""
    small = vocabulary.numbers(code, "numbers.small")
    articles = vocabulary.words(code, "numbers.articles")
    pieces: list[str] = []
    end, tens = 0, 0
    for word in ALPHANUMERIC.finditer(title):
        value = small.get(word[0].lower(), 0)
        if tens and 0 < value < 10 and title[end : word.start()] in {" ", "-"}:
            pieces[-1] = str(tens + value)
        elif value and word[0].lower() not in articles:
            pieces += [title[end : word.start()], str(value)]
        else:
            pieces += [title[end : word.end()]]
        end, tens = word.end(), value if 20 <= value < 100 and value % 10 == 0 else 0
    return "".join([*pieces, title[end:]])
