"""Titles of what is released in versions: data, programs, standards and reports."""

from __future__ import annotations

from itertools import pairwise
from string import digits
from typing import TYPE_CHECKING

from argcheck.files.patterns import YEAR
from argcheck.sources.folding import length, words
from argcheck.sources.titles import BEGINNING, shared_words

if TYPE_CHECKING:
    from argcheck.sources.model import Query, Record

#: Kinds of works whose title may be cited with or without a number or maker.
_RELEASED = frozenset({"dataset", "software", "standard", "report"})
_VERSIONS = frozenset({"v", "version", "release"})  #: words before the version of data or programs


def is_of_one_release(query: Query, record: Record) -> bool:
    """Whether an identified record of data, a program, a standard or a report has the title with more or fewer words."""
    if record.kind not in _RELEASED:
        return False
    ours, theirs = (YEAR.sub("", title) for title in (query.title, record.title))  # ``from 1979 to present``
    behind = ours.partition(": ")[2]  # of ``IEEE Std 802.11-2020: Wireless LAN ...``
    bare = "" if _without_version(theirs) else _without_version(ours)  # two versions are two works
    forms = [form for form in (behind, bare) if length(form) >= BEGINNING]
    return any(shared_words(form, theirs) == 1 for form in (ours, *forms))


def _without_version(title: str) -> str:
    """Return the words before the version in a title, ``Volcanoes of the World, v. 4.9.0``, or an empty text."""
    title_words = words(title)
    ends = (
        place
        for place, (word, after) in enumerate(pairwise((*title_words, "")))
        if word.rstrip(digits) in _VERSIONS and not set(word[-1:] + after[:1]).isdisjoint(digits)
    )
    return " ".join(title_words[: next(ends, 0)])
