"""Sentences of abstract and conclusion that the text contradicts: equal except for a negation.

Numbers are not compared.
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

_SENTENCES = 40  # most sentences of abstract and conclusions
_QUOTED = 60  # most characters of a sentence in a message
_WORDS = 4  # least stems of both sentences: with fewer they may be about different things
_KINDS = frozenset({"prose", "item", "footnote"})
#: Words before a statement that are not part of it.
_LEAD = r"\A(?:{opposites.opening}\b,?\s*)?(?:{opposites.reporting}(?: that)?\s+)?"
#: Signs that a sentence is not a plain statement, or refers to something before it.
_NO_STATEMENT = r"\?\W*\Z|\b{opposites.supposing}\b|\A{opposites.referring}\b"


class Opposite(NamedTuple):
    """A sentence of an abstract or a conclusion, and a sentence of the text that contradicts it."""

    where: str  #: ``abstract`` or ``concluding``
    summary: Sentence
    body: Sentence

    @property
    def said(self) -> str:
        """The shortened sentence of the summary."""
        return shortened(self.summary.text, _QUOTED)

    @property
    def denied(self) -> str:
        """The shortened sentence of the text."""
        return shortened(self.body.text, _QUOTED)


def opposites(manuscript: ManuscriptRecords) -> Iterator[Opposite]:
    """Yield the contradicted sentences of abstract and conclusions of an English document, each pair once."""
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
        # Theorem-like environments and proofs have assumptions of their own.
        stated = denial is None or layout.at(sentence.span) >= 0 or layout.at(denial.span) >= 0
        if denial is not None and not stated and not {sentence.span, denial.span} & seen:
            seen.add(sentence.span)
            yield Opposite(where, sentence, denial)


def _statements(manuscript: ManuscriptRecords) -> Iterator[_Marked]:
    """Yield the plain statements of a document with enough words, each with its fingerprint."""
    from argcheck.argument.normalise import fingerprint, normalise

    for sentence in document_sentences(manuscript):
        statement = wording("en", _LEAD, re.IGNORECASE).sub("", sentence.text)
        if sentence.kind in _KINDS and not wording("en", _NO_STATEMENT, re.IGNORECASE).search(statement):
            mark = fingerprint(normalise(statement))
            if len(mark.core) >= _WORDS:
                yield sentence, mark
