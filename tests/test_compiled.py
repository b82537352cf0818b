"""What is written into a manuscript leaves its PDF alone: comments that suppress, their removal, and fixes.

The document is set before and after by pdfLaTeX with BibTeX, and the texts of the two PDFs are compared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from argcheck_process import argcheck

if TYPE_CHECKING:
    from pathlib import Path

PROGRAMS = ("pdflatex", "bibtex", "pdftotext")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, PROGRAMS)), reason=f"one of {', '.join(PROGRAMS)} is not installed"
    ),
]

#: A finding in every place where a comment of its own might disturb what is set.
MAIN = r"""\documentclass{article}
\newcommand{\term}[1]{\emph{#1}}
\title{Sand \cite{gone1}%
 and wind}
\author{A. Writer\thanks{With \cite{gone2}
  and others.}}
\begin{document}
\maketitle
\tableofcontents
Words before\cite{gone3}%
without a blank
  \cite{gone4} after one,
\term{an argument
  with \cite{gone5}
  over lines}, and see~\ref{nowhere}.%
\footnote{A note
\cite{gone6}
on it.}
\section{A heading
  \cite{gone7}}
\begin{itemize}
  \item[\cite{gone8}] first
  \item
    \cite{gone9} second
\end{itemize}
\begin{tabular}{ll}
a & \cite{gone10} \\
\cite{gone11}
& b \\ \hline
c & d
\end{tabular}
\[
  x = y \quad
  \mbox{\cite{gone12}}
  + z
\]
\begin{verbatim}
% argcheck: ignore[empty-or-placeholder-citation] printed
\cite{printed}
\end{verbatim}
\begin{quote}\cite{gone13}\end{quote}
\begin{figure}
  \caption{A figure
    with \cite{gone14}.}
  \label{fig:unseen}
\end{figure}

\cite{known,
known} \cite{Known2}.
\nocite{OTHERS}
\bibliographystyle{plain}
\bibliography{refs}
\end{document}
"""
REFS = """@article{known,
  author = {A. Writer},
  title = {A Title},
  journal = {J},
  year = 2001
}
  @book{known2, author = {B. Writer}, title = {Another}, publisher = {P}, year = 2002}
@misc{unread, title = {Never}, year = 2003}
"""
#: Works without fault, so that the faulty ones are exceptions and told each.
OTHERS = [f"other{number}" for number in range(30)]


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "main.tex").write_text(MAIN.replace("OTHERS", ",".join(OTHERS)), "utf-8")
    others = (
        f"@misc{{{key}, author = {{O. Writer}}, title = {{On {key}}}, year = 2004}}\n" for key in OTHERS
    )
    (tmp_path / "paper" / "refs.bib").write_text(REFS + "".join(others), "utf-8")
    return tmp_path / "paper"


def lint(folder: Path, *argv: str) -> str:
    ended = argcheck(
        "check", *argv, "--no-cache", "--isolated", cwd=folder, env=dict(os.environ), encoding="utf-8"
    )
    assert ended.returncode in (0, 1), ended.stderr
    return ended.stdout + ended.stderr


def printed(folder: Path) -> str:
    """The text of the PDF, set in a copy of the folder."""
    work = folder.with_name("set")
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work)
    for command in (["pdflatex"], ["bibtex"], ["pdflatex"], ["pdflatex"]):
        options = ["-interaction=nonstopmode", "-halt-on-error"] if command == ["pdflatex"] else []
        done = subprocess.run([*command, *options, "main"], cwd=work, capture_output=True, check=False)
        told = done.stdout.decode("utf-8", "replace")
        assert done.returncode == 0 or (command == ["bibtex"] and "error message" not in told), told[-2000:]
    return subprocess.run(
        ["pdftotext", "-layout", "main.pdf", "-"], cwd=work, capture_output=True, check=True, encoding="utf-8"
    ).stdout


def test_suppressions_and_their_removal_print_the_same(paper: Path) -> None:
    text = (paper / "main.tex").read_text("utf-8")
    (paper / "main.tex").write_text(text.replace("Known2", "known2"), "utf-8")
    before = printed(paper)
    assert re.search(r"Known|gone", before) is None
    everything = ("--extend-select", "CIT,REF")
    said = lint(paper, *everything, "--add-ignore=as agreed")
    assert int(re.findall(r"added (\d+)", said)[0]) > 15
    assert lint(paper, *everything).startswith("no findings")
    assert printed(paper) == before
    comments = (paper / "main.tex").read_text("utf-8").count("argcheck: ignore[")
    for file in ("main.tex", "refs.bib"):  # now all of them silence nothing
        text = (paper / file).read_text("utf-8")
        (paper / file).write_text(
            re.sub(r"(argcheck: ignore\[)[^\]]*\]", r"\1empty-or-placeholder-citation]", text), "utf-8"
        )
    lint(paper, "--fix", "--extend-ignore", "CIT004")
    assert comments > 15
    assert (paper / "main.tex").read_text("utf-8").count("argcheck: ignore[") == 1  # the one that is printed
    assert printed(paper) == before


def test_fixes_compile_and_change_no_word(paper: Path) -> None:
    before = printed(paper)
    said = lint(paper, "--fix")
    assert "fixed 2 findings" in said, said
    after = printed(paper)
    assert "[1, 1]" in before
    assert "[1, 1]" not in after
    marks = re.compile(r"\[[\d?, ]+\]")
    assert marks.sub("[]", after).split() == marks.sub("[]", before).split()


@pytest.mark.skipif(shutil.which("biber") is None, reason="Biber is not installed")
def test_biber_reads_a_bibliography_with_suppressions(paper: Path) -> None:
    lint(paper, "--add-ignore")
    text = (paper / "refs.bib").read_text("utf-8")
    assert "% argcheck: ignore[unused-entry]" in text
    (paper / "refs.bib").write_text("@comment{argcheck: ignore[missing-field] for all}\n" + text, "utf-8")
    done = subprocess.run(
        ["biber", "--tool", "refs.bib"], cwd=paper, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    assert re.search("WARN|ERROR", done.stdout) is None, done.stdout
