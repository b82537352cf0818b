"""The structured form of the text of every source, whatever its format."""

from __future__ import annotations

from typing import NamedTuple

from argcheck.errors import ArgcheckError

#: The kinds of blocks.
KINDS = ("heading", "paragraph", "caption", "footnote", "equation", "reference", "table")


class BadPage(NamedTuple):
    """A page whose text layer is not what is printed."""

    number: int
    why: str
    text: str  #: of the layer, if any
    signs: int  #: number of its characters without blanks
    is_recognised: bool = False  #: whether the layer was recognised in the picture of a scan
    whole: tuple[str, ...] = ()  #: blocks of a good layer, of which only the order is in doubt


class PagePicture(NamedTuple):
    """A picture of a page or a part of it, in shades of gray."""

    width: int  #: in dots
    height: int
    ink: float  #: its dark area, in square points
    png: str  #: the file, in base 64


class UnreadableSourceError(ArgcheckError):
    """A file is not text of a known form, or too damaged to read.

    :param source: the result, if the file could be read but has no text.
    """

    def __init__(self, message: str, source: SourceText | None = None) -> None:
        super().__init__(message)
        self.source = source


class Anchor(NamedTuple):
    """A citation in a block: its place in the text, and the references that it means."""

    start: int  #: first character, in code points from the start of the block's text
    end: int  #: after its last character
    references: tuple[str, ...]  #: ids of `ListedWork`; empty if unknown


class PrintedLine(NamedTuple):
    """A line in a block, of a printed page or of a file."""

    start: int  #: offset in the text of the block
    page: int  #: 0 in a file without pages
    number: int  #: from 1, on the page in reading order without running heads, or in the file


class Block(NamedTuple):
    """A heading, paragraph, caption, footnote, display equation, bibliography item or row of a table.

    ``text`` is plain, with single blanks, and has superscripts for digits above the line: ``10⁵``.
    """

    kind: str  #: one of `KINDS`
    text: str
    page: int = 0  #: from 1; 0 if the source has no pages
    line: int = 0  #: first line in the source, from 1; 0 if it has none
    level: int = 0  #: of a heading: 1 for the title, 2 for a section and so on
    section: str = ""  #: the headings around it, outermost first, joined by " > "
    anchors: tuple[Anchor, ...] = ()
    uncertain: bool = False  #: whether it is in a region that the verifier doubts
    mark: str = ""  #: for a footnote, the number or id of its mark
    lines: tuple[PrintedLine, ...] = ()  #: its lines, by their start, as far as they are known


#: Prefix of the ids of works without a number, in a list with numbers.
UNNUMBERED = "item "


class ListedWork(NamedTuple):
    """An item of the bibliography of a source."""

    id: str  #: as in the source: a number, a key, an XML id
    text: str
    doi: str = ""
    year: str = ""
    families: tuple[str, ...] = ()  #: folded family names, as far as known


class Doubt(NamedTuple):
    """A sign of a mistake in the extracted text; see `argcheck.sources.text.verifier`."""

    kind: str  #: ``headings``, ``equations``, ``floats``, ``citations`` or ``damaged``
    message: str
    first: int  #: index of the first block of the region
    last: int  #: index of its last block


class SourceText(NamedTuple):
    """The text of one source with its structure."""

    origin: str  #: the file or address that it was read from
    media: str  #: ``pdf``, ``jats``, ``html``, ``latex``, ``markdown`` or ``text``
    blocks: tuple[Block, ...]
    references: tuple[ListedWork, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    changes: tuple[str, ...] = ()  #: what was read again in another way, and what was left out
    bad_pages: tuple[BadPage, ...] = ()  #: those whose text layer is not what is printed
    pictured: tuple[BadPage, ...] = ()  #: those of which a model read more than their text layer has

    @property
    def markdown(self) -> str:
        """The text as Markdown: ``#`` headings, paragraphs, ``$$`` equations, ``[^]:`` footnotes."""
        return "\n\n".join(_marked(block) for block in self.blocks) + "\n"

    def place(self, block: Block) -> str:
        """Return the place of a block for readers: ``p. 3`` or ``line 40``."""
        if block.page:
            return f"p. {block.page}"
        return f"line {block.line}" if block.line else "?"

    def place_at(self, block: Block, offset: int) -> str:
        """Return the place of an offset of the text of a block, with its line: ``p. 3, line 12`` or ``line 40``."""
        line = next((line for line in reversed(block.lines) if line.start <= offset), None)
        if line is None:
            return self.place(block)
        return f"p. {line.page}, line {line.number}" if line.page else f"line {line.number}"


def _marked(block: Block) -> str:
    if block.kind == "heading":
        return "#" * max(block.level, 1) + " " + block.text
    if block.kind == "equation":
        return f"$$\n{block.text}\n$$"
    if block.kind == "footnote":
        return f"[^]: {block.text}"
    if block.kind == "caption":
        return f"*{block.text}*"
    if block.kind == "table":
        return f"| {block.text} |"
    return f"- {block.text}" if block.kind == "reference" else block.text
