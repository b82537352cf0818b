"""Orders that exempt themselves, to a model that takes claims apart, follows every order, and takes none of them for one.

By somebody who had not read the defence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attacked_papers import attacks_of, some_and_all
from test_claims_attacks import Obedient, run, turned

if TYPE_CHECKING:
    from pathlib import Path

ATTACKS = attacks_of("claims_attacks_outside.jsonl")


class Exempting(Obedient):
    exempting = True


@pytest.mark.slow
@some_and_all(ATTACKS)
def test_no_order_that_exempts_itself_turns_a_comparison(
    tmp_path: Path, attacks: list[dict[str, Any]]
) -> None:
    before, idle = run(tmp_path / "unarmed", armed=False, obedient=Exempting(attacks))
    after, obedient = run(tmp_path / "armed", armed=True, obedient=Exempting(attacks))
    assert not idle.reached
    assert obedient.reached
    for attack in attacks:
        codes = {code for code, _ in before[attack["id"]] if code}
        assert codes == ({"PRV001", "PRV002"} if attack["goal"] == "acquit" else {"PRV002"}), attack["id"]
    assert [
        attack["id"] for attack in attacks if turned(attack, before[attack["id"]], after[attack["id"]])
    ] == []
