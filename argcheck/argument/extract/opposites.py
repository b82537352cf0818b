"""Sentences of abstract and conclusion whose opposite the text says: equal but for a negation.

Numbers are not compared here.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span, shortened
from argcheck.files.grouping import lists_by_key
from argcheck.prose.summaries import summaries
from argcheck.tex.document_language import language
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.normalise import Fingerprint
    from argcheck.tex.model import ManuscriptRecords, Sentence

    _Marked = tuple[Sentence, Fingerprint]

_SENTENCES = 40  # of abstract and conclusions
_QUOTED = 60  # characters of a sentence in a message
_WORDS = 4  # stems that two sentences share: with fewer they may well speak of different things
_KINDS = frozenset({"prose", "item", "footnote"})
#: What precedes a statement and is not part of it.
_LEAD = r"\A(?:{opposites.opening}\b,?\s*)?(?:{opposites.reporting}(?: that)?\s+)?"
#: A sentence that is no plain statement, or that speaks of something named before it.
_NO_STATEMENT = r"\?\W*\Z|\b{opposites.supposing}\b|\A{opposites.referring}\b"


class Opposite(NamedTuple):
    """A sentence of an abstract or a conclusion, and one of the text that says the opposite."""

    where: str  #: ``abstract`` or ``concluding``
    summary: Sentence
    body: Sentence

    @property
    def said(self) -> str:
        """The words of the summary, shortened."""
        return shortened(self.summary.text, _QUOTED)

    @property
    def denied(self) -> str:
        """The words of the text, shortened."""
        return shortened(self.body.text, _QUOTED)


def opposites(manuscript: ManuscriptRecords) -> Iterator[Opposite]:
    """Yield what abstract and conclusions of an English document say and the rest of it denies, each pair once."""
    ranges = list(summaries(manuscript)) if language(manuscript) == "en" else []
    if not ranges:
        return
    from argcheck.argument.extract.layout import Layout
    from argcheck.argument.similarity import contradict

    marked = list(_statements(manuscript))
    alike = lists_by_key((mark.core, (sentence, mark)) for sentence, mark in marked)
    summed_up = (
        (where, sentence, mark)
        for sentence, mark in marked
        for span, where, _ in ranges
        if sentence.span.starts_in(span)
    )
    layout, seen = Layout(manuscript), set[Span]()
    for where, sentence, mark in sorted(islice(summed_up, _SENTENCES), key=lambda entry: entry[2].negated):
        denials = (
            other
            for other, theirs in alike[mark.core]
            if theirs.negated != mark.negated and contradict(mark, theirs)
        )
        denial = next(denials, None)
        # Of a theorem-like environment or a proof, where other things are supposed, nothing is said.
        stated = denial is None or layout.at(sentence.span) >= 0 or layout.at(denial.span) >= 0
        if denial is not None and not stated and not {sentence.span, denial.span} & seen:
            seen.add(sentence.span)
            yield Opposite(where, sentence, denial)


def _statements(manuscript: ManuscriptRecords) -> Iterator[_Marked]:
    """Yield the plain statements of a document that say enough, each with what is compared of it."""
    from argcheck.argument.normalise import fingerprint, normalise

    for sentence in document_sentences(manuscript):
        said = wording("en", _LEAD, re.IGNORECASE).sub("", sentence.text)
        if sentence.kind in _KINDS and not wording("en", _NO_STATEMENT, re.IGNORECASE).search(said):
            mark = fingerprint(normalise(said))
            if len(mark.core) >= _WORDS:
                yield sentence, mark
