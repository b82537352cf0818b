r"""Finds what the author meant to replace: markers such as TODO and ??, filler text, notes of todo packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import COMMENTS, lazy
from argcheck.tex.arguments import called, group_end, opened
from argcheck.tex.document_language import in_arm_of_another
from argcheck.tex.fields_of_study import is_of_spins
from argcheck.tex.known_files import is_sent_as_draft
from argcheck.tex.live_source import holding, live_calls, outermost
from argcheck.tex.notes import MARKS, NOTES, is_printed, notes, options_of, sources_wanted
from argcheck.tex.words_of_reviewers import words_of_reviewers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.reading_text import Printed


class Leftover(NamedTuple):
    """One thing that was left in the document."""

    span: Span
    words: str  #: as written


_WATERMARK = lazy(r"\\(?:usepackage|RequirePackage)[^{}\n]*\{[^{}]*watermark")
_PRINTED_MARKER = lazy(r"(?<![\w\\@#-])(?:TODO|FIXME|TBD|XXX+)(?![\w-])")


def leftovers(
    manuscript: ManuscriptRecords,
    markers: Callable[[ManuscriptRecords], Iterable[Printed]],
    *others: Callable[[ManuscriptRecords], Iterable[tuple[Span, str]]],
) -> list[Leftover]:
    """Return the leftovers, file by file; none in a document that calls itself a draft.

    ``markers`` finds markers in the running text, and each of ``others`` other leftovers: of a template (macros for
    notes included), of an unfinished merge.
    """
    if is_draft(manuscript):
        return []
    calls = list(notes(manuscript))
    inside = lists_by_key((span.path, (span.start, span.end)) for span, _, _ in calls)
    left = [Leftover(span, words) for span, words, printing in calls if printing]

    def is_free(span: Span) -> bool:
        return not holding(inside.get(span.path, ()), span.start)

    more = [Leftover(*item) for find in others for item in find(manuscript) if is_free(item[0])]
    left += [item for item in more if item[1][1:] not in NOTES or is_printed(manuscript, item[1][1:])]
    left += [Leftover(*call) for call in _own_markers(manuscript) if is_free(call[0])]
    wanted = sources_wanted(manuscript)
    left += [Leftover(span, f"the marker of {name}") for span, name in wanted if is_free(span)]
    for leftover in left:
        inside.setdefault(leftover.span.path, []).append((leftover.span.start, leftover.span.end))
    inside = {path: outermost(ranges) for path, ranges in inside.items()}
    left += [Leftover(mark.span, mark.match[0]) for mark in markers(manuscript) if is_free(mark.span)]
    left = [leftover for leftover in left if not in_arm_of_another(manuscript, leftover.span)]
    quoted = words_of_reviewers(manuscript) if any("?" in leftover.words for leftover in left) else {}
    left = [
        leftover
        for leftover in left
        if "?" not in leftover.words or not holding(quoted.get(leftover.span.path, ()), leftover.span.start)
    ]
    order = {path: rank for rank, path in enumerate(manuscript.files)}
    return sorted(left, key=lambda leftover: (order[leftover.span.path], leftover.span))


def is_draft(manuscript: ManuscriptRecords) -> bool:
    """Whether a document has the class option ``draft`` without ``final``, or a watermark that its author and not its class sets."""
    own = (file.text for path, file in manuscript.files.items() if not path.endswith(".cls"))
    marked = any("watermark" in name for name in manuscript.packages) and any(map(_has_watermark, own))
    document_class = manuscript.document_class
    options = () if is_sent_as_draft(document_class) else options_of(manuscript, document_class)
    return marked or ("draft" in options and "final" not in options)


def _has_watermark(text: str) -> bool:
    r"""Whether a file loads a watermark outside of groups: ``\ifnumequal{..}{1}{\usepackage{..}}{}`` is conditional."""
    return any(opened(text, match.start()) < 0 for match in _WATERMARK.finditer(text))


# -- the document's own macros


def _own_markers(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    r"""Yield the calls of macros that print a marker of their own: ``\newcommand{\fTBD}[1]{\textbf{TBD: #1}}``."""
    marked = {
        name: definitions
        for name, definitions in manuscript.macros.items()
        if name not in NOTES and all(any(mark in made.body for mark in MARKS) for made in definitions)
    }
    spins = bool(marked) and is_of_spins(manuscript)
    printing = {
        name: definitions
        for name, definitions in sorted(marked.items())
        if all(_prints_marker(made.body, spins=spins) for made in definitions)
    }
    if not printing:
        return
    reported: set[str] = set()
    for span, match in live_calls(manuscript, printing):
        text = match.string
        if match[1] not in reported:
            end = group_end(text, span.end, 20_000) if text.startswith("{", span.end) else span.end
            place = span._replace(end=max(span.end, end))
            if not any("#" in made.body for made in printing[match[1]]):
                reported.add(match[1])  # it prints the same everywhere: mend its definition
                place = next(_defined_at(manuscript, match[1]), place)
            yield place, f"the marker of {match[0]}"


def _defined_at(manuscript: ManuscriptRecords, name: str) -> Iterator[Span]:
    """Yield the places where the author, not a class or a package, defines a macro."""
    for path, start, end in (made.span for made in manuscript.macros[name]):
        if path.lower().endswith(".tex"):
            # search after the defining command, which begins with the same letters if the macro is `\new`
            place = manuscript.files[path].text.index(f"\\{name}", start + 1, end)
            yield Span(path, place, place + len(name) + 1)


def _prints_marker(body: str, *, spins: bool) -> bool:
    body = COMMENTS.sub("", body)
    marks = [m[0] for m in _PRINTED_MARKER.finditer(body) if "phantom" not in called(body, m.start())]
    quiet = any(sign in body for sign in ("\\if", "\\typeout", "Warning", "\\message", "\\PackageError"))
    return bool(marks) and not quiet and not (spins and marks[0].startswith("XXX"))
