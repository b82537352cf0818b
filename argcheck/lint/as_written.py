"""Map findings in manuscripts that were translated into LaTeX back to the files as their authors wrote them."""

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

    A fix is dropped if the original has other words there; a finding, if its rule is silent in that notation.
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
    """Return a held-back rule with its reasons in the words of the author, and their spans as offsets into the originals."""
    because = (
        reason._replace(
            because=_reworded(reason.because, sources.get(reason.span.path)),
            span=_moved(reason.span, sources),
        )
        if reason.span
        else reason
        for reason in held_back.because
    )
    return held_back._replace(because=tuple(because))


def _reworded(message: str, source: SourceFile | None) -> str:
    return source.reader.reworded(message) if isinstance(source, TranslatedFile) else message


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
    message, help_ = (_reworded(words, source) for words in (diagnostic.message, diagnostic.help or ""))
    diagnostic = diagnostic._replace(message=message, help=help_ or None)
    related = tuple(other._replace(span=_moved(other.span, sources)) for other in diagnostic.related)
    many = tuple(each._replace(span=_moved(each.span, sources)) for each in diagnostic.stands_for)
    place = _moved(diagnostic.span, sources)
    return diagnostic._replace(span=place, related=related, fix=fix, stands_for=many)


def _silent(diagnostic: Diagnostic, source: SourceFile | None) -> bool:
    """Whether the rule is silent in the notation of the file; ``source`` is None if the file could not be read."""
    return isinstance(source, TranslatedFile) and diagnostic.name in source.reader.silent
