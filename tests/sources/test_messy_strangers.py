"""Entries of kinds that nobody had in mind when the comparison was written, among near misses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from messy_strangers import ALTERED, INVENTED, NEAR, VALID, Known, as_held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
#: A journal that goes by the name of its successor in the index: nothing knows of such names yet.
RENAMED = ["v5"]
#: A volume that differs, with the pages of the record: volumes are counted in two ways, and the pages tell the place.
SAME_PLACE = ["xp4"]


def flagged(lab: Lab, services: Services, cases: Sequence[Known]) -> list[str]:
    for name in HOLDERS:
        services.works[name] += [as_held(one.work, name) for one in VALID if one.work] + NEAR
    lab.write("\n".join(one.bib for one in cases))
    said: dict[str, dict[str, Any]] = lab.verify()
    assert {one.key for one in cases} <= said.keys()
    return sorted(
        key
        for key, verdict in said.items()
        if verdict["outcome"] in {"ghost", "mismatch"} or verdict.get("differences")
    )


def test_works_that_exist_are_let_be(lab: Lab, services: Services) -> None:
    assert flagged(lab, services, VALID) == RENAMED
    assert [key for key, verdict in lab.verdicts().items() if verdict["outcome"] == "ghost"] == []


def test_works_that_are_made_up_are_found(lab: Lab, services: Services) -> None:
    assert flagged(lab, services, INVENTED) == sorted(one.key for one in INVENTED)


def test_works_that_were_altered_are_found(lab: Lab, services: Services) -> None:
    assert flagged(lab, services, ALTERED) == sorted({one.key for one in ALTERED} - set(SAME_PLACE))
