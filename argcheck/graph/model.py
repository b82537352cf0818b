"""The vocabulary of the argument graph: kinds, relations, roles, and what is stored of a claim and a link.

What callers assert is kept as it was asserted (`Claim`, `Link`).  The graph that the checks see
(`Node`, `Edge`) is derived from it by merging duplicates, so it cannot depend on the order of ingest.
Plain slotted classes instead of dataclasses: a graph may hold half a million of them, and importing
the package must stay cheap.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["given", "inference", "assumption", "conclusion"]
Relation = Literal["supports", "attacks", "assumes"]
Key = tuple[str, str, str]  # source, target, relation

#: Stronger kinds first.  A conclusion stays one when it merges with a given: the other way round the
#: claim to be shown would support itself.
KINDS: tuple[Kind, ...] = ("conclusion", "given", "inference", "assumption")
RELATIONS: tuple[Relation, ...] = ("supports", "attacks", "assumes")
#: The relations that carry support from source to target.
FEEDING: frozenset[str] = frozenset({"supports", "assumes"})
ROLES = (
    "evidence",
    "result",
    "method",
    "context",
    "assumption",
    "conclusion",
    "hypothesis",
    "claim",
    "counterevidence",
    "limitation",
)
DEFAULT_CONFIDENCE = 0.8
#: The run named on attacks that the negation and number guards add.
GUARD_RUN = "guard"

_AUTHORITY = {"author": 0, "structure": 1, "cues": 2}
_MODEL = 3
_GROUNDED_ROLES = frozenset({"evidence", "result", "method", "context"})
_NUMBERED_RUN = re.compile(r"([rv]\d+):")


def authority(run_ids: Iterable[str]) -> int:
    """How much the best of these runs is to be believed about kinds; 0 (the author) is most."""
    return min((_AUTHORITY.get(run, _MODEL) for run in run_ids), default=_MODEL)


def kind_for_role(role: str, *, grounded: bool = False) -> Kind:
    """Return the kind of a node of which only the role is known.

    ``grounded`` says that the node rests on a source, a float, a datum or an axiom.
    """
    if role in ("assumption", "conclusion"):
        return "assumption" if role == "assumption" else "conclusion"
    return "given" if grounded and role in _GROUNDED_ROLES else "inference"


def run_of_id(node_id: str) -> frozenset[str]:
    """Return the run spelled in ids such as ``r2:n4``, or no run."""
    found = _NUMBERED_RUN.match(node_id)
    return frozenset({found[1]}) if found else frozenset()


class Claim:
    """One node as asserted, all assertions of its id joined.

    ``kind``, ``role`` and ``open`` are pairs whose first member is the authority of the run that said
    so: the smaller pair wins, which makes joining commutative.
    """

    __slots__ = (
        "confidence",
        "id",
        "kind",
        "locations",
        "open",
        "refute_reason",
        "refuted",
        "role",
        "run_ids",
        "text",
    )

    def __init__(
        self,
        node_id: str,
        text: str,
        *,
        kind: tuple[int, int],
        role: tuple[int, str],
        open_: tuple[int, int],
        confidence: float,
        run_ids: frozenset[str],
        locations: tuple[str, ...],
    ) -> None:
        """Store one assertion; `refuted` is set later and only by `mark_refuted`."""
        self.id = node_id
        self.text = text
        self.kind = kind
        self.role = role
        self.open = open_
        self.confidence = confidence
        self.run_ids = run_ids
        self.locations = locations
        self.refuted = False
        self.refute_reason: str | None = None

    @property
    def rank(self) -> tuple[bool, str, str]:
        """Order of assertion: first run, then id; a claim of unknown run comes last."""
        return (not self.run_ids, min(self.run_ids, default=""), self.id)

    def join(self, other: Claim) -> None:
        """Take up another assertion of the same id and text."""
        self.kind = min(self.kind, other.kind)
        self.role = min(self.role, other.role)
        self.open = min(self.open, other.open)
        self.confidence = max(self.confidence, other.confidence)
        self.run_ids |= other.run_ids
        self.locations = union(self.locations, other.locations)


class Link:
    """One edge as asserted, between the ids that the caller named."""

    __slots__ = ("confidence", "locations", "run_ids")

    def __init__(self, confidence: float, run_ids: frozenset[str], locations: tuple[str, ...]) -> None:
        """Store what is known of the edge besides its ends and relation."""
        self.confidence = confidence
        self.run_ids = run_ids
        self.locations = locations

    def join(self, other: Link) -> None:
        """Take up a parallel edge of the same relation: greatest confidence, all runs, all places."""
        self.confidence = max(self.confidence, other.confidence)
        self.run_ids |= other.run_ids
        self.locations = union(self.locations, other.locations)

    def copy(self) -> Link:
        """Return an edge that can be joined without touching this one."""
        return Link(self.confidence, self.run_ids, self.locations)


class Node:
    """A claim of the merged graph: one or more asserted claims that say the same."""

    __slots__ = (
        "aliases",
        "confidence",
        "id",
        "kind",
        "locations",
        "open",
        "refute_reason",
        "refuted",
        "role",
        "run_ids",
        "text",
    )

    def __init__(self, members: list[Claim]) -> None:
        """Merge claims; the first by rank gives its id and text, a refuted member refutes the node."""
        members = sorted(members, key=lambda claim: claim.rank)
        first, rest = members[0], members[1:]
        self.id, self.text = first.id, first.text
        self.kind: Kind = KINDS[min(claim.kind for claim in members)[1]]
        self.role: str | None = min(claim.role for claim in members)[1] or None
        self.open = min(claim.open for claim in members)[1] == 0
        self.confidence = max(claim.confidence for claim in members)
        self.run_ids = first.run_ids.union(*(claim.run_ids for claim in rest)) if rest else first.run_ids
        self.refuted = any(claim.refuted for claim in members)
        reasons = (claim.refute_reason for claim in members if claim.refuted)
        self.refute_reason: str | None = next(reasons, None)
        self.aliases = list(dict.fromkeys(claim.text for claim in rest if claim.text != self.text))
        self.locations = union(*(claim.locations for claim in members)) if rest else first.locations

    def as_dict(self) -> dict[str, Any]:
        """Return the node as the graph JSON spells it."""
        return {
            "id": self.id,
            "kind": self.kind,
            "role": self.role,
            "text": self.text,
            "confidence": self.confidence,
            "run_ids": sorted(self.run_ids),
            "refuted": self.refuted,
            "refute_reason": self.refute_reason,
            "open": self.open,
            "aliases": list(self.aliases),
            "locations": places(self.locations),
        }


def union(*parts: tuple[str, ...]) -> tuple[str, ...]:
    """Return all members once, sorted: an order that ingest cannot influence."""
    return tuple(sorted({item for part in parts for item in part}))


def places(locations: tuple[str, ...]) -> list[Any]:
    """Return stored locations (canonical JSON, so that they hash and sort) as objects again."""
    import json

    return [json.loads(place) for place in locations]
