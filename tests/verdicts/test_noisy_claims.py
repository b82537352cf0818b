"""A model that errs where it compares claims: of what a source says hardly anything is accused, and most of what it does not say is."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest
from confirming import purpose
from test_claims_attacks import ATTACKS, Obedient, run
from thinned import one_in

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
VERDICTS = ("supported", "contradicted", "open")


class Noisy(Obedient):
    """Is right where no order speaks but for a share of its answers, each by chance and the same at every run."""

    def __init__(self, error: float, seed: int) -> None:
        super().__init__()
        self.error, self.seed = error, seed

    def __call__(self, request: dict[str, Any], number: int) -> Any:
        said = super().__call__(request, number)
        chance = random.Random(f"{self.seed} {request.get('seed')} {json.dumps(request['messages'][1:])}")
        wrong = chance.random() < self.error
        asked = purpose(request)
        if asked == "confirm" and wrong:
            return {"verdict": chance.choice([verdict for verdict in VERDICTS if verdict != said["verdict"]])}
        if asked == "addressed" and wrong:
            return {"addressed": [chance.randint(1, 3)]}
        if asked == "match":
            for match in said["matches"]:
                if chance.random() < self.error:
                    match["source"] = [] if match["source"] else [1]
        return said


@pytest.mark.parametrize(("error", "most", "least"), one_in(3, [(0.3, 1, 10), (0.1, 1, 28), (0.5, 2, 0)]))
def test_a_noisy_comparison_accuses_hardly_anybody(
    tmp_path: Path, error: float, most: int, least: int
) -> None:
    found, _ = run(tmp_path, armed=False, obedient=Noisy(error, 1))
    told = {attack["id"]: "PRV001" in {code for code, _ in found[attack["id"]]} for attack in ATTACKS}
    right = [told[attack["id"]] for attack in ATTACKS if attack["goal"] == "accuse"]
    wrong = [told[attack["id"]] for attack in ATTACKS if attack["goal"] == "acquit"]
    assert (len(right), len(wrong)) == (29, 35)
    assert sum(right) <= most
    assert sum(wrong) >= least
