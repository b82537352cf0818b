"""The test kit reads pages as its docstring says."""

from __future__ import annotations

import pytest

from argcheck.api import Edit, Fix, RuleContext, Severity, rule
from argcheck.testing import PageError, cases

PAGE = r"""
# house-rule

Nothing to say.

```tex
Fine \cite{a}.
```

Something to say, in two files.

```tex
\usepackage{natbib}
See \cite{b}.  % expect: HSE001 @11 key b
\input{more}
% file: more.tex
% expect: HSE001 key c
% expect: HSE001 @9 key...
\cite{c,d}
```
"""


@rule("HSE001", "house-rule", severity=Severity.NOTE, since="1.0.0")
def house_rule(ctx: RuleContext):
    """Report every key but a."""
    for citation in ctx.manuscript.citations:
        if citation.key != "a":
            yield ctx.report(citation.span, f"key {citation.key}")


def test_blocks_become_cases():
    quiet, loud = cases("house_rule", PAGE)
    assert [str(quiet), str(loud)] == ["house_rule:6", "house_rule:12"]
    assert quiet.files == {
        "main.tex": "\\documentclass{article}\n\\begin{document}\nFine \\cite{a}.\n\\end{document}\n"
    }
    assert loud.files["main.tex"].split("\n")[1:4] == [
        "\\usepackage{natbib}",
        "\\begin{document}",
        "See \\cite{b}.",
    ]
    assert loud.files["more.tex"] == "%\n%\n\\cite{c,d}\n"


def test_findings_are_told_by_page_line():
    quiet, loud = cases("house_rule", PAGE)
    assert quiet.found([house_rule]) == quiet.expected() == []
    assert loud.expected() == [
        "house_rule:14: HSE001 @11 key b",
        "house_rule:19: HSE001 @9 key...",
        "house_rule:19: HSE001 key c",
    ]
    assert loud.found([house_rule]) == loud.expected()


def test_what_was_not_expected_is_told_in_full():
    (case,) = cases("house_rule", "```tex\n\\cite{b} % expect: HSE001 @3\n```\n")
    assert case.found([house_rule]) == ["house_rule:2: HSE001 @7 key b"]


def test_a_bib_block_is_cited_whole():
    (case,) = cases("house_rule", "```bib\n@book{k, title = {T}}\n```\n")
    assert case.files["refs.bib"] == "@book{k, title = {T}}\n"
    assert "\\nocite{*}" in case.files["main.tex"]


def test_a_rule_that_raises_names_page_and_line():
    def check(ctx):
        raise ZeroDivisionError(ctx.rule.name)

    (case,) = cases("house_rule", "```tex\nText.\n```\n")
    with pytest.raises(AssertionError, match=r"house_rule:1: .*ZeroDivisionError"):
        case.found([house_rule._replace(check=check)])


def test_configuration_and_encodings_are_files():
    page = "```tex\n\\mycite{b} % expect: HSE001\n\\input{x}\n% file: x.tex (latin-1)\né\n% file: argcheck.toml\ncite-macros = ['mycite']\n```"
    (case,) = cases("house_rule", page)
    assert case.found([house_rule]) == case.expected()
    assert case.options == {"x.tex": "latin-1"}


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("text\n```tex\nno end\n", r"page:2: this block is not closed"),
        (
            "```tex\nx % expect: nothing\n```\n",
            r"page:2: write '% expect: CODE @COLUMN MESSAGE', not 'nothing'",
        ),
        ("```tex\n% expect: HSE001\n```\n", r"page:2: no line follows"),
        ("```tex fixed\nx\n```\n", r"page:1: a fixed block follows its case"),
    ],
)
def test_a_page_that_cannot_be_read_is_named(page, message):
    with pytest.raises(PageError, match=message):
        cases("page", page)


UNSAFE = """
```tex
A -- b.  % expect: HSE003 @3
```

```tex fixed
A -- b.
```

```tex fixed unsafe
A --- b.
```
"""


@rule("HSE003", "short-dash", severity=Severity.NOTE, since="1.0.0")
def short_dash(ctx: RuleContext):
    """Lengthen dashes, which changes the print."""
    for sentence in ctx.manuscript.sentences:
        start = sentence.span.start + ctx.source(sentence.span).find(" -- ") + 1
        if start > sentence.span.start:
            span = sentence.span._replace(start=start, end=start + 2)
            fix = Fix("lengthen the dash", (Edit(span, "---"),), safe=False)
            yield ctx.report(span, "a short dash", related=[(sentence.span, "in this sentence")], fix=fix)


def test_unsafe_fixes_have_a_block_of_their_own():
    [case] = cases("page", UNSAFE)
    assert case.found([short_dash]) == case.expected()
    assert case.fix([short_dash]) == case.fixed
    assert case.fix([short_dash], unsafe=True) == case.fixed_unsafe
    assert case.fixed != case.fixed_unsafe


def test_comments_right_before_the_text_belong_to_it() -> None:
    r"""An annotation of the first sentence would else stand in the preamble, where it annotates nothing."""
    page = "\n```tex\n% a package\n\\usepackage{natbib}\n\n% argcheck: claim id=cl:a\nFine \\cite{b}. % expect: HSE001\n```\n"
    [case] = cases("house", page)
    assert case.files["main.tex"].splitlines()[:5] == [
        "\\documentclass{article}", "% a package", "\\usepackage{natbib}", "", "\\begin{document}",
    ]  # fmt: skip
    assert case.found([house_rule]) == case.expected()
