"""Reading the digits of a text that anybody may have written: no digits crash it, and no number of them hangs it."""

from __future__ import annotations

MOST = 10**100  #: what longer numbers count as; a float holds it, its square and its thousandfold
_LONGEST = 100  # digits


def natural(text: str) -> int:
    """Return the number that the decimal digits of a text make, signs and separators left out.

    :returns: 0 without a digit, at most `MOST`.
    """
    digits = "".join(filter(str.isdecimal, text)) if not text.isdecimal() else text
    return int(digits or 0) if len(digits) <= _LONGEST else MOST


def real(text: str) -> float | None:
    """Return the number that a text is, such as ``-1.5``; None where it is none, or none that is finite.

    Nothing beyond `MOST` either way is a number here: nobody writes it down.
    """
    try:
        number = float(text) if len(text) <= 3 * _LONGEST else MOST * 2.0
    except ValueError:
        return None
    return number if abs(number) <= MOST else None
