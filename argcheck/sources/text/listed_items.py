"""The starts of items in a printed list of references, judged for the list as a whole.

A list is set in one of a few ways: its items have labels, or hanging indentation, or indented first lines, or larger
distances.  Each way gives a sign for each line: an item starts there (1), continues (-1), or unknown (0).  Words give
less certain signs: an item starts with a name after a full stop, and continues with a lower-case letter or after a
comma.  The way that agrees best with the words is used, and the words decide where it is unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby, pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import grouped
from argcheck.files.patterns import YEAR
from argcheck.sources.text.pdf_lines import ENDS, Line
from argcheck.sources.text.raised import RAISED, lowered
from argcheck.tex.commands import words
from argcheck.tex.vocabulary import codes, phrases

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LABEL = re.compile(rf"\[[^\[\]]{{1,40}}\]|\(?\d{{1,3}}[.)]\s|[{RAISED}]{{1,3}}")
_NAME = re.compile(r"[A-Z][\w'’-]+,?\s+[A-Z]\.")
_OUT = 3.0  #: least points of an indentation
_MARGIN = 45.0  #: points; more than any hanging indentation
_RAGGED = 0.5  #: least share of indented lines with the same indentation
_WIDER = 0.1  #: least additional distance between items, by the distance of lines
_WIDEST = 2.6  #: most distance between items, by the distance of lines
_NEAR = 1.6  #: most distance between lines of one item, by the distance of lines
_FEWEST = 3  # least distances between items, if nothing else separates them
_SURE = 0.6  #: least agreement with the words for a list without heading
_LISTED = 5  #: least items of such a list
_NAMED = 0.8  #: least share of these that begin with a name and have a year
_AGREES = 0.4  #: least agreement with the words for a way to be used
_SIZED = 0.1  #: most difference of an item's font size, by that of the list
_WITHIN = 4  # lines from the start of an item that contain its year
_TAIL = 20  # characters at the end of a line that contain the end of an address
_OPEN = (",", "&")  #: ends of lines that no reference has
_GOES_ON = (*_OPEN, ":", ";")  #: ends of lines that references hardly have
_SAME = "—_.,:"  # in place of the authors of the item before
_SHORTEST = 3  # least letters of a given name without a full stop, unlike "In"
_JOINS = frozenset(words("& van von de del della di da la le"))


class ListedLines(NamedTuple):
    """Consecutive lines of a list."""

    lines: list[Line]
    is_item: bool  #: otherwise something between or after the items


class _Row(NamedTuple):
    """A line of a list with its position."""

    line: Line
    group: int  # index of the group of lines on the page
    column: int
    is_piece: bool  # whether it is in one row with the line before it
    step: float  # distance from the line above it in its column, in points; 0 for the first one


def is_labelled(text: str) -> bool:
    """Whether a reference begins with a label in brackets."""
    return text.startswith("[") and _LABEL.match(text) is not None


def is_listed(groups: Sequence[list[Line]]) -> bool:
    """Whether lines look like a list of references, whatever its heading: in layout and words.

    Most items must begin with a name or a label and have a year, or the address of a page.
    """
    rows = list(_rows(groups))
    return bool(rows) and _best_signs(rows)[1] >= _SURE and goes_on(groups, _LISTED)


def goes_on(groups: Sequence[list[Line]], fewest: int = 1) -> bool:
    """Whether lines after a title may continue a list of references: most items have a name or label, and a year or address."""
    items = [part.lines for part in parts_of(groups) if part.is_item] if groups else []
    works = sum(begins_item(item) and any(map(_is_of_work, item)) for item in items)
    return len(items) >= fewest and works >= _NAMED * len(items)


def _is_of_work(line: Line) -> bool:
    return YEAR.search(line.text) is not None or "://" in line.text


def begins_item(lines: Sequence[Line]) -> bool:
    """Whether lines begin with a name, or with a label in brackets."""
    return is_labelled(lines[0].text) or _is_name(lines[0].text)


def parts_of(groups: Sequence[list[Line]]) -> list[ListedLines]:
    """Return the items of a list, and what is between or after them.

    :param groups: the lines after its heading in reading order, grouped by distance.
    """
    rows = list(_rows(groups))
    begins, labels = _item_starts(rows), _signs_of_labels(rows)
    kept = _groups_of_list(rows, begins, labels)
    parts: list[ListedLines] = []
    others: dict[int, list[Line]] = {}  # after the first lines of the item, by group
    for row, begin in zip(rows, begins, strict=True):
        if not kept[row.group]:
            others.setdefault(row.group, []).append(row.line)
            continue
        if begin or not parts:
            parts += (ListedLines(other, is_item=False) for other in others.values())
            parts.append(ListedLines([], is_item=True))
            others = {}
            item = parts[-1].lines
        item.append(row.line)
    parts += (ListedLines(other, is_item=False) for other in others.values())
    return parts if labels[0] > 0 else _without_titles(parts)


def _without_titles(parts: list[ListedLines]) -> list[ListedLines]:
    """Return parts without items that are titles of the works after them, if items are dated and end sentences."""
    items = [part.lines for part in parts if part.is_item]
    whole = sum(_is_complete(item) for item in items)
    if whole < _NAMED * len(items):
        return parts
    return [
        part._replace(is_item=part.is_item and (len(part.lines) > 1 or _is_complete(part.lines)))
        for part in parts
    ]


def _is_complete(item: Sequence[Line]) -> bool:
    last = item[-1]
    ends = _may_end(last) and not last.text.endswith(_GOES_ON)
    return is_labelled(item[0].text) or ends or _is_dated(" ".join(line.text for line in item))


def _rows(groups: Sequence[list[Line]]) -> Iterator[_Row]:
    last: Line | None = None
    column = 0
    for number, group in enumerate(groups):
        for line in group:
            piece = last is not None and last.page == line.page and _is_beside(last, line)
            below = last is not None and last.page == line.page and line.bottom <= last.top
            column += last is not None and not (below or piece)
            step = _base(last) - _base(line) if last and below and not piece else 0.0
            yield _Row(line, number, column, piece, max(step, 0.0))
            last = line


def _base(line: Line) -> float:
    return line.base or line.bottom


def _is_beside(line: Line, other: Line) -> bool:
    return abs(line.bottom - other.bottom) < 0.5 * max(line.size, other.size) and other.left > line.left


def _signs_of_words(rows: Sequence[_Row]) -> list[int]:
    """Return the signs of the words of each line and of the line before it."""
    signs = [1]
    for before, row in pairwise(rows):
        text, last = row.line.text, before.line.text
        small = text[:1].islower() or row.is_piece
        if small or before.line.broken or last.endswith(_GOES_ON) or not _may_end(before.line):
            signs.append(-1)
        else:
            signs.append(1 if _LABEL.match(text) or _is_name(text) else 0)
    return signs


def _may_end(line: Line) -> bool:
    return bool(ENDS.search(line.text)) or "/" in line.text[-_TAIL:] or line.text[-1:].isdecimal()


def _is_name(text: str) -> bool:
    """Whether a line may begin with a name, or a dash in place of one.

    Its first word is followed by a comma or full stop, another name, "and" or "van".
    """
    first, second, *_ = [*text.split(maxsplit=2), "", ""]
    if first and not first.strip(_SAME):
        return True
    if not first[:1].isupper() or first[-1] in ":;":
        return False
    if first[-1] in ",." or second in _JOINS or second in phrases(codes(), "citations.and"):
        return True
    return len(first) >= _SHORTEST and second[:1].isupper()


def _signs_of_labels(rows: Sequence[_Row]) -> list[int]:
    """Return the signs of labels of one form, with numbers in order; a list may begin again with 1."""
    form, last = "", 0
    signs: list[int] = []
    for place, row in enumerate(rows):
        match = _LABEL.match(row.line.text)
        label = match[0].strip() if match else ""
        shape = (
            "⁰"
            if label[:1] in RAISED
            else "".join(sign for sign in (label[:1], label[-1:]) if sign in "[](.)")
        )
        inside = lowered(label.strip("[(.)]"))
        number = int(inside) if inside.isdecimal() else 0
        behind = not form and shape == "[]" and number == 1  # after works without labels
        first = not place or (behind and _may_end(rows[place - 1].line))
        new = bool(label) and (first or (shape == form and (number in (1, last + 1) or not last)))
        if new:
            form, last = shape, number
        signs.append(1 if new else -1 if form else 0)
    return signs if signs[0] or signs.count(1) > 1 else [0] * len(rows)


def _signs_of_layouts(rows: Sequence[_Row], by_words: Sequence[int]) -> Iterator[list[int]]:
    """Yield the signs of each way of setting a list."""
    columns = grouped((row for row in rows if not row.is_piece), lambda row: row.column)
    edges = {number: _edge_of(column) for number, column in columns.items()}
    telling = _telling(rows)
    out = [row.line.left - edges[row.column] for row in telling if not row.is_piece]
    usual = Counter(round(each) for each in out if each > _OUT).most_common(1)
    standing = sum(each > _OUT for each in out)
    hang = usual[0][0] if usual else 0
    if hang and sum(abs(each - hang) <= _OUT for each in out) >= _RAGGED * standing:
        words_in = Counter[int]()
        for row, word in zip(rows, by_words, strict=True):
            words_in[row.column] += word
        seen = Counter(map(round, edges.values()))
        for number, column in columns.items():
            if all(row.line.left - edges[number] <= _OUT for row in column):
                edges[number] -= _shift(edges[number], seen, words_in[number], hang)
        hanging = [
            -1 if row.is_piece else 1 if row.line.left < edges[row.column] + hang / 2 else -1 for row in rows
        ]
        yield hanging
        yield [0 if row.is_piece else -sign for row, sign in zip(rows, hanging, strict=True)]
    apart = _distance_of_items(telling)
    if apart:
        yield [0 if not row.step else 1 if row.step >= apart else -1 for row in rows]


def _edge_of(column: Sequence[_Row]) -> float:
    """Return the left edge of a column of items, ignoring one line with a mark in the margin."""
    first, *others = sorted(row.line.left for row in column)
    return others[0] if others and others[0] - first > _MARGIN else first


def _telling(rows: Sequence[_Row]) -> list[_Row]:
    """Return the rows of groups in which an item with a year may begin, else all, to ignore maps after a list."""
    groups = {
        row.group
        for place, row in enumerate(rows)
        if (_is_name(row.line.text) or _LABEL.match(row.line.text))
        and any(YEAR.search(near.line.text) for near in rows[place : place + _WITHIN])
    }
    return [row for row in rows if row.group in groups] or list(rows)


def _shift(edge: float, edges: Counter[int], by_words: int, hang: int) -> float:
    """Return how far to the left of a column without indentation the items begin: 0, or the indentation of others.

    :param edge: its left edge.
    :param edges: the left edges of all columns with their frequency; left and right pages have different ones.
    :param by_words: the sum of the signs of its words.
    """
    here = {round(edge) + near for near in (-1, 0, 1)}
    if sum(edges[near] for near in here) > 1:
        return 0.0
    if any(edges[near - hang] for near in here):
        return float(hang)
    return 0.0 if by_words > 0 else float(hang)


def _distance_of_items(rows: Sequence[_Row]) -> float:
    """Return the least distance between items if these are farther apart than lines, or 0."""
    steps = sorted(row.step for row in rows if row.step)
    if not steps:
        return 0.0
    pitch = median(steps)
    near = [step for step in steps if pitch <= step < _WIDEST * pitch]
    jumps = [(after - before, number) for number, (before, after) in enumerate(pairwise(near), 1)]
    wider, at = max(jumps[: 1 - _FEWEST], default=(0.0, 0))
    if wider < _WIDER * pitch:
        return 0.0
    return near[at] - wider / 2


def _best_signs(rows: Sequence[_Row]) -> tuple[list[int], float]:
    """Return the signs of the way that agrees best with the words.

    :returns: the signs, and the agreement from -1 to 1; labels in order need none.
    """
    by_words = _signs_of_words(rows)
    labels = _signs_of_labels(rows)
    if labels.count(1) > 1:
        return labels, 1.0
    groups = {row.group for row in _telling(rows)}
    telling_words = [word if row.group in groups else 0 for row, word in zip(rows, by_words, strict=True)]
    weight = sum(map(abs, telling_words)) or 1
    best, agreed = labels, 0.0
    for way in (labels, *_signs_of_layouts(rows, by_words)):
        agreement = sum(sign * word for sign, word in zip(way, telling_words, strict=True)) / weight
        if agreement > agreed:
            best, agreed = way, agreement
    return best, agreed


def _item_starts(rows: Sequence[_Row]) -> list[bool]:
    """Return for each line whether an item begins there."""
    way, agreed = _best_signs(rows)
    labelled = way == _signs_of_labels(rows) and agreed >= _AGREES
    first = [_is_name(row.line.text) for row, sign in zip(rows, way, strict=True) if sign > 0]
    named = len(first) >= _LISTED and sum(first) >= _NAMED * len(first)
    begins = [True]
    dated = YEAR.search(rows[0].line.text) is not None  # whether the item has a year so far
    for before, row, sign in zip(rows, rows[1:], way[1:], strict=False):
        text = before.line.text
        empty = text.endswith(",") and dated and agreed >= _SURE  # its last field is empty
        if labelled and sign:
            begin = sign > 0
        elif empty and sign > 0 and not before.line.broken:
            begin = _is_name(row.line.text)
        elif before.line.broken or text.endswith(_OPEN) or row.is_piece:
            begin = False
        elif agreed < _AGREES:
            begin = (dated and text.endswith(".")) or _NAME.match(row.line.text) is not None
        else:
            large = row.line.text[:1].isupper()
            may = not named or _is_name(row.line.text) or (dated and large)  # or a body: "R Core Team"
            begin = sign > 0 if sign else may and _may_end(before.line)
        dated = (dated and not begin) or YEAR.search(row.line.text) is not None
        begins.append(begin)
    return begins


def _groups_of_list(rows: Sequence[_Row], begins: Sequence[bool], labels: Sequence[int]) -> dict[int, bool]:
    """Return for each group whether it is part of the list: an item like the others begins or continues in it."""
    labelled = next((place for place, label in enumerate(labels) if label > 0), len(rows))
    if labels.count(1) == 1 and labelled:
        labelled = len(rows)
    telling = _telling(rows)
    pitch = median([row.step for row in telling if row.step] or [0.0])
    size = median(row.line.size for row in telling)
    starts = [place for place, begin in enumerate(begins) if begin]
    alike: set[int] = set()
    ends = [*starts[1:], len(rows)]
    lengths = sorted(end - start for start, end in zip(starts, ends, strict=True))
    longest = lengths[-2] if len(lengths) > _FEWEST else len(rows)  # one may be text after the list
    for start, end in zip(starts, ends, strict=True):
        text = " ".join(row.line.text for row in rows[start:end])
        sized = abs(rows[start].line.size - size) <= _SIZED * size
        if sized and (labels[start] > 0 or (start < labelled and _is_dated(text))):
            alike.add(rows[start].group)
    for number, places in groupby(range(len(rows)), lambda place: rows[place].group):
        first, *others = places  # an address at the top of a page continues an item
        alone = next((number for number, place in enumerate(others, 1) if begins[place]), len(others) + 1)
        if not begins[first] and alone <= longest and abs(rows[first].line.size - size) <= _SIZED * size:
            text = " ".join(rows[place].line.text for place in (first, *others))
            alike |= {number} if _is_dated(text) else set()
    kept: dict[int, bool] = {}
    last: Line | None = None  # that is kept
    for before, row, begin in zip([rows[0], *rows], rows, begins, strict=False):
        if row.group not in kept:
            near = before.line is last and (row.is_piece or 0 < row.step <= _NEAR * pitch)
            follows = last is not None and not begin and (near or not _may_end(last))
            kept[row.group] = last is None or follows or row.group in alike
        if kept[row.group]:
            last = row.line
    return kept


def _is_dated(text: str) -> bool:
    return YEAR.search(text) is not None or "http" in text or "www." in text or _NAME.match(text) is not None
