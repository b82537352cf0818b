"""Repairs are found in a git history by patterns of their own; writing that goes on is none."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "repairs.py"

FIRST = r"""\documentclass{article}
\section{Bounds}\label{sec:bounds}
As Figure~\ref{sec:bounds} and Section~\ref{sec:bonds} say \cite{smith,smith}, TODO holds for all trees.
The words before \cite{smiht} stay as they are, and so do those behind it.
\label{eq:x} Here one line. \label{eq:x}
"""
SECOND = r"""\documentclass{article}
\section{Bounds}\label{sec:bounds}
As Section~\ref{sec:bounds} and Section~\ref{sec:bounds} say \cite{smith}, the bound holds for all trees.
The words before \cite{smith} stay as they are, and so do those behind it.
\label{eq:x} Here one line. \label{eq:y}
A new paragraph with \ref{sec:new}, a label that is still to be written.
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
    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    for text, bib in ((FIRST, BIB), (SECOND, BIB.replace("  year=2020,\n", "  journal={J},\n"))):
        (tmp_path / "a.tex").write_text(text, "utf-8")
        (tmp_path / "a.bib").write_text(bib, "utf-8")
        git("add", "-A")
        git("commit", "-m", "x")
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
    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    for files in NO_SLIPS:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_bytes(text.encode())
        git("add", "-A")
        git("commit", "-m", "x")
    history = repairs.History(tmp_path / ".git")
    events = list(repairs.repairs(history))
    history.close()
    assert events == []


SLIP = "\\documentclass{article}\n\\begin{document}\n\\section{A}\\label{sec:a}\nSee Section~\\ref{sec:aa}.\n\\end{document}\n"


@pytest.mark.slow
def test_a_run_that_was_interrupted_goes_on(monkeypatch, tmp_path, capsys):
    monkeypatch.syspath_prepend(SCRIPT.parent)
    import foresight

    mirror = tmp_path / "mirrors" / "owner+name"
    mirror.mkdir(parents=True)

    def git(*words: str) -> str:
        identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        done = subprocess.run(["git", *identity, *words], cwd=mirror, check=True, capture_output=True)
        return done.stdout.decode().strip()

    git("init", "--quiet")
    for number in range(10):
        slip = SLIP if number < 8 else SLIP.replace("sec:aa", "sec:a")
        (mirror / "a.tex").write_text(f"{slip}% {number}\n", "utf-8")
        git("add", "-A")
        git("commit", "-m", "x")
    listed = tmp_path / "list.csv"
    listed.write_text(f"repository,commit,half\nowner/name,{git('rev-parse', 'HEAD')},tuning\n", "utf-8")
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
    identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for words in (["init", "--quiet"], ["add", "-A"], ["commit", "-m", "x"]):
        subprocess.run(["git", *identity, *words], cwd=mirror, check=True, capture_output=True)
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=mirror, check=True, capture_output=True, text=True
    )
    history = foresight.History(mirror / ".git")
    said = foresight.Findings(history, out).at(head.stdout.strip())
    history.close()
    assert {"undefined-reference", "undefined-citation", "missing-input"}.isdisjoint(
        item["rule"] for item in said
    )
    assert (out / "checkout" / "a.wat").read_bytes() == (mirror / "a.wat").read_bytes()
    assert (out / "checkout" / "a.png").read_bytes() == b""
    assert not (out / "checkout" / "away.bib").is_symlink()
    for name in ("foresight", "repairs", "history"):
        sys.modules.pop(name, None)
