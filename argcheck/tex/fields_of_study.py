"""Fields of study whose own signs look like what an author left: models of magnets called XXX, examples judged by ??."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.live_source import files_with

if TYPE_CHECKING:
    from argcheck.tex.model import ManuscriptRecords

_MODELS = (" chain", " spin", " model", "-chain", "-spin", "-model", "-type")
_SPINS = ("XXZ", "Heisenberg", *(f"XXX{kind}" for kind in _MODELS))
_LINGUISTS = frozenset(("gb4e", "linguex", "expex", "covington", "philex", "tipa"))
_GLOSSES = frozenset(("gll", "glt", "glll", "judgewidth"))  # in the examples of linguists


def is_of_spins(manuscript: ManuscriptRecords) -> bool:
    """Whether XXX may be the name of a model of magnets."""
    return bool(files_with(manuscript, _SPINS))


def is_of_linguists(manuscript: ManuscriptRecords) -> bool:
    """Whether question marks may be judgements of examples; a copy of a package for these may be called ``styles/our-gb4e``."""
    names = (part for name in manuscript.packages for part in name.replace("/", "-").split("-"))
    return not (_LINGUISTS.isdisjoint(names) and _GLOSSES.isdisjoint(manuscript.commands))
