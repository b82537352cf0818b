"""An article that no index has is not missing where an index knows its journal, and no works of it about its year."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from services import entry, work

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

TITLE = "The Liability of Harbour Masters in Times of Frost"


def journal(counts: dict[int, int], total: int = 0, **more: Any) -> dict[str, Any]:
    """Write a source as OpenAlex gives it: works of the last ten years by year, and of all years together."""
    return {
        "display_name": "Harbour Law Review",
        "abbreviated_title": "Harb. L. Rev.",
        "alternate_titles": [],
        "issn": ["1234-5679"],
        "works_count": total or sum(counts.values()),
        "counts_by_year": [{"year": y, "works_count": n, "cited_by_count": 3} for y, n in counts.items()],
    } | more


RECENT = {2025: 30, 2024: 28, 2021: 0, 2018: 31}


@pytest.mark.parametrize(
    ("year", "source", "outcome"),
    [
        ("2021", None, "ghost"),  # a journal that was made up
        ("2021", journal(RECENT), "unknown"),
        ("2018", journal(RECENT), "ghost"),
        ("2019", journal(RECENT), "ghost"),  # printed a year later
        ("1991", journal(RECENT), "unknown"),  # it is known from later years on
        ("1991", journal(RECENT, total=400), "ghost"),  # of the years before nothing is told
        ("2021", journal(RECENT, display_name="Harbour and Coast Law Review"), "ghost"),
        ("2021", journal({}), "ghost"),  # no work at all
    ],
)
def test_a_journal_may_have_no_works_of_a_year(
    lab: Lab, services: Services, year: str, source: dict[str, Any] | None, outcome: str
) -> None:
    services.journals += [source] if source else []
    fields = {"author": "Robert Esser", "title": TITLE, "year": year, "volume": "12", "pages": "101--140"}
    lab.write(
        entry("a", **fields, journal="Harbour Law Review")
        + entry("b", **fields, journal="Harbour Law Review", doi="10.1000/nowhere")
    )
    said = lab.verify()
    assert said["a"]["outcome"] == outcome
    assert said["b"]["outcome"] == "ghost"
    assert sum(path.startswith("/sources") for path in services.asked("openalex")) == 1


@pytest.mark.parametrize(
    ("issn", "outcome"), [("1234-5679", "unknown"), ("12345679", "unknown"), ("0378-5955", "ghost")]
)
def test_an_issn_shows_which_journal_a_name_means(
    lab: Lab, services: Services, issn: str, outcome: str
) -> None:
    services.journals.append(journal(RECENT))
    fields = {"author": "Robert Esser", "title": TITLE, "year": "2021", "issn": f"0000-0001, {issn}"}
    lab.write(entry("a", **fields, journal="Harb Law Rev", volume="12"))
    assert lab.verify()["a"]["outcome"] == outcome


def test_a_registry_that_shows_works_of_the_journal_has_its_works(lab: Lab, services: Services) -> None:
    services.journals.append(journal(RECENT))
    services.works["crossref"].append(work("10.1000/h", "Möwen", "Moe, Ida", 2021, "Harbour Law Review"))
    fields = {"author": "Robert Esser", "title": TITLE, "year": "2021", "volume": "12"}
    lab.write(entry("a", **fields, journal="Harbour Law Review"))
    assert lab.verify()["a"]["outcome"] == "ghost"
    assert not any(path.startswith("/sources") for path in services.asked("openalex"))


def test_an_answer_about_a_journal_that_cannot_be_read_excuses_nothing(lab: Lab, services: Services) -> None:
    def broken(handler: Any, _: int) -> bool:
        told = handler.path.startswith("/openalex/sources")
        if told:
            handler.json({"results": []})
        return told

    services.faults["openalex"] = broken
    fields = {"author": "Robert Esser", "title": TITLE, "year": "2021", "volume": "12"}
    lab.write(entry("a", **fields, journal="Harbour Law Review"))
    assert lab.verify()["a"]["outcome"] == "ghost"
