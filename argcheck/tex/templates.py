r"""Finds text of a template that its author should replace: ``[Your Name]``, ``[Describe the data here.]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex import vocabulary
from argcheck.tex.arguments import command_names
from argcheck.tex.known_files import prints_by_maketitle
from argcheck.tex.live_source import commented, holding, is_option, opens_link
from argcheck.tex.model import once
from argcheck.tex.reading_text import printed
from argcheck.tex.units import in_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.reading_text import Printed

#: Text in brackets that is no option or argument of a command; a placeholder for a citation may follow its word
#: without a blank (``GeoPaxos[cite]``).
_BRACKETED = lazy(
    r"\[(?:(?<![\w\\}\]*]\[)|(?<=\w\[)(?=(?i:cit)[a-z]*\]))([^\W\d_][^\[\]\\{}$&]{2,400})\](?![\w({])"
)
_FILLED = lazy(
    r"\[([^\W\d_][^\[\]\\{}$&]{2,400})\]|(TODO|FIXME|TBD)(?=\s*[}:])|\\(todo|fixme|xxx|tbd)(?=\s*\{)"
)
_MAY_BE_FILLED = lazy(r"\{\s*(?:\[[^\W\d_]|TODO|FIXME|TBD|\\(?:todo|fixme|xxx|tbd))")
#: Commands with the data of the title page, or definitions of macros for them.
_HEADING = lazy(
    r"\\(?:(?P<command>[A-Za-z]*(?:title|author|date)|institute|affil(?:iation)?|supervisor|address|keywords|name)\s*"
    r"|(?:def|newcommand)\{?\\(?P<macro>[A-Za-z]+)\}?(?:\s|%[^\n]*+\n)*+)\{\s*"
)
_KEPT = ("title", "author", "date")  # commands whose argument is kept until it is printed
_QUOTED = lazy(r"(?:``|“|„|«|\"|\\enquote\{|\\(?:texttt|code|verb|url|path)\b)[^'”\"»}]*\Z")
_KINDS = ("extended abstract",)  # of texts, which some print in brackets
_LINE = 400  # characters before a bracket in which a quotation may have begun
_SHOWN = 40


def _words(key: str) -> frozenset[str]:
    """Return a list of words of templates in all languages, as that of a template may differ from that of the text."""
    return vocabulary.words(vocabulary.codes(), f"templates.{key}")


def template_text(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield places and words of a template's brackets: instructions anywhere, blanks on the title page.

    If a document has two different ones of these, blanks elsewhere ("[Journal name]") count too.
    """
    sure: dict[Span, str] = dict(_title_page(manuscript))
    blank: dict[Span, str] = {}
    for bracketed in _bracketed(manuscript):
        words, text = bracketed.match[1], manuscript.files[bracketed.span.path].text
        line = max(0, bracketed.span.start - _LINE, text.rfind("\n", 0, bracketed.span.start))
        before = text[line : bracketed.span.start]
        if (
            _QUOTED.search(before)
            or opens_link(before)
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
    """Whether the last bracket of a text opens the option of a command, other than a macro without arguments."""
    called = re.search(r"\\([A-Za-z@]+)[ \t]+\[\Z", before)
    return is_option(before) and not (called and called[1] in manuscript.text_macros)


def _bracketed(manuscript: ManuscriptRecords) -> Iterator[Printed]:
    """Yield the texts in brackets that a template may have left, by their first or last words."""
    needles = {
        needle
        for inside in manuscript.of_each_file("template brackets", _needles).values()
        for needle in inside
    }
    if needles:
        yield from printed(manuscript, _BRACKETED, sorted(needles))


def _needles(text: str) -> list[str]:
    """Return the beginnings of such brackets in a text, such as ``[Your``."""
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
    r"""Yield blanks and markers that begin a title, an author, a date and the like, in the preamble too."""
    for path, headings in manuscript.of_each_file("headings", _headings).items():
        live = (item for item in headings if holding(manuscript.dead.get(path, ()), item[0]) is None)
        for start, end, words, command, macro in live if path.lower().endswith(".tex") else ():
            kept = command in _KEPT and not _prints_title(manuscript)
            if not kept and (not macro or _is_used(manuscript, macro)):
                yield Span(path, start, end), words


@once
def _prints_title(manuscript: ManuscriptRecords) -> bool:
    r"""Whether a document may print its ``\title``: by ``\maketitle``, by macros such as ``\@title``, or by its class."""
    named = manuscript.of_each_file("commands", lambda text: sorted(command_names(text))).values()
    printing = (name for names in named for name in names if name.endswith((*_KEPT, "titlepage", "cover")))
    return not prints_by_maketitle(manuscript.document_class) or any(name not in _KEPT for name in printing)


def _headings(text: str) -> list[tuple[int, int, str, str, str]]:
    headings = []
    for match in _HEADING.finditer(text) if _MAY_BE_FILLED.search(text) else ():
        inside, macro = _FILLED.match(text, match.end()), match["macro"] or ""
        if not inside or commented(text, match.start()):
            continue
        if inside[3] or (not macro and (inside[2] or _is_blank(inside[1]))):
            headings.append((match.end(), inside.end(), inside[0], match["command"] or "", macro))
    return headings


def _is_used(manuscript: ManuscriptRecords, macro: str) -> bool:
    """Whether a macro occurs anywhere but in its definition."""
    call = rf"\\{macro}(?![A-Za-z@])"
    return sum(len(re.findall(call, file.text)) for file in manuscript.files.values()) > 1


def _instructs(words: str) -> bool:
    """Whether words tell the author what to write here."""
    first, _, rest = words.partition(" ")
    if first.rstrip(":") in _words("owns"):
        return bool(rest)
    return first in _words("orders") and rest[:1].islower() and " " in rest


def _stands_in(bracketed: Printed) -> bool:
    """Whether brackets are a placeholder for a citation; in a table they may name the reference level."""
    parts = bracketed.match[1].split()
    # as in a quotation
    left_out = parts[-1].lower() in vocabulary.phrases(vocabulary.codes(), "markers.left-out")
    alone = len(parts) == 1 or (parts[0].lower() == "cite" and len(parts) <= 4 and not left_out)
    return (
        (_is_doubted(parts) or (parts[0] in _words("stubs") and alone))
        and bracketed.kind != "table"
        and "token" not in bracketed.sentence
    )


def _is_doubted(parts: list[str]) -> bool:
    """Whether it is one word for a source with a question mark, "Quelle?", so that it is not part of the text."""
    return len(parts) == 1 and parts[0].endswith("?") and parts[0].rstrip("?").upper() in _words("stubs")


def _is_blank(words: str) -> bool:
    """Whether words name what the author should insert: "Thesis Title", "Your Name", "year"."""
    parts = words.split()
    return (
        words.lower() not in _KINDS
        and len(parts) <= 4
        and (parts[-1].lower() in _words("blanks") or parts[0] in _words("owns"))
    )
