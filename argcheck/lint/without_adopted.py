"""Remove the findings that a project has adopted in its baseline, if it has one, from a report."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from argcheck.settings.config import BASELINE

if TYPE_CHECKING:
    from argcheck.files.manifest import Manifest
    from argcheck.lint.report import Report
    from argcheck.settings.config import Settings


def without_adopted(
    report: Report, manifest: Manifest, settings: Settings, *, partial: bool = False
) -> Report:
    """Return the report without the findings in the baseline; unless ``partial``, stale entries become a notice."""
    file = settings.baseline or report.project / BASELINE
    if settings.baseline is None and not os.path.lexists(file):
        manifest.absent(file)
        return report
    from argcheck.files.cache import digest
    from argcheck.lint.baseline import Baseline, coverage

    adopted = Baseline.load(file, report.project)
    manifest.file(file, digest(file.read_bytes()))
    applied = adopted.apply(report.diagnostics, report.sources, coverage(report))
    notices = report.notices
    if applied.stale and not partial:
        count = sum(entry.count for entry in applied.stale)
        gone = (
            "1 finding of the baseline is gone"
            if count == 1
            else f"{count} findings of the baseline are gone"
        )
        notices = (*notices, f"{gone}; `argcheck baseline prune` takes {'it' if count == 1 else 'them'} out")
    return report._replace(diagnostics=applied.new, baselined=applied.baselined, notices=notices)
