r"""Text in a line that TeX does not obey but prints: what ``\verb``, ``\url`` and listings of other packages hold.

Readers as in `argcheck.tex.definitions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.tex.arguments import BLANK, arguments, group_end, verb_end
from argcheck.tex.commands import Slot, words
from argcheck.tex.events import DEAD

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.scan import Scanner

_NEXT = lazy(r"[ \t]*(?:\\(?:[A-Za-z@]+|(?s:.))|[{}])")
_MAX_VERB = 4_000  # characters in the argument of a \verb or \url
_OPTION = Slot("[", "", "")
#: How listings of The TeXbook and of manuals that took its macros end, and what tex2page and its kin leave to HTML.
_ENDS = {"begintt": "\\endtt", "htmlonly": "\\endhtmlonly"}


def read_verb(scanner: Scanner, _start: int, position: int, name: str) -> int | None:
    r"""Read a command of the kind of ``\verb``; return where the scan goes on, or None if its end is not found."""
    text = scanner.text
    if text.startswith("}", position):  # alone in braces it is the name of what a command patches
        return None
    position = arguments(text, position, (_OPTION,) if name != "verb" else ())[1]
    if name in {"mint", "mintinline", "SaveVerb"}:
        here = group_end(text, position, 200)
        if name == "mint" and (
            here < 0 or text[here : here + 1].isalnum() or text[here : here + 1].isspace()
        ):
            return None  # a macro of that name that is not of minted, such as an integral
        position = here if here > 0 else position
    if position >= len(text) or (text[position].isspace() and name == "verb"):
        return None
    if text[position] != "{":
        end = verb_end(text, position, position + _MAX_VERB)
    elif name != "verb":
        reading = "plain" if name == "mintinline" else "raw"
        end = group_end(text, position, _MAX_VERB, reading=reading)
    else:  # that of another package, such as slatex: hardly anybody delimits by an opening brace
        line = text.find("\n", position)
        end = group_end(text, position, (line if line >= 0 else len(text)) - position, reading="plain")
        end = end if end > 0 else verb_end(text, position, position + _MAX_VERB)
    return end if end > 0 else None


def _url(scanner: Scanner, _start: int, position: int, _name: str) -> int | None:
    position = arguments(scanner.text, position, (_OPTION,))[1]
    position = BLANK.match(scanner.text, position).end()  # type: ignore[union-attr]
    end = group_end(scanner.text, position, _MAX_VERB, reading="plain")
    return end if end > 0 else None


def _string(scanner: Scanner, _start: int, position: int, _name: str) -> int | None:
    r"""Skip what ``\string`` prints instead of obeying it; a star behind it was taken for a part of its name."""
    if scanner.text[position - 1] == "*":
        return position
    printed = _NEXT.match(scanner.text, position)
    return printed.end() if printed else None


def _named(scanner: Scanner, _start: int, position: int, _name: str) -> int | None:
    r"""Skip the command that ``\cmd`` and its kin print the name of."""
    printed = _NEXT.match(scanner.text, position)
    return printed.end() if printed and printed[0][-1] not in "{}" else None


def _chunk(scanner: Scanner, start: int, position: int, name: str) -> int | None:
    """Skip a chunk of code as noweb writes it."""
    closing = scanner.text.find(f"\\{name.replace('begin', 'end')}", position)
    if closing < 0:
        return None
    scanner.events.append((DEAD, start, closing))
    return closing


def _between(scanner: Scanner, _start: int, position: int, name: str) -> int | None:
    closing = scanner.text.find(_ENDS[name], position)
    if closing < 0:
        return None
    scanner.events.append((DEAD, position, closing))
    return closing + len(_ENDS[name])


READERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    "string": _string,
    **dict.fromkeys(
        words("cmd DescribeMacro patchcmd pretocmd apptocmd xpatchcmd xpretocmd xapptocmd"), _named
    ),
    **dict.fromkeys(_ENDS, _between),
    **dict.fromkeys(words("verb Verb lstinline mint mintinline SaveVerb"), read_verb),
    **dict.fromkeys(words("url nolinkurl path href"), _url),
    **dict.fromkeys(words("nwbegincode begincode"), _chunk),
}
