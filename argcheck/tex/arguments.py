"""Finding the arguments of a command: bounded, iterative, tolerant of what is not closed."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLOSER = {"{": "}", "[": "]", "(": ")", "<": ">"}

#: a command with its name, a control symbol, a comment, a brace: what a reading of any LaTeX has to tell apart
TOKEN = re.compile(r"\\(?:([A-Za-z@]++)\*?+|(?s:.))|%[^\n]*+|[{}]")
#: commands that give a macro its body
DEFINERS = frozenset(("newcommand", "renewcommand", "providecommand", "def", "edef", "gdef", "xdef"))
#: the beginning of an environment, a group without another in it
BEGIN = re.compile(r"\\begin\s*\{([^{}]*)\}")
#: a command with one argument without macros in it
CALL = re.compile(r"\\([A-Za-z]+)\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}\\]*)\}")
_REACH = 3_000  # characters: how far before an offset its group may open
#: The command of which an argument begins at the end of a text.
CALL_BEFORE = re.compile(r"\\([A-Za-z@]+)\*?\s*(?:\[[^\]]*\]\s*)*\Z")
BLANK = re.compile(r"(?:[ \t]++|%[^\n]*\n[ \t]*|\n[ \t]*(?!\s*\n))*+")
_BLANKS = frozenset(" \t\n%")
_SIMPLE = re.compile(r"\{[^{}\\%]*\}")
#: The next brace, and all that is passed before it.
_READINGS = {
    "": re.compile(r"[^\\%{}]*+(?:(?:\\(?s:.)|%[^\n]*+)[^\\%{}]*+)*+([{}]?)"),
    "raw": re.compile(r"[^\\{}]*+(?:\\(?s:.)[^\\{}]*+)*+([{}]?)"),
    "plain": re.compile(r"[^{}]*+([{}]?)"),
}
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NO_DELIMITERS = frozenset("{}()[]\\.,;")  # of a \verb that spans lines: a sentence about \verb has these
_BRACKETS = re.compile(r"\\([A-Za-z@]*)\*?|%[^\n]*|[{}\[\]()<>]|\n[ \t]*\n")
_ONLY_THEN = re.compile(
    r"\\(?:(?:Input)?IfFileExists\s*\{(?:[^{}]|\{[^{}]*\})*\}|DeclareOption\s*(?:\{[^{}]*\}|\*))\s*\Z"
)
_ARM = 2_000  # characters of a conditional, before a command in it
#: an argument longer than this is taken for unclosed, which keeps hostile input linear
MAX_ARGUMENT = 20_000
MAX_BODY = 200_000
_NEAR = 1_000  # most arguments are shorter; a longer one is looked up in a table of the whole text
_MAX_OPTIONS = 20  # in each other


def command_names(text: str) -> set[str]:
    """Return the names of all commands that may stand in a text."""
    return set(re.findall(r"\\([A-Za-z@]+)", text))


def group_end(text: str, start: int, limit: int = MAX_ARGUMENT, *, reading: str = "") -> int:
    r"""Find the offset after the brace that closes the one at ``start``; -1 if there is none within ``limit``.

    ``raw`` reading takes no percent sign for a comment, as in the argument of a macro for code, and ``plain``
    takes a backslash for a letter, too, as in that of ``\path``.
    """
    if text[start : start + 1] != "{":
        return -1
    simple = _SIMPLE.match(text, start, start + limit)
    if simple:
        return simple.end()
    if text.find("}", start, start + limit) < 0:
        return -1
    text_matched, ends = _matched.get(reading, ("", {}))
    if text_matched is not text:
        end = closing(text, start, start + min(limit, _NEAR), reading=reading)
        if end >= 0 or limit <= _NEAR:
            return end
        ends = _match_all(text, reading)
        _matched[reading] = text, ends
    known = ends.get(start)
    if known is None:  # what a scan from the top takes for a comment
        return closing(text, start, start + limit, reading=reading)
    return known if known - start <= limit else -1


def closing(text: str, start: int, end: int, *, reading: str = "", depth: int = 0) -> int:
    """Find the offset behind the brace that closes the group in which ``start`` stands, of so many; -1 if there is none."""
    for match in _READINGS[reading].finditer(text, start, end):
        mark = match[1]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if not depth:
                return match.end()
    return -1


#: the text matched last, and the end of each of its groups: long arguments in each other would be read again and again
_matched: dict[str, tuple[str, dict[int, int]]] = {}


def _match_all(text: str, reading: str) -> dict[int, int]:
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in _READINGS[reading].finditer(text):
        mark = match[1]
        if mark == "{":
            opened.append(match.end() - 1)
        elif mark == "}" and opened:
            ends[opened.pop()] = match.end()
    return ends | dict.fromkeys(opened, -1)


def verb_end(text: str, start: int, limit: int) -> int:
    r"""Find the offset after the delimiter that ends a ``\verb``, whose first one stands at ``start``; -1 if there is none.

    It may stand on a further line of the paragraph: LaTeX 2.09 read it so, and today's stops where the author ends it
    too.
    """
    delimiter = text[start]
    closing = text.find(delimiter, start + 1, limit)
    newline = text.find("\n", start + 1, closing) if closing >= 0 else -1
    if newline >= 0 and (delimiter in _NO_DELIMITERS or _BLANK_LINE.search(text, newline, closing)):
        return -1
    return closing + 1 if closing >= 0 else -1


def option_end(text: str, start: int, limit: int = 4_000) -> int:
    """Find the offset after the bracket that closes the one at ``start``; -1 at a blank line or past ``limit``.

    Brackets in braces do not count, nor does an unmatched one in prose; the optional
    argument of a command inside does.
    """
    opener, stop = text[start], start + limit
    closer, nested, command_end, position = CLOSER[opener], 0, -1, start + 1
    if text.find(closer, start, stop) < 0:
        return -1
    search = _BRACKETS.search
    while (match := search(text, position, stop)) is not None:
        position = match.end()
        mark = match[0]
        if mark == "{":
            command_end = position = group_end(text, match.start())
            if position < 0:
                return -1
        elif mark[0] == "\\":
            command_end = position if match[1] else -1
        elif mark == "}" or mark[0] == "\n":
            return -1
        elif mark == opener and match.start() == command_end:
            nested += 1
            if nested > _MAX_OPTIONS:
                return -1
        elif mark == closer:
            if not nested:
                return position
            nested -= 1
            command_end = position
    return -1


def arguments(text: str, position: int, openers: Sequence[str]) -> tuple[list[tuple[int, int] | None], int]:
    """Find the inner spans of the arguments after a command, and the offset after the last one found.

    ``openers`` are what the arguments begin with, such as ``[{``.  An optional argument that is not there is None, and
    so is all from a mandatory one that is not there.
    """
    spans: list[tuple[int, int] | None] = []
    here, follows = _next(text, position)
    for opener in openers:
        end = -1
        if follows == opener == "{":
            end = group_end(text, here)
        elif follows == opener:
            end = option_end(text, here) if opener in CLOSER else here + 1  # a star stands for itself
        if end >= 0:
            spans.append((here + 1, max(end - 1, here + 1)))
            position = end
            here, follows = _next(text, position)
        elif opener == "{":
            break
        else:
            spans.append(None)
    spans += [None] * (len(openers) - len(spans))
    return spans, position


def _next(text: str, position: int) -> tuple[int, str]:
    """Find what stands behind the blanks at ``position``, and where."""
    follows = text[position : position + 1]
    if follows in _BLANKS:
        position = behind_blanks(text, position)
        follows = text[position : position + 1]
    return position, follows


def behind_blanks(text: str, position: int) -> int:
    """Find the offset behind blanks, comments and at most one line end."""
    return BLANK.match(text, position).end()  # type: ignore[union-attr]


def option_value(text: str, option: tuple[int, int], *keys: str) -> tuple[int, int] | None:
    """Find the value that an option gives to a key, or to one of several: its range, without braces."""
    match = _value_of(keys).search(text, *option)
    return match.span(match.lastindex or 0) if match else None


@lru_cache(maxsize=20)
def _value_of(keys: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w\\-])(?:{'|'.join(keys)})\s*=\s*(?:\{{([^{{}}]*)\}}|([^,{{}}\[\]\s][^,{{}}\[\]]*))"
    )


def probed(text: str, offset: int) -> bool:
    r"""Whether a command stands in what an ``\IfFileExists`` does if there is such a file, or what an option does."""
    first = max(0, offset - _ARM)
    end = text.rfind("\\", first, offset)
    if text.find("IfFileExists", first, end) < 0 and text.find("DeclareOption", first, end) < 0:
        return False
    return any(_ONLY_THEN.search(text, max(0, at - 400), at) for at in open_braces(text, end, first))


def open_braces(text: str, offset: int, first: int = 0) -> Iterator[int]:
    """Yield where the groups open in which an offset stands, from the inside out, none before ``first``."""
    closed = 0
    while (at := max(text.rfind("{", first, offset), text.rfind("}", first, offset))) >= 0:
        offset = at
        if text[max(0, at - 1)] == "\\":
            continue
        if text[at] == "}":
            closed += 1
        elif closed:
            closed -= 1
        else:
            yield at


def called(text: str, offset: int) -> str:
    """Return the name of the command in whose argument an offset stands, empty without one."""
    begin = opened(text, offset)
    command = CALL_BEFORE.search(text, max(0, begin - 100), begin) if begin >= 0 else None
    return command[1] if command else ""


def opened(text: str, offset: int) -> int:
    """Return where the group opens in which an offset stands, -1 without one within ``_REACH`` characters."""
    return next(open_braces(text, offset, max(0, offset - _REACH)), -1)


_PIECE = re.compile(r"%[^\n]*(?:\n[ \t]*)?|[,{}]|[^,{}%]+")


def names(text: str, start: int, end: int, *, many: bool) -> list[tuple[str, int, int]]:
    """Find the names in an argument with their offsets, comments and blanks taken off; empty ones are left out."""
    inner = text[start:end]
    if "%" in inner or (many and "{" in inner):
        return _names_in_pieces(text, start, end, many=many)
    pieces, position = [], start
    for part in inner.split(",") if many else [inner]:
        name = part.strip()
        if name:  # TeX reads a line end in a name as a blank
            offset = position + part.index(name[0])
            end = offset + len(name)
            pieces.append((" ".join(name.split()) if "\n" in name else name, offset, end))
        position += len(part) + 1
    return pieces


def _names_in_pieces(text: str, start: int, end: int, *, many: bool) -> list[tuple[str, int, int]]:
    """Find names around comments; a comma in braces, as in the argument of a macro, is a part of its name.

    The braces around all of a name are none of it where there may be several: the loop over them takes them off.
    """
    pieces: list[tuple[str, int, int]] = []
    name, first, last, depth = "", -1, -1, 0
    for match in _PIECE.finditer(text, start, end):
        mark = match[0]
        if mark[0] == "%":
            continue
        depth += (mark == "{") - (mark == "}")
        if mark == "," and many and not depth:
            if name:
                pieces.append(_without_braces(name, first, last))
            name, first = "", -1
            continue
        part = mark.strip()
        if part:
            offset = match.start() + mark.index(part[0])
            first = offset if first < 0 else first
            name, last = name + part, offset + len(part)
    if name:
        pieces.append(_without_braces(name, first, last) if many else (name, first, last))
    return pieces


def _without_braces(name: str, first: int, last: int) -> tuple[str, int, int]:
    """Take the braces off that stand around all of a name, in one piece of the source; of what holds more than a name none."""
    inner = name[1:-1]
    plain = inner and not any(sign in inner for sign in "{}, ")
    if plain and name[0] + name[-1] == "{}" and last - first == len(name):
        return inner, first + 1, last - 1
    return name, first, last


def names_set_in(body: str) -> set[str]:
    r"""Return the names that a body gives a meaning itself, whatever it was before: ``\\let\\go\\this\\else\\let\\go\\that\\fi\\go``."""
    tokens = [match for match in TOKEN.finditer(body) if match[1]] if "\\" in body else []
    return {
        name[1]
        for definer, name in pairwise(tokens)
        if (definer[1] == "let" or definer[1] in DEFINERS)
        and not body[definer.end() : name.start()].strip("*{ ")
    }


@lru_cache(maxsize=10_000)
def calls(body: str) -> tuple[tuple[str, int, int], ...]:
    """Return the commands in a body, with the offsets of the backslash and behind the name; none of comments."""
    if "\\" not in body:
        return ()
    return tuple((match[1], *match.span()) for match in TOKEN.finditer(body) if match[1])
