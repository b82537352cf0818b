"""Read PDFs into blocks: lines by geometry, in the order with fewest doubts, without invisible text."""

from __future__ import annotations

from collections.abc import Container, Mapping
from contextlib import closing
from typing import Any, NamedTuple

from argcheck.sources.text.glyphs import read_lines
from argcheck.sources.text.invisible_text import Eye
from argcheck.sources.text.line_numbers import without_line_numbers
from argcheck.sources.text.model import BadPage, Block, SourceText, UnreadableSourceError
from argcheck.sources.text.page_pictures import bad_page
from argcheck.sources.text.paragraphs import blocks_of
from argcheck.sources.text.pdf_lines import Line, in_columns, numbered, without_contents, without_edges
from argcheck.sources.text.second_reading import AS_FILED, Reading, read_again
from argcheck.sources.text.several_lists import linked
from argcheck.sources.text.verifier import verified

_MAX_PAGES = 2000  # most pages, more than a book has
_FEW = 8  # most pages that a message names


class PdfText(NamedTuple):
    """The content of a PDF."""

    blocks: list[Block]
    changes: list[str]  #: what was read again, and what was left out
    bad_pages: list[BadPage]


class _Pages:
    """The pages of an open document, read on demand."""

    def __init__(self, document: Any) -> None:
        self.count = min(len(document), _MAX_PAGES)
        self._document = document
        self._eye = Eye()
        self._unseen: dict[int, frozenset[int]] = {}
        self._lines: dict[tuple[int, Reading], list[Line]] = {}
        self.bad: dict[int, BadPage] = {}

    def lines(self, number: int, reading: Reading) -> list[Line]:
        """Return the lines of a page; the first page is 1."""
        if (number, reading) not in self._lines:
            with closing(self._document[number - 1]) as page, closing(page.get_textpage()) as textpage:
                new = number not in self._unseen
                if new:
                    self._unseen[number] = self._eye.unseen(page, textpage)
                lines = read_lines(textpage, number, self._unseen[number], reading.gutter)
                text = "\n".join(line.text for line in lines)
                if new and (bad := bad_page(page, textpage, number, text)):
                    self.bad[number] = bad
            self._lines[number, reading] = in_columns(lines) if reading.placed else lines
        return self._lines[number, reading]

    def left_out(self) -> list[str]:
        """Return a sentence about the invisible text of the pages read so far, if any."""
        pages = [number for number, unseen in sorted(self._unseen.items()) if unseen]
        if not pages:
            return []
        number = sum(map(len, self._unseen.values()))
        named = ", ".join(map(str, pages[:_FEW])) + (", ..." if len(pages) > _FEW else "")
        return [f"p. {named}: {number} characters that nobody sees on the page are left out"]


def read_pdf(data: bytes, name: str, without: Container[int] = ()) -> PdfText:
    """Return the text layer of a PDF; pages count from 1.

    :param without: pages to leave out.
    :raises argcheck.sources.text.model.UnreadableSourceError: it is encrypted or damaged.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()  # older releases give no code
        why = "is encrypted" if locked else f"cannot be opened: {error}"
        raise UnreadableSourceError(f"{name}: this PDF {why}") from error
    try:
        pages = _Pages(document)

        def read(readings: Mapping[int, Reading]) -> SourceText:
            lines = [
                pages.lines(number, readings.get(number, AS_FILED))
                for number in range(1, pages.count + 1)
                if number not in without
            ]
            blocks = tuple(blocks_of(without_contents(numbered(without_edges(without_line_numbers(lines))))))
            return verified(linked(SourceText(name, "pdf", blocks)))

        source, changes = read_again(read)
        blocks = [block._replace(anchors=(), uncertain=False) for block in source.blocks]
        bad = [page for _, page in sorted(pages.bad.items())]
        return PdfText(blocks, [*changes, *pages.left_out()], bad)
    except pypdfium2.PdfiumError as error:
        raise UnreadableSourceError(f"{name}: a page of this PDF is damaged: {error}") from error
    finally:
        document.close()
