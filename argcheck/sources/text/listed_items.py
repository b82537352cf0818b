"""Where each item of a printed list of references begins: by its label, its indentation, or the distance to the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, takewhile
from statistics import median

from argcheck.sources.text.pdf_lines import ENDS, Line
from argcheck.sources.text.raised import RAISED

_YEAR = re.compile(r"\b(?:1[89]|20)\d\d")
_LABEL = re.compile(rf"\[[^\[\]]{{1,15}}\]|\(?\d{{1,3}}[.)]\s|[{RAISED}]")
_ITEM = re.compile(rf"{_LABEL.pattern}|[A-Z][\w'’-]+,?\s+[A-Z]\.")
_LARGER = 1.12  #: times the size of the font of a list
_OUT = 3  #: points that stand out
_LISTED = 400  # lines of a list that are looked at for how its items are set
_OUT_OF_LINE = 0.1  #: part of the lines of a list that may begin elsewhere
_WIDER = 0.1  #: of the distance of two lines, by which that of two items is larger at least
_WIDEST = 2.6  #: of the distance of two lines, what may lie between two items
_FEWEST = 3  # such distances
_TAIL = 20  # characters, in which an address ends
_GOES_ON = (",", "&")  #: no reference ends so


def is_labelled(text: str) -> bool:
    """Whether a reference begins with a label in brackets."""
    return text.startswith("[") and _LABEL.match(text) is not None


def _form(text: str) -> str:
    match = _LABEL.match(text)
    return "".join(sign for sign in match[0] if sign in "[](.)") if match else ""


def distance_of_items(lines: list[Line]) -> float:
    """The least distance between the items of a list whose lines begin at one edge: they stand farther apart than its lines; else 0.

    Letters reach down more or less far, so that the distances between lines are not quite alike.
    """
    size = lines[0].size if lines else 0.0
    lines = list(
        takewhile(lambda line: line.size < _LARGER * size, lines[:_LISTED])
    )  # the next heading is larger
    usual = median(line.left for line in lines) if lines else 0.0
    if sum(abs(line.left - usual) > _OUT for line in lines) > _OUT_OF_LINE * len(lines):
        return 0.0  # it has a hanging indentation, or columns
    steps = sorted(above.bottom - below.bottom for above, below in pairwise(lines) if _is_below(above, below))
    if not steps:
        return 0.0
    pitch = median(steps)
    near = [step for step in steps if pitch <= step < _WIDEST * pitch]
    wider, at = max(
        ((after - before, number) for number, (before, after) in enumerate(pairwise(near), 1)),
        default=(0.0, 0),
    )
    if wider < _WIDER * pitch or len(near) - at < _FEWEST:
        return 0.0
    return near[at] - wider / 2


class ListedItems:
    """The references of a list: each begins where a line stands out to the left, else where the last one has its year and a full stop."""

    def __init__(self, gap: float) -> None:
        self.last: list[Line] = []  #: that may go on in the lines to come
        self.labelled = False  #: whether one of them begins with a label in brackets
        self.apart = 0.0  #: the least distance between two of them, where nothing but that parts them; see `distance_of_items`
        self._gap = gap
        self._begun = False
        self._form = ""  # of the label of the last reference: ``[]`` or ``.``
        self._text = 0.0  # where its text begins behind the label
        self._closed = False  # whether it ends with a full stop
        self._dated = False  # whether the last reference has its year
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
                ended = self.last and self._dated and self.last[-1].text.endswith(".")
                if self.apart and not hanging:
                    begins = self._stands_apart(line)
                else:
                    begins = line.left <= edge + _OUT if hanging else ended or bool(_ITEM.match(line.text))
                    if not (place or number):
                        begins = not goes_on
                begins = begins or self._is_next(line)
                if (
                    self.last
                    and begins
                    and not (self.last[-1].broken or self.last[-1].text.endswith(_GOES_ON))
                ):
                    yield self.last
                    self.last = []
                self._append(line)

    def _stands_apart(self, line: Line) -> bool:
        """Whether a line stands far enough below the last one, or on another page behind what ends a reference."""
        if not self.last or not _is_below(self.last[-1], line):
            return (
                not self.last or bool(ENDS.search(self.last[-1].text)) or "/" in self.last[-1].text[-_TAIL:]
            )
        return self.last[-1].bottom - line.bottom >= self.apart

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
        self.labelled |= not self.last and is_labelled(line.text)
        if not self.last:
            self._begun, self._form, self._text, self._dated = True, _form(line.text), 0.0, False
        self._dated = self._dated or _YEAR.search(line.text) is not None
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
