r"""Which files of a folder are documents, which are parts of them, and which files a document reads.

Each test writes a folder as authors leave them, and looks at what ``argcheck check`` says of it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from argcheck import api
from argcheck.files.project import Project
from argcheck.lint.reporters.summary import summary


def write(folder: Path, files: dict[str, str], *, git: bool = True) -> Path:
    if git:
        (folder / ".git").mkdir(parents=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Give the roots of a folder and its findings, as ``file:label`` or the message of the rules about reading."""

    def run(files, *paths, git=True):
        folder = write(tmp_path / "work", files, git=git)
        monkeypatch.chdir(folder)
        return api.check(*(paths or ["."]), isolated=True)

    return run


def roots(report):
    return [document.root for document in report.documents]


def said(report):
    return [(one.span.path, one.code, one.message) for one in report.diagnostics]


def undefined(report):
    return [one.message.rpartition("called ")[2] for one in report.diagnostics if one.code == "REF001"]


def article(body: str, preamble: str = "") -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


SECTION = "\\section{One}\\label{sec:one}\n"


# -- chapters that can be compiled alone


HEADER = r"""\ifx\inbpdocument\undefined
\documentclass{report}
\newcommand{\inbpdocument}{\begin{document}}
\newcommand{\outbpdocument}[1]{\end{document}}
\fi
"""
ALONE = {
    "macros": "\\input{header}\n\\inbpdocument\n%s\n\\outbpdocument{}\n",
    "standalone": "\\documentclass[class=book]{standalone}\n\\input{header}\n\\begin{document}\n%s\n\\end{document}\n",
    "own class": "\\documentclass{book}\n\\input{header}\n\\begin{document}\n%s\n\\end{document}\n",
    "subfiles": "\\documentclass[thesis]{subfiles}\n\\begin{document}\n%s\n\\end{document}\n",
    "guarded": "\\ifdefined\\whole\\else\\documentclass{book}\\begin{document}\\fi\n%s\n\\ifdefined\\whole\\else\\end{document}\\fi\n",
}


@pytest.mark.parametrize("form", ALONE)
@pytest.mark.parametrize("reads", [r"\input{%s}", r"\include{%s}", r"\import{./}{%s}"])
def test_chapters_that_can_be_compiled_alone_are_parts(check, form, reads):
    files = {
        "intro.tex": ALONE[form] % r"\chapter{Intro}\label{sec:intro} See Chapter~\ref{sec:method}.",
        "method.tex": ALONE[form] % r"\chapter{Method}\label{sec:method} See \ref{sec:intro}, \ref{nope}.",
        "thesis.tex": "\\documentclass{report}\\def\\whole{}\n\\newcommand{\\inbpdocument}{}\n"
        "\\newcommand{\\outbpdocument}[1]{}\n\\begin{document}\n"
        + "".join(reads % name + "\n" for name in ("intro", "method"))
        + "\\end{document}\n",
    }
    if "header" in ALONE[form]:
        files["header.tex"] = HEADER if form == "macros" else "\\usepackage{hyperref}\n"
    report = check(files)
    assert roots(report) == ["thesis.tex"]
    assert undefined(report) == ["'nope'"]
    assert not report.orphans


