"""The roles of claims in prompts: their meanings, which may support which, and further roles by kind of text."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from argcheck.argument.model import ROLES

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "evidence": "an observation, datum or cited finding",
        "result": "what came of applying a method",
        "method": "how something was done",
        "context": "background that frames the work",
        "assumption": "what is taken for granted",
        "conclusion": "what the text wants to establish in the end",
        "hypothesis": "a question or conjecture that the text examines",
        "claim": "an assertion that is derived",
        "counterevidence": "an observation that speaks against a claim",
        "limitation": "a weakness or bound that the text admits",
    }
)
_DATA = ("evidence", "result", "method")
_DERIVED = ("claim", "conclusion", "hypothesis", "counterevidence", "limitation")
#: The roles that a claim of each role may support, beside its own.  Every pair that the score has a prior for is
#: there; pairs that lead away from a hypothesis are reversed, since here a test of a hypothesis supports it.
#: Conclusions, limitations and counterevidence never support what was observed or done.  Attacks and assumptions have
#: no such limits.
MAY_SUPPORT: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "evidence": frozenset(ROLES),
        "result": frozenset((*_DERIVED, "evidence", "method", "context", "assumption")),
        "method": frozenset((*_DATA, *_DERIVED)),
        "context": frozenset(ROLES),
        "assumption": frozenset(("method", "result", *_DERIVED)),
        "claim": frozenset((*_DATA, "assumption", *_DERIVED)),
        "hypothesis": frozenset(("claim", "conclusion")),
        "conclusion": frozenset(("claim", "hypothesis")),
        "counterevidence": frozenset(_DERIVED),
        "limitation": frozenset(("claim", "conclusion", "counterevidence")),
    }
)
#: The further roles of each kind of text, each with the role of the graph that it is stored as.
FURTHER: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "academic": {"theorem": "result", "definition": "context"},
        "journal": {"statistic": "result", "disclosure": "limitation"},
        "finance": {"figure": "evidence", "forecast": "claim", "risk": "limitation"},
    }
)
_KEPT_AS = {name: role for further in FURTHER.values() for name, role in further.items()}


def kept_role(name: str) -> str:
    """Return the role of the graph that a role is stored as."""
    return _KEPT_AS.get(name, name)


def may_support(source: str, target: str) -> bool:
    """Whether a claim of one role may support a claim of another; both may be further roles."""
    first, second = kept_role(source), kept_role(target)
    return first == second or second in MAY_SUPPORT[first]
