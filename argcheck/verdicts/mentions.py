"""Mentions: which sentence cites which work, with the hashes by which its verdict is found again."""

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
    """One citation of a work in a sentence; sentences are plain text, citations in them are keys in brackets."""

    citation: Citation  #: where it stands
    key: str  #: of the entry, as cited
    entry: Entry  #: that it names
    sentence: Sentence  #: that cites
    before: str  #: the sentence before it in its paragraph, empty for none
    after: str  #: the sentence after it, likewise
    hash: str  #: of the normalised sentence, with the place of this citation among others in it
    before_hash: str
    after_hash: str


def mentions_of(manuscript: ManuscriptRecords, bibliography: Entries) -> Iterator[Mention]:
    r"""Yield the citations that stand in a sentence and have an entry, in document order; no ``\nocite``.

    Both `argcheck verify` and the replay of its verdicts find a mention's sentence here.
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
