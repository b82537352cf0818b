r"""Writes formulas as plain text: ``$\a \in \OO_K$`` becomes α ∈ O_K if the document defines both macros so.

A label has a line or two, and neither a browser nor a terminal typesets formulas in it.  So fractions are written with
a slash, superscripts and subscripts after ``^`` and ``_``, and a formula that spans lines as a placeholder.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.files.data import table
from argcheck.tex.arguments import TOKEN, arguments, group_end
from argcheck.tex.commands import words
from argcheck.tex.formulas import MATH, OBJECT, formula_end
from argcheck.tex.macro_text import called

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Macros = Mapping[str, tuple[str, str]]  #: as `argcheck.tex.model.ManuscriptRecords.formula_macros`

LEFT_OUT = "⟨…⟩"  #: placeholder for a matrix, a diagram, a formula of several lines
_CLOSERS = {"\\[": "\\]", "\\(": "\\)"}
_COMPOSED = "∘"  #: composition of maps; as a superscript a degree sign
_HIGH = frozenset(f"′°'{_COMPOSED}")  #: superscripts without ``^``
_DEEP = 8  # levels of macros in macros, and of groups in groups
_LONGEST = 4_000  # characters of a formula with its macros expanded
_SPACES = frozenset(",;:! >\n")
_GOES_ON = frozenset(" \n.,;:!?)]-–'’")  #: signs that may follow the dollar that closes a formula
_ACCENTS = {
    "bar": "\u0304", "hat": "\u0302", "tilde": "\u0303", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
    "widehat": "\u0302", "widetilde": "\u0303",
}  # fmt: skip
_BLANK = words("qquad enspace thinspace medspace thickspace space")
_FRACTIONS = words("frac dfrac tfrac cfrac nicefrac sfrac")
_ABOVE = words("overset underset stackrel")
_HIDDEN = words("label tag ref eqref phantom hspace vspace color")
_SILENT = frozenset(
    (
        *words(
            "left right middle limits nolimits displaystyle textstyle scriptstyle nonumber notag tiny small qedhere"
            " mathfrak mathscr mathtt frak cal scr pmb textit textbf textsf texttt emph textnormal overline underline overbrace underbrace boxed"
        ),
        *(f"{size}{side}" for size in words("big Big bigg Bigg") for side in ("", "l", "r", "m")),
    )
)


def in_signs(text: str, macros: Macros) -> str:
    """Return a text with its formulas as plain text; an unclosed one is kept, one that cannot be written is `LEFT_OUT`.

    :param macros: those of the document.
    """
    text = text.replace(OBJECT, LEFT_OUT)
    if "\\" not in text and "$" not in text:
        return text
    return " ".join("".join(_parts(text, macros)).split())


@cache
def signs() -> dict[str, str]:
    """Return the text that commands print in a formula, by name; it is empty for those that only set a style."""
    pairs = table("formulas", "signs")["commands"].split()
    return {**dict(zip(pairs[::2], pairs[1::2], strict=True)), **MATH, "circ": _COMPOSED}


@cache
def doubled() -> dict[str, str]:
    """Return the blackboard bold signs of letters, by letter."""
    pairs = table("formulas", "signs")["doubled"].split()
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def _parts(text: str, macros: Macros) -> Iterator[str]:
    printed = position = 0  # offsets up to which the text is yielded, and read
    dollar = backslash = -1
    while True:
        dollar = dollar if dollar >= position else _next(text, "$", position)
        backslash = backslash if backslash >= position else _next(text, "\\", position)
        start = min(dollar, backslash)
        opening, closer = _opening(text, start)
        if not closer:
            if start == len(text):
                break
            position = start + len(opening)
            continue
        inner = start + len(opening)
        end = _closing(text, inner, closer)
        if end == len(text):
            break
        if closer == "$" and _is_price(text, start, end):
            position = inner
            continue
        yield text[printed:start]
        shown = LEFT_OUT if closer.startswith("\\end") else _written(text[inner:end], macros)
        yield shown
        printed = position = _behind(text, end + len(closer), shown)
    yield text[printed:]


def _opening(text: str, start: int) -> tuple[str, str]:
    """Return the mark at a dollar or a backslash, and the mark that closes its formula, empty if it opens none."""
    if text.startswith("\\begin{", start):
        name = text[start + len("\\begin") : text.find("}", start) + 1]
        return "\\begin{", f"\\end{name}"
    mark = text[start : start + 2]
    if mark.startswith("$"):
        opening = "$$" if mark == "$$" else "$"
        return opening, opening
    return mark, _CLOSERS.get(mark, "")


def _closing(text: str, inner: int, closer: str) -> int:
    """Return the end of the formula that begins at ``inner``, the length of the text if it is unclosed."""
    if closer == "$":
        behind = formula_end(text, inner, len(text))
        return behind - 1 if behind > 0 else len(text)
    end = _next(text, closer, inner)
    while _is_escaped(text, end):
        end = _next(text, closer, end + 1)
    return end


def _is_price(text: str, start: int, end: int) -> bool:
    """Whether two dollars are currency signs, not those of a formula: "$5 and $6 of", "5$ or 6$"."""
    closes = text[start - 1 : start].isalnum() and text[start + 1] in _GOES_ON
    opens = text[end - 1].isspace() and (text[end + 1 : end + 2] or " ") not in _GOES_ON
    return closes or opens


def _next(text: str, sign: str, position: int) -> int:
    """Return the next offset of a sign, the length of the text without one."""
    place = text.find(sign, position)
    return len(text) if place < 0 else place


def _is_escaped(text: str, place: int) -> bool:
    """Whether the sign at an offset follows an odd number of backslashes; not at the end of the text."""
    first = place
    while first and text[first - 1] == "\\":
        first -= 1
    return place < len(text) and (place - first) % 2 == 1


def _behind(text: str, position: int, shown: str) -> int:
    """Return the offset after a formula: that of the punctuation after it, past this if the formula ends with it."""
    rest = text[position : position + 3].lstrip()
    if not rest or rest[0] not in ".,;:":
        return position
    return text.index(rest[0], position) + (shown[-1:] == rest[0])


def _written(formula: str, macros: Macros) -> str:
    for _ in range(_DEEP):
        replaced = _replaced(formula, macros)
        if replaced == formula:
            break
        if len(replaced) > _LONGEST:
            return LEFT_OUT
        formula = replaced
    else:
        return LEFT_OUT
    return " ".join(_Formula(formula).written().split())


def _replaced(formula: str, macros: Macros) -> str:
    """Expand the macros of the document once."""
    parts, end = [], 0
    for match in TOKEN.finditer(formula):
        if match.start() >= end and match[1] in macros:
            shown, behind = called(formula, match.end(1), macros[match[1]])
            joins = formula[behind : behind + 1].isalnum()  # with the name that ends the expansion
            parts += [formula[end : match.start()], shown, " " * joins]
            end = behind
    return "".join(parts) + formula[end:] if parts else formula


class _Formula:
    """A formula with the document's macros expanded, read from left to right."""

    def __init__(self, source: str, depth: int = 0) -> None:
        self._source, self._depth, self._at = source, depth, 0

    def written(self) -> str:
        if self._depth > _DEEP:
            return LEFT_OUT
        parts: list[str] = []
        while self._at < len(self._source):
            char = self._source[self._at]
            if char == "{":
                parts.append(self._inner(self._argument()))
                continue
            self._at += 1
            if char == "\\":
                part = self._command()
                if part[:1].isalpha() and part[-1:].isascii() and parts and parts[-1][-1:].isalnum():
                    parts.append(" ")
                parts.append(part)
            elif char in "^_":
                parts.append(self._moved(char))
            else:
                parts.append({"}": "", "$": "", "&": " ", "~": " "}.get(char, char))
        return "".join(parts)

    def _inner(self, source: str) -> str:
        return _Formula(source, self._depth + 1).written()

    def _argument(self) -> str:
        """Read the next argument: a group, a command or a sign."""
        source = self._source
        while self._at < len(source) and source[self._at].isspace():
            self._at += 1
        start = self._at
        end = group_end(source, start)
        if end > 0:
            self._at = end
            return source[start + 1 : end - 1]
        command = TOKEN.match(source, start) if source.startswith("\\", start) else None
        self._at = command.end() if command else start + 1
        return source[start : self._at]

    def _moved(self, sign: str) -> str:
        """Return a superscript or subscript as text, in parentheses if it has several characters."""
        moved = self._inner(self._argument()).strip()
        if set(moved) <= _HIGH:
            return moved.replace(_COMPOSED, "°")
        return f"{sign}{moved}" if len(moved) == 1 else f"{sign}({moved})"

    def _command(self) -> str:
        match = TOKEN.match(self._source, self._at - 1)
        if match is None or not match[1]:
            sign = self._source[self._at : self._at + 1]
            self._at += 1
            return {"|": "‖", "\\": "; "}.get(sign, " " if sign in _SPACES else sign)
        name = match[1]
        self._at = match.end()
        if name in _SILENT:
            if name in ("left", "right") and self._source.startswith(".", self._at):
                self._at += 1
            return ""
        return self._named(name)

    def _named(self, name: str) -> str:
        if name == "begin":
            closer = f"\\end{{{self._argument()}}}"
            end = self._source.find(closer, self._at)
            self._at = end + len(closer) if end >= 0 else len(self._source)
            return LEFT_OUT
        if name in _HIDDEN:
            self._argument()
            return ""
        if name in _BLANK:
            return " "
        if name in _FRACTIONS:
            fraction = "/".join(_joined(self._inner(self._argument())) for _ in range(2))
            goes_on = self._source[self._at : self._at + 1]
            return fraction + " " * (goes_on.isalnum() or goes_on == "\\")
        if name == "sqrt":
            (degree, _), _ = arguments(self._source, self._at, "[{")
            if degree:
                self._at = degree[1] + 1
            return f"√{_joined(self._inner(self._argument()))}"
        if name in _ACCENTS:
            letter = self._inner(self._argument())
            return letter + _ACCENTS[name] * (len(letter) == 1)
        if name in _ABOVE:
            self._argument()
            return self._inner(self._argument())
        if name in ("mathbb", "mathds", "mathbbm"):
            letter = self._inner(self._argument())
            return doubled().get(letter, letter)
        if name == "pmod":
            return f" (mod {self._inner(self._argument())})"
        if name == "not":
            negated = self._inner(self._argument()).strip()
            return f"{negated}\u0338"
        known = signs().get(name)
        if known is not None:
            return known
        behind = self._source[self._at : self._at + 1]
        return f"{name} " if behind.isspace() or behind.isalnum() else name


def _joined(part: str) -> str:
    """Return a part of a fraction, in parentheses if it has several signs other than letters and digits."""
    part = part.strip()
    return part if part.isalnum() or len(part) < 2 else f"({part})"
