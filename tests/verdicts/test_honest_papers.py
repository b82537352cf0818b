"""Papers that speak of orders and give none are judged like all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attacked_papers import Obedient, some_and_all, verify
from honest_papers import TOPICS

if TYPE_CHECKING:
    from pathlib import Path

CASES = [
    {"id": f"{name}-{goal}", "goal": goal, "topic": name, "place": "", "order": []}
    for name in TOPICS
    for goal in ("accuse", "acquit")
]


class Honest(Obedient):
    """Reads no order anywhere, since there is none."""

    def __init__(self) -> None:
        super().__init__([], TOPICS)
        self.twins = {
            claim: (other, f"{claim.split()[0]} {claim.split()[1]} XX {' '.join(claim.split()[-2:])}")
            for topic in TOPICS.values()
            for claim, other in ((topic.true, topic.false), (topic.false, topic.true))
        }

    def applies(self, attack: dict[str, Any], question: Any) -> bool:
        raise AssertionError


@pytest.mark.slow
@some_and_all(CASES)
def test_papers_that_speak_of_orders_are_judged(tmp_path: Path, attacks: list[dict[str, Any]]) -> None:
    assert len(TOPICS) == 70
    verdicts = verify(tmp_path, attacks, TOPICS, Honest().script)
    said = {case["id"]: verdicts[case["id"]]["verdict"] for case in attacks}
    wanted = {"accuse": "supported", "acquit": "miscited"}
    assert {
        name: verdict for name, verdict in said.items() if verdict != wanted[name.rpartition("-")[2]]
    } == {}
