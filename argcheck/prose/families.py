"""The role of a theorem-like environment in an argument, by its printed title."""

from __future__ import annotations

from functools import cache

_FAMILIES = (
    ("definition", "definition définition notation construction convention terminology begriff defn defi"),
    ("axiom", "axiom postulate postulat"),
    ("assumption", "assumption hypothes condition annahme voraussetzung hypothès standing"),
    (
        "open",
        "conjectur conjetur congettur question problem problèm problém vermutung frage pregunta pergunta domanda",
    ),
    (
        "result",
        "theorem lemma propos corollar claim observation fact criterion scholium result satz théorème lemme property",
    ),
    ("result", "korollar folgerung behauptung principle law estimate"),
    (
        "remark",
        "remark example exercise note solution case comment bemerkung beispiel remarque exemple warning",
    ),
)


@cache
def family(kind: str, name: str = "") -> str:
    """Return the role in an argument for a printed title such as ``technical lemma`` or ``satz``; else ``other``."""
    words = f"{kind} {name}".lower()
    for sort, stems in _FAMILIES:
        if any(stem in words for stem in stems.split()):
            return sort
    return "other"


#: Families that may have a proof.
PROVABLE = frozenset({"result", "other", "open"})
