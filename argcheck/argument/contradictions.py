"""Claims that contradict each other: equal except for a negation or a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.normalise import Fingerprint, fingerprint, normalise
from argcheck.argument.similarity import contradict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from argcheck.argument.model import Node

_CHANGED = 2  #: most numbers in which two versions of one claim differ: the old one and the new one


def contradictions(
    claims: Iterable[Node], language: Callable[[Node], str], settled: Collection[frozenset[str]] = ()
) -> list[list[Node]]:
    """Return families of claims that are equal except for a negation or a number, in the order of the claims.  Linear.

    Claims that differ in more than one number are of two cases: "with 20, 3.4 times", "with 50, 2.1 times".  The second
    of a family contradicts the first, each later one some member before it.

    :param language: returns the code of the language of a claim.
    :param settled: pairs of ids of claims whose contradiction is known, such as those of which one attacks the other.
    """
    #: By words, then by negation and numbers: a fingerprint and the claims that have it.
    alike: dict[frozenset[str], dict[tuple[bool, frozenset[str]], tuple[Fingerprint, list[Node]]]] = {}
    families: dict[str, list[Node]] = {}
    for node in claims:
        code = language(node)
        mark = fingerprint(normalise(node.text, code), code)
        known = alike.setdefault(mark.core, {})
        against = (
            claim
            for seen, same in known.values()
            if contradict(seen, mark) and len(seen.numbers ^ mark.numbers) <= _CHANGED
            for claim in same
        )
        other = next((claim for claim in against if frozenset((claim.id, node.id)) not in settled), None)
        known.setdefault((mark.negated, mark.numbers), (mark, []))[1].append(node)
        if other is not None:
            family = families.setdefault(other.id, [other])
            family.append(node)
            families[node.id] = family
    return list({id(family): family for family in families.values()}.values())
