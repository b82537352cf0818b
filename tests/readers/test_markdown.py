"""Manuscripts in Markdown: R Markdown, bookdown, Quarto and what else pandoc reads.

Each test writes a folder as authors leave them, and looks at what argcheck says of it, and where.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reported import BIB, roots, words

from argcheck import api
from argcheck.cli import check_command
from argcheck.readers.markdown_blocks import translate

if TYPE_CHECKING:
    from pathlib import Path

FRONT = "---\ntitle: A study\nbibliography: refs.bib\n---\n\n"


# -- citations


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Told [@gone].", ["gone"]),
        ("Told [see @gone, pp. 3--5; also -@lost, chap. 2].", ["gone", "lost"]),
        ("As @gone says.", ["gone"]),
        ("In 50% of them, and in 3 % too, as [@gone] says.", ["gone"]),
        ("The #1 of {all} & _some_, $5 and ^2, by @gone.", ["gone"]),
        ("As @known [see @gone] says.", ["gone"]),
        ("At $ 5 and $ 6 it is [@gone].", ["gone"]),
        ("Costs $$5.\n\nSo [@gone], and $$6.", ["gone"]),
        ("```{=latex}\nBy \\cite{gone}.\n```", ["gone"]),
        ("| a | b |\n|---|---|\n| `x|y` | [@gone] |\n", ["gone"]),
        ("Slips: [@@gone].", ["gone"]),
        ("<center>\nTold [@gone].\n</center>\n", ["gone"]),
        ("As @gone [p. 33] says, and -@lost too.", ["gone", "lost"]),
        ("As @{https://a.org/b?c=1} says.", ["https://a.org/b?c=1"]),
        ("By @a:b.c-d/e, and then.", ["a:b.c-d/e"]),
        ("Over\n[@gone;\n  @lost] lines.", ["gone", "lost"]),
        (
            "A blank at the end \nof a line [@gone].\n\n- and in \n  an item\t\n  of a list @lost",
            ["gone", "lost"],
        ),
        ("*Told [@gone]*, **@lost**.", ["gone", "lost"]),
        ("A note.^[See @gone.]", ["gone"]),
        ("A note.[^1]\n\n[^1]: See @gone.\n\n    And [@lost].", ["gone", "lost"]),
        ("> Quoted [@gone].\n> So @lost.", ["gone", "lost"]),
        ("- one [@gone]\n  and @lost\n\n    - two [@third]", ["gone", "lost", "third"]),
        ("# Heading [@gone] {#sec-a}\n\nSo.", ["gone"]),
        ("Heading @gone\n=======\n\nSo.", ["gone"]),
        ("| a | b |\n|---|---|\n| x | [@gone] |\n", ["gone"]),
        ("![Caption by [@gone].](x.png){width=50%}", ["gone"]),
        ("::: {.callout-note}\nIn a box @gone.\n:::\n", ["gone"]),
        ("[linked @gone](https://a.org) and [span @lost]{.smallcaps}", ["gone", "lost"]),
        ("<div>\nIn HTML [@gone].\n</div>\n", ["gone"]),
        ("<style>\n@media x {}\n</style>\n\nBehind it @gone.", ["gone"]),
        ("<div>\n<SCRIPT>\n@a\n</SCRIPT>\n</div>\n\nBehind it @gone.", ["gone"]),
        ("<pre>\n@a\n</pre>\nBehind it @gone.", ["gone"]),
        ("A key @gone#x, and @lost%y behind it.\n\nSo @third.", ["gone", "lost", "third"]),
        ("(@) An example by @gone.\n(@good) Another.\n\nAs (@good) and @good show.", ["gone"]),
        ("LaTeX \\cite{gone} is read, too.", ["gone"]),
        ("In \\textit{Dunes}[@gone] and \\emph{Sand}[-@lost].", ["gone", "lost"]),
        ("Ümläute: [@müller2020].", ["müller2020"]),
        (
            "| a | b |\n|---|---|\n| x | y |\n\n: So $x_{i}$ and **{it}** by @gone {#tbl-x .striped}\n",
            ["gone"],
        ),
        (
            "```{r}\n#| label: fig-x\n#| fig-cap: >-\n#|   Over lines\n#|   by @gone.\n#| echo: false\nf()\n```",
            ["gone"],
        ),
        (
            '```{r}\n#|  fig-cap: "So @gone\n#|    and @lost"\n#|  fig-subcap:\n#|    - "By @third"\n```',
            ["gone", "lost", "third"],
        ),
        ('```{r x, fig.cap="It isn\'t by @gone"}\n```', ["gone"]),
        ('::: {.callout-note title="Of: @known"}\nIn a box @gone.\n:::\n', ["gone"]),
        ('::: {#fig-x fig-cap="Of {dunes} by @gone"}\n![](x.png)\n:::\n', ["gone"]),
        ("::: {#fig-x\n  fig-cap='By @gone'}\n![By @lost](x.png)\n:::\n", ["gone", "lost"]),
        (
            "```{r fig.cap=\"By `f` of @gone\"}\n'[@a]'\n```\n\nSo @lost.\n\n```\n@code\n```\n",
            ["gone", "lost"],
        ),
        ("a. So.\n\n    It is @gone,\n    by @lost.\n\nb) So.\n\n    @third\n", ["gone", "lost", "third"]),
        ("Dune\n\n:   Of sand.\n\n    By @gone.\n\n(@one) So.\n\n    By @lost.\n", ["gone", "lost"]),
        ("_@gone says_, as @lost_@third does.", ["gone", "lost_", "third"]),  # so pandoc reads a slip
        ("A <!-- that never ends.\n\n- [@gone]\n\n```\n@code\n```\n", ["gone"]),
        ("<!-- likewise\n\n```\n@code\n```\n\n@gone", ["gone"]),
    ],
)
def test_citations_are_found_where_they_stand(check, text, keys):
    assert words(check({"paper.md": f"{FRONT}{text}\n"}), "CIT001") == keys


@pytest.mark.parametrize(
    "text",
    [
        "Write to someone@example.org.",
        "An `@decorator` in code, and ``a `@b` c``.",
        "```python\n@decorator\ndef f(): ...\n```",
        "```{r}\nobject@slot\n```",
        "</div>\n```{r T, echo=F}\nf()\n\nx <- '[@nokey]'\n```",
        "    @indented code\n",
        "A word.\n\n    @indented code\n\na. Item\n\n        @indented code\n",
        "Escaped \\@nobody.",
        "<!-- [@hidden] -->",
        "<div>\n<section><b>Cite</b>\n<pre class='a'><code>@gone{x,\n\n  @lost = 1\n}</code></pre></section></div>",
        "- Cite:\n  <pre>\n  @gone{x,\n  }\n  </pre>",
        "<!-- a comment\n\nover paragraphs [@hidden]\n-->",
        "https://social.example/@name is an address.",
        "[text](https://social.example/@name)",
        "<https://social.example/@name>",
        "$x@y$ and\n\n$$\na@b\n$$",
        "Known is @known.",
    ],
)
def test_what_is_no_citation(check, text):
    assert words(check({"paper.md": f"{FRONT}{text}\n"}), "CIT001") == []


def test_a_citation_of_everything_and_of_uncited_entries(check):
    report = check({"paper.md": "---\nbibliography: refs.bib\nnocite: |\n  @known, @gone\n---\n\nText.\n"})
    assert words(report, "CIT001") == ["gone"]
    assert not words(report, "CIT005")


FOUND, MISSED = [("CIT002", "NOTE")], [("CIT001", "ERROR"), ("CIT005", "NOTE")]


@pytest.mark.parametrize(
    ("front", "told"),
    [
        (
            "header-includes:\n  - \\usepackage{float}\n  - \\usepackage[round]{natbib}\\bibliographystyle{agsm}\n",
            FOUND,
        ),
        ("header-includes: |\n  \\usepackage{natbib}\n", FOUND),
        ("header-includes: \\usepackage{float, natbib}\n", FOUND),
        ("format:\n  pdf:\n    include-in-header:\n      - text: \\usepackage{natbib}\n", FOUND),
        ("include-in-header:\n  - file: in/header.tex\n", FOUND),
        ("format:\n  pdf:\n    include-in-header: in/header.tex\n", FOUND),
        ("output:\n  pdf_document:\n    includes:\n      in_header: [in/header.tex]\n", FOUND),
        ("include-in-header: [in/header.html, gone.tex]\n", MISSED),
        ("output:\n  pdf_document:\n    citation_package: natbib\n", FOUND),
        ("output:\n  bookdown::pdf_book:\n    citation_package: natbib\n", FOUND),
        ("format:\n  pdf:\n    cite-method: natbib\n", FOUND),
        ("cite-method: natbib\n", FOUND),
        ("", MISSED),
        ("header-includes:\n  - \\usepackage[natbib=true]{biblatex}\n", MISSED),
        ("header-includes:\n  - \\usepackage[style=apa, natbib, doi=false]{biblatex}\n", MISSED),
        ("output:\n  pdf_document: default # or natbib\n", MISSED),
    ],
)
def test_keys_in_another_case_are_found_by_bibtex_alone(check, front, told):
    text = f"---\n{front}bibliography: refs.bib\n---\n\nSaid \\cite{{Known}}.\n"
    loads = "\\usepackage{natbib}\n"
    report = check({"paper.Rmd": text, "in/header.tex": loads, "in/header.html": loads})
    assert [(finding.code, finding.severity.name) for finding in report.diagnostics] == told


def test_natbib_in_the_header_looks_up_no_key_in_the_signs_of_pandoc(check):
    front = "---\nheader-includes: \\usepackage{natbib}\nbibliography: refs.bib\n---\n\n"
    report = check({"paper.Rmd": f"{front}Said [@Known], and @Known.\n"})
    assert words(report, "CIT001") == ["Known", "Known"]
    report = check({"paper.Rmd": f"{front}Said [@Known] by \\citep{{Known}} and [@known].\n"})
    assert [(finding.code, finding.span[1:]) for finding in report.diagnostics] == [
        ("CIT001", (76, 81)),
        ("CIT002", (93, 98)),
    ]


@pytest.mark.parametrize("name", ["_bookdown.yml", "_quarto.yml"])
def test_a_project_may_say_that_bibtex_finds_the_keys(check, name):
    listed = {"_bookdown.yml": "rmd_files: [a.Rmd]\n", "_quarto.yml": "book:\n  chapters: [a.Rmd]\n"}[name]
    given = (
        "bibliography: refs.bib\nformat:\n  pdf:\n    cite-method: natbib\n" if name == "_quarto.yml" else ""
    )
    files = {name: listed + given, "a.Rmd": "---\nbibliography: refs.bib\n---\n# A\n\nSaid [@Known].\n"}
    if not given:
        files["_output.yml"] = "bookdown::pdf_book:\n  citation_package: natbib\n"
    assert [finding.code for finding in check(files).diagnostics] == ["CIT002"]


def test_a_chapter_of_bookdown_may_say_that_bibtex_finds_the_keys(check):
    top = "---\nbibliography: refs.bib\noutput:\n  bookdown::pdf_book:\n    citation_package: natbib\n---\n\n# A\n"
    report = check(
        {
            "_bookdown.yml": "rmd_files: [index.Rmd, b.Rmd]\n",
            "index.Rmd": top,
            "b.Rmd": "# B\n\nSaid [@Known].\n",
        }
    )
    assert [finding.code for finding in report.diagnostics] == ["CIT002"]


@pytest.mark.parametrize(
    ("cited", "told"),
    [
        ("[@known]", ["known"]),
        ("[@known, p. 23]", ["known"]),
        ("[cited in @known, p. 23]", []),
        ("[*apud* @known, p. 23]", []),
        ("[apud\n@known]", []),
        ("[see *also* @known; @other]", []),
    ],
)
def test_names_before_a_citation_whose_note_says_that_others_report_them(check, cited, told):
    bib = BIB + "@book{other, author = {Sand, Ann}, title = {B}, publisher = {P}, year = 1986}\n"
    report = check({"paper.Rmd": f"{FRONT}As in Olsen et al. (1986) {cited}, good.\n", "refs.bib": bib})
    assert words(report, "CIT010") == told


def test_a_bibliography_that_is_no_bibtex_is_said_to_be_unread(check):
    report = check({"paper.md": "---\nbibliography: refs.json\n---\n\nSee @gone.\n", "refs.json": "[]"})
    assert words(report, "CIT001") == []
    assert {held.rule for held in report.held_back} >= {"undefined-citation"}


def test_a_line_across_the_page_before_words_with_a_colon_begins_no_metadata(check):
    """As pandoc has it: behind the dashes that begin metadata stands no empty line."""
    rule = "# Zoo\n\nText.\n\n---\n\nColumns: `a | b`.\n\n"
    report = check({"paper.md": f"{rule}---\nbibliography: refs.bib\n---\n\nSee [@gone].\n"})
    assert not report.failures
    assert words(report, "CIT001") == ["gone"]


def test_a_manuscript_that_lists_every_entry(check):
    report = check({"paper.md": "---\nbibliography: refs.bib\nnocite: '@*'\n---\n\nText.\n"})
    assert not words(report, "CIT005")


def test_entries_in_the_front_matter(check):
    text = "---\nreferences:\n- id: inline\n  title: A title\n---\n\nSee @inline and @gone.\n"
    assert words(check({"paper.md": text}), "CIT001") == ["gone"]


# -- references


@pytest.mark.parametrize(
    "text",
    [
        "![A.](x.png){#fig-a fig-scap=\"To the 99$^{\\text{th}}$ one.\"}\n\n![B.](x.png){width=5 alt='{#no}, a=b' #fig-b}\n",
        '![A.](x.png){#fig-a\nfig-alt="Over\nlines {of} \\"words\\"" .wide}\n\n![B.](x.png){fig-alt="In #ff0 {and} more" #fig-b}\n',
        '# A {#fig-a short="A $x_{1}$"}\n\n$$ x = y $$ {#fig-b alt="x {is} y"}\n',
        '| a |\n|---|\n| 1 |\n\n: Caption {#fig-a short="$x_{1}$"}\n\n```{#fig-b .python cap="f{}"}\nx\n```\n',
        "![A.](x.png){#fig-a title=Don't}\n\n![B.](x.png){#fig-b title=it's}\n",
    ],
)
def test_a_value_between_quotation_marks_ends_no_attributes(check, text):
    report = check({"paper.qmd": f"{FRONT}See @fig-a, @fig-b and @fig-c by @known.\n\n{text}", "x.png": ""})
    assert words(report, "REF001") == ["fig-c"]
    assert words(report, "CIT001") == []


def test_a_figure_whose_attributes_have_braces_in_a_value_is_one(check):
    text = '![A caption.](x.png){#fig-a fig-scap="To the 99$^{\\text{th}}$ (one)."}\n\nSee Table @fig-a by @known.\n'
    report = check({"paper.qmd": FRONT + text, "x.png": ""})
    assert [(finding.code, finding.span.path) for finding in report.diagnostics] == [("REF005", "paper.qmd")]


def test_a_notebook_among_the_chapters_is_not_read_and_may_hold_what_is_missed(check):
    project = (
        "book:\n  title: On dunes\n  chapters:\n    - index.qmd\n    - plots.ipynb\nbibliography: refs.bib\n"
    )
    notebook = '{"cells": [{"source": ["say {", "\\\\end{itemize}"]}]}'
    files = {"_quarto.yml": project, "index.qmd": "# Dunes\n\nBy @fig-one.\n", "plots.ipynb": notebook}
    report = check(
        {**files, "refs.bib": "@book{roe, author={Roe, A.}, title={T}, publisher={P}, year=2001}\n"}
    )
    assert not report.diagnostics
    reasons = {unchecked.because for held in report.held_back for unchecked in held.because}
    assert reasons == {"plots.ipynb is not read (it is a notebook, not LaTeX)"}


@pytest.mark.parametrize(
    "text",
    [
        "# One {#sec-one}\n\nSee @sec-one and @sec-two.",
        "![Caption.](x.png){#fig-one}\n\nSee [@fig-one; @fig-two].",
        "$$ x = y $$ {#eq-one}\n\nBy @eq-one, @eq-two.",
        "| a |\n|---|\n| 1 |\n\n: Caption {#tbl-one}\n\nSee @tbl-one, @tbl-two.",
        "```{r}\n#| label: fig-one\n#| fig-cap: A caption.\nplot(1)\n```\n\nSee @fig-one and @fig-two.",
        "::: {#thm-one}\nIt holds.\n:::\n\nBy @thm-one, @thm-two.",
        "# One {#one}\n\nSee \\@ref(one) and \\@ref(sec:two).",
        '```{r one, fig.cap="A caption."}\nplot(1)\n```\n\nSee \\@ref(fig:one), \\@ref(fig:two).',
        "$$x \\tag{1} (\\#eq:one)$$\n\nBy \\@ref(eq:one), \\@ref(eq:two).",
        "{{< embed notes.ipynb#fig-one >}}\n\nSee @fig-one and @fig-two.",
        "```{r}\n#| label: fig-one\nplot(1)\n```\n\n```{r}\n# | label: fig-two\nplot(2)\n```\n\nSee @fig-one and @fig-two.",
    ],
)
def test_references_to_what_is_not_there(check, text):
    missing = words(check({"paper.qmd": f"{FRONT}{text}\n"}), "REF001")
    assert len(missing) == 1
    assert missing[0].endswith("two")


_MADE = """
![A caption.](x.png){#fig-a}

```{r b, fig.cap="A caption."}
plot(1)
```

```{r c}
kable(x, caption = "A caption.")
```

::: {#thm-d}
It holds.
:::

# Figures {#fig-overview}
"""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Table @fig-a, Table \\@ref(fig:b), Figure \\@ref(tab:c) and Lemma @thm-d.", ["@fig-a", "fig:b", "tab:c", "@thm-d"]),
        ("Figure @fig-a, Fig. \\@ref(fig:b), Tables \\@ref(tab:c) and Theorem @thm-d.", []),
        ("Unlike the table @fig-a shows it; so does (Table) \\@ref(fig:b).", []),
        ("Section \\@ref(fig-overview) has them.", []),
    ],
)  # fmt: skip
def test_the_word_before_a_reference_is_of_the_kind_that_its_name_says(check, text, word):
    report = check({"paper.Rmd": f"{FRONT}{text} @known\n{_MADE}", "x.png": ""})
    assert words(report, "REF005") == word


@pytest.mark.parametrize(
    "text",
    [
        "# Data and Methods\n\nSee \\@ref(data-and-methods).",
        "```{r fig-a}\n#| fig-cap: A caption.\nplot(1)\n```\n\nSee @fig-a.",
        "```{r, label='fig-a'}\nplot(1)\n```\n\nSee @fig-a.",
        "```{r}\n#| label: foo\nplot(1)\n```\n\nSee \\@ref(fig:foo).",
        "```{r}\n#| label: fig-a\n#| fig-subcap: [A, B]\nplot(1)\n```\n\nSee @fig-a-1.",
        "```{python}\n# | label: fig-a\n# | fig-cap: |\n# |     Of two parts.\n# | fig-subcap:\n# |   - One\nplot(1)\n```\n\nSee @fig-a and @fig-a-1.",
        "| a |\n|---|\n| 1 |\n\n: A caption that goes\non {#tbl-a}\n\nSee @tbl-a.",
        "![A caption.](x.png){#fig-a}\n\n@Fig-a shows it.",
        '```{#lst-a .python lst-cap="C"}\nx = 1\n```\n\nSee @lst-a.',
        "<br>\n```{r a, fig.height=3}\nx <- '\\\\@ref(fig:none)'\n```\n\nSee \\@ref(fig:a).",
        '```{r fig.height=9, message=FALSE, c-p, fig.cap="C"}\nplot(1)\n```\n\nSee \\@ref(fig:c-p).',
        "::: {#fig-a}\n```{r}\nplot(1)\n```\n\nThe caption.\n:::\n\nSee @fig-a.",
        '<div id="fig:a">\n\n![x](x.png)\n\n</div>\n\nSee [@fig:a].',
    ],
)
def test_references_to_what_code_and_headings_name(check, text):
    report = check({"paper.Rmd": f"{FRONT}{text} @known\n", "x.png": ""})
    assert [finding.message for finding in report.diagnostics if finding.code.startswith("REF")] == []


@pytest.mark.parametrize(
    "chunk",
    [
        "```{python}\n#| label: cell-a\n#| output: asis\nprint_table()\n```",
        "```{r}\n#| results: 'asis'\nkable(table, label = name)\n```",
        "```{python}\n# | output: asis\nprint_table()\n```",
        "```{r a, echo=FALSE, results='asis'}\ncat(paste0('\\\\label{tbl-', name, '}'))\n```",
        "```{r}\n#| echo=FALSE, results='asis'\ncat('![](a.png){#fig-', name, '}')\n```",
        "```{r a, fig.cap='No. #1', eval=TRUE, results='asis'}\ncat('\\n\\n## ', name)\n```",
        "```{r}\n#| results: asis\ncat(readLines('table.md'))\n```",
        "```{r}\nsource('R/tables.R')\n```\n\n```{r}\n#| results: asis\nprint_table()\n```",
        "```{r}\nf <- function(label) stargazer(label = label)\n```\n\n```{r}\n#| results: asis\nf('a')\n```",
        '```{r setup}\nknitr::opts_chunk$set(echo = FALSE, results = "asis")\n```',
    ],
)
def test_labels_that_code_may_print_are_missed_only_if_one_is_surely_meant(check, chunk):
    text = f"{chunk}\n\nSee @tbl-gone, @known, and @sec-metods.\n\n# Methods {{#sec-methods}}\n"
    report = check({"paper.qmd": FRONT + text})
    assert words(report, "REF001") == ["sec-metods"]
    (held,) = (held for held in report.held_back if held.rule == "undefined-reference")
    assert [reason.because for reason in held.because] == [
        "code that prints text of its own puts labels together"
    ]


@pytest.mark.parametrize(
    "chunk",
    [
        "```{r}\n#| label: tbl-a\n#| output: asis\nstargazer::stargazer(model, title = 'A')  # the label\n```",
        "```{r tables, results='asis'}\n# label = name\nkable(head(cars), caption = 'Cars', label = 'cars')\n```",
        "```{r, results = 'asis'}\nknitr::include_graphics('a#1.png')\n```",
        "```{r}\nggplot(a, aes(label = name))\n```\n\n```{r, results='asis'}\nprint(xtable(a))\n```",
    ],
)
def test_code_that_puts_no_names_together_sets_no_labels_but_its_own(check, chunk):
    report = check({"paper.Rmd": FRONT + f"{chunk}\n\nSee @tbl-gone and @known.\n"})
    assert words(report, "REF001") == ["tbl-gone"]


def test_chapters_of_bookdown_share_the_functions_that_put_labels_together(check):
    chapter = "# B\n\n```{r, results='asis'}\ntell('b')\n```\n\nSee \\@ref(tab:gone) and @known.\n"
    setup = "```{r}\ntell <- function(name) cat(paste0('\\\\label{tab:', name, '}'))\n```\n"
    book = {"_bookdown.yml": "book_filename: book\n", "index.Rmd": f"{FRONT}# A\n", "b.Rmd": chapter}
    assert words(check(book), "REF001") == ["tab:gone"]
    assert words(check({"index.Rmd": f"{FRONT}# A\n\n{setup}"}), "REF001") == []


@pytest.mark.parametrize(
    "chunk",
    [
        "```{r}\n#| output: asis\n#| eval: false\nknit_child(x)\n```",
        "```{r a, eval = FALSE, results='asis'}\nknit_child(x)\n```",
        "```{r a, results='asis', eval=F}\nknit_child(x)\n```",
        "```{r a}\n#| results='asis',\n#| echo=FALSE, eval = FALSE\nknit_child(x)\n```",
        "```{r, eval=TRUE}\n#| output: asis\n#| eval: no\nknit_child(x)\n```",
        "```{r}\n# knitr::opts_chunk$set(results = 'asis')\nknit_child(x)\n```",
        "```{r}\nknit_child(x)  # with results='asis'\n```",
        "<!--\n```{r}\n#| output: asis\n```\n-->",
        "````markdown\n```{r}\n#| output: asis\n```\n````",
        "```{{r}}\n#| output: asis\n```",
    ],
)
def test_code_that_is_not_run_prints_no_labels(check, chunk):
    assert words(check({"paper.qmd": FRONT + f"{chunk}\n\nSee @tbl-gone and @known.\n"}), "REF001") == [
        "tbl-gone"
    ]


@pytest.mark.parametrize(
    ("said", "chunk", "lost"),
    [
        ("execute:\n  eval: false\n", "#| output: asis", ["tbl-gone"]),
        ("execute:\n  enabled: false\n", "#| output: asis", ["tbl-gone"]),
        ("knitr:\n  opts_chunk:\n    eval: false\n", "#| results='asis'", ["tbl-gone"]),
        ("execute:\n  eval: false\n", "#| output: asis\n#| eval: true", []),
        ("execute:\n  eval: false\n", "#| results='asis', eval=TRUE", []),
        ("execute:\n  eval: true\n", "#| output: asis", []),
    ],
)
def test_metadata_that_run_no_code(check, said, chunk, lost):
    text = f"```{{r}}\n{chunk}\nkable(a, label = name)\n```\n\nSee @tbl-gone and @known.\n"
    alone = check({"paper.qmd": f"---\n{said}bibliography: refs.bib\n---\n\n{text}"})
    assert words(alone, "REF001") == lost
    book = "bibliography: refs.bib\nbook:\n  chapters: [index.qmd]\n"
    assert words(check({"_quarto.yml": book + said, "index.qmd": f"# A\n\n{text}"}), "REF001") == lost


def test_a_manuscript_may_run_what_its_project_does_not(check):
    text = (
        "---\nexecute:\n  eval: true\n---\n```{python}\n#| output: asis\n```\n\nSee @tbl-gone and @known.\n"
    )
    project = "bibliography: refs.bib\nexecute:\n  eval: false\n"
    assert words(check({"_quarto.yml": project, "paper.qmd": text}), "REF001") == []


def test_code_whose_output_is_shown_prints_no_labels(check):
    text = "```{r a, results='hold'}\nresults <- 'asis'\n```\n\nSee @tbl-gone and @known.\n"
    assert words(check({"paper.qmd": FRONT + text}), "REF001") == ["tbl-gone"]


def test_chunks_of_two_chapters_may_have_one_name(check):
    chunk = '```{r setup}\nlabs(label = "Mean, SD")\n```\n\n'
    report = check({"_quarto.yml": "book:\n  chapters: [index.qmd, a.qmd]\nbibliography: refs.bib\n",
                    "index.qmd": f"{chunk}@known\n", "a.qmd": chunk})  # fmt: skip
    assert not report.diagnostics


def test_styles_and_scripts_cite_nothing(check):
    text = "<style>\n@media print {}\n</style>\n\n<script>\nx = '@bar'\n</script>\n\n@known\n"
    assert words(check({"paper.qmd": f"{FRONT}{text}"}), "CIT001") == []


def test_names_of_pictures_that_are_written_in_other_ways_are_let_be(check):
    text = "![a](x.png)\n\n![b](my%20file.png)\n\n![c](<my file.png>)\n\n@known\n"
    assert words(check({"paper.qmd": f"{FRONT}{text}", "x.png": "", "my file.png": ""}), "TEX009") == []


def test_why_a_rule_is_held_back_has_its_line(check):
    report = check({"paper.md": "---\ntitle: x\nbibliography: gone.bib\n---\n\nSee @known.\n"})
    (place,) = {reason.span for held in report.held_back for reason in held.because if reason.span}
    assert report.sources[place.path].position(place.start)[0] == 3


def test_kinds_of_labels_that_the_manuscript_declares(check):
    front = (
        "---\nbibliography: refs.bib\ncrossref:\n  custom:\n    - key: suppfig\n      kind: float\n---\n\n"
    )
    assert not words(check({"paper.qmd": f"{front}See @suppfig-one, @known.\n"}), "CIT001")


def test_a_float_that_nothing_refers_to(check):
    report = check({"paper.qmd": f"{FRONT}![A caption.](x.png){{#fig-one}}\n\nNothing. @known\n"})
    assert words(report, "REF003") == ["fig-one"]


def test_chunks_with_one_name_set_no_label_twice(check):
    chunk = "```{r one}\nx <- 1\n```\n\n"
    report = check({"a.Rmd": f"{FRONT}# One {{#one}}\n\n{chunk}{chunk}@known \\@ref(one)\n"})
    assert not [finding for finding in report.diagnostics if finding.code.startswith("REF")]


def test_braces_of_markdown_are_no_groups(check):
    assert not words(check({"a.md": f"{FRONT}A brace }} and \\resizebox{{1cm}}{{\n\n@known\n"}), "TEX006")


@pytest.mark.parametrize(
    "table",
    [
        '| a | b |\n|---|---|\n| x | y |\n\n: A caption $x_{i}$ {#tbl-x tbl-colwidths="[60,40]"}\n',
        "| a | b |\n|---|---|\n| x | y |\n: A caption\n  over lines {#tbl-x}\n",
        "Table: A caption {.striped #tbl-x}\n\n| a | b |\n|---|---|\n| x | y |\n",
        "> : A caption {#tbl-x}\n>\n> | a | b |\n> |---|---|\n> | x | y |\n",
    ],
)
def test_a_table_has_the_label_of_its_caption_wherever_that_stands(check, table):
    report = check({"paper.md": f"{FRONT}{table}\nNothing refers to it. @known\n"})
    assert words(report, "REF003") == ["tbl-x"]


def test_a_link_to_a_figure_refers_to_it(check):
    figures = "".join(f"![{name}.](x.png){{#fig:{name}}}\n\n" for name in "ab")
    report = check({"a.md": f"{FRONT}See [the *first* one](#fig:a), [that](#gone) by @known.\n\n{figures}"})
    assert (words(report, "REF003"), words(report, "REF001")) == (["fig:b"], [])


def test_references_of_bookdown_among_citations(check):
    chunk = '```{r one, fig.cap="As \\\\@ref(fig:two) has it"}\n```\n'
    report = check(
        {"a.Rmd": f"{FRONT}So [-@known, 3, see \\@ref(fig:one); @other and \\@ref(fig:gone)].\n\n{chunk}"}
    )
    assert sorted(words(report, "REF001")) == ["fig:gone", "fig:two"]


@pytest.mark.parametrize(
    "made",
    [
        "| a | b |\n|---|---|\n| x | y |\n\n: (#tab:x) Words.\n",
        "(\\#tab:x) Words.\n",
        "(#tab:x) Words.\n",
        "<table><caption>(#tab:x) Words.</caption><tr><td>1</td></tr></table>\n",
        '```{r tab.id="x", tab.cap="Words."}\n1\n```\n',
    ],
)
def test_labels_of_tables_of_bookdown(check, made):
    report = check({"a.Rmd": f"{FRONT}{made}\nSee @known, \\@ref(tab:x), \\@ref(tab:y), [there](#tab:y).\n"})
    assert words(report, "REF001") == ["tab:y"]


def test_signs_in_captions_hide_no_label(check):
    chunks = [f'```{{r x{n}, fig.cap="{words}"}}\n1\n```\n' for n, words in enumerate(["In {all, 5%", "So"])]
    chunks += ['```{r}\n#| label: fig-q\n#| fig-cap: "In $95\\\\%$ of all"\n1\n```\n']
    report = check(
        {"a.Rmd": f"{FRONT}{''.join(chunks)}\nSee @known, \\@ref(fig:x0), \\@ref(fig:x1), @fig-q, @fig-r.\n"}
    )
    assert words(report, "REF001") == ["fig-r"]


def test_labels_in_captions_that_code_keeps(check):
    chunk = '```{r}\ncaptions$a <- "All. \\\\label{fig:all}"\n```\n'
    report = check({"a.Rmd": f"{FRONT}{chunk}\nSee @known, \\ref{{fig:all}}, \\ref{{fig:gone}}.\n"})
    assert words(report, "REF001") == ["fig:gone"]


def test_words_in_braces_end_a_heading_and_are_no_attributes(check):
    report = check({"paper.md": f"{FRONT}# Of \\emph{{dunes}} {{#of}}\n\n## Of {{TODO}}\n\n@known [](#of)\n"})
    assert words(report, "TEX008") == ["TODO"]


PARTS = "```{r}\n#| label: fig-x\n#| fig-cap: All\n#| fig-subcap:\n#|   - One\n#|   - Two\nf()\n```\n"


def test_parts_of_what_a_chunk_prints_have_labels_in_all_of_a_book(check):
    book = "book:\n  chapters: [index.qmd, b.qmd]\nbibliography: refs.bib\n"
    report = check(
        {"_quarto.yml": book, "index.qmd": "See @known, @fig-x-2, @fig-y-1.\n", "b.qmd": f"# B\n\n{PARTS}"}
    )
    assert words(report, "REF001") == ["fig-y-1"]
    assert words(report, "REF003") == []


@pytest.mark.parametrize("kind", ["cor", "prp", "cnj", "exm", "exr", "hyp"])
def test_statements_of_bookdown_of_all_kinds(check, kind):
    text = f"{FRONT}```{{theorem, one}}\nSo.\n```\n\n::: {{.lemma #two}}\nSo.\n:::\n\nSee @known, \\@ref({kind}:%s).\n"
    assert words(check({"a.Rmd": text % "one"}), "REF001") == []
    assert words(check({"a.Rmd": text % "two"}), "REF001") == []
    assert words(check({"a.Rmd": text % "three"}), "REF001") == [f"{kind}:three"]


@pytest.mark.parametrize("part", ["::: {#fig:all}", "::: {#fig-all}"])
def test_figures_in_a_division_to_which_the_text_refers(check, part):
    report = check(
        {"paper.md": f"{FRONT}{part}\n![One.](one.png){{#fig:one}}\n\nAll.\n:::\n\nSee @fig{part[-5:-1]}.\n"}
    )
    assert words(report, "REF003") == []


# -- what else rules say


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[TODO @known]", "'TODO' stands in [@...] before a source"),
        ("[@known TODO]", "'TODO' stands in [@...] in place of a page"),
        ("[@known, pp. ??]", "'??' stands in [@...] in place of a page"),
        ("@known [p. ??]", "'??' stands in [@...] in place of a page"),
        ("[see @other; @known, TODO]", "'TODO' stands in [@...] in place of a page"),
    ],
)
def test_marks_beside_a_key(check, text, told):
    report = check({"paper.md": f"{FRONT}So it is {text}.\n"})
    (finding,) = [finding for finding in report.diagnostics if finding.code == "CIT003"]
    place = report.sources["paper.md"].original.text[
        slice(*report.sources["paper.md"].range(*finding.span[1:]))
    ]
    assert (finding.message, place) == (told, told[1:].partition("'")[0])


@pytest.mark.parametrize("text", ["So it is %s.", "- It is so %s, too."])
def test_brackets_that_are_no_link_are_printed(check, text):
    assert len(words(check({"paper.md": f"{FRONT}{text % '[ref here]'} @known\n"}), "TEX008")) == 1
    link = "[ref here]: x.html"
    for written in ("[ref here][a]", "[ref here]{.x}", "[ref here](a.html)", f"[ref here]\n\n{link}"):
        assert words(check({"paper.md": f"{FRONT}{text % written}\n\n{link}\n\n@known"}), "TEX008") == []


def test_placeholders_and_numbers_in_markdown(check):
    report = check({"paper.md": f"{FRONT}We did it (*t*(30) = 2.0, *p* = .50). TODO: more. @known\n"})
    assert words(report, "TEX008") == ["TODO"]


def test_messages_name_no_command_that_the_author_did_not_write(check):
    figure = "![A caption.](x.png){#fig-a}"
    report = check({"paper.md": f"{FRONT}So [@TODO] and [@known; @known].\n\n{figure}\n"})
    assert report.diagnostics
    assert not any("\\" in finding.message + (finding.help or "") for finding in report.diagnostics)


@pytest.mark.parametrize(
    "comment", ["[@gone] <!-- argcheck: ignore[undefined-citation] kept -->",
                "<!-- argcheck: ignore[undefined-citation] kept -->\n[@gone]"],
)  # fmt: skip
def test_a_comment_silences_a_rule(check, comment):
    report = check({"paper.md": f"{FRONT}{comment}\n\nBut @lost is told.\n"})
    assert words(report, "CIT001") == ["lost"]
    assert report.suppressed == 1


def test_fixes_change_what_the_author_wrote(check, tmp_path):
    report = check({"paper.md": f"{FRONT}So [@Known].\n"})
    (fix,) = [
        finding.fix for finding in report.diagnostics if finding.code in {"CIT001", "CIT002"} and finding.fix
    ]
    (edit,) = fix.edits
    text = (tmp_path / "paper.md").read_text()
    assert text[: edit.span.start] + edit.replacement + text[edit.span.end :] == f"{FRONT}So [@known].\n"


OTHER = {"other.bib": "@book{other, author = {B. Wu}, title = {On that}, publisher = {P}, year = 2021}\n"}
OF_TWO = FRONT.replace("refs.bib", "[refs.bib, other.bib]")


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("So [@known, @other].", "So [@known; @other]."),
        ("So [@known,@other, p. 3].", "So [@known;@other, p. 3]."),
        ("So [see @known,\n@other; -@known].", "So [see @known;\n@other; -@known]."),
        ("So [@known , @other].", None),
        ("So [@known, p. 3; @other].", None),
        ("So [@known, see @other].", None),
        ("So [@known, and @other].", None),
        ("So [@known, -@other].", None),
        ("So @known, @other.", None),
        ("So.^[See @known, @other, and more.]", None),
        ("So \\parencite{known,other}.", None),
        ("So `[@known, @other]`.", None),
        ("So [@known, @gone].", None),  # told by another message
    ],
)
def test_a_comma_between_keys_of_pandoc_is_no_separator(check, tmp_path, text, mended):
    report = check({"paper.md": f"{OF_TWO}{text}\n", **OTHER})
    assert words(report, "CIT019") == ["other"] * bool(mended)
    assert words(report, "CIT001") == ["gone"] * ("gone" in text)
    check_command.command.main([".", "--fix", "--no-cache"], standalone_mode=False)
    assert (tmp_path / "paper.md").read_text(encoding="utf-8") == f"{OF_TWO}{mended or text}\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("##Methods\n\nSo.", ["##Methods"]),
        ("# One\n\n#Methods and *data*\n\nSo.\n\n####more {#more}\nSo.", ["#Methods", "####more"]),
        ("#Methods", ["#Methods"]),
        ("```{r}\n##Methods\n```\n\n#Methods\n", ["#Methods"]),
        ("# Methods\n\n#metoo\n\n#1 was\n\n#include\n\n#######Deep\n\nBy\n##Lazy lines.", []),
        ("So.\n\n```{r}\n##Methods\n\n##Methods\n```\n\n    ##Methods\n\n`##Methods`\n\n\\##Methods", []),
        ("#Packages\nlibrary(lavaan)\n\n<!--\n##Methods\n-->", []),
    ],
)
def test_a_heading_without_a_blank_is_printed_with_its_signs(check, text, told):
    assert words(check({"paper.md": f"{FRONT}{text}\n"}), "TEX008") == told


def test_more_than_two_headings_without_a_blank_are_told_together(check):
    report = check({"paper.md": f"{FRONT}##One\n\nSo.\n\n##Two\n\n##Three\n\nSo.\n"})
    assert words(report, "TEX008") == ["##One"]


@pytest.mark.parametrize(
    "line", ["md_extensions: -space_in_atx_header", "output: xaringan::moon_reader", "from: markdown_strict"]
)
def test_a_heading_needs_no_blank_where_the_author_says_so(check, line):
    report = check({"paper.Rmd": f"{FRONT}##Methods\n\nSo.\n".replace("title:", f"{line}\ntitle:")})
    assert words(report, "TEX008") == []


def test_comments_that_are_added_silence_what_they_stand_before(check):
    check({"paper.md": f"{FRONT}So [@gone], [@known] and\non [@lost].\n"})
    ended = check_command.command.main([".", "--add-ignore=kept --> so", "--no-cache"], standalone_mode=False)
    assert "added 2 suppression comments" in ended.err
    report = api.check(".", isolated=True)
    assert (words(report, "CIT001"), report.suppressed) == ([], 2)


# -- which files are documents


def test_most_markdown_is_no_manuscript(check):
    report = check(
        {"README.md": "# Read me\n\nMail @someone.\n", "docs/a.md": "---\ntitle: x\n---\n@nobody\n"}
    )
    assert roots(report) == []


def test_a_manuscript_that_is_named_is_read_without_a_bibliography(check):
    report = check({".git/HEAD": "", "paper.md": "See @fig-none. TODO\n"}, "paper.md")
    assert roots(report) == ["paper.md"]
    assert words(report, "TEX008") == ["TODO"]


@pytest.mark.parametrize(
    "top",
    [
        "% Options for packages loaded elsewhere\n\\documentclass{article}",
        "\\documentclass[12pt]{report}\n\\usepackage{ifxetex,ifluatex}\n\\ifnum 0\\ifxetex 1\\fi\\ifluatex 1\\fi=0 % if pdftex\n",
        "\\documentclass[12pt,]{article}\n\\providecommand{\\tightlist}{%\n  \\setlength{\\parskip}{0pt}}\n",
    ],
)
def test_what_knitr_and_pandoc_make_is_not_read(check, top):
    made = f"{top}\\begin{{document}}\\cite{{x}}\\end{{document}}"
    report = check({"a.Rmd": f"{FRONT}@known", "a.md": f"{FRONT}@known", "a.tex": made})
    assert roots(report) == ["a.Rmd"]
    assert report.notices == (
        "a.tex is not checked: pandoc wrote it from the document beside it; name it to have it checked",
    )
    assert roots(check({}, "a.tex")) == ["a.tex"]


def test_what_bookdown_made_in_a_folder_is_not_read(check):
    files = {
        "_bookdown.yml": "output_dir: docs\n",
        "index.Rmd": f"{FRONT}@known",
        "docs/index.md": f"{FRONT}@gone",
    }
    assert roots(check({**files, "docs/more.md": f"{FRONT}@known"})) == ["_bookdown.yml", "docs/more.md"]


def test_what_quarto_made_of_a_project_under_its_title_is_not_read(check):
    made = (
        "% Options for packages loaded elsewhere\n\\documentclass{book}\\begin{document}Text.\\end{document}"
    )
    quarto = "project:\n  render: [a.qmd]\nbibliography: refs.bib\n"
    files = {"_quarto.yml": quarto, "a.qmd": "@known\n", "The-Title.tex": made}
    assert roots(check({**files, "sub/b.tex": made})) == ["a.qmd", "sub/b.tex"]


def test_latex_that_somebody_wrote_is_read_in_place_of_markdown_of_its_name(check):
    latex = "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"
    assert roots(check({"a.md": f"{FRONT}@known", "a.tex": latex})) == ["a.tex"]


def test_latex_that_pandoc_made_is_read_where_its_source_is_no_document(check):
    made = "% Options for packages loaded elsewhere\n\\documentclass{article}\\begin{document}Text.\\end{document}"
    assert roots(check({"a.md": "No front matter.\n", "a.tex": made})) == ["a.tex"]
    assert roots(check({"b.tex": made, "_quarto.yml": "project:\n  type: website\n"})) == ["a.tex", "b.tex"]


def test_dollars_around_a_word_make_no_template(check):
    latex = "\\documentclass{article}\n\\begin{document}\nLet $body$ and $endif$ be words.\n\\end{document}\n"
    assert roots(check({"a.tex": latex})) == ["a.tex"]


def test_an_entry_that_another_manuscript_cites_is_used(check):
    bib = (
        BIB + "@book{loose, author = {Doe, Jane}, title = {A book about it}, publisher = {P}, year = 2001}\n"
    )
    files = {
        "main.qmd": FRONT + "Told [@known].\n",
        "more.qmd": FRONT + "Nothing is cited.\n",
        "refs.bib": bib,
    }
    assert words(check(files), "CIT005") == ["loose"]


def test_posts_of_a_site_are_no_manuscripts(check):
    assert roots(check({"_posts/2020-01-01-a.md": f"{FRONT}@gone\n"})) == []


def test_words_behind_a_comment_of_several_lines_are_read(check):
    assert words(check({"a.md": f"{FRONT}<!--\nnotes\n--> Text [@gone].\n"}), "CIT001") == ["gone"]


@pytest.mark.parametrize("begins", ["\\documentclass{article}", "$doc-class.tex()$\n\\input{header}"])
def test_a_template_of_pandoc_is_no_document(check, begins):
    template = f"{begins}\n\\begin{{document}}\n\\section{{One}}\\cite{{x}}\n$body$\n\\end{{document}}\n"
    assert roots(check({"paper.md": f"{FRONT}@known", "template.tex": template})) == ["paper.md"]


def test_a_book_of_quarto(check):
    book = "project:\n  type: book\nbook:\n  chapters:\n    - index.qmd\n    - part: Two\n      chapters:\n        - b.qmd\nbibliography: refs.bib\n"
    report = check(
        {"_quarto.yml": book, "index.qmd": "See @known, @sec-b.\n", "b.qmd": "# B {#sec-b}\n\n@gone\n"}
    )
    assert roots(report) == ["_quarto.yml"]
    assert [(finding.span.path, finding.code) for finding in report.diagnostics] == [("b.qmd", "CIT001")]


def test_floats_in_the_appendices_of_a_book_are_notes(check):
    book = "book:\n  chapters: [index.qmd]\n  appendices: [a.qmd]\nbibliography: refs.bib\n"
    figures = "See @known and @fig-one.\n\n![One.](one.png){#fig-one}\n"
    report = check(
        {"_quarto.yml": book, "index.qmd": figures, "a.qmd": "# More\n\n![Two.](two.png){#fig-two}\n"}
    )
    said = [
        (finding.span.path, finding.severity.label)
        for finding in report.diagnostics
        if finding.code == "REF003"
    ]
    assert said == [("a.qmd", "note")]


def test_chapters_of_bookdown_in_the_order_that_is_said(check):
    files = {"_bookdown.yml": "rmd_files: [index.Rmd, two.Rmd]\n", "index.Rmd": f"{FRONT}@known\n",
             "two.Rmd": "@gone\n", "one.Rmd": "@lost\n"}  # fmt: skip
    report = check(files)
    assert report.documents[0].files[:3] == ("_bookdown.yml", "index.Rmd", "two.Rmd")
    assert words(report, "CIT001") == ["gone"]


def test_pages_of_a_web_site_have_no_bibliography_in_common(check):
    site = "project:\n  type: website\nbibliography: refs.bib\n"
    report = check({"_quarto.yml": site, "page.qmd": "---\ntitle: x\n---\n\n@gone\n"})
    assert (words(report, "CIT001"), report.orphans) == ([], ())


def test_related_places_are_those_of_the_markdown(check):
    report = check({"paper.md": f"{FRONT}# Of *many* things\n\nSo [@known; @other; @known].\n"})
    (repeated,) = [finding for finding in report.diagnostics if finding.code == "CIT004"]
    text = report.sources["paper.md"].text
    assert [text[other.span.start : other.span.end] for other in repeated.related] == ["known"]


def test_a_chapter_of_a_book_that_is_not_there(check):
    book = "book:\n  chapters: [index.qmd, gone.qmd]\nbibliography: refs.bib\n"
    report = check({"_quarto.yml": book, "index.qmd": "See @known.\n"})
    assert words(report, "TEX001") == ["gone.qmd"]


def test_an_article_of_a_quarto_project_has_its_bibliography(check):
    files = {"_quarto.yml": "bibliography: refs.bib\n", "paper.qmd": "---\ntitle: x\n---\n\n@gone\n"}
    report = check(files)
    assert (roots(report), words(report, "CIT001")) == (["paper.qmd"], ["gone"])


@pytest.mark.parametrize("listed", ["render: [paper.qmd]", "render: ['p*.qmd', '!paper2.qmd']"])
def test_a_file_that_a_project_lists_is_a_document_without_front_matter(check, listed):
    project = f"project:\n  type: default\n  {listed}\nbibliography: refs.bib\n"
    report = check(
        {"_quarto.yml": project, "paper.qmd": "# Dunes\n\n@gone\n", "notes.qmd": "# Notes\n\n@lost\n"}
    )
    assert (roots(report), words(report, "CIT001")) == (["paper.qmd"], ["gone"])


@pytest.mark.parametrize("place", ["paper.qmd", "_quarto.yml"])
def test_a_format_may_name_the_bibliography(check, place):
    front = "format:\n  pdf:\n    bibliography: refs.bib\n  html:\n    bibliography: [refs.bib]\n"
    files = {"paper.qmd": f"---\ntitle: x\n{front if place == 'paper.qmd' else ''}---\n\n@known @gone\n"}
    report = check(files if place == "paper.qmd" else {**files, place: front})
    assert (roots(report), words(report, "CIT001")) == (["paper.qmd"], ["gone"])


def test_a_bibliography_of_something_else_makes_no_manuscript(check):
    report = check({"page.qmd": "---\ntitle: x\nplugin:\n  name: bibliography\n---\n\n@gone\n"})
    assert roots(report) == []


@pytest.mark.parametrize("option", ["template: latex/thesis.tex", 'pandoc_args: ["--bibliography=more.bib"]'])
def test_a_template_of_pandoc_may_load_a_bibliography(check, option):
    top = f"---\ntitle: x\noutput:\n  bookdown::pdf_book:\n    {option}\n---\n\n"
    report = check({"_bookdown.yml": "rmd_files: [index.Rmd]\n", "index.Rmd": f"{top}See @gone.\n"})
    assert words(report, "CIT001") == []
    (held,) = [held for held in report.held_back if held.rule == "undefined-citation"]
    assert [unchecked.because for unchecked in held.because] == [
        "a template or an argument of pandoc may load a bibliography"
    ]


@pytest.mark.parametrize("formats", [("html", "latex"), ("latex",)])
def test_chapters_of_bookdown_may_be_listed_for_each_format(check, formats):
    listed = "".join(f"  {name}: [index.Rmd, two.Rmd]\n" for name in formats)
    files = {"_bookdown.yml": f"rmd_files:\n{listed}", "index.Rmd": f"{FRONT}@known\n"}
    files |= {"two.Rmd": "See a a figure.\n", "older.Rmd": "See the the end.\n"}
    report = check(files)
    assert [finding.span.path for finding in report.diagnostics if finding.code == "TEX010"] == ["two.Rmd"]


def test_a_book_of_bookdown(check):
    files = {"_bookdown.yml": 'rmd_subdir: "chapters"\n', "index.Rmd": f"{FRONT}See @known.\n",
             "chapters/02-b.Rmd": "# B {#b}\n\n@gone, \\@ref(a)\n", "chapters/01-a.Rmd": "# A {#a}\n\n\\@ref(b)\n"}  # fmt: skip
    report = check(files)
    assert roots(report) == ["_bookdown.yml"]
    assert [(finding.span.path, finding.code) for finding in report.diagnostics] == [
        ("chapters/02-b.Rmd", "CIT001")
    ]


@pytest.mark.parametrize("folders", ["[chapters, back]", "true"])
def test_a_book_of_bookdown_in_several_folders(check, folders):
    files = {"_bookdown.yml": f"rmd_subdir: {folders}\n", "index.Rmd": f"{FRONT}See @known and \\@ref(c).\n",
             "chapters/deep/a.Rmd": "# A {#a}\n\n@gone\n", "back/c.Rmd": "# C {#c}\n\n@lost, \\@ref(a)\n"}  # fmt: skip
    for place in ("", "book/"):
        report = check(
            {place + name: text for name, text in {**files, "refs.bib": BIB}.items()}, place or "."
        )
        assert sorted(words(report, "CIT001")) == ["gone", "lost"]
        assert not words(report, "REF001")


def test_a_folder_of_chapters_that_is_not_there_is_told_and_no_label_in_it_is_missed(check):
    files = {"_bookdown.yml": "rmd_subdir: [chapters, back]\n", "index.Rmd": f"{FRONT}See @known and \\@ref(c).\n",
             "chapters/a.Rmd": "# A {#a}\n\n\\@ref(gone)\n"}  # fmt: skip
    report = check(files)
    assert words(report, "TEX001") == ["back"]
    assert not words(report, "REF001")


def test_files_that_a_manuscript_includes(check):
    files = {"paper.qmd": f"{FRONT}{{{{< include part.qmd >}}}}\n\n```{{r child='child.Rmd'}}\n```\n\n@known\n",
             "part.qmd": "In @gone.\n", "child.Rmd": "In @lost.\n"}  # fmt: skip
    report = check(files, "paper.qmd")
    assert words(report, "CIT001") == ["lost", "gone"]


def test_a_manuscript_of_several_files_without_a_bibliography_is_not_passed_in_silence(check):
    front, more = "---\ntitle: x\n---\n\n", "{{< include %s.qmd >}}\n\n"
    by_hand = "As others saw (Lee, 2020; Roe, 2021; Wu, 2022), so it is.\n"
    files = {"paper.qmd": f"{front}{more % 'one'}{more % 'two'}", "one.qmd": by_hand, "two.qmd": "So it is.\n",
             "page.qmd": f"{front}{more % '_setup'}{more % '_links'}"}  # fmt: skip
    report = check(files | {"slides.qmd": f"{front}{more % 'one'}", "b.md": f"{FRONT}So it is.\n"})
    assert (roots(report), report.orphans) == (["b.md"], ("paper.qmd",))


# -- what a project says for all of its files


@pytest.mark.parametrize(
    ("own", "profiles"),
    [
        ("bibliography: refs.bib\nprofile:\n  group: [[print, screen]]\n",
         {"screen": "book:\n  chapters: [index.qmd]\n", "print": "book:\n  chapters: [index.qmd, b.qmd]\n"}),
        ("project:\n  title: x\n", {"thesis": "bibliography: refs.bib\nbook:\n  chapters: [index.qmd]\n  appendices: [b.qmd]\n"}),
    ],
)  # fmt: skip
def test_profiles_of_quarto_may_list_the_chapters(check, own, profiles):
    files = {f"_quarto-{name}.yml": text for name, text in profiles.items()}
    chapters = {
        "index.qmd": "See @known, @sec-b.\n",
        "b.qmd": "---\ntitle: B\n---\n\n# B {#sec-b}\n\n@gone, @fig-gone\n",
    }
    report = check({"_quarto.yml": own, **files, **chapters})
    assert (roots(report), words(report, "CIT001"), words(report, "REF001")) == (
        ["_quarto.yml"],
        ["gone"],
        ["fig-gone"],
    )


@pytest.mark.parametrize("output", ["bookdown::gitbook:\t\n  x: y\n", "a: b: c\n", "\t- x\n"])
def test_what_formats_a_book_has_matters_little(check, output):
    files = {"_bookdown.yml": "new_session: no\n", "_output.yml": output, "index.Rmd": f"{FRONT}See @gone.\n"}
    assert words(check(files), "CIT001") == ["gone"]
    natbib = "bookdown::pdf_book:\t# tab\n  citation_package: natbib\n"
    files = {**files, "_output.yml": natbib, "index.Rmd": f"{FRONT}See @Known.\n"}
    assert words(check(files), "CIT001") == []


def test_the_folder_for_pictures_of_knitr_has_no_chapters(check):
    files = {
        "_bookdown.yml": 'rmd_subdir: "_bookdown_files"\n',
        "index.Rmd": f"{FRONT}See @known and \\@ref(gone).\n",
    }
    report = check(files)
    assert (words(report, "TEX001"), words(report, "REF001")) == ([], ["gone"])


@pytest.mark.parametrize(
    "front", ["\n  title: x\n\n  bibliography: refs.bib\n", "  # mine\n  bibliography: refs.bib\n"]
)
def test_front_matter_may_be_indented(check, front):
    assert words(check({"paper.Rmd": f"---\n{front}---\n\nTold @gone.\n"}), "CIT001") == ["gone"]


def test_kinds_of_labels_that_a_project_declares_are_known_in_all_its_folders(check):
    custom = "crossref:\n  custom:\n    - kind: float\n      key: suppfig\n"
    book = f"book:\n  chapters: [index.qmd, in/b.qmd]\nbibliography: refs.bib\n{custom}"
    chapter = "# B\n\n@gone, @suppfig-b, @suppfig-c\n\n![A caption.](x.png){#suppfig-a}\n"
    index = "See @known, @suppfig-a.\n\n::: {#suppfig-b}\nSo.\n:::\n"
    report = check({"_quarto.yml": book, "index.qmd": index, "in/b.qmd": chapter})
    assert (words(report, "CIT001"), words(report, "REF001")) == (["gone"], ["suppfig-c"])


def test_a_chapter_in_a_folder_that_names_the_bibliography_too_is_a_chapter(check):
    book = "book:\n  chapters: [index.qmd, in/b.qmd]\nbibliography: refs.bib\n"
    files = {
        "index.qmd": "See @known, @sec-b.\n",
        "in/b.qmd": "---\nbibliography: ../refs.bib\n---\n\n# B {#sec-b}\n\n@gone\n",
    }
    report = check({"_quarto.yml": book, **files})
    assert (roots(report), words(report, "CIT001"), words(report, "REF001")) == (
        ["_quarto.yml"],
        ["gone"],
        [],
    )


def test_an_article_in_a_folder_of_a_project_has_its_bibliography(check):
    project = "project:\n  type: default\n  render: [paper/b.qmd]\nbibliography: refs.bib\n"
    files = {
        "paper/a.qmd": "---\ntitle: x\n---\n\n@gone\n",
        "paper/b.qmd": "@lost\n",
        "paper/c.qmd": "@third\n",
    }
    report = check({"_quarto.yml": project, **files})
    assert (roots(report), words(report, "CIT001")) == (["paper/a.qmd", "paper/b.qmd"], ["gone", "lost"])


OF = "---\nbibliography: refs.bib\nlang: %s\n---\n\n"
DOUBLED = "Hügel of of Sand.\n\n"  # which English alone has


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a.qmd": f"{FRONT}X", "_quarto.yml": "lang: de\n"}, []),
        ({"a.qmd": f"{FRONT}X", "_quarto.yml": "lang: en\n"}, ["of of"]),
        ({"a.qmd": OF % "en" + "X", "_quarto.yml": "lang: de\n"}, ["of of"]),
        ({"in/a.qmd": f"{FRONT.replace('refs', '../refs')}X", "_quarto.yml": "format:\n  pdf:\n    lang: de\n"}, []),
        ({"b.Rmd": "X", "index.Rmd": OF % "de-AT", "_bookdown.yml": "new_session: no\n"}, []),
        ({"b.Rmd": "X", "a.Rmd": OF % "de", "_bookdown.yml": "rmd_files: [a.Rmd, b.Rmd]\n"}, []),
        ({"b.Rmd": "X", "index.Rmd": FRONT, "_bookdown.yml": "new_session: no\n"}, ["of of"]),
    ],
)  # fmt: skip
def test_the_language_that_a_project_or_the_first_chapter_sets(check, files, told):
    report = check({name: text.replace("X", f"{DOUBLED}@known") for name, text in files.items()})
    assert words(report, "TEX010") == told


@pytest.mark.parametrize(
    "files",
    [
        {"a.Rmd": "output:\n  pdf_document:\n    includes:\n      before_body: in/b.tex\n      after_body: [in/e.tex, x.html]\n"},
        {"a.qmd": "include-before-body: in/b.tex\nformat:\n  pdf:\n    include-after-body:\n      - file: in/e.tex\n      - text: x\n"},
        {"a.qmd": "", "_quarto.yml": "include-before-body: [in/b.tex]\ninclude-after-body: /in/e.tex\n"},
        {"index.Rmd": "", "_bookdown.yml": "new_session: no\n", "_output.yml": "bookdown::pdf_book:\n  includes:\n    before_body: in/b.tex\n    after_body: in/e.tex\n"},
        {"index.Rmd": "output:\n  bookdown::pdf_book:\n    includes:\n      before_body: in/b.tex\n      after_body: in/e.tex\n", "_bookdown.yml": "rmd_files: [index.Rmd]\n"},
        {"index.qmd": "", "_quarto.yml": "bibliography: refs.bib\nbook:\n  chapters: [index.qmd]\nformat:\n  pdf:\n    include-before-body: in/b.tex\n    include-after-body: in/e.tex\n"},
    ],
)  # fmt: skip
def test_files_in_latex_before_and_behind_the_text_are_parts_of_it(check, files):
    text = "See @known, \\@ref(sec:e), \\ref{sec:b}, \\ref{sec:f}.\n"
    written = {
        name: f"---\nbibliography: refs.bib\n{front}---\n\n{text}" if name.endswith("md") else front
        for name, front in files.items()
    }
    parts = {
        "in/b.tex": "\\section{B}\\label{sec:b} TODO\n",
        "in/e.tex": "\\section{E}\\label{sec:e} \\cite{gone}\n",
    }
    report = check({**written, **parts})
    assert (words(report, "REF001"), words(report, "CIT001"), words(report, "TEX008")) == (
        ["sec:f"],
        ["gone"],
        ["TODO"],
    )


# -- bad input


@pytest.mark.parametrize(
    ("front", "line"),
    [
        ("title: a\nbibliography: [refs.bib\n", 4),
        ("bibliography: refs.bib\ntitle: A study: of it\nx: y\n", 3),
    ],
)
def test_front_matter_that_is_no_yaml_is_named_with_its_line(check, front, line):
    report = check({"paper.md": f"---\n{front}---\n\nText\n"}, "paper.md")
    (diagnostic,) = report.diagnostics
    assert diagnostic.code == "TEX003"
    assert f"line {line} is no YAML" in diagnostic.message
    assert report.sources["paper.md"].position(diagnostic.span.start)[0] == line
    assert (report.exit_code, report.unread) == (1, ("paper.md",))


def test_the_rest_is_checked_where_front_matter_is_no_yaml(check):
    written = {
        "a.md": f"{FRONT}@gone\n",
        "b.md": "---\nbibliography: refs.bib\nauthor:\n\t- A\n---\n\n@gone\n",
    }
    report = check(written)
    assert (words(report, "CIT001"), words(report, "TEX003")) == (["gone"], [""])
    assert (report.exit_code, report.failures) == (1, ())


def test_an_alias_that_holds_itself_and_one_of_millions(check):
    bomb = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [*{before}, *{before}]\n"
        for before, name in zip("abcdefghijklmnop", "bcdefghijklmnopq", strict=True)
    )
    report = check({"_quarto.yml": f"{bomb}book:\n  chapters: &all [index.qmd, *all, *q]\nbibliography: refs.bib\n",
                    "index.qmd": "@gone\n"})  # fmt: skip
    assert words(report, "CIT001") == ["gone"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["paper.md"], 3), (["."], 0), (["verify", "--offline", "."], 0), (["citations", "."], 0),
        (["graph", "."], 0), (["score", "."], 0),
    ],
)  # fmt: skip
def test_what_is_not_installed_is_named_with_the_way_to_get_it(tmp_path, arguments, code):
    (tmp_path / "paper.md").write_text(f"{FRONT}@known\n")
    without = "import sys; sys.modules['markdown_it'] = None; from argcheck.launcher import script; sys.exit(script())"
    command = [sys.executable, "-c", without, *arguments]
    environ = {**os.environ, "ARGCHECK_CACHE_DIR": str(tmp_path / "cache")}
    ended = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert "pip install 'argcheck-lint[markdown]'" in ended.stdout + ended.stderr
    assert ended.returncode == code


def test_a_run_with_what_the_last_one_kept_says_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("ARGCHECK_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for bibliography in ("refs.bib", "other.bib"):
        _write(tmp_path / "work", {"refs.bib": BIB, "other.bib": BIB.replace("known", "gone"),
                                   "_quarto.yml": f"bibliography: {bibliography}\n", "a.qmd": "---\nx: y\n---\n@known\n"})  # fmt: skip
        first, second = (words(api.check(".", cache=True), "CIT001") for _ in range(2))
        assert first == second == ([] if bibliography == "refs.bib" else ["known"])


def _write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)


_PIECES = st.sampled_from(
    ["@a", "[@b]", "[", "]", "(", ")", "{", "}", "#x", "`", "``", "```", "~~~\n", "$", "$$", "\n", "\n\n", "    ", "> ", "- ", "1. ",
     "|", "---", "***", "!", "^[", "[^1]", "[^1]: ", "<!--", "-->", "<b>", ":::", "\\", "\\begin{x}", "\\end{x}", "{{<", ">}}", "word",
     "# ", " ", " \n", "=", "_", "*", ": ", "é", "𝒳", "\t", "---\n", "\\@ref(a)", "(\\#eq:a)", "{#fig-a}", "{r, fig.cap='x'}", "%", "http://a/@b"]
)  # fmt: skip


@given(
    st.tuples(st.sampled_from(["", FRONT, "---\n"]), st.lists(_PIECES, max_size=60).map("".join)).map("".join)
)
def test_any_text_is_translated_and_every_place_leads_back(text):
    translated = translate(text)
    starts = [piece.start for piece in translated.pieces]
    assert starts == sorted(starts)
    for piece, end in zip(translated.pieces, [*starts, len(translated.text)][1:], strict=True):
        assert 0 <= piece.written <= piece.written_end <= len(text)
        if piece.verbatim:  # comments and blanks at the ends of lines are read as blanks
            pairs = zip(
                translated.text[piece.start : end], text[piece.written : piece.written_end], strict=True
            )
            assert all(read == there or read.isspace() for read, there in pairs)


@pytest.mark.parametrize("name", [".argcheck/verdicts.jsonl", "other.md"])
def test_a_file_that_cannot_be_read_beside_it_is_a_finding(tmp_path, name):
    (tmp_path / ".git").mkdir()
    _write(tmp_path, {"paper.md": f"{FRONT}Told [@gone].\n", "refs.bib": BIB})
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(b"\0\0")
    report = api.check(tmp_path / "paper.md", tmp_path / name) if name.endswith("md") else api.check(tmp_path)
    assert {diagnostic.code for diagnostic in report.diagnostics} > {"CIT001"}
    assert name in {diagnostic.span.path for diagnostic in report.diagnostics}


def test_the_sections_of_manubot_are_a_document(check):
    """Manubot looks up keys with colons, tags and what stands in its own list; ``{% ... %}`` are templates."""
    cited = "[@doi:10.1/a; @{url:https://e.org/b}] and [@tag:one; @two; @three; @four] and @https://e.org/c/d"
    files = {
        "content/metadata.yaml": "title: Of dunes\nlang: en-US\n",
        "content/00.front.md": "{% for each in authors %}\nBy the the {{each}}\n{% endfor %}\n",
        "content/01.intro.md": f"# Intro\n\nTold by {cited} and [@tag:gone; @lost].\n\n[@two]: doi:10.1/b\n",
        "content/02.more.md": "![A dune](a.png){#fig:a}\n\n![Two](a.png){#fig:b}\n\nSee {@fig:a}b and @fig:c.\n",
        "content/a.png": "",
        "content/README.md": "By [@nobody].\n",
        "content/citation-tags.tsv": "tag\tcitation\none\tdoi:10.1/x\n",
        "content/manual-references.json": '[{"id": "three"}, {"id": "x", "note": "so.\\nstandard_id: four"}]',
    }
    report = check(files)
    assert words(report, "CIT001") == ["tag:gone", "lost"]
    assert words(report, "REF001") == ["fig:c"]
    assert words(report, "REF003") == ["fig:b"]
    assert roots(report) == ["content/metadata.yaml"]


@pytest.mark.parametrize(
    "table",
    [
        "  Right     Left\n-------   ------\n      12     @{}\n     123    [@{}]\n\n: A caption {{#tbl:a}}",
        "       Head     Left\n  ---------   ------\n         12     @{}\n\nTable: By @{} {{#tbl:a}}",
        "------   ------\n     12   @{}\n    123   123\n------   ------\n\n: By @{} {{#tbl:a}}",
        "-----------------\n  Head     Left\n over two\n------   --------\n    12   by\n         @{}\n\n     8   @{}\n-----------------\n\n: So {{#tbl:a}}",
    ],
)
def test_tables_whose_columns_stand_under_dashes(check, table):
    report = check({"p.md": f"{FRONT}Text by @known.\n\n{table.format('gone', 'lost')}\n\nNo @end.\n"})
    assert words(report, "CIT001") == ["gone", "lost", "end"]
    assert words(report, "REF003") == ["tbl:a"]


@pytest.mark.parametrize(
    "text",
    [
        "para one\ntwo lines\n---- ----\na    b @gone",
        "head  two\n----- ----\n\nText @gone.",
        "--- ---\n\nText @gone.",
    ],
)
def test_dashes_that_are_no_table(check, text):
    assert words(check({"p.md": f"{FRONT}{text}\n\n@known\n"}), "CIT001") == ["gone"]


def test_pandoc_reads_the_last_entry_of_a_key(check):
    report = check({"p.md": f"{FRONT}@known\n", "refs.bib": BIB + BIB.replace("On it", "Of dunes")})
    assert "only one of them is read" in next(d.message for d in report.diagnostics if d.code == "CIT006")


@pytest.mark.parametrize("declared", ["crossref:\n  custom:\n", "custom-amsthm:\n"])
def test_kinds_of_labels_that_a_project_declares_for_a_filter(check, declared):
    files = {
        "_quarto.yml": f"bibliography: refs.bib\nbook:\n  chapters: [index.qmd, b.qmd]\n{declared}  - key: hyp\n    name: Hypothesis\n",
        "index.qmd": "# A\n\n:::{#hyp-one}\nSo it is.\n:::\n\n@known\n",
        "b.qmd": "# B\n\nBy @hyp-one and @hyp_two.\n",
    }
    assert words(check(files), "CIT001") == ["hyp_two"]


def test_templates_of_pandoc_are_no_texts_that_are_left_out(check):
    files = {
        "p.qmd": f"{FRONT}@known\n",
        "before-body.tex": "$if(title)$\n\\maketitle\n$endif$\n",
        "title.tex": "\\title{$title$}\n$if(x)$\\x{$x$}$endif$\n",
        "left.tex": "Words.\n",
        "_extensions/x/header.tex": "\\usepackage{x}\n",
    }
    assert check(files).orphans == ("left.tex",)


def test_the_manuscript_of_a_project_is_a_document_without_a_bibliography_in_its_metadata(check):
    """As where files in LaTeX that are named for the preamble load it."""
    files = {
        "_quarto.yml": "project:\n  type: manuscript\nformat:\n  pdf:\n    include-in-header: [setup/top.tex]\n",
        "index.qmd": "# A\n\nBy \\parencite{known, gone}.\n\n{{< include b.qmd >}}\n",
        "b.qmd": "Told [@lost].\n",
        "setup/top.tex": "\\usepackage{biblatex}\n\\input{./setup/more}\n",
        "setup/more.tex": "\\bibliography{./refs.bib}\n",
    }
    report = check(files)
    assert roots(report) == ["index.qmd"]
    assert sorted(words(report, "CIT001")) == ["gone", "lost"]


@pytest.mark.parametrize(
    "named",
    [
        "bibliography_main: [refs.bib]\nbibliography_more: more.bib",
        "bibliography:\n  main: refs.bib\n  more: more.bib",
    ],
)
def test_bibliographies_of_filters_for_lists_in_parts(check, named):
    report = check({"p.md": f"---\n{named}\n---\n\n@known and @gone.\n", "more.bib": BIB})
    assert [finding.code for finding in report.diagnostics] == ["CIT001"]


def test_a_reference_that_is_not_closed_leads_nowhere(check):
    text = "![A.](a.png){#fig:a}\n\nSee \\@ref(fig:a. The rest of it, \\@ref(fig: a) and \\@ref(fig:a) by @known.\n"
    assert words(check({"p.Rmd": FRONT + text, "a.png": ""}), "REF001") == ["fig:a.", "fig:"]


@pytest.mark.parametrize(("listed", "folder"), [('output_dir: "docs"\n', "docs/"), ("", "")])
def test_a_book_that_bookdown_wrote_in_latex_is_no_document(check, listed, folder):
    """Even of another text, as at the first commit, and after a template of the author's own."""
    latex = "\\documentclass{book}\n\\begin{document}\nIt is the the text.\n\\end{document}\n"
    files = {
        "_bookdown.yml": f'book_filename: "tesis"\n{listed}rmd_files: [index.Rmd]\n',
        "index.Rmd": f"{FRONT}@known\n",
        f"{folder}tesis.tex": latex,
        f"{folder}letter.tex": latex,
    }
    assert roots(check(files)) == ["_bookdown.yml", f"{folder}letter.tex"]


def test_a_chunk_whose_name_begins_like_a_label_of_quarto(check):
    text = "```{r tab-one}\nknitr::kable(x, caption = 'One')\n```\n\nSee \\@ref(tab:tab-one), \\@ref(tab:tab-two) by @known.\n"
    assert words(check({"p.Rmd": FRONT + text}), "REF001") == ["tab:tab-two"]


def test_a_document_beside_one_in_latex_of_its_name_is_said_to_be_unchecked_unless_it_is_named(check):
    files = {
        "a.md": "---\nbibliography: refs.bib\n---\n\nAs [@nobody; @known] say.\n",
        "a.tex": "\\documentclass{article}\n\\begin{document}\nAnother text.\n\\end{document}\n",
    }
    together = check(files)
    assert not together.diagnostics
    assert together.notices == (
        "a.md is not checked, since a.tex is a document of this name: name it to have it checked",
    )
    alone = check(files, "a.md")
    assert [finding.code for finding in alone.diagnostics] == ["CIT001"]
    assert not alone.notices


def test_what_bookdown_joined_of_all_chapters_is_none(check):
    files = {
        "_bookdown.yml": "book_filename: all\n",
        "index.Rmd": f"{FRONT}@known\n",
        "02.Rmd": "See the the end.\n",
    }
    report = check({**files, "all.Rmd": f"{files['index.Rmd']}\n{files['02.Rmd']}"})
    assert [finding.span.path for finding in report.diagnostics if finding.code == "TEX010"] == ["02.Rmd"]


def test_two_words_that_are_emphasised_alone_are_a_name(check):
    report = check({"a.md": f"{FRONT}@known\n\n- *Gallus gallus* (hen)\n- _Dama dama_ of of old\n"})
    assert [finding.message for finding in report.diagnostics if finding.code == "TEX010"] == [
        "“of” stands twice"
    ]


def test_labels_that_chunks_make_have_the_prefix_of_lost_ones(check):
    lost = ", ".join(f"\\@ref(fig:good{letter})" for letter in "abcdef")
    chunk = '```{r good, fig.cap="Words"}\nplot(1)\n```\n'
    files = {"_bookdown.yml": "", "index.Rmd": f"{FRONT}@known\n\nSee \\@ref(fig:good), {lost}.\n\n{chunk}"}
    told = [finding.message for finding in check(files).diagnostics if finding.code == "REF001"]
    assert told
    assert not [message for message in told if "nor does any" in message]
