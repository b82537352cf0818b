"""The output of ``argcheck verify`` on a verification."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.cli import common
from argcheck.cli.console import INTERRUPTED
from argcheck.cli.outcome import CommandOutcome
from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.errors import Failure
    from argcheck.service.verify_report import VerifiedSource, VerifyReport
    from argcheck.sources.model import Difference, Notice

FAILED, UNANSWERED = 3, 4  #: exit codes
_SHOWN = 10  #: most works with the same reason that are listed
_RECORDED = frozenset({"accessible", "inaccessible"})
_MEANING = {
    "accessible": "found, with a full text",
    "inaccessible": "found, without a full text",
    "mismatch": "lead to another work than the entry describes",
    "ghost": "in no index that was asked",
    "unknown": "not decided",
}


def outcome_of(
    report: VerifyReport, failures: Sequence[Failure], judged: Sequence[str], *, unanswered: bool
) -> CommandOutcome:
    """Return the output and exit code for a verification.

    :param judged: lines of judges.
    :param unanswered: whether a required answer is missing.
    """
    verdicts = [source.verdict for source in report.sources if source.verdict is not None]
    checked = sum(verdict.outcome != "unknown" for verdict in verdicts)
    lines = [f"checked {checked} of {len(report.sources)} sources"]
    counts = Counter(verdict.outcome for verdict in verdicts)
    lines += [f"  {counts[name]:>5} {what}" for name, what in _MEANING.items() if counts[name]]
    noticed = Counter(
        status for verdict in verdicts for status in {notice.status for notice in verdict.notices}
    )
    lines += [f"  {count:>5} {status}" for status, count in sorted(noticed.items())]
    differing = sum(bool(verdict.differences and verdict.outcome in _RECORDED) for verdict in verdicts)
    lines += [f"  {differing:>5} differ from the record in a field"] if differing else []
    lines += judged
    by_place = sorted(report.sources, key=lambda source: (source.path, source.line, source.key))
    lines += [*_details(by_place), *_undecided(by_place)]
    lines += [correction.fix.message for correction in report.corrections]
    if report.corrections:
        done = f"corrected {len(report.corrections)} entries in {len(report.corrected)} files"
        lines.append(done if report.corrected else f"{len(report.corrections)} entries can be corrected")
    lines += [f"no answer from {name}: {why}" for name, why in sorted(report.silent.items())]
    sent = sum(report.requests.values())
    hosts = ", ".join(f"{host} ({count})" for host, count in sorted(report.requests.items()))
    lines.append(f"requests sent: {sent}" + (f", to {hosts}" if hosts else ""))
    code = UNANSWERED if unanswered else 0
    code = max(code, INTERRUPTED if report.interrupted else 0, FAILED if failures else 0)
    return CommandOutcome(
        common.printed(lines), common.printed(report.missing) + failure_lines(failures), code
    )


def _details(sources: Sequence[VerifiedSource]) -> list[str]:
    """Return a line for each problem; `argcheck check` reports the same with rules and codes."""
    lines = []
    for source in sources:
        verdict = source.verdict
        if verdict is None:
            continue
        head = f"{_place(source)}: {source.key}: "
        lines += [head + notice_words(notice) for notice in verdict.notices]
        if verdict.outcome == "ghost":
            lines.append(f"{head}in no index that was asked")
        if verdict.outcome == "mismatch":
            lines.append(f"{head}another work: {verdict.more.get('detail', '')}")
        else:
            lines += [head + _difference(difference) for difference in verdict.differences]
    return lines


def notice_words(notice: Notice) -> str:
    """Return a notice as ``retracted (2020-05-01, doi:10.5555/x, why)``, as far as it is known."""
    more = ", ".join(filter(None, (notice.date, notice.doi and f"doi:{notice.doi}", notice.reason)))
    return notice.status + (f" ({more})" if more else "")


def _difference(difference: Difference) -> str:
    ours = f"{difference.field} is '{difference.ours}'"
    if difference.field == "year" and not difference.theirs:
        return f"{ours}, which is still to come"
    if difference.field == "doi" and not difference.theirs:
        return f"{ours}, which does not lead to the work"
    return f"{ours}, the record has '{difference.theirs}'"


def _undecided(sources: Sequence[VerifiedSource]) -> list[str]:
    """Return a line for each undecided work; only a few of many with the same reason."""
    reasons = grouped((source for source in sources if source.unanswered), lambda source: source.unanswered)
    lines = []
    for why, several in reasons.items():
        lines += [f"{_place(source)}: {source.key}: {why}" for source in several[:_SHOWN]]
        if len(several) > _SHOWN:
            lines.append(f"... and {len(several) - _SHOWN} more: {why}")
    return lines


def _place(source: VerifiedSource) -> str:
    return f"{common.shown(source.path)}:{source.line}"


def failure_lines(failures: Sequence[Failure]) -> str:
    """Return a line for each plugin that failed."""
    return common.printed([f"argcheck: {failure.message}" for failure in failures])
