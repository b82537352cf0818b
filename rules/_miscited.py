"""Helpers of the rules on miscitations, which replay verdicts on mentions, each for one class of the taxonomy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, EvidenceSpan, MentionVerdict, Related, RuleContext

_SHOWN = 3


def findings(ctx: RuleContext, class_: str, said: str) -> Iterator[Diagnostic]:
    """Report the mentions with a current verdict of ``class_`` that the author did not answer.

    Mentions of retracted and of unknown works are left out: these works have their own rules.
    """
    for mention, verdict in ctx.verdicts.miscited:
        if verdict.class_ != class_ or not ctx.verdicts.unanswered(verdict, "miscited"):
            continue
        known = ctx.verdicts.entry(mention.entry)
        if known is not None and (known.outcome == "ghost" or known.fallen):
            continue
        stage = "entailment" if verdict.stage == "entailment" else "model"
        judge = verdict.judge.get(stage) or verdict.judge.get("name", "?")
        message = (
            f"{said}: {verdict.reason} ('{mention.key}', {verdict.subtype}; "
            f"confidence {verdict.confidence:.2f}, by {judge} from {_read(verdict)})"
        )
        leaning = ctx.graph.leaned_on(mention.sentence.span) if ctx.manuscript.argues else None
        related: list[Related] = []
        if leaning:
            goal, route = leaning
            message += f"; the claim {ctx.graph.name(goal)} leans on it"
            related = ctx.graph.along(route)
        yield ctx.report(mention.citation.span, message, help=_advice(verdict), related=related)


def _read(verdict: MentionVerdict) -> str:
    known = {"full": "the full text", "abstract": "the abstract", "witnesses": "works that cite it"}
    return known.get(verdict.searched, "some pages")


def _advice(verdict: MentionVerdict) -> str:
    """Return the passages of a verdict, and a sentence that the source would support, as advice."""
    parts = [_shown(span) for span in verdict.spans[:_SHOWN]]
    if verdict.would_support:
        parts.append(f"the source would support: {verdict.would_support}")
    return "; ".join(parts) or "read the source before you act"


def _shown(span: EvidenceSpan) -> str:
    place = span.place or "the source"
    return f'{place}: "{span.quote}"' if span.quote else place
