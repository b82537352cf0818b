r"""The cells of tables: ``tabular`` and similar environments, split at ``&`` and ``\\``."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import BLANK, group_end
from argcheck.tex.model import Environment, Float, ManuscriptRecords, once
from argcheck.tex.numerals import natural
from argcheck.tex.reading_text import plain
from argcheck.tex.typography import DISPLAYS

#: Environment -> number of arguments between its name and its first cell.
TABULARS = {
    "tabular": 1, "tabular*": 2, "tabularx": 2, "tabulary": 2, "longtable": 1, "supertabular": 1, "xtabular": 1,
    "longtabu": 1, "tabu": 1, "tblr": 1, "longtblr": 1, "NiceTabular": 1, "NiceTabularX": 2, "xltabular": 2,
}  # fmt: skip
_AROUND_WORDS = DISPLAYS | TABULARS.keys()
_TOKEN = lazy(
    r"%[^\n]*\n?|\\(?:begin|end)\s*\{[^{}]*\}|\\(?:\\|tabularnewline\b)\*?(?:\s*\[[^\]]*\])?|\\[A-Za-z]+|\\.|[{}&]"
)
#: What may come before the first cell of a row and prints no text.
_BEFORE_A_ROW = lazy(
    r"(?:\\(?:hline|endhead|endfirsthead|endfoot|endlastfoot)\b|\\(?:toprule|midrule|bottomrule|addlinespace)\b(?:\[[^\]]*\])?"
    r"|\\(?:cline|cmidrule|rowcolor)\b\s*(?:\[[^\]]*\])?(?:\([^)]*\))?\s*\{[^{}]*\}|\\specialrule\b(?:\s*\{[^{}]*\}){3}"
    r"|%[^\n]*\n|\s)+"
)
#: Command that ends a part of a longtable -> command that ends the part which replaces it on the first or last page.
_PARTS = {"endfirsthead": "", "endhead": "endfirsthead", "endfoot": "endlastfoot", "endlastfoot": ""}
_RULE = lazy(r"\\[a-z]*(?:line|rule|space)\b")
_MULTICOLUMN = lazy(r"\s*\\multicolumn\s*(?=\{|\d\s*\{)\{?\s*(\d{1,3})\s*\}?\s*(?=\{)")


class Cell(NamedTuple):
    r"""One cell of a table; a ``\multicolumn`` is one cell that spans several columns."""

    text: str  #: plain, with single blanks, like `Sentence.text`; empty without words, as in a cell with a picture
    span: Span  #: of its source, without blanks, rules and the command ``\multicolumn`` around it
    row: int  #: index from 0 in its table; rules such as ``\hline`` are no rows
    column: int  #: index from 0 of its first column
    columns: int  #: number of columns that it spans, usually 1


class Table(NamedTuple):
    """One ``tabular`` or similar environment, with its cells row by row; rows may have unequal lengths."""

    environment: Environment  #: the ``tabular`` itself, not the float around it
    rows: tuple[tuple[Cell, ...], ...]  #: from the top; may be empty


class CellRange(NamedTuple):
    r"""The range of a cell in its file, without blanks, rules and the command ``\multicolumn`` around it."""

    start: int
    end: int
    columns: int  #: number of columns that it spans


class RowRange(NamedTuple):
    """The ranges of the cells of a row in their file."""

    cells: list[CellRange]
    ruled: bool  #: whether a rule or vertical space is above it


@once
def tables(manuscript: ManuscriptRecords) -> tuple[Table, ...]:
    """Return the tables of a document, in document order, nested ones included.

    A single-column one in a cell, a drawing or a displayed formula is left out: it only breaks words into lines.
    """
    every = (
        Table(environment, tuple(_rows(manuscript, environment)))
        for environment in manuscript.environments
        if environment.name in TABULARS
    )
    return tuple(table for table in every if not _is_wording(manuscript, table))


def tables_of(manuscript: ManuscriptRecords, float_: Float) -> tuple[Table, ...]:
    """Return the tables in a float, in document order."""
    around = ((table, manuscript.around(table.environment)) for table in tables(manuscript))
    environments = manuscript.environments
    return tuple(
        table for table, outer in around if float_.environment in map(environments.__getitem__, outer)
    )


def _is_wording(manuscript: ManuscriptRecords, table: Table) -> bool:
    around = (manuscript.environments[index].name for index in manuscript.around(table.environment))
    return all(len(row) == 1 for row in table.rows) and not _AROUND_WORDS.isdisjoint(around)


def row_ranges(manuscript: ManuscriptRecords, environment: Environment) -> list[RowRange]:
    r"""Return the ranges of the rows of one of the `TABULARS`, from the top; rows of rules only are left out.

    So are the head and the foot of a ``longtable`` that another one replaces on the first or last page.
    """
    path, start, end = environment.span
    text = manuscript.files[path].text
    end = max(text.rfind("\\end", start, end), start)
    start = _behind_arguments(text, environment.begin.end, end, TABULARS[environment.name])
    rows: list[RowRange] = []
    parts: dict[str, list[RowRange]] = {}
    for row in _split(text, start, end):
        above = _BEFORE_A_ROW.match(text, *row[0])
        for command in above[0].split("\\")[1:] if above else ():
            name = command.partition("%")[0].strip()
            if name in _PARTS:
                parts[name], rows = [*parts.get(name, ()), *rows], []
        behind = above.end() if above else row[0][0]
        cells = [_cell_range(text, max(first, behind), last) for first, last in row]
        if len(row) > 1 or cells[0].start < cells[0].end:
            rows.append(RowRange(cells, above is not None and _RULE.search(above[0]) is not None))
    kept = [part for name, part in parts.items() if _PARTS[name] not in parts]
    return [*itertools.chain.from_iterable(kept), *rows]


def _cell_range(text: str, start: int, end: int) -> CellRange:
    columns = 1
    if several := _MULTICOLUMN.match(text, start, end):
        columns = natural(several[1])
        behind = group_end(text, several.end())
        blank = BLANK.match(text, behind, end) if behind > 0 else None
        last = group_end(text, blank.end()) if blank else -1
        if blank and 0 < last <= end:
            start, end = blank.end() + 1, last - 1
    inner = text[start:end]
    low = start + len(inner) - len(inner.lstrip())
    return CellRange(low, max(low, start + len(inner.rstrip())), columns)


def _rows(manuscript: ManuscriptRecords, environment: Environment) -> Iterator[tuple[Cell, ...]]:
    for number, row in enumerate(row_ranges(manuscript, environment)):
        cells, column = [], 0
        for start, end, columns in row.cells:
            span = Span(environment.span.path, start, end)
            cells.append(Cell(plain(manuscript, span), span, number, column, columns))
            column += columns
        yield tuple(cells)


def _behind_arguments(text: str, start: int, end: int, arguments: int) -> int:
    """Return the offset after the groups for width and columns and an option before them; ``start`` if some lack."""
    depth = 0
    for token in _TOKEN.finditer(text, start, end):
        if token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            arguments -= depth == 0
        if arguments == 0:
            return token.end()
    return start


def _split(text: str, start: int, end: int) -> list[list[tuple[int, int]]]:
    """Split rows and cells at line ends and ``&`` outside of groups and of environments in a cell."""
    rows: list[list[tuple[int, int]]] = [[]]
    depth = 0
    here = start
    for token in _TOKEN.finditer(text, start, end):
        word = token[0]
        if word == "{" or word.startswith("\\begin"):
            depth += 1
        elif word == "}" or word.startswith("\\end{"):
            depth -= 1
        elif depth == 0 and (word == "&" or word.startswith(("\\\\", "\\tabularnewline"))):
            rows[-1].append((here, token.start()))
            here = token.end()
            if word != "&":
                rows.append([])
    rows[-1].append((here, end))
    return rows
