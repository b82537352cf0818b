r"""What a reader of LaTeX must get right: one small test a trap.

Each test writes the files of a repository and says which keys, labels or references
are alive in them.  The order is the order in which TeX meets them.
"""

from pathlib import Path

import pytest

from argcheck import api
from argcheck.files.project import Project
from argcheck.files.source import decode
from argcheck.reading.read_document import Document
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for


class Reader:
    """Writes files into a folder and reads the documents in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".git").mkdir()

    def documents(self, files, *paths, **config) -> list[Document]:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        where = [self.folder / path for path in paths] or [self.folder]
        named = {key.replace("_", "-"): value for key, value in config.items()}
        settings = settings_for(where, cwd=self.folder, overrides=named, isolated=True)
        return Workspace(where, settings, cwd=self.folder).read()

    def roots(self, files, *paths, **config) -> list[str]:
        return [one.manuscript.root for one in self.documents(files, *paths, **config)]

    def document(self, files, **config) -> Document:
        [document] = self.documents(files, **config)
        return document

    def main(self, body, preamble="", files=None, **config):
        text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        found = self.documents({**(files or {}), "main.tex": text}, **config)
        return next(one for one in found if one.manuscript.root == "main.tex").manuscript


@pytest.fixture
def reader(tmp_path):
    return Reader(tmp_path)


@pytest.fixture
def keys(reader):
    """The keys that a body cites, in order."""

    def read(body, preamble="", files=None, **config):
        return [one.key for one in reader.main(body, preamble, files, **config).citations]

    return read


@pytest.fixture
def labels(reader):
    def read(body, preamble="", files=None, **config):
        return [one.name for one in reader.main(body, preamble, files, **config).labels]

    return read


@pytest.fixture
def references(reader):
    def read(body, preamble="", files=None, **config):
        return [one.name for one in reader.main(body, preamble, files, **config).references]

    return read


def article(body: str, preamble: str = "") -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


# -- files that a document reads


@pytest.mark.parametrize(
    "command",
    [
        r"\input{ch/one}",
        r"\input{ch/one.tex}",
        r"\input{./ch/one}",
        "\\input{ch/one%\n}",
        r"\input{ ch/one }",
        r'\input{"ch/one"}',
        r"\input ch/one",
        r"\input ch/one.tex ",
        r'\input "ch/one" ',
        r"\include{ch/one}",
        r"\subfile{ch/one}",
        r"\subfileinclude{ch/one}",
        r"\import{ch/}{one}",
        r"\import{ch}{one.tex}",
        r"\subimport{ch/}{one}",
        r"\subimport*{ch/}{one}",
        r"\inputfrom{ch/}{one}",
        r"\includefrom{ch/}{one}",
        r"\InputIfFileExists{ch/one}{}{}",
        r"\includestandalone[width=2cm]{ch/one}",
        r"\makeatletter\@input{ch/one.tex}\makeatother",
        r"\expandafter\input{ch/one}",
        r"\IfFileExists{ch/one.tex}{\input{ch/one}}{}",
        "\\input\n{ch/one}",
    ],
)
def test_commands_that_read_a_file(keys, command):
    assert keys(f"{command} \\cite{{after}}", files={"ch/one.tex": r"\cite{in}"}) == ["in", "after"]


def test_a_path_is_relative_to_the_root_then_to_the_including_file(keys):
    files = {
        "ch/one.tex": r"\input{ch/two}\input{three}",
        "ch/two.tex": r"\cite{two}",
        "ch/three.tex": r"\cite{near}",
        "three.tex": r"\cite{root}",
    }
    assert keys(r"\input{ch/one}", files=files) == ["two", "root"]
    (_ := files).pop("three.tex")


def test_a_path_falls_back_to_the_including_file(keys):
    files = {"ch/one.tex": r"\input{three}", "ch/three.tex": r"\cite{near}"}
    assert keys(r"\input{ch/one}", files=files) == ["near"]


def test_nested_imports_add_up(keys):
    files = {
        "a/one.tex": r"\subimport{b/}{two}\input{own}",
        "a/b/two.tex": r"\input{three}",
        "a/b/three.tex": r"\cite{three}",
        "a/own.tex": r"\cite{own}",
    }
    assert keys(r"\import{a/}{one}", files=files) == ["three", "own"]


def test_a_path_of_subimport_begins_at_the_file_and_one_of_import_at_the_root(keys):
    files = {
        "a/one.tex": r"\subimport{b/}{two}\import{b/}{two}",
        "a/b/two.tex": r"\cite{near}",
        "b/two.tex": r"\cite{top}",
    }
    assert keys(r"\subimport{a/}{one}", files=files) == ["near", "top"]


@pytest.mark.parametrize(
    ("preamble", "call"),
    [
        (r"\newcommand{\chap}[1]{\input{ch/#1}}", r"\chap{one}"),
        (r"\newcommand{\chap}[1]{\chapter{x}\include{ch/#1.tex}}", r"\chap{one}"),
        (r"\newcommand{\chap}[2]{\input{#1/#2}}", r"\chap{ch}{one}"),
        (r"\newcommand{\chap}[2][ch]{\input{#1/#2}}", r"\chap[ch]{one}"),
        (r"\newcommand{\chap}[2][ch]{\input{#1/#2}}", r"\chap{one}"),
        (r"\def\chap#1{\input{ch/#1}}", r"\chap{one}"),
        (r"\newcommand\chap[1]{\subimport{ch/}{#1}}", r"\chap{one}"),
        (r"\NewDocumentCommand{\chap}{m}{\input{ch/#1}}", r"\chap{one}"),
        (r"\NewDocumentCommand{\chap}{O{ch} m}{\input{#1/#2}}", r"\chap{one}"),
        (r"\newcommand{\chapone}{\input{ch/one}}", r"\chapone"),
        (r"\let\chap\input", r"\chap{ch/one}"),
        (r"\def\PATH{ch}", r"\input{\PATH/one}"),
        (r"\newcommand{\PATH}{./ch/}", r"\input{\PATH one}"),
        (r"\newcommand{\PATH}{ch}\newcommand{\FULL}{\PATH/one}", r"\input{\FULL}"),
        (r"\newcommand{\PATH}{ch}", r"\input{\PATH{}/one}"),
        (r"\newcommand*{\PATH}{ch}\newcommand{\chap}[1]{\input{\PATH/#1}}", r"\chap{one}"),
        (
            r"\newcommand{\inner}[1]{\input{ch/#1}}\newcommand{\chap}[2]{\chapter{#2}\inner{#1}}",
            r"\chap{one}{One}",
        ),
        (
            r"\newcommand{\inner}[2]{\input{ch/#1}\section{#2}}\newcommand{\chap}[2]{\appendix\inner{#2}{#1}}",
            r"\chap{One}{one}",
        ),
    ],
)
def test_own_macros_that_read_a_file(keys, preamble, call):
    assert keys(call, preamble, {"ch/one.tex": r"\cite{in}"}) == ["in"]


def test_a_macro_may_set_a_label_and_read_a_file(reader):
    chapter = r"\newcommand{\chapterof}[2]{\chapter{#1}\label{cap:#2}\input{#2}}"
    body = r"\chapterof{One}{ch/one} See \ref{cap:ch/one}."
    m = reader.main(body, chapter, {"ch/one.tex": r"\cite{in}"})
    assert [label.name for label in m.labels] == ["cap:ch/one"]
    assert [citation.key for citation in m.citations] == ["in"]


def test_a_configured_include_macro(keys):
    found = keys(r"\chap[x]{one}", files={"ch/one.tex": r"\cite{in}"}, include_macros={"chap": "[]{} ch/#2"})
    assert found == ["in"]


def test_an_optional_folder_of_a_configured_macro_may_be_left_out(keys):
    config = {"include_macros": {"olimport": "[]{} #1/#2"}}
    files = {"one.tex": r"\cite{in}", "ch/two.tex": r"\cite{two}"}
    assert keys(r"\olimport{one}\olimport[ch]{two}", files=files, **config) == ["in", "two"]


def test_a_main_with_its_own_class_can_be_read(reader):
    files = {"wrapper.tex": r"\def\draft{}\input{main}", "main.tex": article(r"\cite{a}")}
    assert reader.roots(files) == ["main.tex", "wrapper.tex"]
    for document in reader.documents({}):
        assert [one.key for one in document.manuscript.citations] == ["a"]


def test_a_part_with_a_preamble_of_its_own_goes_on_after_it(keys):
    part = r"\documentclass[../main.tex]{subfiles}\begin{document}\cite{in}\end{document}\cite{dead}"
    assert keys(r"\subfile{ch/one} \cite{after}", files={"ch/one.tex": part}) == ["in", "after"]


@pytest.mark.parametrize("above", ["", r"\csname documentclass\endcsname[../main.tex]{subfiles}"])
def test_a_chapter_that_subfile_reads_ends_only_itself_without_a_class_of_its_own(keys, above):
    part = above + r"\begin{document}\cite{in}\end{document}\cite{dead}"
    assert keys(r"\subfile{ch/one} \cite{after}", files={"ch/one.tex": part}) == ["in", "after"]
    assert keys(r"\subfile{ch/one} \cite{after}", files={"ch/one.tex": r"\cite{in}"}) == ["in", "after"]


@pytest.mark.parametrize("above", ["", r"\input{top}", r"\documentclass{standalone}"])
def test_a_picture_that_includestandalone_reads_ends_only_itself(keys, above):
    files = {
        "pic.tex": above + r"\begin{document}\cite{in}\end{document}",
        "top.tex": r"\documentclass{standalone}",
    }
    assert keys(r"\includestandalone[width=1cm]{pic} \cite{after}", files=files) == ["in", "after"]


def test_a_standalone_picture_goes_on_after_it(keys):
    part = r"\documentclass{standalone}\cite{preamble}\begin{document}\cite{in}\end{document}"
    assert "in" in keys(r"\input{one} \cite{after}", "\\usepackage{standalone}", {"one.tex": part})
    assert keys(r"\input{one} \cite{after}", "\\usepackage{standalone}")[-1] == "after"
    title = "\\usepackage{standalone}\\publishers{\\input{one}}"  # before the document that reads it begins
    assert keys(r"\cite{after}", title, {"one.tex": part})[1:] == ["in", "after"]


def test_a_part_that_shows_a_document_is_none(reader):
    shown = "\\begin{shownwhole}\n\\documentclass{a}\n\\begin{document}\n\\end{document}\n\\end{shownwhole}\n"
    m = reader.main(
        r"\input{one} \cite{after}", "", {"one.tex": f"\\section{{How}} Text \\cite{{in}}.\n{shown}"}
    )
    assert [one.key for one in m.citations] == ["in", "after"]
    assert "one.tex" in {piece.path for piece in m.pieces}


def test_a_chapter_that_includeonly_leaves_out_for_now_is_read(reader):
    m = reader.main(
        r"\include{a}\include{b}\input{c}",
        r"\includeonly{b}",
        {"a.tex": r"\cite{a}\label{la}", "b.tex": r"\cite{b}\ref{la}", "c.tex": r"\cite{c}"},
    )
    assert [one.key for one in m.citations] == ["a", "b", "c"]
    assert [one.name for one in m.labels] == ["la"]


def test_loops_in_one_another_read_a_file_for_their_items_together(reader):
    files = ["i/1/first", "ii/4/first", "i/1/62", "i/1/last", "i/4/last", "ii/4/last"]
    m = reader.main(
        r"""\newcommand*{\most}{4}\newcommand{\p}{none}
        \foreach \p in {i,ii}{%
          \foreach \n in {1,2,...,\most}{%
            \IfFileExists{\p/\n/first} {%
              \input{\p/\n/first}%
              \foreach \s in {1,...,70}{\IfFileExists{\p/\n/\s}{\input{\p/\n/\s}}{}}%
            }{}}}
        \foreach \p in {i,ii}{\foreach \n in {1,4}{\input{\p/\n/last}}}""",
        files={f"{name}.tex": f"\\cite{{{name}}}" for name in files},
    )
    assert [citation.key for citation in m.citations] == files
    assert [missing.target for missing in m.missing] == ["ii/1/last"]


@pytest.mark.parametrize(
    "loop",
    [
        r"\foreach \i in {1,...,3}{\input{ch\i}}",
        r"\foreach\i in{1,2,3}{\input{ch\i.tex}}",
        r"\forloop{n}{1}{\value{n} < 4}{\input{ch\arabic{n}}}",
        r"\forloop[2]{n}{1}{\value{n}<3}{\input{ch\then}\input{ch2}}\input{ch3}",
    ],
)
def test_chapters_by_numbers(reader, loop):
    files = {f"ch{number}.tex": f"\\cite{{key{number}}}" for number in range(1, 5)}
    m = reader.main(loop, r"\usepackage{forloop}\newcounter{n}", files=files)
    assert [citation.key for citation in m.citations] == ["key1", "key2", "key3"]
    assert m.complete


def test_many_loops_are_no_chapters(reader):
    loop = r"\forloop{n}{1}{\value{n} < 9}{\input{ch\arabic{n}}}"
    assert len(reader.main(f"{loop}\n" * 30).missing) <= 30


def test_a_loop_whose_end_is_unknown_is_not_read(reader):
    assert not reader.main(r"\forloop{n}{1}{\not{\value{n} > \most}}{\input{ch\arabic{n}}}").complete


def test_a_missing_input_is_named(reader):
    m = reader.main(r"\input{gone}\cite{after}\InputIfFileExists{gone2}{}{}")
    assert [(one.target, one.reason) for one in m.missing] == [("gone", "missing")]
    assert not m.complete
    assert [one.key for one in m.citations] == ["after"]


def test_a_missing_file_of_the_folder_above_is_no_unsafe_one(reader):
    m = reader.document(
        {"paper/main.tex": "\\documentclass{a}\\begin{document}\\import{../}{gone}\\end{document}"}
    ).manuscript
    assert [(one.target, one.reason) for one in m.missing] == [("../gone", "missing")]


def test_input_of_what_filecontents_writes_is_not_missing(reader):
    m = reader.main(r"\input{made}", "\\begin{filecontents}{made.tex}\nx\n\\end{filecontents}")
    assert m.complete


def test_a_cycle_ends(reader):
    m = reader.main(r"\input{a}", files={"a.tex": r"\cite{a}\input{main}\input{a}"})
    assert [one.key for one in m.citations] == ["a"]
    assert {one.kind for one in m.problems} == {"cycle"}


def test_endinput_ends_a_file(keys):
    assert keys(r"\input{a}\cite{after}", files={"a.tex": "\\cite{a}\n\\endinput\n\\cite{dead}"}) == [
        "a",
        "after",
    ]


@pytest.mark.parametrize(
    "body", [r"\inputminted{tex}{a.tex}", r"\lstinputlisting{a.tex}", r"\verbatiminput{a.tex}"]
)
def test_a_file_that_is_shown_is_not_read(keys, body):
    assert keys(body, files={"a.tex": r"\cite{dead}"}) == []


@pytest.mark.parametrize(
    ("target", "reason"), [("../../outside", "outside"), ("/etc/hostname", "outside"), ("|ls", "unsafe")]
)
def test_a_path_outside_is_not_opened(reader, target, reason):
    assert [one.reason for one in reader.main(f"\\input{{{target}}}").missing] == [reason]


# -- which files are documents


def test_files_with_a_class_are_documents(reader):
    files = {
        "main.tex": article(r"\input{ch}"),
        "talk/slides.tex": article("x"),
        "ch.tex": "x",
        "notes.tex": "x",
    }
    assert reader.roots(files) == ["main.tex", "talk/slides.tex"]


def test_two_mains_share_a_chapter(reader):
    files = {"a.tex": article(r"\input{ch}"), "b.tex": article(r"\input{ch}"), "ch.tex": r"\cite{k}"}
    assert [[c.key for c in one.manuscript.citations] for one in reader.documents(files)] == [["k"], ["k"]]


def test_a_chapter_given_alone_brings_its_documents(reader):
    files = {
        "a.tex": article(r"\input{ch}"),
        "b.tex": article(r"\input{ch}"),
        "c.tex": article("x"),
        "ch.tex": "x",
    }
    assert reader.roots(files, "ch.tex") == ["a.tex", "b.tex"]


def test_a_class_in_a_comment_is_none(reader):
    files = {"main.tex": article("x"), "part.tex": "% \\documentclass{article}\n% \\begin{document}\nx"}
    assert reader.roots(files) == ["main.tex"]


@pytest.mark.parametrize(
    "text",
    [
        "\\begin{verbatim}\n\\documentclass{a}\n\\begin{document}\n\\end{verbatim}",
        "\\begin{shown}[x]\n\\documentclass{a}\n\\begin{document}\n\\end{shown}\n\\cite{k}",
        r"Write \verb|\documentclass{a}| and \verb|\begin{document}|.",
        "\\section{How to begin}\n|\\documentclass{a}| and |\\begin{document}|",
        "\\input{x}\n\\section{How to begin}\n|\\begin{document}|",
    ],
)
def test_an_example_of_a_beginning_begins_nothing(reader, text):
    files = {"main.tex": article(r"\input{part}"), "part.tex": text, "loose.tex": text}
    assert reader.roots(files) == ["main.tex"]


def test_a_chapter_whose_frame_is_commented_out_is_read_as_text(reader):
    part = "% \\documentclass{article}\n% \\begin{document}\nIt rains.\n% \\end{document}\n"
    (document,) = reader.documents({"main.tex": article(r"\input{part}"), "part.tex": part})
    assert [piece.path for piece in document.manuscript.pieces] == ["main.tex", "part.tex", "main.tex"]


def test_a_class_after_the_files_that_a_document_writes(reader):
    written = "\\begin{filecontents}{a.tex}\n\\section{x}\\documentclass{a}\n\\end{filecontents}\n"
    assert reader.roots({"main.tex": written + article("x")}) == ["main.tex"]


def test_a_class_after_a_heading_in_a_comment(reader):
    assert reader.roots({"main.tex": "% \\section{x} became a chapter\n" + article("x")}) == ["main.tex"]


def test_a_part_of_subfiles_is_no_document_where_its_main_reads_it(reader):
    part = r"\documentclass[../main]{subfiles}\begin{document}\cite{p}\end{document}"
    files = {"main.tex": article(r"\subfile{ch/one}"), "ch/one.tex": part}
    assert reader.roots(files) == ["main.tex"]


def test_a_subfile_that_nothing_reads_is_a_document_with_the_preamble_of_its_main(reader):
    part = r"\documentclass[../main]{subfiles}\begin{document}\mycite{p}\end{document}"
    files = {"main.tex": article(r"\section{x}", r"\newcommand{\mycite}[1]{\cite{#1}}"), "ch/one.tex": part}
    [alone, main] = reader.documents(files)
    assert (alone.manuscript.root, main.manuscript.root) == ("ch/one.tex", "main.tex")
    assert [one.key for one in alone.manuscript.citations] == ["p"]


def test_what_a_subfile_loads_when_compiled_alone_is_not_loaded_by_its_main(reader):
    alone = r"\ifSubfilesClassLoaded{%" + "\n" + r"\bibliography{../lost}}{\cite{b}}"
    part = rf"\documentclass[../main]{{subfiles}}\begin{{document}}\cite{{a}}{alone}\end{{document}}"
    [main] = reader.documents({"main.tex": article(r"\subfile{ch/one}"), "ch/one.tex": part})
    assert [one.key for one in main.manuscript.citations] == ["a", "b"]
    assert not main.manuscript.resources
    [lone, _] = reader.documents({"main.tex": article(r"\section{x}"), "ch/one.tex": part})
    assert [one.target for one in lone.manuscript.resources] == ["../lost"]


def test_a_template_that_only_subfiles_use_is_no_document(reader):
    part = r"\documentclass[../include/section]{subfiles}\begin{document}\cite{p}\end{document}"
    files = {
        "include/section.tex": article("Not to be compiled alone.", r"\input{../gone}"),
        "ch/one.tex": part,
    }
    assert reader.roots(files) == ["ch/one.tex"]


@pytest.mark.parametrize(
    "magic", ["% !TEX root = ../book.tex", "%!TeX root=../book.tex", "% !tex root = ../book"]
)
def test_a_magic_comment_names_the_root(reader, magic):
    files = {
        "book.tex": "\\input{preamble}\\begin{document}\\input{ch/one}\\end{document}",
        "preamble.tex": r"\documentclass{book}",
        "ch/one.tex": f"{magic}\n\\cite{{k}}",
    }
    assert reader.roots(files) == ["book.tex"]


def test_a_class_that_a_preamble_file_holds(reader):
    own = "\\begin{latexonly}\\hypersetup{x}\\end{latexonly}\n"
    files = {
        "book.tex": f"\\input{{preamble}}{own}\\begin{{document}}\\cite{{k}}\\end{{document}}",
        "preamble.tex": r"\documentclass{book}",
    }
    assert reader.roots(files) == ["book.tex"]


def test_a_body_that_a_file_with_a_class_reads(reader):
    files = {
        "book.tex": "\\input{macros}\\begin{document}\\cite{k}\\end{document}",
        "macros.tex": "",
        "print.tex": r"\documentclass{book}\input{book}",
        "screen.tex": r"\documentclass[oneside]{book}\input{book}",
    }
    assert reader.roots(files) == ["print.tex", "screen.tex"]


def test_the_configuration_names_the_roots(reader):
    files = {"a.tex": article("x"), "b.tex": article("x"), "c.tex": r"\input{pre}\cite{k}"}
    assert reader.roots(files, roots=["c.tex", "a.tex"]) == ["a.tex", "c.tex"]


def test_files_of_no_document_are_named_once(reader):
    files = {"main.tex": article("x"), "old/draft.tex": r"\cite{dead}"}
    for name, text in files.items():
        path = reader.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    report = api.check(reader.folder, isolated=True)
    assert list(report.orphans) == ["old/draft.tex"]
    assert not report.diagnostics


# -- dead text


@pytest.mark.parametrize(
    "dead",
    [
        "% \\cite{dead}",
        "a\\\\% \\cite{dead}",
        "\\begin{comment}\n\\cite{dead}\n\\end{comment}",
        "\\begin{verbatim}\n\\cite{dead} % x\n\\end{verbatim}",
        "\\begin{verbatim*}\n\\cite{dead}\n\\end{verbatim*}",
        "\\begin{Verbatim}[numbers=left]\n\\cite{dead}\n\\end{Verbatim}",
        "\\begin{lstlisting}[language=C]\n% \\cite{dead} \\begin{x}{\n\\end{lstlisting}",
        "\\begin{minted}{latex}\n\\cite{dead}\n\\end{minted}",
        "\\begin{minted}[linenos]{latex}\n\\cite{dead}\n\\end{minted}",
        "\\verb|\\cite{dead}|",
        "\\verb|%| \\verb+\\cite{dead}+",
        "\\verb*|\\cite{dead}|",
        '\\verb!a}b! \\verb"\\cite{dead}"',
        "\\lstinline|\\cite{dead}|",
        "\\lstinline[language=C]|\\cite{dead}|",
        "\\lstinline{\\cite{dead}}",
        "\\mintinline{latex}|\\cite{dead}|",
        "\\mintinline{latex}{\\cite{dead}}",
        "\\Verb|\\cite{dead}|",
        "\\url{http://x.org/a%b_\\cite{dead}}",
        "\\iffalse \\cite{dead} \\fi",
        "\\iffalse \\ifx\\a\\b \\cite{dead} \\else \\cite{dead} \\fi \\cite{dead} \\fi",
        "\\iftrue \\else \\cite{dead} \\fi",
        "\\iffalse % \\fi\n\\cite{dead} \\fi",
        "\\iffalse\n\\begin{figure}\n\\fi",
        "\\if0 \\cite{dead} \\fi",
        "\\if 0\\cite{dead} \\else \\fi",
        "\\ifnum0=1 \\cite{dead} \\fi",
        "\\ifodd0\\cite{dead}\\fi",
        "\\if01\\cite{dead}\\fi",
        "\\begin{comment}\\cite{dead}\\end{comment}",
        "\\begintt\n\\cite{dead} [{ \\begin{x}\n\\endtt",
        "\\begin{tcblisting}{}\n\\cite{dead}\n\\end{tcblisting}",
        "\\begin{filecontents*}{a.txt}\n\\cite{dead}\n\\end{filecontents*}",
        "\\long\\def\\unused#1{}",
    ],
)
def test_dead_text(keys, dead):
    assert keys(f"{dead}\n\\cite{{live}}") == ["live"]


@pytest.mark.parametrize(
    ("text", "live"),
    [
        (r"\iffalse \cite{dead} \else \cite{a} \fi \cite{b}", ["a", "b"]),
        (r"\iftrue \cite{a} \else \cite{dead} \fi \cite{b}", ["a", "b"]),
        (r"\ifdraft \cite{a} \else \cite{b} \fi", ["a", "b"]),
        (r"\iffalse \ifdraft a \else b \fi \else \cite{a} \fi", ["a"]),
        (r"100\% \cite{a}", ["a"]),
        (r"\\% comment", []),
        (r"\\\% \cite{a}", ["a"]),
        (r"$x \iff y$ \cite{a}", ["a"]),
        (r"\ifthenelse{\equal{a}{b}}{\cite{a}}{\cite{b}}", ["a", "b"]),
        (r"\ifx\a\b\else\cite{a}\fi", ["a"]),
        (r"\verb|x| \cite{a} \verb|y|", ["a"]),
        ("\\iffalse \\ifthenelse{x}{y}{z} \\fi \\cite{a}", ["a"]),
        ("\\iffalse $a \\iff b$ \\fi \\cite{a}", ["a"]),
        ("\\begin{verbatim}\n\\end{verbatim }\n\\end{verbatim}\\cite{a}", ["a"]),
    ],
)
def test_live_text_beside_dead_text(keys, text, live):
    assert keys(text) == live


def test_nothing_lives_after_the_end_of_the_document(reader):
    document = reader.document({"main.tex": article(r"\cite{a}") + r"\cite{dead}\label{dead}\begin{x}"})
    assert [one.key for one in document.manuscript.citations] == ["a"]
    assert document.manuscript.problems == ()


@pytest.mark.parametrize(
    ("preamble", "environment"),
    [
        (r"\excludecomment{hidden}", "hidden"),
        (r"\specialcomment{hidden}{}{}\excludecomment{hidden}", "hidden"),
        (r"\DefineVerbatimEnvironment{code}{Verbatim}{fontsize=\small}", "code"),
        (r"\lstnewenvironment{codes}[1][]{\lstset{#1}}{}", "codes"),
        (r"\newminted{python}{linenos}", "pythoncode"),
        (r"\newminted[mine]{python}{linenos}", "mine"),
        (r"\newverbatim{shown}{}{}{}{}", "shown"),
        (r"\newtcblisting{shown}{}", "shown"),
        (r"\newtcblisting[auto counter]{shown}[1][]{title=#1}", "shown"),
        (r"\newenvironment{shown}{\verbatim}{\endverbatim}", "shown"),
        (r"\newenvironment{shown}{\VerbatimEnvironment\begin{Verbatim}}{\end{Verbatim}}", "shown"),
        (r"\newenvironment{hidden}{\comment}{\endcomment}", "hidden"),
        (r"\NewDocumentEnvironment{hidden}{}{\comment}{\endcomment}", "hidden"),
        (r"\NewDocumentEnvironment{hidden}{o +b}{}{}", "hidden"),
        (r"\NewEnviron{hidden}{}", "hidden"),
        (r"\RenewEnviron{hidden}[1][]{\ignorespaces}", "hidden"),
    ],
)
def test_verbatim_environments_that_the_document_makes(keys, preamble, environment):
    assert keys(
        f"\\begin{{{environment}}}\n\\cite{{dead}}\n\\end{{{environment}}}\n\\cite{{a}}", preamble
    ) == ["a"]


@pytest.mark.parametrize(
    "preamble",
    [r"\NewEnviron{shown}{\small\BODY}", r"\NewDocumentEnvironment{shown}{m +b}{\small #2}{}"],
)
def test_environments_that_print_what_they_take(keys, preamble):
    assert keys(r"\begin{shown}{x}\cite{a}\end{shown}", preamble) == ["a"]


def test_verbatim_environments_that_the_configuration_names(keys):
    found = keys("\\begin{shown}\\cite{dead}\\end{shown}\\cite{a}", verbatim_environments=["shown"])
    assert found == ["a"]


@pytest.mark.parametrize("back", [r"\includecomment{notes}", r"\specialcomment{notes}{\small}{}"])
def test_a_later_declaration_brings_text_back(keys, back):
    assert keys(r"\begin{notes}\cite{a}\end{notes}", r"\excludecomment{notes}" + back) == ["a"]


@pytest.mark.parametrize(
    "preamble", [r"\MakeShortVerb{\|}", r"\MakeShortVerb|", r"\lstMakeShortInline{|}", r"\lstMakeShortInline[x=1]|",
                 r"\DefineShortVerb{\|}", r"\MakeShortVerb*{\|}", r"\def|{\verb|}", r"\catcode`\|\active \gdef|{\verb|}",
                 r"\def|{\verb*|}", r"\def |{\verb|}", "\\def|%\n  {\\verb |}"]
)  # fmt: skip
def test_short_verbs(keys, preamble):
    assert keys(r"|\cite{dead} %| \cite{a} |%| \cite{b}", preamble) == ["a", "b"]


@pytest.mark.parametrize("group", ["{%s}", "\\begin{quote}%s\\end{quote}"])
def test_a_short_verb_that_is_defined_in_a_group_ends_with_it(keys, group):
    assert keys(group % r"\def~{\verb~}" + r"A~\cite{a} and~\cite{b}") == ["a", "b"]
    assert keys(group % r"\gdef~{\verb~}" + r"~\cite{dead}~ \cite{b}") == ["b"]


def test_a_short_verb_can_be_taken_back(keys):
    assert keys(r"\DeleteShortVerb{\|} |\cite{a}|", r"\MakeShortVerb{\|}") == ["a"]


# -- citations

NATBIB = "cite citet citep citet* citep* citealt citealt* citealp citealp* citeauthor citeauthor* citeyear citeyearpar"
BIBLATEX = (
    "parencite footcite footcitetext textcite smartcite autocite supercite citetitle citetitle* citedate citeurl "
    "fullcite footfullcite notecite Notecite pnotecite fnotecite parencite* autocite* Autocite* cite* citeyear*"
)
CAPITALISED = (
    "Cite Citet Citep Citealt Citealp Citeauthor Parencite Footcite Textcite Smartcite Autocite Citeauthor*"
)
OTHERS = (
    "citenum citetalias citepalias citefullauthor shortcite citeA citeNP shortciteA citeauthorNP citeyearNP "
    "citeasnoun possessivecite citeaffixed citen onlinecite citeonline bibentry footfullcite sidecite nocitemeta "
    "fullciteA maskcite citeN citeANP posscite"
)


@pytest.mark.parametrize("command", f"{NATBIB} {BIBLATEX} {CAPITALISED} {OTHERS}".split())
def test_citation_commands(reader, command):
    m = reader.main(f"\\{command}[see][p. 3]{{a,b}}")
    assert [(one.key, one.command) for one in m.citations] == [("a", command), ("b", command)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\cite{a}", "a"),
        (r"\cite{a,b , c}", "a b c"),
        (r"\cite[p.~3]{a}", "a"),
        (r"\cite[see][]{a}", "a"),
        (r"\cite[][p.~3]{a}", "a"),
        (r"\cite[{[x]}]{a}", "a"),
        (r"\cite[see \cite{b}]{a}", "a b"),
        (r"\cite[see \cite[x]{b}]{a}", "a b"),
        (r"\cite[see \citet[p.~1]{b} and\n $[0,1)$]{a}", "a b"),
        ("\\cite[a long\nnote with \\emph{braces} and\n\\textbf{more}]{a}", "a"),
        ("\\cite\n{a}", "a"),
        ("\\cite {a}", "a"),
        ("\\cite%\n{a}", "a"),
        ("\\cite % why\n  [p. 3] % what\n  {a}", "a"),
        ("\\cite{a,% first\n  b, % \\cite{dead}\n  %c,\n  d}", "a b d"),
        ("\\cite{\n  a,\n  b\n}", "a b"),
        ("\\cite{a,\\emph{x},b}", "a b"),
        (r"\cite<see>[p.~3]{a}", "a"),
        (r"\citeA<e.g.>{a,b}", "a b"),
        (r"\cites{a}{b}", "a b"),
        (r"\cites(see)(p. 3)[1]{a}[][2]{b}{c,d}", "a b c d"),
        ("\\cites\n  [1]{a}\n  [2]{b}", "a b"),
        (r"\parencites{a}{b} \textcites(x){c} \autocites*{d}{e} \Cites{f}{g}", "a b c d e f g"),
        (r"\supercites{a}{b} \footcites{c}{d} \smartcites{e} \footcitetexts{f}", "a b c d e f"),
        (r"\cites{a}{b} {\bf not}", "a b"),
        (r"\volcite{2}{a}", "a"),
        (r"\volcite[see]{2}[p. 3]{a}", "a"),
        (r"\pvolcite{2}{a} \Fvolcite{2}[1]{b} \tvolcite{1}{c} \avolcite{1}{d} \ftvolcite{1}{e} \svolcite{1}{f}",
         "a b c d e f"),
        (r"\volcites{1}{a}{2}{b}", "a b"),
        (r"\pvolcites(x)(y)[s]{1}[3]{a}{2}{b}", "a b"),
        (r"\nocite{a,b}", "a b"),
        (r"\nocite{*}", ""),
        (r"\nocite{*,a}", "a"),
        (r"\citefield{a}{title}", "a"),
        (r"\citefield[x][y]{a}[f]{title}", "a"),
        (r"\citename{a}{author} \citelist{b}{location}", "a b"),
        (r"\citeauthor{a}'s \citeyear{a}", "a a"),
        (r"\citetext{\citealp{a}; \citealp{b}}", "a b"),
        (r"\textcquote[3]{a}{text} \textcquote{b}[.]{text} \blockcquote[s][3]{c}{text}", "a b c"),
        (r"\foreigntextcquote{german}[3]{a}{text} \hyphenblockcquote{german}{b}{text}", "a b"),
        ("\\begin{displaycquote}[3]{a}\ntext\n\\end{displaycquote}", "a"),
        ("\\begin{foreigndisplaycquote}{german}[s][3]{a}\ntext\n\\end{foreigndisplaycquote}", "a"),
        (r"\footnote{See \cite{a}.} \caption{\cite{b}} \section{On \cite{c}}", "a b c"),
        (r"\cite{a}\cite{b}%", "a b"),
        (r"{\cite{a}} $\cite{b}$ \[\cite{c}\]", "a b c"),
        (r"\cite{müller:2020,a_b-c+d/e.f}", "müller:2020 a_b-c+d/e.f"),
        (r"\cite{a,,b,}", "a b"),
        (r"\cite*{a} \citelist{\cite{b}\cite{c}}", "a b c"),  # amsrefs
        (r"\cite{a}*{p. 3} \ocite{b} \citelist{\cite{c}*{x} \cite{d}} \cites{e,f}", "a b c d e f"),
        (r"\citeauthor*{a}\citefullauthor{b}", "a b"),
        (r"\citetitle[see][3]{a} \footcite[Vgl.][]{b} \citeswithoutentry{c}", "a b"),
        (r"\cite[see \]{a}", "a"),
        (r"\defcitealias{a}{Paper I} \citetalias{a}", "a a"),
        (r"\fullcite{a}. \printbibliography[keyword=x]", "a"),
        (r"\autocite*[3]{a} \Textcite*{b}", "a b"),
        (r"\citeyearpar[p.~4]{a} \Citeauthor*{b}", "a b"),
        (r"\parencite[cf.\@][\S~3]{a}", "a"),
        (r"\cite\foo{a}", ""),
        (r"\notecite{a} \pnotecite[x]{b} \fnotecite{c}", "a b c"),
        (r"\mancite \cite{a}", "a"),
    ],
)  # fmt: skip
def test_citation_arguments(keys, text, wanted):
    assert sorted(keys(text)) == sorted(wanted.split())


@pytest.mark.parametrize("text", [r"\cite{a b}", "\\cite{a\nb}", "\\cite{ a\n   b }"])
def test_blanks_in_a_key_are_one(keys, text):
    assert keys(text) == ["a b"]


def test_a_comma_in_the_argument_of_a_macro_parts_no_keys(keys):
    assert keys(r"\cite{a\gone{, b, c}} \cite{d, \unknown{e}{f,g}, h}") == ["d", "h"]


def test_jurabib_names_the_field_first(keys):
    assert keys(r"\citefield{title}{a}", r"\usepackage{jurabib}") == ["a"]


def test_listings_of_the_class_jss_are_code(reader, keys):
    code = "\\begin{Code}\n\\cite{a} {\n\\end{Code}\\begin{CodeInput}\n\\cite{b}\n\\end{CodeInput}"
    text = f"\\documentclass{{jss}}\n\\begin{{document}}\n{code}\n\\cite{{c}}\n\\end{{document}}"
    [document] = reader.documents({"paper.tex": text})
    assert [one.key for one in document.manuscript.citations] == ["c"]


def test_an_environment_of_that_name_elsewhere_is_none(keys):
    assert keys("\\begin{Code}\\cite{a}\\end{Code}") == ["a"]


def test_keys_are_where_they_stand(reader):
    m = reader.main("\\cite[x]{ a,\n  bé , % no\n c}")
    text = m.files["main.tex"].text
    assert [text[one.span.start : one.span.end] for one in m.citations] == ["a", "bé", "c"]
    assert [one.key for one in m.citations] == ["a", "bé", "c"]


def test_an_empty_citation_is_seen(keys):
    assert keys(r"\cite{} \citep{ } \nocite{}") == ["", ""]


def test_nocite_star(reader):
    assert reader.main(r"\nocite{*}").nocite_all


@pytest.mark.parametrize(
    ("definition", "call", "wanted"),
    [
        (r"\newcommand{\mycite}[1]{\cite{#1}}", r"\mycite{a,b}", "a b"),
        (r"\newcommand\mycite[1]{(\citep{#1})}", r"\mycite{a}", "a"),
        (r"\newcommand*{\mycite}[2][]{\cite[#1]{#2}}", r"\mycite[p.~3]{a} \mycite{b}", "a b"),
        (r"\newcommand{\mycite}[2]{\cite[#2]{#1}}", r"\mycite{a}{3}", "a"),
        (r"\newcommand{\mycite}{\citep}", r"\mycite[x]{a}", "a"),
        (r"\newcommand{\mycite}[1]{\citeauthor{#1}, \citeyear{#1}}", r"\mycite{a}", "a"),
        (r"\newcommand{\both}[2]{\cite{#1,#2}}", r"\both{a}{b}", "a b"),
        (r"\newcommand{\both}[2]{\cite{#1} and \citep{#2}}", r"\both{a}{b}", "a b"),
        (r"\newcommand{\rfc}[1]{\cite{rfc#1}}", r"\rfc{2616}", "rfc2616"),
        (r"\newcommand{\rfc}[1]{\cite{#1-rfc}}", r"\rfc{2616}", "2616-rfc"),
        (r"\newcommand{\outer}[1]{\inner{#1}}\newcommand{\inner}[1]{\cite{#1}}", "", ""),
        (r"\newcommand{\inner}[1]{\cite{#1}}\newcommand{\outer}[1]{\inner{#1}}", r"\outer{a}", "a"),
        (r"\renewcommand{\mycite}[1]{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\providecommand{\mycite}[1]{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\DeclareRobustCommand{\mycite}[1]{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\newrobustcmd*{\mycite}[1]{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\NewDocumentCommand{\mycite}{O{} O{} m}{\cite[#1][#2]{#3}}", r"\mycite[x]{a} \mycite{b} \mycite[][y]{c}", "a b c"),
        (r"\NewDocumentCommand\mycite{s o m}{\IfBooleanTF{#1}{\citet{#3}}{\citep[#2]{#3}}}", r"\mycite*[x]{a} \mycite{b}", "a b"),
        (r"\NewDocumentCommand{\mycite}{m o}{\cite[#2]{#1}}", r"\mycite{a}[x]", "a"),
        (r"\DeclareDocumentCommand{\mycite}{ m }{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\NewDocumentCommand{\mycite}{ >{\SplitList{,}} m d<> }{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\let\mycite\citep", r"\mycite[x]{a}", "a"),
        (r"\let\mycite=\citep", r"\mycite{a}", "a"),
        (r"\NewCommandCopy{\mycite}{\citep}", r"\mycite{a}", "a"),
        (r"\newcommand{\old}[1]{\cite{#1}}\let\mycite\old", r"\mycite{a}", "a"),
        (r"\DeclareCiteCommand{\mycite}[\mkbibparens]{\usebibmacro{prenote}}{\printfield{x}}{\y}{\z}", r"\mycite[1]{a}", "a"),
        (r"\DeclareCiteCommand*{\mycite}{\usebibmacro{prenote}}{\printfield{x}}{\y}{\z}", r"\mycite*[1]{a}", "a"),
        (r"\DeclareMultiCiteCommand{\mycites}[\mkbibparens]{\mycite}{\setunit{x}}", r"\mycites[1]{a}{b}", "a b"),
        (r"\def\mycite#1{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\def\mycite[#1]#2{\cite[#1]{#2}}", r"\mycite[x]{a}", "a"),
        (r"\long\def\mycite#1{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\gdef\mycite#1{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\newcommandx{\mycite}[2][1=x]{\cite[#1]{#2}}", r"\mycite[y]{a} \mycite{b}", "a b"),
        (r"\newcommandx*\mycite[3][1=,2=]{\cite[#1][#2]{#3}}", r"\mycite[y][z]{a} \mycite{b}", "a b"),
        (r"\newcommand{\fc}[1]{\footnote{\cite{#1}}}", r"\fc{a}", "a"),
        (r"\newcites{web}{Web}", r"\citeweb{a} \citepweb{b} \nociteweb{c}", "a b c"),
        ("\\newcommand{\\mycite}[1]%\n  {%\n  \\cite{#1}}", r"\mycite{a}", "a"),
        ("\\newcommand\n{\\mycite}\n[1]\n{\\cite{#1}}", r"\mycite{a}", "a"),
        (r"\newcommand{\cite@x}[1]{\cite{#1}}\makeatletter\let\mycite\cite@x\makeatother", r"\mycite{a}", "a"),
        (r"\newcommand{\smart}[1]{\ifdraft\citep{#1}\else\citet{#1}\fi}", r"\smart{a}", "a"),
        (r"\newcommand{\noted}[2][?]{\marginpar{\citep[#1]{#2}}}", r"\noted{a}", "a"),
        (r"\newcommand{\mycite}[1]{\nocite{#1}\textsuperscript{x}}", r"\mycite{a}", "a"),
        (r"\newcommand{\mycites}[1]{\cites{#1}{lit}}", r"\mycites{a}", "a"),
        (r"\newcommand{\mycite}[1]{\cite{#1}}\providecommand{\mycite}[1]{\ref{#1}}", r"\mycite{a}", "a"),
        (r"\newcommand{\mycite}[1]{\cite{#1}}\ProvideDocumentCommand{\mycite}{m}{\ref{#1}}", r"\mycite{a}", "a"),
        (r"\ProvideDocumentCommand{\mycite}{m}{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\makeatletter\@namedef{mycite}#1{\cite{#1}}\makeatother", r"\mycite{a}", "a"),
        (r"\expandafter\newcommand\csname mycite\endcsname[1]{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\expandafter\def\csname mycite\endcsname#1{\cite{#1}}", r"\mycite{a}", "a"),
        (r"\write\file{\detokenize{\def\shown}{\thepage}}", r"{\cite{a}}", "a"),
    ],
)  # fmt: skip
def test_wrappers(keys, definition, call, wanted):
    assert keys(call, definition) == wanted.split()


@pytest.mark.parametrize(
    "redefinition",
    [
        r"\renewcommand{\cite}[1]{\citep{#1}}",
        r"\let\oldcite\cite \renewcommand{\cite}[1]{~\oldcite{#1}}",
        r"\let\oldcite=\cite \renewcommand{\cite}[2][]{\oldcite[#1]{#2}}",
        r"\RenewDocumentCommand{\cite}{s m}{\citep{#2}}",
        r"\def\cite#1{\citep{#1}}",
        r"\let\cite\citep",
        r"\let\cite\relax",
    ],
)
def test_a_wrapper_never_replaces_a_built_in_command(keys, redefinition):
    assert keys(r"\cite[see][3]{a} \cite{b}", redefinition) == ["a", "b"]


@pytest.mark.parametrize(
    ("definition", "wanted"),
    [
        (r"\newcommand{\Cite}[1]{{\tiny \textcolor{blue}{[#1]}}}", ""),
        (r"\newcommand\citep[1]{(#1)}", "a"),  # the other one is still that of natbib
        (r"\newcommand{\Cite}[1]{\inner{#1}}", "a"),
        (r"\newcommand{\Cite}[1]{\cite{#1}}", "a"),
        (r"\renewcommand{\Cite}[1]{[#1]}", "a"),
        (r"\providecommand{\Cite}[1]{[#1]}", "a"),
        (r"\newcommand{\Cite}{[1]}", "a"),
    ],
)
def test_a_new_command_that_prints_its_argument_cites_nothing(keys, definition, wanted):
    assert keys(r"\Cite{a}", definition) == wanted.split()


def test_configured_wrappers(keys):
    config = {"cite_macros": {"mycite": "[]{}{*}", "rfc": "{rfc*}"}}
    assert keys(r"\mycite[x]{y}{a,b} \rfc{1}", **config) == ["a", "b", "rfc1"]


def test_configured_names_work_like_cite(keys):
    assert keys(r"\mycite[x][y]{a,b}", cite_macros=["mycite"]) == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "load"),
    [("mine.sty", r"\usepackage{mine}"), ("sub/mine.sty", r"\usepackage[x]{sub/mine}"), ("mine.sty", r"\RequirePackage{mine}"),
     ("mine.tex", r"\input{mine}"), ("mine.sty", r"\input{mine.sty}")],
)  # fmt: skip
def test_wrappers_in_local_styles(keys, name, load):
    assert keys(r"\mycite{a}", load, {name: r"\newcommand{\mycite}[1]{\cite{#1}}"}) == ["a"]


def test_wrappers_in_a_local_class_that_loads_a_style(reader):
    main = r"\documentclass[a4paper]{thesis}\begin{document}\mycite{a}\end{document}"
    files = {
        "main.tex": main,
        "thesis.cls": r"\LoadClass{book}\RequirePackage{inner}",
        "inner.sty": r"\newcommand{\mycite}[1]{\cite{#1}}",
    }
    assert [one.key for one in reader.document(files).manuscript.citations] == ["a"]


def test_a_wrapper_counts_from_where_it_is_defined(keys):
    body = r"\mycite{a} \newcommand{\mycite}[1]{\cite{#1}} \mycite{b}"
    assert keys(body) == ["b"]


def test_a_key_in_a_macro_body_is_used_where_the_macro_is_called(reader):
    m = reader.main(r"\tool", r"\newcommand{\tool}{Tool~\cite{t}}\newcommand{\other}{\cite{o}}")
    assert m.citations == ()
    assert m.hidden_keys == {"t"}


def test_a_key_in_the_body_of_a_macro_is_used_where_another_name_of_it_is_called(reader):
    m = reader.main(r"\kn", r"\newcommand{\knuth}{\cite{k84}}\let\kn\knuth")
    assert m.hidden_keys == {"k84"}


@pytest.mark.parametrize(
    ("redefinition", "wanted"),
    [
        (r"\renewcommand{\mycite}[1]{#1}", ["a"]),
        (r"\def\mycite#1{\textit{#1}}", ["a"]),
        (r"\iffinal\renewcommand{\mycite}[1]{#1}\fi", ["a", "b"]),
        (r"\renewcommand{\mycite}[1]{\unknown{#1}}", ["a", "b"]),
    ],
)
def test_a_wrapper_that_is_made_to_print_its_argument_cites_no_more(keys, redefinition, wanted):
    body = rf"\mycite{{a}} {redefinition} \mycite{{b}}"
    assert keys(body, r"\newcommand{\mycite}[1]{\cite{#1}}") == wanted


def test_a_key_macro_is_expanded(reader):
    m = reader.main(r"\cite{\knuth} \cite{\unknown}", r"\newcommand{\knuth}{k84}")
    assert [one.key for one in m.citations] == ["k84"]


# -- labels and references


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\label{a}", "a"),
        (r"\label{ a }", "a"),
        ("\\begin{lstlisting}[caption={x}, label={lst:a}]\n\\label{dead}\n\\end{lstlisting}", "lst:a"),
        ("\\begin{lstlisting}[label=lst:a, language=C]\n\\end{lstlisting}", "lst:a"),
        ("\\begin{lstlisting}[\n  label=lst:a,\n]\n\\end{lstlisting}", "lst:a"),
        (r"\lstinputlisting[caption=x,label=lst:a]{x.c}", "lst:a"),
        ("\\begin{frame}[label=fr:a]\\end{frame}", "fr:a"),
        ("\\begin{frame}<2>[fragile,label=fr:a]{T}\\end{frame}", "fr:a"),
        ("\\begin{theorem}[label=t:a]\\end{theorem}", "t:a"),
        ("\\begin{restatable}[Goldbach]{theorem}{goldbach}\\label{t:a}\\end{restatable}", "t:a"),
        ("\\begin{thm}[label=t:a,name=Euler]\\end{thm}", "t:a"),
        ("\\begin{enumerate}[label=(\\roman*)]\\item\\label{i:a}\\end{enumerate}", "i:a"),
        ("\\begin{enumerate}[label=a]\\end{enumerate}", ""),
        ("\\begin{tcolorbox}[label=box:a]\\end{tcolorbox}", "box:a"),
        ("\\begin{longtblr}[label={tab:a},caption={x}]{ll}\\end{longtblr}", "tab:a"),
        ("\\begin{align}x\\label{eq:a}\\\\y\\label[sub]{eq:b}\\end{align}", "eq:a eq:b"),
        (r"\caption{x\label{fig:a}}", "fig:a"),
        (r"\captionof{figure}{x}\label{fig:a}", "fig:a"),
        (r"\subfloat[x\label{fig:a}]{y}", "fig:a"),
        (r"\phantomsection\label{a}\zlabel{b}", "a b"),
        (r"\section{x\label{s:a}}", "s:a"),
        (r"\footnote{\label{fn:a}x}", "fn:a"),
        (r"\hypertarget{a}{x}", ""),
    ],
)
def test_labels(labels, text, wanted):
    assert labels(text) == wanted.split()


@pytest.mark.parametrize(
    ("definition", "call", "wanted"),
    [
        (r"\newcommand{\figlabel}[1]{\label{fig:#1}}", r"\figlabel{a}", "fig:a"),
        (r"\newcommand{\heading}[2]{\section{#1}\label{#2}}", r"\heading{T}{s:a}", "s:a"),
        (r"\newcommand{\heading}[2][]{\section{#2}\label{sec:#1}}", r"\heading[a]{T}", "sec:a"),
        (r"\newtcbtheorem[number within=section]{mythm}{Theorem}{colback=red}{thm}", r"\begin{mythm}{T}{a}\end{mythm}", "thm:a"),
        (r"\newtcbtheorem{mythm}{Theorem}{x}{thm}", r"\begin{mythm}[opt]{T}{a}\end{mythm}", "thm:a"),
        (r"\newtcbtheorem{mythm}{Theorem}{x}{}", r"\begin{mythm}{T}{a}\end{mythm}", "a"),
        (r"\declaretheorem[name=Satz]{satze}", r"\begin{satze}[label=a]\end{satze}", "a"),
        (r"\let\oldlabel\label", r"\oldlabel{a}", "a"),
        (r"\newcommand{\eq}[2]{\begin{equation}#2\label{eq:#1}\end{equation}}", r"\eq{a}{x=1}", "eq:a"),
        (r"\NewDocumentCommand{\lab}{O{x} m}{\label{#2}}", r"\lab{a}\lab[y]{b}", "a b"),
        (r"\NewDocumentCommand{\lab}{s m}{\label{#2}}", "\\lab{a}\\lab *{b}\\lab\n*{c}", "a b c"),
        (r"\NewDocumentCommand{\lab}{d++ m}{\label{#2}}", r"\lab{a}\lab +x+{b}", "a"),
        (r"\newenvironment{fig}[2]{\begin{figure}\caption{#1}\label{fig:#2}}{\end{figure}}", r"\begin{fig}{c}{a}\end{fig}", "fig:a"),
        (r"\newenvironment{code}[2]{\VerbatimEnvironment\captionof{listing}{#1\label{#2}}\begin{VerbatimOut}{x}}{\end{VerbatimOut}}", "\\begin{code}{T}%\n{a}\n\\label{dead} {\n\\end{code}", "a"),
        (r"\newenvironment{code}[1]{\label{#1}\verbatim}{\endverbatim}", "\\begin{code}\nx {dead}\n\\end{code}", ""),
        (r"\lstnewenvironment{code}[3][]{\lstset{#1}\captionof{lstlisting}{#2}\label{#3}}{}", "\\begin{code}[language=C]\n{T}\n{a}\n\\label{dead}\n\\end{code}", "a"),
    ],
)  # fmt: skip
def test_label_wrappers(labels, definition, call, wanted):
    assert labels(call, definition) == wanted.split()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            r"\ref{a} \eqref{b} \pageref{c} \autoref{d} \nameref{e} \vref{f} \ref*{g} \autoref*{h}",
            "a b c d e f g h",
        ),
        (r"\cref{a,b , c} \Cref{d} \cpageref{e,f} \labelcref{g} \namecref{h} \cref*{i}", "a b c d e f g h i"),
        (r"\crefrange{a}{b} \Crefrange{c}{d} \cpagerefrange{e}{f} \vrefrange{g}{h}", "a b c d e f g h"),
        ("\\cref{a,% x\n  b}", "a b"),
        (r"\hyperref[a]{text} \hyperref[b]{\ref*{c}}", "a b c"),
        (r"\subref{a} \subref*{b} \Autoref{c} \titleref{d} \fref{e} \Vref{f}", "a b c d e f"),
        (r"\zcref{a,b} \zcref[S]{c} \zref{d} \zref[page]{e}", "a b c d e"),
        (r"\cite[Theorem~\ref{a}]{k}", "a"),
        (r"\ref{fig:a_b}", "fig:a_b"),
        (r"\uses{a} \proves{b}", ""),
    ],
)
def test_references(references, text, wanted):
    assert references(text) == wanted.split()


@pytest.mark.parametrize(
    ("definition", "call", "wanted"),
    [
        (r"\newcommand{\figref}[1]{Figure~\ref{fig:#1}}", r"\figref{a}", "fig:a"),
        (r"\newcommand{\tworefs}[2]{\ref{#1}--\ref{#2}}", r"\tworefs{a}{b}", "a b"),
        (r"\renewcommand{\eqref}[1]{Eq.~\ref{eq:#1}}", r"\eqref{a}", "eq:a"),
        (r"\renewcommand{\eqref}[1]{Eq.~\ref{#1}}", r"\eqref{a}", "a"),
        (r"\let\oldref\ref\renewcommand{\ref}[1]{(\oldref{#1})}", r"\ref{a}", "a"),
        (r"\newcommand{\eq}[1]{\Eq{#1}}", r"\eq{a}", ""),
        (r"\newcommand{\Eq}[1]{(\ref{eq:#1})}\newcommand{\eq}[1]{\Eq{#1}}", r"\eq{a}", "eq:a"),
        (r"\newcommand{\thmref}[1]{\hyperref[#1]{Theorem~\ref*{#1}}}", r"\thmref{a}", "a"),
    ],
)
def test_reference_wrappers(references, definition, call, wanted):
    assert references(call, definition) == wanted.split()


def test_uses_of_a_blueprint(reader):
    m = reader.main(r"\begin{lemma}\uses{a, b}\end{lemma}\begin{proof}\proves{c}\uses{d}\end{proof}")
    assert [one.name for one in m.uses] == ["a", "b", "c", "d"]


def test_labels_in_two_arms_of_a_conditional(reader):
    m = reader.main(r"\ifdraft\label{a}\else\label{a}\fi\label{a}")
    first, second, third = m.labels
    assert first.arms != second.arms
    assert third.arms == ()


# -- structure


@pytest.mark.parametrize(
    ("option", "wanted"),
    [
        (r"caption={From \emph{A}, B}", r"From \emph{A}, B"),
        ("caption=From A,float", "From A"),
        ("label=l, title = {X}", "X"),
    ],
)
def test_a_caption_in_an_option_is_all_of_its_value(reader, option, wanted):
    m = reader.main(f"\\begin{{lstlisting}}[{option}]\nx\n\\end{{lstlisting}}")
    [caption] = m.captions
    assert m.files["main.tex"].text[caption.text.start : caption.text.end] == wanted


def test_a_caption_of_tufte_has_its_offset_in_a_second_bracket(reader):
    m = reader.main(
        r"\begin{figure}\caption[Short][-3cm]{Long}\label{f:a}\end{figure} A\footnote[][1cm]{note \cite{k}}."
    )
    assert [m.files["main.tex"].text[c.text.start : c.text.end] for c in m.captions] == ["Long"]
    assert [citation.key for citation in m.citations] == ["k"]


def test_floats_with_captions_and_labels(reader):
    m = reader.main(
        "\\begin{figure}[t]\\begin{subfigure}{1cm}\\caption{A}\\label{f:a}\\end{subfigure}"
        "\\caption[short]{Long \\emph{text}}\\label{f:b}\\end{figure}"
        "\\begin{table*}\\caption*{x}\\end{table*}\\begin{wrapfigure}{r}{1cm}\\end{wrapfigure}"
    )
    text = m.files["main.tex"].text
    assert [one.environment.name for one in m.floats] == ["figure", "table*", "wrapfigure"]
    assert [label.name for label in m.floats[0].labels] == ["f:a", "f:b"]
    assert [text[c.text.start : c.text.end] for c in m.floats[0].captions] == ["A", r"Long \emph{text}"]


def test_own_floats(reader):
    m = reader.main(
        r"\begin{program}[t]\end{program}\begin{fig}\end{fig}\begin{nice}\end{nice}",
        r"\newfloat{program}{t}{lop}\newenvironment{fig}{\begin{figure}}{\end{figure}}",
        float_environments=["nice"],
    )
    assert [one.environment.name for one in m.floats] == ["program", "fig", "nice"]


@pytest.mark.parametrize(
    "declared",
    [
        r"\newfloat{code}{t}{loc}",
        r"\DeclareFloatingEnvironment[name=Listing]{code}",
        r"\newtheorem{code}{Code}",
        r"\newtcbtheorem{code}{Code}{}{c}",
    ],
)
def test_what_is_declared_a_float_or_a_theorem_is_read(reader, declared):
    """Some package takes such a name verbatim, but not in this document."""
    body = r"\begin{code}{A}{b}\label{lst:a}\end{code}"
    assert [label.name for label in reader.main(body).labels] == []
    assert "lst:a" in [label.name for label in reader.main(body, declared).labels]


def test_statements_with_their_kinds(reader):
    m = reader.main(
        r"\begin{thm}\label{a}\end{thm}\begin{lem*}\end{lem*}\begin{claimx}[name]\end{claimx}\begin{Satz}\end{Satz}"
        r"\begin{box}{T}{b}\end{box}",
        r"\newtheorem{thm}{Theorem}[section]\newtheorem*{lem*}{Lemma}\newtheorem{claimx}[thm]{Claim}"
        r"\declaretheorem[name=Hilfssatz, numberwithin=section]{Satz}\newtcbtheorem{box}{Box}{x}{b}",
    )
    assert [one.kind for one in m.statements] == ["theorem", "lemma", "claim", "hilfssatz", "box"]
    assert m.statements[1].starred
    assert m.statements[0].labels[0].name == "a"


def test_configured_statements(reader):
    m = reader.main(r"\begin{kernaussage}\end{kernaussage}", theorem_environments={"kernaussage": "claim"})
    assert [one.kind for one in m.statements] == ["claim"]


def test_sections_with_levels(reader):
    m = reader.main("\\part{P}\\chapter*{C}\\section[short]{Long {x}}\\subsection\n{S}\\paragraph{p}")
    text = m.files["main.tex"].text
    assert [(s.level, s.starred, text[s.title.start : s.title.end]) for s in m.sections] == [
        (-1, False, "P"), (0, True, "C"), (1, False, "Long {x}"), (2, False, "S"), (4, False, "p"),
    ]  # fmt: skip


def test_footnotes(reader):
    m = reader.main(r"a\footnote{b \cite{x}} c\footnotemark[1]\footnotetext[1]{d}")
    text = m.files["main.tex"].text
    assert [text[one.text.start : one.text.end] for one in m.footnotes] == [r"b \cite{x}", "d"]


def test_the_environments_around_one_by_itself_or_by_its_index(reader):
    m = reader.main(r"\begin{a}\begin{b}\begin{c}\label{x}\end{c}\end{b}\end{a}\label{y}")
    inner, outside = (label.environment for label in m.labels)
    assert [m.environments[index].name for index in m.around(inner)] == ["b", "a"]
    assert m.around(m.environments[inner]) == m.around(inner)
    assert m.around(outside) == []


@pytest.mark.parametrize(
    "body", [r"\begin{abstract}We show.\end{abstract}", r"\abstract{We show.}", "\\abstract\n{We show.}"]
)
def test_abstract(reader, body):
    m = reader.main(body)
    assert m.files["main.tex"].text[m.abstract.start : m.abstract.end] == "We show."


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        ("{a", 1),
        ("a}", 1),
        ("\\begin{itemize}\\item a", 1),
        ("a\\end{itemize}", 1),
        ("\\begin{itemize}\\begin{center}\\end{itemize}", 1),
        ("\\{ \\} {} {{}}", 0),
        ("\\verb|{| \\verb+}+ % {", 0),
        ("\\begin{lstlisting}\n{\n\\end{lstlisting}", 0),
        ("\\ifdraft\\begin{a}\\else\\begin{b}\\fi x \\ifdraft\\end{a}\\else\\end{b}\\fi", 0),
        ("\\ifdraft\\begin{a}\\else\\begin{a}\\fi x \\end{a}", 0),
        ("\\begin{b}\\ifdraft x{\\else{\\fi x }\\end{b}", 0),
        ("\\begin{b}{\\ifdraft}\\else}\\fi x \\end{b}", 0),
        ("\\newif\\ifdraft {", 1),
        ("\\iffalse{\\fi}", 1),
        ("\\pick{\\begin{tabular}{|c|}}{\\begin{tabular}{|c|c|}} a \\end{tabular}", 0),
        ("\\begin{tabular}{c} a \\pick{\\end{tabular}}{}", 0),
        ("\\begin{figure}\n\\begin{center}\nx\n\\end{figure}", 1),
        ("\\newcommand{\\bea}{\\begin{eqnarray}}\\newcommand{\\eea}{\\end{eqnarray}}\\bea x \\eea", 0),
        ("\\bea x \\end{eqnarray}\\newcommand{\\bea}{\\begin{eqnarray}}", 1),
        ("\\newcommand{\\bea}{\\begin{eqnarray}}\\bea x \\end{eqnarray}", 0),
        ("\\begin {center}x\\end {center}", 0),
        ("\\begin{ center }x\\end{center}", 0),
        ("\\catcode`\\{=12 \\catcode`\\}=12", 0),
        ("\\char`\\{ \\char`{ \\char`\\}", 1),
        ("\\newenvironment{x}{\\begin{y}}{\\end{y}}\\begin{x}\\end{x}", 0),
        ("\\def\\a{\\begin{y}} \\def\\b{\\end{y}}", 0),
    ],
)
def test_unbalanced_groups(reader, body, kinds):
    assert [one.kind for one in reader.main(body).problems] == ["unbalanced"] * kinds


def test_an_environment_may_span_files(reader):
    m = reader.main(
        r"\input{open} x \input{close}", files={"open.tex": r"\begin{center}", "close.tex": r"\end{center}"}
    )
    assert {one.kind for one in m.problems} == {"unbalanced"}  # once a file, and only there


# -- encodings


@pytest.mark.parametrize(
    ("encode", "encoding"),
    [
        (lambda text: text.encode(), "utf-8"),
        (lambda text: b"\xef\xbb\xbf" + text.encode(), "utf-8"),
        (lambda text: text.encode("latin-1"), "latin-1"),
        (lambda text: text.encode("utf-16"), "utf-16"),
        (lambda text: text.encode().replace(b"\n", b"\r\n"), "utf-8"),
        (lambda text: text.encode().replace(b"\n", b"\r"), "utf-8"),
        (lambda text: text.encode() + "% ä".encode("latin-1"), "latin-1"),
        (lambda text: "% “".encode() + b"\xe4" + text.encode()[1:], "mixed"),
    ],
)
def test_encodings_keep_places(reader, encode, encoding):
    text = "%\n\\documentclass{article}\n\\begin{document}\nMüller ß \\cite{a,\nö}\n\\end{document}\n"
    m = reader.document({"main.tex": encode(text)}).manuscript
    source = m.files["main.tex"]
    assert source.encoding == encoding
    if encoding == "latin-1" and "Ã" in source.text:
        pytest.fail("UTF-8 was read as Latin-1")
    assert [(one.key, source.position(one.span.start)) for one in m.citations] == [
        ("a", (4, 16)),
        ("ö", (5, 1)),
    ]


@pytest.mark.parametrize(
    ("text", "codec", "encoding"),
    [
        (
            "これは表です。\\label{ソース}{予定}",
            "shift_jis",
            "cp932",
        ),  # with a backslash and a brace in the bytes
        ("參考的功\\label{許}{的}", "big5", "big5"),
        ("これは表です。\\label{ソース}{予定}", "iso2022_jp", "iso2022_jp"),
    ],
)
def test_double_bytes_are_no_braces(reader, text, codec, encoding):
    m = reader.document({"main.tex": article(text).encode(codec)}).manuscript
    assert m.files["main.tex"].encoding == encoding
    assert text in m.files["main.tex"].text
    assert m.problems == ()


@pytest.mark.parametrize("text", ["需要和方法", "1ªº edição"])
def test_the_sign_of_big5_stands_where_characters_begin(text):
    assert decode(text.encode("gb2312" if text[0] > "z" else "latin-1"))[1] != "big5"


def test_jis_roman_is_read_as_ascii():
    assert decode(b"\x1b$@$3$l\x1b(J\\ref{a}")[:2] == ("これ\\ref{a}", "iso2022_jp")


def test_utf8_with_an_escape_sign_is_no_jis():
    assert decode("caf\u00e9 \x1b[31m".encode())[:2] == ("caf\u00e9 \x1b[31m", "utf-8")


def test_escape_sequences_of_a_terminal_are_no_jis():
    assert decode(b"\x1b$ \\ref{\xc3\xa9}")[:2] == ("\x1b$ \\ref{é}", "utf-8")


def test_each_file_has_its_own_encoding(reader):
    m = reader.main(
        r"\cite{é}\input{l}\input{u}",
        files={"l.tex": "\\cite{ä}".encode("latin-1"), "u.tex": "\\cite{ü}".encode()},
    )
    assert [one.key for one in m.citations] == ["é", "ä", "ü"]


def test_a_declared_latin1_file_is_no_problem(reader):
    main = article("ä \\cite{k}", r"\usepackage[latin1]{inputenc}").encode("latin-1")
    m = reader.document({"main.tex": main}).manuscript
    assert m.problems == ()


def test_lines_are_those_of_an_editor(reader):
    m = reader.main("a\u2028b\x0cc\x0bd\x85e \\cite{k}")
    assert m.files["main.tex"].position(m.citations[0].span.start)[0] == 4


# -- bibliographies

BIB = "@article{a, title={A}, author={X}, journal={J}, year=2000}\n"


def bibliography(reader, body, preamble="", files=None, **config):
    text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    found = reader.documents({"main.tex": text, **(files or {})}, **config)
    return next(one for one in found if one.manuscript.root == "main.tex").bibliography


@pytest.mark.parametrize(
    ("load", "preamble"),
    [
        (r"\bibliography{refs}", ""),
        (r"\bibliography{refs,more}", ""),
        (r"\bibliography{more, refs.bib}", ""),
        ("\\bibliography{more,%\n refs}", ""),
        (r"\bibliography{./refs}", ""),
        ("", r"\addbibresource{refs.bib}"),
        ("", r"\addbibresource[location=local]{refs.bib}"),
        ("", r"\addglobalbib{refs.bib}"),
        ("", r"\bibliography{refs}"),
        (r"\bibliography{\bibfile}", r"\newcommand{\bibfile}{refs}"),
        (r"\nobibliography{refs}", ""),
        (r"\begin{refsection}[refs.bib]\cite{a}\end{refsection}", ""),
        (r"\mybib", r"\newcommand{\mybib}{\bibliographystyle{plain}\bibliography{refs}}"),
        (r"\mybib{refs}", r"\newcommand{\mybib}[1]{\bibliography{#1}}"),
        (r"\begin{bibunit}\cite{a}\putbib[refs]\end{bibunit}", ""),
        (r"\begin{bibunit}\cite{a}\putbib\end{bibunit}", r"\defaultbibliography{more,refs}"),
        (r"\cite{a}\begin{btSect}[plain]{refs}\btPrintCited\end{btSect}", ""),
        ("", r"\usepackage{mine}"),
    ],
)
def test_bibliography_files(reader, load, preamble):
    files = {
        "refs.bib": BIB,
        "more.bib": "",
        "mine.sty": r"\RequirePackage{biblatex}\addbibresource{refs.bib}",
    }
    b = bibliography(reader, load, preamble, files)
    assert [one.key for one in b.entries] == ["a"]
    assert b.complete


def test_a_bibliography_above_the_given_folder_is_read(reader):
    files = {"refs.bib": BIB, "paper/main.tex": article(r"\cite{a}\bibliography{../refs}")}
    [document] = reader.documents(files, "paper")
    assert document.bibliography.find("a")


def test_a_missing_bibliography_is_named(reader):
    b = bibliography(reader, r"\bibliography{gone}")
    assert not b.complete
    assert [(one.target, one.kind) for one in b.missing] == [("gone", "bibliography")]


def test_crossref_parents_are_used(reader):
    bib = BIB + "@inproceedings{c, crossref={p}}\n@proceedings{p, title={P}}\n@book{u, title={U}}"
    found = api.citations(
        _written(reader, {"main.tex": article(r"\cite{c}\bibliography{refs}"), "refs.bib": bib})
    )
    assert found["documents"][0]["unused"] == ["a", "u"]


def test_aliases_and_xdata(reader):
    bib = "@article{new, ids={old, older}, xdata={x}}\n@xdata{x, publisher={P}}"
    files = {
        "main.tex": article(r"\cite{old}", r"\usepackage{biblatex}\addbibresource{refs.bib}"),
        "refs.bib": bib,
    }
    [document] = api.citations(_written(reader, files))["documents"]
    assert (document["undefined"], document["unused"]) == ([], [])


@pytest.mark.parametrize(
    ("preamble", "load", "undefined"),
    [
        ("", r"\bibliography{refs}", []),
        (r"\usepackage[backend=bibtex]{biblatex}", r"\bibliography{refs}", []),
        (r"\usepackage{biblatex}", r"\bibliography{refs}", ["A"]),
        (r"\usepackage[backend=biber,style=apa]{biblatex}\addbibresource{refs.bib}", "", ["A"]),
    ],
)
def test_the_case_of_a_key_counts_for_biber(reader, preamble, load, undefined):
    files = {"main.tex": article(rf"\cite{{A}}{load}", preamble), "refs.bib": BIB}
    [document] = api.citations(_written(reader, files))["documents"]
    assert document["undefined"] == undefined


def test_entries_in_filecontents_have_their_places(reader):
    preamble = f"\\begin{{filecontents*}}[overwrite]{{refs.bib}}\n{BIB}\\end{{filecontents*}}"
    files = {"main.tex": article(r"\cite{a}\bibliography{refs}", preamble)}
    [document] = api.citations(_written(reader, files))["documents"]
    assert document["undefined"] == []
    assert [(one["file"], one["line"], one["key"]) for one in document["entries"]] == [("main.tex", 3, "a")]


def test_a_list_written_by_hand(reader):
    body = (
        "\\cite{a,b,c,d}\\begin{thebibliography}{9}\n\\bibitem{a} A.\n\\bibitem[Long \\emph{x} (2000)]{b} B.\n"
        "\\bibitem[{[1]}]%\n {c} C\n\\bibitem  {d} D\n\\end{thebibliography}"
    )
    [document] = api.citations(_written(reader, {"main.tex": article(body)}))["documents"]
    assert [(one["key"], one["line"]) for one in document["entries"]] == [
        ("a", 5),
        ("b", 6),
        ("c", 7),
        ("d", 9),
    ]
    assert (document["undefined"], document["unused"]) == ([], [])


@pytest.mark.parametrize(
    ("definition", "items"),
    [
        (r"\newcommand{\book}[3]{\bibitem{#1} #2, {\em #3}.}", r"\book{a}{A. Author}{Title}\book{b}{B}{T}"),
        (r"\newcommand{\book}[2]{\bibitem[#1]{#2}}", r"\book{A}{a}\book{B}{b}"),
        (r"\def\book{\bibitem}", r"\book{a} A.\book[B]{b} B."),
        (r"\let\book\bibitem", r"\book{a} A.\book[B]{b} B."),
        (r"\let\old\bibitem\renewcommand{\bibitem}[2][]{\old[#1]{#2}}", r"\bibitem{a} A.\bibitem[B]{b} B."),
    ],
)
def test_a_list_written_by_own_macros(reader, definition, items):
    body = f"{definition}\\cite{{a,b}}\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}"
    [document] = api.citations(_written(reader, {"main.tex": article(body)}))["documents"]
    assert (document["undefined"], document["unused"]) == ([], [])
    assert [one["key"] for one in document["entries"]] == ["a", "b"]


@pytest.mark.parametrize(
    "label", [r"\protect\citeauthoryear{Lee \& Ng}{Lee}{1999}", r"\protect\citename{Lee, }1999"]
)
def test_the_label_of_an_item_cites_nothing(keys, label):
    body = f"\\cite{{a}}\\begin{{thebibliography}}{{9}}\\bibitem[{label}]{{a}} A, \\cite{{b}}\\end{{thebibliography}}"
    assert keys(body) == ["a", "b"]


def test_a_list_written_by_amsrefs(reader):
    body = "\\cite{a}\\begin{biblist}\\bib{a}{article}{title={A}}\\bib*{b}{book}{}\\end{biblist}"
    [document] = api.citations(_written(reader, {"main.tex": article(body)}))["documents"]
    assert document["undefined"] == []
    assert [one["key"] for one in document["entries"]] == ["a", "b"]


def test_a_bbl_stands_for_a_bib_that_is_not_there(reader):
    bbl = "\\begin{thebibliography}{1}\n\\bibitem[X(2000)]{a}\nX.\n\\end{thebibliography}\n"
    files = {"main.tex": article(r"\cite{a,b}\bibliography{gone}"), "main.bbl": bbl}
    [document] = api.citations(_written(reader, files))["documents"]
    assert document["undefined"] == ["b"]
    assert document["complete"]


def test_an_empty_bbl_of_a_build_that_failed_stands_for_nothing(reader):
    files = {"main.tex": article(r"\cite{a}\bibliography{/home/ann/gone}"), "main.bbl": ""}
    [document] = api.citations(_written(reader, files))["documents"]
    assert not document["complete"]


def test_an_input_bbl_is_read(reader):
    bbl = "\\begin{thebibliography}{1}\n\\bibitem{a}\nX.\n\\end{thebibliography}\n"
    [document] = api.citations(
        _written(reader, {"main.tex": article(r"\cite{a}\input{x.bbl}"), "x.bbl": bbl})
    )["documents"]
    assert document["undefined"] == []


def test_blanks_in_keys(reader):
    bib = "@article{a b, title={A}}\n@article { c , title={C}}"
    files = {"main.tex": article(r"\cite{a b, c}\bibliography{refs}"), "refs.bib": bib}
    [document] = api.citations(_written(reader, files))["documents"]
    assert "c" not in document["undefined"]


def _written(reader, files):
    for name, text in files.items():
        (reader.folder / name).write_text(text, encoding="utf-8")
    return reader.folder


def test_a_file_that_vanishes_is_a_finding(reader, monkeypatch):
    path = reader.folder / "main.tex"
    path.write_text(article(r"\input{a}\cite{k}"))
    (reader.folder / "a.tex").write_text("x")
    real = Project._bytes

    def vanishing(self, name):
        if name == "a.tex":
            (reader.folder / "a.tex").unlink(missing_ok=True)
        return real(self, name)

    monkeypatch.setattr(Project, "_bytes", vanishing)
    [document] = reader.documents({})
    assert [one.key for one in document.manuscript.citations] == ["k"]
    assert [one.target for one in document.manuscript.missing] == ["a"]


# --- packages with commands and lists of their own


def test_lists_of_multibib_load_their_files(reader):
    m = reader.main("\\citeweb{a}\\bibliographyweb{refs,web}", "\\newcites{web}{Web}")
    assert [one.target for one in m.resources] == ["refs", "web"]


def test_a_footnote_mark_of_elsarticle_is_no_reference(reader):
    assert not reader.main("\\author{A\\fnref{fn1}}\\fntext[fn1]{x}").references


def test_a_key_that_joins_the_one_before_it(reader):
    m = reader.main("\\cite{a,*b,*[see][]c}\\nocite{*}")
    assert [one.key for one in m.citations] == ["a", "b", "c"]
    text = m.files["main.tex"].text
    assert [text[one.span.start : one.span.end] for one in m.citations] == ["a", "b", "c"]
    assert m.nocite_all


def test_a_subfile_path_is_read(reader):
    m = reader.main("\\bibliography{\\subfix{refs}}\\input{\\subfix{a}}", files={"a.tex": "\\label{x}"})
    assert [one.target for one in m.resources] == ["refs"]
    assert not m.missing


@pytest.mark.parametrize(
    ("preamble", "body"),
    [
        ("\\newmintinline{python}{}", "\\pythoninline|{ \\cite{x}|"),
        ("\\newmintinline[py]{python}{}", "\\py|{ \\cite{x}|"),
        ("\\newmint{python}{}", "\\python|{ \\cite{x}|"),
        ("\\newcommand{\\code}{\\collectverb{\\codebox}}", "\\code{x % 2}"),
        ("", "\\mint{python}|{ \\cite{x}|"),
        ("\\newcommand{\\code}{\\lstinline[language=C]}", "\\code|{ \\cite{x}|"),
        ("\\newcommand{\\code}{\\mintinline{c}}", "\\code|{ \\cite{x}|"),
        ("\\let\\code\\lstinline", "\\code|{ \\cite{x}|"),
    ],
)
def test_code_in_a_line(reader, preamble, body):
    m = reader.main(f"{body} \\cite{{live}}", preamble)
    assert [one.key for one in m.citations] == ["live"]
    assert not m.problems


@pytest.mark.parametrize(
    ("preamble", "call"),
    [
        (r"\newmintinline[elpi]{elpi.py:Lexer}{fontsize=\small}", r"\elpi{(node (leaf leaf) leaf)}"),
        (r"\newmintinline{python}{}", r"\pythoninline|{ leaf leaf|"),
        (r"\let\code\lstinline", r"\code{f {leaf leaf} % leaf}"),
        (r"\newcommand{\code}{\mintinline{c}}", "\\code{leaf\n leaf}"),
        (r"\newcommand{\code}{\collectverb{\codebox}}", r"\code{leaf leaf}"),
        (r"\let\code\verb \let\again\code", r"\again|leaf leaf|"),
    ],
)
def test_code_by_a_macro_of_the_document_has_no_words(reader, preamble, call):
    m = reader.main(f"The term {call} is.", preamble)
    assert [sentence.text for sentence in m.sentences] == ["The term \ufffc is."]


def test_a_macro_with_code_in_its_argument_is_no_code(reader):
    m = reader.main("\\code{\\cite{x}}", "\\newcommand{\\code}[1]{\\texttt{#1}}")
    assert [one.key for one in m.citations] == ["x"]


def test_citations_in_the_caption_of_a_listing(reader):
    m = reader.main(
        "\\begin{lstlisting}[caption={From \\cite{a}, see \\ref{l}},label=l]\n\\cite{dead}\n\\end{lstlisting}\n"
        "\\lstinputlisting[caption={From \\textcite[3]{b}}]{x.c}"
    )
    assert [one.key for one in m.citations] == ["a", "b"]
    assert [one.name for one in m.references] == ["l"]


def test_a_caption_beside_a_figure(reader):
    m = reader.main(
        "\\begin{figure}\\begin{captionbeside}[short]{Long}X\\end{captionbeside}\\label{f}\\end{figure}"
    )
    assert len(m.floats[0].captions) == 1


def test_entries_of_harvard(reader):
    body = "\\begin{thebibliography}{1}\\harvarditem[K]{Knuth}{1984}{knuth84} K\\end{thebibliography}"
    assert [one.key for one in reader.document({"main.tex": _whole(body)}).bibliography.entries] == [
        "knuth84"
    ]


def _whole(body):
    return f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}"


def test_an_integral_is_no_code(reader):
    m = reader.main("$\\mint_{a}^{b} x_{c}$ \\mint{x} y {\\cite{k} y}", "\\newcommand{\\mint}{\\int}")
    assert [one.key for one in m.citations] == ["k"]
    assert not m.problems


def test_what_an_acronym_cites(reader):
    m = reader.main("\\ac{a}", "\\DeclareAcronym{a}{short=A, cite={x, y}}\\DeclareAcronym{b}{short=B,cite=z}")
    assert [one.key for one in m.citations] == ["x", "y", "z"]


# -- what packages define, from the data


@pytest.mark.parametrize(
    ("preamble", "body", "labels"),
    [
        (r"\usepackage{algorithm2e}", r"\nllabel{a}", "a"),
        (r"\usepackage{akkmath}", r"\xlabel{a}{text}", "a"),  # by akkmathpaper, which it loads
        ("", r"\nllabel{a}", ""),  # a macro of that name may do anything
    ],
)
def test_commands_of_packages_that_are_not_in_the_project(reader, preamble, body, labels):
    read = reader.main(body, preamble)
    assert [label.name for label in read.labels] == labels.split()


def test_environments_for_code_and_theorems_of_packages_that_are_not_in_the_project(reader):
    preamble = r"\usepackage{ProfLycee}\usepackage{akklecture}\usepackage{tlatex}"
    body = r"\begin{CodePythonLst}\cite{code}\end{CodePythonLst}\begin{korollar}\cite{a}\end{korollar}"
    read = reader.main(f"{body}\\begin{{tla}}{{(a % 2 : k}}\\cite{{code}}\\end{{tla}}", preamble)
    assert [citation.key for citation in read.citations] == ["a"]
    assert "korollar" in read.theorem_kinds


def test_a_copy_in_the_project_says_what_its_commands_do(reader):
    style = r"\newcommand{\xlabel}[2]{\label{#2}}"
    read = reader.main(r"\xlabel{a}{b}", r"\usepackage{akkmathpaper}", {"akkmathpaper.sty": style})
    assert [label.name for label in read.labels] == ["b"]


def test_arguments_that_the_document_says_are_not_printed_are_no_words(reader):
    preamble = r"\newcommand{\difficulty}[1]{}\newcommand{\source}[2]{}\newcommand{\marked}[1]{\textbf{#1}}"
    body = r"Sand \source{pdf}{p001} is wet\difficulty{2}. \difficulty{3}\cite{a} says so, \marked{too}."
    assert [sentence.text for sentence in reader.main(body, preamble).sentences] == [
        "Sand is wet.",
        "[a] says so, too.",
    ]


def test_what_is_declared_in_the_text_is_none_of_its_words(reader):
    declared = r"\defbibentryset{both}{one, two} \addtocategory{old}{one}"
    m = reader.main(declared + r" We saw \cite{both}.", r"\usepackage{biblatex}")
    assert [sentence.text for sentence in m.sentences] == ["We saw [both]."]
