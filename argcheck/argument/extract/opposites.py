"""Sentences of abstract and conclusion whose opposite the text says: equal but for a negation.

The source is searched as it stands: for the longest words of such a sentence around each negation of the
document, or, where the sentence has the negation, everywhere.  Only what has them all is read.  Numbers are
not compared here.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.diagnostic import shortened
from argcheck.files.patterns import lazy, long_words
from argcheck.prose.summaries import summaries
from argcheck.tex.document_language import language
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.normalise import Fingerprint
    from argcheck.files.diagnostic import Span
    from argcheck.prose.texts import Texts
    from argcheck.tex.model import ManuscriptRecords, Sentence

_SENTENCES = 40  # of abstract and conclusions, so that the search is linear in the text
_READ = 20  # places of one sentence that are read
_QUOTED = 60  # characters of a sentence in a message
_WORDS = 4  # stems that two sentences share: with fewer they may well speak of different things
_LONG, _LONGEST = 3, 5  # how many long words it must have, and how many are searched for
_REACH = 400  # characters around a negation, or around the longest word, in which the others must stand
_BREAK = lazy(r"(?<=[.!?])\}*\s+|\n[ \t]*\n|\\item\b")
_MACRO = lazy(r"\\[A-Za-z]*(?:cite|ref)[A-Za-z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}|\\[A-Za-z]+|%[^\n]*")
_NEGATIONS = (
    " not",
    "\nnot",
    " no ",
    "\nno ",
    " never",
    "\nnever",
    "cannot",
    " without",
    "\nwithout",
    " false",
    "n't",
    "n’t",
)
#: What precedes a statement and is not part of it.
_LEAD = r"\A(?:{opposites.opening}\b,?\s*)?(?:{opposites.reporting}(?: that)?\s+)?"
#: A sentence that is no plain statement, or that speaks of something named before it.
_NO_STATEMENT = r"\?\W*\Z|\b{opposites.supposing}\b|\A{opposites.referring}\b"
_LETTERS = 5  #: of a word that is looked for
_NOT = lazy(r"\b(?:not|no|never|cannot|without|false)\b|n['’]t\b")
_DENYING = frozenset(("never", "cannot", "without", "false"))


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


class _Rough(NamedTuple):
    """A sentence as it stands in the source: where, with which words, and whether with a negation."""

    where: str
    path: str
    offset: int
    roots: tuple[str, ...]  #: of its longest words, the longest first
    denied: bool


def opposites(manuscript: ManuscriptRecords) -> Iterator[Opposite]:
    """Yield what abstract and conclusions of an English document say and the rest of it denies, each pair once."""
    summed_up = list(islice(_summed_up(manuscript), _SENTENCES)) if language(manuscript) == "en" else []
    near = _candidates(manuscript, summed_up)
    if not near:
        return
    from argcheck.prose.texts import Texts

    texts = Texts(manuscript)
    seen: set[Span] = set()
    for rough, places in near.items():
        sentence = texts.sentence(rough.path, rough.offset)
        if sentence is None or not _is_plain(sentence) or sentence.span in seen:
            continue
        denial = _denied(texts, sentence, places)
        if denial is not None and denial.span not in seen and not _is_stated(manuscript, sentence, denial):
            seen.add(sentence.span)
            yield Opposite(rough.where, sentence, denial)


def _summed_up(manuscript: ManuscriptRecords) -> Iterator[_Rough]:
    for span, where in summaries(manuscript):
        text = manuscript.files[span.path].text
        start = span.start
        for end in [*(match.end() for match in _BREAK.finditer(text, span.start, span.end)), span.end]:
            said = _without_lead(_MACRO.sub(" ", text[start:end]).strip())
            words = [word for word in long_words(said, _LETTERS) if word not in _DENYING]
            roots = sorted({_root(word.lower()) for word in words}, key=lambda root: (-len(root), root))
            if len(roots) >= _LONG and _is_statement(said):
                yield _Rough(
                    where,
                    span.path,
                    text.find(words[-1], start),
                    tuple(roots[:_LONGEST]),
                    _NOT.search(text, start, end) is not None,
                )
            start = end


def _candidates(
    manuscript: ManuscriptRecords, summed_up: list[_Rough]
) -> dict[_Rough, list[tuple[str, int]]]:
    """Return the places where the words of a sentence stand and a negation as it has none, or the other way.

    What a piece of a file holds is remembered for as long as neither it nor the words of the summaries change.
    """
    near: dict[_Rough, list[tuple[str, int]]] = {}
    words = repr([(rough.roots, rough.denied) for rough in summed_up])
    for piece in manuscript.pieces if summed_up else ():
        file = manuscript.files[piece.path]
        kind = "opposites " + digest(f"{piece.start} {piece.end} {words}".encode("utf-8", "surrogatepass"))
        find = partial(_in_piece, file.text, piece, summed_up)
        for number, place in manuscript.remember(kind, file.digest, find):
            places = near.setdefault(summed_up[number], [])
            if len(places) < _READ:
                places.append((piece.path, place))
    plain = [rough for rough in near if not rough.denied]
    return {
        rough: near[rough]
        for rough in (*plain, *(rough for rough in summed_up if rough.denied and rough in near))
    }


def _in_piece(text: str, piece: Span, summed_up: list[_Rough]) -> list[tuple[int, int]]:
    """Return number of the sentence and place in the text of each candidate, for each sentence the first few."""
    candidates: list[tuple[int, int]] = []
    numbered = list(enumerate(summed_up))
    count = [0] * len(summed_up)
    plain = [(number, rough) for number, rough in numbered if not rough.denied]
    for last, low, high in _denials(text, piece) if plain else ():
        lower = text[low:high].lower()
        for number, rough in plain:
            if rough.roots[0] in lower and count[number] < _READ and _has_all(lower, rough):
                count[number] += 1
                candidates.append((number, last))
    denied = [(number, rough) for number, rough in numbered if rough.denied]
    whole = _lower(text) if denied else ""
    for number, rough in denied:
        candidates += [(number, at) for at in islice(_around(text, whole, piece, rough), _READ)]
    return candidates


def _around(text: str, whole: str, piece: Span, rough: _Rough) -> Iterator[int]:
    """Yield the places where all words of a negated sentence stand and no negation does."""
    for at in _occurrences(text, rough.roots[0], piece):
        low, high = max(0, at - _REACH), at + _REACH
        if any(whole.find(root, low, high) < 0 for root in rough.roots[1:]):
            continue  # told at less cost than where the full stops are
        low, high = _window(text, piece, at)
        lower = text[low:high].lower()
        if _has_all(lower, rough) and not _NOT.search(lower):
            yield at


def _lower(text: str) -> str:
    """Return a text in lower case, each character at its place."""
    lower = text.lower()
    return (
        lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    )


def _has_all(lower: str, rough: _Rough) -> bool:
    return all(root in lower for root in rough.roots)


def _denials(text: str, piece: Span) -> Iterator[tuple[int, int, int]]:
    """Yield the last character of each negation of a piece, and the range of its `_window`."""
    for needle in _NEGATIONS:
        for at in _occurrences(text, needle, piece):
            yield (at + len(needle) - 1, *_window(text, piece, at))


def _window(text: str, piece: Span, at: int) -> tuple[int, int]:
    """Return the range around a place to the full stops before and behind it."""
    low, high = max(piece.start, at - _REACH), min(piece.end, at + _REACH)
    low = max(low, text.rfind(". ", low, at), text.rfind(".\n", low, at))
    ends = [text.find(stop, at, high) for stop in (". ", ".\n")]
    return low, min([high, *(end for end in ends if end >= 0)])


def _occurrences(text: str, needle: str, piece: Span) -> Iterator[int]:
    at = text.find(needle, piece.start, piece.end)
    while at >= 0:
        yield at
        at = text.find(needle, at + 1, piece.end)


def _without_lead(said: str) -> str:
    return wording("en", _LEAD, re.IGNORECASE).sub("", said)


def _is_statement(said: str) -> bool:
    return wording("en", _NO_STATEMENT, re.IGNORECASE).search(said) is None


def _is_plain(sentence: Sentence) -> bool:
    prose = sentence.kind in ("prose", "item", "footnote")
    return prose and _is_statement(_without_lead(sentence.text))


def _is_stated(manuscript: ManuscriptRecords, *sentences: Sentence) -> bool:
    """Whether one of them is of a theorem-like environment or a proof, where other things are supposed."""
    from argcheck.argument.extract.layout import Layout

    layout = Layout(manuscript)
    return any(layout.at(sentence.span) >= 0 for sentence in sentences)


def _mark(sentence: Sentence) -> Fingerprint:
    from argcheck.argument.normalise import fingerprint, normalise

    return fingerprint(normalise(_without_lead(sentence.text)))


def _denied(texts: Texts, sentence: Sentence, places: list[tuple[str, int]]) -> Sentence | None:
    """Return the first sentence at some places that is equal but for a negation."""
    from argcheck.argument.similarity import contradict

    mark = _mark(sentence)
    for path, offset in places:
        other = texts.sentence(path, offset)
        if other is not None and other.span != sentence.span and _is_plain(other):
            theirs = _mark(other)
            if len(mark.core) >= _WORDS and theirs.negated != mark.negated and contradict(mark, theirs):
                return other
    return None


def _root(word: str) -> str:
    """Return the part of a word that its forms share, wherever they stand in a sentence."""
    return word[1 : max(4, len(word) - 3)]
