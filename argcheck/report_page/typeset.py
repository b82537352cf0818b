"""Formulas in the words of a claim as MathML, which browsers typeset without a script, a font or a request."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.tex.arguments import TOKEN, arguments
from argcheck.tex.commands import words
from argcheck.tex.macro_text import fill

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from xml.etree.ElementTree import Element

#: A formula with its delimiters; what is set apart keeps its environment, which tells how its lines are aligned.
_FORMULA = lazy(
    r"(?P<apart>\$\$(?P<dollars>[^$]{1,3000})\$\$|\\\[(?P<brackets>(?:[^\\]|\\[^\[\]]){1,3000}?)\\\]|\\begin\{(?P<name>(?:equation|align|gather|multline)\*?)\}.{1,3000}?\\end\{(?P=name)\})"
    r"|\$(?P<inline>[^$]{1,3000})\$|\\\((?P<parens>(?:[^\\]|\\[^()]){1,3000}?)\\\)",
    re.DOTALL,
)
_PLAIN = {
    "label": ("{", ""),
    "tag": ("*{", ""),
    "nonumber": ("", ""),
    "notag": ("", ""),
    "ensuremath": ("{", "#1"),
}
_GROWTH, _ROOM = (
    20,
    200,
)  #: times as long as it is written that a formula may grow by macros, and characters besides
_DEEP = 8
#: Elements that only lay out what they hold; of any other, such as one that has been made a link, what it holds is shown.
_LAYOUT = frozenset(
    words("""
    math mrow mi mn mo mtext mspace msup msub msubsup munder mover munderover mmultiscripts mprescripts mfrac msqrt mroot mtable mtr
    mtd mstyle mpadded mphantom menclose
    """)
)
_ATTRIBUTES = words("display mathvariant stretchy accent linethickness columnalign form fence")


def with_formulas(text: str, macros: Mapping[str, tuple[str, str]]) -> Html:
    """Write text with its formulas typeset, as far as latex2mathml is installed and can read them; the others stay as written.

    :param macros: those of the document, as `argcheck.tex.model.ManuscriptRecords.formula_macros`.
    """
    convert = _converter()
    return joined(_parts(text, macros, convert)) if convert else joined([text])


@cache
def _converter() -> Callable[..., Element] | None:
    try:
        from latex2mathml.converter import convert_to_element
    except ModuleNotFoundError:
        return None
    return convert_to_element


def _parts(
    text: str, macros: Mapping[str, tuple[str, str]], convert: Callable[..., Element]
) -> Iterator[str]:
    known = {**macros, **_PLAIN}
    end = 0
    for match in _FORMULA.finditer(text):
        yield text[end : match.start()]
        body = match["dollars"] or match["brackets"] or match["inline"] or match["parens"] or match[0]
        yield _typeset(_expanded(body, known), bool(match["apart"]), convert) or match[0]
        end = match.end()
    yield text[end:]


def _expanded(text: str, macros: Mapping[str, tuple[str, str]]) -> str:
    """Replace macros until none is left; nothing is returned of what grows without end."""
    most = _GROWTH * len(text) + _ROOM
    for _ in range(_DEEP):
        replaced = "".join(_replaced(text, macros))
        if replaced == text:
            return text
        if len(replaced) > most:
            break
        text = replaced
    return ""


def _replaced(text: str, macros: Mapping[str, tuple[str, str]]) -> Iterator[str]:
    end = 0
    for match in TOKEN.finditer(text):
        if match.start() < end or match[1] not in macros:
            continue
        openers, body = macros[match[1]]
        openers, _, default = openers.partition("\0")
        spans, behind = arguments(text, match.end(1), openers)
        values = [text[slice(*span)] if span else default for span in spans]
        yield text[end : match.start()]
        yield fill(body, values) + " "  # what follows a macro is no part of the last name in it
        end = behind
    yield text[end:]


def _typeset(body: str, apart: bool, convert: Callable[..., Element]) -> Html:
    r"""Return the formula, empty where it has commands that the library does not know: ``\norm`` is no way to print a norm."""
    if not body:
        return Html()
    try:
        root = convert(body, xmlns="", display="block" if apart else "inline")
    except Exception:  # noqa: BLE001 - its errors have no base class, and a formula that nobody can read stays as written
        return Html()
    unread = any("\\" in words or "$" in words for part in root.iter() for words in [part.text or ""])
    return Html() if unread else _markup(root)


def _markup(part: Element) -> Html:
    inner = joined([unescape(part.text or ""), *map(_markup, part)])  # the library writes signs as references
    if part.tag not in _LAYOUT:
        return inner
    return element(part.tag, inner, **{name: part.get(name) for name in _ATTRIBUTES if part.get(name)})
