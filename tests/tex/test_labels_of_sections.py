"""Which labels a rule is told to be of a section: those in its heading or behind it, with nothing printed between."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "behind",
    [
        r"\label{a}",
        "\n  % a comment\n\\label{a}",
        "\n~\\label{a}",
        r"{\label{a}}",
        r"{ \label{a}}",
        r"\makeatletter\def\@currentlabelname{One}\makeatother\label{a}",
    ],
)
def test_what_prints_no_word_may_stand_between(tmp_path: Path, behind: str) -> None:
    main = (
        f"\\documentclass{{book}}\n\\begin{{document}}\n\\chapter{{One}}{behind}\nWords.\n\\end{{document}}\n"
    )
    m = context(tmp_path, main=main).manuscript
    assert [label.name for label in m.labels_of(m.sections[0])] == ["a"]


@pytest.mark.parametrize("behind", [r" A word \label{a}", r"~{It \label{a}}", "\n\n\\section{Two}\\label{a}"])
def test_behind_words_and_headings_it_is_not_of_the_section(tmp_path: Path, behind: str) -> None:
    main = (
        f"\\documentclass{{book}}\n\\begin{{document}}\n\\chapter{{One}}{behind}\nWords.\n\\end{{document}}\n"
    )
    m = context(tmp_path, main=main).manuscript
    assert m.labels_of(m.sections[0]) == ()


@pytest.mark.parametrize(
    "patch",
    [
        "\\patchcmd{\\thebibliography}{\\section*{\\refname}}{}{}{}",
        "\\patchcmd\\thebibliography{\\section*{\\refname}}{}{}{}",
        "\\xpatchcmd[\\protected]{\\x}{\\section{One}\\label{b}}{\\par}{}{}",
    ],
)
def test_what_a_patch_looks_for_is_no_heading(tmp_path: Path, patch: str) -> None:
    main = f"\\documentclass{{article}}\n{patch}\n\\begin{{document}}\n\\section{{One}}\\label{{a}}\n\\end{{document}}\n"
    m = context(tmp_path, main=main).manuscript
    assert [m.plain(section.title) for section in m.sections] == ["One"]
    assert [label.name for label in m.labels] == ["a"]


def test_what_a_patch_puts_there_is_read(tmp_path: Path) -> None:
    main = (
        "\\documentclass{article}\n\\patchcmd{\\x}{\\verb}{\\ref{a}}{}{}\n\\apptocmd{\\y}{\\ref{b}}{}{}\n"
        "\\begin{document}\nWords.\n\\end{document}\n"
    )
    assert context(tmp_path, main=main).manuscript.referenced == {"a", "b"}


def test_what_a_preamble_sets_for_elsewhere_is_no_heading(tmp_path: Path) -> None:
    text = r"""\documentclass{article}
\defbibheading{sub}{\section*{Works}}
\AtBeginSection[]{\section*{Outline}}
\AtBeginEnvironment{thebibliography}{\section{Sources}}
\begin{abstract}\section*{Abstract} It is so.\end{abstract}
\begin{document}
\section{One} One.
\end{document}
"""
    m = context(tmp_path, main=text).manuscript
    assert [m.plain(section.title) for section in m.sections] == ["Abstract", "One"]


def test_a_document_that_never_begins_has_its_headings(tmp_path: Path) -> None:
    m = context(
        tmp_path,
        main="\\documentclass{article}\n\\section{One} One.\n\\input{two}\n",
        two="\\section{Two} Two.\n",
    ).manuscript
    assert [m.plain(section.title) for section in m.sections] == ["One", "Two"]
