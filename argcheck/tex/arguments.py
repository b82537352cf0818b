"""Finds the arguments of commands: bounded, iterative, tolerant of unclosed brackets."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLOSER = {"{": "}", "[": "]", "(": ")", "<": ">"}

#: a command with its name, a control symbol, a comment or a brace: the tokens that any reader of LaTeX needs
TOKEN = re.compile(r"\\(?:([A-Za-z@]++)\*?+|(?s:.))|%[^\n]*+|[{}]")
#: commands that give a macro its body
DEFINERS = frozenset(("newcommand", "renewcommand", "providecommand", "def", "edef", "gdef", "xdef"))
#: command that only writes its arguments, to a file or the screen -> their number
WRITERS = {
    **dict.fromkeys(("write", "typeout", "message", "wlog", "detokenize"), 1),
    "addtocontents": 2,
    "protected@write": 2,
    "addcontentsline": 3,
}
#: the beginning of an environment
BEGIN = re.compile(r"\\begin\s*\{([^{}]*)\}")
#: a command with one argument that contains no macros
CALL = re.compile(r"\\([A-Za-z]+)\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}\\]*)\}")
_NAMED = 300  # characters around a word in which a name may have it as a part
_REACH = 3_000  # characters before an offset in which its group may open
#: The command whose argument would begin at the end of a text.
CALL_BEFORE = re.compile(r"\\([A-Za-z@]+)\*?\s*(?:\[[^\]]*\]\s*)*\Z")
BLANK = re.compile(r"(?:[ \t]++|%[^\n]*\n[ \t]*|\n[ \t]*(?!\s*\n))*+")
_BLANKS = frozenset(" \t\n%")
_SIMPLE = re.compile(r"\{[^{}\\%]*\}")
#: The next brace and everything before it.
_READINGS = {
    "": re.compile(r"[^\\%{}]*+(?:(?:\\(?s:.)|%[^\n]*+)[^\\%{}]*+)*+([{}]?)"),
    "raw": re.compile(r"[^\\{}]*+(?:\\(?s:.)[^\\{}]*+)*+([{}]?)"),
    "plain": re.compile(r"[^{}]*+([{}]?)"),
}
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NO_DELIMITERS = frozenset("{}()[]\\.,;")  # of a \verb across lines: sentences about \verb have these
_BRACKETS = re.compile(r"\\([A-Za-z@]*)\*?|%[^\n]*|[{}\[\]()<>]|\n[ \t]*\n")
_ONLY_THEN = re.compile(
    r"\\(?:(?:Input)?IfFileExists\s*\{(?:[^{}]|\{[^{}]*\})*\}|DeclareOption\s*(?:\{[^{}]*\}|\*))\s*\Z"
)
_ARM = 2_000  # characters of a conditional before a command in it
#: characters; a longer argument counts as unclosed, which keeps hostile input linear
MAX_ARGUMENT = 20_000
MAX_BODY = 200_000
_NEAR = 1_000  # most arguments are shorter; longer ones are looked up in a table of the whole text
_MAX_OPTIONS = 20  # levels of nesting


def command_names(text: str) -> set[str]:
    """Return the names of all commands in a text, comments included."""
    return set(re.findall(r"\\([A-Za-z@]+)", text))


def group_end(text: str, start: int, limit: int = MAX_ARGUMENT, *, reading: str = "") -> int:
    r"""Return the offset after the brace that closes the one at ``start``; -1 if there is none within ``limit``.

    In ``raw`` reading a percent sign begins no comment, as in arguments of macros for code; in ``plain`` reading
    a backslash is a letter too, as in the argument of ``\path``.
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
    if known is None:  # it is in a comment for a scan from the top
        return closing(text, start, start + limit, reading=reading)
    return known if known - start <= limit else -1


def closing(text: str, start: int, end: int, *, reading: str = "", depth: int = 0) -> int:
    """Return the offset after the brace that closes the outermost of ``depth`` groups around ``start``, else -1."""
    for match in _READINGS[reading].finditer(text, start, end):
        mark = match[1]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth -= 1
            if not depth:
                return match.end()
    return -1


#: the last text and the end of each of its groups, by reading: else nested long arguments would be read repeatedly
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
    r"""Return the offset after the delimiter that ends a ``\verb`` whose first one is at ``start``, else -1.

    It may be on a later line of the paragraph, as LaTeX 2.09 allowed; today's stops with an error, but there the
    author meant it to end.
    """
    delimiter = text[start]
    closing = text.find(delimiter, start + 1, limit)
    newline = text.find("\n", start + 1, closing) if closing >= 0 else -1
    if newline >= 0 and (delimiter in _NO_DELIMITERS or _BLANK_LINE.search(text, newline, closing)):
        return -1
    return closing + 1 if closing >= 0 else -1


