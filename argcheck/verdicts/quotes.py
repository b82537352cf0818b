"""Quotes are held against the source: a verdict that quotes what is not there is dropped."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from argcheck.sources.unspaced import pairs
from argcheck.verdicts.judging import Quote

if TYPE_CHECKING:
    from argcheck.sources.text.model import Block

_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "\xa0": " ", "\xad": None}
)
#: characters of a quote, below which it proves nothing; those of scripts without blanks count twice
_SHORTEST = 12


def verbatim(quote: str, blocks: tuple[Block, ...]) -> Quote | None:
    """Find a quote in a source; kinds of quotation marks, dashes and blanks apart, and an ellipsis at either end.

    :returns: the words as the source has them, with their place; None if they are not there or too short to prove
        anything.
    """
    wanted = re.sub(r"^(?:\.{3}|…)\s*|\s*(?:\.{3}|…)$", "", plain(quote).strip(" \"'"))
    if len(wanted) + len(pairs(wanted)) < _SHORTEST:
        return None
    for block in blocks:
        at = plain(block.text).find(wanted)
        if at >= 0:
            return Quote(wanted, block.page, block.line, block.uncertain)
    return None


def plain(text: str) -> str:
    """Give a text with one kind of quotation marks, dashes and blanks, in which quotes are looked for."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).split())
