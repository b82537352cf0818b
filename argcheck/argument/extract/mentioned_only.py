"""Whether a reference to a result only mentions it, and nothing rests on it: "with B in place of Lemma A"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.prose.lexicon import ends_in_mention, sets_aside
from argcheck.tex.kinds import kinds
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.model import Reference

_REACH = 120  # characters before a reference in which words of a mention begin
_CLAUSE = 300  # most characters of a clause before a reference
_REFERRING = lazy(r"\\[A-Za-z]*[Rr]ef\*?\s*\{[^{}]*\}")
_NO_LETTERS = lazy(r"[^\w.]+")


def only_mentioned(reference: Reference, files: Mapping[str, SourceFile]) -> bool:
    """Whether the words before a reference say that its target is replaced, compared, or has a similar proof."""
    path, start, _ = reference.command_span
    before = files[path].text[max(0, start - _REACH) : start].rpartition("\n\n")[2]
    said, between = (
        _NO_LETTERS.sub(" ", _REFERRING.sub(" ", before)).lower().split(),
        words(codes(), "proofs.between"),
    )
    while not ends_in_mention(" ".join(said)):
        if not said or not (said[-1] in between or said[-1].strip(".") in kinds()):
            return False
        said.pop()
    return True


def only_spoken_of(reference: Reference, files: Mapping[str, SourceFile]) -> bool:
    """Whether a statement sets aside what it refers to: "rather than going the way of Theorem A"."""
    path, start, _ = reference.command_span
    return sets_aside(files[path].text[max(0, start - _CLAUSE) : start].rpartition("\n\n")[2])
