"""The layout of a picture: columns from left to right along the support, and a band of rows for each chapter."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import lists_by_key

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.pictures.picture import Arrow, Picture

WIDTH, HEIGHT = 190, 54  # of a box, in pixels
_ACROSS, _DOWN = 60, 14  # between columns and between rows
COLUMNS = 11  # most columns of support across chapters; else only support within a chapter counts
HEADER = 26  # of a band, for its title
_PADDING = 10
_BEND = 30  # space beside the outer columns, for arrows that go back
_ASPECT = 1.4  # width to height of a laptop's screen
_SWEEPS = 6


class Arrangement(NamedTuple):
    """The positions of a picture's boxes, in pixels from the upper left corner."""

    at: dict[str, tuple[float, float]]  #: the upper left corner of each box
    bands: list[tuple[float, float]]  #: top and bottom of each band
    width: float
    height: float


def arrange(picture: Picture) -> Arrangement:
    """Return a layout in which support runs from left to right and the whole has about the shape of a screen.

    In deep graphs support runs so only within each chapter.  A long column of a chapter is broken into several, each
    half a box lower than the one before, so that arrows pass between the boxes; the most rows of a column are chosen
    for the shape of the whole.
    """
    cells = _cells(picture)
    tallest = max(map(len, cells.values()))
    tried = (_placed(picture, cells, rows) for rows in range(1, tallest + 1))
    return min(tried, key=lambda made: abs(math.log(made.width / made.height / _ASPECT)))


def _cells(picture: Picture) -> dict[tuple[int, int], list[str]]:
    """Return the boxes of each band and column from top to bottom, near the mean height of their neighbours."""
    names, band_of = [box.id for box in picture.boxes], {box.id: box.band for box in picture.boxes}
    column = _columns(names, picture.arrows)
    if max(column.values()) >= COLUMNS:  # too wide for a screen: each band begins at the left again
        column = _columns(names, [a for a in picture.arrows if band_of[a.source] == band_of[a.target]])
    cells = lists_by_key(((box.band, column[box.id]), box.id) for box in picture.boxes)
    near: dict[str, list[str]] = {box.id: [] for box in picture.boxes}
    for arrow in picture.arrows:
        near[arrow.source].append(arrow.target)
        near[arrow.target].append(arrow.source)
    order = sorted(cells)
    for _ in range(_SWEEPS):
        height = {
            name: band + (place + 0.5) / len(cells[band, at])
            for band, at in order
            for place, name in enumerate(cells[band, at])
        }
        for key in order:
            middle = {
                name: sum(height[other] for other in near[name]) / len(near[name])
                if near[name]
                else height[name]
                for name in cells[key]
            }
            cells[key].sort(key=middle.__getitem__)
        order.reverse()
    return cells


def _columns(names: Sequence[str], arrows: Sequence[Arrow]) -> dict[str, int]:
    """Return a column for each box so that arrows, circles apart, go right; sources are next to what they support."""
    out: dict[str, list[str]] = {name: [] for name in names}
    for source, target in _acyclic(names, arrows):
        out[source].append(target)
    waiting = dict.fromkeys(names, 0)
    for targets in out.values():
        for target in targets:
            waiting[target] += 1
    sources = [name for name in names if not waiting[name]]
    column, ready = dict.fromkeys(names, 0), deque(sources)
    while ready:
        name = ready.popleft()
        for target in out[name]:
            column[target] = max(column[target], column[name] + 1)
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for name in sources:
        if out[name]:
            column[name] = min(column[target] for target in out[name]) - 1
    return column


def _acyclic(names: Sequence[str], arrows: Sequence[Arrow]) -> list[tuple[str, str]]:
    """Return the arrows without those that close a circle in a depth-first walk from the first box."""
    out: dict[str, list[str]] = {name: [] for name in names}
    for arrow in arrows:
        out[arrow.source].append(arrow.target)
    kept, state = [], dict.fromkeys(names, 0)  # 1: on the way, 2: done
    for first in names:
        todo = [(first, iter(out[first]))] if not state[first] else []
        state[first] = state[first] or 1
        while todo:
            name, targets = todo[-1]
            target = next(targets, None)
            if target is None:
                state[name] = 2
                todo.pop()
            elif state[target] != 1:
                kept.append((name, target))
                if not state[target]:
                    state[target] = 1
                    todo.append((target, iter(out[target])))
    return kept


def _placed(picture: Picture, cells: Mapping[tuple[int, int], Sequence[str]], rows: int) -> Arrangement:
    """Return the layout in which a column of a band has at most ``rows`` boxes."""
    columns = max(column for _, column in cells) + 1
    broken = [
        max(-(-len(names) // rows) for (_, at), names in cells.items() if at == column)
        if any(at == column for _, at in cells)
        else 0
        for column in range(columns)
    ]
    column_of = {name: column for (_, column), names in cells.items() for name in names}
    back = any(column_of[arrow.target] <= column_of[arrow.source] for arrow in picture.arrows)
    margin = _BEND if back else _PADDING
    left = [float(margin)]
    for parts in broken:
        left.append(left[-1] + parts * (WIDTH + _PADDING) + (_ACROSS - _PADDING if parts else 0))
    at: dict[str, tuple[float, float]] = {}
    bands, top = [], 0.0
    for band in range(len(picture.bands)):
        here = {column: names for (number, column), names in cells.items() if number == band}
        tall = {column: -(-len(names) // broken[column]) for column, names in here.items()}
        high = {column: rows + (len(here[column]) > rows) / 2 for column, rows in tall.items()}
        most = max(high.values())
        for column, names in here.items():
            for place, name in enumerate(names):
                part, row = divmod(place, tall[column])
                down = (most - high[column]) / 2 + row + part % 2 / 2
                y = top + HEADER + down * (HEIGHT + _DOWN)
                at[name] = (left[column] + part * (WIDTH + _PADDING), y)
        end = top + HEADER + most * (HEIGHT + _DOWN)
        bands.append((top, end))
        top = end + _PADDING
    return Arrangement(at, bands, left[-1] - _ACROSS + _PADDING + margin, top)
