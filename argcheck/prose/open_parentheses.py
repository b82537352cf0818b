"""Parentheses around a reference that the sentence ends without: "It goes on (see Figure 3. Then it stops"."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import Passage, ReadText

_LONGEST = 60  # characters before the reference: behind more words another sentence may be in the parentheses


def open_parentheses(text: ReadText) -> Iterator[Span]:
    """Yield the places of such parentheses in paragraphs that close all others."""
    for passage, places in text.finds(_open, _opens_one_more, own=True):
        source = text.manuscript.files[passage.place.path].text
        for start, end in places:
            place = passage.span(start, end)
            command, _, _ = source[place.start : place.end].rpartition("{")
            if command.rstrip("* ").lower().endswith("ref"):
                yield passage.span(start, start + 1)


def _opens_one_more(passage: Passage) -> bool:
    return passage.text.count("(") == passage.text.count(")") + 1


def _open(passage: Passage) -> Iterator[tuple[int, int]]:
    """Yield the range from the parenthesis that is not closed to the end of a reference, which reads as its label in brackets."""
    opened = []
    for place, sign in enumerate(passage.text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            opened.pop()
    start, *others = opened
    before, _, rest = passage.text[start + 1 :].partition("[")
    label, _, behind = rest.partition("]")
    is_short = len(before) <= _LONGEST and not any(sign in "()]" for sign in before)
    ends = behind[:1] in (".", ";") and behind[1:2].isspace()
    if not others and is_short and ends and not any(map(str.isspace, label)):
        yield start, start + len(before) + len(label) + 3
