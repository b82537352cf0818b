"""Join equal findings of several documents, and of several copies of one file."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from posixpath import dirname
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import FAILED_CODE, Related, Severity
from argcheck.files.grouping import sets_by_key
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.lint.grouped_findings import places, restricted
from argcheck.lint.report import IN_A_COPY
from argcheck.reading.versions import standing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.files.source import SourceFile
    from argcheck.reading.read_document import Document


def readers_of(documents: Iterable[Document]) -> Mapping[str, set[str]]:
    """Collect the documents that read each file."""
    return sets_by_key((path, m.root) for m, b in documents for path in {*m.files, *b.files})


def drop_disagreed(
    findings: Sequence[tuple[Document, list[Diagnostic]]], everywhere: Collection[str]
) -> None:
    """Drop findings in a shared file that not all whole documents have that read it: one of these may use it.

    :param everywhere: codes of the rules whose findings are dropped.
    """
    if len(findings) < 2 or not everywhere:
        return
    having = Counter(
        pair
        for _, diagnostics in findings
        for pair in {(d.code, span) for d in diagnostics if d.code in everywhere for span in places(d)}
    )
    wholes = [document for document, _ in findings if not document.manuscript.fragment_reason]
    readers = Counter(path for m, b in wholes for path in {*m.files, *b.files})

    def agreed(code: str, span: Span) -> bool:
        return code not in everywhere or having[code, span] >= readers[span.path]

    for _, diagnostics in findings:
        diagnostics[:] = [left for d in diagnostics for left in restricted(d, partial(agreed, d.code))]


def joined(
    diagnostics: Iterable[tuple[str, Diagnostic]],
    readers: Mapping[str, set[str]],
    versions: Collection[str] = (),
) -> list[Diagnostic]:
    """Return one finding for equal ones of several documents; it names them if others read the LaTeX file, too.

    So it does in a bibliography, if none of them but ``versions`` has it, which are not the current ones.
    """
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
        named = path.endswith(TEX_SUFFIXES) or all(root in versions for root in having)
        reading = readers.get(path, set()) if named else having
        where = ""
        if set(having) < set(reading):
            where = f" (in {' and '.join(having[:2])}{' and others' if len(having) > 2 else ''})"
        kept.append(diagnostic._replace(roots=tuple(having), message=diagnostic.message + where))
    return sorted(kept, key=lambda diagnostic: diagnostic.sort_key)


def as_notes(diagnostics: Iterable[Diagnostic], versions: Collection[str]) -> list[Diagnostic]:
    """Make notes of findings that no documents have but ``versions``, which are not the current ones."""
    return [
        diagnostic._replace(severity=Severity.NOTE)
        if diagnostic.code != FAILED_CODE and of_versions(diagnostic, versions)
        else diagnostic
        for diagnostic in diagnostics
    ]


def of_versions(diagnostic: Diagnostic, versions: Collection[str]) -> bool:
    """Whether only documents in ``versions`` have a finding."""
    return all(root in versions for root in diagnostic.roots)


_LONG = 30  # characters from which a line counts in comparing files
_SHARED = 0.6  # copies share this part of the lines of the shorter file
_MOST = 5  # copies that a finding names
_OF_ABSENT = frozenset(("missing-input",))  # a missing file is a single defect, however many files ask for it


def without_copies(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile], versions: Collection[str] = ()
) -> list[Diagnostic]:
    """Keep one of equal findings in the same line of copies of a file, and add the others as related places.

    Preferred is one in a current document, not only in its other ``versions``; then the severest; then the one in the
    least deep file, or the last by name.  Requests for a missing file count as equal, too, if they are in one folder or
    at least six.  The order is kept.
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
            line = "" if diagnostic.name in _OF_ABSENT else _line(diagnostic, sources)
            alike.setdefault((diagnostic.code, diagnostic.message, line), []).append(diagnostic)
    dropped: set[int] = set()
    named: dict[int, list[Related]] = {}
    for group in alike.values():
        if len({diagnostic.span.path for diagnostic in group}) < 2:
            continue
        group.sort(
            key=lambda d: (not of_versions(d, versions), d.severity, standing(d.span.path)), reverse=True
        )
        first, *others = group
        others = [other for other in others if other.span.path != first.span.path]
        absent, many = first.name in _OF_ABSENT, len(others) >= _MOST
        for other in others:
            one_cause = absent and (many or dirname(first.span.path) == dirname(other.span.path))
            if one_cause or copies(first.span.path, other.span.path):
                words = "the same in this file" if one_cause else IN_A_COPY
                dropped.add(id(other))
                named.setdefault(id(first), []).append(Related(other.span, words))
    return [
        diagnostic._replace(related=(*diagnostic.related, *named.get(id(diagnostic), [])[:_MOST]))
        for diagnostic in everything
        if id(diagnostic) not in dropped
    ]


def _line(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> str:
    text, start = sources[diagnostic.span.path].text, diagnostic.span.start
    end = text.find("\n", start)
    return text[text.rfind("\n", 0, start) + 1 : end if end >= 0 else len(text)].strip()
