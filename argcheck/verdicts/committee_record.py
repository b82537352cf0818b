"""The records of a committee, the judgement that follows from them, and its audit bundle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.verdicts.consensus import VOTES, WITNESSES, influence
from argcheck.verdicts.judging import Judgement
from argcheck.verdicts.taxonomy import SUBTYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.sources.citers import Cited, Citer
    from argcheck.verdicts.consensus import Consensus

JUDGE = "committee"


class AbstainedError(Exception):
    """Nothing can be decided; ``kind`` becomes `Judgement.abstained`, and ``bundle`` its evidence."""

    def __init__(self, kind: str, reason: str, bundle: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.bundle = bundle or {}


class Restatement(NamedTuple):
    """A citing sentence, restated so that it can be read alone."""

    text: str
    radius: int  #: of the window from which the restatement no longer changed, in sentences
    sentence: str


class Witness(NamedTuple):
    """A work that cites the source and whose text was read."""

    citer: Citer
    cited: float  #: percentile of its citations
    venue: float  #: percentile of its venue, before the discount for preprints
    text: str  #: hash of the text that was read
    origin: str  #: where the text came from
    claims: tuple[Restatement, ...]

    @property
    def influence(self) -> float:
        """Its weight in the committee, 0 to 1."""
        return influence(self.cited, self.venue, preprint=self.citer.preprint)


class Cluster(NamedTuple):
    """Claims of witnesses on the same subject."""

    name: str
    statement: str
    members: tuple[tuple[str, str], ...]  #: (name of the witness, claim)


class Hearing(NamedTuple):
    """The witnesses on a work and their claims."""

    witnesses: tuple[Witness, ...]
    clusters: tuple[Cluster, ...]
    listed: int  #: citing works that the indexes named
    dropped: Mapping[str, int]  #: candidates and claims that were not used, by reason


class ClusterRelation(NamedTuple):
    """The relation of a cluster to a claim, from several answers of a model."""

    relation: str
    agreement: float
    votes: Mapping[str, int]
    reason: str


def judgement_of(
    hearing: Hearing, relations: Sequence[ClusterRelation], consensus: Consensus, bundle: Mapping[str, Any]
) -> Judgement:
    """Return the judgement that follows from the decision of a committee."""
    more = {JUDGE: _summary(hearing, consensus)}
    if consensus.verdict == "undecidable":
        return undecidable(consensus.abstained[0], _why(consensus), bundle, consensus.confidence)._replace(
            more=more
        )
    sign = 1 if consensus.score > 0 else -1
    side = [at for at, relation in enumerate(relations) if VOTES[relation.relation] == sign]
    best = max(side, key=lambda at: (consensus.weights[at], -at))
    voices = {name for at in side for name, _ in hearing.clusters[at].members}
    says = f"{len(voices)} of {len(hearing.witnesses)} works that cite the source say of it: {hearing.clusters[best].statement}"
    if sign > 0:
        return Judgement(
            "supported", JUDGE, says, "witnesses", consensus.confidence, more=more, bundle=bundle
        )
    return Judgement(
        "miscited",
        JUDGE,
        says,
        "witnesses",
        consensus.confidence,
        SUBTYPES["contradicted"],
        "contradicted",
        more=more,
        bundle=bundle,
    )


def _summary(hearing: Hearing, consensus: Consensus) -> dict[str, Any]:
    names = ("score", "effective", "entropy", "stability", "coverage")
    return {
        "witnesses": len(hearing.witnesses),
        **{name: round(getattr(consensus, name), 4) for name in names},
    }


def _why(consensus: Consensus) -> str:
    said = {
        "witnesses": f"fewer than {WITNESSES} works that cite the source could be read",
        "band": f"the works that cite the source settle it neither way (score {consensus.score:.2f})",
        "confidence": f"the works that cite the source are too few, too divided or too unsure (confidence {consensus.confidence:.2f})",
        "entropy": f"the works that cite the source contradict each other (entropy {consensus.entropy:.2f})",
    }
    return "; ".join(said[item] for item in consensus.abstained)


def undecidable(
    kind: str, reason: str, bundle: Mapping[str, Any] | None = None, confidence: float = 0.0
) -> Judgement:
    """Return the judgement that nothing was decided."""
    return Judgement(
        "undecidable", JUDGE, reason, "witnesses", confidence, abstained=kind, bundle=bundle or {}
    )


# -- the audit bundle


def bundle_of(work: Cited, claim: Restatement, hearing: Hearing) -> dict[str, Any]:
    """Return the first part of the bundle of a decision: the claim and the witnesses."""
    return {
        "version": 1,
        "work": work._asdict(),
        "claim": claim._asdict(),
        "listed": hearing.listed,
        "dropped": dict(sorted(hearing.dropped.items())),
        "witnesses": [_witness_data(witness) for witness in hearing.witnesses],
    }


def _witness_data(witness: Witness) -> dict[str, Any]:
    return {
        "name": witness.citer.name,
        "title": witness.citer.title,
        "year": witness.citer.year,
        "venue": witness.citer.venue,
        "preprint": witness.citer.preprint,
        "cited": witness.cited,
        "standing": witness.venue,
        "influence": witness.influence,
        "origin": witness.origin,
        "text": witness.text,
        "claims": [claim._asdict() for claim in witness.claims],
    }


def fill(
    bundle: dict[str, Any],
    hearing: Hearing,
    relations: Sequence[ClusterRelation],
    consensus: Consensus,
    printed: Consensus,
) -> None:
    """Add the clusters with their votes, and both forms of the decision, to a bundle."""
    bundle["clusters"] = [
        {
            "name": cluster.name,
            "statement": cluster.statement,
            "claims": [list(member) for member in cluster.members],
            "weight": weight,
            "relation": relation.relation,
            "vote": VOTES[relation.relation],
            "agreement": relation.agreement,
            "votes": dict(relation.votes),
            "reason": relation.reason,
        }
        for cluster, relation, weight in zip(hearing.clusters, relations, consensus.weights, strict=True)
    ]
    bundle["consensus"] = _consensus_data(consensus)
    bundle["printed"] = _consensus_data(printed)


def _consensus_data(consensus: Consensus) -> dict[str, Any]:
    data = {**consensus._asdict(), "abstained": list(consensus.abstained)}
    del data["weights"]  # they are with the clusters
    return data
