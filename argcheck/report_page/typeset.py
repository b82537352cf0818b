"""Formulas as MathML, which browsers typeset without scripts, fonts or requests."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from argcheck.files.data import table
from argcheck.files.patterns import lazy
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.tex.arguments import TOKEN, arguments, command_names
from argcheck.tex.commands import words
from argcheck.tex.formulas import placeholder
from argcheck.tex.macro_text import called

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from xml.etree.ElementTree import Element

_ENVIRONMENTS, _COMMANDS = (
    {key: words(text) for key, text in table("formulas", name).items()}
    for name in ("environments", "commands")
)
#: Environments that the library does not know, or would number: with aligned columns, and with whole lines.
_ALIGNED, _STACKED = _ENVIRONMENTS["aligned"], _ENVIRONMENTS["stacked"]
_DISPLAYS = frozenset((*_ALIGNED, *_STACKED, *_ENVIRONMENTS["whole"]))
#: A formula with its delimiters, or a displayed environment.
_FORMULA = lazy(
    r"\$\$[^$]{1,3000}\$\$|\\\[(?:[^\\]|\\[^\[\]]){1,3000}?\\\]"
    rf"|\\begin\{{(?P<name>(?:{'|'.join(sorted(_DISPLAYS))})\*?)\}}.{{1,3000}}?\\end\{{(?P=name)\}}"
    r"|\$[^$]{1,3000}\$|\\\((?:[^\\]|\\[^()]){1,3000}?\\\)",
    re.DOTALL,
)
LEFT_OUT = "⟨…⟩"
_DELIMITERS = (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"))
_DELIMITED, _APART = ("$", "\\(", "\\["), ("$$", "\\[", "\\begin{")
#: Macros of packages that the library does not know; those of the document override the first, and not the second.
_OF_PACKAGES, _PLAIN = (table("formulas", name) for name in ("macros", "plain"))
_SIGNS = {r"\{": "{", r"\}": "}", r"\|": "‖"}  # the library leaves these after \big
_GROWTH, _ROOM = 20, 200  #: most times of its length that a formula may expand to, and characters in addition
_DEEP = 8  #: most expansions of macros within macros
_WORK = 1_000_000  #: characters that are processed for the formulas of a document
_CONVERTED = 4  #: cost of typesetting, in processed characters for each
_SIZE = 1_200_000  #: most characters of the formulas of a document on its page
#: Elements of layout, which are kept; of any other, such as a link, only the content is kept.
_LAYOUT = frozenset(
    words("""
    math mrow mi mn mo mtext mspace msup msub msubsup munder mover munderover mmultiscripts mprescripts mfrac msqrt mroot mtable mtr
    mtd mstyle mpadded mphantom menclose
    """)
)
_ATTRIBUTES = words("display mathvariant stretchy accent linethickness columnalign form fence")


class Typesetter:
    """Typesets the formulas of a document: equal ones once, and at most as many as browsers render smoothly."""

    def __init__(self, macros: Mapping[str, tuple[str, str]]) -> None:
        """Typeset nothing yet.

        :param macros: of the document, as `argcheck.tex.model.ManuscriptRecords.formula_macros`.
        """
        self._macros = {**_OF_PACKAGES, **macros, **_PLAIN}
        self._made: dict[str, Html] = {}
        self._left, self._room = _WORK, _SIZE

    def reads(self, written: str) -> bool:
        """Whether a text is a formula with delimiters, or a macro for one; a diagram is neither."""
        if any(diagram in written for diagram in _ENVIRONMENTS["diagrams"]):
            return False
        if written.startswith("\\begin{"):
            return written[len("\\begin{") : written.find("}")].rstrip("*") in _DISPLAYS
        call = TOKEN.match(written)
        return written.startswith(_DELIMITED) or bool(call and call[1] in self._macros)

    def in_text(self, text: str) -> Html:
        """Return a text with its formulas typeset."""
        return joined(self._parts(text))

    def _parts(self, text: str) -> Iterator[str]:
        end = 0
        for match in _FORMULA.finditer(text):
            yield text[end : match.start()]
            yield self.formula(match[0])
            end = match.end()
            closed = len(match[0]) - 2 * match[0].endswith(("\\]", "\\)"))
            sign = placeholder(match[0], 0, closed)[1:]  # follows the formula as well
            if sign and text[end : end + 2].lstrip().startswith(sign):
                end = text.index(sign, end) + 1
        yield text[end:]

    def formula(self, written: str) -> Html:
        """Return a formula as MathML, or its source if it cannot be typeset; for a diagram, the sign of an omission."""
        if not self.reads(written):
            return Html(LEFT_OUT)
        made = self._made.get(written)
        if made is None:
            made = self._made[written] = self._typeset(written)
        shown = made if made and not self.full else element("code", written)
        self._room -= len(shown)
        return shown

    @property
    def full(self) -> bool:
        """Whether the limit of formulas of the document is reached."""
        return self._room < 0

    def _typeset(self, written: str) -> Html:
        convert = _converter()
        if convert is None or self._left < 0 or self.full:
            return Html()
        opening = next((pair for pair in _DELIMITERS if written.startswith(pair[0])), ("", ""))
        body = self._expanded(written[len(opening[0]) : len(written) - len(opening[1])])
        self._left -= _CONVERTED * len(body)
        return _markup_of(body, written.startswith(_APART), convert)

    def _expanded(self, text: str) -> str:
        """Return a formula without macros; empty if it grows beyond the limit, or defines macros."""
        most = _GROWTH * len(text) + _ROOM
        for _ in range(_DEEP):
            replaced = "".join(_replaced(text, self._macros))
            self._left -= len(replaced)
            if replaced == text:
                return "" if command_names(text).intersection(_COMMANDS["defining"]) else text
            if len(replaced) > most:
                break
            text = replaced
        return ""


@cache
def _converter() -> Callable[..., Element] | None:
    try:
        from latex2mathml.converter import convert_to_element
    except ModuleNotFoundError:
        return None
    return convert_to_element


def _replaced(text: str, macros: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    end = 0
    for match in TOKEN.finditer(text):
        if match.start() < end:
            continue
        name, behind = match[1], match.end()
        if name in macros:
            expanded, behind = called(text, match.end(1), macros[name])
            shown = expanded + " "  # the next letters are no part of the last name in the macro
        elif match[0] == r"\\" and text.startswith("[", behind):
            shown, behind = match[0], arguments(text, behind, "[")[1]  # the distance of lines
        elif name in _READABLE:
            (inner,), behind = arguments(text, behind, "{")
            argument = text[slice(*inner)] if inner else ""
            shown = _READABLE[name](match[0], argument)
            if not shown:
                continue
            if name == "begin" and argument.rstrip("*") in _ENVIRONMENTS["with-columns"]:
                behind = arguments(text, behind, "{")[1]
        else:
            continue
        yield text[end : match.start()]
        yield shown
        end = behind
    yield text[end:]


def _environment(command: str, name: str) -> str:
    """Return an equivalent of an environment that the library does not know, or would number; empty without one."""
    bare = name.rstrip("*")
    if bare in _ALIGNED:
        return f"{command}{{align*}}"
    return f"{command}{{matrix}}" if bare in _STACKED else ""


def _operator(command: str, name: str) -> str:
    r"""Return ``\operatorname{arg\,max}`` with plain blanks; empty with other commands."""
    for blank in (r"\,", r"\;", r"\:", r"\!", "\\ ", "~"):
        name = name.replace(blank, " ")
    return f"{command}{{{name}}}" if "\\" not in name else ""


def _text(command: str, printed: str) -> str:
    r"""Return ``\text{if }x`` for ``\text{if $x$}``; empty if nothing changes."""
    if "$" not in printed and "\\ " not in printed:
        return ""
    parts = enumerate(printed.replace("\\ ", " ").split("$"))
    return "".join(part if place % 2 else f"{command}{{{part}}}" for place, part in parts if part)


_READABLE: Mapping[str | None, Callable[[str, str], str]] = {
    "begin": _environment,
    "end": _environment,
    "operatorname": _operator,
    **dict.fromkeys(_COMMANDS["texts"], _text),
}


def _markup_of(body: str, apart: bool, convert: Callable[..., Element]) -> Html:
    r"""Return the MathML of a formula; empty if the library does not know a command, which it would print."""
    if not body:
        return Html()
    try:
        root = convert(body, xmlns="", display="block" if apart else "inline")
    except Exception:  # noqa: BLE001 - its errors have no base class; the source is shown instead
        return Html()
    for part in root.iter():
        part.text = _SIGNS.get(part.text or "", part.text)
    printed = [part.text or "" for part in root.iter()]
    unread = any("\\" in said or "$" in said or said == "&" for said in printed)
    return Html() if unread else _markup(root)


def _markup(part: Element) -> Html:
    inner = joined([unescape(part.text or ""), *map(_markup, part)])  # the library escapes signs
    if part.tag not in _LAYOUT:
        return inner
    return element(part.tag, inner, **{name: part.get(name) for name in _ATTRIBUTES if part.get(name)})
