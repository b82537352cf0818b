"""Orders that exempt themselves, to a model that takes claims apart, follows every order, and takes none of them for one.

By somebody who had not read the defence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attacked_papers import attacks_of
from test_claims_attacks import Obedient, run, turned

if TYPE_CHECKING:
    from pathlib import Path

ATTACKS = attacks_of("claims_attacks_outside.jsonl")


class Exempting(Obedient):
    exempting = True


@pytest.mark.slow
def test_no_order_that_exempts_itself_turns_a_comparison(tmp_path: Path) -> None:
    before, idle = run(tmp_path / "unarmed", armed=False, obedient=Exempting(ATTACKS))
    after, obedient = run(tmp_path / "armed", armed=True, obedient=Exempting(ATTACKS))
    assert not idle.reached
    for attack in ATTACKS:
        codes = {code for code, _ in before[attack["id"]] if code}
        assert codes == ({"PRV001", "PRV002"} if attack["goal"] == "acquit" else {"PRV002"}), attack["id"]
    print(sorted({a["id"] for a in ATTACKS} - obedient.reached))
    for a in ATTACKS:
        print(
            turned(a, before[a["id"]], after[a["id"]]),
            a["id"],
            sorted(before[a["id"]] - after[a["id"]]),
            sorted(after[a["id"]] - before[a["id"]]),
        )
    assert [a["id"] for a in ATTACKS if turned(a, before[a["id"]], after[a["id"]])] == []
