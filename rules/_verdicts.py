"""Helpers of the rules on sources: cited works with their verdicts, and the words for notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Entry, EntryVerdict, MentionVerdict, Notice, RuleContext

_SHOWN = 3


def judged(ctx: RuleContext, matter: str) -> Iterator[tuple[Entry, EntryVerdict]]:
    """Yield the cited entries whose verdict has a matter that the author did not answer; each work once."""
    seen: set[str] = set()
    for entry, verdict in ctx.verdicts.judged:
        if verdict.work not in seen and ctx.verdicts.unanswered(verdict, matter):
            seen.add(verdict.work)
            yield entry, verdict


def noticed(ctx: RuleContext, status: str) -> Iterator[tuple[Entry, Notice]]:
    """Yield the cited entries with an unanswered notice of a status, unless the work was retracted since."""
    for entry, verdict in judged(ctx, status):
        if not verdict.fallen:
            yield entry, next(notice for notice in verdict.notices if notice.status == status)


def answering(entry: Entry) -> str:
    """Return the advice how an author answers a notice permanently."""
    return f"`argcheck verdicts accept {entry.key} REASON` keeps your answer"


def mentions(ctx: RuleContext, entry: Entry) -> list[Related]:
    """Return the first three places that cite an entry."""
    find = ctx.bibliography.find
    cited = (
        citation
        for citation in ctx.manuscript.citations
        if citation.key and not citation.nocite and find(citation.key) is entry
    )
    return [Related(citation.span, "cited here") for citation, _ in zip(cited, range(_SHOWN), strict=False)]


def indexes(verdict: EntryVerdict, answer: str) -> list[str]:
    """Return the names of the indexes that gave an answer, each once, even if asked in several ways."""
    return list(dict.fromkeys(name.partition(" (")[0] for name, said in verdict.asked if said == answer))


def published(notice: Notice) -> str:
    """Return when and why a notice was published: ``on 2010-02-06: ethics``."""
    return f"{notice.when}: {shortened(notice.reason)}" if notice.reason else notice.when


def listed(names: list[str]) -> str:
    """Join names: ``a, b and c``."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def standing(verdict: EntryVerdict | MentionVerdict) -> str:
    """Return the outcome of a verdict in a few words."""
    from argcheck.api import MentionVerdict

    if isinstance(verdict, MentionVerdict):
        return verdict.verdict
    words = {"ghost": "in no index", "mismatch": "another work", "unknown": "unknown"}
    word = words.get(verdict.outcome, "found")
    fallen = [notice.status for notice in verdict.notices]
    return ", ".join(dict.fromkeys([word, *fallen]))
