"""Blocks from printed lines of a PDF: paragraphs by spacing, headings by size, notes and references by their start."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from argcheck.files.patterns import YEAR, long_words
from argcheck.sources.text.listed_items import begins_item, goes_on, is_labelled, is_listed, parts_of
from argcheck.sources.text.markdown import (
    Outline,
    is_appendix,
    is_bibliography,
    is_caption,
    is_list_of_floats,
)
from argcheck.sources.text.model import Block, PrintedLine
from argcheck.sources.text.pdf_lines import ENDS, HYPHEN, Line
from argcheck.sources.text.raised import RAISED, lowered

_GLUED = frozenset([*RAISED, *"⁺⁻.,;:)]"])  # no word begins with these: PDFium cut a line there
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+\S")
_ABSTRACT = re.compile(r"abstract\b[.:—–-]?\s*$", re.IGNORECASE)
_NOTE = re.compile(r"(\d{1,3}|[*†‡§¶])\s?(?=[A-Z\"“‘(])")
_MARK = re.compile(rf"([{RAISED}]{{1,3}})(?![{RAISED}])")
_EQUATION = re.compile(r".*[=<>≤≥∑∫→].*\(\d+(?:\.\d+)?\w?\)$")
_SEVERAL = 3  #: least works of a list; a footnote has fewer in a row
_SPLIT = re.compile(r"[a-zß-ÿ]-\Z")


def blocks_of(lines: list[Line]) -> Iterator[Block]:
    """Yield the blocks of lines in reading order."""
    if not lines:
        return
    lines = _relatively_heavy(lines)
    body = _body_size(lines)
    groups = list(_rejoined(_groups(lines, body, _gap(lines)), body))
    blocks = list(_blocks(groups, body))
    if not any(block.kind == "reference" for block in blocks):
        blocks = list(_blocks(groups, body, unnamed=_list_without_heading(groups, body)))
    yield from blocks


def _list_without_heading(groups: list[list[Line]], body: float) -> int | None:
    """Return the index of the first group of the last list of references without a heading, or None."""
    kinds = [_kind(group, _text(group)[0], body, Outline())[0] for group in groups]
    headings = [place for place, kind in enumerate(kinds) if kind == "heading"]
    for start, end in reversed([*pairwise([-1, *headings, len(groups)])]):
        named = [place for place in range(start + 1, end) if begins_item(groups[place])]
        if named and is_listed(groups[start + 1 : end]):  # otherwise it begins within a paragraph
            return named[0]
    return None


def _blocks(groups: list[list[Line]], body: float, unnamed: int | None = None) -> Iterator[Block]:
    """Yield the blocks of groups of lines.

    :param unnamed: the index of the first group of a list of references without a heading.
    """
    outline = Outline()
    number = 1  # number of the next reference if these begin with raised numbers like notes, else 0
    listed: list[list[Line]] = []  # groups of a list of references
    labelled = False  # whether only headings follow a list with labels
    head = 0.0  # size of the heading of the list, under which there may be smaller ones; 0 outside
    for place, group in enumerate(groups):
        text, printed = _text(group)
        if _is_list(group) or (labelled and is_labelled(text)) or place == unnamed:
            # journals of physics print no heading, and others one for each kind of works
            outline.in_references = True
        kind, level = _kind(group, text, body, outline)
        noted = _is_small(group, body) and _raised_number(text) not in (0, number)
        if kind == "reference" and noted and not goes_on([group], _SEVERAL):  # not an isotope in a title
            kind = "footnote"
        if kind == "reference":
            listed.append(group)
            number = _next_number(group, number)
            continue
        if kind == "heading":
            size = median(line.size for line in group)
            labelled |= any(is_labelled(group[0].text) for group in listed)
            yield from _listed(listed, outline)
            listed = []
            parted = size < head and goes_on(_until_heading(groups, place, body))
            outline.enter(level, text)
            if size >= head:
                head = size if outline.in_references else 0.0
            outline.in_references |= parted
            number = 1
        else:
            labelled = False
        match = (_MARK.match(text) or _NOTE.match(text)) if kind == "footnote" else None
        mark = lowered(match[1]) if match else ""
        yield Block(
            kind, text, page=group[0].page, level=level, section=outline.section, mark=mark, lines=printed
        )
    yield from _listed(listed, outline)


def _until_heading(groups: list[list[Line]], heading: int, body: float) -> list[list[Line]]:
    """Return the groups after a heading, up to the next one."""
    behind = groups[heading + 1 :]
    ends = (
        place
        for place, group in enumerate(behind)
        if _kind(group, _text(group)[0], body, Outline())[0] == "heading"
    )
    return behind[: next(ends, None)]


def _listed(groups: list[list[Line]], outline: Outline) -> Iterator[Block]:
    """Yield the items of a list, and the floats of a manuscript after them."""
    for lines, is_item in parts_of(groups) if groups else ():
        text, printed = _text(lines)
        kind = "reference" if is_item else "caption" if is_caption(text) else "paragraph"
        yield Block(kind, text, page=lines[0].page, section=outline.section, lines=printed)


def _next_number(group: list[Line], number: int) -> int:
    """Return the raised number of the next reference, or 0 if there are none."""
    for line in group:
        number += number > 0 and _raised_number(line.text) == number
    return number if number > 1 else 0


def _relatively_heavy(lines: list[Line]) -> list[Line]:
    """Return the lines, none of them as heavy if most of the text is."""
    heavy = sum(len(line.text) for line in lines if line.heavy)
    if 2 * heavy <= sum(len(line.text) for line in lines):
        return lines
    return [line._replace(heavy=False) for line in lines]


def _body_size(lines: list[Line]) -> float:
    """Return the font size of most characters."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0]


