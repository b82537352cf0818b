"""The words for the kinds of things that have labels, such as figure, ``Abb.`` or théorème, in all languages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from argcheck.tex.vocabulary import codes, table


@cache
def kinds() -> Mapping[str, str]:
    """Return word in lower case -> kind, such as ``figs`` -> ``figure``, for all languages.

    A word that means different kinds in two languages is left out.
    """
    named: dict[str, set[str]] = {}
    for code in codes():
        for kind, words in table(code, "references").items():
            for word in words.lower().split():
                named.setdefault(word, set()).add(kind)
    return {word: next(iter(names)) for word, names in named.items() if len(names) == 1}


@cache
def kinds_in(title: str) -> frozenset[str]:
    """Return the kinds that a printed title such as ``technical lemma`` names."""
    known = kinds()
    words = "".join(char if char.isalpha() else " " for char in title.lower()).split()
    return frozenset(known[word] for word in words if word in known)


def kinds_in_name(label: str) -> frozenset[str]:
    """Return the kinds that the words before the last colon of a label name: ``waves:subsec:speed``, ``sec_speed``."""
    known = kinds()
    *before, last = label.lower().split(":")
    if not before:  # else the first word, if another sign follows it
        first = last.replace("_", "-").replace(".", "-").partition("-")
        before = [first[0]] if first[1] else []
    return frozenset(known[word] for word in before if word in known)
