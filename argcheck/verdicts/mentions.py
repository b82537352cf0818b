"""Mentions: citations of works in sentences, with the hashes by which verdicts are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.reading_text import document_sentences, sentence_of
from argcheck.verdicts.identity import sentence_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import Citation, ManuscriptRecords, Sentence


class Mention(NamedTuple):
    """A citation of a work in a sentence; sentences are plain text with citations as keys in brackets."""

    citation: Citation  #: with its place in the document
    key: str  #: of the entry, as cited
    entry: Entry  #: the cited entry
    sentence: Sentence  #: the citing sentence
    before: str  #: the sentence before it in its paragraph; empty for the first
    after: str  #: the sentence after it in its paragraph; empty for the last
    hash: str  #: of the normalised sentence, in which the place of this citation is marked
    before_hash: str
    after_hash: str


def mentions_of(manuscript: ManuscriptRecords, bibliography: Entries) -> Iterator[Mention]:
    r"""Yield the citations in sentences that have an entry, in document order, without ``\nocite``.

    Both `argcheck verify` and the replay of its verdicts use these.
    """
    sentences = document_sentences(manuscript)
    names = manuscript.cited_keys | {reference.name for reference in manuscript.references}
    places = {sentence.span: number for number, sentence in enumerate(sentences)}
    hashes: dict[int, str] = {}

    def near(number: int, paragraph: int) -> tuple[str, str]:
        if not 0 <= number < len(sentences) or sentences[number].paragraph != paragraph:
            return "", ""
        if number not in hashes:
            hashes[number] = sentence_hash(sentences[number].text, names)
        return sentences[number].text, hashes[number]

    for citation in manuscript.citations:
        entry = bibliography.find(citation.key) if citation.key and not citation.nocite else None
        sentence = sentence_of(manuscript, citation.span) if entry else None
        if entry is None or sentence is None:
            continue
        number = places[sentence.span]
        (before, before_hash), (after, after_hash) = (
            near(number + step, sentence.paragraph) for step in (-1, 1)
        )
        here = sentence_hash(sentence.text, names, citation.key)
        yield Mention(citation, citation.key, entry, sentence, before, after, here, before_hash, after_hash)