def _gap(lines: list[Line]) -> float:
    """Return the usual distance between neighbouring base lines, in points."""
    steps = [
        above.bottom - below.bottom
        for above, below in pairwise(lines)
        if above.page == below.page and 0.5 < (above.bottom - below.bottom) / above.size < 4
    ]
    return median(steps) if steps else 12.0


def _groups(lines: list[Line], body: float, gap: float) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines:
        if group and _starts_paragraph(group, line, body, gap):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _starts_paragraph(group: list[Line], line: Line, body: float, gap: float) -> bool:
    """Whether a paragraph ends before ``line``."""
    last = group[-1]
    alone = len(group) == 1 and _is_heading(last.text)
    if alone or (_is_heading(line.text) and ENDS.search(last.text)):  # as near as other lines
        return True
    if last.page != line.page or line.bottom > last.top:  # the next page or column
        return True
    if abs(line.size - last.size) > 0.12 * body and not _in_same_line(last, line):
        return True
    if line.heavy != last.heavy and len(last.text) < 90 and (last.heavy or not last.broken):
        return True
    if last.bottom - line.bottom > 1.35 * gap * max(1.0, line.size / body):
        return True
    if line.size < 0.9 * body and _MARK.match(line.text) and not _in_same_line(last, line):  # the next note
        return True
    if is_caption(line.text) and not last.broken and ENDS.search(last.text):
        return True
    indented = line.left - min(line.left for line in group[-2:]) > 0.6 * body
    return indented and bool(ENDS.search(last.text)) and len(line.text) > 20


def _is_heading(line: str) -> bool:
    """Whether a line is the heading of a list of references, or of what follows one."""
    return is_bibliography(line) or is_appendix(line) or is_list_of_floats(line)


def _in_same_line(last: Line, line: Line) -> bool:
    """Whether a small run is in the same line: an exponent, a footnote mark."""
    return abs(last.bottom - line.bottom) < 0.6 * max(last.size, line.size)


