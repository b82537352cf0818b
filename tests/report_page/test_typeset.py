"""Formulas in claims are typeset by the browser; what cannot be read stays as it is written, and nothing of it is obeyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from read_page import Page, page_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PREAMBLE = (
    r"\documentclass{article}\newtheorem{lemma}{Lemma}\newcommand{\N}{\ensuremath{\mathbb{N}}}\newcommand{\norm}[1]{\lVert #1 \rVert}"
    r"\newcommand{\open}[2][r]{B_{#1}(#2)}\DeclareMathOperator{\rk}{rank}\DeclarePairedDelimiter\abs{\lvert}{\rvert}"
    rf"\newcommand{{\twice}}{{\twice\twice}}\newcommand{{\long}}{{{'x' * 900}}}"
)


def card(folder: Path, statement: str) -> Page:
    """Give the page of a document with this statement."""
    text = rf"{PREAMBLE}\begin{{document}}\begin{{lemma}}\label{{lem:a}} {statement}\end{{lemma}}\end{{document}}"
    (folder / "main.tex").write_text(text + "\n", encoding="utf-8")
    return page_of(folder, "main.tex")


WORDS = "//article[@id='claim-lem:a']/p[@class='words']"


@pytest.mark.parametrize(
    ("formula", "printed"),
    [
        (
            r"$\sum_{i=1}^{n} \frac{a_i}{\sqrt{b_i}} \le \limsup_{k\to\infty} c_k$",
            "∑ i = 1 n a i b i ≤ lim sup k → ∞ c k",
        ),
        (
            r"\[ \norm{x}^{2} \in \N, \quad \rk(A) \leq \abs*{\open{y}} \]",
            "‖ x ‖ 2 ∈ ℕ , rank ( A ) ≤ | B r ( y ) |",
        ),
        (
            r"\begin{align*} f(x) &= 1 \label{eq:f} \\ g_{x} &= \open[s]{2} \nonumber \end{align*}",
            "f ( x ) = 1 g x = B s ( 2 )",
        ),
    ],
)
def test_a_formula_is_typeset_macros_included(tmp_path: Path, formula: str, printed: str) -> None:
    page = card(tmp_path, f"We have {formula} for all.")
    assert page.words(f"{WORDS}//math") == printed


@pytest.mark.parametrize(
    "formula",
    [
        r"$\frac{\unheard{of}}{2} + \sum_{i=1}^{n} x$",
        r"$\left( \frac{a$",
        r"$\sum_{i=1}^{n} \twice$",
        r"$\sum_{i=1} \long$",
    ],
)
def test_what_cannot_be_read_stays_as_it_is_written(tmp_path: Path, formula: str) -> None:
    page = card(tmp_path, f"We have {formula} for all.")
    assert page.words(WORDS) == f"We have {formula} for all."


def test_a_formula_has_no_link_no_style_and_no_markup(tmp_path: Path) -> None:
    page = card(
        tmp_path,
        r"$\href{javascript:alert(1)}{x} + \style{color:red}{\sum_{i} y} + \class{evil}{z} + \text{<script>evil()</script>}$ holds.",
    )
    assert "<script> evil()" not in page.words(WORDS)
    assert not page.all(f"{WORDS}//*[@href or @style or @class or self::script]")
