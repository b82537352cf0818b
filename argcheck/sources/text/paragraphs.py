"""The printed lines of a PDF into blocks: paragraphs by spacing, headings by size, notes and references by how they begin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from argcheck.files.patterns import long_words
from argcheck.sources.text.markdown import Outline, is_bibliography, is_caption
from argcheck.sources.text.model import Block, PrintedLine
from argcheck.sources.text.pdf_lines import HYPHEN, Line
from argcheck.sources.text.raised import RAISED, lowered

_GLUED = frozenset([*RAISED, *"⁺⁻.,;:)]"])  # no word begins with these: PDFium cut a line in two before it
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*\.?|[A-Z]\.|[IVX]+\.)\s+\S")
_ABSTRACT = re.compile(r"abstract\b[.:—–-]?\s*$", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:1[89]|20)\d\d")
_ITEM = re.compile(rf"\[[^\[\]]{{1,15}}\]|\(?\d{{1,3}}[.)]\s|[{RAISED}]|[A-Z][\w'’-]+,?\s+[A-Z]\.")
_NOTE = re.compile(r"(\d{1,3}|[*†‡§¶])\s?(?=[A-Z\"“‘(])")
_MARK = re.compile(rf"([{RAISED}]{{1,3}})(?![{RAISED}])")
_EQUATION = re.compile(r".*[=<>≤≥∑∫→].*\(\d+(?:\.\d+)?\w?\)$")
_SPLIT = re.compile(r"[a-zß-ÿ]-\Z")
_LABEL = re.compile(rf"\[[^\[\]]{{1,15}}\]|\(?\d{{1,3}}[.)]\s|[{RAISED}]")
_OUT = 3  #: points that stand out
ENDS = re.compile(r"[.!?:;]['\"”’)\]]*(?:\s?\[[\d,\s–-]+\])?$")


def blocks_of(lines: list[Line]) -> Iterator[Block]:
    """Yield the blocks that lines in reading order make."""
    if not lines:
        return
    body = _body_size(lines)
    gap = _gap(lines)
    outline = Outline()
    number = 1  # of the next reference, if these begin with raised numbers, as notes do; else 0
    references = _References(gap)
    labelled = False  # whether nothing but headings stands behind a list with labels
    groups = _groups(lines, body, gap)
    for group in _joined(groups, body):
        text, printed = _text(group)
        if _is_list(group) or (labelled and _is_labelled(text)):
            # journals of physics print no heading, and others one for each kind of works
            outline.in_references = True
        kind, level = _kind(group, text, body, outline)
        if kind == "reference" and _is_small(group, body) and _raised_number(text) not in (0, number):
            kind = "footnote"
        over = kind == "reference" and references.is_over(group, text)
        if over:  # the floats of a manuscript stand behind its list
            kind = "paragraph"
        labelled = (kind == "heading" or over) and (labelled or references.labelled)
        ended = list(references.add(group) if kind == "reference" else references.end())
        for item in ended:
            yield _reference(item, outline)
        if kind == "reference":
            for item in (*ended, references.last):
                begins = _raised_number(item[0].text)
                number = begins + 1 if begins else number if number > 1 else 0
            continue
        if kind == "heading":
            outline.enter(level, text)
            references.forget()
            number = 1
        match = (_MARK.match(text) or _NOTE.match(text)) if kind == "footnote" else None
        mark = lowered(match[1]) if match else ""
        yield Block(
            kind, text, page=group[0].page, level=level, section=outline.section, mark=mark, lines=printed
        )
    for item in references.end():
        yield _reference(item, outline)


def _reference(item: list[Line], outline: Outline) -> Block:
    text, printed = _text(item)
    return Block("reference", text, page=item[0].page, section=outline.section, lines=printed)


def _body_size(lines: list[Line]) -> float:
    """The size of the font that most characters have."""
    sizes: Counter[float] = Counter()
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
    return sizes.most_common(1)[0][0]


def _gap(lines: list[Line]) -> float:
    """The usual distance between the base lines of neighbours."""
    steps = [
        above.bottom - below.bottom
        for above, below in pairwise(lines)
        if above.page == below.page and 0.5 < (above.bottom - below.bottom) / above.size < 4
    ]
    return median(steps) if steps else 12.0


def _groups(lines: list[Line], body: float, gap: float) -> Iterator[list[Line]]:
    group: list[Line] = []
    for line in lines:
        if group and _parts(group, line, body, gap):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _parts(group: list[Line], line: Line, body: float, gap: float) -> bool:
    """Whether a paragraph ends before ``line``."""
    last = group[-1]
    if last.page != line.page or line.bottom > last.top:  # the next page or column
        return True
    if abs(line.size - last.size) > 0.12 * body and not _inside(last, line):
        return True
    if line.heavy != last.heavy and len(last.text) < 90 and (last.heavy or not last.broken):
        return True
    if last.bottom - line.bottom > 1.35 * gap:
        return True
    if line.size < 0.9 * body and _MARK.match(line.text) and not _inside(last, line):  # the next note
        return True
    if is_caption(line.text) and not last.broken and ENDS.search(last.text):
        return True
    indented = line.left - min(line.left for line in group[-2:]) > 0.6 * body
    return indented and bool(ENDS.search(last.text)) and len(line.text) > 20


def _inside(last: Line, line: Line) -> bool:
    """Whether a small run stands in the same line: an exponent, a footnote sign."""
    return abs(last.bottom - line.bottom) < 0.6 * max(last.size, line.size)


def _joined(groups: Iterator[list[Line]], body: float) -> Iterator[list[Line]]:
    """Join what a page or column break cut in two: no full stop at the end, a small letter at the beginning."""
    held: list[Line] = []
    between: list[list[Line]] = []
    for group in groups:
        prose = _is_prose(group, body)
        listed = any(is_bibliography(other[0].text) for other in between)
        if held and prose and not listed and _goes_on(held, group):
            held = [*held, *group]
            continue
        if held and not prose and not ENDS.search(held[-1].text) and len(between) < 4:
            between.append(group)  # a float, footnote or heading in the middle of a paragraph
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


def _goes_on(held: list[Line], group: list[Line]) -> bool:
    last, first = held[-1], group[0]
    if last.page == first.page and first.bottom <= last.top:
        return False
    start = first.text[:1]
    return last.broken or (
        not ENDS.search(last.text) and (start.islower() or start in "([" or start.isdigit())
    )


def _text(group: list[Line]) -> tuple[str, tuple[PrintedLine, ...]]:
    """Join lines to a text, and say where each of them begins in it."""
    text = ""
    starts: list[PrintedLine] = []
    for line in group:
        if text.endswith(HYPHEN) or (_SPLIT.search(text) and line.text[:1].islower()):
            text = text[:-1]
            starts.append(PrintedLine(len(text), line.page, line.number))
        else:
            glued = not text or line.text[:1] in _GLUED
            starts.append(PrintedLine(len(text) + (not glued), line.page, line.number))
            text += " " * (not glued)
        text = text + " ".join(line.text.split())
    return text.replace(HYPHEN, "-"), tuple(starts)


def _kind(group: list[Line], text: str, body: float, outline: Outline) -> tuple[str, int]:
    size = median(line.size for line in group)
    short = len(group) <= 3 and len(text) < 160
    if is_caption(text):
        return "caption", 0
    if short and (is_bibliography(text) or _ABSTRACT.match(text)):
        return "heading", 2
    stands_out = size > 1.12 * body or (group[0].heavy and size >= 0.95 * body)
    if short and stands_out and not ENDS.search(text) and long_words(text, 3):
        return "heading", _level(text, size, body)
    if outline.in_references:
        return "reference", 0
    if short and _EQUATION.match(text):
        return "equation", 0
    if _is_small(group, body) and (_NOTE.match(text) or _MARK.match(text)):
        return "footnote", 0
    return "paragraph", 0


def _is_list(group: list[Line]) -> bool:
    """Whether lines begin with [1] and [2], as in a list of references."""
    begins = [line.text[:4] for line in group]
    return begins[0] == "[1] " and "[2] " in begins


def _is_labelled(text: str) -> bool:
    return text.startswith("[") and _LABEL.match(text) is not None


def _form(text: str) -> str:
    match = _LABEL.match(text)
    return "".join(sign for sign in match[0] if sign in "[](.)") if match else ""


def _raised_number(text: str) -> int:
    match = _MARK.match(text)
    return int(lowered(match[1])) if match else 0


def _is_small(group: list[Line], body: float) -> bool:
    return median(line.size for line in group) < 0.9 * body


def _level(text: str, size: float, body: float) -> int:
    if _NUMBERED.match(text):
        return 2 + text.split(maxsplit=1)[0].rstrip(".").count(".")
    return 1 if size > 1.5 * body else 2


class _References:
    """The references of a list: each begins where a line stands out to the left, else where the last one has its year and a full stop."""

    def __init__(self, gap: float) -> None:
        self.last: list[Line] = []  #: that may go on in the lines to come
        self.labelled = False  #: whether one of them begins with a label in brackets
        self._gap = gap
        self._begun = False
        self._form = ""  # of the label of the last reference: ``[]`` or ``.``
        self._text = 0.0  # where its text begins behind the label
        self._closed = False  # whether it ends with a full stop
        self._hang = 0.0  # how far the other lines of a reference stand right of its first

    def add(self, group: list[Line]) -> Iterator[list[Line]]:
        """Yield the references that have ended when these lines begin, or in them."""
        for number, column in enumerate(_columns(group)):
            goes_on = self._goes_on(column)
            edge = min(line.left for line in column) - self._hang * (goes_on and not _varies(column))
            if goes_on and _is_below(self.last[0], column[0]):
                edge = min(edge, self.last[0].left)
            hanging = goes_on or _varies(column)
            for place, line in enumerate(column):
                ended = (
                    self.last
                    and self.last[-1].text.endswith(".")
                    and any(_YEAR.search(line.text) for line in self.last)
                )
                begins = line.left <= edge + _OUT if hanging else ended or bool(_ITEM.match(line.text))
                begins = begins or self._is_next(line)
                if not (place or number):
                    begins = not goes_on
                if self.last and begins and not self.last[-1].broken:
                    yield self.last
                    self.last = []
                self._append(line)

    def is_over(self, group: list[Line], text: str) -> bool:
        """Whether lines are no part of a list that something else stands behind: they begin no reference, and go on with none."""
        first = group[0]
        if not self._begun or (self._form and _form(first.text) == self._form):
            return False
        if self.last and (self.last[-1].page == first.page or not self.last[-1].text.endswith(".")):
            return False
        if self._form:
            return (not self.last and self._closed) or abs(first.left - self._text) > _OUT
        if self.last and abs(first.left - self.last[0].left) < 1:
            return False
        return not (_YEAR.search(text) or _ITEM.match(text) or "http" in text or "www." in text)

    def end(self) -> Iterator[list[Line]]:
        """Yield the last reference, as something else begins."""
        if self.last:
            yield self.last
            self._closed = self.last[-1].text.endswith(".")
        self.last = []
        self.labelled = False
        self._hang = 0.0

    def forget(self) -> None:
        """Begin another list, which may have other labels."""
        self._begun = False

    def _is_next(self, line: Line) -> bool:
        """Whether a line begins with the number behind that of the last reference: numbers are set to the right or to the left."""
        if not self.last or (self._hang and line.left > self.last[0].left + self._hang - 1):
            return False
        before, number = (_LABEL.match(each.text) for each in (self.last[0], line))
        digits = [match[0].strip("[(.)] ") if match else "" for match in (before, number)]
        return all(map(str.isdecimal, digits)) and int(digits[1]) == int(digits[0]) + 1

    def _append(self, line: Line) -> None:
        self.labelled |= not self.last and _is_labelled(line.text)
        if not self.last:
            self._begun, self._form, self._text = True, _form(line.text), 0.0
        if self.last and _is_below(self.last[0], line) and line.left > self.last[0].left + _OUT:
            self._hang = line.left - self.last[0].left
            self._text = line.left
        self.last.append(line)

    def _goes_on(self, column: list[Line]) -> bool:
        """Whether these lines go on with the last reference: they stand right of where it begins, or would if they stood below it."""
        if not self.last:
            return False
        first = column[0]
        if _is_below(self.last[-1], first):
            near = self.last[-1].bottom - first.bottom <= 1.35 * self._gap
            return near and _is_below(self.last[0], first) and first.left > self.last[0].left + _OUT
        if not self._hang or (_LABEL.match(first.text) and _LABEL.match(self.last[0].text)):
            return False
        if _varies(column):
            return first.left > min(line.left for line in column) + _OUT
        return abs(first.left - self.last[0].left - self._hang) < 1


def _columns(group: list[Line]) -> Iterator[list[Line]]:
    column: list[Line] = []
    for line in group:
        if column and not _is_below(column[-1], line):
            yield column
            column = []
        column.append(line)
    yield column


def _is_below(above: Line, line: Line) -> bool:
    """Whether a line stands in the column of another, below it."""
    return above.page == line.page and line.bottom <= above.top


def _varies(column: list[Line]) -> bool:
    lefts = [line.left for line in column]
    return max(lefts) > min(lefts) + _OUT
