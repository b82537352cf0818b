"""Works that many papers cite: joined first, each asked about once, and what is known of them said of every paper."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest
from services import MADE_UP, SORTING, entry
from test_verify import many

from argcheck.audit.auditing import audit
from argcheck.audit.papers import AuditOptions

if TYPE_CHECKING:
    from pathlib import Path

    from lab import Lab
    from services import Services

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow

TEX = r"""\documentclass{article}
\begin{document}
%% argcheck: claim id=cl:main role=conclusion uses=cite:%(key)s
Networks sort, as \cite{%(keys)s} show.
\bibliographystyle{plain}\bibliography{refs}
\end{document}
"""
SORT = {
    "author": "Kenneth Batcher and Ada Ng",
    "title": "Sorting Networks and Their Applications",
    "journal": "Proceedings of the Spring Joint Computer Conference",
    "year": "1968",
}
RETRACTION = {
    "DOI": "10.1000/notice",
    "type": "retraction",
    "label": "Retraction",
    "updated": {"date-parts": [[2021, 5, 1]]},
}


def paper(folder: Path, name: str, bib: str, *keys: str) -> None:
    place = folder / "papers" / name
    place.mkdir(parents=True)
    (place / "main.tex").write_text(TEX % {"key": keys[0], "keys": ",".join(keys)}, "utf-8")
    (place / "refs.bib").write_text(bib, "utf-8")


def rows(data: list[dict[str, Any]]) -> dict[str, list[str]]:
    return {row["work"]: row["cited_by"] for row in data}


@pytest.fixture
def audited(lab: Lab, services: Services) -> Path:
    """The tables of three papers: two cite the sorted networks, with and without a DOI, all cite others, one a ghost."""
    works, bib = many(6)
    services.everywhere(SORTING | {"updated-by": [RETRACTION]}, *works)
    named = entry("sort68", **SORT, doi="10.1000/SORT", note="seen in the library")
    nameless = entry("Batcher", **{**SORT, "author": "K. Batcher and A. Ng"})
    paper(lab.folder, "a", named + MADE_UP + bib, "sort68", "nobody", "k0", "k1")
    paper(lab.folder, "b", nameless + bib, "Batcher", "k1", "k2")
    paper(lab.folder, "c", bib, "k3", "k4", "k5")
    audit([str(lab.folder / "papers")], lab.folder / "tables", AuditOptions(), shards=2)
    return lab.folder / "tables"


def test_each_work_is_asked_about_once_and_said_of_every_paper(
    lab: Lab, services: Services, audited: Path
) -> None:
    code, out, err = lab.run("audit", "--works", "tables")
    assert (code, err) == (0, "")
    assert out == "8 works in tables/sources; argcheck verify tables/sources asks about each once\n"
    code, out, _ = lab.run("audit", "--summary", "tables")
    assert "Not looked up" in out
    assert not services.hits
    code, out, err = lab.run("verify", "tables/sources")
    assert code in (0, 1), err
    assert services.asked("crossref").count("/works/10.1000%2Fsort") == 1
    assert not [path for path in services.asked("crossref") if "Sorting+Networks" in path]  # by title besides
    before = len(services.hits)
    code, out, _ = lab.run("audit", "--summary", "tables", "--format", "json")
    data = json.loads(out)
    assert data["cited"] == {"works": 8, "entries": 10}
    assert data["existence"] == {"ghost": 1, "inaccessible": 7}
    assert rows(data["retracted"]) == {"doi:10.1000/sort": ["papers/a", "papers/b"]}
    [ghost] = data["ghosts"]
    assert ghost["cited_by"] == ["papers/a"]
    resting = [
        (rest["paper"], [c["id"] for c in rest["conclusions"]]) for rest in data["retracted"][0]["resting"]
    ]
    assert resting == [("papers/a", ["cl:main"]), ("papers/b", ["cl:main"])]
    _, page, _ = lab.run("audit", "--summary", "tables")
    print(page)
    print((audited / "sources" / "works.bib").read_text())
    assert "10 entries of 8 works are cited." in page
    assert "| 1 | in no index that was asked |" in page
    assert "retracted 2021-05-01" in page
    assert "main.tex:4: Networks sort" in page
    assert len(services.hits) == before


def test_what_is_asked_about_is_the_same_whatever_the_order_of_the_papers(lab: Lab, audited: Path) -> None:
    lab.run("audit", "--works", "tables")
    first = (audited / "sources" / "works.bib").read_bytes()
    audit(
        [str(lab.folder / "papers")], lab.folder / "again", AuditOptions(), shards=7, workers=3
    )  # fmt: skip
    lab.run("audit", "--works", "again")
    assert (lab.folder / "again" / "sources" / "works.bib").read_bytes() == first
    assert first.count(b"\n@") + 1 == 8
    assert b"10.1000/SORT" in first  # of two entries of a work the one that has its identifier


def test_verdicts_and_retractions_are_taken_from_any_path(
    lab: Lab, services: Services, audited: Path
) -> None:
    header = "Record ID,OriginalPaperDOI,OriginalPaperPubMedID,RetractionDOI,RetractionDate,RetractionNature,Reason\n"
    listed = lab.folder / "watch.csv"
    listed.write_text(
        f"{header}1,10.1000/sort,0,10.1000/n,5/1/2021 0:00,Retraction,+Error in Data;\n", "utf-8"
    )
    code, out, _ = lab.run("audit", "--summary", "tables", "--retractions", "watch.csv", "--format", "json")
    data = json.loads(out)
    assert rows(data["retracted"]) == {"doi:10.1000/sort": ["papers/a", "papers/b"]}
    assert data["existence"] == {"not-asked": 8}
    verdict = {
        "version": 1, "kind": "entry", "key": "v1:1", "work": "doi:10.1000/sort", "cited_as": "x", "checked": "2026-01-01",
        "judge": {"name": "me", "version": "1"}, "entry": "", "outcome": "accessible",
        "notices": [{"status": "concern", "date": "2020-01-01"}],
    }  # fmt: skip
    (lab.folder / "shared.jsonl").write_text(json.dumps(verdict) + "\nno verdict\n", "utf-8")
    code, out, err = lab.run("audit", "--summary", "tables", "--verdicts", "shared.jsonl", "--format", "json")
    data = json.loads(out)
    assert data["existence"] == {"accessible": 1, "not-asked": 7}
    assert rows(data["notices"]) == {"doi:10.1000/sort": ["papers/a", "papers/b"]}
    assert "shared.jsonl: a line is not used" in err
    import pyarrow.parquet as pq

    named = {row["work"]: row["titled"] for row in pq.read_table(audited / "works").to_pylist()}
    older = {**verdict, "work": named["doi:10.1000/sort"]}  # from before the entry had a DOI
    (lab.folder / "older.jsonl").write_text(json.dumps(older) + "\n", "utf-8")
    _, out, _ = lab.run("audit", "--summary", "tables", "--verdicts", "older.jsonl", "--format", "json")
    assert rows(json.loads(out)["notices"]) == {"doi:10.1000/sort": ["papers/a", "papers/b"]}
    answer = {
        "version": 1, "kind": "answer", "key": "v1:2", "work": "doi:10.1000/sort", "cited_as": "x", "checked": "2026-01-02",
        "judge": {"name": "author"}, "of": "v1:1", "stand": "disputed", "reason": "another work", "about": ["concern"],
    }  # fmt: skip
    (lab.folder / "shared.jsonl").write_text(f"{json.dumps(verdict)}\n{json.dumps(answer)}\n", "utf-8")
    code, out, err = lab.run("audit", "--summary", "tables", "--verdicts", "shared.jsonl", "--format", "json")
    assert (code, err) == (0, "")
    assert json.loads(out)["notices"] == []
    for option in ("--verdicts", "--retractions"):
        code, _, err = lab.run("audit", "--summary", "tables", option, "tables/manifest.json")
        assert (code, option) == ((0, "--verdicts") if option == "--verdicts" else (2, "--retractions")), err
        assert lab.run("audit", "--summary", "tables", option, "nothing")[0] == 2
    assert not services.hits


def test_a_watch_over_tables_tells_each_notice_once(lab: Lab, services: Services, audited: Path) -> None:
    data = lab.home / "data" / "argcheck" / "retractions.jsonl"
    data.parent.mkdir(parents=True, exist_ok=True)
    retracted = ["retracted", "10.1000/notice", "2021-05-01", "Error in data"]
    data.write_text(json.dumps(["doi:10.1000/sort", [retracted]]) + "\n", "utf-8")
    (lab.folder / "list.txt").write_text("tables\n", "utf-8")
    shutil.rmtree(lab.folder / "papers")  # the tables are enough
    code, out, err = lab.run("watch", "list.txt")
    assert (code, err) == (1, "")
    assert out == (
        "report 1: 1 new notice on 10 cited works of 3 papers\n\n"
        "Sorting Networks and Their Applications: retracted on 2021-05-01 (doi:10.1000/notice): Error in data\n"
        "  tables/papers/a/main.tex: 1 claim leans on [sort68]\n"
        "    cited at papers/a/main.tex:4:25\n"
        "    papers/a/main.tex:4:1: conclusion leans on it: Networks sort, as [sort68, nobody, k0, k1] show.\n"
        "  tables/papers/b/main.tex: 1 claim leans on [Batcher]\n"
        "    cited at papers/b/main.tex:4:25\n"
        "    papers/b/main.tex:4:1: conclusion leans on it: Networks sort, as [Batcher, k1, k2] show.\n"
    )
    assert lab.run("watch", "list.txt") == (0, "no new notices on 10 cited works of 3 papers\n", "")
    concern = ["concern", "10.1000/concern", "2022-05-01", ""]
    data.write_text(json.dumps(["doi:10.1000/5", [concern]]) + "\n", "utf-8")
    code, out, _ = lab.run("watch", "list.txt")
    assert code == 1
    assert "tables/papers/c/main.tex: 1 claim leans on [k5]" in out
    assert "expression of concern on 2022-05-01" in out
    (audited / "manifest.json").write_text('{"complete": false, "version": 2}', "utf-8")
    code, out, err = lab.run("watch", "list.txt")
    assert code == 3
    assert "list.txt:1: " in err
    assert "the audit is not finished" in err
    assert not services.hits


def test_tables_of_another_version_are_named(lab: Lab, audited: Path) -> None:
    manifest = audited / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"version": 2', '"version": 1'), "utf-8")
    for option in ("--summary", "--works"):
        code, _, err = lab.run("audit", option, "tables")
        assert code == 2
        assert "the tables are of version 1, and this argcheck reads 2" in err


ODD = r"""@string{j = {Journal of } # "Trees"}
@string{jan = "January"}
@article{str, author = "{\"O}z, {\c C}a{\v g}la and {The {ATLAS} Collaboration}", title = "A {"}quoted{"} title, 5\% of {\LaTeX}", journal = j, month = jan, year = 1999}
@inproceedings{child, author = {Ash, Ann}, title = {Of a parent}, crossref = {parent}}
@proceedings{parent, title = {Of {M}any Children}, year = 2001, editor = {Oak, Bo}, booktitle = {Of Many Children}}
@online{date, author = {Elm, Eve}, title = {Dated}, date = {2020-05-06}, eprint = {2001.00001}, eprinttype = {arxiv}, url = {https://x.org/a_b%20c#d}}
@misc{doi, howpublished = {\url{https://doi.org/10.5555/A_b(1)2}}, title = {An @article{like, this = that}}
@book{none, publisher = {Nobody}}
@article{dup/1, author = {A, B}, title = {First of a key}, year = 2000}
@article{Dup:1, author = {A, C}, title = {Second of a key}, year = 2000}
"""


def test_works_keep_their_names_when_they_are_written_out(lab: Lab) -> None:
    import pyarrow.parquet as pq

    keys = ("str", "child", "date", "doi", "none", "dup/1", "Dup:1")
    paper(lab.folder, "a", ODD, *keys)
    items = "".join(f"\\bibitem{{i{n}}} {text}\n\n" for n, text in enumerate(ITEMS))
    body = "".join(f"\\cite{{i{n}}} " for n in range(len(ITEMS)))
    (lab.folder / "papers" / "b.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}{body}\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}\\end{{document}}",
        "utf-8",
    )
    inputs = [str(lab.folder / "papers" / name) for name in ("a", "b.tex")]
    audit(inputs, lab.folder / "tables", AuditOptions())
    assert lab.run("audit", "--works", "tables")[0] == 0
    audit([str(lab.folder / "tables" / "sources")], lab.folder / "again", AuditOptions())
    cited = set(pq.read_table(lab.folder / "tables" / "works")["work"].to_pylist())
    written = set(pq.read_table(lab.folder / "again" / "entries")["work"].to_pylist())
    assert len(cited) == len(keys) + len(ITEMS)
    assert len(cited - written) == 2  # those whose braces BibTeX cannot close
    assert written < cited


ITEMS = (
    r"A.~Ash, \emph{Trees \& air}, J. Trees \textbf{5} (2020), 1--7. % seen",
    r"B. Oak. {\it Of one brace. 2021. doi:10.5555/oak",
    "C. Elm,\n  \\newblock Of blocks.\n  \\newblock 2022.",
    r"D. Fir. Of a closing brace \} and 100\% of {sets \{1\}}. 2023.",
)
