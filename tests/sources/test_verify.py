"""``argcheck verify`` from end to end: the real program, real connections, services on this machine."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience
from services import ENTRY, MADE_UP, NAMES, SORTING, entry, work

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

# --- outcomes


def test_a_work_that_agrees_is_found(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    found = lab.verify()["batcher"]
    assert found["outcome"] == "inaccessible"
    assert found["work"] == "doi:10.1000/sort"
    assert found["record"]["provider"] == "crossref"
    assert "differences" not in found
    assert {name for name, _, _ in services.hits} == {
        "crossref",
        "europepmc",
        "openalex",
    }  # these know notices
    assert lab.out.splitlines()[0] == "checked 1 of 1 sources"
    assert f"requests sent: 4, to 127.0.0.1:{services.port} (4)" in lab.out


def test_a_work_that_nobody_has_is_a_ghost(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(MADE_UP)
    found = lab.verify()["nobody"]
    assert found["outcome"] == "ghost"
    searched = {name for name, answer in found["asked"] if answer == "absent"}
    by_title = {f"{name} (search)" for name in NAMES if name != "doi"}
    assert searched == by_title | {
        "crossref (authors)",
        "openalex (authors)",
        "crossref (venue)",
        "openalex (journal)",
    }


def test_entries_that_set_a_style_are_no_works(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + '@IEEEtranBSTCTL{style, ctluse_article_number = "yes"}')
    assert set(lab.verify()) == {"batcher"}


@pytest.mark.parametrize("silent", [name for name in NAMES if name != "doi"])
def test_with_one_index_silent_it_is_no_ghost(lab: Lab, services: Services, silent: str) -> None:
    services.faults[silent] = lambda handler, _: handler.send(503, "try later") or True
    lab.write(MADE_UP)
    found = lab.verify()["nobody"]
    assert found["outcome"] == "unknown"
    assert found["unasked"] == f"could not be asked: {silent}"
    assert f"no answer from {silent}: answered 503" in lab.out
    assert lab.run("verify", "--require")[0] == 4


@pytest.mark.parametrize("kind", ["misc", "manual", "phdthesis", "article"])
def test_a_work_that_no_index_lists_got_its_answers(lab: Lab, services: Services, kind: str) -> None:
    services.everywhere(SORTING)
    lab.write(f"{ENTRY}@{kind}{{north, title = {{On sorting machines in northern towns}}, year = 2012}}\n")
    assert lab.verify()["north"]["outcome"] == "unknown"
    assert lab.run("verify", "--again", "--require")[0] == 0


def test_what_was_not_answered_is_asked_again(lab: Lab, services: Services) -> None:
    services.faults["openalex"] = lambda handler, _: handler.send(503, "") or True
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "unknown"
    services.faults.clear()
    services.hits.clear()
    assert lab.verify()["nobody"]["outcome"] == "ghost"
    assert {name for name, _, _ in services.hits} == {"openalex", "crossref"}
    assert ["query.author=" in path for path in services.asked("crossref")] == [
        True,
        False,
    ]  # and for the venue


def test_an_outage_does_not_take_a_verdict_away(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    lab.verify()
    for name in NAMES:
        services.faults[name] = lambda handler, _: handler.send(500, "") or True
    code, out, _ = lab.run("verify", "--again", "--no-cache", "--require")
    assert code == 4
    assert out.startswith("checked 0 of 1 sources\n")
    assert lab.verdicts()["batcher"]["outcome"] == "inaccessible"


def test_a_doi_that_leads_to_another_work_is_a_mismatch(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(MADE_UP.replace("year =", "doi = {10.1000/sort},\n  year ="))
    found = lab.verify()["nobody"]
    assert found["outcome"] == "mismatch"
    assert found["detail"] == "the doi leads to 'Sorting Networks and Their Applications'"


def test_a_dead_doi_of_a_real_work_is_a_difference_with_a_safe_fix(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY.replace("10.1000/sort", "10.1000/wrong"))
    found = lab.verify()["batcher"]
    assert found["outcome"] == "inaccessible"
    wanted = {"field": "doi", "ours": "10.1000/wrong", "theirs": "10.1000/sort", "certain": True}
    assert found["differences"] == [wanted]


def test_a_doi_of_another_agency_is_alive(lab: Lab, services: Services) -> None:
    services.works["doi"] = [SORTING]
    lab.write(ENTRY)
    found = lab.verify()["batcher"]
    assert found["outcome"] == "unknown"
    assert "registered" in found["detail"]


def test_a_web_page_is_no_ghost(lab: Lab) -> None:
    lab.write(MADE_UP.replace("@article", "@misc"))
    assert lab.verify()["nobody"]["outcome"] == "unknown"


@pytest.mark.parametrize(
    ("change", "field", "theirs"),
    [
        (("1968", "1978"), "year", "1968"),
        (("Sorting Networks and their", "Sorting Machines and their"), "title", SORTING["title"]),
        (("Ada Ng", "Bo Ek"), "authors", "Kenneth Batcher, Ada Ng"),
        (("J. Sorting", "Annals of Cooking Recipes"), "venue", "Journal of Sorting"),
    ],
)
def test_each_field_that_differs_is_named(
    lab: Lab, services: Services, change: tuple[str, str], field: str, theirs: str
) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY.replace(*change))
    (found,) = lab.verify()["batcher"]["differences"]
    assert (found["field"], found["theirs"]) == (field, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs", "told"),
    [
        (
            "Sorting Networks of 10s to 600s in Offices",
            "Sorting Networks of 10 s to 600 s in the Offices",
            False,
        ),
        ("Sorting Networks and Applications", "Sorting Networks and Some More of Their Applications", False),
        ("Sorting Networks and All Their Applications", "Sorting Networks and Their Applications", False),
        ("Sorting Machines and Their Applications", "Sorting Networks and Their Many Applications", True),
        ("Sorting Networks and Their Applications II", "Sorting Networks and Their Applications I", True),
        (
            "Unstable Sorting Networks and Applications",
            "Stable Sorting Networks and Their Applications",
            True,
        ),
    ],
)
def test_words_that_one_title_has_more_are_noted_where_none_stands_in_the_place_of_another(
    lab: Lab, services: Services, ours: str, theirs: str, *, told: bool
) -> None:
    services.everywhere(SORTING | {"title": theirs})
    lab.write(ENTRY.replace("Sorting Networks and their Applications", ours))
    verdict = lab.verify()["batcher"]
    assert [each["field"] for each in verdict.get("differences", [])] == ["title"] * told
    assert told or f"title '{ours}' and '{theirs}' are taken for one" in verdict["detail"]


def test_a_book_with_a_word_more_is_another(lab: Lab, services: Services) -> None:
    title = "Sorting Networks and Their Applications in Offices"
    services.everywhere(SORTING | {"title": title, "type": "book"})
    lab.write(ENTRY.replace("@article", "@book").replace("and their", "and Meadows and their"))
    assert [each["field"] for each in lab.verify()["batcher"]["differences"]] == ["title"]


def test_the_volume_of_another_series_says_nothing(lab: Lab, services: Services) -> None:
    services.everywhere(
        SORTING | {"venue": "Yearbook of Sorting Informatics", "volume": "15", "page": "20-25"}
    )
    lab.write(ENTRY.replace("J. Sorting}", "Methods Inf Sort},\n  volume = {45},\n  pages = {20--25}"))
    assert "differences" not in lab.verify()["batcher"]


def test_authors_who_are_left_out_at_the_end_are_noted(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY.replace(" and Ada Ng", ""))
    verdict = lab.verify()["batcher"]
    assert "differences" not in verdict
    assert "'Kenneth Batcher, Ada Ng'" in verdict["detail"]


def test_a_difference_that_another_index_does_not_see_is_none(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [SORTING | {"year": 1971}]
    services.works["openalex"] = [SORTING]
    lab.write(ENTRY)
    assert "differences" not in lab.verify()["batcher"]


def test_a_book_has_editions_and_reviews(lab: Lab, services: Services) -> None:
    """A review bears the title of its book, and another edition another year; neither says that the entry is wrong."""
    review = work(
        "10.1000/review", "The Art of Sorting Very Long Lists", "Critic, Carl", 1999, "Book Reviews"
    )
    edition = work("10.1000/ed1", "Handbook of Sorting Machinery and Tapes", "Tape, Tom", 1961, "Press")
    services.everywhere(review, edition)
    lab.write(
        entry(
            "a",
            author="Ann Author",
            title="The Art of Sorting Very Long Lists",
            year="1998",
            publisher="Press",
        ).replace("@article", "@book")
        + entry(
            "b", author="Tom Tape", title="Handbook of Sorting Machinery and Tapes", year="1975", edition="3"
        ).replace("@article", "@book")
    )
    found = lab.verify()
    assert found["a"]["outcome"] == "unknown"
    assert (found["b"]["outcome"], found["b"].get("differences")) == ("inaccessible", None)


@pytest.mark.parametrize(("year", "fields"), [("1998", []), ("2005", ["year"])])
def test_a_part_that_no_index_has_is_compared_with_its_book(
    lab: Lab, services: Services, year: str, fields: list[str]
) -> None:
    services.everywhere(
        work("10.1000/book", "The Art of Sorting Lists", "Ng, Ada", 1998, "Press", type="book")
    )
    lab.write(
        entry(
            "part",
            author="Ann Author",
            title="Merging by candle light and at sea",
            booktitle="The Art of Sorting Lists",
            year=year,
            doi="10.1000/book",
        ).replace("@article", "@incollection")
    )
    found = lab.verify()["part"]
    assert found["outcome"] == "unknown"
    assert [difference["field"] for difference in found.get("differences") or []] == fields


@pytest.mark.parametrize(
    ("journal", "held", "outcome"),
    [
        ("NStZ", 0, "unknown"),
        ("Annalen der Hafenkunde", 0, "unknown"),
        ("Annalen der Hafenkunde", 2012, "ghost"),
        ("Annalen der Hafenkunde", 2019, "unknown"),  # an index may have a journal from a later year on
        ("Ann. Hafenk.", 0, "ghost"),  # nothing tells whether an index has it
    ],
)
def test_a_journal_may_be_in_no_index(
    lab: Lab, services: Services, journal: str, held: int, outcome: str
) -> None:
    title = "Die Strafbarkeit der Schiffsführer im Notfall"
    written = {"author": "Robert Esser", "title": title, "year": "2012", "journal": journal}
    lab.write(entry("a", **written) + entry("b", **written, doi="10.1000/nowhere"))
    if held:
        services.everywhere(work("10.1000/h", "Möwen", "Moe, Ida", held, journal))
    said = lab.verify()
    assert said["a"]["outcome"] == outcome
    assert said["b"]["outcome"] == "ghost" or journal == "NStZ"


def test_the_year_of_another_publication_is_no_safe_fix(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING | {"venue": "Annals of Cattle Breeding", "year": 1972})
    lab.write(ENTRY.replace("J. Sorting", "Zoological Letters").replace("  doi = {10.1000/sort},\n", ""))
    differences = lab.verify()["batcher"]["differences"]
    assert {(difference["field"], difference["certain"]) for difference in differences} == {
        ("year", False),
        ("venue", False),
    }


# --- status


def test_retractions_of_both_crossref_fields(lab: Lab, services: Services) -> None:
    update = {
        "type": "retraction",
        "label": "Retraction",
        "DOI": "10.1000/notice",
        "source": "publisher",
        "updated": {"date-parts": [[2021, 3, 4]]},
    }
    services.works["crossref"] = [SORTING | {"updated-by": [update]}, SORTING | {"DOI": "10.1000/other"}]
    correction = {"type": "correction", "DOI": "10.1000/other", "updated": {"date-parts": [[2022, 1, 2]]}}
    services.notices = [{"DOI": "10.1000/correction", "update-to": [correction]}]
    lab.write(ENTRY + ENTRY.replace("batcher", "other").replace("10.1000/sort", "10.1000/other"))
    found = lab.verify()
    assert found["batcher"]["notices"] == [
        {"status": "retracted", "doi": "10.1000/notice", "date": "2021-03-04", "origin": "crossref"}
    ]
    assert found["other"]["notices"] == [
        {"status": "corrected", "doi": "10.1000/correction", "date": "2022-01-02", "origin": "crossref"}
    ]
    assert "refs.bib:1: batcher: retracted (2021-03-04, doi:10.1000/notice)" in lab.out


def test_notices_of_pubmed_and_openalex(lab: Lab, services: Services) -> None:
    corrections = [
        {"id": "77", "source": "MED", "reference": "J Sorting. 2021;3:4", "type": "Expression of concern in"}
    ]
    services.works["europepmc"] = [
        SORTING | {"pmid": "55", "corrections": corrections, "pubTypes": ["Review"]}
    ]
    services.works["openalex"] = [
        work("10.1000/b", "On the Sorting of Very Long Lists", "Long, Liz", 2001, "Lists", is_retracted=True)
    ]
    lab.write(
        entry("a", author="K. Batcher and A. Ng", title=SORTING["title"], year="1968", pmid="55")
        + entry(
            "b", author="Liz Long", title="On the sorting of very long lists", year="2001", journal="Lists"
        )
    )
    found = lab.verify()
    assert [one["status"] for one in found["a"]["notices"]] == ["concern"]
    assert found["a"]["review"] is True
    assert found["b"]["notices"] == [{"status": "retracted", "origin": "openalex"}]


def test_a_preprint_is_asked_for_by_the_doi_of_arxiv(lab: Lab, services: Services) -> None:
    """DataCite answers at once; arXiv, one request in three seconds, is not needed."""
    published = {
        "relationType": "IsVersionOf",
        "relatedIdentifier": "10.1000/costs",
        "relatedIdentifierType": "DOI",
    }
    services.works["datacite"] = [
        work(
            "10.48550/arxiv.1901.00002",
            "A Proof that Sorting Costs",
            "Right, Rita",
            2019,
            "arXiv",
            relatedIdentifiers=[published],
        )
    ]
    lab.write(
        entry(
            "p",
            author="Rita Right",
            title="A Proof that Sorting Costs",
            year="2019",
            eprint="1901.00002",
            archiveprefix="arXiv",
        )
    )
    found = lab.verify()["p"]
    assert (found["outcome"], found["published_as"]) == ("accessible", "doi:10.1000/costs")
    assert len(services.asked("arxiv")) == 1  # for notices


def test_a_withdrawn_preprint_and_one_that_was_published(lab: Lab, services: Services) -> None:
    services.works["arxiv"] = [
        work("", "A Proof that Sorting is Free", "Wrong, Will", 2019, "arXiv", arxiv="1901.00001v3", comment="This paper has been withdrawn by the author"),
        work("", "A Proof that Sorting Costs", "Right, Rita", 2019, "arXiv", arxiv="1901.00002v2", published="10.1000/costs"),
    ]  # fmt: skip
    services.works["datacite"] = [services.works["arxiv"][1] | {"DOI": "10.48550/arxiv.1901.00002"}]
    lab.write(
        entry(
            "w",
            author="Will Wrong",
            title="A Proof that Sorting is Free",
            year="2019",
            eprint="1901.00001",
            archiveprefix="arXiv",
        )
        + entry(
            "p",
            author="Rita Right",
            title="A Proof that Sorting Costs",
            year="2019",
            eprint="1901.00002v1",
            archiveprefix="arXiv",
        )
    )
    found = lab.verify()
    assert [one["status"] for one in found["w"]["notices"]] == ["withdrawn"]
    assert found["p"]["published_as"] == "doi:10.1000/costs"
    assert found["p"]["superseded_by"] == "arxiv:1901.00002v2"


def test_notices_that_could_not_be_asked_for_are_not_none(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    services.faults["crossref"] = lambda handler, _: (
        "filter=" in handler.path and (handler.send(500, "") or True)
    )
    lab.write(ENTRY)
    found = lab.verify()["batcher"]
    assert "notices could not be asked for" in found["unasked"]
    assert lab.run("verify", "--require")[0] == 4


# --- local


def test_local_files_and_indexes(lab: Lab, services: Services) -> None:
    lab.write(
        ENTRY
        + entry(
            "zotero",
            author="A. B",
            title="Some Title of a Work at Hand",
            year="2001",
            file="Full Text:pdfs/b.pdf:application/pdf",
        )
    )
    (lab.folder / "sources").mkdir()
    (lab.folder / "sources" / "batcher.txt").write_text("text", "utf-8")
    (lab.folder / "pdfs").mkdir()
    (lab.folder / "pdfs" / "b.pdf").write_bytes(b"%PDF-1.4")
    item = {
        "DOI": "10.1000/sort",
        "title": SORTING["title"],
        "author": SORTING["author"],
        "issued": {"date-parts": [[1968]]},
        "type": "article-journal",
    }
    second = {
        "title": "Some Title of a Work at Hand",
        "author": [{"family": "B", "given": "A."}],
        "issued": {"date-parts": [["2001"]]},
    }
    (lab.folder / "known.json").write_text(json.dumps([item, second]), "utf-8")
    (lab.folder / "argcheck.toml").write_text('source-indexes = ["known.json"]\n', "utf-8")
    found = lab.verify("--offline")
    assert (found["batcher"]["outcome"], found["zotero"]["outcome"]) == ("accessible", "inaccessible")
    assert found["zotero"]["detail"].startswith("the text at hand cannot be read: ")
    assert services.hits == []


@pytest.mark.parametrize("index", ["{", "[" * 100_000, "9" * 5_000, "7"])
def test_a_local_index_that_cannot_be_read_is_named_and_vouches_for_nothing(lab: Lab, index: str) -> None:
    lab.write(ENTRY)
    (lab.folder / "known.json").write_text(index, "utf-8")
    (lab.folder / "argcheck.toml").write_text('source-indexes = ["known.json"]\n', "utf-8")
    verdicts = lab.verify("--offline")
    assert verdicts["batcher"]["outcome"] == "unknown"
    assert "known.json cannot be read" in lab.out


@pytest.mark.parametrize("before", [False, True], ids=["first", "after-a-good-verdict"])
@pytest.mark.parametrize("doi", ["doi = {10.1000/sort},", ""], ids=["doi", "title"])
def test_retraction_watch_works_offline(lab: Lab, services: Services, doi: str, *, before: bool) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY.replace("doi = {10.1000/sort},", doi))
    if before or not doi:
        assert "notices" not in lab.verify()["batcher"]
        services.hits.clear()
    csv = lab.folder.parent / "rw.csv"
    csv.write_text(
        "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,"
        "RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n"
        '1,"Sorting, Networks",(CS),X,J,P,US,K B,,Research Article;,6/30/2021 0:00,10.1000/n,0,1/1/1968 0:00,10.1000/SORT,0,Retraction,+Error in Data;+Concerns;,No,\n',
        "utf-8",
    )
    code, out, _ = lab.run("sources", "retractions", "import", str(csv))
    assert (code, out.split(" in ")[0]) == (0, "1 work with notices")
    found = lab.verify("--offline")["batcher"]
    assert found["notices"] == [
        {
            "status": "retracted",
            "doi": "10.1000/n",
            "date": "2021-06-30",
            "reason": "Error in Data; Concerns",
            "origin": "retraction-watch",
        }
    ]
    assert services.hits == []


# --- what is sent


def test_a_dry_run_sends_nothing_and_says_what_would_be_sent(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    code, out, _ = lab.run("verify", "--dry-run")
    assert code == 0
    assert services.hits == []
    assert not (lab.folder / ".argcheck").exists()
    assert f"GET http://127.0.0.1:{services.port}/crossref/works/10.1000%2Fsort" in out
    assert out.endswith("text of the manuscript: none\n")


def test_only_bibliography_data_is_sent_and_keys_are_not_shown(lab: Lab, services: Services) -> None:
    lab.write(
        ENTRY.replace(
            "  year",
            "  note = {my secret note}, abstract = {secret abstract}, file = {/home/secret.pdf},\n  year",
        )
    )
    (lab.folder / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}A secret claim \\cite{batcher}.\\bibliography{refs}\\end{document}",
        "utf-8",
    )
    lab.configure(limits=dict.fromkeys(NAMES, 0), contact="ann@example.org")
    _, out, err = lab.run("verify", OPENALEX_API_KEY="canary-key", SEMANTIC_SCHOLAR_API_KEY="canary-two")
    sent = "\n".join(path for _, path, _ in services.hits)
    assert "secret" not in sent
    assert "canary-key" in sent
    assert any(one.get("x-api-key") == "canary-two" for one in services.headers)
    assert all("mailto:ann@example.org" in one["User-Agent"] for one in services.headers)
    kept = [file.read_bytes() for file in (*lab.home.rglob("*"), *lab.folder.rglob("*")) if file.is_file()]
    assert not any(b"canary" in data for data in (*kept, out.encode(), err.encode()))


def test_a_repository_cannot_say_whom_to_ask(lab: Lab, services: Services) -> None:
    lab.write(ENTRY)
    (lab.folder / "argcheck.toml").write_text(
        f'[sources.endpoints]\ncrossref = "http://127.0.0.1:{services.port}/crossref"\n', "utf-8"
    )
    code, _, err = lab.run("verify")
    assert code == 2
    assert "argcheck.toml:1: a repository cannot set 'endpoints'" in err
    assert services.hits == []


def test_without_a_network_nothing_is_held_against_anybody(lab: Lab) -> None:
    """The port is closed, as all are without a network."""
    lab.services.close()
    lab.write(
        "".join(ENTRY.replace("batcher", f"b{n}").replace("10.1000/sort", f"10.1000/{n}") for n in range(40))
        + MADE_UP
    )
    start = time.monotonic()
    code, out, _ = lab.run("verify", "--require")
    assert time.monotonic() - start < patience(len(NAMES))
    assert code == 4
    assert out.startswith("checked 0 of 41 sources\n")
    assert {one["outcome"] for one in lab.verdicts().values()} == {"unknown"}


def test_without_the_extra_it_says_what_to_install(lab: Lab) -> None:
    lab.write(ENTRY)
    code = "import sys; sys.modules['httpx2'] = None; from argcheck.cli.run import run; sys.exit(run(['verify']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=lab.folder,
        env=lab.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert (
        done.stderr == "argcheck: error: argcheck verify needs httpx2: pip install 'argcheck-lint[sources]'\n"
    )


def test_standard_error_holds_nothing_but_the_progress(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    services.faults["crossref"] = lambda handler, nth: nth == 1 and (handler.send(503, "") or True)
    lab.write(ENTRY)
    assert lab.run("verify")[2] == "argcheck: asked about 1 of 1\n"


def test_a_verdict_file_that_cannot_be_written_is_named(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    (lab.folder / ".argcheck").write_text("in the way", "utf-8")
    code, _, err = lab.run("verify")
    assert code == 2
    assert "verdicts.jsonl: cannot be " in err


def test_only_some_keys(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + MADE_UP)
    assert set(lab.verify("--only", "batcher")) == {"batcher"}
    code, _, err = lab.run("verify", "--only", "unheard")
    assert code == 2
    assert "no document cites 'unheard'" in err


def test_a_provider_of_a_plugin_that_raises_is_named(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    plugin = lab.folder.parent / "house.py"
    plugin.write_text(
        "from argcheck.api import hookimpl\n"
        "class House:\n"
        "    name, services, answers, authority = 'house', (), frozenset({'search'}), False\n"
        "    async def ask(self, query, http, *, by):\n"
        "        raise RuntimeError('no shelf')\n"
        "@hookimpl\n"
        "def argcheck_providers(settings):\n"
        "    return [House()]\n",
        "utf-8",
    )
    lab.write(MADE_UP)
    found = lab.verify("--plugin", str(plugin))["nobody"]
    assert (found["outcome"], found["unasked"]) == ("unknown", "could not be asked: house")
    assert "no answer from house: bug in the provider: RuntimeError: no shelf (" in lab.out
    assert f"{plugin.name}:5)" in lab.out
    assert plugin.name not in str(found)


def test_a_plugin_whose_providers_fail_is_named_wherever_works_are_asked_about(
    lab: Lab, services: Services
) -> None:
    services.everywhere(SORTING)
    site = lab.folder.parent / "site"
    (site / "shelf-1.dist-info").mkdir(parents=True)
    (site / "shelf-1.dist-info/entry_points.txt").write_text("[argcheck]\nshelf = shelf\n", "utf-8")
    (site / "shelf.py").write_text(
        "from argcheck.api import hookimpl\n@hookimpl\ndef argcheck_providers(settings):\n    raise RuntimeError('no shelf')\n",
        "utf-8",
    )
    lab.write(MADE_UP)
    (lab.folder / "papers.txt").write_text(".\n.\n")
    for argv in (["verify"], ["watch", "papers.txt", "--ask"]):
        code, _, err = lab.run(*argv, PYTHONPATH=str(site))
        assert (code, err.count("no shelf")) == (3, 1), argv


_LIBRARY = """
from argcheck.api import Answer, Reply, hookimpl
class Library:
    name = "library"
    services = ()
    answers = frozenset({"doi", "search"})
    authority = False
    async def ask(self, query, http, *, by):
        return Reply(self.name, Answer.ABSENT)
