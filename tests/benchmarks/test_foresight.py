"""Repairs are found in a git history by patterns of their own; writing that goes on is none."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest
from git_command import git

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.slow,
]
SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "repairs.py"

FIRST = r"""\documentclass{article}
\section{Bounds}\label{sec:bounds}
As Figure~\ref{sec:bounds} and Section~\ref{sec:bonds} say \cite{smith,smith}, TODO holds for all trees.
The words before \cite{smiht} stay as they are, and so do those behind it.
\label{eq:x} Here one line. \label{eq:x}
\bibliography{a}
"""
SECOND = r"""\documentclass{article}
\section{Bounds}\label{sec:bounds}
As Section~\ref{sec:bounds} and Section~\ref{sec:bounds} say \cite{smith}, the bound holds for all trees.
The words before \cite{smith} stay as they are, and so do those behind it.
\label{eq:x} Here one line. \label{eq:y}
A new paragraph with \ref{sec:new}, a label that is still to be written.
\bibliography{a}
"""
BIB = (
    "@article{smith, author={A. Smith}, title={On the Growth of Some Trees},\n  year=2020,\n  year=2021,\n}\n"
)


@pytest.fixture
def repairs(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    spec = importlib.util.spec_from_file_location("repairs", SCRIPT)
    sys.modules["repairs"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["repairs"]


@pytest.fixture
def git_dir(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    for text, bib in ((FIRST, BIB), (SECOND, BIB.replace("  year=2020,\n", "  journal={J},\n"))):
        (tmp_path / "a.tex").write_text(text, "utf-8")
        (tmp_path / "a.bib").write_text(bib, "utf-8")
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-m", "x")
    return tmp_path / ".git"


def test_repairs_of_a_history(repairs, git_dir):
    history = repairs.History(git_dir)
    events = {(event.kind, event.path, event.line) for event in repairs.repairs(history)}
    history.close()
    assert events == {
        ("undefined-reference", "a.tex", 3),
        ("type-word", "a.tex", 3),
        ("repeated-key", "a.tex", 3),
        ("placeholder", "a.tex", 3),
        ("undefined-citation", "a.tex", 4),
        ("duplicate-label", "a.tex", 5),
        ("duplicate-field", "a.bib", 1),
        ("missing-field", "a.bib", 1),
    }


def test_each_kind_has_rules_that_name_it(repairs):
    from argcheck.lint.registry import load_rules

    names = set(load_rules(plugins=False).rules)
    for kind, wanted in repairs.RULES.items():
        assert wanted <= names, f"{kind}: {sorted(wanted - names)}"


MAIN = "\\documentclass{book}\n\\begin{document}\n\\input{one}\n\\newcommand{\\Autoref}[1]{\\Cref{#1}}\n\\end{document}\n"
NO_SLIPS = [
    {
        "main.tex": MAIN,
        "talk.tex": MAIN.replace("one", "two"),
        "one.tex": "Here one line.\n\\label{eq:x} It stays as it is.\n\\includegraphics{plots/made.png} is a picture.\n"
        "As \\ref{sec:later} says, which is not committed yet, \\input{later}\n"
        "The words before \\cite{B} stay, since \\BibTeX takes keys in any case.\n"
        "A passage that \\emph{is written anew,\nas \\emph{in this line} and the next,\nand in \\emph{this one} too\n",
        "two.tex": "Here one line of the talk.\n\\label{eq:x} It stays as it is.\n",
        "draft.tex": "As Section~\\ref{sec:bonds} says, this is a draft that nothing reads.\n",
        "a.bib": "@article{a, title={T}, year=2020,\r\n doi={10.1000/182}\r\n}\r\n@article{b,\n year=2020,\n year=2020,\n}\n",
    },
    {
        "main.tex": MAIN.replace("one}", "one}\\label{#1}\\label{sec:bonds}"),
        "talk.tex": MAIN.replace("one", "two"),
        "one.tex": "Here one line.\n\\label{eq:x} It stays as it is.\n\\includegraphics{plots/held.png} is a picture.\n"
        "As \\ref{sec:later} says, which is not committed yet, \\input{later}\n"
        "The words before \\cite{b} stay, since \\BibTeX takes keys in any case.\n"
        "A passage that \\emph{is written} anew,\nas \\emph{in this line and the next,\nand in this one} too\n",
        "later.tex": "\\section{Later}\\label{sec:later}\n",
        "two.tex": "Here one line of the talk.\n\\label{eq:y} It stays as it is.\n",
        "draft.tex": "As Section~\\ref{sec:bonds} says, this is a draft that nothing reads at all.\n",
        "plots/held.png": "",
        "a.bib": "@article{a, title={T}, year=2020,\n doi={10.1000/182},\n}\n@article{b,\n year=2020,\n}\n",
    },
]


def test_what_was_no_slip_is_no_repair(repairs, tmp_path):
    git(tmp_path, "init", "--quiet")
    for files in NO_SLIPS:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(text.encode())
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-m", "x")
    history = repairs.History(tmp_path / ".git")
    events = list(repairs.repairs(history))
    history.close()
    assert events == []


def commit(folder: Path, *versions: dict[str, str]) -> Path:
    """A repository with a commit for each set of files."""
    git(folder, "init", "--quiet")
    for files in versions:
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-m", "x")
    return folder / ".git"


def document(text: str) -> str:
    return (
        f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\bibliography{{a}}\n\\end{{document}}\n"
    )


ENTRY = "@article{smith,\n author={A. Smith},\n title={On the Growth of Some Trees},\n journal={J},\n year=2020,\n}\n"
LEE = "@book{lee,\n title={A Book},\n}\n"
CITED = document(r"As \cite{smith} says.")
LISTING = document("\\begin{lstlisting}\nvalue = given ?? 3 # TODO\n\\end{lstlisting}")
WORDS = "The words of this line stay as they are, and so do those behind it"
EDITS = {
    "todo is a word of Spanish": (
        document("Como todo el mundo sabe."),
        document("Como ya todos, el mundo sabe."),
    ),
    "an option": (
        document(r"\hyperref[ref:a]{a}, as we say"),
        document(r"\hyperref[sec:a]{a}, as we may say"),
    ),
    "columns": (document(r"\begin{tabularx}{9cm}{XXX} a"), document(r"\begin{tabularx}{9cm}{XYX} a b c")),
    "code": (LISTING, LISTING.replace("?? 3 # TODO", "or 3 # as the others do")),
    "a comment of many lines": (
        document(f"\\begin{{comment}}\n{WORDS}: TODO\n\\end{{comment}}"),
        document(f"\\begin{{comment}}\n{WORDS}: see above.\n\\end{{comment}}"),
    ),
    "behind the end": (CITED + WORDS + ": TODO\n", CITED + WORDS + ": see above.\n"),
    "a note that is not printed": (
        "\\usepackage[disable]{todonotes}\n" + document(f"{WORDS}\\todo{{more}}."),
        "\\usepackage[disable]{todonotes}\n" + document(f"{WORDS}, and more."),
    ),
    "the word fitted its label": (
        document("\\section{A}\\label{x}\nAs Section~\\ref{x} says, it is so."),
        document("\\begin{figure}\\label{x}\\end{figure}\nAs Figure~\\ref{x} says, it is so."),
    ),
    "an option sets the label": (
        document("\\label{a}\\lstinputlisting[label={lst:a}]{a}\nSee \\ref{lst:a}."),
        document("\\label{a}\\lstinputlisting{a}\\label{lst:a}\nSee \\ref{lst:a}."),
    ),
}
LISTS = {
    "a list has the source": (LEE, LEE + ENTRY, document("\\cite{smith} \\bibitem{smith} A")),
    "BibTeX takes it in any case": (LEE + ENTRY.replace("smith,", "Smith,"), LEE + ENTRY, CITED),
    "nobody cites it": (ENTRY + ENTRY, ENTRY, document("")),
    "one of the two is cited": (ENTRY + ENTRY.replace("smith,", "smyth,"), ENTRY, CITED),
    "no document loads it": (ENTRY + ENTRY, ENTRY, CITED.replace("{a}", "{b}")),
    "a short DOI": (
        ENTRY.replace("year", "doi={10/db6px9},\n year"), ENTRY.replace("year", "doi={10.1000/1},\n year"), CITED
    ),
    "a preprint": (
        ENTRY.replace("journal={J}", "eprint={1}"), ENTRY.replace("journal={J}", "eprint={1},\n journal={J}"), CITED
    ),
    "behind it is one without its sign": (
        ENTRY + ENTRY.replace("@article{smith", "article{jones").replace("2020", "1999"), ENTRY, CITED
    ),
    "signs stand before it": (LEE + "```" + ENTRY, LEE + ENTRY, CITED),
    "the fields stood on one line": (ENTRY.replace("\n ", " "), ENTRY, CITED),
    "what no style prints": (
        ENTRY.replace("year", "keywords={a},\n keywords={b},\n year"), ENTRY.replace("year", "keywords={a, b},\n year"), CITED
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_of_what_was_no_slip(repairs, tmp_path, what):
    old, new = EDITS[what]
    history = repairs.History(commit(tmp_path, {"a.tex": old, "a.bib": ENTRY}, {"a.tex": new}))
    assert list(repairs.repairs(history)) == []
    history.close()


@pytest.mark.parametrize("what", LISTS)
def test_an_entry_that_was_no_slip(repairs, tmp_path, what):
    old, new, text = LISTS[what]
    history = repairs.History(commit(tmp_path, {"a.tex": text, "a.bib": old}, {"a.bib": new}))
    assert list(repairs.repairs(history)) == []
    history.close()


def test_a_float_that_a_command_of_the_author_refers_to(repairs, tmp_path):
    part = (
        "\\begin{figure}\n\\subfloat{\\label{fig:a}}\\caption{A}\\label{fig:b}\n\\end{figure}\nSee \\fref{b}."
    )
    versions = [{"a.tex": document(f"{part} {number}")} for number in range(12)]
    history = repairs.History(commit(tmp_path, *versions, {"a.tex": document(f"{part} See \\ref{{fig:a}}.")}))
    assert list(repairs.repairs(history)) == []
    history.close()


def test_the_other_label_of_a_copy(repairs, tmp_path):
    text = document(r"\input{one}")
    chapter = "Here one line.\n\\label{eq:x} It stays as it is.\n"
    files = {"a.tex": text, "one.tex": chapter, "old/a.tex": text, "old/one.tex": chapter}
    history = repairs.History(commit(tmp_path, files, {"one.tex": chapter.replace("eq:x", "eq:y")}))
    assert list(repairs.repairs(history)) == []
    history.close()


SLIP = "\\documentclass{article}\n\\begin{document}\n\\section{A}\\label{sec:a}\nSee Section~\\ref{sec:aa}.\n\\end{document}\n"


@pytest.mark.slow
def test_a_run_that_was_interrupted_goes_on(monkeypatch, tmp_path, capsys):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import foresight

    mirror = tmp_path / "mirrors" / "owner+name"
    mirror.mkdir(parents=True)

    git(mirror, "init", "--quiet")
    for number in range(10):
        slip = SLIP if number < 8 else SLIP.replace("sec:aa", "sec:a")
        (mirror / "a.tex").write_text(f"{slip}% {number}\n", "utf-8")
        git(mirror, "add", "-A")
        git(mirror, "commit", "-m", "x")
    listed = tmp_path / "list.csv"
    listed.write_text(
        f"repository,commit,half\nowner/name,{git(mirror, 'rev-parse', 'HEAD').strip()},tuning\n", "utf-8"
    )
    (mirror / ".git").rename(mirror / "repo")
    monkeypatch.setattr(foresight, "LIST", listed)
    monkeypatch.setattr(
        sys, "argv", ["foresight.py", str(mirror.parent), "--keep", str(tmp_path / "keep"), "--points=3"]
    )
    assert foresight.main() == 0
    said = capsys.readouterr().out
    assert "undefined-reference              1      1   100%" in said
    assert "undefined-reference                       1      0        0   100%" in said

    monkeypatch.setattr(foresight, "Findings", None)  # nothing is asked again
    assert foresight.main() == 0
    assert capsys.readouterr().out == said
    for name in ("foresight", "repairs", "history"):
        del sys.modules[name]


def test_a_finding_may_stand_at_another_place_and_a_line_may_be_long(monkeypatch):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import foresight
    from repairs import Repair

    finding = {"severity": "warning", "rule": "undefined-reference", "places": [("b.tex", 9)]}
    added = Repair("label-added", "p", "c", "a.tex", 1, r"\ref{x}", "x")
    assert foresight.named(added, [finding | {"message": "no label is called 'x'"}], "warning")
    assert not foresight.named(added, [finding | {"message": "no label is called 'xy'"}], "warning")
    twice = Repair("duplicate-key", "p", "c", "a.bib", 1, "@book{x,", "x")
    second = finding | {"rule": "duplicate-key", "message": "the key 'x' is taken by the entry at a.bib:1"}
    assert foresight.named(twice, [second], "warning")
    line = "word " * 60 + r"\ref{XXX}"
    filled = Repair("placeholder", "p", "c", "b.tex", 9, line, "")
    assert foresight.named(filled, [finding | {"message": "no label is called 'XXX'"}], "warning")
    for name in ("foresight", "repairs", "history"):
        sys.modules.pop(name, None)


LISTED = (
    "\\documentclass{article}\n\\usepackage{listings}\n\\lstset{escapeinside={(*@}{@*)}}\n\\begin{document}\n"
    "\\section{A}\nSee line~\\ref{lst:a} and \\cite{smith}.\n\\lstinputlisting{a.wat}\n"
    "\\bibliographystyle{plain}\\bibliography{linked}\n\\end{document}\n"
)


def test_a_checkout_has_listings_and_links_as_their_author_saw_them(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import foresight

    mirror, out = tmp_path / "mirror", tmp_path / "out"
    (mirror / "store").mkdir(parents=True)
    (mirror / "a.tex").write_text(LISTED, "utf-8")
    (mirror / "a.wat").write_text(";; (*@\\label{lst:a}@*)\n", "utf-8")
    (mirror / "a.png").write_bytes(b"\x89PNG\0picture")
    (mirror / "store" / "all.bib").write_text(BIB, "utf-8")
    (mirror / "linked.bib").symlink_to("store/all.bib")
    (mirror / "away.bib").symlink_to("../../elsewhere.bib")
    for words in (["init", "--quiet"], ["add", "-A"], ["commit", "-m", "x"]):
        git(mirror, *words)
    head = git(mirror, "rev-parse", "HEAD")
    history = foresight.History(mirror / ".git")
    said = foresight.Findings(history, out).at(head.strip())
    history.close()
    assert {"undefined-reference", "undefined-citation", "missing-input"}.isdisjoint(
        item["rule"] for item in said
    )
    assert (out / "checkout" / "a.wat").read_bytes() == (mirror / "a.wat").read_bytes()
    assert (out / "checkout" / "a.png").read_bytes() == b""
    assert not (out / "checkout" / "away.bib").exists()
    for name in ("foresight", "repairs", "history"):
        sys.modules.pop(name, None)


def test_what_is_left_later_is_no_note_before(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import foresight

    mirror = tmp_path / "mirror"
    mirror.mkdir()

    def commit(month: int, name: str, text: str) -> str:
        (mirror / name).write_text(text, "utf-8")
        date = f"2026-{month:02}-01T12:00:00Z"
        for words in (["init", "--quiet"], ["add", "-A"], ["commit", "-m", "x"]):
            git(mirror, *words, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        return git(mirror, "rev-parse", "HEAD").strip()

    commit(1, "talk.tex", SLIP)
    thesis = SLIP.replace(
        "See Section~\\ref{sec:aa}.", "What a thesis says of trees and of their growth. " * 40
    )
    first, second = (
        commit(1, "thesis.tex", thesis),
        commit(4, "thesis.tex", thesis.replace("trees", "shrubs")),
    )
    history = foresight.History(mirror / ".git")
    findings = foresight.Findings(history, tmp_path / "out")
    severities = [
        {item["severity"] for item in findings.at(commit) if item["rule"] == "undefined-reference"}
        for commit in (second, first)
    ]
    history.close()
    assert severities == [{"note"}, {"warning"}]
    for name in ("foresight", "repairs", "history"):
        sys.modules.pop(name, None)
