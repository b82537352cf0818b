"""Sentences that cite a source *as* retracted, in each language that has words for it.

Precision matters more than recall: needles and offers are retracted too, and patients withdrawn, so a word counts only
beside words for publications.
"""

from __future__ import annotations

import re

from argcheck.tex.vocabulary import codes, phrases, wording

_TAKEN_BACK = r"(?:{retractions.retracted}|{retractions.withdrawn})\b"
#: Between the word for a publication and that for its retraction: citations, names, years and small words.
_NEAR = (
    r"(?:[\s,(–—-]+(?:\[[^\[\]]*\]\)?|(?-i:[A-ZÀ-ÖØ-Þ][\w.’'-]*)|\d+\)?|{retractions.was}|{retractions.between}))"
    r"{0,8}[\s,(–—-]+"
)
_SAID = "|".join(
    (
        r"\b{retractions.saying}\b",
        r"\b{retractions.attributes}(?:\W+\w+){0,2}?\W+{retractions.publications}\b",
        rf"\b{{retractions.publications}}{_NEAR}{_TAKEN_BACK}",
        rf"\][)\s,]*(?:{{retractions.was}}\s+){{1,5}}{_TAKEN_BACK}",
        r"[\[(]\s*(?:{retractions.was}\s+)?{retractions.retracted}\s*[\]),;:]",
    )
)
#: Such as "has not been retracted", which is ignored.
_DENIED = (
    r"\b{retractions.denying}(?:\s+\w+){0,2}\s+"
    r"(?:{retractions.saying}|{retractions.attributes}|{retractions.retracted}|{retractions.withdrawn})\b"
)


def says_retracted(text: str) -> bool:
    """Whether a sentence says that a publication was retracted."""
    lower = text.lower()
    return any(
        _says(text, code)
        for code in codes()
        if any(sign in lower for sign in phrases(code, "retractions.signs"))
    )


def _says(text: str, code: str) -> bool:
    denied, said = (wording(code, template, re.IGNORECASE) for template in (_DENIED, _SAID))
    return said.search(denied.sub("", text)) is not None
