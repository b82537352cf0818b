"""Reads commands of babel and polyglossia that load a language or switch to it.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import split_at
from argcheck.tex.arguments import MAX_BODY, arguments, behind_blanks, group_end
from argcheck.tex.commands import words
from argcheck.tex.tokens import LanguageToken

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState

_MAIN_LANGUAGE = words("setmainlanguage setdefaultlanguage")


def _language(scan: ScanState, start: int, position: int, name: str) -> int | None:
    spans, end = arguments(scan.text, position, "[{")
    if spans[1] is None:
        return None
    named = tuple(part.strip() for part in scan.text[slice(*spans[1])].split(","))
    if name in _MAIN_LANGUAGE or (
        name == "babelprovide" and spans[0] and "main" in split_at(scan.text[slice(*spans[0])], ",=")
    ):
        scan.tokens.append(LanguageToken(start, end, "main", named))
    elif name != "selectlanguage":
        scan.tokens.append(LanguageToken(start, end, "known", named))
    elif (
        scan.stack
        and scan.stack[-1][0] == "{"
        and (close := group_end(scan.text, scan.stack[-1][1], MAX_BODY)) > end
    ):
        scan.tokens.append(LanguageToken(end, close, "foreign", named))
    else:
        scan.tokens.append(LanguageToken(start, end, "switch", named))
    return end


def _foreign(scan: ScanState, _start: int, position: int, name: str) -> int | None:
    r"""Read ``\foreignlanguage{german}{...}`` and ``\textgerman{...}``; the text in it is scanned."""
    spans, end = arguments(scan.text, position, "[{")
    language = name.removeprefix("text")
    if language == name:
        if spans[1] is None:
            return None
        language, position = scan.text[slice(*spans[1])].strip(), end
    opened = behind_blanks(scan.text, position)
    close = group_end(scan.text, opened, MAX_BODY)
    if close > 0:
        scan.tokens.append(LanguageToken(opened + 1, close - 1, "foreign", (language,)))
    return position


READERS: dict[str, CommandReader] = {
    **dict.fromkeys(
        (*words("selectlanguage setotherlanguage setotherlanguages babelprovide"), *_MAIN_LANGUAGE), _language
    ),
    **dict.fromkeys(words("foreignlanguage textenglish textgerman textfrench"), _foreign),
}
