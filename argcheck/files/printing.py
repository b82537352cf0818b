"""Text for formats that can neither show nor hold every sign: drawings, XML, the languages of other programs."""

from __future__ import annotations


def printable(text: str) -> str:
    """Leave out what moves, hides or turns (controls, marks of direction, halves of letters), and make all blanks spaces."""
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or sign.isprintable())
