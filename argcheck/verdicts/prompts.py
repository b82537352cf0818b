"""The questions that models are asked about a citation.  A change of wording raises the version."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question
from argcheck.verdicts.taxonomy import QUESTIONS, READABLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.sources.evidence import Passage
    from argcheck.verdicts.judging import Case

VERSION = "1"
MAX_TOKENS = 700  #: of one answer

_ARBITER = f"""You check citations for the authors of a manuscript, before reviewers do.
You are given a sentence that cites a source, the sentences around it, and passages of that source.
Decide whether the source says what the sentence attributes to it, from the passages alone and not from what you know.

verdict:
- supported: the passages say it, with the same qualifiers, scope and strength.
- miscited: the passages show that the source says something else, or what they say would not bear the sentence.
- undecidable: the passages do not settle it. When in doubt, say so: a wrong accusation is worse than none.

Only what the sentence attributes to the source in question counts, not what it says of the authors' own work or of other sources.

problem, for miscited only (else none). Ask in this order and stop at the first that fails:
{chr(10).join(f"- {name}: {text}" for name, text in QUESTIONS.items() if name != "attribution")}
Then name it: {", ".join(READABLE)}.

quotes: one to three passages' own words, copied exactly, that your verdict rests on; each with the number of its passage.
reason: one sentence for the author.
would_support: for miscited, the sentence as the source would support it, else an empty text.

{RULE}"""

ARBITER_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "verdict": {"type": "string", "enum": ["supported", "miscited", "undecidable"]},
        "problem": {"type": "string", "enum": ["none", *READABLE]},
        "quotes": {
            "type": "array",
            "maxItems": 5,
            "items": {
                "type": "object",
                "properties": {"passage": {"type": "integer"}, "text": {"type": "string"}},
                "required": ["passage", "text"],
                "additionalProperties": False,
            },
        },
        "reason": {"type": "string"},
        "would_support": {"type": "string"},
    },
    "required": ["verdict", "problem", "quotes", "reason", "would_support"],
    "additionalProperties": False,
}


def arbiter(case: Case, passages: Sequence[Passage], *, temperature: float, top_p: float) -> Question:
    """Ask whether a source says what a sentence says that it says; passages count from 1."""
    parts = [
        f"The sentence cites the source in question as [{case.key}].",
        fenced("context", case.expanded, 4_000),
        fenced("sentence", case.sentence, 2_000),
        fenced("title", case.title, 500),
        *(fenced(f"passage{number}", one.block.text, 6_000) for number, one in enumerate(passages, 1)),
    ]
    messages = (Message("system", _ARBITER), Message("user", "\n\n".join(parts)))
    return Question(
        "arbiter",
        VERSION,
        messages,
        ARBITER_SCHEMA,
        temperature=temperature,
        top_p=top_p,
        max_tokens=MAX_TOKENS,
    )
