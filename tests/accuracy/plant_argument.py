"""More defects of arguments to plant: what is said twice, what nobody takes up, what hangs by one thread.

Registered with the others by `plant.py`, which says what a mutant is; imports nothing of argcheck.
Where each finding is expected:

- critical-link, isolated-load-bearing: the sentence that all support passes through.
- duplicate-claim: the later of the two claims.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from plant import (
    Base,
    Claim,
    Expected,
    Mutant,
    annotated,
    between,
    claims,
    grounds,
    idle_without,
    interleaved,
    planter,
    said,
    shuffled,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator


def hanging(base: Base, rng: random.Random, rule: str) -> Iterator[Mutant]:
    """Let all support of a conclusion pass through one claim: a new conclusion, or one that is there."""
    if not annotated(base):
        return

    def block(number: int) -> str:
        some = ",".join(rng.sample(grounds(base), 2))
        claim = f"% argcheck: claim id=cl:mid{number} uses={some}\n{said(rng)}"
        return f"{claim}\n\n% argcheck: conclusion id=co:new{number} uses=cl:mid{number}\n{said(rng)}"

    yield from interleaved([between(base, rng, rule, block, offset=1), narrowed(base, rng, rule)])


def narrowed(base: Base, rng: random.Random, rule: str) -> Iterator[Mutant]:
    """Leave a conclusion one claim of those that it rests on."""
    known = {one.name: one for one in claims(base, "claim", "evidence")}
    for one in shuffled(rng, claims(base, "conclusion")):
        for name in one.uses:
            if name in known:
                claim = known[name]
                gone = Claim(one.text, one.match, one.name, one.verb, tuple(n for n in one.uses if n != name))
                yield Mutant(
                    base.name,
                    f"{one.name} rests on {name} alone",
                    Expected(rule, ((claim.text.path, claim.line),)),
                    {one.text.path: one.using([name])},
                    idle_without(base, gone),
                )


@planter("critical-link", argued=True)
def critical_link(base: Base, rng: random.Random) -> Iterator[Mutant]:
    yield from hanging(base, rng, "critical-link")


@planter("isolated-load-bearing", argued=True)
def isolated_load_bearing(base: Base, rng: random.Random) -> Iterator[Mutant]:
    yield from hanging(base, rng, "isolated-load-bearing")


@planter("duplicate-claim", argued=True)
def duplicate_claim(base: Base, rng: random.Random) -> Iterator[Mutant]:
    """Say what is claimed elsewhere once more, under an id of its own, with another stop or another lead."""
    ways = [
        lambda words: words,
        lambda words: words.replace(".", "!"),
        lambda words: f"Indeed, {words[0].lower()}{words[1:]}",
        lambda words: words.replace(" is ", " has been ").replace(" are ", " have been "),
    ]
    for number, one in enumerate(shuffled(rng, claims(base, "claim", "evidence", "conclusion") * 2)):
        words = ways[number % len(ways)](" ".join(one.match[2].split()))
        yield from islice(
            between(
                base,
                rng,
                "duplicate-claim",
                lambda n, words=words: f"\\argclaim[kind=given]{{cl:new{n}}}{{{words}}}",
                others=[
                    (one.text.path, one.line),
                    (one.text.path, one.line + 2),
                ],  # where the copy stands above
            ),
            1,
        )
