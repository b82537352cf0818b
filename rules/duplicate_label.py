"""REF002: a label that is set twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, rule

from ._folding import MANY, folded, joined

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from argcheck.api import Caption, Diagnostic, Float, RuleContext, Span


@rule("REF002", "duplicate-label", severity=Severity.WARNING, since="0.1.0")
def duplicate_label(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A label is set more than once.

    ## Why is this bad?

    References print the number of the last place, whichever was meant.

    ## Example

    ```tex
    \section{Method} \label{sec:method}
    \section{Results} \label{sec:method}
    Section~\ref{sec:method} says how.
    ```

    ## Use instead

    ```tex
    \section{Method} \label{sec:method}
    \section{Results} \label{sec:results}
    Section~\ref{sec:method} says how.
    ```

    ## Limits

    A note instead of a warning:
    - Nothing refers to the label, so that no printed number is wrong.
    - It is set twice in one float, in the caption and behind it, as R Markdown writes it: every reference is right.

    Not reported:
    - Two labels in different conditionals, which are taken for branches that exclude each other
      (`\iftoggle{...}{...}{...}` and the like, too).

    Grouped as one finding:
    - A file that is read twice, at its first label.
    - A label that is set many times, at the second place.
    - More than five labels that one file sets again: a text was copied.
    """
    twice_read: set[str] = set()
    # Labels that are set again, each with its further places, by file and severity of the first of these.
    by_file: dict[tuple[str, Severity], list[list[Diagnostic]]] = {}
    caption_of = _captions(ctx.manuscript.floats)
    repeated = {name: labels for name, labels in ctx.manuscript.labels_by_name.items() if len(labels) > 1}
    used = _used(ctx, repeated.keys()) if repeated else frozenset()
    for name, labels in repeated.items():
        again: list[Diagnostic] = []
        captions = {caption_of.get(label.span) for label in labels}
        in_one_float = len(labels) == 2 and len(captions) == 1 and None not in captions
        harmless = in_one_float or name not in used
        spans: set[Span] = set()
        first: dict[frozenset[tuple[int, int]], tuple[int, Span]] = {}  # by the branches of its conditionals
        for label in labels:
            span, arms = label.span, frozenset(label.arms)
            if span in spans:
                if span.path not in twice_read and not arms:
                    twice_read.add(span.path)
                    yield from _read_twice(ctx, name, span)
                continue
            # Two labels in different branches of conditionals may never be set in one run.
            rivals = (first.get(arms), first.get(frozenset())) if arms else first.values()
            earliest = min((rival for rival in rivals if rival), default=None)
            if earliest:
                other = earliest[1]
                related = [Related(other, "first set here")]
                advice = "rename one of them, and the references that mean it"
                message = f"the label '{name}' is set more than once"
                again.append(ctx.report(span, message, help=advice, related=related, note=harmless))
            first.setdefault(arms, (len(spans), span))
            spans.add(span)
        if again:
            by_file.setdefault((again[0].span.path, again[0].severity), []).append(again)
    for names in by_file.values():
        if len(names) > MANY:
            help_ = "labels of this file: rename each of them, and the references that mean them"
            together = [diagnostic for again in names for diagnostic in again]
            yield from folded(ctx, together, "; this file has more such labels", help_, apart=True)
            continue
        help_ = "places set it again: rename each of them, and the references that mean them"
        for again in names:
            yield from joined(ctx, again, help_)


def _captions(floats: Iterable[Float]) -> dict[Span, Caption]:
    """Return the caption of each label in a float, by its place: the only one there, or in the same environment."""
    captions = {}
    for float_ in floats:
        inner: dict[int, list[Caption]] = {}
        for caption in float_.captions:
            inner.setdefault(caption.environment, []).append(caption)
        for label in float_.labels:
            near = float_.captions if len(float_.captions) == 1 else inner.get(label.environment, ())
            if len(near) == 1:
                captions[label.span] = near[0]
    return captions


def _used(ctx: RuleContext, names: Collection[str]) -> frozenset[str]:
    """Return the labels to which the document refers, even if only by an unknown macro."""
    m = ctx.manuscript
    named = m.referenced.union(use.name for use in m.uses)
    return named | m.named_elsewhere(set(names) - named)


def _read_twice(ctx: RuleContext, name: str, span: Span) -> Iterator[Diagnostic]:
    places = [place for place, path in ctx.manuscript.inputs if path == span.path]
    if len(places) > 1 and len(set(places)) == 1:
        return  # one call of a macro, which reads it in the one arm of a conditional or in the other
    related = [Related(place, "read here") for place in places]
    message = f"'{span.path}' is read more than once, and each time sets the label '{name}' again"
    yield ctx.report(span, message, help="read it once, or keep labels out of it", related=related)
