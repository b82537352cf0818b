r"""What ``\gls`` and its kin print is what was defined: sentences begin with it, and words are compared by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context

if TYPE_CHECKING:
    from pathlib import Path

DEFINED = (
    "\\newacronym[plural=never]{dmt}{DMT}{deterministic multithreading}\n\\newabbreviation{os}{OS}{operating system}\n"
    "\\newglossaryentry{tree}{name={spruce}, description={a tree, green}}\n% \\newacronym{no}{NO}{none}\n"
    "\\newacronym{b}{\\textbf{B}}{{b}old}\n\\DeclareAcronym{svm}{short = SVM, long = support vector machine}\n"
)


def sentences(folder: Path, text: str, package: str = "glossaries") -> list[str]:
    main = f"\\documentclass{{article}}\n\\usepackage{{{package}}}\n{DEFINED}\\begin{{document}}\n{text}\n\\end{{document}}\n"
    return [sentence.text for sentence in context(folder, main=main).manuscript.sentences]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It is \\gls{dmt}, as \\glspl{os} are.", ["It is DMT, as OSs are."]),
        ("Threads run. \\gls{dmt} orders them.", ["Threads run.", "DMT orders them."]),
        ("They run. \\Acrlong{dmt} orders them.", ["They run.", "Deterministic multithreading orders them."]),
        ("\\acrfull{os} and \\acf*{svm} are long.", ["operating system (OS) and support vector machine (SVM) are long."]),
        ("The \\gls{tree} and a \\Gls[hyper=false]{tree} grow.", ["The spruce and a Spruce grow."]),
        ("By \\acp{svm}, \\aclp{svm} and \\GLS{tree} it is.", ["By SVMs, support vector machines and SPRUCE it is."]),
        ("\\gls{no} and \\gls{b} are as they were, and \\gls{lost}.", ["no and b are as they were, and lost."]),
    ],
)  # fmt: skip
def test_an_acronym_is_read_as_it_is_printed(tmp_path: Path, text: str, read: list[str]) -> None:
    assert sentences(tmp_path, text) == read


def test_those_of_the_package_acronym(tmp_path: Path) -> None:
    text = "\\begin{acronym}\\acro{CPU}{central unit}\\acro{gpu}[GPU]{graphics unit}\\end{acronym}\n\nThe \\ac{gpu} and \\acl{CPU} are hot."
    assert sentences(tmp_path, text, "acronym")[-1] == "The GPU and central unit are hot."


def test_without_a_package_the_command_is_one_of_the_document(tmp_path: Path) -> None:
    assert sentences(tmp_path, "It is \\gls{dmt}.", "graphicx") == ["It is dmt."]


def test_places_are_those_of_the_source(tmp_path: Path) -> None:
    main = f"\\documentclass{{article}}\n\\usepackage{{glossaries}}\n{DEFINED}\\begin{{document}}\nSo.\n\\gls{{dmt}} is it.\n\\end{{document}}\n"
    [_, sentence] = context(tmp_path, main=main).manuscript.sentences
    assert main[sentence.span.start : sentence.span.end] == "\\gls{dmt} is it."
