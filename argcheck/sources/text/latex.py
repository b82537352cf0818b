"""Read sources in LaTeX with the reader of manuscripts."""

from __future__ import annotations

import tempfile
from bisect import bisect_right
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.bib.bbl import scan_bbl
from argcheck.bib.entries import Entries
from argcheck.bib.load import BibliographyReader
from argcheck.bib.scan import scan_bib
from argcheck.files.patterns import LABEL
from argcheck.files.project import Project
from argcheck.settings.config import Settings
from argcheck.sources.text.markdown import Outline
from argcheck.sources.text.model import Anchor, Block, ListedWork, PrintedLine
from argcheck.tex.document import DocumentReader, DocumentSettings
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.scanner import Scanner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.bib.index import BibIndex
    from argcheck.files.source import SourceFile
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.model import ManuscriptRecords, Sentence
    from argcheck.tex.tokens import Segment

_NAME = "source.tex"
_DISPLAYS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat"}
)
_KINDS = {"title": "heading", "caption": "caption", "footnote": "footnote"}


def read_latex(text: str) -> tuple[list[Block], list[ListedWork]]:
    """Return the blocks and references of one LaTeX file, without the files that it includes; lines count from 1."""
    with (
        tempfile.TemporaryDirectory() as name
    ):  # an empty project: the source may be anybody's, and opens nothing else
        folder = Path(name).resolve()
        (folder / _NAME).write_text(text, encoding="utf-8")
        project = Project(folder, Settings(folder, folder))
        manuscript = DocumentReader(project, _NAME, DocumentSettings({}), _segment).read()
        bibliography = BibliographyReader(project, manuscript, (), _indexed, manuscript.remember).read(
            Entries
        )
    references = [
        ListedWork(entry.key, entry.text("text") or entry.text("title") or "")
        for entry in bibliography.entries
    ]
    blocks = sorted((*_blocks(manuscript), *_equations(manuscript)), key=lambda block: block.line)
    outline, placed = Outline(), list[Block]()
    for block in blocks:
        if block.kind == "heading":
            outline.enter(block.level, block.text)
        placed.append(block._replace(section=outline.section))
    return placed, references


def _segment(source: SourceFile, start: int, table: MacroTable, state: Any, style: bool) -> Segment:
    return Scanner(source.text, table, style=style).segment(start, state)


def _indexed(source: SourceFile, kind: str) -> BibIndex:
    return (scan_bbl if kind == "bbl" else scan_bib)(source.text)


def _blocks(manuscript: ManuscriptRecords) -> Iterator[Block]:
    source = manuscript.files[_NAME]
    levels = {section.title.start: section.level for section in manuscript.sections}
    starts = sorted(levels)
    for group in _paragraphs(manuscript):
        first = group[0]
        text = " ".join(sentence.text for sentence in group)
        line = source.position(first.span.start)[0]
        kind = _KINDS.get(first.kind, "paragraph")
        level = 0
        if kind == "heading":
            at = bisect_right(starts, first.span.start) - 1
            level = levels[starts[at]] + 1 if at >= 0 and levels[starts[at]] >= 0 else 1
        lines = tuple(_starts(group, source))
        yield Block(kind, text, line=line, level=level, anchors=_anchors(manuscript, text), lines=lines)


def _starts(group: Sequence[Sentence], source: SourceFile) -> Iterator[PrintedLine]:
    """Yield the line at which each sentence of a paragraph begins."""
    start = 0
    for sentence in group:
        yield PrintedLine(start, 0, source.position(sentence.span.start)[0])
        start += len(sentence.text) + 1


def _equations(manuscript: ManuscriptRecords) -> Iterator[Block]:
    source = manuscript.files[_NAME]
    for environment in manuscript.environments:
        if environment.name.rstrip("*") in _DISPLAYS and environment.span.path == _NAME:
            body = source.text[environment.begin.end : environment.span.end].rpartition("\\end")[0]
            line = source.position(environment.span.start)[0]
            yield Block("equation", " ".join(LABEL.sub("", body).split()), line=line)


def _paragraphs(manuscript: ManuscriptRecords) -> Iterator[list[Sentence]]:
    group: list[Sentence] = []
    for sentence in document_sentences(manuscript):
        if group and (sentence.paragraph, sentence.kind) != (group[-1].paragraph, group[-1].kind):
            yield group
            group = []
        group.append(sentence)
    if group:
        yield group


def _anchors(manuscript: ManuscriptRecords, text: str) -> tuple[Anchor, ...]:
    """Return the citations, which the reader writes as ``[key, key]``, with their places."""
    anchors: list[Anchor] = []
    at = text.find("[")
    while at >= 0:
        end = text.find("]", at) + 1
        keys = tuple(key.strip() for key in text[at + 1 : end - 1].split(","))
        if end and keys and all(key in manuscript.cited_keys for key in keys):
            anchors.append(Anchor(at, end, keys))
        at = text.find("[", at + 1)
    return tuple(anchors)
