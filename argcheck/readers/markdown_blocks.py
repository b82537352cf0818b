"""Markdown as pandoc, R Markdown, bookdown and Quarto read it, translated to LaTeX.

markdown-it-py parses CommonMark: paragraphs, lists, code and tables.  The extensions of pandoc (front matter, formulas,
fenced divisions, footnotes, raw LaTeX) are parsed before, line by line.
"""

from __future__ import annotations

import re
from collections import deque
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from argcheck.files.patterns import lazy
from argcheck.files.source import line_starts
from argcheck.readers.code_chunks import translate_chunk
from argcheck.readers.front_matter import (
    Metadata,
    Shared,
    add_bibliographies,
    add_inputs,
    begin,
    front_matter,
    is_run,
    kinds,
)
from argcheck.readers.markdown_words import ATTRIBUTES, CITED, Words, label_in
from argcheck.readers.pandoc_blocks import PandocBlocks, without_long_comments
from argcheck.readers.translation import Excerpt, Translation, heading, unindented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.front_matter import Scalar
    from argcheck.readers.pandoc_blocks import PandocBlock

_CAPTION = lazy(r"\s*(?:[Tt]able)?:\s*(?=\S)")
#: At the end of a heading or a caption; braces with words in them are text.
_ATTRIBUTES = lazy(rf"((?=\{{\s*(?:[-#.]|[\w:.-]+=)){ATTRIBUTES}|(?<=[ \t])#+)\s*\Z", re.DOTALL)
_IN_ATTRIBUTES = lazy(r"\b(?:fig|tbl|lst)-cap=([\"'])(?P<words>(?:(?!\1)[^\\]|\\.)*)\1", re.DOTALL)
_CELL = lazy(r"(?:\\.|`[^`\n]*`|\$[^$\n|]*\$|[^|\\\n])*")
_OWN_LABEL = lazy(
    r"\{[^{}\n]*?#([\w:.-]+)(?=[\s}])|^[ \t]*#\|[ \t]*(?:lst-)?label:[ \t]*([\w:.-]+)|\bid=[\"']([\w:.-]+)|\(\\#([\w:.-]+)\)|(?<!\])\(#([a-z]+:[\w:.-]+)\)|^[ \t]*\(@([\w-]+)\)(?=\s)",
    re.MULTILINE,
)
_NUMBERED = lazy(r"\(\\?#([\w:.-]+)\)\s*")
_MARKED = lazy(r"(?:[:~]|[A-Za-z#][.)]|\((?:[A-Za-z]|@[\w-]*|[ivxIVX]+|\d+)\)|[ivxIVX]+[.)])[ \t]+\S")
_CODE_IN_ITEM = 8  # blanks
_NO_TEXT = ("<script", "<style", "<pre", "<textarea")
_ALONE = Shared()
_THEOREMS = {
    "thm": "theorem", "lem": "lemma", "cor": "corollary", "prp": "proposition", "cnj": "conjecture",
    "def": "definition", "exm": "example", "exr": "exercise", "rem": "remark",
}  # fmt: skip


def translate(text: str, shared: Shared = _ALONE) -> Translated:
    """Return a manuscript in Markdown as LaTeX; it is a document if it has a bibliography.

    :param shared: what its project says for all of its files.
    :raises InputError: the front matter is not YAML.
    """
    return _Manuscript(text, shared).translated()


