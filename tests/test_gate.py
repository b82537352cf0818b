"""What a missing file holds back, and that a rule which is held back says why, in one line a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck import api
from argcheck.lint.reporters.summary import summary

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.lint.report import Report

BODY = r"""\section{One}\label{sec:one}
See Section~\ref{sec:nowhere}.
"""


def document(body: str, preamble: str = "", cls: str = "article") -> str:
    return f"\\documentclass{{{cls}}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


def check(folder: Path, files: dict[str, str]) -> Report:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return api.check(folder, isolated=True)


def messages(report: Report, code: str) -> list[str]:
    return [one.message for one in report.diagnostics if one.code == code]


def unchecked(report: Report, folder: Path) -> list[str]:
    return [line for line in summary(report, cwd=folder).splitlines() if line.startswith("not checked")]


@pytest.mark.parametrize(
    ("body", "preamble"),
    [
        (BODY, "\\input{version}"),
        (BODY + "This is version \\input{version} of the text.", ""),
        ("\\input{version}\n\\maketitle\n" + BODY, ""),
        (BODY + "\\begin{table}\\input{version}\\caption{A}\\label{tab:a}\\end{table} \\ref{tab:a}", ""),
        (BODY + "\\begin{tabular}{ll}\n\\input{version}\n\\end{tabular}", ""),
        (BODY + "\\begin{center}\n\\input{figs/flow.pdf_tex}\n\\end{center}", ""),
    ],
)
def test_what_can_hold_no_label_does_not_hide_an_undefined_one(
    tmp_path: Path, body: str, preamble: str
) -> None:
    report = check(tmp_path, {"main.tex": document(body, preamble)})
    assert messages(report, "REF001") == ["no label is called 'sec:nowhere'"]


@pytest.mark.parametrize(
    "reads",
    [
        "\\date{\\input{version}}",
        "\\date{Version \\input{version}}",
        "\\title[Rates]{\\textbf{Rates} \\\\ {\\large \\input{version}}}",
        "\\author{Ann\\thanks{\\input{version}}}",
    ],
)
@pytest.mark.parametrize("where", ["in the preamble", "in the text"])
def test_what_a_title_or_a_date_reads_holds_words_alone(tmp_path: Path, reads: str, where: str) -> None:
    live = where == "in the text"
    body = f"{reads * live}\\maketitle\n{BODY}"
    report = check(tmp_path, {"main.tex": document(body, reads * (not live))})
    assert messages(report, "REF001") == ["no label is called 'sec:nowhere'"]
    assert {held.rule for held in report.held_back} == set()


@pytest.mark.parametrize("reads", ["\\mine{\\input{version}}", "\\date{}{\\input{version}}"])
def test_what_another_command_reads_may_hold_a_label(tmp_path: Path, reads: str) -> None:
    assert not messages(check(tmp_path, {"main.tex": document(reads + BODY)}), "REF001")


def test_what_a_title_page_reads_hides_no_undefined_label(tmp_path: Path) -> None:
    files = {
        "main.tex": document("\\input{title}\n\\tableofcontents\n" + BODY),
        "title.tex": "\\maketitle\nIn Bonn.\n\n\\input{version}\n",
    }
    assert messages(check(tmp_path, files), "REF001") == ["no label is called 'sec:nowhere'"]


@pytest.mark.parametrize(
    "body",
    [
        "\\input{method}\n" + BODY,
        BODY + "\\begin{figure}\\input{method}\\end{figure}",
        BODY.replace("sec:nowhere", "nowhere").replace("Section", "parts")
        + "\\begin{figure}\n\\input{method}\\caption{A}\\label{fig:a}\\end{figure} \\ref{fig:a}",
        BODY + "\\begin{tikzpicture}\n\\input{method}\n\\end{tikzpicture}",
        BODY + "\\chapter{Method}\\input{method}",
    ],
)
def test_what_can_hold_a_label_is_named_with_its_place(tmp_path: Path, body: str) -> None:
    report = check(tmp_path, {"main.tex": document(body)})
    assert not messages(report, "REF001")
    (line,) = unchecked(report, tmp_path)
    assert line.startswith("not checked in main.tex: ")
    assert "undefined-reference" in line
    assert "method (main.tex:" in line
    assert line.endswith(") is missing")


def test_a_mistyped_name_is_reported_although_a_chapter_is_missing(tmp_path: Path) -> None:
    body = (
        "\\section{One}\\label{sec:method}\\label{fig:run1}\\label{fig:a}\n"
        "\\ref{sec:mehtod} \\ref{sec:methd} \\ref{fig:run2} \\ref{fig:b} \\ref{sec:methods}\n\\input{two}"
    )
    report = check(tmp_path, {"main.tex": document(body)})
    assert messages(report, "REF001") == [
        "no label is called 'sec:mehtod'",
        "no label is called 'sec:methd'",
    ]


@pytest.mark.parametrize(
    ("label", "reference", "sure"),
    [
        ("ch:introduction", "ch:introductio", True),
        ("ch:introduction", "ch:introductionn", True),
        ("ch:one", "ch:onee", True),
        ("introduction", "introductio", True),
        ("fig:methoda", "fig:method", False),  # one of a series, which is no word
        ("ch:one", "ch:ones", False),
        ("ch:results", "ch:result", False),
        ("ch:rate", "ch:rat", False),  # both are words of the text
        ("fig:run-vi", "fig:run-vii", False),
        ("fig:run-a", "fig:run-aa", False),
        ("ch:introduction", "ch:introduc", False),
    ],
)
def test_a_last_letter_that_is_lost_or_doubled_is_a_slip_where_it_ends_a_word_of_the_text(
    tmp_path: Path, label: str, reference: str, *, sure: bool
) -> None:
    body = (
        f"\\section{{Introduction}}\\label{{{label}}}\n"
        f"Chapter one has a method, results, a run vi a, a rat and its rate, see \\ref{{{reference}}}.\n\\input{{two}}"
    )
    report = check(tmp_path, {"main.tex": document(body)})
    assert messages(report, "REF001") == [f"no label is called '{reference}'"] * sure


def test_a_mistyped_key_is_reported_although_a_bibliography_is_missing(tmp_path: Path) -> None:
    body = "\\cite{knuth84a,kunth84a,knuth84b,lamport94}\n\\bibliography{refs,more}"
    entry = "@book{knuth84a, author = {Knuth}, title = {TeX}, publisher = {A}, year = 1984}"
    report = check(tmp_path, {"main.tex": document(body), "refs.bib": entry})
    assert messages(report, "CIT001") == ["no entry has the key 'kunth84a' (looked in refs.bib)"]
    (line,) = unchecked(report, tmp_path)
    assert "undefined-citation" in line
    assert "because more (main.tex:5) is missing" in line


def test_a_macro_of_a_missing_file_may_set_a_label_or_read_a_chapter(tmp_path: Path) -> None:
    body = "\\labelled{First}{first} \\section{B}\\label{sec:b}\n\\ref{sec:first} \\ref{sec:far} \\ref{sec:none}\n\\chapters"
    files = {"main.tex": document(body, "\\input{macros}"), "far.tex": "\\section{Far}\\label{sec:far}"}
    report = check(tmp_path, files)
    assert messages(report, "REF001") == ["no label is called 'sec:none'"]
    assert any("a macro may read far.tex" in line for line in unchecked(report, tmp_path))


def test_a_part_that_a_macro_of_a_missing_file_may_include_says_so(tmp_path: Path) -> None:
    part = "\\documentclass[main.tex]{subfiles}\n\\begin{document}\nIt is \\ref{sec:far}.\n\\end{document}\n"
    files = {
        "main.tex": document("\\chapterof{ch/one}", "\\input{macros}"),
        "ch/one.tex": part.replace("[main", "[../main"),
    }
    lines = unchecked(check(tmp_path, files), tmp_path)
    assert any(
        "because macros, of which a macro may include it in main.tex, is missing" in line for line in lines
    )
    assert not any("command that includes it" in line for line in lines)


def test_a_float_is_referred_to_by_a_macro_of_a_missing_file(tmp_path: Path) -> None:
    float_ = "\\begin{figure}\\caption{A}\\label{fig:%s}\\end{figure}\n"
    body = "\\section{A} See \\figref{seen}.\n" + float_ % "seen" + float_ % "unseen"
    report = check(tmp_path, {"main.tex": document(body, "\\input{macros}")})
    assert [text.rpartition(", ")[2] for text in messages(report, "REF003")] == ["'fig:unseen'"]


def test_a_draft_is_not_looked_through_for_what_was_left_and_the_run_says_so(tmp_path: Path) -> None:
    text = document("TODO: all of it.").replace("\\documentclass", "\\documentclass[draft]")
    report = check(tmp_path, {"main.tex": text})
    assert not messages(report, "TEX008")
    assert unchecked(report, tmp_path) == [
        "not checked in main.tex: leftover, because the document calls itself a draft"
    ]


def test_labels_of_another_document(tmp_path: Path) -> None:
    body = "\\section{One}\\label{sec:one}\nSee \\ref{sec:oen} and \\crefrange{sec:one}{sec:tow}."
    report = check(tmp_path, {"main.tex": document(body, "\\usepackage{xr}")})
    assert len(messages(report, "REF001")) == 2
    assert not unchecked(report, tmp_path)
    report = check(tmp_path, {"main.tex": document(body, "\\usepackage{xr}\\externaldocument{other}")})
    assert messages(report, "REF001") == ["no label is called 'sec:oen'"]
    assert unchecked(report, tmp_path) == [
        "not checked in main.tex: undefined-reference, because labels may come from another document, by \\externaldocument"
    ]


def test_chapters_that_includeonly_leaves_out_for_now_are_checked(tmp_path: Path) -> None:
    body = "\\include{one}\\include{two}\\section{Three} See \\ref{sec:there}."
    files = {"one.tex": "\\section{One} See \\ref{sec:nowhere}.", "two.tex": "\\section{Two}"}
    report = check(tmp_path, {**files, "main.tex": document(body, "\\includeonly{two}")})
    assert sorted(messages(report, "REF001")) == [
        "no label is called 'sec:nowhere'",
        "no label is called 'sec:there'",
    ]
    assert not unchecked(report, tmp_path)


CLASS = r"""\ProvidesClass{aclass}\LoadClass{article}
\newcommand{\templatelabel}[1]{\def\templabel{fig:#1}}
\newcommand{\figurenum}[1]{\def\@currentlabel{#1}\label{\templabel}}
\def\endplate{\label{\templabel}}
"""


def test_a_class_that_puts_labels_together(tmp_path: Path) -> None:
    report = check(tmp_path, {"aclass.cls": CLASS, "main.tex": document(BODY, cls="aclass")})
    assert messages(report, "REF001") == ["no label is called 'sec:nowhere'"]
    report = check(tmp_path, {"main.tex": document(BODY + "\\figurenum{3}", cls="aclass")})
    assert not messages(report, "REF001")
    assert unchecked(report, tmp_path) == [
        "not checked in main.tex: undefined-reference, because \\figurenum puts labels together"
    ]


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("", False),
        ("\\begin{plate}\\end{plate}", True),
        ("\\plate\\endplate", True),
        ("\\begin{page}\\end{page}", True),
        ("\\ends", True),
    ],
)
def test_an_environment_that_puts_labels_together_counts_where_it_is_used(
    tmp_path: Path, text: str, held: bool
) -> None:
    style = r"""\newcommand{\platename}{} \newcommand{\none}{% no \begin{plate} here
}
\newenvironment{plate}{\begin{figure}}{\label{\platename}\end{figure}}
\newenvironment{page}{\begin{plate}}{\end{plate}}
\newcommand{\ends}{\plate\endplate}
"""
    unused = style.partition("\\newenvironment{page}")[0]
    preamble = "\\usepackage{plates}"
    files = {"plates.sty": style if text else unused, "main.tex": document(BODY + text, preamble)}
    report = check(tmp_path, files)
    assert messages(report, "REF001") == ([] if held else ["no label is called 'sec:nowhere'"])
    because = "not checked in main.tex: undefined-reference, because an environment puts labels together"
    assert unchecked(report, tmp_path) == ([because] if held else [])


SCRATCH = r"""\ProvidesClass{aclass}\LoadClass{article}
\def\@asect{\let\go\relax\ifx\templabel\relax\else\def\go{\label{\templabel}}\fi\go}
\def\lookahead{\ifx\next[\let\go\xauthor\else\let\go\yauthor\fi\go}
\def\author{\futurelet\next\lookahead}
"""


def test_a_name_that_a_class_uses_for_one_thing_after_another_is_what_was_last_put_into_it(
    tmp_path: Path,
) -> None:
    report = check(
        tmp_path, {"aclass.cls": SCRATCH, "main.tex": document("\author{A. Uthor}" + BODY, cls="aclass")}
    )
    assert messages(report, "REF001") == ["no label is called 'sec:nowhere'"]
    assert not unchecked(report, tmp_path)


PROBES = r"""\ProvidesPackage{minimini}
\newcommand{\mmselect}[1]{\IfFileExists{#1.mld}{\input{#1.mld}}{\input{english.mld}}}
\def\mm@setlangopt#1{\DeclareOption{#1}{\mmselect{#1}}}
\mm@setlangopt{acadian}\mm@setlangopt{acadien}\mm@setlangopt{afrikaan}
\ProcessOptions
"""
OPTIONS = r"""\ProvidesClass{mythesis}
\DeclareOption*{\InputIfFileExists{\CurrentOption.these}{}{\PassOptionsToClass{\CurrentOption}{report}}}
\ProcessOptions\LoadClass{report}
"""


@pytest.mark.parametrize(
    "files",
    [
        {"minimini.sty": PROBES, "main.tex": document(BODY, "\\usepackage{minimini}")},
        {"mythesis.cls": OPTIONS, "main.tex": document(BODY, cls="mythesis")},
        {"main.tex": document(BODY), "wrapper.tex": "\\PassOptionsToPackage{final}{graphicx}\n\\input{main}"},
    ],
)
def test_probes_and_wrappers_hide_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    assert messages(check(tmp_path, files), "REF001") == ["no label is called 'sec:nowhere'"]


def test_a_package_that_shows_a_document_does_not_end_the_one_that_loads_it(tmp_path: Path) -> None:
    shown = "\\endinput\n\\documentstyle[mine]{report}\n\\begin{document}\nx\n\\end{document}\n"
    files = {"mine.sty": shown.removeprefix("\\endinput\n"), "main.tex": document(BODY, "\\usepackage{mine}")}
    assert messages(check(tmp_path, files), "REF001") == ["no label is called 'sec:nowhere'"]


def test_an_unseen_class_may_load_a_bibliography(tmp_path: Path) -> None:
    report = check(tmp_path, {"main.tex": document("\\cite{a}", cls="journalx")})
    assert unchecked(report, tmp_path) == [
        "not checked in main.tex: undefined-citation, because the class journalx, which is not here, may load a bibliography"
    ]


def test_an_empty_reference_is_named(tmp_path: Path) -> None:
    report = check(tmp_path, {"main.tex": document("See Table~\\ref{} and \\cref{ }.")})
    assert messages(report, "REF001") == [
        "\\ref names no label: its argument is empty",
        "\\cref names no label: its argument is empty",
    ]


def test_rules_for_several_reasons_share_the_line_of_a_document(tmp_path: Path) -> None:
    report = check(
        tmp_path,
        {"main.tex": document(BODY + "\\cite{a}\n\\input{two}\n\\bibliography{refs}", "\\input{pre}")},
    )
    (line,) = unchecked(report, tmp_path)
    assert line.count("not checked") == 1
    assert "two (main.tex:" in line
    assert "refs (main.tex:" in line


def test_commands_in_persian_are_said_not_to_be_read(tmp_path: Path) -> None:
    files = {
        "main.tex": document("متن \\مرجع{roe2020}.\n\\bibliography{refs}", "\\usepackage{xepersian}"),
        "refs.bib": "@book{roe2020, title={A}, author={B, C}, year=2001, publisher={P}}\n",
    }
    report = check(tmp_path, files)
    assert not report.diagnostics
    (line,) = unchecked(report, tmp_path)
    assert "unused-entry" in line
    assert "because what reads commands in Persian is missing" in line
    files["main.tex"] = document("متن.\n\\bibliography{refs}", "\\usepackage{xepersian}")
    assert [one.code for one in check(tmp_path, files).diagnostics] == ["CIT005"]
