"""What the rules on entries share: how their faults are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Related, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext

#: The year of the first release: a year up to it is past, which needs no look at the clock.
PAST = 2026


def faults(ctx: RuleContext, kind: str) -> Iterator[Diagnostic]:
    """Report the faults of one kind in every entry that the document prints."""
    for entry, fault in ctx.bibliography.faults(kind):
        fix = None
        if fault.replacement is not None:
            fix = Fix(fault.help, (Edit(fault.span, fault.replacement),))
        diagnostic = ctx.report(
            fault.span,
            f"in '{entry.key}' {fault.message}",
            help=fault.help,
            related=[Related(fault.related, "the other value is here")] if fault.related else (),
            fix=fix,
        )
        yield diagnostic._replace(severity=Severity.NOTE) if fault.minor else diagnostic
