"""For people: each finding with its source line, the words marked, related places and help."""

from __future__ import annotations

import shlex
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Severity
from argcheck.lint.reporters import concise
from argcheck.lint.reporters.lines import cell_width, for_log, one_line, styled, visible
from argcheck.lint.reporters.places import Places, relative, worst_first
from argcheck.lint.reporters.summary import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

SHOWN = 30  #: findings that are shown with limits
SHOWN_PER_RULE = 10
_TAB = 4
_NARROWEST = 20
_MOST_RELATED = 10  #: related places of a finding that are printed


def render(report: Report, view: ReportView) -> str:
    """Return each finding as a block; with limits, the worst ones and how to get the rest."""
    places = Places(report, view.cwd, view.column_unit)
    if not view.limits:
        return for_log(
            "\n".join(_block(diagnostic, report, places, view) for diagnostic in report.diagnostics)
        )
    shown, folded = _first_sight(report.diagnostics)
    parts = [_block(diagnostic, report, places, view) for diagnostic in shown]
    if folded:
        parts.append("".join(_fold(notes, places, view) + "\n" for notes in folded))
    hidden = len(report.diagnostics) - len(shown) - len(folded)
    if hidden:
        parts.append(_rest(report, view, hidden, shown, folded))
    return for_log("\n".join(parts))


def _first_sight(diagnostics: Iterable[Diagnostic]) -> tuple[list[Diagnostic], list[list[Diagnostic]]]:
    """Choose the findings to show, and group the notes by rule."""
    shown: list[Diagnostic] = []
    notes: dict[str, list[Diagnostic]] = {}
    per_rule: Counter[str] = Counter()
    for diagnostic in worst_first(diagnostics):
        if diagnostic.severity <= Severity.NOTE:
            notes.setdefault(diagnostic.name, []).append(diagnostic)
        elif len(shown) < SHOWN and per_rule[diagnostic.name] < SHOWN_PER_RULE:
            shown.append(diagnostic)
            per_rule[diagnostic.name] += 1
    return shown, list(notes.values())


def _fold(notes: Sequence[Diagnostic], places: Places, view: ReportView) -> str:
    first = notes[0]
    message = f"{len(notes)} findings, the first: {first.message}" if len(notes) > 1 else first.message
    return concise.line(first, places, color=view.color, message=message)


def _rest(
    report: Report,
    view: ReportView,
    hidden: int,
    shown: Sequence[Diagnostic],
    folded: Sequence[Sequence[Diagnostic]],
) -> str:
    left = Counter(diagnostic.name for diagnostic in worst_first(report.diagnostics))
    left -= Counter([diagnostic.name for diagnostic in shown] + [notes[0].name for notes in folded])
    rules = ", ".join(f"{count} {name}" for name, count in left.most_common())
    path = shlex.quote(visible(relative(report.base, view.cwd)))
    return (
        f"{counted(hidden, 'more finding')} not shown: {rules}\n"
        f"  show all of them:  argcheck check {path} --format concise\n"
        f"  adopt as they are: argcheck baseline create {path}\n"
    )


def _block(diagnostic: Diagnostic, report: Report, places: Places, view: ReportView) -> str:
    return "".join(line.rstrip() + "\n" for line in _lines(diagnostic, report, places, view))


def _lines(diagnostic: Diagnostic, report: Report, places: Places, view: ReportView) -> Iterator[str]:
    label, color = diagnostic.severity.label, view.color
    head = styled(f"{label}[{diagnostic.code}]", label, color=color)
    message = styled(one_line(diagnostic.message), "bold", color=color)
    yield f"{head}: {message} {styled(f'[{diagnostic.name}]', 'dim', color=color)}"
    line = places.place(diagnostic.span).line
    gutter = " " * len(str(line))
    yield f"{gutter}{styled('-->', 'frame', color=color)} {visible(places.at(diagnostic.span))}"
    bar = styled("|", "frame", color=color)
    if source := report.sources.get(diagnostic.span.path):
        text, marks = _excerpt(source, diagnostic, max(_NARROWEST, view.width - len(gutter) - 3))
        yield f"{gutter} {bar}"
        yield f"{styled(str(line), 'frame', color=color)} {bar} {text}"
        yield f"{gutter} {bar} {styled(marks, label, color=color)}"
    frame = styled("=", "frame", color=color)
    for other in diagnostic.related[:_MOST_RELATED]:
        yield f"{gutter} {frame} {visible(places.at(other.span))}: {one_line(other.message)}"
    if left := len(diagnostic.related[_MOST_RELATED:]):
        yield f"{gutter} {frame} and {counted(left, 'more place')}, which --format json lists"
    if diagnostic.help:
        yield f"{gutter} {frame} {styled('help:', 'bold', color=color)} {one_line(diagnostic.help)}"


class _Cell(NamedTuple):
    """A character as printed, with its width in columns."""

    text: str
    width: int
    marked: bool


def _excerpt(source: SourceFile, diagnostic: Diagnostic, width: int) -> tuple[str, str]:
    """Return the source line, cropped around the finding, and the carets below it."""
    begin = min(diagnostic.span.start, len(source.text))
    line, _ = source.position(begin)
    start, end = source.line_span(line)
    stop = max(begin + 1, min(diagnostic.span.end, end))
    cells = _cells(source.written[start:end], begin - start, stop - start)
    cells = _crop(cells, width)
    marks = "".join(("^" if cell.marked else " ") * cell.width for cell in cells)
    if "^" not in marks:
        marks = marks[: sum(cell.width for cell in _until_mark(cells))] + "^"
    return "".join(cell.text for cell in cells), marks.rstrip()


def _until_mark(cells: Sequence[_Cell]) -> Iterator[_Cell]:
    for cell in cells:
        if cell.marked:
            return
        yield cell


def _cells(text: str, start: int, stop: int) -> list[_Cell]:
    cells, column = [], 0
    for index, character in enumerate(text):
        if character == "\t":
            shown = " " * (_TAB - column % _TAB)
            width = len(shown)
        else:
            shown = visible(character)
            width = cell_width(character) if shown == character else len(shown)
        cells.append(_Cell(shown, width, start <= index < stop))
        column += width
    return cells


def _crop(cells: list[_Cell], width: int) -> list[_Cell]:
    """Return the cells that fit, starting a third of the width before the marked ones."""
    if sum(cell.width for cell in cells) <= width:
        return cells
    first = next((index for index, cell in enumerate(cells) if cell.marked), len(cells))
    room = width - 2
    begin = _back(cells, first, room // 3)
    if sum(cell.width for cell in cells[begin:]) < room:
        begin = _back(cells, len(cells), room)
    end, used = begin, 0
    while end < len(cells) and used + cells[end].width <= room:
        used += cells[end].width
        end += 1
    ellipsis = _Cell("…", 1, marked=False)
    return [ellipsis] * (begin > 0) + cells[begin:end] + [ellipsis] * (end < len(cells))


def _back(cells: Sequence[_Cell], index: int, room: int) -> int:
    """Go back from ``index`` by at most ``room`` columns, not onto a combining mark."""
    while index and cells[index - 1].width <= room:
        index -= 1
        room -= cells[index].width
    while index < len(cells) and cells[index].width == 0:
        index += 1
    return index
