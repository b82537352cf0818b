r"""Files of knitr and Sweave: what is code, what is LaTeX, and where each character stands."""

from pathlib import Path

import pytest

from argcheck import api
from argcheck.lint.fixes import apply_fixes
from argcheck.tex.knitr import names, without_code

REFS = "@book{knuth, author = {D. Knuth}, title = {Books}, publisher = {P}, year = 1984}\n"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a\n<<x>>=\nb {\n\n@\nc", "a\n%%%%%%\n%%%\n\n%\nc"),
        ("  <<x, echo=FALSE>>=\n  @\nc", f"{'%' * 20}\n%%%\nc"),
        ("<<x>>=\ny@z\n  @slot\n@ % end\nc", "%%%%%%\n%%%\n%%%%%%%\n%%%%%%%\nc"),
        ("<<x>>=\nb\n<<y>>=\n<<x>>\n@\nc", "%%%%%%\n%\n%%%%%%\n%%%%%\n%\nc"),
        ("<<x>>=\nto the end", "%%%%%%\n%%%%%%%%%%"),
        ("%<<x>>=\nno chunk\n%@", "%<<x>>=\nno chunk\n%@"),
        ("if a << b >> c", "if a << b >> c"),
        (r"\Sexpr{f(x) %in% '{'} left", r"\Sexpr{             } left"),
        ("\\Sexpr{a\n  + b} left", "\\Sexpr{ \n     } left"),
        ("\\Sexpr{open\n\n} left", "\\Sexpr{open\n\n} left"),
        ("<<child='a.Rnw'>>=\n@", "  \\input{a.Rnw}   \n%"),
        ('<<child=c("a.Rnw", "b.Rnw")>>=\n@\n', "    \\input{a.Rnw}\\input{b.Rnw}\n%\n"),
        ("<<child=c('a.Rnw','b.Rnw','c.Rnw')>>=\n@", "    \\input{a}\\input{b}\\input{c}      \n%"),
        ("<<child=c('a','b','c')>>=\n@", f"{'%' * 25}\n%"),  # no room
        ("<<child=files>>=\n@", "\\input{\\child}  \n%"),
        ("<<child=dir(pattern='x')>>=\n@", "\\input{\\child}             \n%"),
        ("\\Sexpr{knit_child('a.Rnw')}.", "            \\input{a.Rnw}  ."),
    ],
)
def test_what_is_read_has_every_character_in_its_place(written: str, read: str) -> None:
    assert without_code(written) == read
    assert [len(line) for line in written.split("\n")] == [len(line) for line in read.split("\n")]


@pytest.mark.parametrize(
    ("chunk", "named"),
    [
        ("<<plot, fig.cap='A plot'>>=\n@", {("label", "fig:plot")}),
        ("<<echo=FALSE, label='plot', fig.cap=c('A', 'B')>>=\n@", {("label", "fig:plot")}),
        ("<<plot>>=\n#| fig.cap = 'A plot'\n@", {("label", "fig:plot")}),
        (
            "<<>>=\nopts_chunk$set(fig.lp = '')\n@\n<<plot, fig.cap='A plot'>>=\n@",
            {("label", "plot"), ("label", "fig:plot"), ("built", "\0")},
        ),
        ("<<plot, fig.width=5>>=\n@", set()),
        ("<<fig.cap='A plot'>>=\n@", set()),
        ("<<x, fig.cap='Of \\\\citet[p. 2]{a, b}'>>=\n@", {("label", "fig:x"), ("cite", "a"), ("cite", "b")}),
        ("<<x>>=\ncat('\\\\label{eq:x} \\\\ref{tab:y}')\n@", {("label", "eq:x"), ("ref", "tab:y")}),
        (
            '<<x>>=\nxtable(y, label = "tab:y")\n@',
            {("label", f"{kind}tab:y") for kind in ("", "fig:", "tab:")},
        ),
        ("<<>>=\n#| label: y\n@", {("label", f"{kind}y") for kind in ("", "fig:", "tab:")}),
        ("<<x, results='asis'>>=\n@", {("built", "\0")}),
        ("<<x>>=\nopts_chunk$set(fig.lp = 'f:')\n@", {("built", "\0")}),
        ("<<results=tex>>=\ncat('\\\\bibliography{refs}')\n@", {("built", "\0"), ("bibliography", "refs")}),
        ("<<results=tex>>=\nbibliography()\n@", {("built", "\0"), ("bibliography", "\\Sexpr{}")}),
        ("no chunk, label = 'x' \\Sexpr{label}", set()),
    ],
)
def test_what_code_names(chunk: str, named: set[tuple[str, str]]) -> None:
    assert set(names(chunk)) == named


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".git").mkdir()

    def check(self, *paths: str, **files: str) -> list[str]:
        """Write files, named with ``__`` for the slash and ``_`` for the dot, and say what is found in the paths."""
        for name, text in files.items():
            path = self.folder / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.report = api.check(*(self.folder / path for path in paths or ["."]), isolated=True)
        return [self.line(found) for found in self.report.diagnostics]

    def line(self, found: api.Diagnostic) -> str:
        line, column = self.report.sources[found.span.path].position(found.span.start)
        return f"{found.span.path}:{line}:{column} {found.code}"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def document(body: str) -> str:
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


def test_a_chunk_has_no_finding_and_moves_none(repository: Repository) -> None:
    body = "<<x>>=\n\\cite{no} {\n\n\\begin{a}\n@\nWe cite \\Sexpr{'%'} \\cite{none}.\n\\bibliography{refs}"
    found = repository.check(thesis_Rnw=document(body), refs_bib=REFS)
    assert found == ["refs.bib:1:7 CIT005", "thesis.Rnw:8:27 CIT001"]


