"""What a rule may yield: that a format can print it is seen while it is known which rule that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Diagnostic, Related, Span, Unchecked, shortened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.files.source import SourceFile


def validated(outcome: object, files: Mapping[str, SourceFile]) -> Diagnostic | Unchecked:
    """Return what a rule yielded; ``files`` are those that were read.

    :raises TypeError: no finding, or one of other types than `RuleContext.report` says.
    :raises ValueError: a place that the file does not have.
    """
    if isinstance(outcome, Unchecked):
        if not isinstance(outcome.because, str) or not isinstance(outcome.span, Span | None):
            raise TypeError(f"{shortened(repr(outcome))} is not what ctx.unchecked(because, span) makes")
        return outcome
    if not isinstance(outcome, Diagnostic):
        raise TypeError(f"{shortened(repr(outcome))} is no finding, as ctx.report(span, message) makes them")
    parts: tuple[Diagnostic | Related, ...] = (outcome, *outcome.related)
    for part in parts:
        if not (isinstance(part.span, Span) and isinstance(part.message, str)):
            raise TypeError(f"{part.span!r} is no Span, or {part.message!r} no text")
        source = files.get(part.span.path)
        if source and not 0 <= part.span.start <= part.span.end <= len(source.text):
            raise ValueError(f"{part.span} lies outside of the file, which ends at {len(source.text)}")
    return outcome
