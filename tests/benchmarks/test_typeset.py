"""What argcheck reads of a small document is what pdfTeX and BibTeX read; slow, and only where they are installed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loaded_scripts import load

if TYPE_CHECKING:
    import typeset

if not TYPE_CHECKING:
    typeset = load(Path(__file__).resolve().parents[2] / "benchmarks" / "typeset.py")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not all(map(shutil.which, ("pdflatex", "bibtex"))), reason="pdflatex or bibtex is not installed"
    ),
]

MAIN = r"""\documentclass{article}
\begin{document}
\section{Sand} \label{sec:sand}
Sand \cite{bagnold} moves~\cite{gone}, as Section~\ref{sec:sand} and Figure~\ref{fig:gone} show.
\subsection{Wind} \label{sec:wind}
\input{part}
\bibliographystyle{plain}
\bibliography{refs}
\end{document}
"""
REFERENCES = "@book{bagnold, author = {Bagnold, R.}, title = {Sand}, publisher = {Methuen}, year = 1941}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.tex").write_text(MAIN, "utf-8")
    (tmp_path / "part.tex").write_text("\\subsection{Water} \\label{sec:wind} % \\cite{dead}\n", "utf-8")
    (tmp_path / "refs.bib").write_text(REFERENCES, "utf-8")
    return tmp_path


def test_both_read_the_same(folder: Path) -> None:
    ((root, read, by_tex),) = typeset.compared(folder)
    assert root == "main.tex"
    assert by_tex._replace(pages=0) == read
    assert by_tex == typeset.Reading(
        cited=frozenset({"bagnold", "gone"}),
        unknown=frozenset({"gone"}),
        labels=frozenset({"sec:sand", "sec:wind"}),
        repeated=frozenset({"sec:wind"}),
        undefined=frozenset({"fig:gone"}),
        pages=1,
    )


def test_a_document_that_tex_gives_up_says_why(folder: Path) -> None:
    (folder / "main.tex").write_text(MAIN.replace("{article}", "{nosuchclass}"), "utf-8")
    ((_, _, refused),) = typeset.compared(folder)
    assert isinstance(refused, typeset.RefusedError)
    assert "nosuchclass.cls" in str(refused)


def test_a_difference_fails_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert typeset.main([str(folder)]) == 0
    (folder / "main.tex").write_text(MAIN.replace("\\input", "\\csname lab\\endcsname\\input"), "utf-8")
    source = (
        (folder / "main.tex")
        .read_text("utf-8")
        .replace("\\csname lab\\endcsname", "\\csname cite\\endcsname{late}")
    )
    (folder / "main.tex").write_text(source, "utf-8")
    assert typeset.main([str(folder)]) == 1
    assert "cited: only TeX ['late'], only argcheck []" in capsys.readouterr().out
