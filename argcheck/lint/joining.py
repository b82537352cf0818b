"""What several documents say of the files that they share, as one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import FAILED_CODE, Severity
from argcheck.files.manifest import TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.reading.read_document import Document


def readers_of(documents: Iterable[Document]) -> Mapping[str, set[str]]:
    """Collect the documents that read each file."""
    readers: dict[str, set[str]] = {}
    for m, b in documents:
        for path in {*m.files, *b.files}:
            readers.setdefault(path, set()).add(m.root)
    return readers


def joined(
    diagnostics: Iterable[tuple[str, Diagnostic]], readers: Mapping[str, set[str]]
) -> list[Diagnostic]:
    """One finding for what several documents say alike; what only some of those that read the file say names them."""
    roots: dict[tuple[str, Span, str], set[str]] = {}
    first: dict[tuple[str, Span, str], Diagnostic] = {}
    for root, diagnostic in diagnostics:
        key = (diagnostic.code, diagnostic.span, diagnostic.message)
        roots.setdefault(key, set()).add(root)
        first.setdefault(key, diagnostic)
    kept = []
    for key, diagnostic in first.items():
        having = sorted(roots[key])
        path = diagnostic.span.path
        reading = readers.get(path, set()) if path.endswith(TEX_SUFFIXES) else having
        where = ""
        if set(having) < set(reading):
            where = f" (in {' and '.join(having[:2])}{' and others' if len(having) > 2 else ''})"
        kept.append(diagnostic._replace(roots=tuple(having), message=diagnostic.message + where))
    return sorted(kept, key=lambda diagnostic: diagnostic.sort_key)


def as_notes(diagnostics: Iterable[Diagnostic], versions: Collection[str]) -> list[Diagnostic]:
    """Make notes of what only documents have that are other versions of one that somebody works on."""
    return [
        diagnostic._replace(severity=Severity.NOTE)
        if diagnostic.code != FAILED_CODE and of_versions(diagnostic, versions)
        else diagnostic
        for diagnostic in diagnostics
    ]


def of_versions(diagnostic: Diagnostic, versions: Collection[str]) -> bool:
    """Whether no other documents have a finding than these."""
    return all(root in versions for root in diagnostic.roots)
