"""The prompts of an interrogation: for an argument, for its correction, and for the check of one claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.argument.model import KINDS, RELATIONS
from argcheck.files.json_schema import open_object
from argcheck.interrogation.roles import FURTHER, MAY_SUPPORT, MEANINGS
from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question
from argcheck.tex.formulas import OBJECT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from argcheck.interrogation.shown_parts import ShownPart

VERSION = "8"  #: of the wording
MOST_NODES = 16  #: default limit of claims in an answer
_FEWEST_TOKENS, _TOKENS_A_NODE = 6_000, 375  #: of an answer
#: The verdicts of a check.
SUPPORTED, REFUTED, UNDETERMINED = "supported", "refuted", "not_determinable"

_MODES = {
    "academic": "It is a scholarly text: say what is assumed, which method leads to which result, and what is concluded.",
    "journal": (
        "It is an article of a journal: keep exact p-values, intervals and sizes of samples in the claims, and what is"
        " disclosed as a limitation."
    ),
    "finance": "It is a report to investors: keep figures with their periods, and tell what has happened from what is expected.",
}
MODES = tuple(_MODES)

_NUMBER = {"type": "number", "minimum": 0, "maximum": 1}


def _graph(roles: Iterable[str], max_nodes: int) -> dict[str, Any]:
    """Return the JSON schema of an argument.

    It allows twice as many claims as asked for: the message about too many claims is better than a schema error.  The
    limit still ends the repetitions of small models on servers that enforce the schema.
    """
    node = {
        "id": {"type": "string"},
        "claim": {"type": "string"},
        "kind": {"type": "string", "enum": list(KINDS)},
        "role": {"type": "string", "enum": list(roles)},
        "sentence": {"type": "integer"},
        "confidence": _NUMBER,
    }
    edge = {
        "from": {"type": "string"},
        "to": {"type": "string"},
        "relation": {"type": "string", "enum": list(RELATIONS)},
        "confidence": _NUMBER,
    }
    return open_object(
        nodes=_list_of(open_object(**node), 2 * max_nodes), edges=_list_of(open_object(**edge), 4 * max_nodes)
    )


def _list_of(items: dict[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "maxItems": most}


_CHECK = open_object(
    verdict={"type": "string", "enum": [SUPPORTED, REFUTED, UNDETERMINED]}, reason={"type": "string"}
)


def _roles(mode: str) -> dict[str, str]:
    """Return the meanings of the roles of a kind of text, by name."""
    return {**MEANINGS, **{name: f"a special {role}" for name, role in FURTHER[mode].items()}}


def _role_rule(roles: Mapping[str, str]) -> str:
    meanings = "; ".join(f"`{name}`: {meaning}" for name, meaning in roles.items())
    refused = "; ".join(
        f"no {role} supports any {', '.join(name for name in MEANINGS if name not in {*targets, role})}"
        for role, targets in MAY_SUPPORT.items()
        if not {*MEANINGS} <= {*targets, role}
    )
    return f"`role` is one of these. {meanings}. What a claim supports fits its role: {refused}.\n"


def _left_out(part: ShownPart) -> str:
    """Return what the sign for a formula without words means, nothing if no sentence has one."""
    return f"{OBJECT} stands for a formula that is not shown. " if OBJECT in part.as_text() else ""


_EDGES = (
    "An edge goes `from` the id of a claim `to` the id of the claim that it `supports`, `attacks` or, as an assumption, is"
    " taken for (`assumes`). Support never goes in a circle. Each edge into a claim is enough for it by itself. Where the text"
    " needs several claims together for it, so that without any of them it does not follow, they are one edge: `from` has"
    " their ids with `+` between them, such as `a+b`. Claims that each speak for it are edges of their own, also where the text adds"
    " them up."
)


def extraction(
    part: ShownPart,
    *,
    mode: str = MODES[0],
    width: int = 2,
    temperature: float = 0.8,
    max_nodes: int = MOST_NODES,
) -> Question:
    """Return the question for the argument of a part of a document; each sample of it is a run.

    :param mode: kind of text, one of `MODES`; it adds instructions and roles.
    :param width: number of independent lines of support that the model looks for.
    """
    roles = _roles(mode)
    rules = (
        "You map the argument of a text. Each line of the material is one sentence behind its number in brackets. "
        f"{_left_out(part)}{_MODES[mode]} List the claims that the argument consists of, at most {max_nodes}, and how they bear on each other.\n"
        "Begin with what the material concludes. Then list the claims that each of these rests on directly, what speaks against it and"
        " what answers that, then what those rest on. Leave out what none of them needs.\n"
        "A claim is what one sentence of the material says: `sentence` is its number and `claim` the words of it that matter, at least four in"
        " a row, copied exactly. The whole sentence counts as the claim, so that it is listed once. Of sentences that say the same, as"
        " abstract, results and conclusion do, take the first. A claim that no sentence makes is left out.\n"
        "`kind`: `given` for what the text reports as observed, measured, known or cited; `inference` for what it derives;"
        " `assumption` for what it takes for granted; `conclusion` for what it wants to establish in the end, if the material says it.\n"
        f"{_role_rule(roles)}{_EDGES} Every inference and conclusion has support where the text gives any;"
        f" look for {width} independent lines of support and never make one up. Objections and limitations of the text are claims"
        " that attack what cannot stand if they hold, and what the text answers to them is a claim that attacks them.\n"
        "`confidence` is between 0 and 1.\n" + RULE
    )
    material = fenced("sentences", part.as_text(), most=200_000)
    return _argument("argument", (rules, material), roles, temperature, max_nodes)


def answering(
    question: str, part: ShownPart, *, width: int = 2, temperature: float = 0.8, max_nodes: int = MOST_NODES
) -> Question:
    """Return a question about a part of some documents; the answer is an argument whose conclusion answers it."""
    rules = (
        "You answer a question from documents by building an argument. Each line of the material is one sentence behind its number in"
        f" brackets. {_left_out(part)}Use nothing but the documents. Give at most {max_nodes} claims, and how they bear on each other.\n"
        "`kind`: `given` for what one sentence of the material says: `sentence` is its number and `claim` at least four of its words in"
        " a row, copied exactly. `inference` for what follows from other claims, `assumption` for what has to be taken for granted: there"
        " `sentence` is 0 and `claim` is in your words. Exactly one of them is the `conclusion`: the answer to the question, in one short"
        " sentence that names what is asked for, also with `sentence` 0. Where the documents do not answer the question, it says so.\n"
        f"{_role_rule(MEANINGS)}{_EDGES} Every inference and the conclusion have support.\n"
        f"Look for {width} independent lines of support and never make one up: one honest line is better. Evidence of the documents against"
        " a claim is a claim that attacks it.\n"
        "`confidence` is between 0 and 1.\n" + RULE
    )
    material = f"{fenced('question', question)}\n{fenced('sentences', part.as_text(), most=200_000)}"
    return _argument("question about documents", (rules, material), MEANINGS, temperature, max_nodes)


def _argument(
    purpose: str, said: tuple[str, str], roles: Iterable[str], temperature: float, max_nodes: int
) -> Question:
    return Question(
        purpose,
        VERSION,
        (Message("system", said[0]), Message("user", said[1])),
        _graph(roles, max_nodes),
        temperature=temperature,
        max_tokens=max(_FEWEST_TOKENS, _TOKENS_A_NODE * max_nodes),
    )


def repaired(question: Question, answer: str, errors: Sequence[str]) -> Question:
    """Return a question with an invalid answer to it, and the errors to correct."""
    wrong = "\n".join(f"- {error}" for error in errors)
    again = Message(
        "user", f"Your answer cannot be used:\n{wrong}\nGive the whole JSON object again, corrected."
    )
    return question._replace(messages=(*question.messages, Message("assistant", answer), again))


def check(claim: str, part: ShownPart, *, temperature: float = 0.8) -> Question:
    """Return the question whether the text supports a claim; the graph is not shown."""
    rules = (
        "You are given a text, a sentence a line behind its number in brackets, and one claim. "
        f"{_left_out(part)}Say whether the text bears the"
        f" claim out, by its own grounds: `{SUPPORTED}` where it gives grounds for it, `{REFUTED}` where it speaks against it,"
        f" `{UNDETERMINED}` where it settles neither. Use nothing but the text. `reason` is one sentence that names the numbers it"
        " rests on, or the gap.\n" + RULE
    )
    material = f"{fenced('sentences', part.as_text(), most=200_000)}\n{fenced('claim', claim)}"
    return Question(
        "check of a claim",
        VERSION,
        (Message("system", rules), Message("user", material)),
        _CHECK,
        temperature=temperature,
        max_tokens=600,
    )
