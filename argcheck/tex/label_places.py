"""Finds the places that name labels: for renaming one, and those that differ from it by a blank."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from argcheck.tex.by_file import in_each_file, labels_by_file, references_by_file
from argcheck.tex.directives import spelt

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Label, ManuscriptRecords, Reference

#: commands that do not strip blanks of names
_BLANKS_COUNT = frozenset({"label", "ref", "pageref", "eqref", "nameref", "autoref"})


def places_of_label(manuscript: ManuscriptRecords, name: str) -> tuple[Span, ...]:
    """Return the places that set, reference or use a label or name it in comments of argcheck, each once."""
    m = manuscript
    places = [label.span for label in m.labels_by_name.get(name, ())]
    places += (reference.span for reference in m.references if reference.name == name)
    places += (use.span for use in m.uses if use.name == name)
    return tuple(dict.fromkeys((*places, *named_in_comments(m, name))))


def named_in_comments(manuscript: ManuscriptRecords, name: str) -> Iterator[Span]:
    """Yield the places of a name in the comments for argcheck in the text."""
    for directive in manuscript.directives:
        yield from spelt(directive, manuscript.files[directive.span.path].text, name)


def parted_by_blanks(manuscript: ManuscriptRecords) -> Iterator[tuple[Reference, str, Span]]:
    r"""Yield references that differ from a label by a blank at either end, as after a line break in ``\label{``.

    Each with its name as written, and the last place of such a label.
    """
    labels = _with_blanks(manuscript, "labels with blanks", labels_by_file(manuscript))
    references = _with_blanks(manuscript, "references with blanks", references_by_file(manuscript))
    names = {name for name, _ in (*labels.values(), *references.values())}
    for reference in manuscript.references if names else ():
        name = reference.name
        if name not in names or not _keeps_blanks(reference):
            continue
        places = {
            labels.get(label.span, (name, name))[1]: label.span
            for label in manuscript.labels_by_name.get(name, ())
        }
        _, written = references.get(reference.span, (name, name))
        if places and written.strip() == name and written not in places:
            yield reference, written, places[max(places)]


def _with_blanks(
    manuscript: ManuscriptRecords, kind: str, records: Mapping[str, Sequence[Label | Reference]]
) -> dict[Span, tuple[str, str]]:
    """Return the names that differ from what is written, with that, by place."""

    def find(text: str, here: Iterable[Label | Reference]) -> list[tuple[Span, tuple[str, str]]]:
        asked = ((record.span, record.name) for record in here if _keeps_blanks(record))
        named = ((span, (name, _as_written(text, span))) for span, name in asked)
        return [(span, names) for span, names in named if len(set(names)) > 1]

    return dict(chain.from_iterable(in_each_file(manuscript, kind, records, find).values()))


def _keeps_blanks(record: Label | Reference) -> bool:
    return record.command.rstrip("*") in _BLANKS_COUNT


def _as_written(text: str, span: Span) -> str:
    """Return a name with a blank before or after it, if there is one in its braces."""
    _, start, end = span
    if text.startswith("{", start - 1) and not text[end : end + 1].isspace():
        return text[start:end]
    opened = text[text.rfind("{", 0, start) + 1 : start]
    before = " " if opened and not opened.strip() else ""  # a comment leaves no blank
    behind = " " if text[end : end + 1].isspace() else ""
    return f"{before}{text[start:end]}{behind}"
