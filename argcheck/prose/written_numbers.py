"""Find a number in the source as it is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_SET_APART = lazy(r"[{},\\\s~\xa0\u2009\u202f'’]+")
_JOINT, _SIGNS = r"[{},.\\\s~']*", r"[\s~{}$\\]*"


def written(
    manuscript: ManuscriptRecords, spans: Iterable[Span], literal: str, of: str = ""
) -> Iterator[tuple[Span, re.Match[str]]]:
    """Yield the matches of a number in ranges of the source, with any separator of thousands, each with its range.

    :param of: the text after it; spaces, braces, dollar signs and backslashes may be between.
    """
    first, *others = map(re.escape, _SET_APART.split(literal))
    # the look-behind comes after the first digits, since a pattern that begins with them is searched fast
    digits = _JOINT.join((rf"{first}(?<![\d.,]{first})", *others))
    pattern = re.compile(rf"{digits}{_SIGNS + re.escape(of) if of else ''}(?!\d|[.,]\d)")
    for span in spans:
        for match in pattern.finditer(manuscript.files[span.path].text, span.start, span.end):
            yield span, match