def test_a_chapter_that_is_named_is_checked_as_a_part(check):
    files = {
        "ch/one.tex": article(SECTION + r"See \ref{sec:two} and \ref{nope}."),
        "thesis.tex": article(r"\input{ch/one}\section{Two}\label{sec:two}"),
    }
    report = check(files, "ch/one.tex")
    assert roots(report) == ["thesis.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_preamble_with_a_class_is_no_document(check):
    report = check(
        {
            "main.tex": "\\input{include/header.tex}\n\\begin{document}\n\\ref{nope}\n\\end{document}\n",
            "include/header.tex": "\\documentclass{article}\n\\usepackage{etoolbox}\n\\AtEndPreamble{\\input{include/more}}\n",
            "include/more.tex": "\\newcommand{\\x}{y}\n",
        }
    )
    assert roots(report) == ["main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_preamble_with_a_class_and_labels_is_no_document(check):
    report = check(
        {
            "main.tex": "\\input{preamble}\n\\begin{document}\n\\input{one}\n\\end{document}\n",
            "preamble.tex": "\\documentclass{book}\n\\input{macros}\n\\newglossaryentry{x}{description={\\cite{y}}}\n",
            "macros.tex": "\\newcommand{\\x}{y}\\label{preamble}\n",
            "one.tex": "\\ref{nope}\n",
        }
    )
    assert roots(report) == ["main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_document_that_a_style_shows_ends_nothing(check):
    shown = "\\long\\def\\comment#1{}\n\\comment{\\documentclass{a}\\begin{document}x\\end{document}}\n"
    report = check({"main.tex": article(r"See \ref{nope}.", r"\usepackage{own}"), "own.sty": shown})
    assert undefined(report) == ["'nope'"]


def test_a_paper_that_a_wrapper_reads_before_any_text_stays_a_document(check):
    files = {
        "main.tex": article(SECTION + r"See Section~\ref{sec:oen}."),
        "wrapper.tex": "\\PassOptionsToPackage{final}{graphicx}\n\\input{main}\n",
    }
    report = check(files)
    assert roots(report) == ["main.tex", "wrapper.tex"]
    assert undefined(report) == ["'sec:oen'"]
    assert not report.held_back


def test_two_papers_that_read_one_another_stay_documents(check):
    files = {"a.tex": article(r"\ref{x}\input{b}"), "b.tex": article(r"\ref{y}\input{a}")}
    assert roots(check(files)) == ["a.tex", "b.tex"]


def test_a_page_of_one_figure_has_no_text_that_could_refer_to_it(check):
    figure = r"\begin{figure}\begin{tikzpicture}\draw (0,0);\end{tikzpicture}\caption{Cut out.}\label{fig:x}\end{figure}"
    assert not said(check({"figure.tex": article(figure, r"\usepackage{tikz}")}))


@pytest.mark.parametrize(
    "diff",
    [
        "%DIF LATEXDIFF DIFFERENCE FILE\n%DIF DEL old.tex   Mon\n%DIF ADD new.tex   Tue\n",
        "%\n" * 1_500 + "%DIF PREAMBLE EXTENSION ADDED BY LATEXDIFF\n",
    ],
)
def test_what_latexdiff_wrote_is_not_checked(check, diff):
    files = {"paper.tex": article(r"\ref{nope}"), "diff.tex": diff + article(r"\DIFadd{\ref{gone}}")}
    report = check(files)
    assert roots(report) == ["paper.tex"]
    assert any("diff.tex" in notice and "latexdiff" in notice for notice in report.notices)


def test_what_latexdiff_wrote_is_checked_where_it_is_named(check):
    diff = "%DIF LATEXDIFF DIFFERENCE FILE\n"
    report = check({"diff.tex": diff + article(r"\ref{gone}")}, "diff.tex")
    assert undefined(report) == ["'gone'"]


def test_what_latex2html_wrote_and_what_is_of_context_are_not_checked(check):
    pictures = "\\batchmode\n\\documentclass{article}\n\\newcommand{\\lthtmltypeout}[1]{}\n\\begin{document}\\ref{a}\\end{document}"
    songs = "\\startcomponent songs\n\\section{A} See \\in[b].\n\\stopcomponent\n"
    report = check({"paper.tex": article(r"\ref{nope}"), "paper/images.tex": pictures, "songs.tex": songs})
    assert roots(report) == ["paper.tex"]
    assert report.orphans == ()
    assert sorted(report.notices) == [
        "paper/images.tex is not checked: LaTeX2HTML wrote it to make pictures; name it to have it checked",
        "songs.tex is not checked: it is written for ConTeXt; name it to have it checked",
    ]


def test_vignettes_in_a_library_of_r_are_nobodys_manuscript(check):
    files = {"paper.tex": article("Text."), "packrat/lib/x/3.4/zoo/doc/zoo.Rnw": article(r"\ref{nope}")}
    assert roots(check(files)) == ["paper.tex"]


# -- outside of git


EXPORTED = {
    "main.tex": article(r"\input{chapters/one}" + SECTION),
    "chapters/one.tex": r"\section{A} See \ref{sec:one} and \ref{nope}.",
    "elsewhere/notes.tex": "Nothing.",
}


def test_a_chapter_of_an_exported_folder_finds_the_main_file_above(check):
    report = check(EXPORTED, "chapters/one.tex", git=False)
    assert roots(report) == ["main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_folder_of_chapters_finds_the_main_file_above(check):
    report = check(EXPORTED, "chapters", git=False)
    assert roots(report) == ["main.tex"]
    assert undefined(report) == ["'nope'"]


@pytest.mark.parametrize("magic", ["% !TEX root = ../../book/main.tex", "%!TeX root=../../book/main"])
def test_a_magic_comment_is_honoured_outside_of_git(check, magic):
    files = {
        "book/main.tex": article(r"\input{../text/ch/one}" + SECTION),
        "text/ch/one.tex": f"{magic}\n\\section{{A}} See \\ref{{sec:one}} and \\ref{{nope}}.",
    }
    report = check(files, "text/ch/one.tex", git=False)
    assert roots(report) == ["book/main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_subfile_is_honoured_outside_of_git(check):
    part = (
        "\\documentclass[../main]{subfiles}\n\\begin{document}\n\\ref{sec:one}\\ref{nope}\n\\end{document}\n"
    )
    files = {"main.tex": article(r"\subfile{ch/one}" + SECTION), "ch/one.tex": part}
    report = check(files, "ch/one.tex", git=False)
    assert roots(report) == ["main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_chapter_without_any_main_file_is_read_all_the_same(tmp_path):
    write(tmp_path, {"one.tex": "\\section{A}\nSee \\ref{nope}. TODO: write this.\n"}, git=False)
    argv = [sys.executable, "-m", "argcheck", "one.tex", "--no-cache", "--isolated"]
    result = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "one.tex:2:" in result.stdout
    assert "TODO" in result.stdout
    assert "no label" not in result.stdout  # another file may set it
    assert "undefined-reference" in result.stderr
    assert result.returncode == 1


@pytest.mark.parametrize("beside", [(), ("main.tex",)], ids=["alone", "beside a document"])
def test_a_file_of_no_document_is_checked_where_it_is_named(check, beside):
    files = {
        "main.tex": article(SECTION),
        "loose.tex": "\\section{A}\nSee \\ref{}, and \\ref{nope}. TODO: write this.\n",
    }
    report = check(files, "loose.tex", *beside)
    assert {(one.span.path, one.code) for one in report.diagnostics} == {
        ("loose.tex", "REF001"),
        ("loose.tex", "TEX008"),
    }
    assert not report.orphans


def test_a_magic_comment_cannot_name_far_folders(check, tmp_path):
    (tmp_path / "work").mkdir()
    up = "../" * 12
    report = check(
        {"a/one.tex": f"% !TEX root = {up}etc/hostname.tex\n\\section{{A}}"}, "a/one.tex", git=False
    )
    assert roots(report) == ["one.tex"]
    assert Path(os.path.realpath(report.project)) == Path(os.path.realpath(tmp_path / "work" / "a"))


# -- names that are only probed


PROBES = {
    "option": r"\DeclareOption*{\InputIfFileExists{\CurrentOption.these}{}{\OptionNotUsed}}\ProcessOptions",
    "computed": r"\def\load#1{\input{#1.mld}}\load{\CurrentOption}\input{bk1\@ptsize.clo}",
    "asked for": r"\IfFileExists{\mtc@lang.mld}{\input{\mtc@lang.mld}}{\input{english.mld}}",
    "asked with a macro": r"\newcommand{\mmselect}[1]{\IfFileExists{#1.mld}{\input{#1.mld}}{\input{english.mld}}}\mmselect{french}",
    "its own files": r"\input{owner-generic.tex}\input{owner-symbols}",
    "in lua": r"\@input{\jobname.mtc1}\@input{\@nameuse{x}.mtc}",
    "many": "".join(rf"\DeclareOption{{l{n}}}{{\input{{l{n}.mld}}}}" for n in range(30)) + r"\ProcessOptions",
}


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("style", ["owner.sty", "owner.cls"])
def test_what_a_style_tries_is_not_missing(check, probe, style):
    loads = r"\usepackage{owner}" if style == "owner.sty" else ""
    text = article(SECTION + r"See \ref{sec:oen}.", loads)
    text = text.replace("{article}", "{owner}") if style == "owner.cls" else text
    loaded = "\n\\LoadClass{report}\n" if style == "owner.cls" else "\n"
    report = check({"main.tex": text, style: PROBES[probe] + loaded})
    assert [found[1:] for found in said(report)] == [("REF001", "no label is called 'sec:oen'")]
    assert not report.held_back


def test_a_computed_name_that_a_document_asks_for_is_not_missing(check):
    report = check({"main.tex": article(SECTION + r"\InputIfFileExists{\x@y.tex}{}{} See \ref{sec:oen}.")})
    assert undefined(report) == ["'sec:oen'"]


# -- chapters that macros read


@pytest.mark.parametrize(
    ("preamble", "calls"),
    [
        (
            r"\newcommand{\incl}[2]{\renewcommand{\chapterpath}{#2}\input{chap/\chapterpath}}\newcommand{\chapterpath}{}",
            r"\incl{ds}{one}",
        ),
        (r"\def\incl#1{\def\here{chap/#1}\input{\here}}", r"\incl{one}"),
        (r"\newcommand{\incl}[1]{\edef\here{chap}\edef\there{\here/#1}\input{\there}}", r"\incl{one}"),
        (r"\newcommand{\setchapter}[1]{\renewcommand{\here}{#1}}", r"\setchapter{one}\input{chap/\here}"),
        (
            r"\newcommand{\setchapter}[1]{\def\here{#1}}\newcommand{\readit}{\input{chap/\here}}",
            r"\setchapter{one}\readit",
        ),
        (
            r"\newcommand{\setchapter}[1]{\gdef\here{#1}}\newcommand{\incl}[1]{\setchapter{#1}\include{chap/\here}}",
            r"\incl{one}",
        ),
        (r"\newcommand{\incl}[2]{\graphicspath{{fig/#2/}}\input{chap/#2}}", r"\incl{ds}{one}"),
        (r"\newcommand{\addchap}[1]{\newpage\input{chap/#1}}", r"\addchap{one}"),
        (r"\newcommand{\addchap}[2]{\chapter{#1}\input{chap/#2}}", r"\addchap{Bounds}{one}"),
        (r"\renewcommand{\abstract}[1]{\chapter*{Abstract}\input{#1}\par}", r"\abstract{chap/one}"),
    ],
)
def test_chapters_included_by_macros_that_set_others(check, preamble, calls):
    report = check({"main.tex": article(calls, preamble), "chap/one.tex": r"See \ref{nope}."})
    assert undefined(report) == ["'nope'"]
    assert not report.orphans


@pytest.mark.parametrize(
    "preamble",
    [
        r"\providecommand{\part}[1]{\input{#1}}",
        r"\ProvideDocumentCommand{\part}{m}{\input{#1}}",
        r"\renewcommand{\part}[1]{#1\addtocontents{toc}{\protect\input{#1}}}",
        r"\renewcommand{\part}[1]{\immediate\write18{tex \string\input{#1}}}",
        r"\renewcommand{\part}[1]{\protected@write\@auxout{}{\string\input{#1}}}",
        r"\renewcommand{\part}[1]{\typeout{now \string\input {#1}}#1}",
    ],
)
def test_what_is_only_written_or_provided_reads_no_file(check, preamble):
    report = check({"main.tex": article(r"\part{Bounds of trees}\section{A}", preamble)})
    assert [finding.message for finding in report.diagnostics] == []


def test_a_macro_that_writes_before_it_reads_reads_its_file(check):
    preamble = r"\newcommand{\incl}[1]{\typeout{\string\input{#1}}\immediate\write\log{#1}{\input{chap/#1}}}"
    report = check({"main.tex": article(r"\incl{one}", preamble), "chap/one.tex": r"See \ref{nope}."})
    assert undefined(report) == ["'nope'"]
    assert not report.orphans


def test_the_last_setting_counts(check):
    preamble = r"\newcommand{\at}[1]{\renewcommand{\here}{#1}}"
    files = {"a.tex": r"\ref{in a}", "b.tex": r"\ref{in b}"}
    report = check({"main.tex": article(r"\at{a}\input{\here} \at{b}\input{\here}", preamble), **files})
    assert undefined(report) == ["'in a'", "'in b'"]


# -- how it is read


def test_an_alias_of_a_command_for_lists_takes_lists(check):
    body = r"\section{A}\label{a}\section{B}\label{b} See \autoref{a,b}, \ref{a,b}."
    report = check({"main.tex": article(body, r"\usepackage{cleveref}\let\autoref\cref")})
    assert undefined(report) == ["'a,b'"]


@pytest.mark.parametrize(
    "definition", [r"\renewcommand{\autoref}[1]{\cref{#1}}", r"\renewcommand*\autoref{\cref}"]
)
def test_a_redefinition_of_a_command_for_lists_takes_lists(check, definition):
    body = r"\section{A}\label{a}\section{B}\label{b} See \autoref{a,b}."
    assert not undefined(check({"main.tex": article(body, r"\usepackage{cleveref}" + definition)}))


def test_a_percent_sign_in_a_listing_hides_nothing(check):
    body = "\\begin{lstlisting}\na = 1 $\\label{l:a}$\nb = a % 2 $\\label{l:b}$\n\\end{lstlisting}\nLines \\ref{l:a}, \\ref{l:b}."
    assert not said(check({"main.tex": article(body, r"\usepackage{listings}\lstset{mathescape=true}")}))


@pytest.mark.parametrize("command", ["mintinline", "lstinline", "verb", "Verb"])
@pytest.mark.parametrize(
    "patch", [r"\xpatchcmd{\%s}{\a}{\b\relax}{}{}", r"\pretocmd{\%s}{\a}{}{}", r"\pretocmd\%s{\a}{}{}"]
)
def test_a_patched_command_reads_nothing(check, command, patch):
    preamble = "\\usepackage{minted,xpatch}\n\\makeatletter\n" + patch % command + "\n\\makeatother\n"
    assert not said(check({"main.tex": article(r"Text.", preamble)}))


def test_a_paragraph_called_conclusions_in_a_chapter_is_not_the_conclusion(check):
    filler = "We measured the loads of the walls for a long time and wrote down what we saw. " * 6
    body = (
        f"\\chapter{{Intro}} {filler}\n\\chapter{{Case study}}\\section{{Reduction}} {filler} The kernel used 6.64\\%.\n"
        "\\paragraph{Conclusions}\nThe runtime goes from 95.7 ms to 9.1 ms. The share is 78.5\\%.\n"
        f"\\chapter{{Conclusion}}\n{filler}\n"
    )
    assert not said(check({"main.tex": article(body).replace("{article}", "{book}")}))


@pytest.mark.parametrize(
    "definition",
    [
        r"\newcommand{\old}[1]{}",
        r"\long\def\old#1{}",
        r"\newcommand\old[1]{\relax}",
        r"\def\old#1{\ignorespaces}",
    ],
)
def test_an_argument_that_its_macro_does_not_print_is_dead(check, definition):
    body = "Text \\old{See \\ref{gone}\n\nand \\begin{figure}.} See \\ref{nope}."
    assert undefined(check({"main.tex": article(body, definition)})) == ["'nope'"]


def test_a_long_argument_that_its_macro_does_not_print_is_dead(check):
    words = "Some words. \n\n" * 3000
    body = f"\\old{{See \\ref{{gone}} {words} \\newcommand{{\\old}}[1]{{}} \\ref{{gone}}}} See \\ref{{nope}}."
    assert undefined(check({"main.tex": article(body, r"\newcommand{\old}[1]{}")})) == ["'nope'"]


def test_a_macro_that_is_defined_again_to_print_nothing_prints_nothing(check):
    body = r"{\renewcommand{\old}[1]{none}} \old{\ref{gone}} See \ref{nope}."
    assert undefined(check({"main.tex": article(body, r"\newcommand{\old}[1]{}")})) == ["'nope'"]


@pytest.mark.parametrize(
    "definition",
    [
        r"\newcommand{\old}[1]{#1}",
        r"\newcommand{\old}[1]{}\renewcommand{\old}[1]{#1}",
        r"\newcommand{\old}[1]{}\let\old\relax",
        r"\newcommand{\old}[1]{}\ifx\a\b\renewcommand{\old}[1]{#1}\fi",
        r"\newcommand{\old}[1]{#1}\ifx\a\b\renewcommand{\old}[1]{}\fi",
        r"\ifthenelse{\boolean{x}}{\newcommand{\old}[1]{#1}}{\newcommand{\old}[1]{}}",
        r"\newcommand{\old}{}",
    ],
)
def test_an_argument_that_may_be_printed_is_live(check, definition):
    assert undefined(check({"main.tex": article(r"\old{\ref{nope}}", definition)})) == ["'nope'"]


def test_a_second_end_of_the_document_is_said(check):
    report = check(
        {
            "main.tex": "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\nLost.\n\\end{document}\n"
        }
    )
    [(path, _, message)] = said(report)
    assert path == "main.tex"
    assert "ends" in message
    assert report.sources["main.tex"].position(report.diagnostics[0].span.start)[0] == 6


@pytest.mark.parametrize(
    "after",
    [
        "% \\end{document}",
        "\\begin{document}\nOld text.\n\\end{document}",
        "Notes: \\verb|\\end{document}|",
        "",
    ],
)
def test_what_follows_the_end_is_left_alone(check, after):
    assert not said(check({"main.tex": article("Text.") + after + "\n"}))


# -- one file, several documents


def test_a_message_about_one_of_several_documents_names_it(check):
    files = {
        "a.tex": article(r"\section{B}\label{twice}Text. \input{shared}"),
        "b.tex": article(r"\section{C}Text. \input{shared}"),
        "shared.tex": r"\section{A}\label{twice} See \ref{twice} and \ref{nope}.",
    }
    assert said(check(files)) == [
        ("shared.tex", "REF002", "the label 'twice' is set more than once (in a.tex)"),
        ("shared.tex", "REF001", "no label is called 'nope'"),
    ]


def test_one_defect_in_copies_of_a_paper_is_one_finding(check):
    lines = "".join(f"This is line {n} of a paper that was copied and copied.\n" for n in range(20))
    text = article(SECTION + lines + "See \\ref{nope}.\n" + lines)
    files = {
        "paper_v9.tex": text,
        "paper_v10.tex": text.replace("line 3", "row 3"),
        "sent/paper_v11.tex": text,
    }
    report = check(files)
    assert [found[0] for found in said(report)] == ["paper_v10.tex"]
    assert [one.span.path for one in report.diagnostics[0].related] == ["paper_v9.tex", "sent/paper_v11.tex"]
    printed = summary(report, cwd=report.project)
    assert "in 3 documents, 3 files; 1 in copies of the file, too\n" in printed


def test_what_differs_in_a_copy_is_a_finding_of_its_own(check):
    lines = "".join(f"This is line {n} of a paper that was copied and copied.\n" for n in range(20))
    files = {name: article(f"{lines}See \\ref{{{name}}}.") for name in ("a", "b")}
    assert len(undefined(check({f"{name}.tex": text for name, text in files.items()}))) == 2


def test_papers_with_the_same_slip_are_no_copies(check):
    files = {
        f"{name}.tex": article(
            "".join(f"The {name} says a thing in line {n}.\n" for n in range(9)) + "See \\ref{nope}."
        )
        for name in ("first", "second")
    }
    assert undefined(check(files)) == ["'nope'", "'nope'"]


@pytest.mark.parametrize(("ignored", "name", "severity"), [(2, "lexicon", api.Severity.NOTE), (1, "lexicon", api.Severity.ERROR), (2, "introductoin", api.Severity.ERROR)])  # fmt: skip
def test_what_is_missing_beside_files_that_git_ignores_is_of_the_same_build_unless_it_is_mistyped(
    check, ignored, name, severity
):
    parts = [f"part-{n}" for n in range(ignored)]
    text = article("".join(f"\\input{{{part}}}" for part in (*parts, "introduction", name)))
    files = {"paper.tex": text, "introduction.tex": "It began.", ".gitignore": "part-*.tex\n"}
    message = f"the file '{name}' does not exist"
    assert [one.severity for one in check(files).diagnostics if one.message == message] == [severity]


@pytest.mark.parametrize(
    ("listed", "why"),
    [
        ({".gitignore": "*.gen.*\n"}, "git ignores it"),
        ({".gitmodules": '[submodule "m"]\n\tpath = made\n\turl = https://example.org/m\n'}, "it lies in the submodule made"),
    ],
)  # fmt: skip
def test_a_file_that_git_leaves_to_others_is_missing_as_a_note(check, listed, why):
    text = article(f"{SECTION}\\input{{introduction}}\\input{{made/table.gen}}\\input{{more}}")
    report = check({"paper.tex": text, "introduction.tex": "It began.", **listed})
    assert [(one.severity, one.message) for one in report.diagnostics if one.code == "TEX001"] == [
        (api.Severity.NOTE, f"the file 'made/table.gen' is not here: {why}"),
        (api.Severity.ERROR, "the file 'more' does not exist"),
    ]


def test_a_drawing_that_is_exported_from_one_beside_it_is_missing_as_a_note(check):
    text = article(f"{SECTION}\\input{{introduction}}\\input{{flow.pstex_t}}\\input{{tree.pstex_t}}")
    report = check({"paper.tex": text, "introduction.tex": "It began.", "flow.fig": ""})
    assert [(one.severity, one.message) for one in report.diagnostics if one.code == "TEX001"] == [
        (api.Severity.NOTE, "the file 'flow.pstex_t' is not here: it is exported from flow.fig"),
        (api.Severity.ERROR, "the file 'tree.pstex_t' does not exist"),
    ]


@pytest.mark.parametrize(("text", "name", "severity"), [("Text.", "bib/lit", api.Severity.NOTE), ("\\cite{a}", "bib/lit", api.Severity.ERROR),
                                                        ("\\nocite{*}", "bib/lit", api.Severity.ERROR), ("\\cite{a}", "lit", api.Severity.NOTE)])  # fmt: skip
def test_a_missing_bibliography_is_a_note_where_nothing_is_cited_or_bibtex_may_find_it(
    check, text, name, severity
):
    report = check({"paper.tex": article(f"{SECTION}{text}\\bibliography{{{name}}}")})
    assert [one.severity for one in report.diagnostics if one.code == "TEX001"] == [severity]


# -- documents that nobody is working on

LONG = SECTION + "This is the thesis itself, line by line.\n" * 20


@pytest.mark.parametrize(("notes", "findings"), [(5, 5), (7, 1)])
def test_a_file_that_many_documents_miss_is_one_finding(check, notes, findings):
    words = ["bridges", "lamps", "rivers", "towns", "wells", "winds", "woods"]
    files = {
        f"{word}/main.tex": f"\\documentclass{{article}}\n\\input{{../preamble}}\n\\begin{{document}}On {word}.\\end{{document}}"
        for word in words[:notes]
    }
    lost = [one for one in check(files).diagnostics if one.name == "missing-input"]
    assert len(lost) == findings
    assert {place.message for one in lost for place in one.related} <= {"the same in this file"}


def test_a_bibliography_that_several_documents_of_a_folder_miss_is_one_finding(check):
    files = {
        f"{name}.tex": article(f"{SECTION}On {name}. \\cite{{a}}{extra}\\bibliography{{bib/lit}}")
        for name, extra in (("bridges", ""), ("lamps", "\\nocite{b}"), ("rivers", "\n"))
    }
    report = check(files)
    (lost,) = (finding for finding in report.diagnostics if finding.name == "missing-input")
    assert (lost.span.path, lost.severity) == ("rivers.tex", api.Severity.ERROR)
    assert {place.span.path for place in lost.related} == {"bridges.tex", "lamps.tex"}


@pytest.mark.parametrize(
    "name",
    [
        "plos_latex_template.tex",
        "rsc-articletemplate/rsc.tex",
        "template/main.tex",
        "Samples/clean/paper.tex",
        "LaTeX-Vorlage/arbeit.tex",
        "old-version/paper.tex",
        "paperOld.tex",
        "bak.tex",
        "tese_velha.tex",
        "testfiles/01-title-page.tex",
        "journal-2017/instructions.tex",
        "previous_submission.tex",
        "_region_.tex",
        "_compile_temp/paper.tex",
        "llncs/samplepaper.tex",
    ],
)
def test_what_its_name_calls_a_template_or_an_old_copy_is_not_checked(check, name):
    report = check({"thesis.tex": article(LONG), name: article("See \\ref{nope}.")})
    assert roots(report) == ["thesis.tex"]
    assert not undefined(report)
    assert [one for one in report.notices if one.startswith(f"{name} is not checked: ")]


@pytest.mark.parametrize(
    ("sample", "words", "left"),
    [
        ("uni.tex", LONG, ["thesis.tex"]),
        ("sample/uni.tex", LONG, ["thesis.tex"]),
        ("other.tex", LONG, ["other.tex", "thesis.tex"]),
        ("uni.tex", "Short.", ["thesis.tex", "uni.tex"]),
    ],
)
def test_a_document_called_as_the_class_of_a_longer_one_is_not_checked(check, sample, words, left):
    body = article("See \\ref{nope}.").replace("{article}", "{uni}")
    files = {"thesis.tex": article(words).replace("{article}", "{uni}"), sample: body}
    classes = {"uni.cls": "\\LoadClass{report}", "sample/uni.cls": "\\LoadClass{report}"}
    assert roots(check({**files, **classes})) == left


def test_a_paper_of_a_class_paper_is_checked_beside_a_longer_supplement(check):
    files = {
        name: article(words).replace("{article}", "{paper}")
        for name, words in (("paper.tex", "Few."), ("more.tex", LONG))
    }
    assert roots(check({**files, "paper.cls": "\\LoadClass{article}"})) == ["more.tex", "paper.tex"]


def test_chapters_of_an_old_version_are_not_said_to_belong_to_no_document(check):
    whole = article("\\input{one}")
    report = check(
        {
            "paper/main.tex": whole,
            "paper/one.tex": LONG,
            "paper-old/main.tex": whole,
            "paper-old/one.tex": LONG,
            "odd.tex": LONG,
        }
    )
    assert roots(report) == ["paper/main.tex"]
    assert report.orphans == ("odd.tex",)


def test_many_that_are_set_aside_for_one_reason_are_one_notice(check):
    files = {f"testfiles/{n}.tex": article("See \\ref{nope}.") for n in range(5)}
    why = "its name says that it is a test of a class or a package"
    said = f"testfiles/0.tex and 4 other documents are not checked: {why}; name them to have them checked"
    assert check({"thesis.tex": article(LONG), **files}).notices == (said,)


@pytest.mark.parametrize("paths", [["template/main.tex"], ["template"]])
def test_a_template_or_an_old_copy_is_checked_where_it_is_named(check, paths):
    files = {"thesis.tex": article(LONG), "template/main.tex": article("See \\ref{nope}.")}
    assert undefined(check(files, *paths)) == ["'nope'"]


def test_a_folder_that_is_named_beside_another_is_checked(check):
    files = {"new/paper.tex": article(LONG), "old/paper.tex": article("See \\ref{nope}.")}
    assert roots(check(files, "new", "old")) == ["new/paper.tex", "old/paper.tex"]


def test_a_file_that_is_named_is_not_held_against_each_of_the_others(check, monkeypatch):
    count, looks, relative = 100, [], Project.relative
    files = {f"c{n}.tex": "Text.\n" for n in range(count)}
    files["main.tex"] = article("".join(f"\\input{{c{n}}}\n" for n in range(count)))
    monkeypatch.setattr(Project, "relative", lambda *args: looks.append(args) or relative(*args))
    assert roots(check(files, *files)) == ["main.tex"]
    assert count < len(looks) < 10 * count  # it was more than `count` for each file


VIGNETTE = article("See \\ref{nope}.")


def test_a_built_copy_of_a_vignette_is_not_checked_and_the_run_says_so(check):
    report = check({"vignettes/v.Rnw": VIGNETTE, "inst/doc/v.Rnw": VIGNETTE})
    assert roots(report) == ["vignettes/v.Rnw"]
    said = "inst/doc/v.Rnw is not checked: it is a copy of vignettes/v.Rnw; name it to have it checked"
    assert report.notices == (said,)


def test_a_built_copy_that_is_named_is_checked(check):
    paths = ["inst/doc/v.Rnw", "vignettes/v.Rnw"]
    report = check(dict.fromkeys(paths, VIGNETTE), *paths)
    assert roots(report) == paths
    assert not report.notices


CITING = {
    "paper.tex": article("See \\cite{ann}.\\bibliography{refs}"),
    "refs.bib": "@book{ann, author={Ann Smith}, title={One}, publisher={P}, year=2020}\n",
    "sources/ann.tex": article("See \\ref{nope}."),
}


def test_the_text_of_a_cited_work_is_not_checked_and_the_run_says_so(check):
    report = check(CITING)
    assert roots(report) == ["paper.tex"]
    said = "sources/ann.tex is not checked: it is the text of the cited work ann; name it to have it checked"
    assert report.notices == (said,)


def test_the_text_of_a_cited_work_is_checked_where_it_is_named(check):
    report = check(CITING, "sources/ann.tex")
    assert undefined(report) == ["'nope'"]
    assert not report.notices


def test_an_end_that_only_a_chapter_by_itself_reads_does_not_end_the_thesis(check):
    alone = "\\ifx\\whole\\undefined\\input{settings/alone}\\fi\n"
    files = {
        "thesis/thesis.tex": "\\def\\whole{}\\input{settings/setup}\\begin{document}\\input{title}\\input{one}\\end{document}",
        "title.tex": f"{alone}Title{alone}",
        "one.tex": f"{alone}\\chapter{{One}} See \\ref{{nope}}.{alone}",
        "settings/setup.tex": "\\documentclass{report}",
        "settings/alone.tex": (
            "\\ifx\\begun\\undefined\\input{settings/setup}\\begin{document}\\def\\begun{}"
            "\\else\\end{document}\\fi"
        ),
    }
    report = check(files)
    assert undefined(report) == ["'nope'"]
    assert not [line for line in report.notices if "belong" in line]


def test_a_thesis_that_kept_the_name_of_its_template_is_checked(check):
    files = {"thuthesis-example.tex": article(LONG + "See \\ref{nope}."), "talk.tex": article(SECTION)}
    assert roots(check(files)) == ["talk.tex", "thuthesis-example.tex"]


def test_tests_of_the_class_beside_a_thesis_in_its_template_are_not_checked(check):
    files = {
        "thuthesis-example.tex": article(LONG + "See \\ref{nope}."),
        "testfiles/09-main.tex": article(SECTION + "See \\ref{nope}."),
    }
    assert roots(check(files)) == ["thuthesis-example.tex"]


def test_a_thesis_alone_in_a_folder_called_template_is_checked(check):
    assert undefined(check({"template/main.tex": article("See \\ref{nope}.")})) == ["'nope'"]


def test_a_paper_written_in_the_template_of_its_publisher_is_checked_beside_one_of_the_same_title(check):
    title = "\\title{{A Fast~Library for {}}}"
    cited = "See \\ref{nope} and \\cite{a,b,c}."
    files = {
        "oup-authoring-template.tex": article(title.format("Wind") + cited),
        "journals/sn-article.tex": article(title.format("wind") + LONG + cited),
        "template/thesis.tex": article(title.format("Wind") + "See \\ref{nope} and \\cite{a,x,y,z}."),
        "plos_template.tex": article(title.format("Wind") + f"Lorem ipsum dolor. {cited}"),
        "acm_template.tex": article(f"\\title{{A Title of Some Words}} {cited}"),
        "old/paper.tex": article(title.format("Wind") + cited),
    }
    assert roots(check(files)) == ["journals/sn-article.tex", "oup-authoring-template.tex"]


def test_a_template_with_filler_text_may_be_longer(check):
    files = {
        "ms.tex": article(SECTION),
        "plos_template.tex": article(LONG * 3 + "Lorem ipsum dolor. See \\ref{nope}."),
    }
    assert roots(check(files)) == ["ms.tex"]


def test_an_old_version_may_be_the_longer_one(check):
    files = {"paper.tex": article(LONG), "old/paper.tex": article(LONG * 3 + "See \\ref{nope}.")}
    assert roots(check(files)) == ["paper.tex"]


def test_a_copy_of_a_chapter_of_another_document_is_not_checked(check):
    chapter = "".join(f"Line {n} of it. \\label{{l{n}}}\n" for n in range(4))
    files = {
        "main.tex": article(f"{SECTION}\\input{{chapters/one}}\\input{{chapters/two}}"),
        "chapters/one.tex": chapter,
        "chapters/two.tex": chapter.replace("{l", "{two"),
        "indexed/one.tex": article(chapter.replace("Line", "\\index{Line}Line") + "See \\ref{nope}."),
        "talk/two.tex": article("\\label{x}\\label{y}\\label{z}"),
    }
    report = check(files)
    assert roots(report) == ["main.tex", "talk/two.tex"]
    assert report.notices == (
        "indexed/one.tex is not checked: it is a copy of chapters/one.tex; name it to have it checked",
    )


def test_slides_in_a_folder_below_a_thesis_that_show_its_figures_are_no_copy_of_it(check):
    text = "".join(f"Line {n} of it. \\label{{l{n}}}\n" for n in range(4))
    slides = article(f"{text}See \\ref{{nope}}.").replace("{article}", "{beamer}")
    report = check({"main.tex": article(text), "slides/main.tex": slides})
    assert roots(report) == ["main.tex", "slides/main.tex"]
    assert undefined(report) == ["'nope'"]


def test_a_copy_of_a_document_in_a_folder_below_it_is_not_checked(check):
    text = "".join(f"Line {n} of it. \\label{{l{n}}}\n" for n in range(4))
    files = {
        "main.tex": article("\\input{chapter}"),
        "chapter.tex": text,
        "remarks/main.tex": article(f"{text}See \\ref{{nope}}."),
        "tempo/main.tex": article("\\input{chapter} See \\ref{nope}."),
        "talk/main.tex": article("\\label{x}\\label{y}\\label{z}"),
    }
    report = check(files)
    assert roots(report) == ["main.tex", "talk/main.tex"]
    assert report.notices == tuple(
        f"{name}/main.tex is not checked: it is a copy of main.tex; name it to have it checked"
        for name in ("remarks", "tempo")
    )


@pytest.mark.parametrize("name", ["template/chapter.tex", "old/preface.tex", "sample.tex"])
def test_parts_of_a_document_may_have_any_name(check, name):
    files = {"thesis.tex": article(f"{LONG}\\input{{{name}}}"), name: "See \\ref{nope}."}
    assert undefined(check(files)) == ["'nope'"]


@pytest.mark.parametrize("name", ["goldberg.tex", "samples-of-rock.tex", "threshold.tex"])
def test_other_words_in_a_name_mean_nothing(check, name):
    files = {"thesis.tex": article(LONG), name: article("See \\ref{nope}.")}
    if name == "samples-of-rock.tex":
        files[name] = article(LONG * 2 + "See \\ref{nope}.")
    assert undefined(check(files)) == ["'nope'"]


def test_what_doxygen_wrote_is_not_checked(check):
    files = {
        "thesis.tex": article(SECTION),
        "doc/latex/refman.tex": article("\\pageref{imagepiper_8h}\n" * 99, "\\usepackage{doxygen}"),
    }
    report = check(files)
    assert roots(report) == ["thesis.tex"]
    assert report.notices == (
        "doc/latex/refman.tex is not checked: a program wrote it (doxygen); name it to have it checked",
    )


def test_what_bookdown_wrote_is_not_checked(check):
    files = {"thesis.tex": article(SECTION), "_book/thesis.tex": article("See \\ref{nope}.")}
    report = check(files)
    assert roots(report) == ["thesis.tex"]
    assert report.notices == (
        "_book/thesis.tex is not checked: a program wrote it (bookdown); name it to have it checked",
    )


BIB = "@book{ann, author={Ann Smith}, title={One}, publisher={P}, year=2020}\n"


CHAPTERS = {
    "a.tex": "\\section{A}\\label{a} See \\ref{b}. " + "Rates fell over the years. " * 9,
    "b.tex": "\\section{B}\\label{b} See \\ref{a}. " + "Rates fell over the years. " * 9,
}
COVER = "\\begin{titlepage}\nA chapter of a thesis. It was submitted.\n\\end{titlepage}\n"


@pytest.mark.parametrize("own", ["", "\\maketitle\n", COVER])
def test_a_chapter_that_is_printed_alone_has_only_a_part_of_the_whole(check, own):
    report = check(
        {
            **CHAPTERS,
            "thesis.tex": article("\\input{a}\\input{b}"),
            "b-alone.tex": article(f"{own}\\input{{b}}"),
        }
    )
    assert roots(report) == ["b-alone.tex", "thesis.tex"]
    assert not undefined(report)
    (why,) = {why.because for held in report.held_back for why in held.because}
    assert why == "it has only a part of thesis.tex"


TALK = "\\documentclass{beamer}\n\\begin{document}\n%s\\input{b}\n\\end{document}\n"


@pytest.mark.parametrize(
    "other", [article("Rates are what we show first.\n\\input{b}"), TALK % "", TALK % "Rates are shown.\n"]
)
def test_what_says_more_than_a_part_of_another_document_is_one_itself(check, other):
    report = check({**CHAPTERS, "paper.tex": article("\\input{a}\\input{b}"), "other.tex": other})
    assert roots(report) == ["other.tex", "paper.tex"]
    assert undefined(report) == ["'a' (in other.tex)"]
    assert not report.held_back


def test_an_excerpt_without_the_bibliography_of_its_thesis_is_no_document_of_its_own(check):
    whole = article(LONG + "As \\cite{ann} says.\n\\bibliography{refs}")
    report = check({
        "thesis.tex": whole,
        "refs.bib": BIB,
        "idea.tex": article("As \\cite{ann} says, not \\cite{bob}, see \\ref{sec:other}."),
    })  # fmt: skip
    assert said(report) == []
    (why,) = {why.because for held in report.held_back for why in held.because}
    assert why == "a bibliography, which thesis.tex has, is missing"


@pytest.mark.parametrize("excerpt", ["As \\cite{bob} says.", "As \\cite{ann} says.\\bibliography{other}"])
def test_an_excerpt_with_sources_of_its_own_is_a_document(check, excerpt):
    whole = article(LONG + "As \\cite{ann} says.\n\\bibliography{refs}")
    report = check({"thesis.tex": whole, "refs.bib": BIB, "other.bib": "", "idea.tex": article(excerpt)})
    assert [(path, code) for path, code, _ in said(report)] == [("idea.tex", "CIT001")]


_TEXT = "\\begin{document}\n\\section{A}\\label{a} See \\ref{b} and \\own{e}.\n\\input{chapter}\n\\end{document}\n"
_PREAMBLE = "\\documentclass{article}\n\\newcommand{\\own}[1]{\\ref{#1}}\n"


@pytest.mark.parametrize(
    ("first", "names"),
    [
        pytest.param("%&head\n", ("head.tex", "other.tex"), id="named"),
        pytest.param("%&main\n", ("head.tex", "other.tex"), id="a format of another name"),
        pytest.param("% A thesis.\n", ("head.tex",), id="the only one"),
    ],
)
def test_the_preamble_of_a_text_may_have_been_compiled_before(check, first, names):
    files = dict.fromkeys(names, _PREAMBLE)
    report = check({"main.tex": first + _TEXT, "chapter.tex": "See \\ref{d}.", **files})
    assert roots(report) == ["main.tex"]
    said = sorted(diagnostic.message for diagnostic in report.diagnostics)
    assert said == [f"no label is called '{name}'" for name in "bde"]


def test_a_fragment_takes_none_of_several_preambles(check):
    files = {"a.tex": _PREAMBLE, "b.tex": _PREAMBLE, "main.tex": _TEXT, "chapter.tex": "See."}
    assert roots(check(files)) == []


@pytest.mark.parametrize(
    "options",
    [
        "[\n  a4paper,\n  %table\n  ]\n% the kind of document\n  %{book}\n",
        "[a4paper, % see [1]\n  %draft],\n  12pt]",
        "% of the university\n",
    ],
)
def test_comments_may_stand_between_the_options_of_a_class_and_its_name(check, options):
    thesis = article("See \\ref{nope}.").replace("{article}", f"{options}{{report}}")
    report = check({"thesis.tex": thesis})
    assert roots(report) == ["thesis.tex"]
    assert undefined(report) == ["'nope'"]


# -- documents that a program puts together

TECTONIC = {
    "src/_preamble.tex": "\\documentclass{book}\n\\begin{document}\n\\section{One}\\label{sec:one}\n",
    "src/index.tex": "\\input{chapter}\nSee \\ref{sec:one} and \\ref{sec:two}.\n",
    "src/chapter.tex": "Words.\n",
    "src/_postamble.tex": "\\ref{sec:three}\n\\end{document}\n",
}


def test_what_tectonic_reads_one_behind_the_other_is_one_document(check):
    report = check(TECTONIC)
    assert roots(report) == ["src/_preamble.tex"]
    assert report.orphans == ()
    assert report.held_back == ()
    places = [(one.span.path, one.code) for one in report.diagnostics]
    assert places == [("src/_postamble.tex", "REF001"), ("src/index.tex", "REF001")]


@pytest.mark.parametrize("named", ["src/index.tex", "src/chapter.tex", "src/_postamble.tex"])
def test_a_file_of_a_tectonic_document_is_read_in_that_document(check, named):
    assert roots(check(TECTONIC, named)) == ["src/_preamble.tex"]


def test_an_index_with_a_class_is_a_document_by_itself(check):
    whole = TECTONIC | {"src/_preamble.tex": "", "src/_postamble.tex": "", "src/index.tex": article(SECTION)}
    assert roots(check(whole)) == ["src/index.tex"]


def test_a_preamble_that_begins_nothing_is_followed_too(check):
    files = TECTONIC | {
        "src/_preamble.tex": "\\input{class}\n",
        "src/class.tex": "\\documentclass{book}\n",
        "src/index.tex": "\\begin{document}\n" + SECTION,
    }
    report = check(files)
    assert roots(report) == ["src/_preamble.tex"]
    assert [(one.span.path, one.code) for one in report.diagnostics] == [("src/_postamble.tex", "REF001")]


@pytest.mark.parametrize("named", [".", "MAIN.TEX"])
def test_a_document_whose_suffix_is_in_capitals_is_one(check, named):
    files = {
        "MAIN.TEX": article("\\include{chapter}\n\\input{LAST.TEX}\n"),
        "chapter.tex": "\\section{One} \\ref{sec:two} \\ref{sec:tree}\n",
        "LAST.TEX": "\\label{sec:two}\n",
        "old.tex": article("\\section{Old}\n"),
    }
    report = check(files, named)
    assert "MAIN.TEX" in roots(report)
    assert [(one.span.path, one.code) for one in report.diagnostics] == [("chapter.tex", "REF001")]
    assert not report.orphans


def test_the_run_says_that_most_of_the_text_is_not_read(check):
    chapter = "\\chapter{Methods}\n" + "Words that nobody reads. " * 20
    files = {"main.tex": article("%\\input{methods}\nWords.\n"), "methods.tex": chapter}
    (notice,) = check(files).notices
    assert notice.startswith("most of the text here is not checked: no document reads methods.tex ")


@pytest.mark.parametrize(
    "other", ["\\begin{tikzpicture}" + "\\draw (0,0);" * 99 + "\\end{tikzpicture}", "\\section{Old}\n"]
)
def test_pictures_and_a_short_rest_are_not_most_of_it(check, other):
    files = {"main.tex": article("Words.\n" * 9), "other.tex": other}
    report = check(files)
    assert report.orphans == ("other.tex",)
    assert report.notices == ()


# -- files by paths of one machine


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("/home/ann/thesis/parts/intro.tex", "parts/intro.tex"),
        ("/home/ann/thesis/parts/intro", "parts/intro.tex"),
        ("~/thesis/parts/intro", "parts/intro.tex"),
        ("C:/Users/Ann/parts/intro", "parts/intro.tex"),
        ("../../ann/old/intro", "old/intro.tex"),
        ("../../ann/elsewhere/intro", None),  # two files are called so, in other folders
        ("/home/ann/thesis/methods", None),
    ],
)
def test_the_copy_of_a_file_outside_is_read_in_its_place(check, asked, read):
    files = {"main.tex": article(f"\\input{{{asked}}}"), "parts/intro.tex": SECTION, "old/intro.tex": SECTION}
    report = check(files)
    (document,) = report.documents
    assert document.files == ("main.tex", *([read] if read else []))
    (finding,) = report.diagnostics
    assert finding.code == "TEX004"
    assert ("is read in its place" in finding.message) is bool(read)
    assert bool(report.held_back) is not bool(read)
