"""Entries as authors write them: no work that exists is called a ghost, what is made up is found, and what was altered too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from messy import ALTERED, ALTERED_BOOKS, INVENTED, NEAR, VALID, Case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
#: Indexes that hold everything; the others hold none of these works, as it is with works of most fields.
HOLDERS = ("crossref", "openalex", "semanticscholar")


def verdicts(lab: Lab, services: Services, cases: Sequence[Case]) -> dict[str, dict[str, Any]]:
    records = [one.record for one in (*VALID, *ALTERED_BOOKS[:1]) if one.record]
    for name in HOLDERS:
        services.works[name] += [*records, *NEAR]
    lab.write("\n".join(one.bib for one in cases))
    return lab.verify()


def flagged(found: dict[str, dict[str, Any]]) -> list[str]:
    return sorted(
        key
        for key, verdict in found.items()
        if verdict["outcome"] in {"ghost", "mismatch"} or verdict.get("differences")
    )


def test_works_that_exist_are_let_be(lab: Lab, services: Services) -> None:
    found = verdicts(lab, services, VALID)
    assert len(found) >= 118
    assert [key for key, verdict in found.items() if verdict["outcome"] == "ghost"] == []
    assert flagged(found) == []


def test_works_that_are_made_up_are_found(lab: Lab, services: Services) -> None:
    found = verdicts(lab, services, [*VALID[:10], *INVENTED])
    assert len([key for key in flagged(found) if key.startswith("fake")]) >= 48


@pytest.mark.parametrize("cases", [ALTERED, ALTERED_BOOKS], ids=["articles", "books"])
def test_works_that_were_altered_are_found(lab: Lab, services: Services, cases: list[Case]) -> None:
    found = verdicts(lab, services, cases)
    assert flagged(found) == sorted(found)
    assert len(found) == len(cases)
