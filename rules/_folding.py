"""The grouping of many findings with the same cause, and the faults of entries, which often have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Related

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    from argcheck.api import Diagnostic, Entry, RuleContext, Span

MANY = 5  # findings above which they are grouped
CLOSE = 2  # the same for findings so similar that one correction, or one decision, is for all
#: Programs write ISBNs wrongly in the same way, cut or of another edition, and authors write "et al." everywhere.
_ONE_CAUSE = ("the ISBN ", "'et al.' ")
_PLACES = 100  # most related places of a group: editors mark each of them


def folded(
    ctx: RuleContext,
    diagnostics: list[Diagnostic],
    more: str,
    help_: str,
    *,
    many: int = MANY,
    apart: bool = False,
) -> Iterator[Diagnostic]:
    """Report up to ``many`` findings one by one, and more as a group: the first with ``more`` after its message.

    The help of a group is their number and ``help_``.  The message has no number, so that the finding stays the same
    after some of them were corrected.  Findings suppressed by their own comments do not count.  The fix of a group has
    all of their edits.

    :param apart: whether a comment at the first finding is only for it; else it is for all in its file.
    """
    excused: list[Diagnostic] = []
    kept = diagnostics
    here = [diagnostic for diagnostic in diagnostics if diagnostic.span.path == diagnostics[0].span.path]
    if len(here) < len(diagnostics) and not apart and ctx.suppressions.matches(diagnostics[0]):
        elsewhere = [diagnostic for diagnostic in diagnostics if diagnostic.span.path != here[0].span.path]
        for together in (here, elsewhere):
            yield from folded(ctx, together, more, help_, many=many)
        return
    if len(diagnostics) > many:
        excused, kept = parted(ctx, diagnostics if apart else diagnostics[1:])
        kept = kept if apart else [diagnostics[0], *kept]
    if len(kept) <= many:
        yield from diagnostics
        return
    first, *others = kept
    yield from excused
    yield first._replace(
        message=f"{first.message}{more}",
        help=f"{len(others) + 1:,} {help_}",
        related=tuple(map(_place, others[:_PLACES])),
        fix=_joined_fix([first, *others]),
        stands_for=tuple(map(_place, kept)),
        more=more,
    )


def repeated(ctx: RuleContext, diagnostics: list[Diagnostic], more: str, what: str) -> Iterator[Diagnostic]:
    """Report findings, with more than two of the same message as a group; ``what`` is the noun for their number."""
    by_message: dict[str, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        by_message.setdefault(diagnostic.message, []).append(diagnostic)
    for again in by_message.values():
        yield from folded(ctx, again, more, f"{what}: {again[0].help}", many=CLOSE)


def _place(diagnostic: Diagnostic) -> Related:
    """Return the place of a finding in a group, with its own message."""
    return Related(diagnostic.span, diagnostic.message)


def _joined_fix(diagnostics: list[Diagnostic]) -> Fix | None:
    """Return a fix with the edits of all findings; None unless each has one."""
    fixes = [diagnostic.fix for diagnostic in diagnostics if diagnostic.fix is not None]
    if len(fixes) < len(diagnostics):
        return None
    edits = tuple(edit for fix in fixes for edit in fix.edits)
    return fixes[0]._replace(edits=edits, safe=all(fix.safe for fix in fixes))


def joined(ctx: RuleContext, again: list[Diagnostic], help_: str) -> Iterator[Diagnostic]:
    """Report findings on the same name as one, at the first of them, with all places as related.

    The help is their number and ``help_``.  Findings suppressed by their own comments are reported alone.
    """
    excused, kept = parted(ctx, again) if len(again) > 1 else ([], again)
    yield from excused
    if len(kept) > 1:
        places = tuple(map(_place, kept))
        related = (*kept[0].related, *places[1:])
        kept = [kept[0]._replace(help=f"{len(kept):,} {help_}", related=related, stands_for=places)]
    yield from kept


def parted(ctx: RuleContext, diagnostics: list[Diagnostic]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings that are suppressed by their own comments, and the others."""
    excused: list[Diagnostic] = []
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        (excused if ctx.suppressions.matches(diagnostic) else kept).append(diagnostic)
    return excused, kept


def faults(
    ctx: RuleContext, kind: str, left_out: Callable[[RuleContext], Container[str]] = lambda _: ()
) -> Iterator[Diagnostic]:
    """Report the faults of one kind in all entries that the document prints; similar ones in a file are grouped.

    Faults in fields that ``left_out`` returns, which the list does not print, are notes.
    """
    notes: dict[tuple[str, str], list[Diagnostic]] = {}
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    known = ctx.bibliography.faults(kind)
    unprinted = left_out(ctx) if known else ()
    for entry, fault in known:
        fix = None
        if fault.replacement is not None:
            fix = Fix(fault.help, (Edit(fault.span, fault.replacement),), safe=True)
        note = fault.minor or _stands_in(entry, fault.span, unprinted)
        diagnostic = ctx.report(
            fault.span,
            f"in '{entry.key}' {fault.message}",
            help=fault.help,
            related=[Related(fault.related, "the other value is here")] if fault.related else (),
            fix=fix,
            note=note,
        )
        if note:
            notes.setdefault((fault.span.path, fault.message), []).append(diagnostic)
        elif fault.message.startswith(_ONE_CAUSE):
            form = "".join(sign for sign in "".join(fault.message.split("'")[::2]) if not sign.isdigit())
            alike.setdefault((fault.span.path, form), []).append(diagnostic)
        else:
            yield diagnostic
    for many, groups in ((MANY, notes), (CLOSE, alike)):
        for together in groups.values():
            help_ = f"entries: {together[0].help}"
            yield from folded(
                ctx, together, "; other entries have the same fault", help_, many=many, apart=True
            )


def _stands_in(entry: Entry, span: Span, names: Container[str]) -> bool:
    """Whether a place is in the value of a field with one of these names."""
    return any(
        field.name in names and field.value_start <= span.start < field.value_end
        for field in entry.fields.all()
    )
