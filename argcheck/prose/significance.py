"""Tail probabilities of the usual test statistics, from the standard library alone.

The incomplete beta and gamma functions are those of DLMF 8.17 and 8.2, worked out by continued fraction
(modified Lentz) and series to about twelve digits.
"""

from __future__ import annotations

import math

_TINY = 1e-300
_CLOSE = 1e-15
_STEPS = 10_000


def p_of_t(t: float, df: float) -> float:
    """Two-sided p-value of Student's t with ``df`` > 0 degrees of freedom (DLMF 8.17 and 8.17.4).

    :raises ValueError: when ``df`` is not above 0.
    """
    _positive(df)
    return _beta(df / 2, 0.5, df / (df + t * t))


def p_of_f(f: float, df1: float, df2: float) -> float:
    """Upper p-value of F with ``df1`` and ``df2`` > 0 degrees of freedom.

    :raises ValueError: when a number of degrees of freedom is not above 0, or ``f`` is below 0.
    """
    _positive(df1, df2)
    _not_negative(f)
    return _beta(df2 / 2, df1 / 2, df2 / (df2 + df1 * f))


def p_of_chi2(chi2: float, df: float) -> float:
    """Upper p-value of chi-squared with ``df`` > 0 degrees of freedom.

    :raises ValueError: when ``df`` is not above 0, or ``chi2`` is below 0.
    """
    _positive(df)
    _not_negative(chi2)
    return _gamma(df / 2, chi2 / 2)


def p_of_z(z: float) -> float:
    """Two-sided p-value of a standard normal z."""
    return math.erfc(abs(z) / math.sqrt(2))


def p_of_r(r: float, df: float) -> float:
    """Two-sided p-value of Pearson's r, from -1 to 1, with ``df`` > 0 degrees of freedom (pairs less two).

    :raises ValueError: when ``df`` is not above 0, or ``r`` is out of range.
    """
    _positive(df)
    if not -1 <= r <= 1:
        raise ValueError(f"a correlation is between -1 and 1, not {r}")
    return _beta(df / 2, 0.5, 1 - r * r)


def _positive(*values: float) -> None:
    if min(values) <= 0:
        raise ValueError(f"degrees of freedom are above 0, not {min(values)}")


def _not_negative(value: float) -> None:
    if value < 0:
        raise ValueError(f"the statistic is at least 0, not {value}")


def _beta(a: float, b: float, x: float) -> float:
    """Regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    log = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    if x < (a + 1) / (a + b + 2):
        return math.exp(log) * _beta_fraction(a, b, x) / a
    return 1 - math.exp(log) * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1 / _away(1 + term * d), _away(1 + term / c)
            value *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return value


def _gamma(a: float, x: float) -> float:
    """Regularised upper incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, _STEPS):
            term *= x / (a + n)
            total += term
            if term < total * _CLOSE:
                break
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / _away(b)
    value = d
    for n in range(1, _STEPS):
        factor, b = -n * (n - a), b + 2
        d, c = 1 / _away(factor * d + b), _away(b + factor / c)
        value *= d * c
        if abs(d * c - 1) < _CLOSE:
            break
    return value * scale


def _away(value: float) -> float:
    """Keep a denominator away from zero."""
    return value if abs(value) > _TINY else _TINY
