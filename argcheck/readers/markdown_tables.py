"""Tables of Markdown, with captions and labels: pipe tables, and those of pandoc whose columns stand under dashes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from argcheck.files.patterns import lazy
from argcheck.readers.markdown_words import ATTRIBUTES, label_in
from argcheck.readers.text_tables import cells
from argcheck.readers.translation import Excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.readers.markdown_words import Words
    from argcheck.readers.pandoc_blocks import PandocBlock
    from argcheck.readers.translation import Translation

_CAPTION = lazy(r"\s*(?:[Tt]able)?:\s*(?=\S)")
#: At the end of a heading or a caption; braces with words in them are text.
ATTRIBUTES_AT_END = lazy(rf"((?=\{{\s*(?:[-#.]|[\w:.-]+=)){ATTRIBUTES}|(?<=[ \t])#+)\s*\Z", re.DOTALL)
_CELL = lazy(r"(?:\\.|`[^`\n]*`|\$[^$\n|]*\$|[^|\\\n])*")
_NUMBERED = lazy(r"\(\\?#([\w:.-]+)\)\s*")


_MOST_COLUMNS = 60


class MarkdownTables:
    """Translates tables; a subclass translates what else there is."""

    def __init__(self, text: str, starts: list[int], out: Translation, words: Words) -> None:
        self.text = text
        self.starts = starts
        self.out = out
        self.words = words
        self.masked: list[str] = []  # the lines without the blocks of pandoc

    def _end(self, line: int) -> int:
        """Return the end offset of the line before ``line``, without its line break."""
        return self.starts[line] - 1 if line < len(self.starts) else len(self.text)

    def _lines_of(self, token: Any) -> Excerpt:
        """Return the content of a token, without the marks before it on each line."""
        ranges: list[tuple[int, int]] = []
        first, last = token.map
        contents = token.content.split("\n")
        for line, content in zip(range(first, last), contents, strict=False):
            at = self.masked[line].find(content.strip())
            ranges.append(
                (self.starts[line] + max(at, 0), self.starts[line] + max(at, 0) + len(content.strip()))
            )
        return Excerpt(self.text, ranges)

    def _is_caption(self, tokens: Sequence[Any]) -> bool:
        """Whether the paragraph in the first token is the caption of the table behind it."""
        return (
            tokens[2:3] != [] and tokens[2].type == "table_open" and self._caption(tokens[0])[0] is not None
        )

    def _table(self, tokens: Sequence[Any], index: int) -> int:
        """Add a table with the caption before, in its last lines or behind it; return the index of the next token."""
        caption, label = (
            self._caption(tokens[index + 1]) if tokens[index].type != "table_open" else (None, None)
        )
        index += 3 if caption else 0
        behind = (
            next(number for number in range(index, len(tokens)) if tokens[number].type == "table_close") + 1
        )
        first, last = tokens[index].map
        rows = [first, *range(first + 2, last)]
        captions = [line for line in rows[1:] if _CAPTION.match(self.masked[line].lstrip(" \t>"))]
        following = tokens[behind + 1] if behind + 1 < len(tokens) else None
        if captions:
            rows = [line for line in rows if line < captions[0]]
            inside = Excerpt(self.text, [self._line_place(line) for line in range(captions[0], last)])
            caption, label = self._captioned(inside)
        elif not caption and following and following.type == "inline" and following.map[0] <= last + 1:
            caption, label = self._caption(following)
            behind += 3 if caption else 0
        self._begin_table(self.masked[first].count("|") + 1, self.starts[first])
        for line in rows:
            self._row(line)
        self._end_table(caption, label, self._end(last))
        return behind

    def _text_table(self, block: PandocBlock) -> None:
        """Add a table whose columns stand under dashes."""
        table, text, out = block.table, self.text, self.out
        assert table is not None
        behind = self._end(block.last)
        self._begin_table(len(table.columns), self.starts[block.first])
        for row in table.rows:
            lines = [text[self.starts[line] : self._end(line + 1)] for line in row]
            places = [cells(line, table.columns) for line in lines]
            for column in range(max(map(len, places))):
                out.put(" & " if column else "", self.starts[row[0]])
                ranges = [
                    (self.starts[line] + given[column][0], self.starts[line] + given[column][1])
                    for line, given in zip(row, places, strict=True)
                    if column < len(given) and given[column][0] < given[column][1]
                ]
                if ranges:
                    self.words.translate(Excerpt(text, ranges))
            out.put(" \\\\\n", self._end(row[-1] + 1))
        inside = (
            [self._line_place(line) for line in range(table.caption, block.last)] if table.caption else []
        )
        caption, label = self._captioned(Excerpt(text, inside)) if inside else (None, None)
        self._end_table(caption, label, behind)

    def _begin_table(self, columns: int, at: int) -> None:
        self.out.put("\\begin{table}\\begin{tabular}{" + "l" * min(columns, _MOST_COLUMNS) + "}\n", at)

    def _end_table(self, caption: Excerpt | None, label: tuple[int, int] | None, at: int) -> None:
        out = self.out
        out.put("\\end{tabular}\n", at)
        if caption:
            out.put("\\caption{", caption.place(0))
            self.words.translate(caption)
            out.put("}", caption.place(len(caption.text)))
        if label:
            out.around("\\label{", self.text, label, "}")
        out.put("\\end{table}\n\n", at)

    def _caption(self, token: Any) -> tuple[Excerpt | None, tuple[int, int] | None]:
        """Return caption and place of the label from a paragraph beside a table; None without a caption or label."""
        return self._captioned(self._lines_of(token))

    def _captioned(self, excerpt: Excerpt) -> tuple[Excerpt | None, tuple[int, int] | None]:
        begun = _CAPTION.match(excerpt.text)
        if begun is None:
            return None, None
        attributes = ATTRIBUTES_AT_END.search(excerpt.text, begun.end())
        end = attributes.start() if attributes else len(excerpt.text)
        if numbered := _NUMBERED.match(excerpt.text, begun.end(), end):
            return excerpt.part(numbered.end(), end), self._place(excerpt, numbered.span(1))
        label = label_in(attributes[1]) if attributes else ""
        at = excerpt.text.index(f"#{label}", end) + 1 if label else 0
        place = self._place(excerpt, (at, at + len(label))) if label else None
        return excerpt.part(begun.end(), end), place

    @staticmethod
    def _place(excerpt: Excerpt, span: tuple[int, int]) -> tuple[int, int]:
        """Return the range in the file of a name in an excerpt."""
        start = excerpt.place(span[0])
        return start, start + span[1] - span[0]

    def _line_place(self, line: int) -> tuple[int, int]:
        """Return the range of a line without blanks and marks of quotations before it."""
        start, end = self.starts[line], self._end(line + 1)
        while start < end and self.text[start] in " \t>":
            start += 1
        return start, end

    def _row(self, line: int) -> None:
        text, (start, end) = self.text, self._line_place(line)
        start += text[start : start + 1] == "|"
        first = True
        while start < end:
            cell = _CELL.match(text, start, end)
            stop = cell.end() if cell else end
            if stop >= end and not text[start:stop].strip() and not first:
                break
            if not first:
                self.out.put(" & ", start)
            first = False
            self.words.translate(Excerpt(text, [(start, stop)]))
            start = stop + 1
        self.out.put(" \\\\\n", end)
