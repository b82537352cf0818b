"""The value of a field as BibTeX puts it together: ``@string`` names, ``#``, delimiters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import closing

MONTHS: Mapping[str, str] = {
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}

_LONGEST = 20_000  # characters; definitions that double each other grow without end
_DEEPEST = 16  # definitions within definitions

_piece = lazy(r"""\s*+(?:(\{)|"((?:[^"{}]|\{[^{}]*+\})*+)"|([^\s"#%'(),={}]++))""")
_joint = lazy(r"\s*+(?:#|$)")


def resolve(raw: str, strings: Mapping[str, str]) -> str:
    """Resolve a raw value: delimiters off, ``#`` joined, names replaced by what ``@string`` gave them."""
    return _resolve(raw, strings, {}, 0).strip()


def _resolve(raw: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    pieces = list(_pieces(raw))
    if not pieces:
        return raw
    joined, length = [], 0
    for text, is_name in pieces:
        value = _named(text, strings, known, depth) if is_name else text
        joined.append(value)
        length += len(value)
        if length > _LONGEST and depth:
            break
    return "".join(joined)


def _named(name: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    """Give what a bare word stands for; one that is not defined stands for itself."""
    folded = name.lower()
    if folded in known:
        return known[folded]
    if folded not in strings or depth >= _DEEPEST:
        return MONTHS.get(folded, name)
    known[folded] = name  # a name defined by itself
    known[folded] = _resolve(strings[folded], strings, known, depth + 1)[:_LONGEST]
    return known[folded]


def _pieces(raw: str) -> Iterator[tuple[str, bool]]:
    """Split a raw value at ``#``: (text, whether it is a name); nothing if it does not parse."""
    result, position = [], 0
    while position < len(raw):
        match = _piece.match(raw, position)
        end = match.end() if match else 0
        if match and match[1]:
            end = closing(raw, match.start(1), len(raw), reading="plain")
        joint = _joint.match(raw, end) if end > 0 else None
        if match is None or joint is None:
            return
        inner = raw[match.end() : end - 1] if match[1] else match[2] if match[3] is None else match[3]
        result.append((inner, match[3] is not None))
        position = joint.end()
    yield from result
