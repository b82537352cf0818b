"""A manuscript in parts that fit a question, with numbered sentences."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from argcheck.verdicts.identity import sentence_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.reading.manuscript import Manuscript

#: Most characters of a part, without numbers and frame: some 6,000 tokens.
LARGEST_PART = 24_000
#: Characters from the beginning and from the end of the document in every part, so that a part can refer to the title,
#: the abstract and the conclusions.
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


def parts_of(
    sentences: Sequence[NumberedSentence], largest: int = LARGEST_PART, frame_size: int = _FRAME
) -> list[ShownPart]:
    """Split sentences into parts of at most ``largest`` characters; a longer sentence is a part of its own.

    :param frame_size: characters from the beginning and from the end that every part shows, if there are several parts.
    """
    bodies = list(_cut(sentences, largest))
    if len(bodies) == 1:
        return [ShownPart(1, (), tuple(bodies[0]))]
    frame = (*_first(sentences, frame_size), *_first(sentences[::-1], frame_size))
    return [ShownPart(number, frame, tuple(body)) for number, body in enumerate(bodies, 1)]


def _cut(sentences: Iterable[NumberedSentence], largest: int) -> Iterator[list[NumberedSentence]]:
    body: list[NumberedSentence] = []
    length = 0
    for sentence in sentences:
        if body and length + len(sentence.text) > largest:
            yield body
            body, length = [], 0
        body.append(sentence)
        length += len(sentence.text)
    if body:
        yield body


def _first(sentences: Sequence[NumberedSentence], characters: int) -> Iterator[NumberedSentence]:
    left = characters

    def fits(sentence: NumberedSentence) -> bool:
        nonlocal left
        left -= len(sentence.text)
        return left >= 0

    return takewhile(fits, sentences)
