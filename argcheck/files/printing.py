"""Text for formats that cannot hold every character: drawings, XML, the languages of other programs."""

from __future__ import annotations


def printable(text: str) -> str:
    """Return the text without controls, direction marks and surrogates, and with every blank as a space."""
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or sign.isprintable())
