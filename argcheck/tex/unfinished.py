r"""Finds unfinished places: marks of a merge, quantities without number (``\SI{XX}{\m}``, ``= xxx\,\mathrm{m}``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.live_source import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_MERGE, _MERGE_ENDS = "<<<<<<< ", ">>>>>>> "
#: What separates a number from its unit, and the beginning of the unit.
_UNIT = r"(?:\\[,;:! ]|~|\s)*\\(?:mathrm|rm|unit|si|%)(?![A-Za-z])"
#: The first or last mark of a merge, a command of siunitx or a formula with a placeholder for its number.
_STOPPED = lazy(
    rf"^(?:{_MERGE}|{_MERGE_ENDS})[^\s{{}}\\][^\n]*"
    r"|\\(?:SI|qty|num|ang)(?:\[[^\[\]{}]*\])?\{\s*(?:X{2,}(?:[.,]X+)?|X[.,]X+|\?{2,}|TODO|TBD)\s*\}"
    rf"|(?:[=<>]|\\(?:approx|sim|simeq|cong|leq?|geq?)(?![A-Za-z]))\s*(?P<blank>[xX]{{3,}})(?={_UNIT})",
    re.MULTILINE,
)
_NEEDLES = (_MERGE, _MERGE_ENDS, "\\SI", "\\qty", "\\num", "\\ang", "xxx", "XXX")


def unfinished(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the places and what is there, in words; linear."""
    conflict = ""  # the file with a first mark whose last one is still to come
    for span, match in live(manuscript, _STOPPED, _NEEDLES):
        if match["blank"]:
            yield span._replace(start=span.end - len(match["blank"])), match["blank"]
        elif match[0].startswith("\\"):
            yield span, match[0]
        elif match[0].startswith(_MERGE) or conflict != span.path:
            conflict = span.path if match[0].startswith(_MERGE) else ""
            yield span, f"the mark of an unfinished merge, {match[0].rstrip()},"
        else:
            conflict = ""
