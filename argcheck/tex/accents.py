r"""Accents and control symbols of LaTeX, and the letters that they print."""

from __future__ import annotations

from unicodedata import normalize

#: Combining character of each accent.
MARKS = dict(
    zip(
        "`'^\"~=.cvHukrdbt",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u030b\u0306\u0328\u030a\u0323\u0331\u0361",
        strict=True,
    )
)

#: what a control symbol prints
SYMBOLS = {
    "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}",
    ",": "\xa0", " ": "\xa0", "\n": "\xa0", "\t": "\xa0", ";": " ", ":": " ", "!": "", "-": "", "/": "", "|": "",
    ">": " ", "<": "", "+": "", ")": "", "]": "",
}  # fmt: skip


def accent(sign: str, letter: str) -> str:
    """Return the letter under this accent: ``("v", "s")`` gives ``š``."""
    base = {"\\i": "i", "\\j": "j"}.get(letter, letter)
    return normalize("NFC", base + MARKS[sign]) if base else ""
