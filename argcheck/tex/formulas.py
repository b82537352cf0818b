"""Formulas and quantities as words, where they read as such."""

from __future__ import annotations

import re

from argcheck.patterns import lazy
from argcheck.tex.reading import MATH, UNITS
from argcheck.tex.sentences import FORMULA, OBJECT

#: a formula longer than this is taken for unclosed
MAX_FORMULA = 3_000
_MAX_SOURCE = 60  # characters of a formula that may read as words
_MAX_WORDS = 40
_NESTED = 7  # dollars in the text of a formula
_END = 120  # characters of a formula in which the sign of its sentence stands

_CLOSED = lazy(r"[^$\\\n%]*+(?:(?:\\(?s:.)|%[^\n]*+|\n(?![ \t]*+\n))[^$\\\n%]*+)*+\$")
_COMMAND = lazy(r"\\(?:([A-Za-z]+)|(.))|[{}]", re.DOTALL)
_READABLE = lazy(r"[\w\s.,:;()\[\]=<>+\-/*|'^°·×±∓≤≥≠≈∼≃≡∝∞→←⇒↦∈⊂∪∩∂∇∑∀∃¬∧∨≪≫≲≳÷†′…%&$#{}]*\Z")
_SIGN = lazy(
    r"([.,;:!?])(?:[\s}$]|\\label\{[^{}]{0,80}\}|\\(?:nonumber|notag|qedhere|qed|q?quad|end\{\w+\*?\})(?![a-z])|\\[\\,;!: ])*\Z"
)


def formula(source: str) -> str:
    """Return a formula as words where it reads as such, else the placeholder with its punctuation."""
    if len(source) <= _MAX_SOURCE and "$" not in source.replace("\\$", ""):
        words = "\xa0".join(_COMMAND.sub(_word, source).split())
        if words and len(words) <= _MAX_WORDS and _READABLE.match(words):
            return FORMULA + words + FORMULA
    return placeholder(source, 0, len(source))


def placeholder(text: str, start: int, end: int) -> str:
    """Return what stands for the formula of a range: a sign without words, and the punctuation that it ends with."""
    sign = _SIGN.search(text, max(start, end - _END), end)
    return OBJECT + (sign[1] if sign else "")


def formula_end(text: str, start: int, limit: int) -> int:
    r"""Return the offset behind the dollar that closes a formula, past ``\text{if $x$ is}``; -1 if there is none."""
    position = first = -1
    for _ in range(_NESTED):
        closed = _CLOSED.match(text, max(position, start), min(limit, start + MAX_FORMULA))
        if closed is None:
            return first
        position = closed.end()
        first = position if first < 0 else first
        if text.count("{", start, position) <= text.count("}", start, position):
            return position
    return first


def _word(match: re.Match[str]) -> str:
    if match[1]:
        return MATH.get(match[1], "\0")
    return {"%": "%", "&": "&", "#": "#", "$": "$", "{": "{", "}": "}", None: ""}.get(match[2], " ")


def quantity(source: str) -> str:
    """Return a number or a unit of siunitx as words; everything unreadable vanishes."""
    return _COMMAND.sub(_unit, source).strip()


def _unit(match: re.Match[str]) -> str:
    if match[1]:
        return UNITS.get(match[1]) or MATH.get(match[1], "")
    return "%" if match[2] == "%" else ""
