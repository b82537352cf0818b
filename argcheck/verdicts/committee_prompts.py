"""The questions of the evidence committee to models.  A change of wording raises the version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question, object_schema

VERSION = "1"
_LONGEST = 1_200  #: characters of a claim or a statement

_PARAPHRASE = f"""You restate what one sentence of a paper says of one work that it cites, so that it can be read alone.
Stay as near to the sentence as you can. Put the thing itself in the place of "it", "this method" and the like, as the
context names it. Keep every number, every word that limits or softens (may, some, in mice, under these conditions), and
the strength of what is said. Leave out what the sentence says of other works or of its own authors, and all citation
marks, names of cited authors and years of citations. Add nothing that the sentence does not say.

claim: that one sentence.
insufficient: true if the context does not tell what the sentence speaks of; claim is then an empty text.

{RULE}"""
_CLUSTERS = f"""You sort statements that several papers make about one work that they all cite.
Put those together that speak of the same thing: one finding, one method, one data set, one theorem. Statements on the
same topic that claim different things belong apart; so do statements that contradict each other. Make as few groups as
that allows. Each statement belongs to exactly one group; those that say nothing definite make a group of their own.

groups: each with a name of a few words and the numbers of its statements.

{RULE}"""
_STATEMENT = f"""You are given statements that several papers make about one work, all on the same thing.
Say in one sentence what they have in common, and nothing that only some of them say. Keep the limits and softenings, and
numbers on which they agree. Where they disagree, say only what all would sign. Add nothing of your own.

statement: that sentence.

{RULE}"""
_RELATION = f"""You compare a claim about a work with a statement that other papers make about the same work.
- entails: whoever accepts the statement must accept the claim, with the same scope, conditions and strength.
- contradicts: both cannot be true of the same thing under the same conditions.
- neutral: the statement is about something else, is wider or narrower, or does not settle the claim. When in doubt, this.
Take nothing for granted that is not written.

relation: one of the three.
reason: one sentence that names the qualifier, scope or finding that decides.

{RULE}"""


_TEXT: Mapping[str, Any] = {"type": "string", "maxLength": _LONGEST}
_GROUP = object_schema(name=_TEXT, statements={"type": "array", "items": {"type": "integer"}})
_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    "paraphrase": object_schema(claim=_TEXT, insufficient={"type": "boolean"}),
    "clusters": object_schema(groups={"type": "array", "items": _GROUP}),
    "statement": object_schema(statement=_TEXT),
    "relation": object_schema(
        relation={"type": "string", "enum": ["entails", "contradicts", "neutral"]}, reason=_TEXT
    ),
}


def paraphrase(window: str, sentence: str, marker: str) -> Question:
    """Return the question what ``sentence``, read in ``window``, says of the work that it cites as ``marker``."""
    parts = (
        fenced("mark", marker, 200),
        fenced("context", window, 6_000),
        fenced("sentence", sentence, 2_000),
    )
    return _question(
        "paraphrase", _PARAPHRASE, "The mark is how the sentence cites the work in question.", parts, 400
    )


def clusters(title: str, claims: Sequence[str]) -> Question:
    """Return the question which claims about a work, numbered from 1, have the same subject."""
    numbered = "\n".join(f"{number}. {claim}" for number, claim in enumerate(claims, 1))
    parts = (fenced("title", title, 500), fenced("statements", numbered, 40_000))
    return _question("clusters", _CLUSTERS, f"There are {len(claims)} statements.", parts, 1_500)


def statement(title: str, claims: Sequence[str]) -> Question:
    """Return the question what claims on the same subject have in common."""
    parts = (
        fenced("title", title, 500),
        fenced("statements", "\n".join(f"- {claim}" for claim in claims), 20_000),
    )
    return _question("statement", _STATEMENT, "", parts, 400)


def relation(claim: str, evidence: str, run: int) -> Question:
    """Return the question whether a statement entails or contradicts a claim; ``run`` makes repeats distinct."""
    parts = (fenced("claim", claim, 2_000), fenced("statement", evidence, 2_000))
    return _question("relation", _RELATION, "", parts, 300)._replace(sample=run)


def _question(purpose: str, system: str, head: str, parts: Sequence[str], tokens: int) -> Question:
    messages = (Message("system", system), Message("user", "\n\n".join(filter(None, (head, *parts)))))
    return Question(f"committee {purpose}", VERSION, messages, _SCHEMAS[purpose], max_tokens=tokens)
