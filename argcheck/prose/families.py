"""What a theorem-like environment does in an argument, by its printed title."""

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
    """Sort a printed title such as ``technical lemma`` or ``satz`` into what it does in an argument."""
    words = f"{kind} {name}".lower()
    for sort, stems in _FAMILIES:
        if any(stem in words for stem in stems.split()):
            return sort
    return "other"


#: Families that a proof may belong to.
PROVABLE = frozenset({"result", "other", "open"})
