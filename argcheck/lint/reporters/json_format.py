"""JSON for scripts: one versioned object, or one finding per line.

Paths are relative to the PATH given, with forward slashes.  Lines and columns count
from 1, columns in code points, ends are exclusive.  Keys beside ``documents`` and
``diagnostics``:

- ``not_checked``: ``rule`` stayed silent on document ``root``, or on a part of it; ``because`` lists why, each a
  clause with its place: ``what``, ``file`` and ``line`` (both null where it has none).
- ``orphans``: files of LaTeX and other notations that belong to no document.
- ``failures``: rules or plugins that raised, with ``name`` and ``message``.
- ``notices``: other things a reader must know.
- ``verified``: of each document that has verdicts, how many works it cites and how many of them were checked, and the
  keys of those that are ``unknown`` (could not be decided) or ``missing`` (have no verdict that is up to date).
- ``changes``: null, or with ``--diff-base`` what was compared: ``base`` and ``commit``, how many findings were
  ``known`` before and are left out, and which are ``gone``.
- ``counts``: findings by severity, ``suppressed``, ``baselined``, and those that ``--fix`` repairs.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.files.diagnostic import Severity
from argcheck.files.patterns import lazy
from argcheck.lint.fingerprint import fingerprints
from argcheck.lint.reporters.lines import INVISIBLE
from argcheck.lint.reporters.places import Places

if TYPE_CHECKING:
    import re

    from argcheck.files.diagnostic import Diagnostic, Fix, Span, Unchecked
    from argcheck.lint.report import GoneFinding, Report
    from argcheck.lint.reporters.view import ReportView

VERSION = 1

_ESCAPED = lazy(f"[{INVISIBLE}]|(?<=#)#(?=\\[)")


def render(report: Report, _view: ReportView) -> str:
    """Return the whole report as one object."""
    places = Places(report, report.base)
    document = {
        "version": VERSION,
        "documents": [{"root": places.path(d.root), "complete": d.complete} for d in report.documents],
        "diagnostics": diagnostics(report),
        "not_checked": [
            {
                "rule": held.rule,
                "root": places.path(held.root),
                "because": [_because(unchecked, places) for unchecked in held.because],
            }
            for held in report.held_back
        ],
        "orphans": [places.path(path) for path in report.orphans],
        "failures": [{"name": failure.name, "message": failure.message} for failure in report.failures],
        "notices": list(report.notices),
        "verified": [
            {
                "cited": coverage.cited,
                "checked": coverage.checked,
                "unknown": list(coverage.unknown),
                "missing": list(coverage.missing),
            }
            for coverage in report.verified
        ],
        "changes": report.changes
        and {
            "base": report.changes.base,
            "commit": report.changes.commit,
            "known": report.changes.known,
            "gone": [_gone(gone, places) for gone in report.changes.gone],
        },
        "counts": _counts(report),
    }
    return laid_out(document)


def _gone(gone: GoneFinding, places: Places) -> dict[str, Any]:
    return {**gone._asdict(), "file": places.path(gone.file)}


def _because(why: Unchecked, places: Places) -> dict[str, Any]:
    file = places.path(why.span.path) if why.span else None
    return {"what": why.because, "file": file, "line": places.place(why.span).line if why.span else None}


def render_lines(report: Report, _view: ReportView) -> str:
    """Return one object per line and finding, the same as in ``diagnostics``."""
    return "".join(dumps(diagnostic) + "\n" for diagnostic in diagnostics(report))


def diagnostics(report: Report) -> list[dict[str, Any]]:
    """Return the findings as JSON data."""
    places = Places(report, report.base)
    names = fingerprints(report.diagnostics, report.sources)
    return [
        _finding(diagnostic, name, places) for diagnostic, name in zip(report.diagnostics, names, strict=True)
    ]


def _finding(diagnostic: Diagnostic, name: str, places: Places) -> dict[str, Any]:
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.label,
        **_where(diagnostic.span, places),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "related": [{**_where(other.span, places), "message": other.message} for other in diagnostic.related],
        "fix": _fix(diagnostic.fix, places),
        "fingerprint": name,
    }


def _fix(fix: Fix | None, places: Places) -> dict[str, Any] | None:
    if fix is None:
        return None
    edits = [{**_where(edit.span, places), "text": edit.replacement} for edit in fix.edits]
    return {"message": fix.message, "safe": fix.safe, "edits": edits}


def _where(span: Span, places: Places) -> dict[str, Any]:
    return {"file": places.path(span.path), **places.place(span)._asdict()}


def _counts(report: Report) -> dict[str, int]:
    severities = [diagnostic.severity for diagnostic in report.diagnostics]
    return {
        **{level.label: severities.count(level) for level in sorted(Severity, reverse=True)},
        "suppressed": report.suppressed,
        "baselined": report.baselined,
        "fixable": sum(
            diagnostic.fix is not None and diagnostic.fix.safe for diagnostic in report.diagnostics
        ),
    }


def dumps(value: Any, indent: int | None = None) -> str:
    r"""Return JSON with readable letters, in which all that a terminal or CI log would obey is ``\u`` escaped."""
    return _ESCAPED.sub(_escape, json.dumps(value, ensure_ascii=False, indent=indent))


def laid_out(value: Any) -> str:
    """Return indented JSON, escaped as `dumps` does, with a line end."""
    return dumps(value, indent=2) + "\n"


def _escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
