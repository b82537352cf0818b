"""Pages read from their pictures, inserted between those with a good text layer."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from argcheck.files.grouping import grouped
from argcheck.files.patterns import YEAR
from argcheck.sources.text.markdown import Outline, read_markdown
from argcheck.sources.text.model import PrintedLine
from argcheck.sources.text.pdf_lines import ENDS
from argcheck.sources.text.several_lists import linked
from argcheck.sources.text.verifier import verified

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.sources.text.model import Block, SourceText

#: In place of lines that were left out, so that the text before and after is not joined to a sentence.
GAP = "[...]"
_JOINS = frozenset("([,;–—")


def with_pages(layer: SourceText, pages: Mapping[int, Sequence[str]]) -> SourceText:
    """Return a text with pages inserted, with citations and doubts of the whole.

    :param pages: page number -> its printed lines as Markdown.
    """
    outline = Outline()
    blocks: list[Block] = []
    printed = grouped(layer.blocks, lambda block: block.page)
    for number in sorted({*printed, *pages}):
        if number in pages:
            own = _transcribed(number, pages[number], outline)
        else:
            own = [_under(block, outline) for block in printed[number]]
        _append(blocks, own, seam=bool(pages.keys() & {number, number - 1}))
    whole = layer._replace(
        blocks=tuple(blocks),
        references=(),
        doubts=(),
        bad_pages=tuple(page for page in layer.bad_pages if page.number not in pages),
    )
    return verified(linked(whole))


def _transcribed(number: int, lines: Sequence[str], outline: Outline) -> list[Block]:
    """Return the blocks of a page given as lines of Markdown."""
    counted = [0]  # number of printed lines up to each line
    for line in lines:
        counted.append(counted[-1] + bool(line.strip()))
    whole = list(_unbroken(lines))
    blocks: list[Block] = []
    for block in read_markdown("\n".join(whole), outline=outline):
        start, printed = 0, list[PrintedLine]()
        for place in range(block.line, len(whole) + 1):
            if start >= len(block.text):
                break
            printed.append(PrintedLine(start, number, counted[place]))
            start += len(" ".join(whole[place - 1].split())) + 1
        whole_block = block._replace(page=number, lines=tuple(printed))
        blocks += _items(whole_block) if block.kind == "reference" else [whole_block]
    return blocks


def _items(block: Block) -> Iterator[Block]:
    """Yield the items of a list without numbers: each ends with a full stop at the end of a line, after its year."""
    first = 0
    for place, line in enumerate(block.lines):
        start = block.lines[first].start
        before, behind = block.text[start : line.start].rstrip(), block.text[line.start :]
        if before.endswith(".") and YEAR.search(before) and YEAR.search(behind) and behind[:1].isupper():
            yield _part(block, first, place, line.start)
            first = place
    yield _part(block, first, len(block.lines), len(block.text))


def _part(block: Block, first: int, last: int, end: int) -> Block:
    start = block.lines[first].start if block.lines else 0
    lines = (line._replace(start=line.start - start) for line in block.lines[first:last])
    return block._replace(text=block.text[start:end].rstrip(), lines=tuple(lines))


def _unbroken(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, with words that the end of a line splits moved to the second line."""
    half = ""
    for line, behind in zip_longest(lines, lines[1:], fillvalue=""):
        whole, half = half + line.rstrip(), ""
        start, _, last = whole.rpartition(" ")
        if start and last[-2:-1].isalpha() and last.endswith("-") and behind[:1].islower():
            whole, half = start, last[:-1]
        yield whole


def _under(block: Block, outline: Outline) -> Block:
    """Return a block of a text layer, as a reference if it continues a list that began in a picture."""
    if block.kind == "heading":
        outline.enter(block.level, block.text)
    elif block.kind == "reference":
        outline.in_references = True
    elif block.kind == "paragraph" and outline.in_references:
        return block._replace(kind="reference")
    return block


def _append(blocks: list[Block], own: Sequence[Block], *, seam: bool) -> None:
    """Add the blocks of a page; a paragraph that continues there is joined, after BibAgent (appendix C.2.2)."""
    if seam and blocks and own and own[0].kind == blocks[-1].kind == "paragraph":
        tail, head = blocks[-1].text, own[0].text
        if tail.endswith("-") and tail[-2:-1].isalpha() and head[:1].islower():
            blocks[-1] = _joined(blocks[-1], own[0], tail[:-1])
            own = own[1:]
        elif not ENDS.search(tail) and (head[:1].islower() or head[:1] in _JOINS):
            blocks[-1] = _joined(blocks[-1], own[0], f"{tail} ")
            own = own[1:]
    blocks += own


def _joined(first: Block, second: Block, tail: str) -> Block:
    lines = (line._replace(start=line.start + len(tail)) for line in second.lines)
    return first._replace(text=tail + second.text, lines=(*first.lines, *lines))
