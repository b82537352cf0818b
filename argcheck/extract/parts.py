"""Where a document says in brief what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.extract import lexicon

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import Manuscript, Section


def summaries(manuscript: Manuscript) -> Iterator[tuple[Span, str]]:
    """Yield the live ranges of abstract and concluding sections, each as ``abstract`` or ``concluding``.

    What concludes stands at most two levels below the divisions of the document: a paragraph in a chapter sums up what is
    right above it.
    """
    if manuscript.abstract is not None:
        yield manuscript.abstract, "abstract"
    deepest = min((one.level for one in manuscript.sections if one.level >= 0), default=0) + 2
    by_file: dict[str, list[Section]] = {path: [] for path in manuscript.files}
    for section in manuscript.sections:
        by_file[section.span.path].append(section)
    for path, sections in by_file.items():
        text = manuscript.files[path].text
        for number, section in enumerate(sections):
            title = text[section.title.start : section.title.end]
            flag = "abstract" if lexicon.is_abstract(title) else "concluding"
            if flag == "abstract" or (section.level <= deepest and lexicon.concludes(title)):
                following = (one.span.start for one in sections[number + 1 :] if one.level <= section.level)
                end = next(following, len(text))
                for piece in manuscript.pieces:
                    low, high = max(section.span.end, piece.start), min(end, piece.end)
                    if piece.path == path and low < high:
                        yield Span(path, low, high), flag
