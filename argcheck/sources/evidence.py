"""Evidence pointers: the passages of a source that are about the same as a citing sentence.

A pointer is not a judgement.  Common words cannot distinguish support from contradiction (area under the curve 0.55
to 0.63 on real citations), so a passage directs an author's reading and never makes a finding.
"""

from __future__ import annotations

import re
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from argcheck.files.patterns import split_at
from argcheck.sources import unspaced
from argcheck.sources.text.raised import RAISED
from argcheck.tex.sentences import lists, split
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.text.model import Block, SourceText

#: BM25 (Robertson and Zaragoza 2009, eq. 3.15): saturation of term frequency, and effect of length.  Long paragraphs
#: are no worse evidence, hence the small b.
K1, B = 1.5, 0.3
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_MARKER = re.compile(rf"\[[^\[\]]{{0,200}}\]|[{RAISED}]+")
EVIDENCE = frozenset({"paragraph", "caption", "footnote", "table"})  #: that can support a sentence


def stop_words() -> frozenset[str]:
    """Return the words that tell no passage from another, of all languages, since a source may be in any."""
    return words(codes(), "sources.stopwords")


class RankedPassage(NamedTuple):
    """A block of a source that is about the same as a citing sentence."""

    block: Block
    place: int  #: index of the block in `SourceText.blocks`
    rank: int  #: from 1
    score: float  #: of the retriever; comparable within one list only


class Retriever(Protocol):
    """Scores the texts of a source for a question; higher is more similar."""

    name: str

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return one score for each text."""


class Embedder(Protocol):
    """Maps texts to vectors of length 1."""

    name: str  #: part of every verdict; it must change with the weights

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return one vector for each text."""


class Bm25:
    """Lexical retrieval with the library bm25s, without any model."""

    name = "bm25"

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return the BM25 score of stemmed words for each text; citation markers do not count."""
        import bm25s

        corpus = [list(terms(text)) for text in texts]
        known = {term for document in corpus for term in document}
        query = [term for term in terms(question) if term in known]
        if not query:
            return [0.0] * len(texts)
        index = bm25s.BM25(k1=K1, b=B, method="lucene")
        index.index(corpus, show_progress=False)
        return [float(score) for score in index.get_scores(query)]


class Embedded:
    """Retrieval by a bi-encoder: the score of a text is that of its nearest sentence.

    An embedded paragraph would be truncated, which loses a third of the gold passages.  Each sentence is embedded once.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self.name = embedder.name
        self._known: dict[str, Sequence[float]] = {}

    def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """Return for each text the greatest cosine of a sentence, -1 to 1; citation markers are ignored."""
        asked = " ".join(_MARKER.sub(" ", question).split())
        parts = [[text[start:end] for start, end in split(text, lists("en"))] or [text] for text in texts]
        new = list(dict.fromkeys(item for some in parts for item in some if item not in self._known))
        vectors = self.embedder.embed([asked, *new])
        self._known.update(zip(new, vectors[1:], strict=True))
        return [max(sum(map(mul, vectors[0], self._known[item])) for item in some) for some in parts]


def passages(
    question: str, source: SourceText, k: int = 5, retrievers: Sequence[Retriever] | None = None
) -> tuple[RankedPassage, ...]:
    """Return the ``k`` paragraphs, captions, footnotes and tables of a source that are nearest to a citing sentence.

    :param retrievers: several are combined by reciprocal rank fusion (Cormack et al. 2009, k = 60); BM25 by default.
    :returns: at most ``k``, nearest first, ties in the order of the source; by BM25 alone none without a common word.
    """
    places = [index for index, block in enumerate(source.blocks) if block.kind in EVIDENCE]
    texts = [source.blocks[index].text for index in places]
    if not texts:
        return ()
    tables = [retriever.scores(question, texts) for retriever in retrievers or (Bm25(),)]
    scores = tables[0] if len(tables) == 1 else _fused(tables)
    order = sorted(range(len(texts)), key=lambda place: (-scores[place], place))[:k]
    return tuple(
        RankedPassage(source.blocks[places[place]], places[place], rank, scores[place])
        for rank, place in enumerate(order, 1)
        if scores[place] > 0
    )


def _fused(tables: Sequence[Sequence[float]]) -> list[float]:
    fused = [0.0] * len(tables[0])
    for table in tables:
        order = sorted(range(len(table)), key=lambda place: (-table[place], place))
        for rank, place in enumerate(order, 1):
            fused[place] += 1 / (60 + rank)
    return fused


@lru_cache(maxsize=2_000)  # the paragraphs of a source are looked at for each citation of it
def terms(text: str) -> tuple[str, ...]:
    """Return the words of a text, in order, stemmed as English ones, without function words; compounds whole and in parts.

    In scripts without blanks, pairs of characters stand for words, after all others.
    """
    text = _MARKER.sub(" ", text).lower()
    result: list[str] = []
    common = stop_words()
    for word in _WORD.findall(unspaced.without_runs(text)):
        parts = split_at(word, "-'’")
        forms = (word, *parts) if len(parts) > 1 else (word,)
        result += [_stem(form) for form in forms if form and form not in common]
    return (*result, *unspaced.pairs(text))


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@lru_cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
