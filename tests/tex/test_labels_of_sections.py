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
