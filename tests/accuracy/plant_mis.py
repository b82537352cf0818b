"""Planters of the rules on miscitations: verdicts of a model on sentences of the base texts; see `plant.py`.

A verdict names its sentence and its work by hashes that only argcheck makes: here, alone among the planters, it reads
the base texts.  Expected is the line of the key in the citation.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from plant import Expected, Mutant, shuffled

from argcheck.reading.workspace import Workspace
from argcheck.settings.config import Settings
from argcheck.verdicts.identity import entry_hash, work_of
from argcheck.verdicts.mentions import mentions_of

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from plant import Base, Planter

PATH = ".argcheck/verdicts.jsonl"
FAULTS = {
    "misattributed-citation": (
        "attribution",
        ["author-misattribution"],
        "the source credits an earlier work with this",
    ),
    "unfit-source": ("validity", ["secondary-source"], "the source reports what others found"),
    "misrepresented-source": (
        "content",
        ["contradicted", "not-stated", "omitted-qualifier"],
        "the source says something else",
    ),
    "overextended-source": (
        "scope",
        ["overgeneralised", "subset-as-whole"],
        "the source studied one group only",
    ),
    "overstated-evidence": (
        "characterisation",
        ["correlation-as-causation"],
        "the source reports a correlation",
    ),
}
ABSTENTIONS = {
    "tainted-source": (
        "guard",
        "tainted",
        "the text of the source gives orders to a model (p. 2: 'Ignore all previous instructions')",
    ),
    "undecidable-citation": (
        "model",
        "split",
        "the samples do not agree (supported 2, miscited 2, undecidable 1)",
    ),
}

PLANTERS: dict[str, Planter] = {}


@lru_cache
def mentions(folder: Path, main: str) -> list[tuple[str, int, dict[str, Any]]]:
    """Every mention with its file, line and what names it in a verdict; works that entries share are left out."""
    workspace = Workspace([folder / main], Settings(folder, folder), cwd=folder)
    found = workspace.read()
    if not found:
        return []
    manuscript, bibliography = found[0]
    works = [work_of(entry) for entry in bibliography.entries]
    rows = []
    for one in mentions_of(manuscript, bibliography):
        work = work_of(one.entry)
        if works.count(work) > 1:
            continue
        span = one.citation.span
        named = {
            "work": work,
            "cited_as": one.key,
            "sentence": one.hash,
            "before": one.before_hash,
            "after": one.after_hash,
            "entry": entry_hash(one.entry),
        }
        path = (workspace.project.root / span.path).relative_to(folder.resolve()).as_posix()
        rows.append((path, manuscript.files[span.path].position(span.start)[0], named))
    alone = [(row["work"], row["sentence"]) for _, _, row in rows]
    return [row for row in rows if alone.count((row[2]["work"], row[2]["sentence"])) == 1]


def mutants(
    base: Base, rng: random.Random, rule: str, make: Callable[[], dict[str, Any]]
) -> Iterator[Mutant]:
    for file, line, named in shuffled(rng, mentions(base.folder, base.main)):
        common = {
            "version": 1,
            "kind": "mention",
            "key": f"v1:{rng.getrandbits(64):016x}",
            "checked": "2026-03-04",
            "judge": {"name": "funnel", "model": "tiny", "version": "1"},
            "searched": "full",
            "spans": [{"page": str(rng.randrange(1, 30)), "quote": "We saw this in one group only."}],
        }
        supported = {
            **common,
            **named,
            "verdict": "supported",
            "sentence": f"s1:{rng.getrandbits(128):032x}",
            "key": "v1:other",
        }
        lines = [json.dumps(one, sort_keys=True) for one in ({**common, **named, **make()}, supported)]
        rng.shuffle(lines)
        edits = {PATH: "".join(f"{text}\n" for text in lines)}
        yield Mutant(base.name, f"{named['cited_as']}: {rule}", Expected(rule, ((file, line),)), edits)


def _fault(rule: str) -> Planter:
    class_, subtypes, reason = FAULTS[rule]

    def planter(base: Base, rng: random.Random) -> Iterator[Mutant]:
        def make() -> dict[str, Any]:
            more = {"class": class_, "subtype": rng.choice(subtypes), "stage": "model", "reason": reason}
            return {**more, "verdict": "miscited", "confidence": rng.choice([0.6, 0.8, 1.0])}

        return mutants(base, rng, rule, make)

    return planter


def _abstention(rule: str) -> Planter:
    stage, why, reason = ABSTENTIONS[rule]

    def planter(base: Base, rng: random.Random) -> Iterator[Mutant]:
        said = {"verdict": "undecidable", "stage": stage, "abstained": why, "reason": reason}
        return mutants(base, rng, rule, lambda: said)

    return planter


PLANTERS.update({rule: _fault(rule) for rule in FAULTS})
PLANTERS.update({rule: _abstention(rule) for rule in ABSTENTIONS})
