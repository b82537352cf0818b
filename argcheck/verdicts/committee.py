"""The evidence committee: what the works that cite a source say of it, where nobody can read the source itself.

After BibAgent, section 3.3 and appendix D; the arithmetic is `argcheck.verdicts.consensus`.  The citing sentence is
restated so that it can be read alone, open works that really cite the source in their text are heard in the same way,
what they say is sorted by what it speaks of, and each sort is held against the claim.  Too few witnesses, a split
or an unsure committee decides nothing; an outage is no absence, and is never written down.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.llm.fence import orders
from argcheck.sources.citers import CitationIndex, joined, readable
from argcheck.sources.http import NotSentError, UnansweredError
from argcheck.verdicts import committee_prompts as prompts
from argcheck.verdicts.consensus import (
    NEUTRAL,
    PRINTED,
    REPAIRED,
    VOTES,
    WINSOR,
    WITNESSES,
    Aspect,
    consensus,
    influence,
    percentile,
)
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.guarded import FAILED, JudgeFailedError
from argcheck.verdicts.judging import Judgement
from argcheck.verdicts.taxonomy import SUBTYPES
from argcheck.verdicts.witnesses import alike, keeps_to, settings_in, taint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Question
    from argcheck.sources.citers import Cited, Citer
    from argcheck.sources.evidence import Embedder
    from argcheck.sources.http import Http
    from argcheck.sources.texts import Texts
    from argcheck.verdicts.consensus import Consensus
    from argcheck.verdicts.judging import Case
    from argcheck.verdicts.witnesses import Setting

JUDGE = "committee"
LOGIC = "1"  #: part of every verdict's key: raise it when the same answers lead to other verdicts

RADIUS = 6  #: sentences on either side of the citing one, at the most
MOST_WITNESSES = 12  #: heard, those of most influence first
MENTIONS = 3  #: sentences of one witness that are heard
RUNS = 3  #: times that a relation is asked for
UNRANKED = 0.5  #: standing of a venue of which no index knows how often it is cited
NEAR = 0.95  #: cosine at which two restatements are one
_TOP = (1 + WINSOR) / 2  #: the middle of the ranks that winsorised counts share
_BATCH = 4  #: candidates read at a time


class Claim(NamedTuple):
    """A citing sentence, restated so that it can be read alone."""

    text: str
    radius: int  #: of the window at which it no longer changed
    sentence: str


class Witness(NamedTuple):
    """A work that was heard."""

    citer: Citer
    cited: float  #: percentile of its citations
    venue: float  #: percentile of its venue, before the discount for preprints
    text: str  #: hash of the text that was read
    origin: str  #: where the text came from
    claims: tuple[Claim, ...]

    @property
    def influence(self) -> float:
        """How much it counts."""
        return influence(self.cited, self.venue, preprint=self.citer.preprint)


class Cluster(NamedTuple):
    """What several claims say of one thing."""

    name: str
    statement: str
    members: tuple[tuple[str, str], ...]  #: (name of the witness, claim)


class Hearing(NamedTuple):
    """All that witnesses say of a work."""

    witnesses: tuple[Witness, ...]
    clusters: tuple[Cluster, ...]
    listed: int  #: citing works that the indexes named
    dropped: Mapping[str, int]  #: candidates and claims that were not used, by reason


class _Relation(NamedTuple):
    relation: str
    agreement: float
    votes: Mapping[str, int]
    reason: str


class _AbstainedError(Exception):
    """Nothing can be decided; the kind is that of `Judgement.abstained`."""

    def __init__(self, kind: str, reason: str, bundle: Mapping[str, Any] | None = None) -> None:
        super().__init__(reason)
        self.kind = kind
        self.bundle = bundle or {}


class Committee:
    """Judges mentions of works whose text is not at hand; hears the witnesses of each work once.

    :param texts: reads the witnesses; asks the network for them.
    :param indexes: who is asked who cites a work; the first counts where several measure it.
    :param embedder: tells whether two restatements mean the same, besides their words.
    """

    def __init__(
        self,
        client: Client,
        http: Http,
        texts: Texts,
        indexes: Sequence[CitationIndex],
        *,
        embedder: Embedder | None = None,
    ) -> None:
        self.client = client
        self.http = http
        self.texts = texts
        self.indexes = indexes
        self.embedder = embedder
        self._hearings: dict[Cited, asyncio.Future[Hearing]] = {}

    @property
    def identity(self) -> dict[str, Any]:
        """Who decides: the model and the indexes that name witnesses."""
        return {
            "name": JUDGE,
            "version": LOGIC,
            "model": self.client.model,
            "indexes": "+".join(one.name for one in self.indexes),
            **({"embeddings": self.embedder.name} if self.embedder else {}),
        }

    async def judge(self, case: Case) -> Judgement:
        """Decide a mention, or say why not; `Judgement.bundle` holds all that the decision rests on.

        :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
        """
        function = function_of(case.sentence, case.key)
        if not function.checkable:
            return Judgement("not-checkable", "function", function.reason, case.searched)
        try:
            return await self._judged(case)
        except _AbstainedError as error:
            return _undecidable(error.kind, str(error), error.bundle)
        except NoAnswerError as error:
            return _undecidable(error.kind, str(error))
        except JudgeFailedError as error:
            return _undecidable(FAILED, str(error))

    async def _judged(self, case: Case) -> Judgement:
        assert case.work is not None
        assert case.setting is not None
        if not case.work.doi:
            raise _AbstainedError("no-identifier", "without a DOI nobody can be asked who cites the source")
        claim = await self._restated(case.setting)
        if claim is None:
            raise _AbstainedError(
                "underspecified", "the text around does not settle what the sentence claims"
            )
        hearing = await self._heard(case.work)
        bundle = _bundle(case.work, claim, hearing)
        if len(hearing.witnesses) < WITNESSES:
            reason = f"{len(hearing.witnesses)} of at least {WITNESSES} open works were found that cite the source in their text"
            raise _AbstainedError("witnesses", reason, bundle)
        relations = await asyncio.gather(*(self._relation(claim, one) for one in hearing.clusters))
        aspects = [
            Aspect(relation.relation, frozenset(name for name, _ in cluster.members), relation.agreement)
            for cluster, relation in zip(hearing.clusters, relations, strict=True)
        ]
        influences = {one.citer.name: one.influence for one in hearing.witnesses}
        found, printed = (
            consensus(aspects, influences, len(hearing.witnesses), form=form) for form in (REPAIRED, PRINTED)
        )
        _fill(bundle, hearing, relations, found, printed)
        return _judgement(hearing, relations, found, bundle)

    # -- restating

    async def _restated(self, setting: Setting) -> Claim | None:
        """Restate a sentence, in wider windows until two in a row agree; None if none do, or nothing tells what it means."""
        before, earlier = "", None
        for radius in range(1, RADIUS + 1):
            window = setting.window(radius)
            if window == before:  # nothing is left to add, so that the next answer would be the same
                return Claim(earlier, radius - 1, setting.sentence) if earlier else None
            before = window
            answer = await self.client.ask(prompts.paraphrase(window, setting.sentence, setting.marker))
            text = " ".join(answer.value["claim"].split())
            if answer.value["insufficient"] or not text:
                earlier = None
                continue
            if not keeps_to(text, window) or orders(text):
                return None
            if earlier is not None and alike(earlier, text, self._near()):
                return Claim(earlier, radius - 1, setting.sentence)
            earlier = text
        return None

    def _near(self) -> Callable[[str, str], bool] | None:
        embedder = self.embedder
        if embedder is None:
            return None

        def near(one: str, two: str) -> bool:
            first, second = embedder.embed([one, two])
            return sum(a * b for a, b in zip(first, second, strict=True)) >= NEAR

        return near

    # -- witnesses

    async def _heard(self, work: Cited) -> Hearing:
        running = self._hearings.get(work)
        if running is None:
            running = self._hearings[work] = asyncio.ensure_future(self._hear(work))
        return await asyncio.shield(running)

    async def _hear(self, work: Cited) -> Hearing:
        cohort, silent = await self._cohort(work)
        dropped: Counter[str] = Counter()
        ranks = {one.name: _ranks(one, cohort) for one in cohort}
        order = sorted(
            cohort, key=lambda one: (-influence(*ranks[one.name], preprint=one.preprint), one.name)
        )
        witnesses: list[Witness] = []
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH][: MOST_WITNESSES - len(witnesses)]
            if not batch:
                break
            heard = await asyncio.gather(
                *(self._witness(one, ranks[one.name], work, dropped) for one in batch)
            )
            witnesses += [one for one in heard if one is not None]
        if len(witnesses) < WITNESSES:
            if silent:
                raise _AbstainedError(
                    "unanswered", f"who cites the source could not be asked in full: {silent}"
                )
            return Hearing(tuple(witnesses), (), len(cohort), dict(dropped))
        return Hearing(tuple(witnesses), await self._clusters(work, witnesses), len(cohort), dict(dropped))

    async def _cohort(self, work: Cited) -> tuple[list[Citer], str]:
        """Who cites the work, and which index could not be asked."""
        answers = await asyncio.gather(
            *(index.citers(work, self.http) for index in self.indexes), return_exceptions=True
        )
        found: list[Citer] = []
        silent: list[str] = []
        for index, answer in zip(self.indexes, answers, strict=True):
            if isinstance(answer, NotSentError):
                raise _AbstainedError("not-asked", f"{index.name}: {answer}")
            if isinstance(answer, UnansweredError):
                silent.append(f"{index.name}: {answer}")
            elif isinstance(answer, BaseException):
                raise answer
            else:
                found += answer
        if not found and silent:
            raise _AbstainedError(
                "unanswered", f"who cites the source could not be asked: {'; '.join(silent)}"
            )
        return [one for one in joined(found) if one.name and one.doi != work.doi], "; ".join(silent)

    async def _witness(
        self, citer: Citer, ranks: tuple[float, float], work: Cited, dropped: Counter[str]
    ) -> Witness | None:
        read = await self.texts.of(readable(citer.texts))
        if read.text is None:
            dropped["no text"] += 1
            return None
        if taint(read.text) or orders(citer.title):
            dropped["gives orders to a model"] += 1
            return None
        mentions = settings_in(read.text, work)
        if not mentions:
            dropped["does not cite it in its text"] += 1
            return None
        claims: list[Claim] = []
        for setting in mentions[:MENTIONS]:
            claim = await self._testimony(setting, dropped)
            if claim is not None and not any(alike(claim.text, one.text, self._near()) for one in claims):
                claims.append(claim)
        if not claims:
            dropped["no claim"] += 1
            return None
        text = "\0".join(block.text for block in read.text.blocks)
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        return Witness(citer, *ranks, digest, read.text.origin, tuple(claims))

    async def _testimony(self, setting: Setting, dropped: Counter[str]) -> Claim | None:
        try:
            claim = await self._restated(setting)
        except NoAnswerError as error:
            if error.kind in PASSING:
                raise
            claim = None
        if claim is None:
            dropped["sentences without a stable claim"] += 1
        return claim

    # -- sorting

    async def _clusters(self, work: Cited, witnesses: Sequence[Witness]) -> tuple[Cluster, ...]:
        claims = [(one.citer.name, claim.text) for one in witnesses for claim in one.claims]
        answer = await self.client.ask(prompts.clusters(work.title, [text for _, text in claims]))
        groups = _partition(answer.value["groups"], len(claims))
        return tuple(
            await asyncio.gather(
                *(self._cluster(work, name, [claims[at] for at in places]) for name, places in groups)
            )
        )

    async def _cluster(self, work: Cited, name: str, members: Sequence[tuple[str, str]]) -> Cluster:
        texts = list(dict.fromkeys(text for _, text in members))
        if len(texts) == 1:
            return Cluster(name, texts[0], tuple(members))
        answer = await self.client.ask(prompts.statement(work.title, texts))
        said = " ".join(answer.value["statement"].split())
        if not keeps_to(said, " ".join(texts)) or orders(said):
            raise _AbstainedError("dropped", "what the witnesses have in common was not told in their words")
        return Cluster(name, said, tuple(members))

    async def _relation(self, claim: Claim, cluster: Cluster) -> _Relation:
        """Ask several times how a statement stands to the claim; without a majority it is neutral."""
        questions: list[Question] = [
            prompts.relation(claim.text, cluster.statement, run) for run in range(RUNS)
        ]
        answers = await asyncio.gather(*(self.client.ask(one) for one in questions), return_exceptions=True)
        votes: Counter[str] = Counter()
        reasons: dict[str, str] = {}
        failure: NoAnswerError | None = None
        for answer in answers:
            if isinstance(answer, NoAnswerError) and answer.kind not in PASSING:
                failure = answer
            elif isinstance(answer, BaseException):
                raise answer
            else:
                label = answer.value["relation"]
                votes[label] += 1
                reasons.setdefault(label, " ".join(answer.value["reason"].split()))
        if not votes:
            assert failure is not None
            raise failure
        label, count = max(votes.items(), key=lambda pair: (pair[1], pair[0] == NEUTRAL))
        if 2 * count <= RUNS:
            label = NEUTRAL
        return _Relation(label, votes[label] / RUNS, dict(sorted(votes.items())), reasons.get(label, ""))


def indexes_among(providers: Iterable[object]) -> list[CitationIndex]:
    """Choose the providers that know who cites a work."""
    return [one for one in providers if isinstance(one, CitationIndex)]


def _ranks(one: Citer, cohort: Sequence[Citer]) -> tuple[float, float]:
    """The percentiles of a work and of its venue.

    Distributions of whole fields are not at hand: the percentile that the index gives is used, else the rank among
    the works of the same year that cite the same source, which are of its field by and large.
    """
    if one.percentile is not None:
        cited = min(one.percentile, _TOP)
    else:
        cited = percentile(
            one.citations, [other.citations for other in cohort if other.year == one.year], winsor=WINSOR
        )
    known = [other.standing for other in cohort if other.standing is not None]
    return cited, UNRANKED if one.standing is None else percentile(one.standing, known)


def _partition(groups: Sequence[Mapping[str, Any]], count: int) -> list[tuple[str, list[int]]]:
    """Make a partition of what a model sorted: each claim where it was first put, one that was left out by itself."""
    placed: set[int] = set()
    found: list[tuple[str, list[int]]] = []
    for group in groups:
        members = [
            at - 1 for at in dict.fromkeys(group["statements"]) if 0 < at <= count and at - 1 not in placed
        ]
        placed.update(members)
        if members:
            found.append((" ".join(group["name"].split()), members))
    return found + [("", [at]) for at in range(count) if at not in placed]


def _judgement(
    hearing: Hearing, relations: Sequence[_Relation], found: Consensus, bundle: Mapping[str, Any]
) -> Judgement:
    more = {JUDGE: _summary(hearing, found)}
    if found.verdict == "undecidable":
        return _undecidable(found.abstained[0], _why(found), bundle, found.confidence)._replace(more=more)
    sign = 1 if found.score > 0 else -1
    side = [at for at, one in enumerate(relations) if VOTES[one.relation] == sign]
    best = max(side, key=lambda at: (found.weights[at], -at))
    voices = {name for at in side for name, _ in hearing.clusters[at].members}
    says = f"{len(voices)} of {len(hearing.witnesses)} works that cite the source say of it: {hearing.clusters[best].statement}"
    if sign > 0:
        return Judgement("supported", JUDGE, says, "witnesses", found.confidence, more=more, bundle=bundle)
    return Judgement(
        "miscited",
        JUDGE,
        says,
        "witnesses",
        found.confidence,
        SUBTYPES["contradicted"],
        "contradicted",
        more=more,
        bundle=bundle,
    )


def _summary(hearing: Hearing, found: Consensus) -> dict[str, Any]:
    names = ("score", "effective", "entropy", "stability", "coverage")
    return {
        "witnesses": len(hearing.witnesses),
        **{name: round(getattr(found, name), 4) for name in names},
    }


def _why(found: Consensus) -> str:
    said = {
        "witnesses": f"fewer than {WITNESSES} works that cite the source could be read",
        "band": f"the works that cite the source settle it neither way (score {found.score:.2f})",
        "confidence": f"the works that cite the source are too few, too divided or too unsure (confidence {found.confidence:.2f})",
        "entropy": f"the works that cite the source contradict each other (entropy {found.entropy:.2f})",
    }
    return "; ".join(said[one] for one in found.abstained)


def _undecidable(
    kind: str, reason: str, bundle: Mapping[str, Any] | None = None, confidence: float = 0.0
) -> Judgement:
    return Judgement(
        "undecidable", JUDGE, reason, "witnesses", confidence, abstained=kind, bundle=bundle or {}
    )


# -- the audit bundle


def _bundle(work: Cited, claim: Claim, hearing: Hearing) -> dict[str, Any]:
    return {
        "version": 1,
        "work": work._asdict(),
        "claim": claim._asdict(),
        "listed": hearing.listed,
        "dropped": dict(sorted(hearing.dropped.items())),
        "witnesses": [_witness_data(one) for one in hearing.witnesses],
    }


def _witness_data(one: Witness) -> dict[str, Any]:
    return {
        "name": one.citer.name,
        "title": one.citer.title,
        "year": one.citer.year,
        "venue": one.citer.venue,
        "preprint": one.citer.preprint,
        "cited": one.cited,
        "standing": one.venue,
        "influence": one.influence,
        "origin": one.origin,
        "text": one.text,
        "claims": [claim._asdict() for claim in one.claims],
    }


def _fill(
    bundle: dict[str, Any],
    hearing: Hearing,
    relations: Sequence[_Relation],
    found: Consensus,
    printed: Consensus,
) -> None:
    bundle["clusters"] = [
        {
            "name": cluster.name,
            "statement": cluster.statement,
            "claims": [list(one) for one in cluster.members],
            "weight": weight,
            "relation": relation.relation,
            "vote": VOTES[relation.relation],
            "agreement": relation.agreement,
            "votes": dict(relation.votes),
            "reason": relation.reason,
        }
        for cluster, relation, weight in zip(hearing.clusters, relations, found.weights, strict=True)
    ]
    bundle["consensus"] = _consensus_data(found)
    bundle["printed"] = _consensus_data(printed)


def _consensus_data(found: Consensus) -> dict[str, Any]:
    data = {**found._asdict(), "abstained": list(found.abstained)}
    del data["weights"]  # they stand with the clusters
    return data
