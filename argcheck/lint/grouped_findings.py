"""Findings that stand for many: merging what several documents report, and splitting off some of the members."""

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

_FEW = 5  # new members up to so many are reported one by one
_PLACES = 100  # related places, as rules give them


def member_words(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> list[str]:
    """Return the words of each member, in order; for a single finding, its own."""
    return [
        outline(diagnostic._replace(span=span), sources)[1]
        for span, _ in diagnostic.stands_for or ((diagnostic.span, ""),)
    ]


def places(diagnostic: Diagnostic) -> tuple[Span, ...]:
    """Return the place of each member; for a single finding, its own."""
    many = diagnostic.stands_for if diagnostic.related else ()
    return tuple(place.span for place in many) or (diagnostic.span,)


def restricted(diagnostic: Diagnostic, wanted: Callable[[Span], bool]) -> list[Diagnostic]:
    """Return the finding without the members whose places are not wanted; nothing if none is left."""
    spans = places(diagnostic)
    kept = list(filter(wanted, spans))
    if len(kept) == len(spans):
        return [diagnostic]
    return [_only(diagnostic, kept)] if kept else []


def unprinted_as_notes(diagnostic: Diagnostic, manuscript: Manuscript) -> list[Diagnostic]:
    """Split off the members in filler text or in switched-off conditionals, as a note."""
    if diagnostic.severity <= Severity.NOTE:
        return [diagnostic]
    aside = manuscript.is_set_aside
    inside = [part._replace(severity=Severity.NOTE) for part in restricted(diagnostic, aside)]
    return [*restricted(diagnostic, lambda span: not aside(span)), *inside] if inside else [diagnostic]


def in_files(diagnostic: Diagnostic, paths: Container[str]) -> list[Diagnostic]:
    """Return the finding without the members outside of some files; nothing if none is left."""
    return restricted(diagnostic, lambda span: span.path in paths)


def merged(findings: Sequence[tuple[str, Diagnostic]]) -> Iterator[tuple[str, Diagnostic]]:
    """Merge groups of several documents that share a member; a single finding that is a member becomes its group.

    :param findings: pairs of a root and what was found in its document.
    """
    groups: dict[Hashable, list[Diagnostic]] = {}
    for _, diagnostic in findings:
        keys = [_kind(diagnostic, span, diagnostic.more) for span in places(diagnostic)]
        if len(keys) > 1:
            group, *others = {id(groups[key]): groups[key] for key in keys if key in groups}.values() or [[]]
            group.append(diagnostic)
            for met in others:
                group += met
                keys += [_kind(each, span, each.more) for each in met for span in places(each)]
            groups.update(dict.fromkeys(keys, group))
    joint = {
        number: _merged(group) for number, group in {id(group): group for group in groups.values()}.items()
    }
    known = {
        _kind(diagnostic, span, message): diagnostic
        for diagnostic in joint.values()
        for span, message in diagnostic.stands_for
    }
    for root, diagnostic in findings:
        spans = places(diagnostic)
        if len(spans) > 1:
            yield root, joint[id(groups[_kind(diagnostic, spans[0], diagnostic.more)])]
        else:
            yield root, known.get(_kind(diagnostic, diagnostic.span, diagnostic.message), diagnostic)


def _kind(diagnostic: Diagnostic, span: Span, words: str) -> Hashable:
    return diagnostic.code, diagnostic.severity, span, words


def _merged(diagnostics: Sequence[Diagnostic]) -> Diagnostic:
    """Return one finding with the members of all."""
    first = min(diagnostics, key=lambda diagnostic: diagnostic.sort_key)
    own = {span: message for diagnostic in diagnostics for span, message in diagnostic.stands_for}
    many = tuple(Related(span, own[span]) for span in sorted(own))
    if len(many) == len(first.stands_for):
        return first
    fixes = [diagnostic.fix for diagnostic in diagnostics]
    edits = dict.fromkeys(edit for fix in fixes if fix for edit in fix.edits)
    return first._replace(
        help=_counted(first.help, many),
        related=_related(first, many),
        fix=first.fix._replace(edits=tuple(edits)) if first.fix and all(fixes) else None,
        stands_for=many,
    )


def _related(diagnostic: Diagnostic, many: Sequence[Related]) -> tuple[Related, ...]:
    """Return the related places of a group: first non-members, such as a first definition, then other members."""
    known = {each.span for each in diagnostic.stands_for}
    before = (place for place in diagnostic.related if place.span not in known)
    return tuple(islice(chain(before, (each for each in many if each.span != diagnostic.span)), _PLACES))


def _counted(help_: str | None, many: Sequence[Related]) -> str:
    """Return the help of a group, which begins with the number of members, for other members."""
    return f"{len(many):,} {(help_ or '').partition(' ')[2]}"


def single_messages(message: str) -> Iterator[str]:
    """Yield the messages that the first of a group may have had alone: joining appends a clause."""
    message = plain_message(message)
    yield message
    for mark in (", ", "; "):
        clauses = message.split(mark)
        yield from (mark.join(clauses[:count]) for count in range(1, len(clauses)))


def split_by_known(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, SourceFile],
    known: Callable[[Diagnostic, str], bool],
) -> Iterator[Diagnostic]:
    """Split groups with some known members: these stay a group, and so do more than `_FEW` new ones.

    :param known: whether a member with these words is known; each call uses up a known one.
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
        yield _only(diagnostic, old)
        for spans in [list(new)] if len(new) > _FEW else [[span] for span in new]:
            yield _only(diagnostic, spans)


def _only(diagnostic: Diagnostic, spans: list[Span]) -> Diagnostic:
    """Return the finding with only the members at these places."""
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
        related=_related(own, (first, *others)),
        fix=fix,
        stands_for=(first, *others) if others else (),
        more=diagnostic.more if others else "",
    )
