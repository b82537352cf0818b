"""The one structured form that the text of every source is brought to, whatever it came as."""

from __future__ import annotations

from typing import NamedTuple

from argcheck.errors import ArgcheckError

#: What a block can be.
KINDS = ("heading", "paragraph", "caption", "footnote", "equation", "reference", "table")


class BadPage(NamedTuple):
    """A page whose text layer is not what is printed."""

    number: int
    why: str
    text: str  #: of the layer, as far as there is one
    signs: int  #: that the layer has, blanks left out
    is_recognised: bool = False  #: whether the layer is what a program recognised in the picture of a scan
    whole: tuple[
        str, ...
    ] = ()  #: blocks that a good layer has, of which only the order or what is not text is in doubt


class PagePicture(NamedTuple):
    """A picture of a page or a part of it, in shades of gray."""

    width: int  #: in dots
    height: int
    ink: float  #: what of it is dark, in square points
    png: str  #: the file, in base 64


class UnreadableSourceError(ArgcheckError):
    """A file that is no text of any form known here, or that is damaged beyond reading.

    :param source: what is known of it, where it was read and holds no text.
    """

    def __init__(self, message: str, source: SourceText | None = None) -> None:
        super().__init__(message)
        self.source = source


class Anchor(NamedTuple):
    """A citation inside a block: where it stands in the text of the block and which references it means."""

    start: int  #: first character, in code points from the start of the block's text
    end: int  #: behind its last character
    references: tuple[str, ...]  #: ids of `ListedWork`; empty if none could be told


class PrintedLine(NamedTuple):
    """A line of print inside a block."""

    start: int  #: in the text of the block
    page: int
    number: int  #: on the page, from 1, in the order of reading, without running heads


class Block(NamedTuple):
    """A heading, paragraph, caption, footnote, display equation, bibliography item or row of a table.

    ``text`` is plain, with single blanks; digits that are printed above the line are superscripts in it: ``10⁵``.
    """

    kind: str  #: one of `KINDS`
    text: str
    page: int = 0  #: from 1; 0 where the source has no pages
    line: int = 0  #: first line in the source, from 1; 0 where it has none
    level: int = 0  #: of a heading: 1 for the title, 2 for a section and so on
    section: str = ""  #: the headings that it stands under, outermost first, joined by " > "
    anchors: tuple[Anchor, ...] = ()
    uncertain: bool = False  #: in a region that the verifier doubts
    mark: str = ""  #: of a footnote: what leads to it, a number or an id
    lines: tuple[PrintedLine, ...] = ()  #: of a page: where each of its lines begins


#: How the id of a work begins that has no number, in a list that has numbers.
UNNUMBERED = "item "


class ListedWork(NamedTuple):
    """One item of the bibliography of a source."""

    id: str  #: as the source names it: a number, a key, an XML id
    text: str
    doi: str = ""
    year: str = ""
    families: tuple[str, ...] = ()  #: family names, folded, as far as they could be told


class Doubt(NamedTuple):
    """Something in the extracted text that should not be so; see `argcheck.sources.text.verifier`."""

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
    changes: tuple[str, ...] = ()  #: what was read again by other means, and what was left out
    bad_pages: tuple[BadPage, ...] = ()  #: whose text layer is not what is printed
    pictured: tuple[BadPage, ...] = ()  #: of which a model said more than their text layer has

    @property
    def markdown(self) -> str:
        """The text as Markdown: ``#`` headings, paragraphs, ``$$`` equations, ``[^]:`` footnotes."""
        return "\n\n".join(_marked(block) for block in self.blocks) + "\n"

    def place(self, block: Block) -> str:
        """Name the place of a block for a reader: ``p. 3`` or ``line 40``."""
        if block.page:
            return f"p. {block.page}"
        return f"line {block.line}" if block.line else "?"

    def place_at(self, block: Block, offset: int) -> str:
        """Name the place of what stands at an offset of the text of a block, with its printed line: ``p. 3, line 12``."""
        line = next((line for line in reversed(block.lines) if line.start <= offset), None)
        return f"p. {line.page}, line {line.number}" if line else self.place(block)


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
