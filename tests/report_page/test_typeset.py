"""Formulas in claims and in the text are typeset by the browser; what cannot be read stays as written, and nothing of it is obeyed."""

from __future__ import annotations

import os
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
        (r"\begin{align} f_{x} &= 1 \\[2pt] g &= 2 \end{align}", "f x = 1 g = 2"),
        (r"\begin{IEEEeqnarray}{rCl} f_{x} &=& 1 \end{IEEEeqnarray}", "f x = 1"),
        (r"\[ \begin{aligned} f_{x} &= 1 \\ &= 2 \end{aligned} \]", "f x = 1 = 2"),
        (r"\begin{gather*} f_{x} \\ g_{x} \end{gather*}", "f x g x"),
        (r"\[ \nicefrac{1}{2} \vb{x} + \prescript{3}{}{E}_{2}. \]", "1 / 2 𝐱 + 3 E 2 ."),
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
        r"$\newenvironment{aa}{x_{1}}{}\begin{aa}\end{aa}$",
        r"\begin{align*} \begin{rcases} a &= 1 \end{rcases} \end{align*}",
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


def test_what_reads_as_words_is_typeset_as_well(tmp_path: Path) -> None:
    page = card(tmp_path, r"We have $x_1$ for all. It is $^{14}$C and $y_{2}$.")
    assert page.words(WORDS) == "We have x 1 for all. It is 14 C and y 2 ."
    assert len(page.all(f"{WORDS}//math")) == 3
    assert "It is ¹⁴C" in page.words("//div[@id='argument']//*[local-name()='title']")


def text_of(folder: Path, text: str) -> Page:
    """Give the page of a document with this text."""
    (folder / "main.tex").write_text(
        rf"{PREAMBLE}\begin{{document}}{text}\end{{document}}" + "\n", encoding="utf-8"
    )
    return page_of(folder, "main.tex")


SENTENCE = "//div[@id='text']//span[@id='s0']"


@pytest.mark.parametrize(
    ("text", "shown", "formulas"),
    [
        (r"The sum $\sum_{i=1}^{n} a_i$ is finite here.", "The sum ∑ i = 1 n a i is finite here.", 1),
        (r"The weight $w_i$ is at most $x_1^2$ here.", "The weight w i is at most x 1 2 here.", 2),
        (r"The weight $w_1_2$ is 3 here.", "The weight w_1_2 is 3 here.", 0),
        (r"The weight $w$ is 3 here.", "The weight w is 3 here.", 0),
        (
            r"The bound is \[ \norm{x}_{2} \leq 1, \] where $x\in\N$ holds.",
            "The bound is ‖ x ‖ 2 ≤ 1 , where x∈N holds.",
            1,
        ),
        (r"It holds for $x\in\mathbb{N}$ at most.", "It holds for x∈N at most.", 0),
        (
            r"The sum $\frac{a}{b}$\footnote{Another is $\frac{c}{d}$ here.} of $\frac{e}{f}$ is finite.",
            "The sum a b of e f is finite.",
            2,
        ),
        (
            r"\renewcommand{\mintinline}[2]{\odd{#2}}The tool \mintinline{sh}{ls} runs.",
            "The tool ls runs.",
            0,
        ),
        (r"The tool \verb|ls -l| and \lstinline[language=C]{int i} run.", "The tool ls -l and int i run.", 0),
        (
            r"Let $\operatorname*{arg\,max}_{x} \big\{ f_{x}: \text{if $x$ is\ odd} \big\}$ be it.",
            "Let argmax x { f x : if x is odd } be it.",
            1,
        ),
        (r"The sum $\frac{\unheard{of}}{2}$ is finite.", r"The sum $\frac{\unheard{of}}{2}$ is finite.", 0),
        (r"The square \[ \xymatrix{ A \ar[r] & B } \] commutes here.", "The square ⟨…⟩ commutes here.", 0),
        (
            r"The mass is 3 \own{} as said in \cite{lee}, $\frac{a}{b}$ of it.",
            "The mass is 3 M ⊙ as said in [ lee ], a b of it. ✖ CIT001",
            2,
        ),
    ],
)
def test_the_text_has_its_formulas(tmp_path: Path, text: str, shown: str, formulas: int) -> None:
    page = text_of(tmp_path, rf"\newcommand{{\own}}{{\ensuremath{{\mathrm{{M}}_{{\sun}}}}\xspace}} {text}")
    assert page.words(SENTENCE) == shown
    assert len(page.all(f"{SENTENCE}//math")) == formulas


@pytest.mark.long
def test_formulas_of_the_text_take_bounded_time_and_room(tmp_path: Path) -> None:
    pairs = zip("abcdefgh", "bcdefghi", strict=True)
    doubling = "".join(rf"\newcommand{{\m{first}}}{{\m{second}\m{second}}}" for first, second in pairs)
    hostile = "".join(rf"Here $\frac{{\mc}}{{\mc}} + {number}$ grows.{chr(10) * 2}" for number in range(2500))
    long = "".join(
        rf"Here $\frac{{x_{{1}} {'+ y_{2}' * 300}}}{{{number}}}$ is long.{chr(10) * 2}"
        for number in range(300)
    )
    before = os.times().children_user
    page = text_of(tmp_path, rf"{doubling}\newcommand{{\mi}}{{x_{{1}}}} {long} {hostile}")
    assert os.times().children_user - before < 12  # the page is twice as long without a bound
    assert len(page.text) < 3_000_000
    assert page.all("//div[@id='text']//math")


@pytest.mark.long
def test_sentences_with_formulas_that_never_end_are_read_in_linear_time(tmp_path: Path) -> None:
    before = os.times().children_user
    text_of(tmp_path, "".join(f"Here $x_{{1}}$ is \\[ and on {number}.\n\n" for number in range(20_000)))
    assert (
        os.times().children_user - before < 9
    )  # three, and fifteen where each was looked for to the end of the file
