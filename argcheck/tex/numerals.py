"""Reads numbers in untrusted text: no digits crash it, and no number of digits hangs it."""

from __future__ import annotations

MOST = 10**100  #: value of larger numbers; its square and its thousandfold fit a float
_LONGEST = 100  # digits


def natural(text: str) -> int:
    """Return the number made of the decimal digits of a text, without signs and separators.

    :returns: 0 without a digit, at most `MOST`.
    """
    digits = "".join(filter(str.isdecimal, text)) if not text.isdecimal() else text
    return int(digits or 0) if len(digits) <= _LONGEST else MOST


def real(text: str) -> float | None:
    """Return the number in a text such as ``-1.5``, None if it is not a finite number.

    None also beyond `MOST` in either direction, as nobody writes such numbers.
    """
    try:
        number = float(text) if len(text) <= 3 * _LONGEST else MOST * 2.0
    except ValueError:
        return None
    return number if abs(number) <= MOST else None
