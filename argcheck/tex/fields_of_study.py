"""Fields of study with signs and words of their own: models of magnets named XXX, examples of linguists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.grouping import lists_by_key
from argcheck.tex.live_source import files_with, holding, joined, live_calls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_MODELS = (" chain", " spin", " model", "-chain", "-spin", "-model", "-type")
_SPINS = ("XXZ", "Heisenberg", *(f"XXX{kind}" for kind in _MODELS))
_LINGUISTS = frozenset(("gb4e", "linguex", "expex", "covington", "philex"))
_TRANSCRIBED = 5  # passages in phonetic letters that a name or an acknowledgement may have
_PHONETIC = ("\\textipa", "\\tipaencoding", "\\begin{IPA}")  # what sets phonetic letters
_GLOSSES = frozenset(("gll", "glt", "glll", "judgewidth"))  # commands in examples of linguists
#: Their environments, the commands that begin and end an example, and others that stand in one only.
_EXAMPLES = ("exe", "xlist", "example", "subexample", "covexample", "subcovexample", "interlinear")
_BEGINNING, _ENDING = frozenset(("ex", "pex", "ea", "eal", "eas")), frozenset(("xe", "z", "zl"))
_WITHIN = _GLOSSES.union(("exg", "begingl", "gla", "glb", "glft", "glend", "trans"))


def is_of_spins(manuscript: ManuscriptRecords) -> bool:
    """Whether XXX may be the name of a model of magnets."""
    return bool(files_with(manuscript, _SPINS))


def is_of_linguists(manuscript: ManuscriptRecords) -> bool:
    """Whether question marks may be judgements of examples; their packages may have names like ``styles/our-gb4e``."""
    names = {part for name in manuscript.packages for part in name.replace("/", "-").split("-")}
    if not (_LINGUISTS.isdisjoint(names) and _GLOSSES.isdisjoint(manuscript.commands)):
        return True
    if "tipa" not in names:
        return False
    own = (
        name
        for name, made in manuscript.macros.items()
        if any("#" in each.body and _sets_phonetic(each.body) for each in made)
    )
    marks = [*_PHONETIC, *(f"\\{name}" for name in own)]
    texts = [file.text for file in manuscript.files.values()]
    return sum(text.count(mark) for text in texts for mark in marks) > _TRANSCRIBED


def _sets_phonetic(body: str) -> bool:
    return any(mark in body for mark in _PHONETIC)


def examples_of_linguists(manuscript: ManuscriptRecords) -> Iterator[Span]:
    r"""Yield the examples of linguists: their environments, ``\ea`` to ``\z``, and other paragraphs with glosses."""
    spans = [each.span for each in manuscript.environments if each.name.startswith(_EXAMPLES)]
    yield from spans
    inside = {
        path: joined(ranges)
        for path, ranges in lists_by_key((path, (start, end)) for path, start, end in spans).items()
    }
    begun: Span | None = None
    paragraph: Span | None = None  # the last one, which ends at a blank line
    for span, match in live_calls(manuscript, _BEGINNING | _ENDING | _WITHIN):
        if begun and begun.path != span.path:
            begun = None
        text = match.string
        if match[1] in _ENDING:
            if begun:
                yield begun._replace(end=span.end)
            begun = None
        elif begun or holding(inside.get(span.path, ()), span.start):
            continue
        elif match[1] in _BEGINNING and not text.startswith(".", span.end):  # that of linguex is a paragraph
            begun = span
        elif not (paragraph and paragraph.contains(span)):
            start, end = text.rfind("\n\n", 0, span.start) + 1, text.find("\n\n", span.end)
            paragraph = span._replace(start=start, end=end if end >= 0 else len(text))
            yield paragraph
