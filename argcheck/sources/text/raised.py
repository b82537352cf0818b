"""Numbers above the line: ``10⁵``, the mark of a footnote, the number of a citation."""

from __future__ import annotations

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"  #: the digits, in order
_UP = str.maketrans("0123456789+−", RAISED + "⁺⁻")
_DOWN = str.maketrans(RAISED + "⁺⁻", "0123456789+−")
_LEADING = "-–"  # a sign before a number, otherwise a dash between two


def raised(text: str) -> str:
    """Return a text with raised digits and signs; other characters have no raised form."""
    sign = text[:1] in _LEADING and text[1:2].isdigit()
    return "⁻" + text[1:].translate(_UP) if sign else text.translate(_UP)


def lowered(text: str) -> str:
    """Return a text with raised digits and signs replaced by normal ones."""
    return text.translate(_DOWN)
