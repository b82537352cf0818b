r"""`argcheck verify` of works in a ``thebibliography`` that Crossref lacks: catalogues and OpenAlex are asked by author, words and year."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_plus

import faults
import pytest
from patience import patience
from services import LIBRARIES, work
from test_faults import LONG
from test_libraries_astray import ASTRAY
from test_printed_entries import printed
from thinned import one_in

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

BOOK = r"E. Gofman. \textit{The Presentation of Masks in Everyday Life}. Mask Press, Garden City, NY, 1959."
RECORD = work(
    "", "The presentation of masks in everyday life", "Gofman, Erving", 1959, publisher="Mask Press"
)
THESIS = "R.~T. Ruling, ``Styles of Walls and the Design of Gates,'' Ph.D. dissertation, University of Irving, 2000."


def verdict(lab: Lab, item: str) -> dict[str, Any]:
    printed(lab, item)
    return lab.verify("paper.tex")["k0"]


@pytest.mark.parametrize("catalogue", ["openlibrary", "k10plus"])
def test_a_book_of_a_catalogue_is_known(lab: Lab, services: Services, catalogue: str) -> None:
    services.works[catalogue] = [work("", "Masks", "Gofman, Erving", 1960, publisher="Other House"), RECORD]
    said = verdict(lab, BOOK)
    assert said["outcome"] == "inaccessible"
    assert said["record"]["provider"] == catalogue
    assert said["record"]["title"] == RECORD["title"]
    assert not said.get("differences")
    assert [len(services.asked(name)) for name in ("crossref", "openalex", catalogue)] == [1, 1, 1]


def test_a_work_without_doi_of_openalex_is_known_with_its_notice(lab: Lab, services: Services) -> None:
    thesis = work("", "Styles of walls and the design of gates", "Ruling, Roy T.", 2000)
    services.works["openalex"] = [
        work("", "Walls", "Ruling, Roy T.", 2000),
        work("", "Styles of walls and the design of gates", "Ruling, Roy T.", 2007),
        thesis | {"openalex_type": "dissertation", "is_retracted": True},
    ]
    said = verdict(lab, THESIS)
    assert said["record"]["year"] == 2000
    assert [notice["status"] for notice in said["notices"]] == ["retracted"]


def test_pages_that_look_like_years_hide_no_year(lab: Lab, services: Services) -> None:
    services.works["openalex"] = [work("", "Styles of walls and the design of gates", "Ruling, Roy T.", 2000)]
    talk = "Roy Ruling. Styles of walls and the design of gates. In Walls, pages 2052--2057, 2000."
    assert verdict(lab, talk)["outcome"] == "inaccessible"


def test_a_doi_that_openalex_knows_leads_to_the_notices_of_others(lab: Lab, services: Services) -> None:
    known = work("10.1000/masks", "The Presentation of Masks in Everyday Life", "Gofman, Erving", 1959)
    services.works["openalex"] = [known]
    services.works["crossref"] = [
        known | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}], "author": []}
    ]
    said = verdict(lab, BOOK)
    assert [notice["status"] for notice in said["notices"]] == ["retracted"]


@pytest.mark.parametrize(
    ("item", "record", "known"),
    [
        ("Gofman, E. (1975). \\emph{Masks}. 3rd ed. Garden City: Mask Press.", {"title": "Masks"}, False),
        ("Gofman, E. (1975). \\emph{Wearing Masks}. 3rd ed. Mask Press.", {"title": "Wearing masks"}, True),
        ("Gofman, E. (1975). \\emph{Wearing Masks}. 3rd ed. Sock Press.", {"title": "Wearing masks"}, False),
        ("Gofman, E. (1938). \\emph{Wearing Masks}. Mask Press.", {"title": "Wearing masks"}, False),
        ("Gofman, E. (1975). \\emph{Wearing Masks Again}. Mask Press.", {"title": "Wearing masks"}, False),
        ("Gofman, E. (1975). \\emph{Masks at Night: A Guide}. Sock Press.",
         {"title": "Masks at night", "subtitle": ["a guide"]}, True),
        ("Hofman, E. (1975). \\emph{Masks at Night: A Guide}. Mask Press.",
         {"title": "Masks at night", "subtitle": ["a guide"]}, False),
        # in a journal, which the catalogue has not
        ("Gofman, E. (1975). Wearing Masks. \\emph{Mask Press}, 3(1), 17--29.", {"title": "Wearing masks"}, False),
    ],
)  # fmt: skip
def test_what_else_is_printed_says_whether_a_book_is_meant(
    lab: Lab, services: Services, item: str, record: dict[str, Any], *, known: bool
) -> None:
    services.works["openlibrary"] = [RECORD | {"editions": [1975, 1990]} | record]
    assert verdict(lab, item)["outcome"] == ("inaccessible" if known else "unknown")


def test_two_printings_are_one_book(lab: Lab, services: Services) -> None:
    services.works["k10plus"] = [RECORD | {"editions": [1960]}]
    assert verdict(lab, BOOK)["record"]["year"] == 1959


def test_little_is_sent_and_only_of_what_may_be_a_book(lab: Lab, services: Services) -> None:
    printed(
        lab,
        BOOK,
        "E. Gofman. Masks and their makers in the world. J. Masks 3 (1959), 17--29.",
        "E. Gofman. A note without a year.",
    )
    lab.verify("paper.tex")
    for name in ("openlibrary", "k10plus"):
        [asked] = map(unquote_plus, services.asked(name))
        assert "Gofman" in asked
        assert "1959" in asked
    assert len(services.asked("openalex")) == 2
    assert not [path for name, path, _ in services.hits if name != "crossref" and "Garden+City" in path]


def test_offline_and_with_a_provider_left_out_nobody_is_asked(lab: Lab, services: Services) -> None:
    services.works["openlibrary"] = [RECORD]
    printed(lab, BOOK)
    lab.run("verify", "paper.tex", "--offline")
    assert not services.hits
    lab.configure(limits=dict.fromkeys(services.endpoints, 0), providers=["crossref"])
    lab.run("verify", "paper.tex")
    assert {name for name, _, _ in services.hits} == {"crossref"}


def test_a_dry_run_plans_the_catalogues(lab: Lab, services: Services) -> None:
    printed(lab, BOOK)
    planned = lab.run("verify", "paper.tex", "--dry-run")[1]
    assert services.hits == []
    lab.run("verify", "paper.tex")
    for name in ("crossref", "openalex", "openlibrary", "k10plus"):
        assert services.asked(name)
        assert f"/{name}/" in planned
    [most] = re.findall(r"at most (\d+) requests", planned)
    assert int(most) >= len(services.hits)


def test_a_silent_catalogue_leaves_the_work_unknown_and_is_asked_again(lab: Lab, services: Services) -> None:
    services.works["openlibrary"] = [RECORD]
    services.faults["openlibrary"] = lambda handler, _: handler.send(503, "busy") or True
    printed(lab, BOOK)
    code, out, _ = lab.run("verify", "paper.tex", "--require")
    assert code == 4, out
    services.faults.clear()
    assert lab.verify("paper.tex")["k0"]["outcome"] == "inaccessible"


def test_a_known_work_is_shown_though_another_index_is_silent(lab: Lab, services: Services) -> None:
    services.works["k10plus"] = [RECORD]
    for name in ("crossref", "openalex", "openlibrary"):
        services.faults[name] = lambda handler, _: handler.send(503, "busy") or True
    assert verdict(lab, BOOK)["outcome"] == "inaccessible"


@pytest.mark.parametrize("name", ASTRAY)
def test_no_answer_astray_makes_a_record(lab: Lab, services: Services, name: str) -> None:
    catalogue, fault = ASTRAY[name]
    services.faults[catalogue] = fault
    assert verdict(lab, BOOK)["outcome"] == "unknown"


@pytest.mark.parametrize("fault", one_in(3, (faults.refusal(Retry_After="1e9"), faults.hang, faults.drip)))
def test_catalogues_that_hang_or_refuse_cost_little(
    lab: Lab, services: Services, fault: faults.Fault
) -> None:
    services.faults = dict.fromkeys((*LIBRARIES, "openalex"), fault)
    lab.configure(limits=dict.fromkeys(services.endpoints, 0), attempts=3, timeout=20)
    printed(lab, *(BOOK.replace("Masks", f"Masks {'abcdefghijklmnopqrst'[number]}") for number in range(20)))
    start = time.monotonic()
    said = lab.verify("paper.tex")
    assert time.monotonic() - start < patience(LONG) + patience(5)
    assert {one["outcome"] for one in said.values()} == {"unknown"}
    assert all(f"no answer from {name}" in lab.out for name in (*LIBRARIES, "openalex"))


@pytest.mark.parametrize("year", [1959, 1990, 2010])
def test_a_catalogue_that_ignores_the_years_is_believed_of_no_earlier_one(
    lab: Lab, services: Services, year: int
) -> None:
    data = {
        "numFound": 1,
        "docs": [{
            "key": "/works/OL1W", "title": RECORD["title"], "author_name": ["Erving Gofman"],
            "first_publish_year": year, "publisher": ["Mask Press"],
        }],
    }  # fmt: skip
    services.faults["openlibrary"] = faults.data(200, data)
    assert verdict(lab, BOOK)["outcome"] == ("inaccessible" if year == 1959 else "unknown")
