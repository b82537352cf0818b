"""Different counts of one whole: the participants in the abstract, in the methods, in a caption.

Three kinds are compared, each only if the one before finds nothing.  Totals: counts that are called a total, or given
by ``N = ...``, of things of which a study has one number.  Sizes: one sentence says how a sample was obtained ("we
recruited 48 participants"), another refers to all of it ("all 46 participants"); the contents of a container ("the
questionnaire consists of 24 items") are compared in the same way.  Other counts may be of subsets, conditions and
times, and are compared only if two neighbouring digits are swapped: see `swapped_counts`.

Nothing is reported if the numbers may be those of two samples, or of one that shrank: see `samples.part`,
`.shrunk` and `.versions` in docs/languages.md.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

from argcheck.files.patterns import LETTERS, lazy
from argcheck.prose.sample_sizes import told_twice
from argcheck.prose.samples import PARTIAL, Count, by_thing, count_of, is_count, is_slip, lower_things, things
from argcheck.prose.swapped_counts import transposed
from argcheck.prose.written_numbers import written
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import flag, listed, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText


_BEFORE = r"\b{samples.total-of}\s*\Z"
_AFTER = r"\s*(?:,\s*)?{samples.in-total}\b"
_LIMIT = r"\s*(?:\([^()]*\)\s*)?(?:{samples.limiting}|{samples.limiting-more})\b"
_SEVERAL = r"\b(?:{samples.study}[\s~]+(?:\d|I{1,3}\b|[A-C]\b)|{samples.several-studies}\b)"
_SIZE = lazy(r"\(\s?N\s?=\s?(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)\s?[);,]")
_SHARE = r"\s*\([^()]*(?:%|{numbers.percent})"  # of something larger
_LEADING = 60  # characters before a count that are searched for "a total of"
_BESIDE = 150  # characters of source between a word for a change and the people that it is about
_NEAR = 1500  # most characters of a paragraph
_EDGE = lazy(
    r"\n[ \t]*\n|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph|caption|item|begin|end)(?![A-Za-z])"
)


def conflicting_counts(text: ReadText) -> list[tuple[Count, Count]]:
    """Return the pairs of different counts of one whole: the one that stands first or more often, and the other."""
    wholes = by_thing(
        count for _, counts in text.finds(_totals, attrgetter("may_count"), own=True) for count in counts
    )
    pairs = [pair for values in wholes.values() for pair in _differing(values) if not _known(text, *pair)]
    if not pairs:
        told = (pair for pair in told_twice(text, wholes) if not _known(text, *pair))
        pairs = [pair for pair in told if not _changes(text, pair[0].thing)]
    if pairs and not _several(text):
        return pairs
    return [pair for pair in transposed(text) if not _known(text, *pair)]


# --------------------------------------------------------------------------- totals


def _totals(passage: Passage) -> Iterator[Count]:
    """Yield the counts of a passage that are called a total."""
    text, code = passage.text, passage.language
    if lower_things(code).keys().isdisjoint(passage.words):
        return
    names, partial = things(code), _Partial(passage)
    for quantity in passage.quantities:
        thing = names.get(_noun(quantity, code)) if quantity.noun else None
        if thing and is_count(quantity) and not wording(code, _SHARE).match(text, quantity.end):
            start, end = passage.sentence(quantity.start)
            after = wording(code, _AFTER).match(text, quantity.end)
            first = max(start, quantity.start - _LEADING)
            called = after or wording(code, _BEFORE).search(text, first, quantity.start)
            behind = after.end() if after else quantity.end
            if called and not partial.within(start, quantity.start) and not partial.within(behind, end):
                limited = wording(code, _LIMIT).match(text, quantity.end)
                yield count_of(thing, quantity, passage.place_of(quantity), "part" if limited else "total")
    for size in _SIZE.finditer(text) if "=" in text and "N" in text else ():
        before = text[: size.start()].rstrip()
        noun = next(reversed(LETTERS.findall(before, len(before) - _LEADING)), "")
        if noun in names and before.endswith(noun):
            stop = len(before) - len(noun)
            start, end = passage.sentence(stop)
            if not partial.within(start, stop) and not partial.within(size.end(), end):
                span = passage.span(*size.span(1))
                yield Count(names[noun], natural(size[1]), size[1], f"N = {size[1]}", span, "size")


def _noun(quantity: Quantity, code: str) -> str:
    """Return the noun of a quantity, in German as written, with its capital."""
    word = quantity.text.rpartition("\xa0")[2].rpartition(" ")[2]
    return word if flag(code, "language.capitals") else quantity.noun


class _Partial:
    """The words of a passage that make a count one of a part, searched once."""

    def __init__(self, passage: Passage) -> None:
        self._passage = passage

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        pattern = wording(with_english(self._passage.language), PARTIAL)
        return [match.span() for match in pattern.finditer(self._passage.text)]

    def within(self, start: int, end: int) -> bool:
        """Whether such words are in a range of the text."""
        first = bisect_left(self._places, (start, 0))
        return first < len(self._places) and self._places[first][1] <= end


def _differing(values: dict[int, list[Count]]) -> Iterator[tuple[Count, Count]]:
    """Yield the two counts of one thing if they are different, and at least one is of all.

    If one is less than half of the other, two wholes are meant, unless a slip explains the difference.
    """
    best = [next((count for count in same if count.told != "part"), same[0]) for same in values.values()]
    if len(best) == 2 and any(count.told != "part" for count in best):
        small, large = sorted(count.value for count in best)
        if 2 * small > large or is_slip(small, large):
            yield best[0], best[1]


# --------------------------------------------------------------------------- what explains it


def _known(text: ReadText, first: Count, second: Count) -> bool:
    """Whether both numbers occur in one paragraph somewhere, so that the author knows of both."""
    m = text.manuscript
    for piece, match in written(m, m.pieces, first.literal.replace(".", ",")):
        low, high = max(piece.start, match.start() - _NEAR), min(piece.end, match.end() + _NEAR)
        for _, other in written(m, [piece._replace(start=low, end=high)], second.literal.replace(".", ",")):
            before, behind = sorted((match, other), key=lambda match: match.start())
            if not _EDGE.search(m.files[piece.path].text, before.end(), behind.start()):
                return True
    return False


def _several(text: ReadText) -> bool:
    """Whether the document reports several studies, which have samples of their own."""
    return text.says(wording(text.spoken, _SEVERAL))


def _changes(text: ReadText, thing: str) -> bool:
    """Whether the document says that a sample shrank or grew, or that a container has several versions."""
    container, _, noun = thing.rpartition(" ")
    if not container and text.says(listed(text.spoken, "samples.shrunk")):
        return True
    words = (noun.lower(), *([container] if container else phrases(text.spoken, "samples.people")))
    pattern = listed(text.spoken, "samples.versions" if container else "samples.changed")
    for piece in text.manuscript.pieces:
        source = text.manuscript.files[piece.path].text
        for match in pattern.finditer(source, piece.start, piece.end):
            low, high = max(piece.start, match.start() - _BESIDE), min(piece.end, match.end() + _BESIDE)
            near = source[low:high].lower()
            if any(word in near for word in words):
                return True
    return False