@hookimpl
def argcheck_providers(settings):
    return [Library()]
"""


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        ('{"doi", "search"}', '{"doi", "title"}', "provider 'library' cannot be asked by 'title', but by arxiv, authors, doi, file, journal, pmid, publisher, search, status and venue"),
        ('frozenset({"doi", "search"})', '"doi"', "provider 'library' has no set of words 'answers'"),
        ("authority = False", "", "provider 'library' has no 'authority'"),
        ("services = ()", "", "provider 'library' has no 'services'"),
        ('name = "library"', "", "a provider of the class Library has no 'name'"),
        ("[Library()]", "None", "argcheck_providers gives nothing; it returns a list"),
        ("[Library()]", "[Library]", "Library is a class, not a provider: give Library()"),
        ('name = "library"', 'name = "crossref"', "the provider 'crossref' is left out: another one has this name"),
        ("async def ask", "def ask", "'ask' of provider 'library' is not 'async def'"),
    ],
)  # fmt: skip
def test_a_provider_that_is_none_is_named_with_what_it_lacks(
    lab: Lab, written: str, instead: str, said: str
) -> None:
    (lab.folder / "library.py").write_text(_LIBRARY.replace(written, instead))
    lab.write(MADE_UP)
    code, out, err = lab.run("verify", "--plugin", "library.py")
    assert (code, err.count(said)) == (3, 1), out + err
    assert "library.py" in err
    assert "checked" in out


# --- many, and interrupted


def many(count: int) -> tuple[list[Any], str]:
    rng = random.Random(7)
    syllables = [
        "ka",
        "lo",
        "mi",
        "ne",
        "pu",
        "ra",
        "so",
        "ti",
        "vu",
        "xe",
        "zo",
        "ba",
        "de",
        "fi",
        "go",
        "hu",
    ]
    works, entries = [], []
    for number in range(count):
        title = " ".join("".join(rng.choices(syllables, k=3)).capitalize() for _ in range(6))
        family = "".join(rng.choices(syllables, k=3)).capitalize()
        works.append(
            work(f"10.1000/{number}", title, f"{family}, Ann", 2000 + number % 20, "Journal of Sorting")
        )
        doi = {"doi": f"10.1000/{number}"} if number % 3 else {}
        entries.append(
            entry(
                f"k{number}",
                author=f"{family}, Ann",
                title=title,
                journal="J. Sorting",
                year=str(2000 + number % 20),
                **doi,
            )
        )
    return works, "\n".join(entries)


def test_many_entries(lab: Lab, services: Services) -> None:
    """``benchmarks/verify.py`` does it with a thousand."""
    works, bib = many(250)
    services.works["crossref"] = works
    lab.write(bib)
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=6)
    # Not `ru_maxrss`, which a process inherits from the one that started it.
    peak = "next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM:'))"
    code = f"import sys; from argcheck.cli.run import run; c = run(['verify']); print({peak}, file=sys.stderr); sys.exit(c)"
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=lab.folder,
        env=lab.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - start
    assert done.returncode == 0, done.stderr
    assert "checked 250 of 250 sources" in done.stdout
    assert {one["outcome"] for one in lab.verdicts().values()} == {"inaccessible"}
    assert seconds < patience(20)
    assert services.peak <= 6
    assert int(done.stderr.splitlines()[-1]) < 200_000  # KiB


def test_limits_hold_unless_they_are_lifted(lab: Lab, services: Services) -> None:
    works, bib = many(12)
    services.everywhere(*works)
    lab.configure()
    lab.write(bib + MADE_UP)
    lab.verify()
    times = [at for name, _, at in services.hits if name == "crossref"]
    first = times[0]
    assert services.peak <= 8
    assert all(at - first >= (place - 2) / 50 for place, at in enumerate(times))  # what the replies allow
    slow = [at for name, _, at in services.hits if name == "semanticscholar"]
    assert all(two - one > 0.9 for one, two in pairwise(slow))


#: Runs verify in a child that is ended without warning after a random time of its own, fifteen times; a fork saves the imports.
KILLED = """
import os, random, signal
from argcheck_process import import_all
from argcheck.cli.run import run
import_all()
rng = random.Random(3)
for _ in range(15):
    moment = 0.03 + rng.random() * 0.4
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, moment)
        os._exit(run(["verify"]))
    os.waitpid(child, 0)
