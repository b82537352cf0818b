r"""What is left where an author stopped: the marks of a merge, a quantity without its number (``\SI{XX}{\metre}``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.live_source import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_BEGINS = "<<<<<<< "
_MERGE = lazy(rf"^{_BEGINS}[^\n]*", re.MULTILINE)
_OTHER_SIDE, _ENDS = "\n=======", "\n>>>>>>> "
#: Commands of siunitx whose first argument is a number.
_QUANTITIES = ("\\SI", "\\qty", "\\num", "\\ang")
_NO_NUMBER = lazy(
    r"\\(?:SI|qty|num|ang)(?:\[[^\[\]{}]*\])?\{\s*(?:X{2,}(?:[.,]X+)?|X[.,]X+|\?{2,}|TODO|TBD)\s*\}"
)


def unfinished(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the places with what stands there, in words; linear."""
    for span, match in live(manuscript, _MERGE, (_BEGINS,)):
        text = manuscript.files[span.path].text
        other = text.find(_OTHER_SIDE, span.end)
        if other >= 0 and text.find(_ENDS, other) >= 0:
            yield span, f"the mark of an unfinished merge, {match[0].rstrip()},"
    for span, match in live(manuscript, _NO_NUMBER, _QUANTITIES):
        yield span, match[0]
