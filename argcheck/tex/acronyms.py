r"""Finds acronyms and terms that are used but not defined: ``\gls{cpu}`` without a ``\newacronym{cpu}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.acronym_forms import BEGINNINGS, BRACED, COMMANDS, PACKAGES, USE, own_commands
from argcheck.tex.live_source import live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

#: Commands that load definitions from elsewhere.
_ELSEWHERE = frozenset(
    ("loadglsentries", "GlsXtrLoadResources", "glsxtrresourcefile", "DTLloaddb", "directlua")
)
_MOSTLY = 3  # of four keys must be defined, else the document defines them in an unknown way


def undefined_acronyms(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield place and key of the first use of each key that no other command has, so that none can define it."""
    if PACKAGES.isdisjoint(manuscript.packages) or not _ELSEWHERE.isdisjoint(manuscript.commands):
        return
    first: dict[str, Span] = {}
    uses = COMMANDS.keys() - own_commands(manuscript)
    for span, match in live(manuscript, USE, BEGINNINGS):
        if match[1] in uses:
            start, end = match.span(2)
            first.setdefault(match[2], span._replace(start=start, end=end))
    if not first:
        return
    defined: set[str] = set()
    for source in manuscript.files.values():
        defined.update(match[2] for match in BRACED.finditer(source.text) if match[1] not in COMMANDS)
    built = {(key[: key.index("#")], key[key.rindex("#") + 2 :]) for key in defined if "#" in key}
    built.discard(("", ""))
    lost = [
        key
        for key in first
        if key not in defined
        and not any(key.startswith(before) and key.endswith(behind) for before, behind in built)
    ]
    if 4 * len(lost) <= (4 - _MOSTLY) * len(first):
        yield from ((first[key], key) for key in lost)
