r"""The letters that accents and control symbols of LaTeX print."""

from __future__ import annotations

from unicodedata import normalize

#: accent -> combining character
MARKS = dict(
    zip(
        "`'^\"~=.cvHukrdbt",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u030b\u0306\u0328\u030a\u0323\u0331\u0361",
        strict=True,
    )
)

#: control symbol -> text that it prints
SYMBOLS = {
    "%": "%", "&": "&", "_": "_", "#": "#", "$": "$", "{": "{", "}": "}",
    ",": "\xa0", " ": "\xa0", "\n": "\xa0", "\t": "\xa0", ";": " ", ":": " ", "!": "", "-": "", "/": "", "|": "",
    ">": " ", "<": "", "+": "", ")": "", "]": "",
}  # fmt: skip


def accent(sign: str, letter: str) -> str:
    """Return a letter with an accent: ``("v", "s")`` gives ``š``; empty without a letter."""
    base = {"\\i": "i", "\\j": "j"}.get(letter, letter)
    return normalize("NFC", base + MARKS[sign]) if base else ""
