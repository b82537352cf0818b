"""One finding for a defect that stands in several copies of a file, such as ``paper_v1.tex`` and ``old/paper.tex``."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Related
from argcheck.lint.joining import of_versions
from argcheck.lint.report import IN_A_COPY
from argcheck.reading.versions import standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile

_LONG = 30  # characters of a line by which copies are known
_SHARED = 0.6  # of the lines of the shorter file
_MOST = 5  # copies that a finding names
_OF_ABSENT = frozenset(("missing-input",))  # what is not there is one defect, however many files ask for it


def without_copies(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile], versions: Collection[str] = ()
) -> list[Diagnostic]:
    """Keep of equal findings in the same line of copies the one in the file that lies least deep, or comes last by name.

    One of a document that somebody works on goes before those of its other ``versions``.  So of a file that is not there
    and that many files ask for. The others are named beside it. The order is kept.
    """

    @cache
    def lines(path: str) -> frozenset[str]:
        return frozenset(
            line for line in map(str.strip, sources[path].text.splitlines()) if len(line) >= _LONG
        )

    def copies(path: str, other: str) -> bool:
        shared = len(lines(path) & lines(other))
        return shared >= _SHARED * max(1, min(len(lines(path)), len(lines(other))))

    everything = list(diagnostics)
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for diagnostic in everything:
        if diagnostic.span.path in sources:
            alike.setdefault((diagnostic.code, diagnostic.message, _line(diagnostic, sources)), []).append(
                diagnostic
            )
    dropped: set[int] = set()
    named: dict[int, list[Related]] = {}
    for group in alike.values():
        if len({diagnostic.span.path for diagnostic in group}) < 2:
            continue
        group.sort(key=lambda d: (not of_versions(d, versions), standing(d.span.path)), reverse=True)
        first, *others = group
        others = [other for other in others if other.span.path != first.span.path]
        one_cause = first.name in _OF_ABSENT and len(others) >= _MOST
        for other in others:
            if one_cause or copies(first.span.path, other.span.path):
                said = "the same in this file" if one_cause else IN_A_COPY
                dropped.add(id(other))
                named.setdefault(id(first), []).append(Related(other.span, said))
    return [
        diagnostic._replace(related=(*diagnostic.related, *named.get(id(diagnostic), [])[:_MOST]))
        for diagnostic in everything
        if id(diagnostic) not in dropped
    ]


def _line(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> str:
    text, start = sources[diagnostic.span.path].text, diagnostic.span.start
    end = text.find("\n", start)
    return text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)].strip()
