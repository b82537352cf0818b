"""Accents that old fonts of TeX set as separate characters: ``G¨odel`` for Gödel."""

from __future__ import annotations

import unicodedata

_COMBINING = {
    "´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "¨": "\u0308", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
    "˝": "\u030b", "˙": "\u0307", "˚": "\u030a", "¯": "\u0304",
}  # fmt: skip
_CEDILLA = "¸"  #: follows its letter
_DOTLESS = {"ı": "i", "ȷ": "j"}


def composed(text: str) -> str:
    """Return a text with separate accents put on the letters after them.

    An accent on a letter that never has it stays; one set apart from its word is left out, as its letter is unknown.
    """
    if not any(sign in text for sign in (*_COMBINING, _CEDILLA)):
        return text
    parts: list[str] = []
    place = 0
    while place < len(text):
        sign = text[place]
        place += 1
        inside = bool(parts) and parts[-1].isalpha()
        if sign == _CEDILLA and inside:
            parts[-1] = _on(parts[-1], "\u0327") or parts[-1] + sign
        elif sign in _COMBINING and (inside or sign != "`"):  # a grave accent also opens quotations
            gap = inside and text[place : place + 1] == " " and text[place + 1 : place + 2].islower()
            letter = _on(text[place + gap : place + gap + 1], _COMBINING[sign])
            if letter:
                place += 1 + gap
            alone = (not parts or parts[-1] == " ") and text[place : place + 1] in ("", " ")
            if alone and parts:
                parts.pop()
            parts.append(letter or ("" if alone else sign))
        else:
            parts.append(sign)
    return "".join(parts) or text


def _on(letter: str, accent: str) -> str:
    """Return a letter with an accent, or an empty text if no such letter exists."""
    single = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + accent)
    return single if letter.isalpha() and len(single) == 1 else ""
