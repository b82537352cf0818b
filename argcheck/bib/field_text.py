"""Decode LaTeX of fields to plain text."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from argcheck.files.data import pairs
from argcheck.files.patterns import lazy
from argcheck.tex.accents import accent

_LONG = 4_000  # most characters for pylatexenc, which is slow around what it cannot parse
_LOOKS = 8  # tokens for each character; pylatexenc needs two, but twice as many for each bracket without end

#: What commands print.
_SPECIALS: Mapping[str, str] = pairs(
    """ss=ß o=ø O=Ø l=ł L=Ł ae=æ AE=Æ oe=œ OE=Œ aa=å AA=Å i=ı j=ȷ dh=ð DH=Ð th=þ TH=Þ dj=đ DJ=Đ ng=ŋ NG=Ŋ
    textendash=– textemdash=— textquoteright=’ textquoteleft=‘ textquotedblleft=“ textquotedblright=”
    textquotesingle=' textless=< textgreater=> textbar=| textasciitilde=~ textunderscore=_ dots=… ldots=… slash=/ LaTeX=LaTeX TeX=TeX
    BibTeX=BibTeX"""
) | dict.fromkeys(("newblock", "space"), " ")
#: Commands that only format what follows; a set, since a pattern of all their names is slow to compile.
_FORMATTING = frozenset(
    """emph textit textbf textsc textrm textsf texttt textup textnormal textmd textsl mbox hbox text url uppercase lowercase
    enquote mkbibquote mkbibemph protect em it bf sc rm sl tt itshape bfseries scshape relax noopsort""".split()  # noqa: SIM905 - a table
)
_SIGNS = frozenset("%&#`~")  #: characters that TeX does not print as written
_formatting = lazy(
    r"\\(?:(?:href|raisebox|scalebox|[hv]space\*?|bibinfo|bibfield)\s*\{[^{}]*\}|penalty\s*-?\d+|([A-Za-z]+)\s*)"
)
#: An accent that lost its backslash: ``{'{e}}``, ``{"o}``.
_lost = lazy(r"""\{(['`^~"])(\{\\?[A-Za-z]\}|[aeiouyAEIOUYnN])\}""")
_escaped = lazy(r"\\([&%$#_{}, /;:!@-])")
_special = lazy(r"\\([A-Za-z]+)(?:\s+|\{\})?")
_accent = lazy(
    r"""\\(?:([`'^~"=.])\s*|([uvHckrdbt])(?:\s+|(?=\{)))(?:\{\s*(\\?[^\W\d_])\s*\}|(\\[ij](?![A-Za-z])|[^\W\d_]))"""
)
#: A letter by its number: ``\UTF{1E47}``, ``\symbol{"E9}``, ``\unichar{233}``, ``\char"E9``.
_numbered = lazy(
    r"""\\(?:UTF\s*\{\s*(?P<hex>[0-9A-Fa-f]{2,6})|(?:symbol|unichar)\s*\{\s*(?P<either>"[0-9A-Fa-f]{2,6}|\d{2,7}))\s*\}|\\char\s*(?P<bare>"[0-9A-F]{2,6}|\d{2,7})\s?"""
)
_command = lazy(r"\\[A-Za-z@]+\*?\s*|\\.", re.DOTALL)
_needs_decoding = lazy(r"[\\$~{}<>`'\"-]")


@lru_cache(maxsize=8192)
def plain_text(value: str) -> str:
    """Return a value as plain text: accents, dashes and quotes decoded, without braces, with single blanks."""
    if not _needs_decoding.search(value):
        return " ".join(value.split())
    text = value = _lost.sub(r"{\\\1\2}", value) if "{" in value else value
    if "\\" in text:
        text = _decoded(text)
    if "\\" in text or ("$" in text and not _is_plain(text)):
        return _typographic(_by_pylatexenc(value))
    return _typographic(_stripped(text.replace("$", "")))


def _is_plain(text: str) -> bool:
    """Whether formulas in a text are printed as written, such as ``$P_7$``; pylatexenc takes long to import."""
    between, formulas = (text.split("$")[start::2] for start in (0, 1))
    paired = len(between) > len(formulas) and all(f.split() == [f.strip("-'")] for f in formulas)
    return paired and _SIGNS.isdisjoint(text)


def decode(text: str) -> str:
    """Return running text decoded like a value, except for unknown commands."""
    return _stripped(_decoded(text))


def _decoded(text: str) -> str:
    """Decode what is frequent in names and titles; the rest is for pylatexenc.

    Escaped characters become private ones meanwhile, so that they are not taken for syntax.
    """
    text = _formatting.sub(_unformatted, _numbered.sub(_by_number, text))
    text = _escaped.sub(_private, text)
    if "\\" not in text:
        return text
    text = _accent.sub(_composed, text)
    return _special.sub(lambda match: _SPECIALS.get(match[1], match[0]), text)


def _by_number(match: re.Match[str]) -> str:
    """Return the letter of a number, or what is written if no letter has it."""
    number = match["either"] or match["bare"] or f'"{match["hex"]}'
    code = int(number[1:], 16) if number[0] == '"' else int(number)
    letter = chr(code) if code <= sys.maxunicode else ""
    return letter if letter.isprintable() and letter else match[0]


def _unformatted(match: re.Match[str]) -> str:
    return "" if match[1] is None or match[1] in _FORMATTING else match[0]


def _private(match: re.Match[str]) -> str:
    character = match[1]
    if character in " ,/;:!@-":
        return " " if character in " ,;:" else "" if character in "/!-" else "@"
    return chr(0xE000 + ord(character))


def _composed(match: re.Match[str]) -> str:
    return accent(match[1] or match[2], (match[3] or match[4]).lstrip("\\"))


def _stripped(text: str) -> str:
    """Return a text without braces and ties, with escaped characters restored."""
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    if text.isascii():
        return text
    return "".join(chr(ord(c) - 0xE000) if "\ue000" <= c <= "\ue07f" else c for c in text)


def _typographic(text: str) -> str:
    for written, meant in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
        text = text.replace(written, meant)
    return " ".join(text.split())


def _by_pylatexenc(value: str) -> str:
    """Decode by pylatexenc; if it raises or takes too long, drop the commands."""
    value = _formatting.sub(_unformatted, value)
    if len(value) <= _LONG:
        converter, walker = _converter()
        try:
            return converter.nodelist_to_text(walker(value).get_latex_nodes()[0])  # type: ignore[no-any-return]
        except Exception:  # noqa: BLE001, S110 - it raises IndexError, RecursionError and its own
            pass
    return _stripped(_command.sub(" ", _decoded(value)).replace("$", ""))


@lru_cache(maxsize=1)
def _converter():  # type: ignore[no-untyped-def]  # noqa: ANN202 - pylatexenc has no types
    """Return the converter of parsed LaTeX to text, and the parser class."""
    import logging

    from pylatexenc.latex2text import LatexNodes2Text
    from pylatexenc.latexwalker import LatexWalker

    class Walker(LatexWalker):  # type: ignore[misc]
        """A parser that gives up instead of trying every way to read unclosed brackets."""

        def __init__(self, value: str) -> None:
            super().__init__(value)
            self.looks_left = 200 + _LOOKS * len(value)

        def get_token(self, *arguments: Any, **options: Any) -> Any:
            self.looks_left -= 1
            if self.looks_left < 0:
                raise RecursionError
            return super().get_token(*arguments, **options)

    logging.getLogger("pylatexenc").addHandler(logging.NullHandler())  # else it warns on standard error
    return LatexNodes2Text(math_mode="text", keep_comments=True), Walker
