"""Where a document says in brief what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.prose import lexicon
from argcheck.tex.live_source import within
from argcheck.tex.units import abstract
from argcheck.tex.vocabulary import any_of, codes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords, Section


def summaries(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the live ranges of abstract and concluding sections, each as ``abstract`` or ``concluding``.

    What concludes stands at most two levels below the divisions of the document: a paragraph in a chapter sums up what
    is right above it.
    """
    if (place := abstract(manuscript)) is not None:
        for part in within(manuscript, place):
            yield part, "abstract"
    deepest = min((section.level for section in manuscript.sections if section.level >= 0), default=0) + 2
    by_file: dict[str, list[Section]] = {path: [] for path in manuscript.files}
    for section in manuscript.sections:
        by_file[section.span.path].append(section)
    for path, sections in by_file.items():
        text = manuscript.files[path].text
        for number, section in enumerate(sections):
            title = text[section.title.start : section.title.end]
            flag = "abstract" if lexicon.is_abstract(title) else "concluding"
            if flag == "abstract" or (section.level <= deepest and lexicon.concludes(title)):
                following = (
                    later.span.start
                    for later in sections[number + 1 :]
                    if later.level <= section.level or lexicon.thanks(_written(manuscript, later.title))
                )
                end = next(following, len(text))
                for piece in manuscript.pieces:
                    low, high = max(section.span.end, piece.start), min(end, piece.end)
                    if piece.path == path and low < high:
                        yield Span(path, low, high), flag


def final_discussion(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the discussion of a document that ends with one and has no conclusion."""
    sections = manuscript.sections
    top = min((section.level for section in sections), default=0)
    titled = [(section, _written(manuscript, section.title)) for section in sections if section.level == top]
    last = next(
        (
            section
            for section, title in reversed(titled)
            if any_of(codes(), "sections.discussion").match(title)
        ),
        None,
    )
    if last is None or any(lexicon.concludes(title) for _, title in titled):
        return
    starts = (section.span.start for section in sections if section.span.path == last.span.path)
    following = (start for start in starts if start > last.span.start)
    end = next(following, len(manuscript.files[last.span.path].text))
    yield Span(last.span.path, last.span.end, end), "concluding"


def _written(manuscript: ManuscriptRecords, span: Span) -> str:
    return manuscript.files[span.path].text[span.start : span.end]
