"""`argcheck verify URL` and `argcheck verify "a title"`: a paper that is found, fetched, and verified as what it is."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from pdfs import column, pdf
from services import SORTING, work
from thinned import one_in

if TYPE_CHECKING:
    from lab import Lab
    from services import Handler, Services

pytestmark = pytest.mark.slow
TITLE = "Batches Are Bounded by the Memory of the Machine"
CITING = "Sorting in batches is fast [1]."
REFERENCE = "[1] K. Batcher. Sorting networks and their applications. 1968. doi:10.1000/sort"
RETRACTED = SORTING | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}


def printed(title: str = TITLE, *works: str) -> bytes:
    lines = [line for n, item in enumerate(works or (REFERENCE,)) for line in column(item, top=500 - 40 * n)]
    return pdf(
        [*column(title, size=16), *column(CITING, top=640), *column("References", top=560, size=14), *lines]
    )


@pytest.fixture
def paper(services: Services) -> dict[str, object]:
    """A paper that OpenAlex knows a copy of, and whose one reference was retracted."""
    services.everywhere(SORTING)
    services.works["crossref"] = [RETRACTED]
    services.files["copy.pdf"] = printed()
    found = work("10.1000/paper", TITLE, "Lund, Eva; Holm, Ole", 2019, "Journal of Sorting")
    services.works["crossref"].append(found)
    services.works["openalex"].append(found | {"oa": services.place("copy.pdf")})
    services.works["doi"].append(found)
    return found


@pytest.mark.parametrize(
    "name",
    one_in(
        2,
        [
            TITLE,
            "doi:10.1000/paper",
            "https://doi.org/10.1000/paper",
            "HTTPS://DOI.ORG/10.1000/paper",
            "doi.org/10.1000/paper",
            "https://press.example/doi/epdf/10.1000/paper#abstract",
            "https://press.example/articles/10.1000/paper/full",
            "https://press.example/file?id=10.1000/paper&type=printable",
            "www.press.example/content/10.1000/paper.full.pdf",
        ],
    ),
)
def test_a_paper_is_found_fetched_and_verified(
    lab: Lab, services: Services, paper: object, name: str
) -> None:
    before = {path.name for path in lab.folder.iterdir()}
    code, out, err = lab.run("verify", name, "--fetch")
    assert code == 0, out + err
    lines = out.splitlines()
    assert lines[0] == f"paper: Lund, Holm; 2019; {TITLE}; Journal of Sorting; doi:10.1000/paper"
    copy = services.place("copy.pdf")
    assert f"read: {copy} ({len(services.files['copy.pdf'])} bytes, pdf)" in lines
    assert any(line.startswith(f"{copy}: 1 reference, 1 of them with a DOI") for line in lines)
    told = next(n for n, line in enumerate(lines) if "reference 1: retracted (doi:10.1000/n)" in line)
    assert lines[told + 1] == f"  cited p. 1, line 2: {CITING}"
    assert {path.name for path in lab.folder.iterdir()} == before
    asked = len(services.hits)
    assert lab.run("verify", name, "--offline")[1].splitlines()[3:6] == lines[3:6]
    assert len(services.hits) == asked  # all of it was stored


@pytest.mark.parametrize(
    "name", ["./notes on my thesis", "drafts/notes on my thesis", "../my secret draft", "/tmp/some file here"]
)
def test_the_path_of_no_file_is_no_title_that_is_asked_about(lab: Lab, services: Services, name: str) -> None:
    (lab.folder / "drafts").mkdir()
    code, _, err = lab.run("verify", name, "--fetch")
    assert (code, services.hits) == (2, []), err


def test_an_address_without_identifier_is_fetched_where_its_host_serves_copies(
    lab: Lab, services: Services, paper: object
) -> None:
    code, out, err = lab.run("verify", services.place("copy.pdf"), "--fetch")
    assert (code, "reference 1: retracted" in out) == (0, True), out + err


def test_an_article_in_jats_is_verified_as_the_manuscript_that_it_is(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    services.works["crossref"] = [RETRACTED]
    reference = '<ref id="r1"><element-citation><year>1968</year><pub-id pub-id-type="doi">10.1000/sort</pub-id></element-citation></ref>'
    text = '<article><body><p>Sorting is fast <xref ref-type="bibr" rid="r1">1</xref>.</p></body>'
    services.files["a.xml"] = f"{text}<back><ref-list>{reference}</ref-list></back></article>".encode()
    code, out, err = lab.run("verify", services.place("a.xml"), "--fetch")
    assert code == 0, out + err
    assert "an article in JATS" in out
    assert "article.xml:1: r1: retracted (doi:10.1000/n)" in out


@pytest.mark.parametrize("name", ["paper.pdf", "paper.xml"])
def test_copies_of_the_works_that_it_lists_are_not_fetched(lab: Lab, services: Services, name: str) -> None:
    services.everywhere(SORTING)
    services.works["openalex"] = [SORTING | {"oa": services.place("cited.pdf")}]
    services.files["cited.pdf"] = printed()
    services.files["paper.pdf"] = printed()
    reference = '<ref id="r1"><element-citation><pub-id pub-id-type="doi">10.1000/sort</pub-id></element-citation></ref>'
    text = '<article><body><p>Sorting is fast <xref ref-type="bibr" rid="r1">1</xref>.</p></body>'
    services.files["paper.xml"] = f"{text}<back><ref-list>{reference}</ref-list></back></article>".encode()
    code, out, err = lab.run("verify", services.place(name), "--fetch")
    assert (code, services.asked("files")) == (0, [f"/{name}"]), out + err


def test_of_several_works_of_one_title_none_is_taken(lab: Lab, services: Services, paper: object) -> None:
    other = work("10.1000/other", TITLE, "Ek, Bo", 1999, "Acta Sortica")
    services.works["openalex"].append(other | {"oa": services.place("copy.pdf")})
    code, out, _ = lab.run("verify", TITLE, "--fetch")
    assert code == 2
    assert "nothing was fetched" in out
    assert "doi:10.1000/paper" in out
    assert "doi:10.1000/other" in out
    assert services.asked("files") == []


def test_a_title_that_is_only_like_that_of_a_work_is_not_taken_for_it(
    lab: Lab, services: Services, paper: object
) -> None:
    code, out, _ = lab.run("verify", TITLE.replace("Memory", "Patience"), "--fetch")
    assert (code, "doi:10.1000/paper" in out) == (2, True)
    assert services.asked("files") == []
    code, out, _ = lab.run("verify", "A Title that No Index Has Ever Heard Of", "--fetch")
    assert (code, "no index has" in out) == (3, True)


def test_a_preprint_and_its_publication_are_one_work(lab: Lab, services: Services, paper: object) -> None:
    services.works["arxiv"].append(
        work("10.48550/arxiv.1901.00001", TITLE, "Lund, Eva; Holm, Ole", 2018, arxiv="1901.00001v1")
    )
    code, out, _ = lab.run("verify", TITLE, "--fetch")
    assert (code, "doi:10.1000/paper" in out.splitlines()[0]) == (0, True)


def test_nothing_is_fetched_unless_it_is_agreed_to(lab: Lab, services: Services, paper: object) -> None:
    code, _, err = lab.run("verify", TITLE)
    assert (code, "give --fetch" in err) == (2, True)
    assert services.hits == []
    code, out, _ = lab.run("verify", TITLE, "--dry-run")
    assert (code, "would ask, to find the paper" in out, services.hits) == (0, True, [])
    code, out, _ = lab.run("verify", services.place("copy.pdf"), "--dry-run")
    assert f"GET {services.place('copy.pdf')}" in out
    code, out, _ = lab.run("verify", services.place("copy.pdf"), "--offline")
    assert (code, "--offline" in out, services.hits) == (3, True, [])


@pytest.mark.parametrize(("answer", "fetched"), [(b"y\n", ["/copy.pdf"]), (b"n\n", [])])
def test_at_a_terminal_it_is_asked_for(
    lab: Lab, services: Services, paper: object, answer: bytes, fetched: list[str]
) -> None:
    pty = pytest.importorskip("pty", reason="this system has no terminals of this kind")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "argcheck", "verify", TITLE],
        cwd=lab.folder, env=lab.environ, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    shown, before = b"", ["not asked"]
    with contextlib.suppress(OSError):  # the other end is closed
        while piece := os.read(ours, 10_000):
            shown += piece
            if b"[y/N]" in shown and before == ["not asked"]:
                before = services.asked("files")
                os.write(ours, answer)
    process.communicate(timeout=30)
    os.close(ours)
    assert (process.returncode, before, services.asked("files")) == (0, [], fetched), shown
    assert f"GET {services.place('copy.pdf')}".encode() in shown


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://10.0.0.1/paper.pdf",
        "https://example.org/paper.pdf",
        "http://arxiv.org/list/cs",
        "https://arxiv.org@127.0.0.1/paper.pdf",
        "https://[::1]/paper.pdf",
        "https://[broken/paper.pdf",
    ],
)
def test_other_hosts_are_not_asked(lab: Lab, services: Services, address: str) -> None:
    code, _, err = lab.run("verify", address, "--fetch")
    assert (code, "is not in the list of hosts for full texts" in err) == (2, True)
    assert services.hits == []


def test_a_copy_that_a_record_names_elsewhere_is_not_asked_for(lab: Lab, services: Services) -> None:
    services.works["openalex"] = [
        work("10.1000/paper", TITLE, "Lund, Eva", 2019) | {"oa": "http://169.254.169.254/a"}
    ]
    code, out, _ = lab.run("verify", "doi:10.1000/paper", "--fetch")
    assert code == 3
    assert "not read: http://169.254.169.254/a: its host is not in the list of hosts for full texts" in out


def refuse(handler: Handler, _: int) -> bool:
    handler.send(403, b"no")
    return True


def lead_inside(handler: Handler, _: int) -> bool:
    handler.send(302, b"", Location="http://10.0.0.1/paper.pdf")
    return True


def ask_to_log_in(handler: Handler, _: int) -> bool:
    handler.send(200, b"<!doctype html><title>Log in</title><p>Please log in.</p>", Content_Type="text/html")
    return True


def cut_off(handler: Handler, _: int) -> bool:
    handler.send(200, b"%PDF-1.4 and no more")
    return True


def be_endless(handler: Handler, _: int) -> bool:
    handler.send_response(200)
    handler.send_header("Content-Length", "99000000")
    handler.end_headers()
    return True


def be_slow(handler: Handler, _: int) -> bool:
    time.sleep(3)
    return False


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (refuse, "answered 403"),
        (lead_inside, "a redirect to http://10.0.0.1 is not followed"),
        (ask_to_log_in, "no article: few words, and no list of references"),
        (cut_off, "cannot be opened"),
        (be_endless, "an answer of more than 60000000 bytes is not read"),
        (be_slow, "no answer within 1 s"),
    ],
)
def test_a_host_that_misbehaves_is_named_and_ends_nothing(
    lab: Lab, services: Services, paper: object, fault: object, why: str
) -> None:
    at_once = {"limits": dict.fromkeys(services.endpoints, 0), "attempts": 1}
    lab.configure(**at_once, **({"timeout": 1} if fault is be_slow else {}))
    services.faults["files"] = fault  # type: ignore[assignment]
    code, out, err = lab.run("verify", "doi:10.1000/paper", "--fetch")
    assert (code, why in out) == (3, True), out + err
    assert "give the file" in out
    del services.faults["files"]
    lab.configure(**at_once)  # an honest answer may take more than a second on a busy machine
    code, out, err = lab.run("verify", "doi:10.1000/paper", "--fetch")
    assert code == 0, out + err  # it is asked for again
    assert f"read: {services.place('copy.pdf')}" in out


def test_a_copy_that_does_not_say_the_title_is_doubted(lab: Lab, services: Services, paper: object) -> None:
    services.files["copy.pdf"] = printed("Another Paper Altogether")
    code, out, _ = lab.run("verify", "doi:10.1000/paper", "--fetch")
    assert (code, "not known: whether this copy is the paper" in out) == (0, True)


def test_an_index_that_does_not_answer_is_named(lab: Lab, services: Services, paper: object) -> None:
    services.faults["crossref"] = lambda handler, _: bool(handler.send(500, b"") or True)
    code, out, _ = lab.run("verify", TITLE, "--fetch")
    assert (code, "no answer from crossref" in out) == (0, True)


def test_what_is_no_name_of_a_paper_is_said(lab: Lab) -> None:
    lab.write("")
    for words, said in (
        (["verify", "two words"], "no such file"),
        (["verify", "my own thesis/main.tex"], "no such file"),
        (["verify", "doi:10.1000/paper", "main.tex"], "a call of its own"),
        (["verify", "doi:10.1000/paper", "--fix"], "--fix needs the source of a manuscript"),
    ):
        code, _, err = lab.run(*words)
        assert (code, said in err) == (2, True), err
