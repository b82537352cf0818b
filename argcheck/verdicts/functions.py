"""The function of a citation: most claim something of their source, some only name a tool, a topic or further reading.

A citation without a claim that its source could confirm or deny is ``not-checkable``, and asking about it would only
cost money.  The words are in the table ``functions`` of each language, and err on the side of checking.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from argcheck.files.patterns import BRACKETED
from argcheck.tex.vocabulary import codes, wording

_PLACE = "\ue000"  # replaces the citation in question
_OTHER = "\ue001"  # replaces the others


class Function(NamedTuple):
    """The function of a citation."""

    name: str  #: ``claim``, ``tool``, ``method``, ``topic`` or ``pointer``
    checkable: bool
    reason: str = ""  #: why it is not checkable, for an author


CLAIM = Function("claim", checkable=True)
_POINTER = Function("pointer", checkable=False, reason="the citation points to further reading")
_TOOL = Function("tool", checkable=False, reason="the citation names a tool that was used")
_METHOD = Function("method", checkable=False, reason="the citation names a method that was followed")
_TOPIC = Function("topic", checkable=False, reason="the citation says only that the topic was studied")

_HERE = r"[\s,(]*(?:\ue001[\s,;]*)*\ue000"
_END = r"\ue000[\s\ue001.,;)]*$"
_NAME = r"\s+[A-Z][\w.+-]*\s*(?:\ue001\s*)*\ue000"
_POINTERS = (
    rf"\b{{functions.see-also}}{_HERE}"
    rf"|\b{{functions.see}}\s+{{functions.overview-by}}{_HERE}"
    rf"|\b{{functions.see}}{_HERE}[\s\ue001,;]*{{functions.for-more}}\b"
    r"|\b{functions.for-overview}\b[^.;]{0,40}\b(?<!quoted )(?<!cited ){functions.found-in}\b[^.;]{0,40}\ue000"
    r"|\b{functions.referring}\b[^.;]{0,40}\ue000"
)
#: "See [x]." is a pointer; "Dunes move (see [x])." makes a claim.
_OPENING = rf"\W*(?:{{functions.leading}}\s+)?{{functions.see}}{_HERE}"
_TOOLS = (
    r"\b{functions.by-means}\s+(?:\w+\s+){0,4}{functions.tools}\b[^.;]{0,40}\ue000"
    rf"|\b(?=[a-z]){{functions.named-tools}}{_NAME}"  # "Software Architectures" is a title
    rf"|\b{{functions.made-with}}{_NAME}"
)
_METHODS = (
    r"^(?:\w+,?\s+){0,4}{functions.authors}\b[^.;]{0,60}?\b{functions.following}\b(?!\s+{functions.clauses})[^.;]*"
    + _END
)
_TOPICS = r"\b{functions.studied}\b[^.;:]{0,90}" + _END
_EFFECT = r"\b{functions.findings}\b"
_FINDING = rf"\d|{_EFFECT}"  # digits may be in names of tools, but not in those of topics


def function_of(sentence: str, key: str) -> Function:
    """Return the function of the citation of ``key`` in ``sentence``, which has citations as keys in brackets."""
    text = BRACKETED.sub(lambda match: _marked(match[1], key), sentence)
    if _PLACE not in text:
        return CLAIM
    if _says(_POINTERS, text):
        return _POINTER
    words = text.replace(_PLACE, " ").replace(_OTHER, " ")
    if wording(codes(), _TOOLS).search(text) and not _says(_EFFECT, words):
        return _TOOL
    if not _says(_FINDING, words):
        if wording(codes(), _OPENING, re.IGNORECASE).match(text):
            return _POINTER
        if _says(_TOPICS, text):
            return _TOPIC
        if _says(_METHODS, text):
            return _METHOD
    return CLAIM


def _says(template: str, text: str) -> bool:
    """Whether a text matches a template in any language, in either case of letters."""
    return wording(codes(), template, re.IGNORECASE).search(text) is not None


def _marked(inside: str, key: str) -> str:
    keys = [part.strip() for part in inside.split(",")]
    if key not in keys:
        return _OTHER
    return (_OTHER if len(keys) > 1 else "") + _PLACE
