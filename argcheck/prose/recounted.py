"""A number of the abstract that differs in the text: "23 students of law", and several times "21 students of law"."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import YEAR
from argcheck.prose.samples import PARTIAL
from argcheck.prose.swapped_figures import Conflict
from argcheck.tex.vocabulary import with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import Passage, ReadText

_WORD = r"[^\W\d_][\w’'-]*"
#: A number and the three words after it.
_COUNT = rf"(?<![\w.,·–-])(\d{{2,3}}(?:,\d{{3}})*|\d{{4,6}})\s(?=({_WORD})\s({_WORD})\s({_WORD}))"
_OFTEN = 2  # times that the text has the other number
_TELLING = 2  # least meaningful words after a number
_NEAR = 40  # most characters between a number and one of these words


class _Count(NamedTuple):
    """A number with the words after it, and its place."""

    literal: str
    behind: tuple[str, ...]
    passage: Passage
    start: int
    end: int


def recounted(text: ReadText) -> Iterator[Conflict]:
    """Yield the numbers of the abstract that the text lacks, if it has a single other number with the same words."""
    abstracts = [span for span, kind in text.summaries if kind == "abstract"]
    if not abstracts:
        return
    outside: dict[tuple[str, ...], list[_Count]] = {}
    for passage, counts in text.finds(_counts, attrgetter("has_digits"), own=True):
        if not any(passage.place.starts_in(span) for span in abstracts):
            for start, end, literal, behind in counts:
                outside.setdefault(behind, []).append(_Count(literal, behind, passage, start, end))
    inside = (
        _Count(literal, behind, passage, start, end)
        for passage in text.read(abstracts)  # which may be before the text
        for start, end, literal, behind in passage.once(_counts)
    )
    for count in inside:
        others = outside.get(count.behind, [])
        literals = {other.literal for other in others}
        if len(others) < _OFTEN or len(literals) != 1 or count.literal in literals:
            continue
        if not _stands(text, count, abstracts) and not _of_a_part(count):
            span, first = (item.passage.span(item.start, item.end) for item in (count, others[0]))
            yield Conflict(
                span,
                " ".join((count.literal, *count.behind)),
                first,
                " ".join((others[0].literal, *count.behind)),
            )


def _counts(passage: Passage) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """Yield the numbers of a passage with the three words after them: start, end, number, words."""
    small = words(with_english(passage.language), "claims.stopwords") | words(
        with_english(passage.language), "numbers.uncounted"
    )
    for match in passage.at_numbers(wording(passage.language, _COUNT)):
        behind = tuple(word.lower() for word in match.groups()[1:])
        telling = sum(word not in small and len(word) > 3 for word in behind)
        if behind[0] not in small and telling >= _TELLING and not YEAR.match(match[1]):
            yield *match.span(1), match[1], behind


def _stands(text: ReadText, count: _Count, abstracts: list[Span]) -> bool:
    """Whether the text also has the number of the abstract, near one of the words after it."""
    number = re.escape(count.literal)
    things = "|".join(re.escape(word) for word in count.behind if len(word) > 3)
    near = rf"(?<![\w.,]){number}(?!\d|[.,]\d)[^.;]{{0,{_NEAR}}}\b(?:{things})|\b(?:{things})\b[^.;]{{0,{_NEAR}}}(?<![\w.,]){number}(?!\d|[.,]\d)"
    return any(
        re.search(near, passage.text, re.IGNORECASE)
        for passage in text.passages
        if count.literal in passage.text and not any(passage.place.starts_in(span) for span in abstracts)
    )


def _of_a_part(count: _Count) -> bool:
    start, end = count.passage.sentence(count.start)
    return (
        wording(with_english(count.passage.language), PARTIAL).search(count.passage.text, start, end)
        is not None
    )
