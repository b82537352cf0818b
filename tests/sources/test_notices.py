"""A notice is found whichever index knows it, also where another one has answered first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from services import ENTRY, SORTING, entry, work
from wire_faults import reset

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
KNOWN: dict[str, tuple[str, dict[str, Any], str]] = {
    "crossref-retraction": ("crossref", {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}, "retracted"),
    "crossref-concern": ("crossref", {"updated-by": [{"type": "expression_of_concern", "DOI": "10.1000/n"}]}, "concern"),
    "europepmc-kind": ("europepmc", {"pubTypes": ["Retracted Publication"]}, "retracted"),
    "europepmc-concern": ("europepmc", {"corrections": [{"type": "Expression of concern in", "id": "7"}]}, "concern"),
    "europepmc-erratum": ("europepmc", {"corrections": [{"type": "Erratum in", "id": "7"}]}, "corrected"),
    "openalex": ("openalex", {"is_retracted": True}, "retracted"),
}  # fmt: skip


@pytest.mark.parametrize("doi", ["  doi = {10.1000/sort},\n", ""], ids=["doi", "title"])
@pytest.mark.parametrize("name", KNOWN)
def test_whoever_knows_it(lab: Lab, services: Services, name: str, doi: str) -> None:
    service, more, status = KNOWN[name]
    services.everywhere(SORTING)
    services.works[service] = [SORTING | more]
    lab.write(ENTRY.replace("  doi = {10.1000/sort},\n", doi))
    assert [one["status"] for one in lab.verify()["batcher"]["notices"]] == [status]


@pytest.mark.parametrize("doi", ["  doi = {10.1000/sort},\n", ""], ids=["doi", "title"])
def test_a_notice_that_stands_in_no_record_but_its_own(lab: Lab, services: Services, doi: str) -> None:
    services.everywhere(SORTING)
    told = [{"DOI": SORTING["DOI"], "type": "retraction"}]
    services.notices = [work("10.1000/n", "Retraction", "Ed, I.", 2015, **{"update-to": told})]
    lab.write(ENTRY.replace("  doi = {10.1000/sort},\n", doi))
    assert [one["status"] for one in lab.verify()["batcher"]["notices"]] == ["retracted"]


def test_a_preprint_that_only_arxiv_calls_withdrawn(lab: Lab, services: Services) -> None:
    title = "A Proof that Sorting is Free"
    services.works["datacite"] = [work("10.48550/arxiv.1901.00001", title, "Wrong, Will", 2019, "arXiv")]
    services.works["arxiv"] = [
        work("", title, "Wrong, Will", 2019, "arXiv", arxiv="1901.00001v3", comment="This paper has been withdrawn by the author"),
    ]  # fmt: skip
    lab.write(
        entry("w", author="Will Wrong", title=title, year="2019", eprint="1901.00001", archiveprefix="arXiv")
    )
    assert [one["status"] for one in lab.verify()["w"]["notices"]] == ["withdrawn"]


def test_watch_asks_only_where_it_is_told_to(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    services.works["crossref"] = [SORTING | KNOWN["crossref-retraction"][1]]
    lab.write(ENTRY)
    (lab.folder / "papers.txt").write_text(".\n", "utf-8")
    code, out, _ = lab.run("watch", "papers.txt")
    assert (code, out, services.hits) == (0, "no new notices on 1 cited work of 1 paper\n", [])
    code, out, err = lab.run("watch", "papers.txt", "--ask", "--require")
    assert code == 1, err
    assert "retracted (doi:10.1000/n)" in out
    assert "main.tex: 0 claims lean on [batcher]\n    listed at refs.bib:1:" in out  # by \nocite
    asked = len(services.hits)
    assert lab.run("watch", "papers.txt", "--ask")[0] == 0
    assert len(services.hits) == asked  # the verdict is still good
    lab.write(ENTRY + entry("gone", title="A work that nobody has heard of"))
    for name in services.endpoints:
        services.faults[name] = reset
    code, _, err = lab.run("watch", "papers.txt", "--ask", "--require")
    assert code == 4
    assert "no answer from crossref" in err
