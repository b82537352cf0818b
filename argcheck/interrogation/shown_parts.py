"""A manuscript in parts that fit a question, with numbered sentences."""

from __future__ import annotations

from itertools import takewhile
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.summaries import final_discussion, summaries
from argcheck.verdicts.identity import sentence_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.reading.manuscript import Manuscript

#: Most characters of a part, without numbers and frame: some 6,000 tokens.
LARGEST_PART = 24_000
#: Most characters of the abstract, and of the conclusions, in every part, so that a part can refer to them; of small
#: parts, a quarter.
_FRAME = 3_000
_KINDS = frozenset(("prose", "item", "caption", "footnote"))


class NumberedSentence(NamedTuple):
    """A sentence of the document as a model is shown it."""

    number: int  #: from 1, in document order
    text: str
    span: Span
    hash: str  #: identity of the sentence, whatever its place


class ShownPart(NamedTuple):
    """The sentences of a document that one question shows: a part, and the frame around it."""

    number: int  #: from 1
    frame: tuple[NumberedSentence, ...]
    body: tuple[NumberedSentence, ...]

    @property
    def sentences(self) -> dict[int, NumberedSentence]:
        """All sentences that are shown, by number, in document order."""
        shown = {sentence.number: sentence for sentence in (*self.frame, *self.body)}
        return dict(sorted(shown.items()))

    def as_text(self) -> str:
        """Return the sentences, one a line, each after its number in brackets."""
        return "\n".join(f"[{number}] {sentence.text}" for number, sentence in self.sentences.items())


def numbered_sentences(manuscript: Manuscript) -> list[NumberedSentence]:
    """Return the numbered sentences of a document; of equal ones, only the first."""
    names = manuscript.cited_keys | {reference.name for reference in manuscript.references}
    known: dict[str, NumberedSentence] = {}
    for sentence in manuscript.sentences:
        if sentence.kind in _KINDS and sentence.text.strip():
            mark = sentence_hash(sentence.text, names)
            if mark not in known:
                known[mark] = NumberedSentence(len(known) + 1, sentence.text, sentence.span, mark)
    return list(known.values())


def parts_of_manuscript(
    manuscript: Manuscript, sentences: Sequence[NumberedSentence], largest: int = LARGEST_PART
) -> list[ShownPart]:
    """Split the sentences of a document into parts; if there are several, each shows its abstract and conclusions too.

    Of a document without an abstract, or without conclusions, they show its beginning or its end.
    """
    said = [*summaries(manuscript), *final_discussion(manuscript)]
    abstract, ending = (
        [s for s in sentences if any(s.span.starts_in(part.span) for part in said if part.flag == flag)]
        for flag in ("abstract", "concluding")
    )
    most = min(_FRAME, largest // 4)
    frame = (*_first(abstract or sentences, most), *_first(ending or sentences[::-1], most))
    return parts_of(sentences, largest, frame)


def parts_of(
    sentences: Sequence[NumberedSentence], largest: int = LARGEST_PART, frame: Sequence[NumberedSentence] = ()
) -> list[ShownPart]:
    """Split sentences into about equal parts of at most ``largest`` characters; a longer sentence is a part of its own.

    :param frame: sentences that every part shows, if there are several parts; a part of these alone is left out.
    """
    bodies = _cut(sentences, largest)
    if len(bodies) == 1:
        return [ShownPart(1, (), tuple(bodies[0]))]
    bodies = [body for body in bodies if not {*frame} >= {*body}] or bodies
    return [ShownPart(number, tuple(frame), tuple(body)) for number, body in enumerate(bodies, 1)]


def _cut(sentences: Sequence[NumberedSentence], largest: int) -> list[list[NumberedSentence]]:
    total = _size(sentences)
    count = max(1, ceil(total / largest))
    while True:
        bodies: list[list[NumberedSentence]] = [[] for _ in range(count)]
        before = 0
        for sentence in sentences:
            middle = before + len(sentence.text) / 2
            bodies[min(count - 1, int(middle * count / total))].append(sentence)
            before += len(sentence.text)
        if all(len(body) < 2 or _size(body) <= largest for body in bodies):
            return [body for body in bodies if body]
        count += 1


def _size(sentences: Iterable[NumberedSentence]) -> int:
    return sum(len(sentence.text) for sentence in sentences)


def _first(sentences: Sequence[NumberedSentence], characters: int) -> Iterator[NumberedSentence]:
    left = characters

    def fits(sentence: NumberedSentence) -> bool:
        nonlocal left
        left -= len(sentence.text)
        return left >= 0

    return takewhile(fits, sentences)
