"""Contradictions between verdicts on the same thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.verdicts.model import DECIDED, EntryVerdict, MentionVerdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.diagnostic import Span


class Disagreement(NamedTuple):
    """Two contradictory verdicts on the same thing."""

    span: Span  #: the key of the entry, or of the mention
    used: EntryVerdict | MentionVerdict
    other: EntryVerdict | MentionVerdict


def disagreement(
    span: Span, used: EntryVerdict | MentionVerdict, known: Sequence[EntryVerdict | MentionVerdict]
) -> Disagreement | None:
    """Return the first verdict that contradicts the one in use; None without any."""
    others = (item for item in known if item.thing == used.thing and item is not used)
    other = next((other for other in others if _contradict(used, other)), None)
    return Disagreement(span, used, other) if other else None


def _contradict(used: EntryVerdict | MentionVerdict, other: EntryVerdict | MentionVerdict) -> bool:
    """Whether two verdicts on the same thing cannot both be right; a later notice is no contradiction."""
    if isinstance(used, MentionVerdict) or isinstance(other, MentionVerdict):
        assert isinstance(used, MentionVerdict)
        assert isinstance(other, MentionVerdict)
        return {used.verdict, other.verdict} == DECIDED
    exists = [_existence(verdict) for verdict in (used, other)]
    if "" in exists:
        return False
    if exists[0] != exists[1]:
        return True
    now, then = ({notice.status for notice in verdict.notices} for verdict in (used, other))
    return bool(then - now) or (used.checked == other.checked and now != then)


def _existence(verdict: EntryVerdict) -> str:
    return {"unknown": "", "ghost": "ghost", "mismatch": "mismatch"}.get(verdict.outcome, "found")
