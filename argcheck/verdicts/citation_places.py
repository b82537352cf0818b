"""The assignment of words to citations, in a sentence with citations at several places.

A citation at the end of a clause belongs to the words before it, one at its beginning to the words after it.  Words
that are ambiguous belong to no citation: another source may have said them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.patterns import split_at
from argcheck.tex.vocabulary import codes, wording
from argcheck.verdicts.quotes import plain

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import MentionVerdict

_PLACE = re.compile(r"\[[^\[\]]*\](?:[\s,;]*\[[^\[\]]*\])*")  # adjacent citations share a place
_ENDED = r"\W*(?:$|(?<=[,;:.)—–])|{sentences.conjunctions}\b)"


class _Place(NamedTuple):
    start: int
    end: int
    keys: frozenset[str]
    ends: bool  #: it ends a clause, and the words before belong to it; else it begins one


def stands_with(sentence: str, words: str, key: str, cited: Container[str]) -> bool:
    """Whether words of a sentence belong to the citation of ``key``.

    :param sentence: with citations as keys in brackets.
    :param cited: the keys of citations; brackets with other names are references.
    """
    text = plain(sentence)
    places = _places(text, cited)
    if all(key in place.keys for place in places):
        return True
    start = text.find(words)
    end = start + len(words)
    if start < 0 or any(place.start < end and start < place.end for place in places):
        return False
    before = next((place for place in reversed(places) if place.end <= start), None)
    after = next((place for place in places if place.start >= end), None)
    owner = None
    if after is not None and after.ends and (before is None or before.ends):
        owner = after
    elif before is not None and not before.ends and (after is None or not after.ends):
        owner = before
    return owner is not None and key in owner.keys


def keys_beside(sentence: str, key: str, cited: Container[str]) -> frozenset[str]:
    """Return the keys cited at the same places as ``key`` in a sentence, with itself."""
    places = (place.keys for place in _places(plain(sentence), cited) if key in place.keys)
    return frozenset({key}).union(*places)


def _places(text: str, cited: Container[str]) -> list[_Place]:
    places = []
    ended = wording(codes(), _ENDED, re.IGNORECASE)
    for match in _PLACE.finditer(text):
        keys = frozenset(part for part in split_at(match[0], "[],;") if part in cited)
        if keys:
            ends = ended.match(text, match.end()) is not None
            places.append(_Place(match.start(), match.end(), keys, ends))
    return places


def unmatched(
    compared: Sequence[tuple[Mention, MentionVerdict]], cited: Container[str]
) -> Iterator[tuple[Mention, MentionVerdict, Mapping[str, Any]]]:
    """Yield the claims that match no source cited at their place.

    There are none if any of these sources was not compared in full: it may match them.
    """
    known = {(mention.sentence.span, mention.key): verdict for mention, verdict in compared}
    for mention, verdict in compared:
        text = mention.sentence.text
        beside = [known.get((mention.sentence.span, key)) for key in keys_beside(text, mention.key, cited)]
        if any(other is None or other.searched != "full" for other in beside):
            continue
        matched = {
            claim["span"]
            for other in beside
            if other is not None
            for claim in other.more["compared"]["claims"]
            if claim["supported"]
        }
        for claim in verdict.more["compared"]["claims"]:
            if claim["span"] not in matched and stands_with(text, claim["span"], mention.key, cited):
                yield mention, verdict, claim
