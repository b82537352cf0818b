"""Ties a claim of a model to a sentence: the claim is words of the sentence, copied, and then it is that sentence."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from argcheck.sources.unspaced import spaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.interrogation.shown_parts import NumberedSentence

_FEWEST_WORDS = 4  #: least words of a quotation; of a shorter sentence, all of its words


def tied(node: Mapping[str, Any], sentences: Mapping[int, NumberedSentence]) -> NumberedSentence | None:
    """Return the sentence that a claim names, if the claim is words of it in a row; else None.

    The graph then has the whole sentence as the claim, so that nothing that limits or denies those words is left out.
    """
    sentence = sentences.get(node["sentence"])
    return sentence if sentence and is_quoted(node["claim"], sentence.text) else None


def is_quoted(quote: str, text: str) -> bool:
    """Whether a text has a quotation word by word, of at least four words or all words of a shorter text.

    Case, punctuation and the widths of letters do not matter.
    """
    quoted, available = _words(quote), _words(text)
    return len(quoted) >= max(1, min(_FEWEST_WORDS, len(available))) and _has_in_a_row(available, quoted)


def _words(text: str) -> list[str]:
    folded = spaced(unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter if letter.isalnum() else " " for letter in folded).split()


def _has_in_a_row(words: Sequence[str], part: Sequence[str]) -> bool:
    return any(words[start : start + len(part)] == part for start in range(len(words) - len(part) + 1))
