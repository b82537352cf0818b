"""The role of a theorem-like environment in an argument, by its printed title."""

from __future__ import annotations

from functools import cache

from argcheck.tex.kinds import kinds_in
from argcheck.tex.vocabulary import codes, words

#: The roles in the order in which they are tried; a title with words of several has the first.
_FAMILIES = ("definition", "axiom", "assumption", "open", "result", "remark")


@cache
def family(kind: str, name: str = "") -> str:
    """Return the role in an argument for a printed title such as ``technical lemma`` or ``satz``; else ``other``."""
    title = f"{kind} {name}".lower()
    return next((sort for sort in _FAMILIES if _has_part_of(title, sort)), "other")


@cache
def is_called(kind: str, sort: str) -> bool:
    """Whether a printed title is that of a ``theorem``, a ``lemma`` or a ``corollary``, in any language."""
    return sort in kinds_in(kind) or _has_part_of(kind.lower(), sort)


def _has_part_of(title: str, sort: str) -> bool:
    return any(part in title for part in words(codes(), f"statements.{sort}"))


#: Families that may have a proof.
PROVABLE = frozenset({"result", "other", "open"})
