"""Words that stand twice by a slip of the pen: "the the", "of of", and at the end of a line and the beginning of the next."""

from __future__ import annotations

from itertools import groupby
from operator import eq
from typing import TYPE_CHECKING

from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import Passage, ReadText


def doubled_words(text: ReadText) -> Iterator[tuple[Span, str]]:
    """Yield the places of two equal words with nothing but a blank between them, each with the word."""
    for passage, doubled in text.finds(_doubled, _repeats, own=True):
        source = text.manuscript.files[passage.place.path].text
        for start, end, word in doubled:
            place = passage.span(start, end)
            if source[place.start : place.end].lower().split() == [word, word]:  # and no macro makes either
                yield place, word


def _repeats(passage: Passage) -> bool:
    said = passage.text.lower().split()
    return any(map(eq, said, said[1:]))


def _doubled(passage: Passage) -> Iterator[tuple[int, int, str]]:
    """Yield the words of a language that none of its sentences has twice in a row, and no abbreviation ("an AS as a VM").

    What stands more than twice is told as it was said ("les les les").
    """
    single = words(passage.language, "sentences.single")
    end = 0
    for word, run in groupby(passage.text.split(), str.lower):
        said = list(run)
        start = passage.text.index(said[0], end)
        for each in said:
            end = passage.text.index(each, end) + len(each)
        spelt_so = said in ([word, word], [word.title(), word]) and said[0] != word.upper()
        if word in single and spelt_so:
            yield start, end, word
