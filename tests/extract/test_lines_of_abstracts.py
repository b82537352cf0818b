"""An abstract below a line of its own that says "Abstract", where there is neither an environment nor a section."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck.cli.graph_command import command

if TYPE_CHECKING:
    from pathlib import Path

SAID = "We show that lamps are bright."
LINES = (
    "\\centerline{\\textbf{Abstract}}",
    "\\begin{center}\n\\textbf{ABSTRACT}\n\\end{center}",
    "\\begin{center}\\textbf{Abstract}\\end{center}",
    "\\noindent {\\Large \\textsf{\\textbf{{Abstract}}}}",
    "{\\bfseries\\fontsize{13pt}{16pt}\\selectfont RESUMEN}",
    "\\noindent\\textbf{Abstract:}\\\\[2mm]",
    "{\\Large \\bf Zusammenfassung}",
)
NO_LINES = (
    "Abstract",
    "\\textbf{Abstract} lamps are those that nobody lights.",
    "\\newcommand{\\called}{\\textbf{Abstract}}",
    "% \\textbf{Abstract}",
    "\\begin{tabular}{l}\n a \\\\\n\\textbf{Abstract} & b\n\\end{tabular}",
)


def sentences(folder: Path, body: str) -> list[str]:
    text = f"\\documentclass{{book}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (folder / "main.tex").write_text(text, "utf-8")
    arguments = [str(folder), "--traces", "--no-cache", "--isolated"]
    lines = command.main(arguments, standalone_mode=False).out.splitlines()
    return [line.partition(": ")[2] for line in lines if not line.startswith("    ")]


@pytest.mark.parametrize("line", LINES)
def test_an_abstract_goes_on_to_the_next_heading_or_page(line: str, tmp_path: Path) -> None:
    behind = "We found that lanterns are dim."
    assert sentences(tmp_path, f"{line}\n\n{SAID}\n\n\\chapter{{Lamps}}\n{behind}") == [SAID]
    assert sentences(tmp_path, f"{line}\n\n{SAID}\n\\newpage\n{behind}\n\\chapter{{Lamps}}") == [SAID]


def test_two_abstracts_are_read_apart(tmp_path: Path) -> None:
    other = "We found that lanterns are dim."
    body = f"{LINES[0]}\n\n{SAID}\n\n{LINES[-1]}\n\n{other}\n\\chapter{{Lamps}}"
    assert sentences(tmp_path, body) == [SAID, other]


def test_the_line_may_begin_the_paragraph_of_the_abstract(tmp_path: Path) -> None:
    assert sentences(tmp_path, f"{LINES[0]}\n{SAID}\n\\chapter{{Lamps}}") == [f"Abstract {SAID}"]


RUN_IN = (
    "\\textbf{\\textit{Abstract} - %s}",
    "\\noindent\\textbf{Abstract.} %s",
    "{\\bf Abstract}: %s",
    "\\textbf{\\textit{Abstract}---}%s",
)


@pytest.mark.parametrize("paragraph", RUN_IN)
def test_the_word_may_begin_the_abstract(paragraph: str, tmp_path: Path) -> None:
    body = f"{paragraph % SAID}\n\\chapter{{Lamps}}\nWe found that lanterns are dim."
    assert [said[-len(SAID) :] for said in sentences(tmp_path, body)] == [SAID]


def test_an_environment_may_be_called_as_the_language_calls_an_abstract(tmp_path: Path) -> None:
    body = f"\\begin{{resumo}}\n{SAID}\n\\end{{resumo}}\n\\chapter{{Lamps}}\nWe found that lanterns are dim."
    assert sentences(tmp_path, body) == [SAID]


def test_an_abstract_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "abstract.tex").write_text(f"{SAID}\n", "utf-8")
    assert sentences(tmp_path, f"{LINES[0]}\n\\input{{abstract}}\n\\chapter{{Lamps}}\nIt is dark.") == [SAID]


@pytest.mark.parametrize("line", NO_LINES)
def test_other_lines_begin_no_abstract(line: str, tmp_path: Path) -> None:
    assert sentences(tmp_path, f"{line}\n\n{SAID}\n\n\\chapter{{Lamps}}") == []


def test_no_abstract_is_without_an_end_or_behind_the_first_chapter(tmp_path: Path) -> None:
    assert sentences(tmp_path, f"{LINES[0]}\n\n{SAID}") == []
    assert sentences(tmp_path, f"\\chapter{{Lamps}}\n{LINES[0]}\n\n{SAID}\n\\newpage") == []


def test_beside_an_environment_no_line_begins_an_abstract(tmp_path: Path) -> None:
    body = f"{LINES[0]}\nWe hope.\n\\begin{{abstract}}{SAID}\\end{{abstract}}\n\\chapter{{Lamps}}"
    assert sentences(tmp_path, body) == [SAID]
