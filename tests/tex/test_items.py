"""The items of lists as a rule sees them: which are whose, how far each reaches, what is no item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context, words

from argcheck.api import Manuscript, Span

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.api import Item, RuleContext

_BEGIN = "\\documentclass{article}\n"


def read(folder: Path, text: str, before: str = "", **files: str) -> RuleContext:
    main = f"{_BEGIN}{before}\\begin{{document}}\n{text}\n\\end{{document}}\n"
    return context(folder, main=main, **files)


def lists(ctx: RuleContext) -> dict[str, list[str]]:
    """The items of each list by its name."""
    m = ctx.manuscript
    return {
        list_.name: words(ctx, tuple(item.span for item in items))
        for list_ in m.environments
        if (items := m.items_of(list_))
    }


def items(m: Manuscript) -> list[Item]:
    return [item for list_ in m.environments for item in m.items_of(list_)]


def test_an_inner_item_is_of_the_inner_list(tmp_path: Path) -> None:
    ctx = read(
        tmp_path,
        r"""
\begin{itemize}
  \item One.
    \begin{enumerate}
      \item Inner one.
      \item Inner two.
    \end{enumerate}
    It goes on.

  \item Two.
\end{itemize}""",
    )
    m = ctx.manuscript
    assert lists(ctx) == {
        "itemize": [
            r"\item One. \begin{enumerate} \item Inner one. \item Inner two. \end{enumerate} It goes on.",
            r"\item Two.",
        ],
        "enumerate": [r"\item Inner one.", r"\item Inner two."],
    }
    first = items(m)[0]
    assert [s.text for s in m.sentences_of(first)] == ["One.", "Inner one.", "Inner two.", "It goes on."]
    own = [s.text for s in m.sentences_of(first) if m.item_of(s.span) == first]
    assert own == ["One.", "It goes on."]


def test_labels(tmp_path: Path) -> None:
    ctx = read(
        tmp_path,
        r"""
\begin{description}
  \item[Fast] It is fast.
  \item [{Slow [very]}] It is slow.
  \item[] Bare.
  \item None.
  \item<2->[Later] It comes later.
\end{description}""",
    )
    labels = [item.label and ctx.source(item.label) for item in items(ctx.manuscript)]
    assert labels == ["Fast", "{Slow [very]}", "", None, "Later"]
    said = [[s.text for s in ctx.manuscript.sentences_of(item)] for item in items(ctx.manuscript)]
    assert said[0] == ["Fast It is fast."]


def test_what_is_no_item(tmp_path: Path) -> None:
    ctx = read(
        tmp_path,
        r"""
\item Stray.
\begin{itemize}
  % \item Off.
  \item One. % \item Off.
  \itemsep0pt \itshape
  \begin{comment}
  \item Off.
  \end{comment}
  \iffalse \item Off. \fi
  \begin{verbatim}
  \item Shown.
  \end{verbatim}
  \verb|\item|
\end{itemize}
\begin{equation} x \end{equation}""",
        "\\usepackage{comment}\n\\newcommand{\\some}{\\item Defined.}\n",
    )
    [one] = items(ctx.manuscript)
    assert ctx.source(one.span).startswith("\\item One.")
    assert ctx.source(one.span).endswith("\\verb|\\item|")
    assert list(lists(ctx)) == ["itemize"]


def test_lists_and_items_of_the_document(tmp_path: Path) -> None:
    ctx = read(
        tmp_path,
        r"""
\begin{aims}
  \item One.
  \plus Two.
  \plus Three.
\end{aims}
\begin{enumerate}\begin{multicols}{2}
  \item Left.
  \item Right.
\end{multicols}\end{enumerate}
\begin{inparaenum} \item here and \item there. \end{inparaenum}""",
        "\\newenvironment{aims}{\\begin{itemize}}{\\end{itemize}}\n\\newcommand{\\plus}{\\item[+]}\n",
    )
    assert lists(ctx) == {
        "aims": [r"\item One.", r"\plus Two.", r"\plus Three."],
        "enumerate": [r"\item Left.", r"\item Right. \end{multicols}"],
        "inparaenum": [r"\item here and", r"\item there."],
    }


def test_over_several_files(tmp_path: Path) -> None:
    ctx = read(
        tmp_path,
        r"""
\begin{itemize}
  \item One. \input{within} Behind.
  \input{more}
  It goes on.
  \item Four.
\end{itemize}""",
        within="Within.\n\\begin{enumerate}\n\\item Inner.\n\\end{enumerate}\n",
        more="\\item Two.\n\n\\item Three.\n",
    )
    m = ctx.manuscript
    one, two, three, four, inner = items(m)
    assert words(ctx, one.parts) == [
        r"\item One.",
        r"Within. \begin{enumerate} \item Inner. \end{enumerate}",
        "Behind.",
    ]
    assert ctx.source(one.span) == r"\item One. \input{within} Behind."
    assert (words(ctx, two.parts), words(ctx, four.parts)) == ([r"\item Two."], [r"\item Four."])
    assert words(ctx, three.parts) == [r"\item Three.", "It goes on."]
    assert [s.text for s in m.sentences_of(three)] == ["Three.", "It goes on."]
    [within] = [s for s in m.sentences if s.text == "Inner."]
    assert m.item_of(within.span) == inner
    assert m.item_of(one.parts[2]) == one
    assert m.item_of(Span("main.tex", 0, 0)) is None


def test_a_file_that_is_read_twice_has_its_items_twice(tmp_path: Path) -> None:
    ctx = read(
        tmp_path, r"\input{a} \input{a}", a="\\begin{itemize}\n\\item One.\n\\item Two.\n\\end{itemize}\n"
    )
    m = ctx.manuscript
    assert [words(ctx, tuple(i.span for i in m.items_of(e))) for e in m.environments] == [
        [r"\item One.", r"\item Two."]
    ] * 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (r"\begin{itemize} \item One. \item Two.", {"itemize": [r"\item One.", r"\item Two."]}),
        (
            r"\begin{itemize} \item One. \begin{enumerate} \item In. \end{itemize} Behind.",
            {"itemize": [r"\item One. \begin{enumerate} \item In."], "enumerate": [r"\item In."]},
        ),
        (
            r"\begin{itemize} \item One. \end{enumerate} \item Two. \end{itemize}",
            {"itemize": [r"\item One. \end{enumerate}", r"\item Two."]},
        ),
        (r"\begin{itemize} \item \item[ \end{itemize}", {"itemize": [r"\item", r"\item["]}),
        (r"\begin{itemize} \end{itemize} \begin{enumerate} One. \end{enumerate}", {}),
    ],
)
def test_damaged_lists(tmp_path: Path, text: str, wanted: dict[str, list[str]]) -> None:
    assert lists(read(tmp_path, text)) == wanted


def test_markdown_has_items(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text(
        "---\ntitle: On it\nbibliography: refs.bib\n---\n\nText.\n\n1. One.\n   - Inner.\n2. Two. It is.\n",
        "utf-8",
    )
    ctx = context(tmp_path)
    said = [[s.text for s in ctx.manuscript.sentences_of(item)] for item in items(ctx.manuscript)]
    assert said == [["One.", "Inner."], ["Two.", "It is."], ["Inner."]]
