r"""What becomes of files that a document reads and that are no LaTeX, not there, or there under a name of other case.

Each test writes a folder as authors leave them, and looks at what ``argcheck check`` says of it.
"""

import pytest

from argcheck import api


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Give the report of a folder."""

    def run(files, *paths, cache=False, config=None):
        folder = tmp_path / "work"
        (folder / ".git").mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        monkeypatch.chdir(folder)
        return api.check(*(paths or ["."]), isolated=True, cache=cache, config=config)

    return run


def said(report):
    return [(one.span.path, one.code, one.message) for one in report.diagnostics]


def because(report):
    return {why.because for one in report.held_back for why in one.because}


def article(body: str, preamble: str = "") -> str:
    return f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


SECTION = "\\section{One}\\label{sec:one}\n"
MISSPELT = ("main.tex", "REF001", "no label is called 'sec:oen'")


# -- files that are no LaTeX


@pytest.mark.parametrize("name", ["text/ola.md", "notes.markdown", "part.Md"])
def test_markdown_that_a_document_reads_is_not_read_as_latex(check, name):
    report = check(
        {
            "main.tex": article(f"{SECTION}\\input{{{name}}}\n\nSee \\ref{{sec:oen}}."),
            name: "# A {brace and $x\n",
        }
    )
    assert said(report) == [MISSPELT]  # a near miss of a label that is there
    assert any(name in one and "Markdown" in one for one in because(report))


def test_a_table_of_values_is_not_read_as_latex(check):
    words = {"extend-select": ["number-not-in-body"]}  # a rule that needs every sentence
    report = check({"main.tex": article(r"\input{values.csv}"), "values.csv": "a,b\n{,$\n"}, config=words)
    assert not said(report)
    assert any("values.csv" in one for one in because(report))


@pytest.mark.parametrize(
    "table", ["\\begin{tabular}{ll}\na & \\ref{nope}\n\\end{tabular}\n", "a & \\ref{nope} \\\\\n"]
)
def test_a_table_of_latex_is_read_whatever_its_name(check, table):
    report = check({"main.tex": article(r"\input{values.csv}"), "values.csv": table})
    assert said(report) == [("values.csv", "REF001", "no label is called 'nope'")]
    assert not because(report)


def test_a_text_file_is_read(check):
    report = check({"main.tex": article(r"\input{abstract.txt}"), "abstract.txt": r"See \ref{nope}."})
    assert said(report) == [("abstract.txt", "REF001", "no label is called 'nope'")]


def test_markdown_that_is_not_there_is_missing(check):
    report = check({"main.tex": article(r"\input{part.md}")})
    assert [one[1] for one in said(report)] == ["TEX001"]


# -- names that are only probed, and files that the document writes


@pytest.mark.parametrize("name", ["x", r"\base x"])
def test_a_probe_in_double_braces_is_a_probe(check, name):
    style = rf"\newcommand{{\base}}{{./langs/}}\IfFileExists{{{{{name}}}}}{{\input{{{name}}}}}{{}}"
    report = check({"main.tex": article(f"{SECTION}See \\ref{{sec:oen}}.", style)})
    assert said(report) == [MISSPELT]
    assert not because(report)


@pytest.mark.parametrize(("written", "missing"), [("{part 1 }", 0), ("{part 1}", 1)])
def test_a_blank_at_the_end_of_a_name_is_a_part_of_the_name_of_the_file(check, written, missing):
    report = check({"main.tex": article(f"\\input{written} See \\ref{{sec:one}}."), "part 1 .tex": SECTION})
    assert len([one for one in said(report) if one[1] == "TEX001"]) == missing


WRITES = [
    r"\newwrite\out\immediate\openout\out=tmp.bib",
    r"\newwrite\out \immediate\openout\out tmp.bib ",
    r"\newwrite\out\immediate\openout\out={tmp.bib}",
    r"\newwrite\out\openout\out = \jobname-tmp.bib\relax",
]


@pytest.mark.parametrize("writes", WRITES)
@pytest.mark.parametrize("style", [False, True])
def test_a_bibliography_that_the_document_writes_is_not_missing(check, writes, style):
    name = r"\jobname-tmp.bib" if "jobname" in writes else "tmp.bib"
    loads = rf"\addbibresource{{{name}}}" + writes
    preamble = r"\usepackage{biblatex}\addbibresource{refs.bib}" + (r"\usepackage{own}" if style else loads)
    files = {
        "main.tex": article(SECTION + r"See \ref{sec:oen} and \cite{a}, \cite{nope}.", preamble),
        "refs.bib": "@book{a, title={A}, author={B, C}, year=2001, publisher={P}}\n",
    }
    report = check({**files, "own.sty": loads} if style else files)
    assert {one[1] for one in said(report)} == {"REF001", "CIT001"}
    assert not because(report)


def test_a_document_with_no_other_bibliography_than_one_that_it_writes_is_not_accused(check):
    report = check(
        {"main.tex": article(r"\cite{a}", r"\usepackage{biblatex}\addbibresource{tmp.bib}" + WRITES[0])}
    )
    assert not said(report)
    assert "tmp.bib is not read (the document writes it)" in because(report)


def test_keys_of_entries_that_the_document_writes_are_known(check):
    paper = r"\newcommand{\paper}[1]{\input{#1}\immediate\write\out{@incollection{#1,title={A}}@misc{#1footer,year=1}}}"
    files = {
        "main.tex": article(r"\paper{chapters/a}\cite{old}", r"\usepackage{own}"),
        "chapters/a.tex": r"See \cite{chapters/a}, \cite{chapters/afooter} and \cite{chapters/b}.",
        "own.sty": rf"\usepackage{{biblatex}}\addbibresource{{refs.bib}}\addbibresource{{tmp.bib}}{WRITES[0]}{paper}",
        "refs.bib": "@book{old, title={A}, author={B, C}, year=2001, publisher={P}}\n",
    }
    report = check(files)
    assert [one[1] for one in said(report)] == ["CIT001"]
    assert "'chapters/b'" in str(said(report))


def test_a_text_that_the_document_writes_is_not_missing(check):
    body = SECTION + r"\newwrite\out\immediate\openout\out=tmp.tex \input{tmp} See \ref{sec:oen}."
    assert said(check({"main.tex": article(body)})) == [MISSPELT]


def test_a_file_that_only_a_comment_writes_is_missing(check):
    body = "% \\openout\\out=tmp.tex\n\\input{tmp}"
    assert [one[1] for one in said(check({"main.tex": article(body)}))] == ["TEX001"]


@pytest.mark.parametrize(
    "makes",
    [
        "\\bash[verbose,stdoutFile=tab.tex]\nls\n\\END\n",
        "\\immediate\\write18{git describe > tab.tex}",
        '\\ShellEscape{sort -u "a b.txt" >> "./tab.tex"}',
        "\\begin{pycode}\nopen('tab.tex', 'w').write(rows)\n\\end{pycode}\n",
        "\\begin{luacode*}\nio.open('tab.tex', 'w')\n\\end{luacode*}\n",
    ],
)
def test_a_file_that_a_program_of_the_document_writes_is_not_missing(check, makes):
    report = check({"main.tex": article(f"{makes}\n\\input{{tab.tex}}\n\nSee \\ref{{fig:rates}}.")})
    assert not said(report)
    assert "tab.tex is not read (code of the document writes it)" in because(report)
    report = check({"main.tex": article(f"{makes}\n\\input{{tag.tex}}")})
    assert [one[1] for one in said(report)] == ["TEX001"]


# -- names that differ by the case of their letters


OTHER_CASE = "the file '{}' is called '{}', which is another name where case counts"


@pytest.mark.parametrize(
    ("written", "there"),
    [("Content/Tau_results", "Content/tau_results.tex"), ("content/tau.tex", "Content/Tau.tex")],
)
def test_a_file_of_a_name_in_other_case_is_read(check, tmp_path, written, there):
    (tmp_path / "Case").touch()
    if (tmp_path / "case").exists():
        pytest.skip("case does not count in this file system")
    report = check(
        {
            "main.tex": article(f"{SECTION}\\input{{{written}}} See \\ref{{sec:tau}}."),
            there: r"\section{Tau}\label{sec:tau} See \ref{nope}.",
        }
    )
    assert sorted(said(report)) == [
        (there, "REF001", "no label is called 'nope'"),
        ("main.tex", "TEX001", OTHER_CASE.format(written, there)),
    ]
    assert not because(report)
    assert not report.orphans


def test_a_package_of_a_name_in_other_case_is_read(check, tmp_path):
    (tmp_path / "Case").touch()
    if (tmp_path / "case").exists():
        pytest.skip("case does not count in this file system")
    preamble = "\\documentclass{article}\n\\usepackage{lib/ownTex}\n\\usepackage{Float}\n\\begin{document}\n"
    report = check(
        {
            "main.tex": f"{preamble}{SECTION}\\summary{{parts/short}}\n\\end{{document}}\n",
            "lib/owntex.sty": r"\newcommand{\summary}[1]{\input{#1}}",
            "float.sty": r"\newcommand{\other}{TODO}",
            "parts/short.tex": "See \\ref{nope}.",
        }
    )
    assert sorted(said(report)) == [
        ("main.tex", "TEX001", OTHER_CASE.format("lib/ownTex.sty", "lib/owntex.sty")),
        ("parts/short.tex", "REF001", "no label is called 'nope'"),
    ]
    assert not report.orphans


def test_several_names_in_other_case_are_one_finding(check, tmp_path):
    (tmp_path / "Case").touch()
    if (tmp_path / "case").exists():
        pytest.skip("case does not count in this file system")
    files = {f"{name}.tex": "Words." for name in ("one", "two", "six")}
    body = SECTION + "".join(f"\\input{{{name.capitalize()}}}" for name in files)
    message = OTHER_CASE.format("One.tex", "one.tex") + "; other names are wrong, too"
    assert said(check({"main.tex": article(body), **files})) == [("main.tex", "TEX001", message)]


def test_a_file_whose_accents_are_coded_in_another_way_is_read_and_nothing_said(check):
    decomposed, composed = "introduc\u0327a\u0303o", "introdu\u00e7\u00e3o"
    files = {
        "main.tex": article(
            f"{SECTION}\\input{{{composed}}} See \\ref{{sec:tau}} and \\cite{{a}}."
            f"\\includegraphics{{{composed}}}\\includegraphics{{other}}\\bibliography{{{composed}}}"
        ),
        f"{decomposed}.tex": r"\section{Tau}\label{sec:tau} See \ref{nope}.",
        f"{decomposed}.bib": "@book{a, title={A}, author={B, C}, year=2001, publisher={P}}\n",
        f"{decomposed}.png": "",
        "other.png": "",
    }
    assert [one[1:] for one in said(check(files))] == [("REF001", "no label is called 'nope'")]


def test_a_bibliography_whose_accents_are_coded_in_another_way_is_read_and_nothing_said(check, tmp_path):
    (tmp_path / "Case").touch()
    if (tmp_path / "case").exists():
        pytest.skip("case does not count in this file system")
    files = {
        "main.tex": article(r"\cite{a}, \cite{nope}\bibliography{refs}"),
        "Refs.bib": "@book{a, title={A}, author={B, C}, year=2001, publisher={P}}\n",
    }
    report = check(files)
    assert [one[1] for one in said(report)] == ["CIT001", "TEX001"]
    assert not because(report)


def test_a_renamed_file_is_seen_by_the_next_run(check, tmp_path):
    (tmp_path / "Case").touch()
    if (tmp_path / "case").exists():
        pytest.skip("case does not count in this file system")
    check({"main.tex": article(r"\input{one}"), "One.tex": "Text."}, cache=True)
    (tmp_path / "work/One.tex").rename(tmp_path / "work/other.tex")
    [(_, code, message)] = said(check({}, cache=True))
    assert (code, message) == ("TEX001", "the file 'one' does not exist")


# -- what stands in brackets behind a label


@pytest.mark.parametrize("between", ["\n", " "])
def test_a_blank_of_a_template_behind_a_label_is_printed(check, between):
    body = rf"\maketitle\section{{A}}\label{{ch:p}}{between}[Your Name] and more."
    found = said(check({"main.tex": article(body)}))
    assert found == [("main.tex", "TEX008", "[Your Name] is still in what is printed")]
