"""Sentences that break off: at the end of their paragraph ("This paper focuses on the measure of"), or at a percent sign."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.reading_text import printed
from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_LEAST = 60  # least characters of a paragraph: shorter ones are lines of a title page
_STOPS = (".", "!", "?", ":", ";")
_FEW = 2  # most lines that may begin with capitals by chance
#: Between a paragraph and the next one: blank lines, perhaps with the command of a heading.
_BREAK = r"[^\S\n]*\n(?:[^\S\n]*\n)+\s*(?:\\(?:chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\[\]]*\])?\{\s*)?"
_COMMENT = r"(?<!\\)%[^\n]*\n?"
#: A share whose sign was meant to be printed, as small letters or the end of a clause follow it: not a note to oneself.
#: If the next line begins with a sign or a thin space, it continues the number.
_SHARE = lazy(
    r"[^\W\d_][,.]?[\s~(]+(?P<share>\d{1,3}(?:[.,]\d+)?%)(?![^\n]*\n[ \t]*(?:[.,;:!?)}~]|\\[,;:!%~ ]))"
    r"(?=[ \t]+(?!todo)[^\W\d_A-Z]+(?:[,;]?[ \t]+\w|[.,;:)])|[ \t]?[.,;)][ \t]+[^\W\d_])"
)
_ENDS = tuple(f"{digit}%" for digit in "0123456789")  # ends of shares; most percent signs begin a comment


def broken_off(text: ReadText) -> Iterator[tuple[Span, str]]:
    """Yield the last words of sentences that break off at the end of their paragraph, with their places."""
    if not any(text.finds(_last_word, _is_paragraph, own=True)):
        return  # `text.passages` would read what no run has kept
    for passage, following in pairwise(text.passages):
        if not _is_paragraph(passage) or not (following.kind == "title" or _is_text(following)):
            continue
        for word in passage.once(_last_word):
            first = following.text.replace("\xa0", " ").partition(" ")[0]
            if first.isalpha() and first.istitle() and _are_apart(text, passage, following, word):
                end = passage.place.end
                yield Span(passage.place.path, end - len(word), end), word


def cut_off(text: ReadText) -> Iterator[tuple[Span, str]]:
    r"""Yield the shares whose percent sign makes a comment of the rest of their line: ``in 50% of all cases``."""
    for share in printed(text.manuscript, _SHARE, _ENDS):
        if share.kind != "table":
            yield Span(share.span.path, *share.match.span("share")), share.match["share"]


def _is_paragraph(passage: Passage) -> bool:
    return passage.kind == "prose" and len(passage.text) >= _LEAST


def _is_text(passage: Passage) -> bool:
    """Whether a passage is prose, and no line of a title page: "for the degree of", "Doctor of Philosophy"."""
    return passage.kind == "prose" and (len(passage.text) >= _LEAST or passage.text.endswith(_STOPS))


def _last_word(passage: Passage) -> Iterator[str]:
    """Yield the last word of a passage, if it cannot end a sentence."""
    last = passage.text.rsplit(maxsplit=1)[-1]
    if last in words(passage.language, "sentences.going-on"):
        yield last


def _is_verse(lines: list[str]) -> bool:
    """Whether lines are a stanza, each beginning with a capital; verse may end with any word."""
    return len(lines) > _FEW and all(line.lstrip()[:1].isupper() for line in lines)


def _are_apart(text: ReadText, passage: Passage, following: Passage, word: str) -> bool:
    """Whether a passage also ends with a word in the source, and only blank lines or a heading follow it."""
    place, other = passage.place, following.place
    source = text.manuscript.files[place.path].text
    if place.path != other.path or not source.endswith(word, 0, place.end):
        return False
    if _is_verse(source[place.start : place.end].strip().splitlines()):
        return False
    return re.fullmatch(_BREAK, re.sub(_COMMENT, "", source[place.end : other.start])) is not None
