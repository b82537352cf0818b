"""The evidence committee: judges a citation by other works that cite the source, if the source cannot be read.

After BibAgent, section 3.3 and appendix D; the arithmetic is `argcheck.verdicts.consensus`.  The citing sentence is
restated so that it can be read alone, and so are the sentences of open works that cite the source in their text.
Their claims are clustered by subject, and each cluster is compared with the claim.  A committee with too few
witnesses, or one that is split or unsure, decides nothing.  An outage is never recorded as an absence.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest
from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.sources.citers import joined, readable
from argcheck.sources.http import NotSentError, UnansweredError
from argcheck.sources.protocols import CitationIndex
from argcheck.verdicts import committee_prompts as prompts
from argcheck.verdicts.committee_checks import confirmed
from argcheck.verdicts.committee_record import (
    JUDGE,
    AbstainedError,
    Cluster,
    ClusterRelation,
    Hearing,
    Restatement,
    Witness,
    bundle_of,
    fill,
    judgement_of,
    undecidable,
)
from argcheck.verdicts.consensus import (
    NEUTRAL,
    PRINTED,
    REPAIRED,
    WINSOR,
    WITNESSES,
    Aspect,
    consensus,
    influence,
    partition_of,
    percentile,
)
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.guarded import FAILED, JudgeFailedError
from argcheck.verdicts.judging import Judge, Judgement
from argcheck.verdicts.witnesses import alike, keeps_to, settings_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.citers import Cited, Citer
    from argcheck.sources.evidence import Embedder
    from argcheck.sources.full_texts import FullTexts
    from argcheck.sources.http import Http
    from argcheck.verdicts.judging import CitationCase, Setting

LOGIC = "5"  #: part of every verdict's key: raise it when the same answers lead to other verdicts

RADIUS = 6  #: most sentences on either side of the citing one
MOST_WITNESSES = 12  #: that are heard, the most influential first
MENTIONS = 3  #: most sentences of one witness
RUNS = 3  #: times that each relation is asked for
UNRANKED = 0.5  #: percentile of a venue whose citations no index knows
NEAR = 0.95  #: cosine from which two restatements count as the same
_TOP = (1 + WINSOR) / 2  #: highest percentile: the middle of the ranks that winsorised counts share
_BATCH = 4  #: candidates read at a time


class _Lost(NamedTuple):
    """The citing works and claims that were not heard."""

    dropped: Counter[str]  #: candidates and claims, by reason
    unread: list[NoAnswerError]


class Committee(Judge):
    """Judges mentions of works whose text is not available; hears the witnesses of each work once.

    :param texts: fetches and reads the texts of witnesses.
    :param indexes: asked for the works that cite a source; where several measure a work the first counts.
    :param embedder: compares the meaning of restatements, in addition to their words.
    """

    expiring_stage = JUDGE  # further works may cite the source

    def __init__(
        self,
        client: Client,
        http: Http,
        texts: FullTexts,
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
        """The judge for verdicts: the model and the indexes that name witnesses."""
        return {
            "name": JUDGE,
            "version": LOGIC,
            "model": self.client.model,
            "indexes": "+".join(index.name for index in self.indexes),
            **({"embeddings": self.embedder.name} if self.embedder else {}),
        }

    async def judge(self, case: CitationCase) -> Judgement:
        """Judge a mention, with the evidence in `Judgement.bundle`, or return why nothing was decided.

        :raises argcheck.llm.budget.BudgetExhaustedError: the budget does not cover the next question.
        """
        function = function_of(case.sentence, case.key)
        if not function.checkable:
            return Judgement("not-checkable", "function", function.reason, case.searched)
        try:
            return await self._judged(case)
        except AbstainedError as error:
            return undecidable(error.kind, str(error), error.bundle)
        except NoAnswerError as error:
            return undecidable(error.kind, str(error))
        except JudgeFailedError as error:
            return undecidable(FAILED, str(error))

    async def _judged(self, case: CitationCase) -> Judgement:
        assert case.work is not None
        assert case.setting is not None
        if not case.work.doi:
            raise AbstainedError("no-identifier", "without a DOI nobody can be asked who cites the source")
        claim = await self._restated(case.setting)
        if claim is None:
            raise AbstainedError("underspecified", "the text around does not settle what the sentence claims")
        hearing = await self._heard(case.work)
        bundle = bundle_of(case.work, claim, hearing)
        if len(hearing.witnesses) < WITNESSES:
            reason = f"{len(hearing.witnesses)} of at least {WITNESSES} open works were found that cite the source in their text"
            raise AbstainedError("witnesses", reason, bundle)
        relations: list[ClusterRelation] = await asyncio.gather(
            *(self._relation(claim, cluster) for cluster in hearing.clusters)
        )
        hearing, relations = await confirmed(case.setting, claim, hearing, relations, self.client)
        aspects = [
            Aspect(relation.relation, frozenset(name for name, _ in cluster.members), relation.agreement)
            for cluster, relation in zip(hearing.clusters, relations, strict=True)
        ]
        influences = {witness.citer.name: witness.influence for witness in hearing.witnesses}
        repaired, printed = (
            consensus(aspects, influences, len(hearing.witnesses), form=form) for form in (REPAIRED, PRINTED)
        )
        fill(bundle, hearing, relations, repaired, printed)
        return judgement_of(hearing, relations, repaired, bundle)

    # -- restating

    async def _restated(self, setting: Setting) -> Restatement | None:
        """Restate a sentence in wider and wider windows, until two agree or nothing is left to add; None if unclear."""
        before, earlier = "", None
        for radius in range(1, RADIUS + 1):
            window = setting.window(radius)
            if window == before:  # nothing is left to add: the next answer would be the same
                return Restatement(earlier, radius - 1, setting.sentence) if earlier else None
            before = window
            answer = await self.client.ask(prompts.paraphrase(window, setting.sentence, setting.marker))
            text = " ".join(answer.value["claim"].split())
            if answer.value["insufficient"] or not text:
                earlier = None
                continue
            if not keeps_to(text, window):
                return None
            if earlier is not None and alike(earlier, text, self._near()):
                return Restatement(earlier, radius - 1, setting.sentence)
            earlier = text
        return None

    def _near(self) -> Callable[[str, str], bool] | None:
        embedder = self.embedder
        if embedder is None:
            return None

        def near(first: str, second: str) -> bool:
            left, right = embedder.embed([first, second])
            return sum(a * b for a, b in zip(left, right, strict=True)) >= NEAR

        return near

    # -- witnesses

    async def _heard(self, work: Cited) -> Hearing:
        running = self._hearings.get(work)
        if running is None:
            running = self._hearings[work] = asyncio.ensure_future(self._hear(work))
        return await asyncio.shield(running)

    async def _hear(self, work: Cited) -> Hearing:
        cohort, silent = await self._cohort(work)
        lost = _Lost(Counter(), [])
        ranks = {citer.name: _ranks(citer, cohort) for citer in cohort}
        order = sorted(
            cohort, key=lambda citer: (-influence(*ranks[citer.name], preprint=citer.preprint), citer.name)
        )
        witnesses: list[Witness] = []
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH][: MOST_WITNESSES - len(witnesses)]
            if not batch:
                break
            heard = await asyncio.gather(
                *(self._witness(citer, ranks[citer.name], work, lost) for citer in batch)
            )
            witnesses += [witness for witness in heard if witness is not None]
        if len(witnesses) < WITNESSES:
            if silent:
                raise AbstainedError("unanswered", f"not all that cite the source are known: {silent}")
            if lost.unread:  # some of them may be witnesses next time
                raise lost.unread[0]
            return Hearing(tuple(witnesses), (), len(cohort), dict(lost.dropped))
        self.client.do_without(lost.unread)
        return Hearing(
            tuple(witnesses), await self._clusters(work, witnesses), len(cohort), dict(lost.dropped)
        )

    async def _cohort(self, work: Cited) -> tuple[list[Citer], str]:
        """Return the works that cite a work, and the indexes that did not answer, joined for a message."""
        answers = await asyncio.gather(
            *(index.citers(work, self.http) for index in self.indexes), return_exceptions=True
        )
        citers: list[Citer] = []
        silent: list[str] = []
        for index, answer in zip(self.indexes, answers, strict=True):
            if isinstance(answer, NotSentError):
                raise AbstainedError("not-asked", f"{index.name}: {answer}")
            if isinstance(answer, UnansweredError):
                silent.append(f"{index.name}: {answer}")
            elif isinstance(answer, BaseException):
                raise answer
            else:
                citers += answer
        if not citers and silent:
            raise AbstainedError(
                "unanswered", f"who cites the source could not be asked: {'; '.join(silent)}"
            )
        return [citer for citer in joined(citers) if citer.name and citer.doi != work.doi], "; ".join(silent)

    async def _witness(
        self, citer: Citer, ranks: tuple[float, float], work: Cited, lost: _Lost
    ) -> Witness | None:
        read = await self.texts.of(readable(citer.texts))
        if read.text is None:
            lost.dropped["no text"] += 1
            return None
        mentions = settings_in(read.text, work)
        if not mentions:
            lost.dropped["does not cite it in its text"] += 1
            return None
        claims: list[Restatement] = []
        for setting in mentions[:MENTIONS]:
            claim = await self._testimony(setting, lost)
            if claim is not None and not any(
                alike(claim.text, restatement.text, self._near()) for restatement in claims
            ):
                claims.append(claim)
        if not claims:
            lost.dropped["no claim"] += 1
            return None
        text = "\0".join(block.text for block in read.text.blocks)
        text_digest = digest(text.encode("utf-8", "surrogatepass"))
        return Witness(citer, *ranks, text_digest, read.text.origin, tuple(claims))

    async def _testimony(self, setting: Setting, lost: _Lost) -> Restatement | None:
        try:
            claim = await self._restated(setting)
        except NoAnswerError as error:
            if error.kind in PASSING:
                raise
            lost.unread.extend([error] if error.unread else [])
            claim = None
        if claim is None:
            lost.dropped["sentences without a stable claim"] += 1
        return claim

    # -- sorting

    async def _clusters(self, work: Cited, witnesses: Sequence[Witness]) -> tuple[Cluster, ...]:
        claims = [(witness.citer.name, claim.text) for witness in witnesses for claim in witness.claims]
        answer = await self.client.ask(prompts.clusters(work.title, [text for _, text in claims]))
        groups = partition_of(answer.value["groups"], len(claims))
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
        shared = " ".join(answer.value["statement"].split())
        if not keeps_to(shared, " ".join(texts)):
            raise AbstainedError("dropped", "what the witnesses have in common was not told in their words")
        return Cluster(name, shared, tuple(members))

    async def _relation(self, claim: Restatement, cluster: Cluster) -> ClusterRelation:
        """Ask several times how a cluster's statement relates to the claim; without a majority it is neutral."""
        questions = [prompts.relation(claim.text, cluster.statement, run) for run in range(RUNS)]
        answers = await asyncio.gather(
            *(self.client.ask(question) for question in questions), return_exceptions=True
        )
        votes: Counter[str] = Counter()
        reasons: dict[str, str] = {}
        failures: list[NoAnswerError] = []
        for answer in answers:
            if isinstance(answer, NoAnswerError) and answer.kind not in PASSING:
                failures.append(answer)
            elif isinstance(answer, BaseException):
                raise answer
            else:
                label = answer.value["relation"]
                votes[label] += 1
                reasons.setdefault(label, " ".join(answer.value["reason"].split()))
        if not votes:
            raise failures[-1]
        self.client.do_without(failures)
        label, count = max(votes.items(), key=lambda pair: (pair[1], pair[0] == NEUTRAL))
        if 2 * count <= RUNS:
            label = NEUTRAL
        return ClusterRelation(
            label, votes[label] / RUNS, dict(sorted(votes.items())), reasons.get(label, "")
        )


def indexes_among(providers: Iterable[object]) -> list[CitationIndex]:
    """Return the providers that list the works citing a work."""
    return [index for index in providers if isinstance(index, CitationIndex)]


def _ranks(citer: Citer, cohort: Sequence[Citer]) -> tuple[float, float]:
    """Return the percentiles of the citations of a work and of its venue, 0 to 1.

    That of a work is the index's, else its rank among the works of the same year that cite the same source, most of
    which are of its field.  That of its venue is the rank among the venues of all works that cite the source.
    """
    if citer.percentile is not None:
        cited = min(citer.percentile, _TOP)
    else:
        cited = percentile(
            citer.citations, [other.citations for other in cohort if other.year == citer.year], winsor=WINSOR
        )
    known = [other.standing for other in cohort if other.standing is not None]
    return cited, UNRANKED if citer.standing is None else percentile(citer.standing, known)
