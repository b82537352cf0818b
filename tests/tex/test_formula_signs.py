"""Formulas in the signs that they print."""

import pytest

from argcheck.tex.formula_signs import in_signs, signs
from argcheck.tex.formulas import MATH

MACROS = {
    "OO": ("", r"\mathcal{O}"),
    "a": ("", r"\alpha"),
    "ZZ": ("", r"\mathbb{Z}"),
    "Tr": ("", r"\operatorname{Tr}"),
    "set": ("{", r"\left\{ #1 \right\}"),
    "loop": ("", r"\loop\loop"),
}


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("no formula here, but 5_6 and x^2", "no formula here, but 5_6 and x^2"),
        (r"Let $\a \in \OO_K$ be.", "Let α ∈ O_K be."),
        (r"Any unit of $\ZZ[\zeta_p]$ .", "Any unit of ℤ[ζ_p]."),
        (r"Then \[\Tr_{K/F}(x) = 0.\] . So", "Then Tr_(K/F)(x) = 0. So"),
        (r"$F \subseteq K$, $x^{n-1}$, $f'$, $x^\prime$", "F ⊆ K, x^(n-1), f', x′"),
        (r"$\frac{a+b}{2}$ and $\sqrt[3]{x}$ and $\sqrt{ab+c}$", "(a+b)/2 and √x and √(ab+c)"),
        (r"$\lVert v \rVert \geq 0 \pmod p$", "‖ v ‖ ≥ 0 (mod p)"),
        (r"$\mathbb{R}^2 \setminus \{0\}$", "ℝ^2 ∖ {0}"),
        (r"$\mathfrak{p} \not\subset \bar{x}$", "p ⊄ x̄"),
        (r"$\set{1, 2}$", "{ 1, 2 }"),
        (r"$f \circ g$ by $90^\circ$ and $\frac12\sigma$", "f ∘ g by 90° and 1/2 σ"),
        (r"the matrix $\left(\begin{matrix} a & b \end{matrix}\right)$", "the matrix (⟨…⟩)"),
        (r"as in \begin{tikzcd} A \arrow[r] & B \end{tikzcd} here", "as in ⟨…⟩ here"),
        (r"it costs 5$ and \[ has no end", r"it costs 5$ and \[ has no end"),
        (r"It costs \$5 and \$6 where $\alpha>1$.", r"It costs \$5 and \$6 where α>1."),
        (r"It costs $5 and $6 where $\alpha>1$.", r"It costs $5 and $6 where α>1."),
        (
            r"It costs $5 and $\a$ of (5$ or 6$) is $ \a $-fold.",
            r"It costs $5 and α of (5$ or 6$) is α-fold.",
        ),
        (r"It is $\a \text{ if $x$ holds} + b$, and so on.", "It is α if x holds + b, and so on."),
        (r"$\$5 \leq x$ or \\[2pt] $y$", r"$5 ≤ x or \\[2pt] y"),
        (r"$\unheard of$ and $\gcd(a,b)$", "unheard of and gcd(a,b)"),
        (r"$\loop$", "⟨…⟩"),
    ],
)
def test_a_formula_is_written_as_it_is_read(written, read):
    assert in_signs(written, MACROS) == read


def test_what_is_nested_without_end_or_cut_ends():
    for written in (
        "$" + "{" * 3_000 + "$",
        "$" + r"\frac" * 3_000 + "$",
        "$x^$",
        "$\\$",
        "$\\left$",
        r"$\not$",
    ):
        assert isinstance(in_signs(written, {}), str)


def test_signs_of_all_sentences_are_among_those_of_labels():
    assert {name for name, sign in MATH.items() if signs().get(name) != sign} == {"circ"}
