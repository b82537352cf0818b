"""Findings that are told as one: the words of each of them, and which of them are new where some are known."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Related, Severity
from argcheck.lint.fingerprint import outline, plain_message

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.files.source import SourceFile
    from argcheck.reading.manuscript import Manuscript

_FEW = 5  # of them each is told by itself
_PLACES = 100  # related places, as rules give them


def member_words(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> list[str]:
    """Give the words of each finding that is told as this one, in their order; of a finding by itself its own."""
    return [
        outline(diagnostic._replace(span=span), sources)[1]
        for span, _ in diagnostic.stands_for or ((diagnostic.span, ""),)
    ]


def places(diagnostic: Diagnostic) -> tuple[Span, ...]:
    """Give the places of the findings that are told as this one, each of which could be told by itself; else its own."""
    many = diagnostic.stands_for if diagnostic.related else ()
    return tuple(place.span for place in many) or (diagnostic.span,)


def in_places(diagnostic: Diagnostic, wanted: Callable[[Span], bool]) -> list[Diagnostic]:
    """Give a finding if its place is wanted; of many that are told as one those whose places are, as one."""
    spans = places(diagnostic)
    left = list(filter(wanted, spans))
    if len(left) == len(spans):
        return [diagnostic]
    return [_of(diagnostic, left)] if left else []


def unprinted_as_notes(diagnostic: Diagnostic, manuscript: Manuscript) -> list[Diagnostic]:
    """Make a note of what was found in filler text or in what is switched off, apart from what else is told with it."""
    if diagnostic.severity <= Severity.NOTE:
        return [diagnostic]

    aside = manuscript.is_set_aside
    inside = [each._replace(severity=Severity.NOTE) for each in in_places(diagnostic, aside)]
    return [*in_places(diagnostic, lambda span: not aside(span)), *inside] if inside else [diagnostic]


def in_files(diagnostic: Diagnostic, paths: Container[str]) -> list[Diagnostic]:
    """Give what is left of a finding, or of many that are told as one, in some files."""
    return in_places(diagnostic, lambda span: span.path in paths)


def together(said: Sequence[tuple[str, Diagnostic]]) -> Iterator[tuple[str, Diagnostic]]:
    """Tell as one what several documents tell so of places that overlap, and what others tell of one of these by itself.

    :param said: pairs of a root and what was found in its document.
    """
    groups: dict[Hashable, list[Diagnostic]] = {}
    for _, diagnostic in said:
        keys = [_kind(diagnostic, span, diagnostic.more) for span in places(diagnostic)]
        if len(keys) > 1:
            group, *others = {id(groups[key]): groups[key] for key in keys if key in groups}.values() or [[]]
            group.append(diagnostic)
            for met in others:
                group += met
                keys += [_kind(each, span, each.more) for each in met for span in places(each)]
            groups.update(dict.fromkeys(keys, group))
    joint = {
        number: _union(group) for number, group in {id(group): group for group in groups.values()}.items()
    }
    known = {
        _kind(diagnostic, span, message): diagnostic
        for diagnostic in joint.values()
        for span, message in diagnostic.stands_for
    }
    for root, diagnostic in said:
        spans = places(diagnostic)
        if len(spans) > 1:
            yield root, joint[id(groups[_kind(diagnostic, spans[0], diagnostic.more)])]
        else:
            yield root, known.get(_kind(diagnostic, diagnostic.span, diagnostic.message), diagnostic)


def _kind(diagnostic: Diagnostic, span: Span, words: str) -> Hashable:
    return diagnostic.code, diagnostic.severity, span, words


def _union(diagnostics: Sequence[Diagnostic]) -> Diagnostic:
    """Give the finding that stands for all places of some."""
    first = min(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    own = {span: message for diagnostic in diagnostics for span, message in diagnostic.stands_for}
    many = tuple(Related(span, own[span]) for span in sorted(own))
    if len(many) == len(first.stands_for):
        return first
    fixes = [diagnostic.fix for diagnostic in diagnostics]
    edits = dict.fromkeys(edit for fix in fixes if fix for edit in fix.edits)
    return first._replace(
        help=_counted(first.help, many),
        related=_beside(first, many),
        fix=first.fix._replace(edits=tuple(edits)) if first.fix and all(fixes) else None,
        stands_for=many,
    )


def _beside(diagnostic: Diagnostic, many: Sequence[Related]) -> tuple[Related, ...]:
    """Give what stands beside a finding that stands for many: what is no one of them, such as where a name was set first, and they."""
    known = {each.span for each in diagnostic.stands_for}
    before = (place for place in diagnostic.related if place.span not in known)
    return tuple(islice(chain(before, (each for each in many if each.span != diagnostic.span)), _PLACES))


def _counted(help_: str | None, many: Sequence[Related]) -> str:
    """Give the help of findings that are told as one, which begins with their number, for others."""
    return f"{len(many):,} {(help_ or '').partition(' ')[2]}"


def own_messages(said: str) -> Iterator[str]:
    """Give what a finding may have said by itself that says more since others are told with it."""
    said = plain_message(said)
    yield said
    for mark in (", ", "; "):
        clauses = said.split(mark)
        yield from (mark.join(clauses[:count]) for count in range(1, len(clauses)))


def parted(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, SourceFile],
    known: Callable[[Diagnostic, str], bool],
) -> Iterator[Diagnostic]:
    """Part findings that are told as one, of which only some are known: these stay one, and so do the others if they are many.

    :param known: whether a finding with these words is known; each call uses up one that is.
    """
    for diagnostic in diagnostics:
        if len(places(diagnostic)) == 1:
            yield diagnostic
            continue
        words = zip(diagnostic.stands_for, member_words(diagnostic, sources), strict=True)
        new = {
            span: None
            for (span, message), text in words
            if not known(diagnostic._replace(message=message), text)
        }
        old = [span for span in places(diagnostic) if span not in new]
        if not new or not old:
            yield diagnostic
            continue
        yield _of(diagnostic, old)
        for spans in [list(new)] if len(new) > _FEW else [[span] for span in new]:
            yield _of(diagnostic, spans)


def _of(diagnostic: Diagnostic, spans: list[Span]) -> Diagnostic:
    """Give the finding of these places alone."""
    wanted = frozenset(spans)
    first, *others = (place for place in diagnostic.stands_for if place.span in wanted)
    own = diagnostic._replace(span=first.span)
    fix = diagnostic.fix
    if fix is not None:
        edits = tuple(edit for edit in fix.edits if any(span.contains(edit.span) for span in spans))
        fix = fix._replace(edits=edits) if edits else None
    return own._replace(
        message=first.message + (diagnostic.more if others else ""),
        help=_counted(diagnostic.help, (first, *others)) if others else None,
        related=_beside(own, (first, *others)),
        fix=fix,
        stands_for=(first, *others) if others else (),
        more=diagnostic.more if others else "",
    )