class _Manuscript:
    """The translation of a file."""

    def __init__(self, text: str, shared: Shared) -> None:
        self.text = text = without_long_comments(text)
        self.shared = shared
        self.metadata = Metadata("", 0, 0)
        self.whole = False  # whether it begins a document
        self.run = shared.run
        self.out = Translation()
        self.labels = {match[match.lastindex] for match in _OWN_LABEL.finditer(text) if match.lastindex}
        self.headings: set[str] = set()  # their identifiers
        self.words = Words(self.out, self.labels)
        self.starts = line_starts(text)
        self.masked: list[str] = []  # the lines without the blocks of pandoc
        self.blocks: deque[PandocBlock] = deque()  # the blocks of pandoc that were not added yet
        self.opened: list[str] = []  # environments of open divisions; empty for a division without one

    def translated(self) -> Translated:
        pandoc = PandocBlocks(self.text, self.starts, self._front_matter())
        self.masked, self.blocks = pandoc.lines, deque(pandoc.blocks)
        parser = MarkdownIt("commonmark", {"maxNesting": 40}).enable("table")
        named: dict[str, Any] = {}
        tokens = parser.parse("\n".join(self.masked), named)
        self.words.links = named.get("references", {})
        self._tokens(tokens)
        self._blocks_before(len(self.starts))
        while self.opened:
            self._close(len(self.starts) - 1)
        if self.whole:
            add_inputs(self.out, self.metadata, "after-body", self.shared.behind)
        self._targets()
        return self.out.done(len(self.text))

    # -- the top

    def _front_matter(self) -> int:
        """Add the front matter; return the number of the line after it, from 0."""
        place, shared = front_matter(self.text), self.shared
        self.words.kinds = shared.kinds
        if place is None and not shared.listed:
            return 0
        start, end, behind = place or (0, 0, 0)
        self.metadata = metadata = Metadata(self.text, start, end)
        own = bool(metadata.bibliographies()) or metadata.has("bibliography") or metadata.has("references")
        self.whole = not shared.chapter and (own or bool(shared.bibliographies))
        if self.whole:
            begin(self.out, metadata, start, shared)
        else:
            add_bibliographies(self.out, metadata)
        own_run = is_run(metadata)
        self.run = self.run if own_run is None else own_run
        for name in shared.bibliographies if not shared.chapter else ():
            self.out.put(f"\\addbibresource{{{name}}}\n", start)
        self.words.kinds += kinds(metadata)
        for key in metadata.scalars("references", "id"):
            self.out.around("\\bibitem{", self.text, (key.start, key.end), "}\n")
        for scalar in metadata.scalars("nocite"):
            if "@*" in scalar.value:
                self.out.put("\\nocite{*}\n", scalar.start, scalar.end)
            for cited in CITED.finditer(self.text, scalar.start, scalar.end):
                self.out.around("\\nocite{", self.text, cited.span("key"), "}\n")
        for scalar in metadata.scalars("title"):
            self._prose("\\title{", scalar, "}\n")
        for path in (("author",), ("authors",), ("author", "name"), ("authors", "name")):
            for scalar in metadata.scalars(*path):
                self._prose("\\author{", scalar, "}\n")
        for scalar in metadata.scalars("abstract"):
            self._prose("\\begin{abstract}\n", scalar, "\n\\end{abstract}\n")
        return self.text.count("\n", 0, behind)

    def _prose(self, opening: str, scalar: Scalar, closing: str) -> None:
        text = self.text
        start = text.find("\n", scalar.start) + 1 if scalar.block else scalar.start
        self.out.put(opening, scalar.start)
        self.words.translate(unindented(text, start, scalar.end))
        self.out.put(closing, scalar.end)

    def _targets(self) -> None:
        """Add possible targets of references without a LaTeX label: identifiers, headings, chunks of code.

        bookdown puts the kind before the name of a chunk and of a statement: ``fig:cars``.
        """
        plain = self.out.targets | self.labels - self.headings
        bookdown = ("fig", "tab", "lst", "eq", "hyp", *_THEOREMS)
        made = {f"{kind}:{name}" for kind in bookdown for name in plain if not self.words.is_kind(name)}
        names = self.out.targets | self.labels | self.headings | made
        parts = {name for name in self.words.referred if name.rpartition("-")[0] in names}
        self.out.targets |= names | parts

    # -- the blocks of pandoc

    def _blocks_before(self, line: int) -> None:
        """Add the blocks of pandoc that begin before a line."""
        while self.blocks and self.blocks[0].first < line:
            block = self.blocks.popleft()
            start, end = self.starts[block.first], self._end(block.last)
            excerpt = Excerpt(self.text, [(start, end)])
            if block.kind == "formula":
                self.words.translate(excerpt)
            elif block.kind == "environment":
                self.words.mathematics(excerpt, 0, end - start)
            elif block.kind == "include":
                at = self.text.index(block.data, start)
                self.out.around("\\input{", self.text, (at, at + len(block.data)), "}")
            elif block.kind == "footnote":
                self.out.put("\\footnotetext{", start)
                behind = self.text.index(block.data, start) + len(block.data)
                self.words.translate(unindented(self.text, behind, end))
                self.out.put("}", end)
            elif block.kind == "division":
                self._open(block)
            else:
                self._close(block.first)
            self.out.put("\n\n", end)

    def _open(self, block: PandocBlock) -> None:
        label = label_in(block.data)
        environment = _THEOREMS.get(label.partition("-")[0], "")
        if label.startswith(("fig-", "fig:", "tbl-", "tbl:")):
            environment = "figure" if label.startswith("fig") else "table"
        start = self.starts[block.first]
        if environment:
            self.out.put(f"\\begin{{{environment}}}", start)
        if label:
            at = self.text.index(f"#{label}", start) + 1
            self.out.around("\\label{", self.text, (at, at + len(label)), "}")
        if caption := _IN_ATTRIBUTES.search(self.text, start, self._end(block.last)):
            self.out.put("\\caption{" if environment else "", start)
            self.words.translate(Excerpt(self.text, [caption.span("words")]))
            self.out.put("}" if environment else "\n\n", self._end(block.last))
        self.opened.append(environment)

    def _close(self, line: int) -> None:
        if self.opened and (environment := self.opened.pop()):
            self.out.put(f"\\end{{{environment}}}", self.starts[line])

    # -- the blocks of CommonMark

    def _tokens(self, tokens: Sequence[Any]) -> None:
        command = ""  # of the heading whose words come next
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token.map:
                self._blocks_before(token.map[0])
            here = self.starts[
                min(token.map[0] if token.map else self._line(tokens, index), len(self.starts) - 1)
            ]
            kind = token.type
            if kind == "table_open" or (kind == "paragraph_open" and self._is_caption(tokens[index + 1 :])):
                index = self._table(tokens, index)
                continue
            if kind == "heading_open":
                command = heading(int(token.tag[1]))
            elif kind == "inline" and command:
                self._heading(token, command)
                command = ""
            elif kind == "inline":
                self._paragraph(token)
            elif kind == "fence":
                first, last = token.map
                place = self.starts[first], self._end(last)
                translate_chunk(self.out, self.words, self.text, *place, run=self.run)
            elif kind == "html_block" and token.content.lstrip().lower().startswith(_NO_TEXT):
                pass
            elif kind == "html_block" or (kind == "code_block" and self._goes_on(token.map[0])):
                self.words.translate(self._lines_of(token))
                self.out.put("\n\n", self._end(token.map[1]))
            else:
                self.out.put(_AROUND.get(kind, ""), here)
            index += 1

    def _goes_on(self, line: int) -> bool:
        """Whether indented lines go on an item of a list or a definition, by marks that pandoc has beside CommonMark."""
        indent = len(self.masked[line]) - len(self.masked[line].lstrip(" "))
        while line and (not self.masked[line].strip() or self.masked[line][:1] in (" ", "\t")):
            line -= 1
        return indent < _CODE_IN_ITEM and _MARKED.match(self.masked[line]) is not None

    def _line(self, tokens: Sequence[Any], index: int) -> int:
        """Return the line after the last token with a line, from ``index`` backwards."""
        while index >= 0:
            if tokens[index].map:
                return int(tokens[index].map[1])
            index -= 1
        return 0

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

    def _paragraph(self, token: Any) -> None:
        self.words.translate(self._lines_of(token))

    def _heading(self, token: Any, command: str) -> None:
        excerpt = self._lines_of(token)
        attributes = _ATTRIBUTES.search(excerpt.text)
        end = attributes.start() if attributes else len(excerpt.text)
        given = attributes[1] if attributes else ""
        starred = "*" if given == "{-}" or ".unnumbered" in given else ""
        self.headings.add(_identifier(excerpt.text[:end]))
        self.out.put(f"\\{command}{starred}{{", excerpt.place(0))
        self.words.translate(excerpt.part(0, end))
        self.out.put("}", excerpt.place(end))
        if attributes and (label := label_in(given)):
            self.headings.add(label)
            at = excerpt.place(excerpt.text.index(f"#{label}", attributes.start()) + 1)
            self.out.around("\\label{", self.text, (at, at + len(label)), "}")
        self.out.put("\n\n", excerpt.place(len(excerpt.text)))

    # -- tables

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
        out = self.out
        columns = self.masked[first].count("|") + 1
        out.put("\\begin{table}\\begin{tabular}{" + "l" * min(columns, 60) + "}\n", self.starts[first])
        for line in rows:
            self._row(line)
        out.put("\\end{tabular}\n", self._end(last))
        if caption:
            out.put("\\caption{", caption.place(0))
            self.words.translate(caption)
            out.put("}", caption.place(len(caption.text)))
        if label:
            out.around("\\label{", self.text, label, "}")
        out.put("\\end{table}\n\n", self._end(last))
        return behind

    def _caption(self, token: Any) -> tuple[Excerpt | None, tuple[int, int] | None]:
        """Return caption and place of the label from a paragraph beside a table; None without a caption or label."""
        return self._captioned(self._lines_of(token))

    def _captioned(self, excerpt: Excerpt) -> tuple[Excerpt | None, tuple[int, int] | None]:
        begun = _CAPTION.match(excerpt.text)
        if begun is None:
            return None, None
        attributes = _ATTRIBUTES.search(excerpt.text, begun.end())
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


_AROUND = {
    "paragraph_close": "\n\n",
    "bullet_list_open": "\\begin{itemize}\n",
    "bullet_list_close": "\\end{itemize}\n\n",
    "ordered_list_open": "\\begin{enumerate}\n",
    "ordered_list_close": "\\end{enumerate}\n\n",
    "list_item_open": "\\item ",
    "list_item_close": "\n",
    "blockquote_open": "\\begin{quote}\n",
    "blockquote_close": "\\end{quote}\n\n",
}


def _identifier(heading: str) -> str:
    """Return the identifier of a heading by the rules of pandoc: ``data-and-methods``."""
    words = re.sub(r"[^\w\s.-]", "", heading.lower()).split()
    return "-".join(words).lstrip("0123456789.-_")
