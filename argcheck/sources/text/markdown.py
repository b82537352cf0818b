"""Read Markdown and plain text into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from argcheck.sources.text.model import Block, PrintedLine
from argcheck.tex.vocabulary import codes, in_any_language, wording, words

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_FOOTNOTE = re.compile(r"\[\^([^\]]*)\]:\s*")
_CAPTION = (
    r"[*_]{0,2}(?i:(?:{*references.figure}|{*references.table}|{sources.captions})\.?\s*(?:[A-Z]\.?)?\d+(?:[.-]\d+)*[a-z]?\b)"
    r"(?!\s+[^\W\d_A-ZÀ-Þ])"  # "Figure 3 shows" is a sentence
)
_REFERENCES = r"(?:(?:\d+\.?|[a-z]\.|[ivx]+\.)\s+)?{sections.references}(?:\s*\([^()]{1,40}\))?\s*:?$"
_ITEM = re.compile(r"\s*(?:[-*+]\s+|\[\d+\]\s*|\d{1,3}\.\s+)")
# Bounded, so that a long line of open brackets takes linear time.
_IMAGE = re.compile(r"!\[([^\[\]]{0,1000})\]\([^)]{0,1000}\)")
_LINK = re.compile(r"(?<!!)\[([^\[\]]{1,1000})\]\([^)\s]{0,1000}\)")


class Outline:
    """Tracks the open headings while blocks are read."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []
        self.in_references = False

    def enter(self, level: int, title: str) -> None:
        """Open a section."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, title))
        self.in_references = is_bibliography(title)

    @property
    def section(self) -> str:
        """The open headings, without the title of the whole."""
        return " > ".join(title for level, title in self._open if level > 1)


def is_bibliography(title: str) -> bool:
    """Whether a heading is that of a bibliography."""
    return wording(codes(), _REFERENCES, re.IGNORECASE).match(title) is not None


def is_appendix(line: str) -> bool:
    """Whether a line is the heading of an appendix without a title: "Appendix A"."""
    first, *others = line.rstrip(".:").split() or [""]
    return len(others) < 2 and len("".join(others)) < 3 and first in words(codes(), "documents.appendix")


def is_list_of_floats(title: str) -> bool:
    """Whether a heading is that of a list of figures or tables."""
    return wording(codes(), r"{sections.floats}\s*:?$", re.IGNORECASE).match(title) is not None


def is_caption(text: str) -> bool:
    """Whether a paragraph begins like a caption: "Figure 3"."""
    return in_any_language(_CAPTION).match(text) is not None


def read_markdown(text: str, *, headings: bool = True, outline: Outline | None = None) -> list[Block]:
    """Return the blocks of a text, separated by blank lines; lines count from 1.

    :param headings: whether ``#`` begins a heading; not in plain text.
    :param outline: that of the text before.
    """
    outline, blocks = outline or Outline(), []
    for line, lines in _paragraphs(text):
        heading = _HEADING.match(lines[0]) if headings else None
        if heading:
            title = _plain(heading[2].rstrip().rstrip("#"))
            outline.enter(len(heading[1]), title)
            blocks.append(Block("heading", title, line=line, level=len(heading[1]), section=outline.section))
            continue
        if not headings and len(lines) == 1 and is_bibliography(lines[0].strip()):
            outline.enter(2, lines[0].strip())
            blocks.append(Block("heading", lines[0].strip(), line=line, level=2, section=outline.section))
            continue
        blocks += _body(line, lines, outline)
    return blocks


def _body(line: int, lines: list[str], outline: Outline) -> Iterator[Block]:
    whole = "\n".join(lines).strip()
    if whole.startswith(("$$", "\\[")):
        yield Block("equation", " ".join(whole.strip("$").split()), line=line, section=outline.section)
        return
    if outline.in_references:
        for number, item in _items(line, lines):
            yield Block("reference", _plain(item), line=number, section=outline.section)
        return
    note = _FOOTNOTE.match(whole)
    said = whole[note.end() :] if note else whole
    text = _plain(said)
    if text:
        kind = "footnote" if note else "caption" if is_caption(text) else "paragraph"
        bare = text.strip("*_") if kind == "caption" else text
        first = line + whole.count("\n", 0, note.end() if note else 0)
        starts = _starts(said, first, len(text) - len(text.lstrip("*_")) if kind == "caption" else 0)
        mark = note[1] if note else ""
        yield Block(kind, bare, line=line, section=outline.section, mark=mark, lines=tuple(starts))


def _starts(text: str, first: int, stripped: int) -> Iterator[PrintedLine]:
    """Yield the lines of a text with their offsets in the plain text, of which some signs were stripped at the start."""
    start = -stripped
    for number, line in enumerate(text.split("\n"), first):
        plain = _plain(line)
        if plain:
            yield PrintedLine(max(0, start), 0, number)
            start += len(plain) + 1


def _items(first: int, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the items of a list of references with their lines; a paragraph without bullets is one item."""
    start, item = first, ""
    for number, line in enumerate(lines, first):
        if _ITEM.match(line) and item:
            yield start, item
            start, item = number, line
        else:
            item = f"{item} {line}" if item else line
    yield start, item


def _paragraphs(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield paragraphs as (first line, lines), headings by themselves, without fenced code."""
    start, result, fenced = 0, list[str](), False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            line = ""  # noqa: PLW2901 - the fence itself separates
        alone = not fenced and _HEADING.match(line)
        if (fenced or not line.strip() or alone) and result:
            yield start, result
            result = []
        if alone:
            yield number, [line]
        elif line.strip() and not fenced:
            if not result:
                start = number
            result.append(line)
    if result:
        yield start, result


def _plain(text: str) -> str:
    return " ".join(_LINK.sub(r"\1", _IMAGE.sub(r"\1", text)).split())
