"""Comparisons and superlatives that are claimed as found, in a paragraph that gives no ground for them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import LETTERS
from argcheck.prose.summaries import summaries
from argcheck.tex.formulas import OBJECT
from argcheck.tex.live_source import holding, joined
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.units import statements
from argcheck.tex.vocabulary import any_of, table

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords, Sentence

_KINDS = frozenset({"prose", "item"})
_SIGNS = ("[", OBJECT, "<", ">", "=", "≤", "≥", "≈", "∝")  # of a citation, a reference, a formula
_BRIEF = 5  # words: a shorter sentence claims nothing by itself


class BareClaim(NamedTuple):
    """A sentence that compares, and the words by which it does."""

    sentence: Sentence
    words: str


def _has(sort: str, lower: str, language: str) -> re.Match[str] | None:
    """Find words of a sort, such as ``hedged``, in a sentence in lower case."""
    return any_of(language, f"comparisons.{sort}").search(lower)


def bare_claims(manuscript: ManuscriptRecords) -> Iterator[BareClaim]:
    """Yield comparisons without a number, formula, citation or reference in their paragraph, in document order.

    Abstract and conclusion sum up what stands elsewhere, and proofs are grounds themselves: they are left out.
    """
    left_out = [span for span, _ in summaries(manuscript)]
    left_out += [environment.span for environment in manuscript.environments if environment.name == "proof"]
    left_out += [stated.environment.span for stated in statements(manuscript)]
    ranges: dict[str, list[tuple[int, int]]] = {}
    for path, start, end in left_out:
        ranges.setdefault(path, []).append((start, end))
    ranges = {path: joined(here) for path, here in ranges.items()}
    for _, members in groupby(document_sentences(manuscript), key=lambda sentence: sentence.paragraph):
        paragraph = list(members)
        bare = [
            claim
            for sentence in paragraph
            if (claim := _claim(sentence))
            and not holding(ranges.get(sentence.span.path, ()), sentence.span.start)
        ]
        if bare and not any(_grounds(sentence) for sentence in paragraph):
            yield from bare


def _claim(sentence: Sentence) -> BareClaim | None:
    if (
        sentence.kind not in _KINDS
        or not table(sentence.language, "comparisons")
        or sentence.text.endswith("?")
    ):
        return None
    lower = sentence.text.lower()
    match = _has("comparing", lower, sentence.language)
    if match is None or lower.count(" ") < _BRIEF or _has("hedged", lower, sentence.language):
        return None
    return BareClaim(sentence, match[0])


def _grounds(sentence: Sentence) -> bool:
    """Whether a sentence gives a number, a formula, a citation or a reference."""
    from argcheck.prose.quantities import number_word

    text, language = sentence.text, sentence.language
    if any(sign in text for sign in _SIGNS) or any(char.isdigit() for char in text):
        return True
    if not table(language, "comparisons"):
        return False
    lower = text.lower()
    if _has("given", lower, language):
        return True
    return any(number_word(word, language) is not None for word in LETTERS.findall(lower))
