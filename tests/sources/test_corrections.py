"""`verify --diff` and `verify --fix`: what a record settles, and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from services import work

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

TITLE = "Why ImageNet Models Sort Faster than BERT"
RECORD = work("10.1000/fast", TITLE, "Lee, Ann; Wu, Bo", 2019, "Journal of Sorting", volume="3", page="12-34")
BIB = (
    '% my list, with CRLF and tabs\r\n@string{js = "Journal of Sorting"}\r\n\r\n'
    '@Article{lee,\r\n\tauthor   = "Ann Lee and Bo Wu",\r\n\ttitle    = {Why imagenet Models sort faster than {BERT}},\r\n'
    "\tjournal  = js,\r\n\tyear     = 2019,\r\n}\r\n\r\n"
    "@comment{kept % as it is}\r\n@article{other, author={Nina Nobody}, title={K\u00f6nig's Work that Nobody Holds in an Index}, year={1999}}"
)  # fmt: skip


def write(lab: Lab, bib: str) -> bytes:
    lab.write("")
    data = bib.encode()
    (lab.folder / "refs.bib").write_bytes(data)
    return data


def fixed(lab: Lab) -> bytes:
    code, out, err = lab.run("verify", "--fix")
    assert code == 0, out + err
    return (lab.folder / "refs.bib").read_bytes()


def test_what_is_missing_is_filled_in_and_the_rest_stays(lab: Lab, services: Services) -> None:
    services.everywhere(RECORD)
    before = write(lab, BIB)
    after = fixed(lab)
    wanted = before.replace(b"imagenet", b"{ImageNet}").replace(
        b"2019,\r\n}", b"2019,\r\n\tdoi     = {10.1000/fast},\r\n\tpages     = {12--34},\r\n}"
    )
    assert after.replace(b" ", b"") == wanted.replace(b" ", b"")
    assert fixed(lab) == after


def test_a_word_with_two_forms_in_the_record_keeps_its_own(lab: Lab, services: Services) -> None:
    title = "Basic: a manual for BASIC and ImageNet"
    services.everywhere(RECORD | {"title": title})
    write(lab, re.sub("title    = .*", "title    = {Basic: A Manual for {BASIC} and Imagenet},\r", BIB))
    assert b"{Basic: A Manual for {BASIC} and {ImageNet}}" in fixed(lab)


def test_a_year_that_is_filled_in_brings_the_pages_along(lab: Lab, services: Services) -> None:
    services.everywhere(RECORD)
    write(lab, BIB.replace("\tyear     = 2019,\r\n", ""))
    after = fixed(lab)
    assert all(field in after for field in (b"{2019}", b"{12--34}", b"{10.1000/fast}"))
    assert fixed(lab) == after


def test_a_capital_behind_a_hyphen_is_one_of_the_titles_style(lab: Lab, services: Services) -> None:
    title = "Fast Mixed-Effects Models and the U-Net of pre-BERT, U-NET and CO2-Rich Years"
    services.everywhere({**RECORD, "title": title})
    write(lab, BIB.replace("Why imagenet Models sort faster than {BERT}", title.lower()))
    assert b"fast mixed-effects models and the u-net of {pre-BERT}, u-net and {CO2-rich} years" in fixed(lab)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_diff_changes_nothing_and_applies(lab: Lab, services: Services) -> None:
    services.everywhere(RECORD)
    before = write(lab, BIB)
    done = subprocess.run(
        [sys.executable, "-m", "argcheck", "verify", "--diff"],
        cwd=lab.folder,
        env=lab.environ,
        capture_output=True,
        check=True,
    )
    assert (lab.folder / "refs.bib").read_bytes() == before
    assert b"1 entries can be corrected" in done.stderr
    (lab.folder / ".git").rmdir()
    subprocess.run(["git", "init", "--quiet"], cwd=lab.folder, check=True)
    subprocess.run(["git", "apply", "-"], cwd=lab.folder, input=done.stdout, check=True)
    assert b"10.1000/fast" in (lab.folder / "refs.bib").read_bytes()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("Ann Lee and Bo Wu", "Ann Lee and Cy Xi"), "another author"),
        (("= 2019", "= 2016"), "another year"),
        (("journal  = js", "journal  = {Annals of Botany}"), "another journal"),
        (("sort faster", "sort slower"), "another title"),
        (("sort faster than {BERT}", "sort faster"), "part of the title"),
        (("@Article{lee", "@Book{lee"), "a book, which has editions"),
        (('"Ann Lee and Bo Wu"', '"Lee and Wu" # "and others"'), "authors that are not read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_doubtful_stays(lab: Lab, services: Services, change: tuple[str, str], why: str) -> None:
    services.everywhere(RECORD)
    before = write(lab, BIB.replace(*change).replace("imagenet", "ImageNet"))
    assert fixed(lab) == before, why


def test_an_index_that_could_not_be_asked_leaves_a_doubt(lab: Lab, services: Services) -> None:
    services.everywhere(RECORD)
    services.faults["europepmc"] = lambda handler, _: handler.send(500, "") or True
    before = write(lab, BIB)
    assert fixed(lab) == before


def test_a_preprint_becomes_what_it_was_published_as(lab: Lab, services: Services) -> None:
    services.works["crossref"] = services.works["openalex"] = [RECORD]
    published = {
        "relationType": "IsVersionOf",
        "relatedIdentifier": "10.1000/fast",
        "relatedIdentifierType": "DOI",
    }
    services.works["datacite"] = [
        work(
            "10.48550/arxiv.1901.00002",
            TITLE,
            "Lee, Ann; Wu, Bo",
            2019,
            "arXiv",
            relatedIdentifiers=[published],
        )
    ]
    write(
        lab,
        "@misc{p,\n  author = {Lee, Ann and Wu, Bo},\n  title = {" + TITLE.replace("ImageNet", "{ImageNet}").replace("BERT", "{BERT}") + "},\n"
        "  eprint = {1901.00002},\n  archiveprefix = {arXiv},\n  year = {2018}\n}\n",
    )  # fmt: skip
    after = fixed(lab).decode()
    assert after.startswith("@article{p,\n")
    assert "  journal = {Journal of Sorting},\n" in after
    assert "  year = {2019},\n" in after
    assert "doi = {10.1000/fast}" in after
    assert "eprint = {1901.00002}" in after
