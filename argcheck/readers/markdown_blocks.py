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
from argcheck.readers.markdown_tables import ATTRIBUTES_AT_END, MarkdownTables
from argcheck.readers.markdown_words import CITED, Words, label_in
from argcheck.readers.pandoc_blocks import PandocBlocks, without_long_comments
from argcheck.readers.printed_labels import Session
from argcheck.readers.translation import Excerpt, Translation, heading, unindented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.source import Translated
    from argcheck.readers.front_matter import Scalar
    from argcheck.readers.pandoc_blocks import PandocBlock

_IN_ATTRIBUTES = lazy(r"\b(?:fig|tbl|lst)-cap=([\"'])(?P<words>(?:(?!\1)[^\\]|\\.)*)\1", re.DOTALL)
_OWN_LABEL = lazy(
    r"\{[^{}\n]*?#([\w:.-]+)(?=[\s}])|^[ \t]*#\|[ \t]*(?:lst-)?label:[ \t]*([\w:.-]+)|\bid=[\"']([\w:.-]+)|\(\\#([\w:.-]+)\)|(?<!\])\(#([a-z]+:[\w:.-]+)\)|^[ \t]*\(@([\w-]+)\)(?=\s)",
    re.MULTILINE,
)
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


class _Manuscript(MarkdownTables):
    """The translation of a file."""

    def __init__(self, text: str, shared: Shared) -> None:
        text = without_long_comments(text)
        self.labels = {match[match.lastindex] for match in _OWN_LABEL.finditer(text) if match.lastindex}
        out = Translation()
        super().__init__(text, line_starts(text), out, Words(out, self.labels))
        self.shared = shared
        self.session = Session(lambda: [text, *shared.session()])
        self.metadata = Metadata("", 0, 0)
        self.whole = False  # whether it begins a document
        self.run = shared.run
        self.headings: set[str] = set()  # their identifiers
        self.blocks: deque[PandocBlock] = deque()  # the blocks of pandoc that were not added yet
        self.opened: list[str] = []  # environments of open divisions; empty for a division without one

    def translated(self) -> Translated:
        first = self._front_matter()
        self.out.put("\n\n", self.starts[min(first, len(self.starts) - 1)])  # a paragraph may come first
        pandoc = PandocBlocks(self.text, self.starts, first)
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
        self.whole = not shared.chapter and (own or shared.listed or bool(shared.bibliographies))
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
        made = {f"{kind}:{name}" for kind in bookdown for name in plain if ":" not in name}
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
            elif block.kind == "table":
                self._text_table(block)
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
                translate_chunk(self.out, self.words, self.text, *place, session=self.session, run=self.run)
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

    def _paragraph(self, token: Any) -> None:
        self.words.translate(self._lines_of(token))

    def _heading(self, token: Any, command: str) -> None:
        excerpt = self._lines_of(token)
        attributes = ATTRIBUTES_AT_END.search(excerpt.text)
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
