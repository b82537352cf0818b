"""Labels in the files that listings show: between escape characters, where TeX obeys what stands there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.opening import InputError
from argcheck.files.patterns import LABEL, lazy
from argcheck.tex.live_source import commented
from argcheck.tex.macro_text import expand

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.file_lookup import Lookup

_ESCAPES = ("escapeinside", "escapechar", "escapebegin", "mathescape")
_LISTED = lazy(
    r"\\(?:lstinputlisting|inputminted\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}|[BL]?VerbatimInput)\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}"
)
_MADE = lazy(
    r"\\(?:newtcbinputlisting|DeclareTCBInputListing)\s*(?:\[[^\]]*\])?\s*\{?\s*\\([A-Za-z]+)\s*\}?[^\\]{0,400}?listing file\s*=\s*\{?\s*#(\d)"
)


def escaped_labels(
    sources: Collection[SourceFile], lookup: Lookup, macros: Mapping[str, str]
) -> Iterator[str | None]:
    """Yield the labels, and None for each shown file that is not there: it may hold a label of any name."""
    if not any(option in source.text for source in sources for option in _ESCAPES):
        return
    showing = [_LISTED, *(own for source in sources for own in _own(source.text))]
    for source in sources:
        for match in (call for pattern in showing for call in pattern.finditer(source.text)):
            if commented(source.text, match.start()) or "#" in match[1]:
                continue
            shown = lookup.find([expand(match[1], macros).strip()], source.path)
            if shown is None:
                yield None
                continue
            try:
                yield from LABEL.findall(lookup.files.read(shown).text)
            except InputError:
                continue


def _own(text: str) -> Iterator[re.Pattern[str]]:
    """Yield how the calls of listing commands look that a file defines by tcolorbox."""
    for name, place in _MADE.findall(text) if "InputListing" in text or "inputlisting" in text else ():
        before = int(place) - 1
        yield re.compile(rf"\\{name}\s*(?:\{{[^{{}}]*\}}\s*){{{before}}}\{{([^{{}}]*)\}}")
