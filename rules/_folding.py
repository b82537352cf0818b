"""Many findings that have one cause, as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext

_MANY = 5  # with more of them, the cause is what an author mends
_SHOWN = 10  # related places: the rest of the list tells no more


def folded(ctx: RuleContext, found: list[Diagnostic], more: str, help_: str) -> Iterator[Diagnostic]:
    """Report each of a few findings by itself, and many by the first of them, with ``more`` behind what it says.

    ``help_`` follows their number.  No number stands in the message: the finding is the same one after some
    of them were mended.  A finding that a comment of its own suppresses does not count.
    """
    first, *others = found
    excused = [one for one in others if ctx.suppressions.matches(one)] if len(others) >= _MANY else []
    others = [one for one in others if one not in excused]
    if len(others) < _MANY:
        yield from found
        return
    yield from excused
    yield first._replace(
        message=f"{first.message}{more}",
        help=f"{len(others) + 1:,} {help_}",
        related=tuple(Related(one.span, one.message) for one in others[:_SHOWN]),
    )


def joined(ctx: RuleContext, again: list[Diagnostic], help_: str) -> Iterator[Diagnostic]:
    """Report all that sets one name again as one finding, at the first of them, with all places beside it.

    ``help_`` follows the number of all places, the very first one included.  What a comment of its own suppresses
    stands by itself.
    """
    excused = [one for one in again if ctx.suppressions.matches(one)] if len(again) > 1 else []
    yield from excused
    kept = [one for one in again if one not in excused]
    if len(kept) > 1:
        places = (*kept[0].related, *(Related(one.span, "and here") for one in kept[1:]))
        kept = [kept[0]._replace(help=f"{len(places) + 1} {help_}", related=places)]
    yield from kept
