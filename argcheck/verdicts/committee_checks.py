"""The checks of a committee's relations: what a model wrote counts only if the texts that it wrote it from say the same.

Restatements and shared statements are a model's words, and the manuscript, the title of the source or a single witness
may contain orders that change them.  So each relation is asked for again without these texts:

- of the twins of the claim: a relation that holds of them, too, discriminates nothing;
- of the citing sentence, restated without its neighbours; if it cannot be understood alone, no neighbour may be
  addressed to its readers (`argcheck.verdicts.addressed`), nor may the sentence;
- of each member of a cluster: the voice of a witness whose own claim has another relation does not count.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from argcheck.sources.unspaced import words_of
from argcheck.tex.sentences import lists, split
from argcheck.verdicts import addressed, twins
from argcheck.verdicts import committee_prompts as prompts
from argcheck.verdicts.committee_record import AbstainedError, Cluster, ClusterRelation, Hearing
from argcheck.verdicts.consensus import ENTAILS, NEUTRAL
from argcheck.verdicts.witnesses import keeps_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.verdicts.committee_record import Restatement
    from argcheck.verdicts.judging import Setting


class _Statements(NamedTuple):
    """The statements that a relation is asked of again."""

    claim: str
    alone: str  #: the claim, restated without the neighbours of its sentence; empty if that says nothing new
    twins: twins.Twins


async def confirmed(
    setting: Setting,
    claim: Restatement,
    hearing: Hearing,
    relations: Sequence[ClusterRelation],
    client: Client,
) -> tuple[Hearing, list[ClusterRelation]]:
    """Check the relations of a hearing's clusters to a claim.

    :returns: the hearing, in which members with another relation form a cluster of their own, and the relations; those
        that do not pass are neutral.
    :raises AbstainedError: the claim itself is in doubt.
    :raises argcheck.llm.client.NoAnswerError: a check got no answer.
    """
    if all(relation.relation == NEUTRAL for relation in relations):
        return hearing, list(relations)
    pair, _ = await twins.written(claim.text, client)
    if pair is None:
        raise AbstainedError(
            "unsteady", "the model did not write the sentences by which a relation is checked"
        )
    statements = _Statements(claim.text, await _alone(setting, claim, client), pair)
    checked = await asyncio.gather(
        *(
            _checked(statements, cluster, relation, client)
            for cluster, relation in zip(hearing.clusters, relations, strict=True)
        )
    )
    parts = [part for parts in checked for part in parts]
    clusters = tuple(cluster for cluster, _ in parts)
    return hearing._replace(clusters=clusters), [relation for _, relation in parts]


async def _alone(setting: Setting, claim: Restatement, client: Client) -> str:
    """Return a sentence restated without its neighbours, empty if it needs them or if that is the claim.

    :raises AbstainedError: the sentence, or a neighbour that it needs, tells its readers how to read it.
    """
    sentence = setting.sentence
    value = (await client.ask(prompts.paraphrase(sentence, sentence, setting.marker))).value
    text = "" if value["insufficient"] else " ".join(value["claim"].split())
    if text and not keeps_to(text, sentence):
        raise AbstainedError("unconfirmed", "the sentence was not restated in its own words")
    window = sentence if text else setting.window(claim.radius)
    parts = [window[start:end] for start, end in split(window, lists("en"))]
    # an order may be told in several sentences, none of which is one alone
    if await addressed.addressed(list(dict.fromkeys([sentence, *parts, window])), client):
        raise AbstainedError(
            "unconfirmed", "the sentence, or one beside it, tells its readers what to take it for"
        )
    # a long sentence with one word turned is alike
    return "" if words_of(text) == words_of(claim.text) else text


async def _checked(
    statements: _Statements, cluster: Cluster, relation: ClusterRelation, client: Client
) -> list[tuple[Cluster, ClusterRelation]]:
    """Return a cluster with its relation, apart from the members that do not have it; neutral if it does not pass."""
    kind = relation.relation
    if kind == NEUTRAL:
        return [(cluster, relation)]
    for statement in statements.twins if kind == ENTAILS else (statements.twins.other,):
        if await _relates(statement, cluster.statement, kind, client, least=2):
            return [(cluster, _neutral(relation, "it is so of another claim, too"))]
    if statements.alone and not await _relates(statements.alone, cluster.statement, kind, client):
        return [(cluster, _neutral(relation, "it is not so of the sentence without its neighbours"))]
    texts = list(dict.fromkeys(text for _, text in cluster.members))
    same = await asyncio.gather(*(_relates(statements.claim, text, kind, client) for text in texts))
    agreeing = {text for text, holds in zip(texts, same, strict=True) if holds}
    sides = [
        tuple(member for member in cluster.members if (member[1] in agreeing) == side)
        for side in (True, False)
    ]
    neutral = _neutral(relation, "it is not so of what these works say themselves")
    parts = zip(sides, (relation, neutral), strict=True)
    return [(cluster._replace(members=members), part) for members, part in parts if members]


async def _relates(claim: str, statement: str, relation: str, client: Client, *, least: int = 1) -> bool:
    """Whether a statement has a relation to a claim by the first answer, or by one of two more.

    :param least: 2 if the first answer does not suffice, and one of two more has to agree with it.
    """
    first = await _said(claim, statement, 0, client) == relation
    if first == (least == 1):
        return first
    return relation in [await _said(claim, statement, run, client) for run in (1, 2)]


async def _said(claim: str, statement: str, run: int, client: Client) -> str:
    return str((await client.ask(prompts.relation(claim, statement, run))).value["relation"])


def _neutral(relation: ClusterRelation, why: str) -> ClusterRelation:
    return ClusterRelation(NEUTRAL, 0.0, relation.votes, why)