def test_what_is_woven_is_not_judged(repository: Repository) -> None:
    written = document("See \\ref{a}.")
    files = {"thesis_Rnw": written, "thesis_tex": written, "other_tex": document("See \\ref{b}.")}
    assert repository.check(**files) == ["other.tex:3:10 REF001", "thesis.Rnw:3:10 REF001"]
    (repository.folder / "thesis-concordance.tex").write_text("\\Sconcordance{}")
    assert repository.check("thesis.tex") == ["thesis.Rnw:3:10 REF001"]
    repository.check()
    assert repository.report.orphans == ()


def test_a_part_is_read_from_what_it_is_made_of(repository: Repository) -> None:
    for part in ({"part_tex": ""}, {}):  # without_code, and not yet
        found = repository.check(
            main_tex=document("\\input{part}"), part_Snw="<<x>>=\n@\nSee \\ref{a}.", **part
        )
        assert found == ["part.Snw:3:10 REF001"]


def test_what_is_woven_is_known_in_folders_that_nobody_looked_into(repository: Repository) -> None:
    one, main = "<<x>>=\n@\nSee \\ref{a}.", document("\\input{../ch/one}")
    found = repository.check("sub", sub__main_tex=main, ch__one_Rnw=one, ch__one_tex="See \\ref{a}.")
    assert found == ["ch/one.Rnw:3:10 REF001"]


def test_a_vignette_that_cannot_be_read_is_named(repository: Repository) -> None:
    (repository.folder / "argcheck.toml").write_text('roots = ["inst/doc/v.Rnw"]')
    (repository.folder / "inst/doc").mkdir(parents=True)
    (repository.folder / "inst/doc/v.Rnw").write_bytes(b"\\documentclass{article}\0")
    report = api.check(repository.folder)
    assert [found.code for found in report.diagnostics] == ["TEX099"]


def test_children(repository: Repository) -> None:
    body = "<<child=c('a.Rnw', 'sub/b.Rnw')>>=\n@\n\\SweaveInput{c}\n\\Sexpr{knit_child('d.Rnw')}"
    parts = {"a_Rnw": "\\ref{a}", "sub__b_Rnw": "\\ref{b}", "c_Rnw": "\\ref{x}"}
    found = repository.check(main_Rnw=document(body), **parts, d_Rnw="\\ref{d}")
    assert found == ["a.Rnw:1:6 REF001", "c.Rnw:1:6 REF001", "d.Rnw:1:6 REF001", "sub/b.Rnw:1:6 REF001"]
    (repository.folder / "d.Rnw").unlink()
    assert repository.check() == ["main.Rnw:6:20 TEX001"]


def test_a_part_names_its_document(repository: Repository) -> None:
    found = repository.check(
        "ch/a.Rnw", main_Rnw=document("\\input{ch/a}"), ch__a_Rnw="% !Rnw root = ../main.Rnw\n\\ref{a}"
    )
    assert found == ["ch/a.Rnw:2:6 REF001"]


def test_a_label_of_a_chunk(repository: Repository) -> None:
    chunks = "<<plot, fig.cap='A plot'>>=\n@\n<<results='hide'>>=\nxtable(x, label='tab:a')\n@\n"
    text = "See \\ref{fig:plot}, \\ref{fig:plot-2}, \\ref{tab:a} and \\ref{fig:plots}."
    assert repository.check(main_Rnw=document(chunks + text)) == ["main.Rnw:8:60 REF001"]


@pytest.mark.parametrize(
    ("target", "known"),
    [("figs/a", True), ("figs/a.tex", True), ("thesis-fit", True), ("fit", False), ("b", False)],
)
def test_what_code_writes_may_be_read(repository: Repository, target: str, known: bool) -> None:
    body = f"<<fit>>=\ntikz('figs/a.tex')\n@\n'b'\n\n\\input{{{target}}}"
    assert repository.check(main_Rnw=document(body)) == ([] if known else ["main.Rnw:8:8 TEX001"])


def test_what_code_writes_is_not_missing(repository: Repository) -> None:
    body = "<<x>>=\ntikz('figs/a.tex')\n@\n\\input{figs/a} \\input{figs/b}"
    assert repository.check(main_Rnw=document(body)) == ["main.Rnw:6:23 TEX001"]


def test_a_built_vignette_is_judged_once(repository: Repository) -> None:
    text = document("See \\ref{a}.")
    files = {"vignettes__a_Rnw": text, "inst__doc__a_Rnw": text, "inst__doc__b_Rnw": text}
    assert repository.check(**files) == ["vignettes/a.Rnw:3:10 REF001"]
    assert repository.report.orphans == ()
    assert repository.check("inst") == ["inst/doc/a.Rnw:3:10 REF001", "inst/doc/b.Rnw:3:10 REF001"]


def test_a_fix_keeps_the_code(repository: Repository) -> None:
    text = document("<<x>>=\n# Maß\n@\n\\Sexpr{x} \\citep{knuth,knuth}\n\\bibliography{refs}")
    assert repository.check(main_Rnw=text, refs_bib=REFS) == ["main.Rnw:6:24 CIT004"]
    apply_fixes(repository.report, repository.folder, unsafe=True)
    assert (repository.folder / "main.Rnw").read_text("utf-8") == text.replace("knuth,knuth", "knuth")
