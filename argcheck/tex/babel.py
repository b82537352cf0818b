"""Commands of babel and polyglossia that load a language or turn to it.

Readers as in `argcheck.tex.definitions`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.tex.arguments import BLANK, MAX_BODY, arguments, group_end
from argcheck.tex.commands import Slot, words
from argcheck.tex.events import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.scan import Scanner

_MAIN_LANGUAGE = words("setmainlanguage setdefaultlanguage")
_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")


def _language(scanner: Scanner, start: int, position: int, name: str) -> int | None:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    if spans[1] is None:
        return None
    named = tuple(part.strip() for part in scanner.text[slice(*spans[1])].split(","))
    if name in _MAIN_LANGUAGE or (
        name == "babelprovide" and spans[0] and _is_main(scanner.text[slice(*spans[0])])
    ):
        scanner.events.append((LANGUAGE, start, end, "main", named))
    elif name != "selectlanguage":
        scanner.events.append((LANGUAGE, start, end, "known", named))
    elif (
        scanner.stack
        and scanner.stack[-1][0] == "{"
        and (close := group_end(scanner.text, scanner.stack[-1][1], MAX_BODY)) > end
    ):
        scanner.events.append((LANGUAGE, end, close, "foreign", named))
    else:
        scanner.events.append((LANGUAGE, start, end, "switch", named))
    return end


def _is_main(options: str) -> bool:
    return "main" in re.split(r"[\s,=]+", options)


def _foreign(scanner: Scanner, _start: int, position: int, name: str) -> int | None:
    r"""Read ``\foreignlanguage{german}{...}`` and ``\textgerman{...}``; what stands in it is scanned."""
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    language = name.removeprefix("text")
    if language == name:
        if spans[1] is None:
            return None
        language, position = scanner.text[slice(*spans[1])].strip(), end
    opened = BLANK.match(scanner.text, position).end()  # type: ignore[union-attr]
    close = group_end(scanner.text, opened, MAX_BODY)
    if close > 0:
        scanner.events.append((LANGUAGE, opened + 1, close - 1, "foreign", (language,)))
    return position


READERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    **dict.fromkeys(
        (*words("selectlanguage setotherlanguage setotherlanguages babelprovide"), *_MAIN_LANGUAGE),
        _language,
    ),
    **dict.fromkeys(words("foreignlanguage textenglish textgerman textfrench"), _foreign),
}
