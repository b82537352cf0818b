r"""Reads inline text that TeX prints verbatim: ``\verb``, ``\url`` and listings of other packages.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, behind_blanks, group_end, verb_end
from argcheck.tex.commands import words
from argcheck.tex.tokens import DeadToken

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState

_NEXT = lazy(r"[ \t]*(?:\\(?:[A-Za-z@]+|(?s:.))|[{}])")
_MAX_VERB = 4_000  # characters in the argument of a \verb or \url
#: How listings with the macros of The TeXbook end, and passages that tex2page and similar programs leave to HTML.
_ENDS = {"begintt": "\\endtt", "htmlonly": "\\endhtmlonly"}


def read_verb(scan: ScanState, _start: int, position: int, name: str) -> int | None:
    r"""Read a command like ``\verb``; return where the scan continues, None without the end of its argument."""
    text = scan.text
    if text.startswith("}", position):  # alone in braces it is the name of a command to patch
        return None
    position = arguments(text, position, "[" if name != "verb" else ())[1]
    if name in {"mint", "mintinline", "SaveVerb"}:
        here = group_end(text, position, 200)
        if name == "mint" and (
            here < 0 or text[here : here + 1].isalnum() or text[here : here + 1].isspace()
        ):
            return None  # a macro of that name but not of minted, such as an integral
        position = here if here > 0 else position
    if name in {"lstinline", "mintinline"} and text.startswith("{", behind_blanks(text, position)):
        position = behind_blanks(text, position)
    if position >= len(text) or (name == "verb" and (text[position].isspace() or text[position] == "\\")):
        return None  # a backslash is no delimiter: the document has a \verb of its own
    if text[position] != "{":
        end = verb_end(text, position, position + _MAX_VERB)
    elif name != "verb":
        reading = "plain" if name == "mintinline" else "raw"
        end = group_end(text, position, _MAX_VERB, reading=reading)
    else:  # a \verb of another package, such as slatex: an opening brace is hardly ever a delimiter
        line = text.find("\n", position)
        end = group_end(text, position, (line if line >= 0 else len(text)) - position, reading="plain")
        end = end if end > 0 else verb_end(text, position, position + _MAX_VERB)
    return end if end > 0 else None


def _url(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    position = arguments(scan.text, position, "[")[1]
    position = behind_blanks(scan.text, position)
    end = group_end(scan.text, position, _MAX_VERB, reading="plain")
    return end if end > 0 else None


def _maple(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    r"""Skip the code in ``\mapleinline{inert}{2d}{x := Matrix(%id = 1)}{...}``; the printed form follows."""
    for _ in range(3):
        end = group_end(scan.text, position, _MAX_VERB, reading="plain")
        if end <= 0:
            return None
        position = behind_blanks(scan.text, end)
    return position


def _string(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    r"""Skip the token that ``\string`` prints; a star after it was read as part of its name."""
    if scan.text[position - 1] == "*":
        return position
    printed = _NEXT.match(scan.text, position)
    return printed.end() if printed else None


def _named(scan: ScanState, _start: int, position: int, _name: str) -> int | None:
    r"""Skip the command whose name ``\cmd`` or a similar command prints."""
    printed = _NEXT.match(scan.text, position)
    return printed.end() if printed and printed[0][-1] not in "{}" else None


def _patched(scan: ScanState, start: int, position: int, name: str) -> int | None:
    r"""Skip the first two arguments of ``\patchcmd``, the command and the text to replace; the replacement is read."""
    position = arguments(scan.text, position, "[")[1]
    behind = _named(scan, start, position, name) or group_end(scan.text, position, _MAX_VERB)
    end = group_end(scan.text, behind_blanks(scan.text, behind), _MAX_VERB) if behind > 0 else -1
    return end if end > 0 else _named(scan, start, position, name)


def _chunk(scan: ScanState, start: int, position: int, name: str) -> int | None:
    """Skip a chunk of code in the output of noweb."""
    closing = scan.text.find(f"\\{name.replace('begin', 'end')}", position)
    if closing < 0:
        return None
    scan.tokens.append(DeadToken(start, closing))
    return closing


def _between(scan: ScanState, _start: int, position: int, name: str) -> int | None:
    closing = scan.text.find(_ENDS[name], position)
    if closing < 0:
        return None
    scan.tokens.append(DeadToken(position, closing))
    return closing + len(_ENDS[name])


READERS: dict[str, CommandReader] = {
    "string": _string,
    **dict.fromkeys(words("cmd DescribeMacro pretocmd apptocmd xpretocmd xapptocmd"), _named),
    **dict.fromkeys(words("patchcmd xpatchcmd"), _patched),
    **dict.fromkeys(_ENDS, _between),
    **dict.fromkeys(words("verb Verb lstinline mint mintinline SaveVerb"), read_verb),
    **dict.fromkeys(words("url nolinkurl path href"), _url),
    **dict.fromkeys(words("nwbegincode begincode"), _chunk),
    "mapleinline": _maple,
}
