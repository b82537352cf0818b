"""Numbers that stand above the line: ``10⁵``, a footnote's mark, the number of a citation."""

from __future__ import annotations

RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"  #: the digits, in order
_UP = str.maketrans("0123456789+−", RAISED + "⁺⁻")
_DOWN = str.maketrans(RAISED + "⁺⁻", "0123456789+−")
_LEADING = "-–"  # a sign where a number follows, else a dash between two


def raised(text: str) -> str:
    """Raise digits and their signs; all else, such as the comma in ``1,2``, has no raised form."""
    sign = text[:1] in _LEADING and text[1:2].isdigit()
    return "⁻" + text[1:].translate(_UP) if sign else text.translate(_UP)


def lowered(text: str) -> str:
    """Bring raised digits and signs back to the line."""
    return text.translate(_DOWN)