def _rejoined(groups: Iterator[list[Line]], body: float) -> Iterator[list[Line]]:
    """Yield groups, joined if a page or column break split them: no full stop at the end, a small letter after it."""
    held: list[Line] = []
    between: list[list[Line]] = []
    for group in groups:
        prose = _is_prose(group, body)
        listed = any(is_bibliography(_text(other)[0]) for other in between)
        if held and prose and not listed and _continues(held, group):
            held = [*held, *group]
            continue
        if held and not prose and not ENDS.search(held[-1].text) and len(between) < 4:
            between.append(group)  # a float, footnote or heading within a paragraph
            continue
        if held:
            yield held
        yield from between
        held, between = ([], []) if not prose else (group, [])
        if not prose:
            yield group
    if held:
        yield held
    yield from between


def _is_prose(group: list[Line], body: float) -> bool:
    first = group[0]
    size = median(line.size for line in group)
    return abs(size - body) <= 0.12 * body and not is_caption(first.text) and not first.heavy


def _continues(held: list[Line], group: list[Line]) -> bool:
    last, first = held[-1], group[0]
    if last.page == first.page and first.bottom <= last.top:
        return False
    start = first.text[:1]
    return last.broken or (
        not ENDS.search(last.text) and (start.islower() or start in "([" or start.isdigit())
    )


def _text(group: list[Line]) -> tuple[str, tuple[PrintedLine, ...]]:
    """Return the text of lines, and where each of them begins in it."""
    text = ""
    starts: list[PrintedLine] = []
    for line in group:
        if text.endswith(HYPHEN) or (_SPLIT.search(text, max(0, len(text) - 2)) and line.text[:1].islower()):
            text = text[:-1]
            starts.append(PrintedLine(len(text), line.page, line.number))
        else:
            glued = not text or line.text[:1] in _GLUED
            starts.append(PrintedLine(len(text) + (not glued), line.page, line.number))
            text += " " * (not glued)
        text = text + " ".join(line.text.split())
    return text.replace(HYPHEN, "-"), tuple(starts)


def _kind(group: list[Line], text: str, body: float, outline: Outline) -> tuple[str, int]:
    """Return the kind of the block of a group of lines, and the level of a heading or 0."""
    size = median(line.size for line in group)
    short = len(group) <= 3 and len(text) < 160
    if is_caption(text):
        return "caption", 0
    if short and (is_bibliography(text) or _ABSTRACT.match(text)):
        return "heading", 2
    if outline.in_references and (is_appendix(text) or is_list_of_floats(text)):
        return "heading", 2
    stands_out = size > 1.12 * body or (group[0].heavy and size >= 0.95 * body)
    of_item = outline.in_references and size <= 1.12 * body and _is_first_of_item(group, text)
    if short and stands_out and not (of_item or ENDS.search(text)) and long_words(text, 3):
        return "heading", _level(text, size, body)
    if outline.in_references:
        return "reference", 0
    if short and _EQUATION.match(text):
        return "equation", 0
    if _is_small(group, body) and (_NOTE.match(text) or _MARK.match(text)):
        return "footnote", 0
    return "paragraph", 0


def _is_first_of_item(group: list[Line], text: str) -> bool:
    """Whether heavy lines are the authors of an item: they break off, or have a year."""
    listed = text.endswith((",", "&", ";")) or YEAR.search(text) is not None
    return group[-1].broken or (listed and begins_item(group))


def _is_list(group: list[Line]) -> bool:
    """Whether lines begin with [1] and [2], as in a list of references."""
    begins = [line.text[:4] for line in group]
    return begins[0] == "[1] " and "[2] " in begins


def _raised_number(text: str) -> int:
    match = _MARK.match(text)
    return int(lowered(match[1])) if match else 0


def _is_small(group: list[Line], body: float) -> bool:
    return median(line.size for line in group) < 0.9 * body


def _level(text: str, size: float, body: float) -> int:
    if _NUMBERED.match(text):
        return 2 + text.split(maxsplit=1)[0].rstrip(".").count(".")
    return 1 if size > 1.5 * body else 2
