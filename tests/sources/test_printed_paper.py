"""`argcheck verify paper.pdf`: the references of a paper whose source nobody has."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

import pytest
from pdfs import column, pdf
from services import SORTING, work

from argcheck.service.pdf_references import read_paper
from argcheck.sources.text.reader import read_source

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
FIRST = (
    "Sorting in batches is fast [1]. It was found later that memory bounds it [2,3]. "
    "Nobody has measured that before [9]."
)
SECOND = "We repeat the measurement of batches on new machines, and find what was found before [1]."
WORKS = (
    "[1] K. Batcher. Sorting networks and their applications. 1968. doi:10.1000/sort",
    "[2] A. Nobody. A work that is not registered anywhere. 2001. doi:10.1000/nowhere",
    "[3] B. Somebody. A book without a number. 1999.",
)


@pytest.fixture
def paper(lab: Lab, services: Services) -> Path:
    services.everywhere(SORTING)
    return printed(lab, WORKS)


def printed(lab: Lab, works: Sequence[str]) -> Path:
    file = lab.folder / "paper.pdf"
    references = [line for n, work in enumerate(works) for line in column(work, top=600 - 40 * n, width=90)]
    heading = column("References", top=640, size=14)
    file.write_bytes(pdf(column(FIRST), [*column(SECOND), *heading, *references]))
    return file


def test_what_is_known_of_the_references_stands_with_the_sentences_that_cite_them(
    lab: Lab, services: Services, paper: Path
) -> None:
    services.works["crossref"] = [SORTING | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}]
    before = {path.name for path in lab.folder.iterdir()}
    code, out, err = lab.run("verify", paper.name)
    assert code == 0, err
    lines = out.splitlines()
    assert lines[0] == (
        "paper.pdf: 3 references, 2 of them with a DOI, arXiv or PubMed number, 0 more found by their words; checked 2"
    )
    retracted = next(n for n, line in enumerate(lines) if "reference 1: retracted (doi:10.1000/n)" in line)
    assert lines[retracted + 1] == "  cited p. 1, line 1: Sorting in batches is fast [1]."
    assert lines[retracted + 2].startswith("  cited p. 2, line 1: We repeat the measurement")
    unknown = next(
        n for n, line in enumerate(lines) if "reference 2: doi:10.1000/nowhere is registered nowhere" in line
    )
    assert lines[unknown + 1] == "  cited p. 1, line 1: It was found later that memory bounds it [2,3]."
    assert any("not known: existence of 1 reference without an identifier" in line for line in lines)
    assert "not known: 1 citations whose reference cannot be told" in lines
    assert "  p. 1, line 2: Nobody has measured that before [9]." in lines
    assert not any("reference 3" in line for line in lines)
    assert {path.name for path in lab.folder.iterdir()} == before


def test_what_latex_prints_for_what_it_does_not_know_is_named(lab: Lab) -> None:
    text = (
        'Sorting is fast [1, ?]. It is bounded [?]. Table ?? shows it. Is it so? Yes [1]. What is "?" here?'
    )
    file = lab.folder / "paper.pdf"
    works = ["[1] K. Batcher. What is sorted ??. 1968. doi:10.1000/sort"]
    references = [line for work in works for line in column(work, top=500, width=90)]
    file.write_bytes(pdf([*column(text), *column("References", top=560, size=14), *references]))
    lines = lab.run("verify", file.name, "--offline")[1].splitlines()
    assert [line.partition("printed as undefined: ")[2] for line in lines if "as undefined" in line] == [
        "Sorting is fast [1, ?].",
        "It is bounded [?].",
        "Table ?? shows it.",
    ]
    assert sum("p. 1, line " in line for line in lines if "as undefined" in line) == 3


def test_a_plugin_whose_providers_fail_is_named_once(lab: Lab, paper: Path) -> None:
    plugin = lab.folder / "shelf.py"
    plugin.write_text(
        "from argcheck.api import hookimpl\n@hookimpl\ndef argcheck_providers(settings):\n    raise RuntimeError('no shelf')\n"
    )
    code, out, err = lab.run("verify", paper.name, paper.name, "--plugin", plugin.name)
    assert (code, err.count("no shelf")) == (3, 1)
    assert "checked 2" in out


def test_a_provider_that_raises_while_references_are_sought_is_named(lab: Lab) -> None:
    (lab.folder / "shelf.py").write_text(
        "from argcheck.api import hookimpl\n"
        "class Shelf:\n"
        "    name, services, answers = 'shelf', (), frozenset({'search'})\n"
        "    authority, covers, takes_references = False, frozenset(), True\n"
        "    async def ask(self, query, http, *, by):\n        raise KeyError('title')\n"
        "@hookimpl\ndef argcheck_providers(settings):\n    return [Shelf()]\n"
    )
    lines = [*column("Sorting is fast [1].", top=640), *column("References", top=560, size=14)]
    lines += column("[1] N. Nobody. A title that no index has ever heard of. 1999.", top=500)
    (lab.folder / "paper.pdf").write_bytes(pdf(lines))
    code, out, err = lab.run("verify", "paper.pdf", "--plugin", "shelf.py", "--require")
    assert (code, "no answer from shelf: bug in the provider: KeyError" in out) == (4, True), out + err


def test_a_finding_is_told_of_its_own_reference_alone_where_two_have_a_number(
    lab: Lab, services: Services
) -> None:
    """As where each chapter has a list of its own."""
    services.everywhere(SORTING)
    services.works["crossref"] = [SORTING | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}]
    again = "[1] C. Other. A work of another chapter. 2003. A publisher without a number."
    for works in (WORKS[0], again), (again, WORKS[0]):
        _, out, err = lab.run("verify", printed(lab, works).name)
        said = [line for line in out.splitlines() if "retracted" in line]
        assert len(said) == 1, out + err
        assert "Sorting networks" in said[0]
        assert "checked 1" in out


WITHOUT = "[3] B. Somebody and N. Nemo. A book without a number. Example Press, 1999."
FALLEN = work("10.1000/book", "A Book Without a Number", "Somebody, Bea; Nemo, Nora", 1999) | {
    "updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]
}


def test_a_reference_without_an_identifier_is_found_by_what_is_printed(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [FALLEN]
    _, out, err = lab.run("verify", printed(lab, (*WORKS[:2], WITHOUT)).name)
    lines = out.splitlines()
    assert "1 more found by their words" in lines[0], out + err
    (told,) = [n for n, line in enumerate(lines) if "retracted" in line]
    assert "reference 3, which is doi:10.1000/book by title, authors and year: retracted" in lines[told]
    assert lines[told + 1] == "  cited p. 1, line 1: It was found later that memory bounds it [2,3]."
    asked = len(services.hits)
    again = lab.run("verify", "paper.pdf", "--offline")[1].splitlines()
    assert (again[told], len(services.hits)) == (lines[told], asked)


def test_text_that_was_read_into_the_references_is_not_sent(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [FALLEN]
    behind = f"{'Nobody shall read of it. ' * 20} Nebuchadnezzar reigned."
    _, out, err = lab.run("verify", printed(lab, (WITHOUT, behind)).name)
    assert "1 more found by their words" in out, out + err
    asked = [dict(parse_qsl(urlsplit(path).query)) for path in services.asked("crossref")]
    sent = [query["query.bibliographic"] for query in asked if "query.bibliographic" in query]
    assert any(text.startswith("B. Somebody") for text in sent)
    assert not [text for text in sent if "Nebuchadnezzar" in text or len(text) > 600]


def test_a_work_that_is_only_like_the_reference_is_not_taken_for_it(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [
        FALLEN | change
        for change in (
            {"title": "A Book Without a Number of Pages"},
            {"year": 2009},
            {"author": [{"family": "Other", "given": "Olga"}]},
        )
    ]
    code, out, _ = lab.run("verify", printed(lab, (*WORKS[:2], WITHOUT)).name)
    assert (code, "0 more found by their words" in out) == (0, True)
    assert "retracted" not in out
    assert "no index" not in out


def test_an_index_that_does_not_answer_says_nothing_of_a_reference(lab: Lab, services: Services) -> None:
    services.works["crossref"] = [FALLEN]
    services.faults["crossref"] = lambda handler, _: bool(handler.send(500, b"") or True)
    code, out, _ = lab.run("verify", printed(lab, (WITHOUT,)).name, "--require")
    assert (code, "no answer from crossref" in out) == (4, True)


def test_an_identifier_as_printed_is_no_markup_of_the_list_that_is_asked_about(
    lab: Lab, services: Services
) -> None:
    services.everywhere(SORTING)
    odd = "[2] A. Nobody. A work. 2001. doi:10.1000/odd}}@misc{zzz"
    _, out, err = lab.run("verify", printed(lab, (WORKS[0], odd, WORKS[2])).name)
    assert "3 references, 2 of them" in out, err
    assert "reference 2: doi:10.1000/odd" in out
    assert "bug in" not in out + err


def test_nothing_is_sent_that_was_not_asked_for(lab: Lab, services: Services, paper: Path) -> None:
    code, out, _ = lab.run("verify", paper.name, "--dry-run")
    assert code == 0
    assert "would ask: GET http" in out
    assert "1 reference without an identifier: nothing was asked" in out
    assert "no answer" not in out
    assert "bug in the provider" not in out
    code, out, _ = lab.run("verify", paper.name, "--offline", "--require")
    assert code == 4
    assert services.hits == []


def test_what_needs_a_source_or_cannot_be_read_is_refused(lab: Lab, paper: Path) -> None:
    code, _, err = lab.run("verify", paper.name, "--fix")
    assert (code, "--fix" in err) == (2, True)
    lab.write("")
    assert lab.run("verify", paper.name, "main.tex")[0] == 2
    (lab.folder / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing else")
    code, out, err = lab.run("verify", "broken.pdf", paper.name, "--offline")
    assert (code, "broken.pdf" in err) == (3, True)
    assert "3 references" in out


def test_an_interrupt_ends_it(lab: Lab, services: Services, paper: Path) -> None:
    services.faults["crossref"] = lambda _handler, _: bool(time.sleep(1))
    process = subprocess.Popen(
        [sys.executable, "-m", "argcheck", "verify", paper.name, paper.name],
        cwd=lab.folder, env=lab.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not services.hits and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert (process.returncode, out.count(b"3 references")) == (130, 1)


def test_a_folder_with_the_name_of_a_pdf_is_a_folder(lab: Lab) -> None:
    folder = lab.folder / "thesis.pdf"
    folder.mkdir()
    (folder / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\nx\n\\end{document}\n")
    code, out, err = lab.run("verify", "thesis.pdf", "--offline")
    assert (code, out.splitlines()[:1], err) == (0, ["checked 0 of 0 sources"], "")


def test_works_of_an_article_in_jats_are_asked_about_by_doi(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    services.works["crossref"] = [SORTING | {"updated-by": [{"type": "retraction", "DOI": "10.1000/n"}]}]
    reference = '<ref id="r1"><element-citation><year>1968</year><pub-id pub-id-type="doi">10.1000/sort</pub-id></element-citation></ref>'
    text = '<article><body><p>Sorting is fast <xref ref-type="bibr" rid="r1">1</xref>.</p></body>'
    (lab.folder / "article.xml").write_text(f"{text}<back><ref-list>{reference}</ref-list></back></article>")
    assert [notice["status"] for notice in lab.verify("article.xml")["r1"]["notices"]] == ["retracted"]


def test_what_is_doubted_in_many_places_is_one_line() -> None:
    lost = "\ufffd\ufffd\ufffd abc \ufffd\n\n"
    paper = read_paper(read_source((lost * 5 + "## A\n\n#### B\n").encode(), "a.md"))
    assert [doubt.partition(": ")[0] for doubt in paper.doubts] == [
        "line 1, line 3, line 5 and 2 more",
        "line 11",
    ]
