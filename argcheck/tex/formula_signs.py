r"""Formulas in the signs that they print: ``$\a \in \OO_K$`` is α ∈ O_K where the document defines both macros so.

A label has a line or two of letters, and neither a browser nor a terminal typesets what stands in them.  So a formula
is written as it is read aloud: fractions with a slash, what is raised or lowered behind ``^`` or ``_``, and of what
spans lines only that it is there.
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

LEFT_OUT = "⟨…⟩"  #: what stands for a matrix, a diagram, lines below each other
_CLOSERS = {"\\[": "\\]", "\\(": "\\)"}
_COMPOSED = "∘"  #: of two maps; raised it is a degree
_HIGH = frozenset(f"′°'{_COMPOSED}")  #: signs that stand high by themselves
_DEEP = 8  # macros in macros, groups in groups
_LONGEST = 4_000  # characters of a formula, macros replaced
_SPACES = frozenset(",;:! >\n")
_GOES_ON = frozenset(" \n.,;:!?)]-–'’")  #: what stands behind the dollar that closes a formula
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
    """Write the formulas of a text in signs; what is not closed stays as it is, and what has no words is an ellipsis in brackets.

    :param macros: those of the document.
    """
    text = text.replace(OBJECT, LEFT_OUT)
    if "\\" not in text and "$" not in text:
        return text
    return " ".join("".join(_parts(text, macros)).split())


@cache
def signs() -> dict[str, str]:
    """Return what commands print in a formula, by name; those that only set a style print nothing."""
    told = table("formulas", "signs")["commands"].split()
    return {**dict(zip(told[::2], told[1::2], strict=True)), **MATH, "circ": _COMPOSED}


@cache
def doubled() -> dict[str, str]:
    """Return the letters that blackboard bold has a sign for, with these."""
    told = table("formulas", "signs")["doubled"].split()
    return dict(zip(told[::2], told[1::2], strict=True))


def _parts(text: str, macros: Macros) -> Iterator[str]:
    printed = position = 0  # up to where the text is yielded, and read
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
    """Return what stands at a dollar or a backslash, and what closes the formula that it opens, empty for none."""
    if text.startswith("\\begin{", start):
        name = text[start + len("\\begin") : text.find("}", start) + 1]
        return "\\begin{", f"\\end{name}"
    mark = text[start : start + 2]
    if mark.startswith("$"):
        opening = "$$" if mark == "$$" else "$"
        return opening, opening
    return mark, _CLOSERS.get(mark, "")


def _closing(text: str, inner: int, closer: str) -> int:
    """Return where a formula ends that begins at ``inner``, the length of the text for nowhere."""
    if closer == "$":
        behind = formula_end(text, inner, len(text))
        return behind - 1 if behind > 0 else len(text)
    end = _next(text, closer, inner)
    while _is_escaped(text, end):
        end = _next(text, closer, end + 1)
    return end


def _is_price(text: str, start: int, end: int) -> bool:
    """Whether two dollars are signs that a text prints, not those of a formula: "$5 and $6 of", "5$ or 6$"."""
    closes = text[start - 1 : start].isalnum() and text[start + 1] in _GOES_ON
    opens = text[end - 1].isspace() and (text[end + 1 : end + 2] or " ") not in _GOES_ON
    return closes or opens


def _next(text: str, sign: str, position: int) -> int:
    """Return where a sign stands next, the length of the text for nowhere."""
    place = text.find(sign, position)
    return len(text) if place < 0 else place


def _is_escaped(text: str, place: int) -> bool:
    """Whether a sign stands behind an odd number of backslashes; what stands nowhere does not."""
    first = place
    while first and text[first - 1] == "\\":
        first -= 1
    return place < len(text) and (place - first) % 2 == 1


def _behind(text: str, position: int, shown: str) -> int:
    """Return where a text goes on behind a formula: with the sign of its sentence, unless the formula ends with that."""
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
    """Replace the macros of a document once."""
    parts, end = [], 0
    for match in TOKEN.finditer(formula):
        if match.start() >= end and match[1] in macros:
            shown, behind = called(formula, match.end(1), macros[match[1]])
            joins = formula[behind : behind + 1].isalnum()  # with the last name of what the macro stands for
            parts += [formula[end : match.start()], shown, " " * joins]
            end = behind
    return "".join(parts) + formula[end:] if parts else formula


class _Formula:
    """A formula without macros of the document, read from left to right."""

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
        """Take the argument that stands here: a group, a command, a sign."""
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
        """Write what is raised or lowered: in parentheses where it has several letters."""
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
    """Write a part of a fraction: in parentheses where it has several signs that a slash would cut apart."""
    part = part.strip()
    return part if part.isalnum() or len(part) < 2 else f"({part})"
