r"""Text that a template left for its author to replace: ``[Your Name]``, ``[Describe the data here.]``."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.patterns import lazy
from argcheck.tex.live import commented, holding
from argcheck.tex.printed import printed
from argcheck.wordlists import word_lists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import Manuscript
    from argcheck.tex.printed import Printed

#: What stands in brackets on its own, and is no option of a command and no argument behind one.
_BRACKETED = lazy(r"(?<![\w\\}\]*])\[([^\W\d_][^\[\]\\{}$&]{2,400})\](?![\w({])")
_FILLED = lazy(r"\[([^\W\d_][^\[\]\\{}$&]{2,400})\]|(TODO|FIXME|TBD)(?=\s*[}:])")
#: What gives the data of the title page.
_HEADING = lazy(
    r"\\(?:title|subtitle|author|date|institute|affil(?:iation)?|supervisor|address|keywords|thesistitle|name)\s*\{\s*"
)
_QUOTED = lazy(r"(?:``|“|„|«|\"|\\enquote\{|\\(?:texttt|code|verb|url|path)\b)[^'”\"»}]*\Z")
_OPTION = lazy(r"(?:\\begin\s*\{[^{}]*\}|\\[A-Za-z@]+\*?|\\\\)\s*\[\Z|[}\]]\[\Z")
_LINE = 400  # characters before a bracket in which a quotation may have begun
_SHOWN = 40


class _Words(NamedTuple):
    orders: frozenset[str]
    owns: frozenset[str]
    blanks: frozenset[str]


@cache
def _words() -> _Words:
    tables = word_lists("templates").values()
    return _Words(*(frozenset(w for table in tables for w in table[key].split()) for key in _Words._fields))


def template_text(manuscript: Manuscript) -> Iterator[tuple[Span, str]]:
    """Yield what a template left in brackets, with its words: instructions anywhere, blanks on the title page.

    Where a document has any of these, what looks like a blank elsewhere ("[Journal name]") is one, too.
    """
    sure: dict[Span, str] = dict(_title_page(manuscript))
    blank: dict[Span, str] = {}
    for one in _bracketed(manuscript):
        words, text = one.match[1], manuscript.files[one.span.path].text
        line = max(0, one.span.start - _LINE, text.rfind("\n", 0, one.span.start))
        before = text[line : one.span.start]
        if _QUOTED.search(before) or is_option(text[max(0, one.span.start - _LINE) : one.span.start + 1]):
            continue
        if _instructs(words) or (_is_blank(words) and in_title(manuscript, one.span)):
            sure[one.span] = one.match[0]
        elif _is_blank(words):
            blank[one.span] = one.match[0]
    if len(set(sure.values())) > 1:
        sure.update(blank)
    for span, words in sure.items():
        yield span, words if len(words) <= _SHOWN else f"{words[:_SHOWN].rpartition(' ')[0]} ...]"


def _bracketed(manuscript: Manuscript) -> Iterator[Printed]:
    """Yield what stands in brackets and may be a template's, by its first or its last word."""
    needles = {
        needle
        for file in manuscript.files.values()
        for needle in manuscript.remember("template brackets", file.digest, partial(_needles, file.text))
    }
    if needles:
        yield from printed(manuscript, _BRACKETED, sorted(needles))


def _needles(text: str) -> list[str]:
    """Return the beginnings of brackets, ``[Your``, by which a text may hold words of a template."""
    words = _words() if "[" in text else None
    if words is None:
        return []
    found = (match[1].split() for match in _BRACKETED.finditer(text))
    first = words.owns | words.orders
    return sorted(
        {
            f"[{parts[0]}"
            for parts in found
            if parts[0].rstrip(":") in first or parts[-1].lower() in words.blanks
        }
    )


def is_option(before: str) -> bool:
    r"""Whether a text ends in a bracket that opens the option of a command or an environment, on its line or the next."""
    return before.endswith("[") and _OPTION.search(before) is not None


def in_title(manuscript: Manuscript, span: Span) -> bool:
    """Whether a place stands in the title of a section."""
    path, start, _ = span
    return any(
        one.title.path == path and one.title.start <= start < one.title.end for one in manuscript.sections
    )


def _title_page(manuscript: Manuscript) -> Iterator[tuple[Span, str]]:
    r"""Yield blanks and markers that are all there is of a title, an author, a date; they stand before the text as well."""
    for path, file in manuscript.files.items():
        if path.endswith(".tex"):
            for found in manuscript.remember("title page", file.digest, partial(_headings, file.text)):
                start, end, words = found
                if holding(manuscript.dead.get(path, ()), start) is None:
                    yield Span(path, start, end), words


def _headings(text: str) -> list[tuple[int, int, str]]:
    found = []
    for match in _HEADING.finditer(text):
        inside = _FILLED.match(text, match.end())
        if inside and not commented(text, match.start()) and (inside[2] or _is_blank(inside[1])):
            found.append((match.end(), inside.end(), inside[0]))
    return found


def _instructs(words: str) -> bool:
    """Whether words tell the author what to write here."""
    first, _, rest = words.partition(" ")
    if first.rstrip(":") in _words().owns:
        return bool(rest)
    return first in _words().orders and rest[:1].islower() and " " in rest


def _is_blank(words: str) -> bool:
    """Whether words name what goes here: "Thesis Title", "Your Name", "year"."""
    parts = words.split()
    return len(parts) <= 4 and (parts[-1].lower() in _words().blanks or parts[0] in _words().owns)
