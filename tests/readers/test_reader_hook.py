"""The hook for readers of manuscripts: the example of its page, as an author of a plugin would run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from argcheck_process import argcheck

from argcheck import api

PAGE = Path(__file__).parents[2] / "docs" / "readers.md"
BIB = "@article{known, author = {A. Smith}, title = {On it}, journal = {J}, year = 2020}\n"
PAPER = """= A study
:bibtex-file: refs.bib

[[sec]]
== What was done

As cite:[known] and cite:[gone] say, see <<sec>> and <<lost>>.
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Write files and give the report that a plugin leads to; the plugin is that of the page, or one like it."""

    def run(files, *paths, change=("", "")):
        [example] = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
        assert change[0] in example
        (tmp_path / "asciidoc.py").write_text(example.replace(*change), "utf-8")
        paper = tmp_path / "paper"
        for name, text in {"refs.bib": BIB, **files}.items():
            (paper / name).parent.mkdir(parents=True, exist_ok=True)
            (paper / name).write_text(text, encoding="utf-8")
        monkeypatch.chdir(paper)
        return api.check(*(paths or ["."]), isolated=True, plugins=[tmp_path / "asciidoc.py"])

    return run


def places(report):
    lines = report.sources
    return sorted(
        (d.code, d.span.path, *lines[d.span.path].position(d.span.start)) for d in report.diagnostics
    )


def test_findings_stand_where_the_author_wrote_them(check):
    report = check({"a.adoc": PAPER})
    assert [document.root for document in report.documents] == ["a.adoc"]
    assert places(report) == [("CIT001", "a.adoc", 7, 27), ("REF001", "a.adoc", 7, 56)]


def test_what_no_document_is_is_left_alone_until_it_is_named(check):
    files = {"notes.adoc": "== Notes\n\nSee <<lost>> and cite:[gone].\n"}
    assert check(files).documents == ()
    assert [document.root for document in check(files, "notes.adoc").documents] == ["notes.adoc"]


def test_latex_does_not_read_what_a_reader_reads(check):
    body = "\\section{One}\\label{sec:one}\n\\input{part.adoc}\n\nSee \\ref{sec:oen}."
    latex = f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    report = check({"b.tex": latex, "part.adoc": "A {brace."})
    assert [(d.code, d.span.path) for d in report.diagnostics] == [("REF001", "b.tex")]
    assert {"AsciiDoc" in reason.because for held in report.held_back for reason in held.because} == {True}


def test_comments_silence_rules(check):
    silenced = PAPER.replace(
        "As cite", "// argcheck: ignore[undefined-citation, undefined-reference] kept\nAs cite"
    )
    assert places(check({"a.adoc": silenced})) == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("out = Translation()", "raise KeyError(path)"), "/asciidoc.py:26)"),
        (("return out.done(len(text))", "return out.done(len(text))._replace(pieces=())"), "does not say where its first character"),
        (("return out.done(len(text))", "return out.done(10**9)"), "is outside the file"),
        (
            ("return out.done(len(text))", "t = out.done(len(text))\n    return t._replace(text=t.text.replace('known', 'knewn'))"),
            "is not what stands at character",
        ),
    ],
)  # fmt: skip
def test_a_reader_that_fails_is_named_and_the_run_goes_on(check, change, why):
    latex = "\\documentclass{article}\\begin{document}See \\ref{none}.\\end{document}\n"
    report = check({"a.adoc": PAPER, "b.tex": latex}, change=change)
    said = {diagnostic.span.path: diagnostic.message for diagnostic in report.diagnostics}
    assert why in said["a.adoc"]
    assert "none" in said["b.tex"]


def test_what_a_reader_lacks_is_said(check):
    report = check(
        {"a.adoc": PAPER},
        change=("silent=NOT_LATEX", 'lacking=lambda: "pip install x"'),
    )
    assert report.documents == ()
    assert "a.adoc is not checked: pip install x" in report.notices


@pytest.mark.slow
def test_what_a_reader_lacks_is_kept_until_it_is_installed(check, tmp_path):
    """An unchanged run is answered from the store, and checked anew when something was installed."""
    needs = "__import__('importlib.util').util.find_spec('adoc_parser') is None and 'pip install x' or ''"
    check({"a.adoc": PAPER}, change=("silent=NOT_LATEX", f"silent=NOT_LATEX, lacking=lambda: {needs}"))
    (tmp_path / "site").mkdir()
    environ = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "site"),
        "ARGCHECK_CACHE_DIR": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-X", "importtime", "-m", "argcheck", "check", ".", "--isolated"]
    command += ["--plugin", str(tmp_path / "asciidoc.py")]

    def run():
        """Tell whether the document was left out, and whether rules were run."""
        ended = subprocess.run(command, cwd=tmp_path / "paper", env=environ, capture_output=True, check=False)
        return (
            b"a.adoc is not checked: pip install x" in ended.stderr,
            b"argcheck.lint.engine" in ended.stderr,
        )

    assert [run(), run()] == [(True, True), (True, False)]
    (tmp_path / "site" / "adoc_parser.py").touch()
    assert run() == (False, True)


@pytest.mark.parametrize("suffix", [".tex", ".md", ".bib", ".x.qmd"])
def test_of_two_readers_of_one_kind_of_file_the_second_is_left_out_and_named(check, suffix):
    report = check({"a.adoc": PAPER, "b.tex": "x"}, change=('".adoc"', f'"{suffix}"'))
    said = f"the reader 'AsciiDoc' is left out: argcheck reads files that end in '{suffix}'"
    assert [failure.message for failure in report.failures] == [f"plugin asciidoc.py: {said}"]
    assert report.exit_code == 3


def test_a_hook_that_gives_no_reader_is_named(check):
    report = check({"b.tex": "x"}, change=("return [asciidoc]", "return ['asciidoc']"))
    assert "which is no ManuscriptReader" in report.failures[0].message


@pytest.mark.slow
def test_comments_are_added_in_the_notation_of_the_file_and_a_kept_run_sees_new_files(check, tmp_path):
    check({"a.adoc": PAPER})
    paper, plugin = tmp_path / "paper", tmp_path / "asciidoc.py"
    environment = {**os.environ, "NO_COLOR": "1"}
    arguments = ["check", ".", "--plugin", str(plugin), "--cache-dir", str(tmp_path / "cache")]
    assert argcheck(*arguments, "--add-ignore=kept", cwd=paper, env=environment).returncode == 0
    assert (
        "\n// argcheck: ignore[undefined-citation, undefined-reference] kept\nAs"
        in (paper / "a.adoc").read_text()
    )
    for _ in range(2):
        assert argcheck(*arguments, cwd=paper, env=environment).returncode == 0
    (paper / "b.adoc").write_text(PAPER)
    assert (
        "b.adoc:7:27"
        in argcheck(*arguments, "--format", "concise", cwd=paper, env=environment, encoding="utf-8").stdout
    )
