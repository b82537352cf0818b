"""Labels in the files that listings show: between escape characters, where TeX obeys what stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.project import InputError
from argcheck.tex.live import commented
from argcheck.tex.macros import expand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.lookup import Lookup
    from argcheck.tex.model import Manuscript

_ESCAPES = ("escapeinside", "escapechar", "escapebegin")
_LISTED = lazy(r"\\lstinputlisting\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}")
_LABEL = lazy(r"\\label\s*\{([^{}]*)\}")


def escaped_labels(manuscript: Manuscript, lookup: Lookup, macros: dict[str, str]) -> Iterator[str | None]:
    """Yield the labels, and None for each shown file that is not there: it may hold a label of any name."""
    sources = manuscript.files.values()
    listing = [source for source in sources if "\\lstinputlisting" in source.text]
    if not listing or not any(option in source.text for source in sources for option in _ESCAPES):
        return
    for source in listing:
        for match in _LISTED.finditer(source.text):
            if commented(source.text, match.start()):
                continue
            shown = lookup.find([expand(match[1], macros).strip()], source.path)
            if shown is None:
                yield None
                continue
            try:
                yield from _LABEL.findall(lookup.files.read(shown).text)
            except InputError:
                continue
