"""`argcheck verify paper.pdf --llm`: whether the works say what a paper in print takes from them, by page and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from pdfs import column, pdf
from scripted import Say, model
from services import work
from theses import script

if TYPE_CHECKING:
    from pathlib import Path

    from lab import Lab
    from scripted import Model
    from services import Services

pytestmark = pytest.mark.slow

SOURCE = (
    "# On dunes\n\nSmall dunes move faster than large ones. We saw this in one desert only.\n\n"
    "Fences hold sand back for one season, and after it the dune passes over them.\n"
)
DUNES = work("10.1000/dunes", "On dunes", "Smith, Ann", 2001)
FIRST = "Small dunes move faster than large ones [1]. That is all that is known of small ones."
SECOND = "Much was built in the sand. Fences stop dunes for ever [1]. Nothing is known of camels [2]."
WORKS = (
    "[1] A. Smith. On dunes. 2001. doi:10.1000/dunes",
    "[2] B. Jones. On camels and their ways. 2002. Sand Press.",
)
ARTICLE = """<article><front><article-meta><title-group><article-title>Walls in sand</article-title></title-group>
</article-meta></front><body>
<p>Small dunes move faster than large ones <xref ref-type="bibr" rid="b1">1</xref>.</p>
<p>Fences stop dunes for ever <xref ref-type="bibr" rid="b1">1</xref>.</p>
</body><back><ref-list><ref id="b1"><element-citation><person-group person-group-type="author"><name>
<surname>Smith</surname><given-names>Ann</given-names></name></person-group><article-title>On dunes</article-title>
<year>2001</year><pub-id pub-id-type="doi">10.1000/dunes</pub-id></element-citation></ref></ref-list></back></article>
"""


def printed(lab: Lab, second: str = SECOND) -> str:
    works = [line for n, item in enumerate(WORKS) for line in column(item, top=600 - 40 * n, width=90)]
    heading = column("References", top=640, size=14)
    (lab.folder / "paper.pdf").write_bytes(pdf(column(FIRST), [*column(second), *heading, *works]))
    return "paper.pdf"


def verify(lab: Lab, scripted: Model, *argv: str) -> tuple[int, str, str]:
    asked = ("--llm", "--llm-base-url", scripted.url, "--llm-model", "tiny")
    return lab.run("verify", *argv, *asked, ARGCHECK_LLM_API_KEY="sk-1")


@pytest.fixture
def sources(lab: Lab, services: Services) -> Path:
    services.everywhere(DUNES)
    folder = lab.folder / "sources"
    folder.mkdir()
    (folder / "1.md").write_text(SOURCE, "utf-8")
    return folder


@pytest.mark.usefixtures("sources")
def test_a_sentence_that_its_source_contradicts_is_told_by_page_and_line(lab: Lab) -> None:
    name = printed(lab)
    before = {path.name for path in lab.folder.rglob("*")}
    with model(script) as scripted:
        code, out, err = verify(lab, scripted, name, "--yes")
        asked = len(scripted.requests)
        again = verify(lab, scripted, name, "--yes")[1]
        assert len(scripted.requests) == asked > 0
    assert code == 0, out + err
    lines = out.splitlines()
    (told,) = [n for n, line in enumerate(lines) if "MIS" in line]
    assert lines[told].startswith(
        "paper.pdf: p. 2, line 1: warning: MIS003 the source does not say this: they hold it"
    )
    assert "('1', contradicted; confidence" in lines[told]
    assert lines[told + 1].strip() == "cited: Fences stop dunes for ever [1]."
    assert "Fences hold sand back for one season" in lines[told + 2]
    assert any("2 citations of sources at hand, 2 of them judged in this run" in line for line in lines)
    assert "not judged: the citations of 1 reference of which no text is at hand: 2" in lines
    assert [line for line in again.splitlines() if "MIS" in line] == [lines[told]]
    assert {path.name for path in lab.folder.rglob("*")} == before


@pytest.mark.usefixtures("sources")
def test_what_would_be_sent_is_shown_and_nothing_leaves_without_consent(lab: Lab) -> None:
    name = printed(lab)
    with model(script) as scripted:
        code, out, err = verify(lab, scripted, name, "--dry-run")
        assert code == 0, err
        assert "Fences stop dunes for ever [1]." in out
        code, _, err = verify(lab, scripted, name)
        assert (code, "no terminal to ask at" in err) == (2, True)
        assert scripted.requests == []


@pytest.mark.usefixtures("sources")
def test_a_sentence_that_may_not_be_what_is_printed_accuses_nobody(lab: Lab) -> None:
    with model(script) as scripted:
        out = verify(lab, scripted, printed(lab, SECOND + " Nobody saw it [9]."), "--yes")[1]
    assert "MIS003" not in out
    assert "not judged: 3 citing sentences that may not be what is printed" in out


@pytest.mark.usefixtures("sources")
def test_commands_in_the_print_are_words(lab: Lab) -> None:
    odd = r"It costs 100% of \input{x} \cite{1} & {much #1 $ ~ ^_ [1]. Fences stop dunes for ever [1]."
    with model(script) as scripted:
        out = verify(lab, scripted, printed(lab, odd), "--yes")[1]
        sentences = [request["messages"][1]["content"] for request in scripted.requests]
    assert any(r"It costs 100% of \input{x} \cite{1} & {much #1 $ ~ ^_ [1]." in text for text in sentences)
    assert "p. 2, line 1: warning: MIS003" in out or "p. 2, line 2: warning: MIS003" in out


@pytest.mark.usefixtures("sources")
def test_a_citation_with_a_full_stop_in_it_is_no_end_of_a_sentence(lab: Lab) -> None:
    listed = ("Jones, B. (1999). On camels.", "Smith, A. (2001). On dunes. Sand, 4. doi:10.1000/dunes")
    works = [line for n, work in enumerate(listed) for line in column(work, top=600 - 40 * n, width=90)]
    cited = "Much was built in the sand. Fences stop dunes for ever (a book was lost. Smith, 2001)."
    heading = column("References", top=640, size=14)
    (lab.folder / "paper.pdf").write_bytes(pdf(column(cited), [*column(FIRST), *heading, *works]))
    (lab.folder / "sources" / "1.md").rename(lab.folder / "sources" / "2.md")
    with model(script) as scripted:
        out = verify(lab, scripted, "paper.pdf", "--yes")[1]
        asked = [request["messages"][1]["content"] for request in scripted.requests]
    assert "paper.pdf: p. 1, line 1: warning: MIS003" in out, out
    assert "  cited: Fences stop dunes for ever (a book was lost. Smith, 2001)." in out
    assert any("Fences stop dunes for ever [2]." in text for text in asked)


@pytest.mark.usefixtures("sources")
@pytest.mark.parametrize("name", ["paper.pdf", "article.xml"])
def test_a_model_that_does_not_answer_is_told_by_the_exit_code(
    lab: Lab, services: Services, name: str
) -> None:
    services.works["openalex"] = [DUNES | {"oa": services.place("dunes.html")}]
    paragraphs = "".join(f"<p>{text}</p>" for text in SOURCE.split("\n\n")[1:] * 20)
    services.files["dunes.html"] = f"<html><body><h1>On dunes</h1>{paragraphs}</body></html>".encode()
    services.files["paper.pdf"] = (lab.folder / printed(lab)).read_bytes()
    services.files["article.xml"] = ARTICLE.encode()
    paper = "paper.pdf" if name == "paper.pdf" else services.place(name)
    busy = Say("busy", status=500, headers={"Retry-After": "0"})
    with model(lambda _request, _number: busy) as scripted:
        code, out, err = verify(lab, scripted, paper, "--fetch", "--yes", "--require")
    assert (code, "MIS003" in out, "did not answer" in out) == (4, False, True), out + err


def test_one_paper_a_call_and_no_files_of_questions(lab: Lab) -> None:
    name = printed(lab)
    with model(script) as scripted:
        assert verify(lab, scripted, name, name, "--yes")[0] == 2
        code, _, err = verify(lab, scripted, name, "--prompts-out", "out")
        assert (code, "--prompts-out" in err) == (2, True)
        assert lab.run("verify", name, "--fetch")[0] == 2


@pytest.mark.usefixtures("sources")
def test_an_article_in_jats_is_judged_as_a_manuscript(lab: Lab) -> None:
    (lab.folder / "article.xml").write_text(ARTICLE, "utf-8")
    (lab.folder / "sources" / "1.md").rename(lab.folder / "sources" / "b1.md")
    with model(script) as scripted:
        code, out, err = verify(lab, scripted, "article.xml", "--yes")
    assert code == 0, err
    assert "2 citations of sources at hand" in out
    _, out, _ = lab.run("check", "article.xml", "--format", "concise")
    assert "article.xml:4:" in next(line for line in out.splitlines() if "MIS003" in line)


@pytest.mark.parametrize(
    ("name", "place"), [("paper.pdf", "p. 2, line 1: "), ("article.xml", "article.xml:4:")]
)
def test_a_paper_that_is_fetched_is_judged_by_copies_of_its_sources(
    lab: Lab, services: Services, name: str, place: str
) -> None:
    services.everywhere(DUNES)
    services.works["openalex"] = [DUNES | {"oa": services.place("dunes.html")}]
    paragraphs = "".join(f"<p>{text}</p>" for text in SOURCE.split("\n\n")[1:] * 20)
    services.files["dunes.html"] = f"<html><body><h1>On dunes</h1>{paragraphs}</body></html>".encode()
    services.files["paper.pdf"] = (lab.folder / printed(lab)).read_bytes()
    services.files["article.xml"] = ARTICLE.encode()
    with model(script) as scripted:
        code, out, err = verify(lab, scripted, services.place(name), "--fetch", "--yes")
    assert code == 0, out + err
    (told,) = [line for line in out.splitlines() if "MIS003" in line]
    assert f"{place}" in told, out
    assert "warning: MIS003 the source does not say this: they hold it" in told


@pytest.mark.usefixtures("sources")
def test_a_source_whose_text_a_model_did_not_judge_is_not_called_one_without_a_text(lab: Lab) -> None:
    with model(lambda *_: Say("no answer")) as scripted:
        _, out, err = verify(lab, scripted, printed(lab), "--yes")
        assert scripted.requests
    assert "2 citations of sources at hand, 0 of them judged" in out, err
    assert "not judged: the citations of 1 reference of which no text is at hand: 2" in out.splitlines()