def option_end(text: str, start: int, limit: int = 4_000) -> int:
    """Return the offset after the bracket that closes the one at ``start``; -1 at a blank line or past ``limit``.

    Brackets in braces and opening brackets in prose are skipped; only those of the optional argument of a command
    inside are matched.
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
    """Return the inner spans of the arguments after a command, and the offset after the last one.

    ``openers`` are the opening brackets of the arguments, such as ``[{``.  A missing optional argument is None; a
    missing mandatory one and all after it are None.
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
    """Return the offset and the character after the blanks at ``position``."""
    follows = text[position : position + 1]
    if follows in _BLANKS:
        position = behind_blanks(text, position)
        follows = text[position : position + 1]
    return position, follows


def behind_blanks(text: str, position: int) -> int:
    """Return the offset after blanks, comments and at most one line end."""
    return BLANK.match(text, position).end()  # type: ignore[union-attr]


def option_value(text: str, option: tuple[int, int], *keys: str) -> tuple[int, int] | None:
    """Return the range, without braces, of the value of the first of some keys in an option; None without any."""
    match = _value_of(keys).search(text, *option)
    return match.span(match.lastindex or 0) if match else None


@lru_cache(maxsize=20)
def _value_of(keys: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w\\-])(?:{'|'.join(keys)})\s*=\s*(?:\{{([^{{}}]*)\}}|([^,{{}}\[\]\s][^,{{}}\[\]]*))"
    )


def probed(text: str, offset: int) -> bool:
    r"""Whether a command runs only if an ``\IfFileExists`` has its file, or if an option of a package is given."""
    first = max(0, offset - _ARM)
    end = text.rfind("\\", first, offset)
    if text.find("IfFileExists", first, end) < 0 and text.find("DeclareOption", first, end) < 0:
        return False
    return any(_ONLY_THEN.search(text, max(0, at - 400), at) for at in open_braces(text, end, first))


def open_braces(text: str, offset: int, first: int = 0) -> Iterator[int]:
    """Yield the offsets of the opening braces around an offset, innermost first, none before ``first``."""
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
    """Return the name of the command whose argument contains an offset, empty without one."""
    begin = opened(text, offset)
    command = CALL_BEFORE.search(text, max(0, begin - 100), begin) if begin >= 0 else None
    return command[1] if command else ""


def in_a_name(text: str, start: int, end: int) -> bool:
    r"""Whether a word is a part of a name near its place, in the font that it has there: ``run\_\textit{XXX}``."""
    part = f"\\{called(text, start)}{{{text[start:end]}}}"
    around = text[max(0, start - _NAMED) : end + _NAMED]
    return f"\\_{part}" in around or f"{part}\\_" in around


def opened(text: str, offset: int) -> int:
    """Return the offset of the innermost opening brace around an offset, -1 if none is within ``_REACH`` characters."""
    return next(open_braces(text, offset, max(0, offset - _REACH)), -1)


_PIECE = re.compile(r"%[^\n]*(?:\n[ \t]*)?|[,{}]|[^,{}%]+")


def names(text: str, start: int, end: int, *, many: bool) -> list[tuple[str, int, int]]:
    """Return the names in an argument and their offsets, without comments and blanks around; empty ones are dropped."""
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
    """Return names in an argument with comments or braces; a comma in braces is part of a name.

    In a list, braces around a whole name are removed, as LaTeX does when it loops over the names.
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
    """Remove the braces around a whole name, if it is one piece of the source and contains nothing but a name."""
    inner = name[1:-1]
    plain = inner and not any(sign in inner for sign in "{}, ")
    if plain and name[0] + name[-1] == "{}" and last - first == len(name):
        return inner, first + 1, last - 1
    return name, first, last


def names_set_in(body: str) -> set[str]:
    r"""Return the names that a body itself defines: ``\\let\\go\\this\\else\\let\\go\\that\\fi\\go``."""
    tokens = [match for match in TOKEN.finditer(body) if match[1]] if "\\" in body else []
    return {
        name[1]
        for definer, name in pairwise(tokens)
        if (definer[1] == "let" or definer[1] in DEFINERS)
        and not body[definer.end() : name.start()].strip("*{ ")
    }


@lru_cache(maxsize=10_000)
def calls(body: str) -> tuple[tuple[str, int, int], ...]:
    """Return the commands in a body outside of comments, with the offsets of the backslash and after the name."""
    if "\\" not in body:
        return ()
    return tuple((match[1], *match.span()) for match in TOKEN.finditer(body) if match[1])


def executed(body: str) -> Iterator[tuple[str, int, int]]:
    r"""Yield the commands in a body as `calls` does, without those that are only written: ``\typeout{\string\input}``."""
    behind = 0
    for name, start, end in calls(body):
        if start < behind:
            continue
        yield name, start, end
        if name in WRITERS:  # between \write and its argument is the number of a file
            _, behind = arguments(body, body.find("{", end), "{" * WRITERS[name])