"""


def test_killed_at_any_moment_nothing_is_lost_or_asked_twice(lab: Lab, services: Services) -> None:
    works, bib = many(80)
    services.works["crossref"] = works
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=1)
    lab.write(bib)
    done = subprocess.run(
        [sys.executable, "-c", KILLED],
        cwd=lab.folder,
        env=lab.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(services.hits) > 20
    assert lab.verify()
    assert len(lab.verdicts()) == 80
    paths = [path for _, path, _ in services.hits]
    assert len(paths) - len(set(paths)) <= 15  # what was on its way at each of these moments


@pytest.mark.parametrize("argv", [["verify"], ["watch", "papers.txt", "--ask"]])
def test_an_interrupt_keeps_what_has_come(lab: Lab, services: Services, argv: list[str]) -> None:
    works, bib = many(300)
    services.works["crossref"] = works
    services.faults["crossref"] = lambda _handler, _: bool(time.sleep(0.02))
    lab.write(bib)
    (lab.folder / "papers.txt").write_text(".\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "argcheck", *argv],
        cwd=lab.folder,
        env=lab.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 30
    while len(services.hits) < 300 and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 130
    assert 10 < len(lab.verdicts()) < 300


def test_a_second_run_asks_nothing(lab: Lab, services: Services, tmp_path: Path) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + MADE_UP)
    lab.verify()
    text = (lab.folder / ".argcheck" / "verdicts.jsonl").read_bytes()
    services.hits.clear()
    lab.verify()
    lab.verify("--no-cache")
    assert services.hits == []
    assert (lab.folder / ".argcheck" / "verdicts.jsonl").read_bytes() == text


def test_again_asks_for_absences_only_where_the_answers_are_fresh(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY + MADE_UP)
    lab.verify()
    services.hits.clear()
    services.everywhere(
        work(
            "10.1000/late",
            "A Long Title that No Index Anywhere Has Ever Heard Of",
            "Nobody, Nina; Onlyhere, Otto",
            1999,
            "Journal of Sorting",
        )
    )
    assert lab.verify("--again")["nobody"]["outcome"] == "inaccessible"
    assert not any("Sorting+Networks" in path or path.endswith("sort") for _, path, _ in services.hits)


def test_again_asks_again_after_a_day(lab: Lab, services: Services, tmp_path: Path) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    lab.verify()
    (tmp_path / "later").mkdir()
    clock = "import time\nreal = time.time\ntime.time = lambda: real() + 2 * 86_400\n"
    (tmp_path / "later" / "sitecustomize.py").write_text(clock, "utf-8")
    services.hits.clear()
    lab.verify(PYTHONPATH=str(tmp_path / "later"))
    assert services.hits == []
    lab.verify("--again", PYTHONPATH=str(tmp_path / "later"))
    assert services.asked("crossref")


def test_what_is_wrong_with_a_work_that_is_in_no_index_is_told_by_place(lab: Lab, services: Services) -> None:
    ahead = entry("a", author="Nina Nobody", title="A Work of the Years to Come and Its Title", year="2099")
    dead = entry(
        "b", author="Otto Onlyhere", title="A Work with a Dead Number", year="1999", doi="10.1000/dead"
    )
    lab.write(MADE_UP + dead + ahead)
    lab.verify()
    assert "differ from the record" not in lab.out
    assert [line for line in lab.out.splitlines() if line.startswith("refs.bib")] == [
        "refs.bib:1: nobody: in no index that was asked",
        "refs.bib:7: b: in no index that was asked",
        "refs.bib:13: a: in no index that was asked",
        "refs.bib:13: a: year is '2099', which is still to come",
    ]


def test_what_is_asked_about_an_archive_is_kept_beside_it(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY)
    shutil.make_archive(str(lab.folder / "packed"), "zip", lab.folder)
    for name in ("main.tex", "refs.bib"):
        (lab.folder / name).unlink()
    (lab.folder / "list.txt").write_text("packed.zip\n", "utf-8")
    code, out, err = lab.run("watch", "list.txt", "--ask")
    assert code == 0, out + err
    assert services.hits
    kept = lab.folder / ".argcheck" / "packed.zip" / "verdicts.jsonl"
    (verdict,) = map(json.loads, kept.read_text("utf-8").splitlines())
    assert verdict["outcome"] == "inaccessible"
    services.hits.clear()
    assert lab.run("verify", "packed.zip")[0] == 0
    assert not services.hits
