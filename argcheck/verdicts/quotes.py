"""The check that quotes are in their source; the verdict of a model that misquotes does not count."""

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
#: least number of characters of a quote that counts as evidence; those of scripts without blanks count twice
_SHORTEST = 12


def verbatim(quote: str, blocks: tuple[Block, ...]) -> Quote | None:
    """Find a quote in a source, regardless of kinds of quotation marks, dashes, blanks and an ellipsis at an end.

    :returns: the normalised words with their place; None if they are not there, or too short for evidence.
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
    """Return a text with normalised quotation marks, dashes and blanks, to search for quotes."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).split())
