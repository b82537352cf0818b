"""p-values agree with an integration that knows nothing of how they are worked out."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argcheck.prose.significance import p_of_chi2, p_of_f, p_of_r, p_of_t, p_of_z


def t_tail(t: float, df: float, steps: int = 4000) -> float:
    """Two-sided tail by Simpson's rule over t = sqrt(df) tan(angle), which makes the range finite."""
    scale = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    low, high = math.atan(abs(t) / math.sqrt(df)), math.pi / 2
    return 2 * scale * simpson(lambda angle: math.cos(angle) ** (df - 1), low, high, steps)


def simpson(f, low: float, high: float, steps: int) -> float:
    width = (high - low) / steps
    inner = sum((4 if n % 2 else 2) * f(low + n * width) for n in range(1, steps))
    return width / 3 * (f(low) + inner + f(high))


@settings(deadline=None, max_examples=40)
@given(st.floats(0, 30), st.integers(1, 400))
def test_t(t: float, df: int) -> None:
    assert p_of_t(t, df) == pytest.approx(t_tail(t, df), rel=1e-6, abs=1e-9)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.001, 60), st.integers(1, 80))
def test_chi2_is_a_sum_where_it_is_one(chi2: float, half: int) -> None:
    """With 2k degrees of freedom the tail is that of a Poisson count below k."""
    terms = [
        math.exp(-chi2 / 2 + (n * math.log(chi2 / 2) if n else 0) - math.lgamma(n + 1)) for n in range(half)
    ]
    assert p_of_chi2(chi2, 2 * half) == pytest.approx(math.fsum(terms), rel=1e-9, abs=1e-12)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.01, 40), st.integers(1, 40), st.integers(1, 200))
def test_f_is_a_binomial_tail_where_it_is_one(f: float, half: int, other: int) -> None:
    """With 2a and 2b degrees of freedom the tail is that of a binomial count."""
    a, b = half, other
    x = b / (b + a * f)
    n = a + b - 1
    tail = math.fsum(math.comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(b, n + 1))
    assert p_of_f(f, 2 * a, 2 * b) == pytest.approx(tail, rel=1e-6, abs=1e-9)


@given(st.floats(0, 6))
def test_kin(z: float) -> None:
    assert p_of_chi2(z * z, 1) == pytest.approx(p_of_z(z), rel=1e-9)
    assert p_of_f(z * z, 1, 17) == pytest.approx(p_of_t(z, 17), rel=1e-9)
    assert p_of_t(-z, 1e6) == pytest.approx(p_of_z(z), rel=1e-3)


def test_table_values() -> None:
    assert p_of_t(2.048, 28) == pytest.approx(0.05, abs=1e-4)
    assert p_of_f(3.159, 2, 57) == pytest.approx(0.05, abs=1e-4)
    assert p_of_chi2(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert p_of_z(1.96) == pytest.approx(0.05, abs=1e-4)
    assert p_of_r(0.361, 28) == pytest.approx(0.05, abs=1e-4)
    assert p_of_r(1, 5) == 0
    assert p_of_chi2(0, 3) == p_of_f(0, 3, 3) == 1


@pytest.mark.parametrize(
    "call", [lambda: p_of_t(1, 0), lambda: p_of_f(-1, 2, 2), lambda: p_of_chi2(1, -1), lambda: p_of_r(1.2, 5)]
)
def test_out_of_range(call) -> None:
    with pytest.raises(ValueError, match=r"above 0|at least 0|between"):
        call()
