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
        ("\\gls{no} and \\gls{lost} are as they were, and \\gls{b}, \\acl{b}.", ["no and lost are as they were, and B, bold."]),
        ("\\gls{dmt}['s] order and \\gls+{dmt}[\\emph{ed}] it.", ["DMT's order and DMTed it."]),
        ("See \\glsdisp{os}{such systems} or \\glslink{no}{none}.", ["See such systems or none."]),
        ("\\glsfirst{os} and \\glsentryfirstplural{tree} and \\glsxtrlongpl{svm}.", ["operating system (OS) and spruces and support vector machines."]),
        ("\\gls[x={[}]{os} and \\gls{os}[ and $\\gls{os}$, \\verb|\\gls{os}|.", ["os and OS[ and ￼, ￼."]),
    ],
)  # fmt: skip
def test_an_acronym_is_read_as_it_is_printed(tmp_path: Path, text: str, read: list[str]) -> None:
    assert sentences(tmp_path, text) == read


@pytest.mark.parametrize(
    ("definition", "text", "read"),
    [
        ("\\newacronym[longplural={Frames per Second},shortplural={FPS}]{x}{FPS}{Frame per Second}", "\\glspl{x}: \\acrlongpl{x}.", "FPS: Frames per Second."),
        ("\\newglossaryentry{x}{name=Matrix, text=matrix, plural=matrices}", "Two \\glspl{x}, a \\gls{x}, \\glsname{x}.", "Two matrices, a matrix, Matrix."),
        ("\\newglossaryentry{x}{description={by name=Tom, text=Bob}, name={H{2}O}}", "It is \\gls{x}.", "It is H2O."),
        ("\\longnewglossaryentry{x}{name={AT\\&T}}{One\n\nand more}", "It is \\gls{x}.", "It is AT&T."),
        ("\\DeclareAcronym{x}{short = bus, short-plural = es, long = way, long-plural-form = ways and {more, too}}", "All \\acp{x}, \\aclp{x}.", "All buses, ways and more, too."),
        ("\\acrodef{x}[bus]{way}\\acrodefplural{x}[busses]{ways out}", "All \\acp{x}, \\aclp{x}.", "All busses, ways out."),
        ('\\newacronym{x}{X}{na\\"ive % as\n \\emph{one}--two}\\newacronym{x}{Y}{}', "\\gls{x}, \\acrlong{x}.", "X, naïve one–two."),
        ("\\newacronym{x}{X}{the \\gls{y} way}\\newacronym{y}{Y}{the \\acrlong{x}}", "By \\acrlong{x} it is \\gls{y}.", "By the Y way it is Y."),
        ("\\newcommand{\\X}{\\gls{x}\\xspace}\\newacronym{x}{A B C}{}", "In \\X it is \\X{}.", "In A B C it is A B C."),
        ("\\newacronym{x}{X}{}\\newcommand{\\ac}[1]{\\mathrm{#1}}", "By \\ac{x} it is \\gls{x}.", "By x it is X."),
        ("\\newacronym{x}{X}{}\\let\\oldgls\\gls\\renewcommand{\\gls}[1]{\\emph{\\oldgls{#1}}}\\newcommand{\\ac}[1]{\\gls{#1}}", "By \\ac{x} it is \\gls{x}.", "By X it is X."),
    ],
)  # fmt: skip
def test_the_forms_of_a_definition(tmp_path: Path, definition: str, text: str, read: str) -> None:
    assert sentences(tmp_path, f"{definition}\n\n{text}") == [read]


def test_those_of_the_package_acronym(tmp_path: Path) -> None:
    text = "\\begin{acronym}\\acro{CPU}{central unit}\\acro{gpu}[GPU]{graphics unit}\\end{acronym}\n\nThe \\ac{gpu} and \\acl{CPU} are hot."
    assert sentences(tmp_path, text, "acronym")[-1] == "The GPU and central unit are hot."


def test_without_a_package_the_command_is_one_of_the_document(tmp_path: Path) -> None:
    assert sentences(tmp_path, "It is \\gls{dmt}.", "graphicx") == ["It is dmt."]


def test_places_are_those_of_the_source(tmp_path: Path) -> None:
    main = f"\\documentclass{{article}}\n\\usepackage{{glossaries}}\n{DEFINED}\\begin{{document}}\nSo.\n\\gls{{dmt}} is it.\n\\end{{document}}\n"
    [_, sentence] = context(tmp_path, main=main).manuscript.sentences
    assert main[sentence.span.start : sentence.span.end] == "\\gls{dmt} is it."


@pytest.mark.parametrize("words", ["Age of 5", "Age of 55"])
def test_what_is_as_long_as_its_source_is_not_printed_as_written(tmp_path: Path, words: str) -> None:
    main = f"\\documentclass{{article}}\n\\usepackage{{acro}}\n\\acrodef{{bc}}[{words}]{{age}}\n\\newcommand{{\\bcd}}{{four}}\n\\begin{{document}}\nSo \\ac{{bc}}. Or \\bcd.\n\\end{{document}}\n"
    assert not context(tmp_path, main=main).manuscript.places_of("bc")
