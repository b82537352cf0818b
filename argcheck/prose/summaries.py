"""The abstract and the concluding sections of a document."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose import lexicon
from argcheck.tex.live_source import files_with, live, live_calls, within
from argcheck.tex.sections import order
from argcheck.tex.units import abstract
from argcheck.tex.vocabulary import any_of, codes, phrases, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords, Section


#: Commands and braces around a name of the abstract in its line.
_SET = r"(?:\\(?:begin|end)\{center\}|\\[a-z]+\*?(?:\{[^{}\n]*\d[^{}\n]*\})*|\\\\(?:\[[^\]\n]*\])?|[{}~ \t])*"
#: The name alone in its line, or before a stop or a dash in its paragraph: "\\textbf{Abstract.} Lamps are".
_LINE = rf"^{_SET}{{sections.abstract}}(?::?{_SET}$|[}} ]*(?:[.:\u2014\u2013]|--?-?)[}} ]*(?=[^\W\d_]))"
#: Commands that format such a line, and text that such a line never has.
_APART = (
    "\\textbf", "\\bf", "\\textit", "\\textsc", "\\large", "\\Large", "\\LARGE", "\\huge", "\\Huge", "\\center", "{center}",
)  # fmt: skip
_NO_LINE = ("section", "\\chapter", "\\part", "command", "\\def", "\\let")
_BREAKS = ("newpage", "clearpage", "cleardoublepage", "pagebreak", "tableofcontents")


class Summary(NamedTuple):
    """A live range of an abstract or a concluding section, which may have several, in several files."""

    span: Span
    flag: str  #: ``abstract`` or ``concluding``
    title: str = ""  #: the heading as written


def summaries(manuscript: ManuscriptRecords) -> Iterator[Summary]:
    """Yield the live ranges of abstract and concluding sections.

    Concluding sections are at most two levels below the top one: a paragraph in a chapter only sums up what is right
    above it.  An abstract ends with the first numbered section.
    """
    place = abstract(manuscript)
    for part in within(manuscript.pieces, place) if place is not None else _below_lines(manuscript):
        yield Summary(part, "abstract")
    deepest = min((section.level for section in manuscript.sections if section.level >= 0), default=0) + 2
    titled = [(section, _title(manuscript, section)) for section in manuscript.sections]
    thanks = [section for section, title in titled if lexicon.thanks(title)]
    numbered = [section for section, _ in titled if not section.starred and section.level <= deepest]
    ending = {
        "abstract": _starts(manuscript, [*thanks, *numbered]),
        "concluding": _starts(manuscript, thanks),
    }
    for section, title in titled:
        flag = "abstract" if lexicon.is_abstract(title) else "concluding"
        if flag == "abstract" or (section.level <= deepest and lexicon.concludes(title)):
            for part in order(manuscript).own_extent(section, ending[flag]):
                yield Summary(part, flag, title)


def _below_lines(manuscript: ManuscriptRecords) -> Iterator[Span]:
    r"""Yield the text after formatted lines that only say "abstract", before the first numbered section.

    It ends with the page, a heading or the next such line; without any of these, it is no abstract.
    """
    if not files_with(manuscript, _APART):
        return
    names = phrases(codes(), "sections.abstract")
    written = [form for name in names for form in (name, name.capitalize(), name.upper())]
    lines = live(manuscript, wording(codes(), _LINE, re.IGNORECASE | re.MULTILINE), written)
    apart = [span for span, line in lines if _one_of(_APART, line[0]) and not _one_of(_NO_LINE, line[0])]
    if not apart:
        return
    position = order(manuscript).position
    numbered = (section for section in manuscript.sections if not section.starred)
    body = min((position(section.span) for section in numbered), default=order(manuscript).length)
    breaks = [span for span, _ in live_calls(manuscript, _BREAKS)]
    ends = [*_starts(manuscript, manuscript.sections), *map(position, (*breaks, *apart))]
    for line in apart:
        first = position(line)  # the words below may belong to its paragraph
        last = min((end for end in ends if end > first), default=0)
        if first < body:
            yield from order(manuscript).between(first, last)


def _one_of(needles: Iterable[str], text: str) -> bool:
    return any(needle in text for needle in needles)


def final_discussion(manuscript: ManuscriptRecords) -> Iterator[Summary]:
    """Yield the discussion of a document that ends with one and has no conclusion, up to its first subsection."""
    sections = manuscript.sections
    top = min((section.level for section in sections), default=0)
    titled = [(section, _title(manuscript, section)) for section in sections if section.level == top]
    discussed = any_of(codes(), "sections.discussion")
    last = next((section for section, title in reversed(titled) if discussed.match(title)), None)
    if last is not None and not any(lexicon.concludes(title) for _, title in titled):
        for part in order(manuscript).own_extent(last, _starts(manuscript, sections)):
            yield Summary(part, "concluding")


def _starts(manuscript: ManuscriptRecords, sections: Iterable[Section]) -> list[int]:
    """Return the positions of headings, in order."""
    return sorted(order(manuscript).position(section.span) for section in sections)


def _title(manuscript: ManuscriptRecords, section: Section) -> str:
    path, start, end = section.title
    return manuscript.files[path].text[start:end]
