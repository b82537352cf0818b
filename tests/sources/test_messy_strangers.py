"""Entries of kinds and languages that nobody had in mind when the comparison was written, among near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import messy_languages
import messy_strangers
import pytest
from messy_strangers import Known, as_held

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
SETS = [messy_strangers, messy_languages]
#: A journal that goes by the name of its successor in the index, and a Korean name that is written in two ways.
OPEN = ["ko1", "v5"]
#: A volume that differs, with the pages of the record: volumes are counted in two ways, and the pages tell the place.
SAME_PLACE = ["xfr1", "xp4"]
#: Neither the title nor the authors can be compared with records in Latin script.
OTHER_SCRIPT = ["xja1"]


def flagged(lab: Lab, services: Services, those: ModuleType, cases: Sequence[Known]) -> list[str]:
    for name in HOLDERS:
        services.works[name] += [as_held(case.work, name) for case in those.VALID if case.work] + those.NEAR
    lab.write("\n".join(case.bib for case in cases))
    said: dict[str, dict[str, Any]] = lab.verify()
    assert {case.key for case in cases} <= said.keys()
    return sorted(
        key
        for key, verdict in said.items()
        if verdict["outcome"] in {"ghost", "mismatch"} or verdict.get("differences")
    )


@pytest.mark.parametrize("those", SETS)
def test_works_that_exist_are_let_be(lab: Lab, services: Services, those: ModuleType) -> None:
    there = {case.key for case in those.VALID}
    assert flagged(lab, services, those, those.VALID) == sorted(there & set(OPEN))
    assert [key for key, verdict in lab.verdicts().items() if verdict["outcome"] == "ghost"] == []


@pytest.mark.parametrize("those", SETS)
def test_works_that_are_made_up_are_found(lab: Lab, services: Services, those: ModuleType) -> None:
    assert flagged(lab, services, those, those.INVENTED) == sorted(case.key for case in those.INVENTED)


@pytest.mark.parametrize("those", SETS)
def test_works_that_were_altered_are_found(lab: Lab, services: Services, those: ModuleType) -> None:
    cases = {case.key for case in those.ALTERED}
    assert flagged(lab, services, those, those.ALTERED) == sorted(cases - {*SAME_PLACE, *OTHER_SCRIPT})
