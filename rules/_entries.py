"""What the rules on entries share: which entries are printed, and how their faults are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Related

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.api import Diagnostic, Entry, RuleContext

#: The year of the first release: a year up to it is past, which needs no look at the clock.
PAST = 2026


def is_printed(ctx: RuleContext) -> Callable[[Entry], bool]:
    """Give the test for the entries that the document cites; of two with one key, the one that is found."""
    m, b = ctx.manuscript, ctx.bibliography
    cited = None if m.nocite_all else b.used(m.cited_keys | m.hidden_keys)
    return lambda entry: (cited is None or b.fold(entry.key) in cited) and b.find(entry.key) is entry


def faults(ctx: RuleContext, kind: str) -> Iterator[Diagnostic]:
    """Report the faults of one kind in every entry that the document cites."""
    found = ctx.bibliography.faults(kind)
    if not found:
        return
    printed = is_printed(ctx)
    for entry, fault in found:
        if not printed(entry):
            continue
        fix = None
        if fault.replacement is not None:
            fix = Fix(fault.help, (Edit(fault.span, fault.replacement),))
        yield ctx.report(
            fault.span,
            f"in '{entry.key}' {fault.message}",
            help=fault.help,
            related=[Related(fault.related, "the other value is here")] if fault.related else (),
            fix=fix,
        )
