"""The numbers of chapters, as ``\\thechapter`` prints them."""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING

import pytest
from patience import cpu_seconds
from seen_by_a_rule import context

if TYPE_CHECKING:
    from pathlib import Path

ROMAN = r"\renewcommand{\thechapter}{\Roman{chapter}}"


@pytest.mark.parametrize(
    ("preamble", "body", "numbers"),
    [
        ("", r"C C \appendix C C", ["1", "2", "A", "B"]),
        ("", r"\frontmatter C \mainmatter C C \backmatter C", ["", "1", "2", "2"]),
        (ROMAN, "C C C C", ["I", "II", "III", "IV"]),
        (r"\renewcommand*\thechapter{\@roman\c@chapter}", "C C", ["i", "ii"]),
        (r"\makeatletter\def\thechapter{\number\c@chapter}\makeatother", "C", ["1"]),
        (ROMAN, r"C \appendix C", ["I", "A"]),
        ("", rf"C \appendix {ROMAN} C C", ["1", "I", "II"]),
        # it is certain up to the place at which it is not
        ("", r"C \appendix \renewcommand{\thechapter}{\Asbuk{chapter}} C", ["1", None]),
        (r"\renewcommand{\thechapter}{\thepart.\arabic{chapter}}", "C", [None]),
        ("", r"\setcounter{chapter}{-1} C C", ["0", "1"]),
        ("", r"C \addtocounter{chapter}{2} C", ["1", "4"]),
        ("", r"C \setcounter{chapter}{0} C", ["1", "1"]),
        ("", r"C \setcounter{chapter}{\value{page}} C", [None, None]),
        ("", rf"C \setcounter{{chapter}}{{{'9' * 5_000}}} C", [None, None]),
        ("", rf"C \addtocounter{{chapter}}{{-{'9' * 5_000}}} C", [None, None]),
        # what is not typeset, and what no part of the text calls
        ("% " + ROMAN, "C % \\setcounter{chapter}{7}\n C", ["1", "2"]),
        (rf"\newcommand{{\romans}}{{{ROMAN}}}", "C", ["1"]),
        (rf"\newcommand{{\romans}}{{{ROMAN}}}", r"\romans C", [None]),
        (rf"\AtBeginEnvironment{{proof}}{{{ROMAN}}}", "C", [None]),
        (r"\AtBeginEnvironment{appendices}{\renewcommand{\thechapter}{\Alph{chapter}}}", "C", ["1"]),
        (rf"\AtBeginDocument{{{ROMAN}}}", "C", ["I"]),
        (r"\counterwithin{chapter}{part}", "C", [None]),
        (r"\counterwithin{figure}{chapter}", "C", ["1"]),
        (r"\setcounter{secnumdepth}{-1}", "C", [""]),
        (r"\addtocounter{secnumdepth}{-3}", "C", [None]),
        ("", r"\setcounter{secnumdepth}{-2} C \setcounter{secnumdepth}{2} C C", ["", "1", "2"]),
        ("", r"\setsecnumdepth{part} C \setsecnumdepth{all} C \setsecnumdepth{part} C", ["", "1", "1"]),
        (r"\setsecnumdepth{subsection}", "C C", ["1", "2"]),
        (r"\newcommand{\bare}{\setcounter{secnumdepth}{-1}}", "C", ["1"]),
        (r"\newcommand{\bare}{\setcounter{secnumdepth}{-1}}", r"C \bare C", [None, None]),
        (r"\newenvironment{bare}{\setcounter{secnumdepth}{-1}}{}", "C", ["1"]),
        (
            r"\newenvironment{bare}{\setcounter{secnumdepth}{-1}}{}",
            r"\begin{bare}C \end{bare}C",
            [None, None],
        ),
    ],
)
def test_the_number_of_each_chapter(
    tmp_path: Path, preamble: str, body: str, numbers: list[str | None]
) -> None:
    text = f"\\documentclass{{book}}\n{preamble}\n\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    m = context(tmp_path, main=text.replace("C ", "C\n").replace("C\n", "\\chapter{One}\nText.\n")).manuscript
    assert [m.chapter_number(section.span) for section in m.sections] == numbers


def test_memoir_numbers_the_chapters_of_the_main_matter_again(tmp_path: Path) -> None:
    body = "\\frontmatter\\setsecnumdepth{part}\n\\chapter{One}\n\\mainmatter\n\\chapter{Two}\n"
    text = "\\documentclass{%s}\n\\begin{document}\n" + body + "\\end{document}\n"
    for name, number in (("memoir", "1"), ("book", "")):
        m = context(tmp_path, main=text % name).manuscript
        assert [m.chapter_number(section.span) for section in m.sections] == ["", number]


@pytest.mark.slow
def test_thousands_of_macros_with_the_counter_are_not_all_looked_for(tmp_path: Path) -> None:
    names = map("".join, islice(product("abcdefgh", repeat=4), 4_000))
    macros = "\n".join(rf"\newcommand{{\q{name}}}{{\setcounter{{chapter}}{{1}}}}" for name in names)
    text = f"\\documentclass{{book}}\n{macros}\n\\begin{{document}}\n\\chapter{{One}} A.\n\\end{{document}}\n"
    m = context(tmp_path, main=text).manuscript
    assert cpu_seconds(lambda: m.chapter_number(m.sections[0].span)) < 2
    assert m.chapter_number(m.sections[0].span) is None


@pytest.mark.parametrize(
    ("code", "numbers"),
    [
        (r"\def\appendix{\setcounter{chapter}{0}\def\thechapter{\Alph{chapter}}}", ["1", "A"]),
        (r"\newcommand{\articles}{\def\thechapter{\@Roman\c@chapter}}", ["1", "A"]),
        (r"\def\@schapter{\refstepcounter{chapter}}", ["1", "A"]),
        (r"\renewcommand\backmatter{\renewcommand*{\thechapter}{\Roman{chapter}}}", ["1", "A"]),
        (r"\renewcommand \thechapter {\@Roman\c@chapter}", ["I", "A"]),
    ],
)
def test_the_code_of_a_package(tmp_path: Path, code: str, numbers: list[str]) -> None:
    (tmp_path / "house.sty").write_text(code + "\n", "utf-8")
    text = "\\documentclass{book}\\usepackage{house}\n\\begin{document}\n\\chapter{One} A. \\appendix \\chapter{Two} B.\n\\end{document}\n"
    m = context(tmp_path, main=text).manuscript
    assert [m.chapter_number(section.span) for section in m.sections] == numbers
