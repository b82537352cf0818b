"""Two estimates with one interval that differ by a slip: "1.87 (1.37 to 2.55)" and "1.78 (1.37 to 2.55)"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import digits_of
from argcheck.prose.intervals import reported_intervals
from argcheck.prose.samples import is_slip
from argcheck.prose.swapped_figures import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import ReadText

_DIGITS = 5  # least digits of two bounds that identify an estimate


def same_intervals(text: ReadText) -> Iterator[Conflict]:
    """Yield the estimates that elsewhere have the same bounds and a different digit, or two digits swapped."""
    told: dict[tuple[str, str], dict[str, list[Span]]] = {}
    for passage, intervals in reported_intervals(text):
        for interval in intervals:
            bounds = interval.low.strip(), interval.high.strip()
            if passage.kind != "table" and len(digits_of("".join(bounds))) >= _DIGITS:
                estimate = interval.estimate.strip()
                span = passage.span(interval.start, interval.start + len(interval.estimate))
                told.setdefault(bounds, {}).setdefault(estimate, []).append(span)
    for (low, high), estimates in told.items():
        if len(estimates) != 2:
            continue
        (first, places), (second, others) = sorted(estimates.items(), key=lambda told_at: -len(told_at[1]))
        if len(first) == len(second) and is_slip(int(digits_of(first)), int(digits_of(second))):
            yield Conflict(others[0], f"{second} ({low} to {high})", places[0], f"{first} ({low} to {high})")
