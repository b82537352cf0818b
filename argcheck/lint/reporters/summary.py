"""The last lines of a run: what was not checked, then the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Severity
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.lint.report import IN_A_COPY
from argcheck.lint.reporters.lines import for_log, one_line
from argcheck.lint.reporters.places import Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic, Unchecked
    from argcheck.lint.report import Report

_MISSING = " is missing"
_STAGES = {"draft": "as a draft", "submission": "for submission"}
_NAMED = 3
_GROUPS = 10


def summary(report: Report, *, cwd: Path | None = None) -> str:
    """Return lines on what was not checked, notices, and last the counts.

    The text ends in a newline.  Paths are relative to ``cwd``, or to the PATH of the run.
    """
    places = Places(report, cwd or report.base)
    lines = [*not_checked(report, places), *report.notices, *_verified(report), _found(report)]
    return for_log("".join(one_line(text) + "\n" for text in lines))


def not_checked(report: Report, places: Places) -> Iterator[str]:
    """Yield a line for each failure and each part of the project that was not checked, with the reason."""
    for failure in report.failures:
        yield f"failed: {failure.name}: {failure.message.removeprefix(f'{failure.name}: ')}"
    groups = _held_back(report, places)
    yield from groups[:_GROUPS]
    if len(groups) > _GROUPS:
        more = counted(len(groups) - _GROUPS, "more group")
        yield f"not checked: rules in {more} of documents, see --format json"
    if report.orphans:
        names = some([places.path(path) for path in report.orphans])
        verbs, advice = (("belongs", "is"), "name it to have it checked")
        if len(report.orphans) > 1:
            verbs, advice = (("belong", "are"), "name them to have them checked")
        kind = "LaTeX file" if all(path.endswith(TEX_SUFFIXES) for path in report.orphans) else "file"
        yield f"{counted(len(report.orphans), kind)} {verbs[0]} to no document and {verbs[1]} not checked ({advice}): {names}"


def _held_back(report: Report, places: Places) -> list[str]:
    """Return a line per document with its held-back rules and reasons; documents with the same share a line."""
    by_root: dict[str, dict[str, list[str]]] = {}
    for root, rule, because in report.held_back:
        by_root.setdefault(root, {}).setdefault(_reasons(because, places), []).append(rule)
    lines: dict[str, list[str]] = {}
    for root, by_reason in by_root.items():
        parts = (f"{', '.join(dict.fromkeys(rules))}, because {why}" for why, rules in by_reason.items())
        lines.setdefault("; ".join(parts), []).append(places.path(root))
    return [f"not checked in {some(roots)}: {line}" for line, roots in lines.items()]


def _reasons(because: Iterable[Unchecked], places: Places) -> str:
    """Join clauses; files that are missing share the verb."""
    missing, others = [], []
    for clause, span in because:
        place = f" ({places.path(span.path)}:{places.place(span).line})" if span and span.end else ""
        target = clause.removesuffix(_MISSING)
        if target == clause:
            others.append(f"{clause}{place}")
        else:
            missing.append(f"{target}{place}")
    verb = " is missing" if len(missing) == 1 else " are missing"
    return some([*([some(missing) + verb] if missing else []), *others])


def _verified(report: Report) -> Iterator[str]:
    """Yield how many of the cited sources have verdicts, if there are any."""
    if report.verified:
        cited = sum(sources.cited for sources in report.verified)
        checked = sum(sources.checked for sources in report.verified)
        unknown = sum(len(sources.unknown) for sources in report.verified)
        asked = f", {unknown} could not be decided" if unknown else ""
        yield f"verified: {checked} of {counted(cited, 'source')}{asked}"


def _found(report: Report) -> str:
    if not report.documents and not report.diagnostics:
        return "nothing was checked"
    files = {path for document in report.documents for path in document.files}
    where = f"in {counted(len(report.documents), 'document')}, {counted(len(files), 'file')}"
    judged = f", judged {_STAGES[report.stage]}" if report.stage else ""
    parts = [
        f"{findings(report.diagnostics)} {where}{judged}",
        _changes(report),
        _waiting(report),
        _left_out(report),
        _in_copies(report),
        _fixable(report),
    ]
    return "; ".join(part for part in parts if part)


def _in_copies(report: Report) -> str:
    """Return how many findings are reported once for several copies of a file."""
    again = sum(any(related.message == IN_A_COPY for related in d.related) for d in report.diagnostics)
    return f"{again} in copies of the file, too" if again else ""


def _changes(report: Report) -> str:
    """Return the base of a comparison, and how many earlier findings are known or gone."""
    if report.changes is None:
        return ""
    gone = f", {len(report.changes.gone)} gone" if report.changes.gone else ""
    return f"new since {report.changes.base}, {report.changes.known} known{gone}"


def findings(diagnostics: Sequence[Diagnostic]) -> str:
    """Return ``5 findings (1 error, 4 warnings)``, or ``no findings``."""
    if not diagnostics:
        return "no findings"
    counts = [
        (sum(d.severity is level for d in diagnostics), level) for level in sorted(Severity, reverse=True)
    ]
    split = ", ".join(counted(count, level.label) for count, level in counts if count)
    return f"{counted(len(diagnostics), 'finding')} ({split})"


def _waiting(report: Report) -> str:
    """Return how many findings of a draft matter only at submission."""
    waiting = sum(map(report.waits, report.diagnostics)) if report.stage == "draft" else 0
    return f"{waiting} matter{'s' * (waiting == 1)} only at submission" if waiting else ""


def _left_out(report: Report) -> str:
    parts = ((report.suppressed, "suppressed"), (report.baselined, "in the baseline"))
    return ", ".join(f"{count} {what}" for count, what in parts if count)


def _fixable(report: Report) -> str:
    fixes = [diagnostic.fix.safe for diagnostic in report.diagnostics if diagnostic.fix]
    parts = ((fixes.count(True), "--fix"), (fixes.count(False), "--fix --unsafe-fixes"))
    return ", ".join(f"{count} fixable with {option}" for count, option in parts if count)


def counted(count: int, what: str, many: str = "") -> str:
    """Return ``1 file`` or ``2 files``; ``many`` is an irregular plural, or one with its verb: ``2 files are``."""
    return f"{count} {what if count == 1 else many or f'{what}s'}"


def some(names: Iterable[str]) -> str:
    """Return the first few names and a count of the others."""
    names = list(dict.fromkeys(names))
    if len(names) <= _NAMED:
        return ", ".join([*names[:-2], " and ".join(names[-2:])])
    return f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
