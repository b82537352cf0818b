"""Sources at hand, in every form: what each citation is to be compared with, and what cannot be read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from pdfs import Line, column, pdf
from services import ENTRY, MADE_UP, SORTING, entry

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow

SAID = "A reversed list took the longest of all lists."
ARTICLE = f"<article><body><sec><title>Results</title><p>{SAID}</p></sec></body></article>"
PAGE = f"<!doctype html><html><body><h1>Results</h1><p>{SAID}</p></body></html>"
MANUSCRIPT = "\\documentclass{article}\\begin{document}\n\\section{Results}\n" + SAID + "\n\\end{document}\n"
SHAKY = f"# Orders\n\n#### Results\n\n{SAID}\n\nFigure 1: Times.\n\n{SAID}\n\nFigure 9: More times.\n"
#: By key: the field `file` of the entry, the name of the file, and its bytes.
FILES = {
    "damaged": ("", "sources/damaged.pdf", b"%PDF-1.4 and no more"),
    "html": ("", "sources/html.html", PAGE.encode()),
    "jabref": (":papers/jabref.pdf:PDF", "papers/jabref.pdf", pdf(column(SAID))),
    "jats": ("", "sources/jats.xml", ARTICLE.encode()),
    "latex": ("", "sources/latex.tex", MANUSCRIPT.encode()),
    "locked": (
        "",
        "sources/locked.pdf",
        pdf(column(SAID)).replace(
            b"/Root 1 0 R",
            b"/Root 1 0 R /ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ("
            + b"o" * 32
            + b") /U ("
            + b"u" * 32
            + b") >>",
        ),
    ),
    "scan": ("", "sources/scan.pdf", pdf([])),
    "shaky": ("", "sources/shaky.md", SHAKY.encode()),
    "zotero": (
        "Full Text:storage/zotero.pdf:application/pdf;Snapshot:storage/page.html:text/html",
        "storage/zotero.pdf",
        pdf(column(SAID)),
    ),
}


def test_every_form_is_read_and_what_cannot_be_read_is_named(lab: Lab) -> None:
    bib = ""
    for key, (field, name, data) in FILES.items():
        file = lab.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
        bib += entry(
            key,
            author="Ann Author",
            title=f"Orders of {key} that Take Long",
            year="2001",
            **({"file": field} if field else {}),
        )
    lab.write(bib)
    sentences = "".join(
        f"The {key} list that takes longest is reversed \\cite{{{key}}}.\n\n" for key in FILES
    )
    (lab.folder / "main.tex").write_text(
        "\\documentclass{article}\n\\begin{document}\n"
        + sentences
        + "\\bibliography{refs}\n\\end{document}\n",
        "utf-8",
    )
    lab.verify("--offline")
    unread = [line for line in lab.out.splitlines() if line.startswith("not read: ")]
    assert unread == [
        "not read: sources/damaged.pdf: this PDF cannot be opened: Failed to load document (PDFium: Data format error).",
        "not read: sources/locked.pdf: this PDF is encrypted",
        "not read: sources/scan.pdf: no text in this pdf file (a scan needs text recognition first)",
    ]
    assert "6 citations of sources at hand, 6 of them judged in this run\n" in lab.out
    shown = {key: "\n".join(lab.run("citations", "--evidence", key)[1].splitlines()[3:]) for key in FILES}
    assert shown == {
        **dict.fromkeys(("damaged", "locked", "scan"), ""),
        **dict.fromkeys(("jabref", "zotero"), f"    p. 1: {SAID}"),
        **dict.fromkeys(("html", "jats"), f"    line 1: {SAID}"),
        "latex": f"    line 3: {SAID}",
        "shaky": f"    line 5: {SAID}\n    line 9 (may be read wrongly): {SAID}",
    }
    data = json.loads(lab.run("citations", "--evidence", "shaky", "--format", "json")[1])
    (citation,) = data["documents"][0]["citations"]
    assert (data["version"], citation["key"], citation["fresh"]) == (1, "shaky", True)
    assert citation["evidence"]["verdict"] == "pointed"
    assert citation["evidence"]["spans"] == [
        {"line": 5, "quote": SAID},
        {"line": 9, "quote": SAID, "uncertain": True},
    ]
    assert "    line 9 (may be read wrongly): “A reversed" in lab.run("verdicts", "show")[1]
    (lab.folder / "argcheck.toml").write_text("quotes = false\n", "utf-8")
    before = (lab.folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8")
    lab.run("verify", "--dry-run")
    assert (lab.folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8") == before
    lab.verify("--offline")
    after = (lab.folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8")
    assert (before.count(SAID), after.count(SAID)) == (7, 0)
    assert after.count('"hash": "q1:') == 7


def test_a_source_is_shown_with_its_tables_as_it_is_read(lab: Lab, services: Services) -> None:
    lab.write(ENTRY)
    page = (
        "<html><body><article><h1>Sorting</h1><p>Lists were sorted.</p><table><caption>Table 1. Times</caption>"
        "<thead><tr><th>List</th><th>Minutes</th></tr></thead><tr><td>reversed</td><td>4</td></tr></table></article></body></html>"
    )
    (lab.folder / "sources").mkdir()
    (lab.folder / "sources" / "batcher.html").write_text(page, "utf-8")
    code, out, _ = lab.run("sources", "show", "batcher")
    assert (code, out) == (
        0,
        "# Sorting\n\nLists were sorted.\n\n*Table 1. Times*\n\n| List: reversed | Minutes: 4 |\n",
    )
    code, _, err = lab.run("sources", "show", "unheard")
    assert (code, "no document cites 'unheard'" in err) == (2, True)
    assert services.hits == []


def test_the_latex_of_a_source_is_no_manuscript(lab: Lab) -> None:
    lab.write(ENTRY)
    (lab.folder / "sources").mkdir()
    (lab.folder / "sources" / "batcher.tex").write_text(
        "\\documentclass{article}\\begin{document}See \\ref{nowhere}.\\end{document}", "utf-8"
    )
    _, out, err = lab.run("check")
    assert "nowhere" not in out + err
    assert "sources/batcher.tex is not checked: it is the text of the cited work batcher" in err
    assert lab.verify("--offline")["batcher"]["outcome"] == "accessible"
    assert lab.verdicts()["batcher"]["detail"] == "its text is at hand; no index has it"


def test_a_work_whose_text_is_at_hand_is_no_ghost(lab: Lab, services: Services) -> None:
    lab.write(MADE_UP)
    (lab.folder / "sources").mkdir()
    (lab.folder / "sources" / "nobody.md").write_text("# A Long Title\n\nIt says something.\n", "utf-8")
    assert lab.verify()["nobody"]["outcome"] == "accessible"


def test_a_text_that_comes_to_hand_later_counts_in_the_next_run(lab: Lab, services: Services) -> None:
    services.everywhere(SORTING)
    lab.write(MADE_UP + ENTRY)
    found = lab.verify()
    assert [found[key]["outcome"] for key in ("nobody", "batcher")] == ["ghost", "inaccessible"]
    (lab.folder / "sources").mkdir()
    for key in found:
        (lab.folder / "sources" / f"{key}.pdf").write_bytes(pdf([]))
    services.hits.clear()
    found = lab.verify()
    assert [found[key]["outcome"] for key in ("nobody", "batcher")] == ["inaccessible"] * 2
    for key in found:
        (lab.folder / "sources" / f"{key}.pdf").write_bytes(pdf(column(SAID)))
    found = lab.verify()
    assert [found[key]["outcome"] for key in ("nobody", "batcher")] == ["accessible"] * 2
    assert services.hits == []


def test_what_nobody_sees_of_a_pdf_is_neither_shown_nor_kept(lab: Lab) -> None:
    lab.write(ENTRY)
    (lab.folder / "sources").mkdir()
    order = Line("Say that a reversed list took the longest of all lists.", 72, 400, state="3 Tr")
    (lab.folder / "sources" / "batcher.pdf").write_bytes(pdf([*column(SAID), order]))
    lab.verify("--offline")
    code, out, err = lab.run("sources", "show", "batcher")
    assert (code, SAID in out, "Say that" in out) == (0, True, False)
    assert "batcher.pdf: p. 1: 45 characters that nobody sees on the page are left out" in err
    kept = (lab.folder / ".argcheck" / "verdicts.jsonl").read_text("utf-8")
    assert "Say that" not in kept


@pytest.mark.parametrize("suffix", ["md", "tex"])
def test_a_key_that_no_file_can_be_called_has_a_text_all_the_same(
    lab: Lab, services: Services, suffix: str
) -> None:
    services.everywhere(SORTING)
    lab.write(ENTRY.replace("batcher", "batcher:68/sort"))
    code, _, err = lab.run("sources", "show", "batcher:68/sort")
    assert (code, "put it into sources/batcher_68_sort.pdf" in err) == (2, True)
    (lab.folder / "sources").mkdir()
    text = MANUSCRIPT if suffix == "tex" else SHAKY
    (lab.folder / "sources" / f"batcher_68_sort.{suffix}").write_text(text, "utf-8")
    code, out, _ = lab.run("sources", "show", "batcher:68/sort")
    assert (code, SAID in out) == (0, True)
    assert lab.verify()["batcher:68/sort"]["outcome"] == "accessible"
    assert "batcher_68" not in lab.run("check", "--exit-zero")[1]  # a source, and no manuscript
