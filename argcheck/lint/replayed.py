"""The outcome of the rules for each document, reused by later runs while all their questions have the same answers.

For each document are stored: the hash of the questions asked while reading it and of their answers; the questions of
its rules with the answers (`argcheck.files.traced`); and the outcome.  A document with the same hash is the same
document, and rules that get the same answers about it have the same outcome.  All documents are stored under one
key: settings, rules and the program itself.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Related, Severity, Span, Unchecked
from argcheck.files.manifest import program_hash
from argcheck.lint.report import HeldBack

if TYPE_CHECKING:
    from collections.abc import Collection

    from argcheck.files.traced import TracedProject
    from argcheck.lint.rule import Rule
    from argcheck.reading.memory import ScanMemory
    from argcheck.settings.config import Settings

_OWN = "argcheck.rules."  # modules whose rules read only what is traced
_program = cache(program_hash)


class CheckOutcome(NamedTuple):
    """The outcome of the rules for one document."""

    diagnostics: list[Diagnostic]
    held_back: list[HeldBack]
    used: set[tuple[str, int, int]]  #: suppressions, as `SuppressionUsage.used` has them


class Replays:
    """The outcomes of an earlier run, and those of this one."""

    def __init__(self, memory: ScanMemory, settings: Settings, rules: Collection[Rule]) -> None:
        self.memory = memory
        self.key = ""  # empty if nothing is to be kept
        if memory.lasts and all(rule.check.__module__.startswith(_OWN) for rule in rules):
            names = [rule.name for rule in rules]
            self.key = digest(repr((settings, names, _program())).encode("utf-8", "surrogatepass"))

    def recall(self, root: str, identity: str, traced: TracedProject) -> CheckOutcome | None:
        """Return the stored outcome for a document; None if there is none or it may have changed.

        :param identity: hash of all that reading the document depends on.
        """
        known = self.memory.earlier_checks(self.key).get(root) if self.key and traced.whole else None
        if known is None or known[0] != identity or not traced.unchanged(known[1]):
            return None
        _, _, remembered, outcome = known
        self.memory.hold(remembered)
        self.memory.checks[self.key][root] = known
        return _unpacked(outcome)

    def keep(self, root: str, identity: str, traced: TracedProject, outcome: CheckOutcome) -> None:
        """Store the outcome, if all that it depends on is known."""
        if self.key and traced.whole:
            trace, kept = _plain(traced.trace.items()), _plain(outcome)
            self.memory.checks[self.key][root] = identity, trace, tuple(self.memory.noted), kept


def _plain(value: Any) -> Any:
    """Convert a value for `marshal`: collections to tuples, members of an enumeration to integers."""
    if value is None or isinstance(value, str | bool):
        return value
    return int(value) if isinstance(value, int) else tuple(map(_plain, value))


def _unpacked(outcome: Any) -> CheckOutcome:
    diagnostics, held_back, used = outcome
    held = [HeldBack(root, rule, tuple(map(_unchecked, because))) for root, rule, because in held_back]
    return CheckOutcome(list(map(_diagnostic, diagnostics)), held, set(used))


def _unchecked(data: Any) -> Unchecked:
    because, span = data
    return Unchecked(because, span and Span(*span))


def _diagnostic(data: Any) -> Diagnostic:
    code, name, severity, span, message, help_, related, fix, roots, stands_for, more = data
    places = tuple(Related(Span(*place), words) for place, words in related)
    many = tuple(Related(Span(*place), words) for place, words in stands_for)
    mend = fix and _fix(fix)
    return Diagnostic(
        code, name, Severity(severity), Span(*span), message, help_, places, mend, roots, many, more
    )


def _fix(data: Any) -> Fix:
    message, edits, safe = data
    return Fix(message, tuple(Edit(Span(*span), replacement) for span, replacement in edits), safe)
