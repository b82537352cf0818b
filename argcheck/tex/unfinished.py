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

_MERGE = "<<<<<<< "
_OTHER_SIDE, _MERGE_ENDS = "\n=======", "\n>>>>>>> "
#: The first mark of a merge, or a command of siunitx that has a placeholder where its number belongs.
_STOPPED = lazy(
    rf"^{_MERGE}[^\n]*"
    r"|\\(?:SI|qty|num|ang)(?:\[[^\[\]{}]*\])?\{\s*(?:X{2,}(?:[.,]X+)?|X[.,]X+|\?{2,}|TODO|TBD)\s*\}",
    re.MULTILINE,
)
_NEEDLES = (_MERGE, "\\SI", "\\qty", "\\num", "\\ang")


def unfinished(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the places with what stands there, in words; linear."""
    for span, match in live(manuscript, _STOPPED, _NEEDLES):
        if match[0].startswith(_MERGE):
            text = manuscript.files[span.path].text
            other = text.find(_OTHER_SIDE, span.end)
            if other >= 0 and text.find(_MERGE_ENDS, other) >= 0:
                yield span, f"the mark of an unfinished merge, {match[0].rstrip()},"
        else:
            yield span, match[0]
