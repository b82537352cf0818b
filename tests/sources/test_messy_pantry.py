"""The twenty-eighth set of entries, all in one paper: what is said wrongly of it is known by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from messy_pantry import ABOVE, ALTERED, INVENTED, NEAR, NOTICES, SHELVES, VALID
from messy_strangers import as_held
from services import LIBRARIES

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HOLDERS = ("crossref", "openalex", "semanticscholar")
#: What is told wrongly, and what is missed.
KNOWN = {
    # a lecture at a congress that no index has
    "missing": ["pt:gromov"],
    # second prints, in the year or three years later
    "different": ["pt:carr", "pt:kolmogorov"],
    "invented": [],
    # the year of a chapter, and its book
    "altered": ["xpt:atkinson", "xpt:platt"],
    "notices": [],
}  # fmt: skip


def fill(services: Services) -> None:
    """Give each index what it holds, the works of the set behind those that searches rank above."""
    for name in HOLDERS:
        services.works[name] += ABOVE
    for case in VALID:
        if case.work:
            service, says, _ = NOTICES.get(case.key, ("", {}, ""))
            for name in case.work.get("held", HOLDERS):
                services.works[name].append(as_held(case.work, name) | (says if name == service else {}))
            services.works["doi"].append(case.work)
    for name in HOLDERS:
        services.works[name] += NEAR
    for name in LIBRARIES:
        services.works[name] += SHELVES


def test_every_entry_at_once(lab: Lab, services: Services) -> None:
    fill(services)
    lab.write("\n".join(case.bib for case in (*VALID, *INVENTED, *ALTERED)))
    said = lab.verify()
    missing = {key for key, verdict in said.items() if verdict["outcome"] == "ghost"}
    told = {key for key, one in said.items() if one["outcome"] == "mismatch" or one.get("differences")}
    wrong = {
        "missing": sorted(missing & {case.key for case in VALID}),
        "different": sorted(told & {case.key for case in VALID}),
        "invented": sorted({case.key for case in INVENTED} - missing - told),
        "altered": sorted({case.key for case in ALTERED} - missing - told),
        "notices": sorted(
            key
            for key, (*_, status) in NOTICES.items()
            if [notice["status"] for notice in said[key].get("notices", [])] != [status]
        ),
    }
    assert wrong == KNOWN
