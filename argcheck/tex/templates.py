r"""Text that a template left for its author to replace: ``[Your Name]``, ``[Describe the data here.]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex import vocabulary
from argcheck.tex.live_source import commented, holding, is_option
from argcheck.tex.reading_text import printed
from argcheck.tex.units import in_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.reading_text import Printed

#: What stands in brackets on its own, and is no option of a command and no argument behind one; a citation to come may
#: stand right behind its word (``GeoPaxos[cite]``).
_BRACKETED = lazy(
    r"\[(?:(?<![\w\\}\]*]\[)|(?<=\w\[)(?=(?i:cit)[a-z]*\]))([^\W\d_][^\[\]\\{}$&]{2,400})\](?![\w({])"
)
_FILLED = lazy(
    r"\[([^\W\d_][^\[\]\\{}$&]{2,400})\]|(TODO|FIXME|TBD)(?=\s*[}:])|\\(todo|fixme|xxx|tbd)(?=\s*\{)"
)
_MAY_BE_FILLED = lazy(r"\{\s*(?:\[[^\W\d_]|TODO|FIXME|TBD|\\(?:todo|fixme|xxx|tbd))")
#: What gives the data of the title page, or a macro that stands for them.
_HEADING = lazy(
    r"\\(?:(?:[A-Za-z]*(?:title|author|date)|institute|affil(?:iation)?|supervisor|address|keywords|name)\s*"
    r"|(?:def|newcommand)\{?\\(?P<macro>[A-Za-z]+)\}?(?:\s|%[^\n]*+\n)*+)\{\s*"
)
_QUOTED = lazy(r"(?:``|“|„|«|\"|\\enquote\{|\\(?:texttt|code|verb|url|path)\b)[^'”\"»}]*\Z")
_KINDS = ("extended abstract",)  # of texts, which some print in brackets
_LINE = 400  # characters before a bracket in which a quotation may have begun
_SHOWN = 40


def _words(key: str) -> frozenset[str]:
    """Return what templates of any language begin with: an author writes in another one than that of the template."""
    return vocabulary.words(vocabulary.codes(), f"templates.{key}")


def template_text(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield what a template left in brackets, with its words: instructions anywhere, blanks on the title page.

    Where a document has any of these, what looks like a blank elsewhere ("[Journal name]") is one, too.
    """
    sure: dict[Span, str] = dict(_title_page(manuscript))
    blank: dict[Span, str] = {}
    for bracketed in _bracketed(manuscript):
        words, text = bracketed.match[1], manuscript.files[bracketed.span.path].text
        line = max(0, bracketed.span.start - _LINE, text.rfind("\n", 0, bracketed.span.start))
        before = text[line : bracketed.span.start]
        if (
            _QUOTED.search(before)
            or (before.endswith("}{") and "\\href{" in before)  # the words of a link
            or _opens_option(
                manuscript, text[max(0, bracketed.span.start - _LINE) : bracketed.span.start + 1]
            )
        ):
            continue
        if (
            _instructs(words)
            or _stands_in(bracketed)
            or (_is_blank(words) and in_title(manuscript, bracketed.span))
        ):
            sure[bracketed.span] = bracketed.match[0]
        elif _is_blank(words):
            blank[bracketed.span] = bracketed.match[0]
    if len(set(sure.values())) > 1:
        sure.update(blank)
    for span, words in sure.items():
        yield span, words if len(words) <= _SHOWN else f"{words[:_SHOWN].rpartition(' ')[0]} ...]"


def _opens_option(manuscript: ManuscriptRecords, before: str) -> bool:
    """Whether the bracket that a text ends with opens the option of a command, and not behind a macro without arguments."""
    called = re.search(r"\\([A-Za-z@]+)[ \t]+\[\Z", before)
    return is_option(before) and not (called and called[1] in manuscript.text_macros)


def _bracketed(manuscript: ManuscriptRecords) -> Iterator[Printed]:
    """Yield what stands in brackets and may be a template's, by its first or its last word."""
    needles = {
        needle
        for inside in manuscript.of_each_file("template brackets", _needles).values()
        for needle in inside
    }
    if needles:
        yield from printed(manuscript, _BRACKETED, sorted(needles))


def _needles(text: str) -> list[str]:
    """Return the beginnings of brackets, ``[Your``, by which a text may hold words of a template."""
    if "[" not in text:
        return []
    first, last = _words("owns") | _words("orders") | _words("stubs"), _words("blanks")
    bracketed = (match[1].split() for match in _BRACKETED.finditer(text))
    return sorted(
        {
            f"[{parts[0]}"
            for parts in bracketed
            if parts[0].rstrip(":") in first or parts[-1].lower() in last or _is_doubted(parts)
        }
    )


def _title_page(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    r"""Yield blanks and markers that are all there is of a title, an author, a date; they stand before the text as well."""
    for path, headings in manuscript.of_each_file("title page", _headings).items():
        live = (item for item in headings if holding(manuscript.dead.get(path, ()), item[0]) is None)
        for start, end, words, macro in live if path.endswith(".tex") else ():
            if not macro or _is_used(manuscript, macro):
                yield Span(path, start, end), words


def _headings(text: str) -> list[tuple[int, int, str, str]]:
    headings = []
    for match in _HEADING.finditer(text) if _MAY_BE_FILLED.search(text) else ():
        inside, macro = _FILLED.match(text, match.end()), match["macro"] or ""
        if not inside or commented(text, match.start()):
            continue
        if inside[3] or (not macro and (inside[2] or _is_blank(inside[1]))):
            headings.append((match.end(), inside.end(), inside[0], macro))
    return headings


def _is_used(manuscript: ManuscriptRecords, macro: str) -> bool:
    """Whether a macro stands anywhere behind its definition."""
    call = rf"\\{macro}(?![A-Za-z@])"
    return sum(len(re.findall(call, file.text)) for file in manuscript.files.values()) > 1


def _instructs(words: str) -> bool:
    """Whether words tell the author what to write here."""
    first, _, rest = words.partition(" ")
    if first.rstrip(":") in _words("owns"):
        return bool(rest)
    return first in _words("orders") and rest[:1].islower() and " " in rest


def _stands_in(bracketed: Printed) -> bool:
    """Whether brackets stand for a citation to come; in a table they name the level to which others are compared."""
    parts = bracketed.match[1].split()
    # of a quotation
    left_out = parts[-1].lower() in vocabulary.phrases(vocabulary.codes(), "markers.left-out")
    alone = len(parts) == 1 or (parts[0].lower() == "cite" and len(parts) <= 4 and not left_out)
    return (
        (_is_doubted(parts) or (parts[0] in _words("stubs") and alone))
        and bracketed.kind != "table"
        and "token" not in bracketed.sentence
    )


def _is_doubted(parts: list[str]) -> bool:
    """Whether one word that may stand for a citation to come has a mark behind it, "Quelle?", so that it is no word of the text."""
    return len(parts) == 1 and parts[0].endswith("?") and parts[0].rstrip("?").upper() in _words("stubs")


def _is_blank(words: str) -> bool:
    """Whether words name what goes here: "Thesis Title", "Your Name", "year"."""
    parts = words.split()
    return (
        words.lower() not in _KINDS
        and len(parts) <= 4
        and (parts[-1].lower() in _words("blanks") or parts[0] in _words("owns"))
    )
