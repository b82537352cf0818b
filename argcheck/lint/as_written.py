"""Findings in manuscripts that were translated into LaTeX, at their places in the file as its author wrote it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.manuscript_reader import TranslatedFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import HeldBack


def as_written(
    diagnostics: list[Diagnostic], sources: Mapping[str, SourceFile]
) -> tuple[list[Diagnostic], Mapping[str, SourceFile]]:
    """Return findings with their spans as offsets into the original files, and those files by path.

    A fix of words that do not stand there as they were read is left out.
    """
    if all(source.original is source for source in sources.values()):
        return diagnostics, sources
    originals = {path: source.original for path, source in sources.items()}
    written = [
        _as_written(diagnostic, sources)
        for diagnostic in diagnostics
        if not _silent(diagnostic, sources.get(diagnostic.span.path))
    ]
    return written, originals


def held_as_written(held_back: HeldBack, sources: Mapping[str, SourceFile]) -> HeldBack:
    """Return why a rule was held back with the places to look at as offsets into the original files."""
    because = (
        reason._replace(span=_moved(reason.span, sources)) if reason.span else reason
        for reason in held_back.because
    )
    return held_back._replace(because=tuple(because))


def _moved(span: Span, sources: Mapping[str, SourceFile]) -> Span:
    source = sources.get(span.path)
    return Span(span.path, *source.range(span.start, span.end)) if source else span


def _as_written(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> Diagnostic:
    fix = diagnostic.fix
    if fix:
        edits = fix.edits
        files = [sources.get(edit.span.path) for edit in edits]
        if all(
            file is None or file.verbatim(edit.span.start, edit.span.end)
            for file, edit in zip(files, edits, strict=True)
        ):
            fix = fix._replace(edits=tuple(edit._replace(span=_moved(edit.span, sources)) for edit in edits))
        else:
            fix = None
    source = sources.get(diagnostic.span.path)
    if isinstance(source, TranslatedFile):
        reworded = source.reader.reworded
        message, help_ = reworded(diagnostic.message), reworded(diagnostic.help or "")
        diagnostic = diagnostic._replace(message=message, help=help_ or None)
    related = tuple(other._replace(span=_moved(other.span, sources)) for other in diagnostic.related)
    many = tuple(each._replace(span=_moved(each.span, sources)) for each in diagnostic.stands_for)
    place = _moved(diagnostic.span, sources)
    return diagnostic._replace(span=place, related=related, fix=fix, stands_for=many)


def _silent(diagnostic: Diagnostic, source: SourceFile | None) -> bool:
    """Whether the rule says nothing of the notation that a file is in; of one that could not be read there is no source."""
    return isinstance(source, TranslatedFile) and diagnostic.name in source.reader.silent
