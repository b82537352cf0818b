"""What the rules on sources share: cited works with their verdicts, and how a notice is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Entry, EntryVerdict, MentionVerdict, Notice, RuleContext

_SHOWN = 3


def judged(ctx: RuleContext, matter: str) -> Iterator[tuple[Entry, EntryVerdict]]:
    """Give the cited entries of which a verdict says ``matter`` and the author did not answer; each work once."""
    told: set[str] = set()
    for entry, verdict in ctx.verdicts.judged:
        if verdict.work not in told and ctx.verdicts.unanswered(verdict, matter):
            told.add(verdict.work)
            yield entry, verdict


def noticed(ctx: RuleContext, status: str) -> Iterator[tuple[Entry, Notice]]:
    """Give the cited entries with a notice of a status that the author did not answer; not of what fell since."""
    for entry, verdict in judged(ctx, status):
        if not verdict.fallen:
            yield entry, next(notice for notice in verdict.notices if notice.status == status)


def answering(entry: Entry) -> str:
    """Say how an author answers a notice once and for all."""
    return f"`argcheck verdicts accept {entry.key} REASON` keeps your answer"


def mentions(ctx: RuleContext, entry: Entry) -> list[Related]:
    """Give the first places that cite an entry."""
    find = ctx.bibliography.find
    cited = (
        citation
        for citation in ctx.manuscript.citations
        if citation.key and not citation.nocite and find(citation.key) is entry
    )
    return [Related(citation.span, "cited here") for citation, _ in zip(cited, range(_SHOWN), strict=False)]


def indexes(verdict: EntryVerdict, answer: str) -> list[str]:
    """Name the indexes that gave an answer; each may have been asked in several ways (``crossref (doi)``)."""
    return list(dict.fromkeys(name.partition(" (")[0] for name, said in verdict.asked if said == answer))


def published(notice: Notice) -> str:
    """Say when and why a notice was published: ``on 2010-02-06: ethics``."""
    return f"{notice.when}: {shortened(notice.reason)}" if notice.reason else notice.when


def listed(names: list[str]) -> str:
    """Join names: ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def standing(verdict: EntryVerdict | MentionVerdict) -> str:
    """Say in a word or two what a verdict comes to."""
    if verdict.kind == "mention":
        return verdict.verdict  # type: ignore[union-attr]
    words = {"ghost": "in no index", "mismatch": "another work", "unknown": "unknown"}
    word = words.get(verdict.outcome, "found")  # type: ignore[union-attr]
    fallen = [notice.status for notice in verdict.notices]  # type: ignore[union-attr]
    return ", ".join(dict.fromkeys([word, *fallen]))
