"""Displayed formulas, of whatever notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seen_by_a_rule import context, words

if TYPE_CHECKING:
    from pathlib import Path

TEXT = r"""\documentclass{article}
\usepackage{amsmath,tikz}
\begin{document}
First \[a\] and $$b$$, not $c$ and \(d\).
\begin{equation}\begin{aligned}e\end{aligned}\end{equation}
% \[commented\]
\newcommand{\unused}{\[f\]}
\verb|\[g\]| \iffalse \[h\] \fi
\begin{tikzpicture}\node{x};\end{tikzpicture}
A footnote.\footnote{With \[i\]}
\begin{itemize}\item One: $$j$$ \end{itemize}
\input{part}
\begin{align*}k &= l\\m\text{ where \[n\]}\end{align*}
\begin{tabular}{l}a \\[2mm] b\end{tabular}
\end{document}
"""
READ = [
    r"\[a\]", "$$b$$", r"\begin{equation}\begin{aligned}e\end{aligned}\end{equation}", r"\[i\]", "$$j$$", r"\[o\]",
    r"\begin{align*}k &= l\\m\text{ where \[n\]}\end{align*}",
]  # fmt: skip


def test_every_displayed_formula_is_seen_in_the_order_of_the_text(tmp_path: Path) -> None:
    ctx = context(tmp_path, main=TEXT, part="\\[o\\]\n")
    assert words(ctx, ctx.manuscript.displays) == READ


def test_what_a_macro_without_a_body_takes_is_none(tmp_path: Path) -> None:
    text = "\\documentclass{article}\\newcommand{\\aside}[1]{}\\begin{document}\n\\aside{Or $$a$$} \\[b\\]\n\\end{document}"
    ctx = context(tmp_path, main=text)
    assert words(ctx, ctx.manuscript.displays) == ["\\[b\\]"]
