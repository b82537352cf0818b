"""Fields of study whose signs look like markers: models of magnets named XXX, examples judged by ??."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.live_source import files_with

if TYPE_CHECKING:
    from argcheck.tex.model import ManuscriptRecords

_MODELS = (" chain", " spin", " model", "-chain", "-spin", "-model", "-type")
_SPINS = ("XXZ", "Heisenberg", *(f"XXX{kind}" for kind in _MODELS))
_LINGUISTS = frozenset(("gb4e", "linguex", "expex", "covington", "philex"))
_TRANSCRIBED = 5  # passages in phonetic letters that a name or an acknowledgement may have
_PHONETIC = ("\\textipa", "\\tipaencoding", "\\begin{IPA}")  # what sets phonetic letters
_GLOSSES = frozenset(("gll", "glt", "glll", "judgewidth"))  # commands in examples of linguists


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
