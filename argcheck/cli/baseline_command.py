"""``argcheck baseline``: adopt the present findings, and keep the file true."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.checking import analyse
from argcheck.cli.option_bundles import together
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError
from argcheck.lint.baseline import Baseline, coverage
from argcheck.settings.config import BASELINE

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.lint.report import Report
    from argcheck.settings.config import Settings


def baseline_file(report: Report, settings: Settings) -> Path:
    """Return the path of the project's baseline."""
    return settings.baseline or report.project / BASELINE


@click.group("baseline", epilog=parameters.example("baseline create thesis/"))
def command() -> None:
    """Adopt today's findings: only new ones are reported."""


_action = together(
    parameters.paths_argument,
    click.option("--baseline", type=parameters.PATH, metavar="FILE", help="The file to write."),
)


@command.command(
    "create", epilog=parameters.example("baseline create thesis/"), cls=parameters.DocumentCommand
)
@_action
def create(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Adopt all findings of PATHS, and replace the file."""
    report, settings = _whole(paths, options)
    baseline = Baseline.create(report.diagnostics, report.sources)
    return _written(baseline, baseline_file(report, settings), report)


@command.command(
    "update", epilog=parameters.example("baseline update thesis/"), cls=parameters.DocumentCommand
)
@_action
def update(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Drop findings that are gone, and refresh the others.

    Never adopts a new finding.
    """
    report, settings = _whole(paths, options)
    file = baseline_file(report, settings)
    baseline = _loaded(file, report).update(report.diagnostics, report.sources, coverage(report))
    return _written(baseline, file, report)


@command.command("prune", epilog=parameters.example("baseline prune thesis/"), cls=parameters.DocumentCommand)
@_action
def prune(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Drop findings that are gone, and leave the others unchanged."""
    report, settings = _whole(paths, options)
    file = baseline_file(report, settings)
    baseline = _loaded(file, report).prune(report.diagnostics, report.sources, coverage(report))
    return _written(baseline, file, report)


def _whole(paths: tuple[Path, ...], options: dict[str, Any]) -> tuple[Report, Settings]:
    places = common.targets(paths)
    settings = common.settings_for(places, options)
    report, _ = analyse(places, settings, {**options, "no_baseline": True})
    if not report.documents and not report.unread:
        raise UsageError(f"{', '.join(map(common.shown, places))}: no document found; nothing was written")
    if report.failures:
        raise UsageError(
            f"{report.failures[0].name} failed, so the baseline would not be whole; nothing was written"
        )
    return report, settings


def _loaded(file: Path, report: Report) -> Any:
    if not os.path.lexists(file):
        raise UsageError(f"{common.shown(file)}: no baseline yet; `argcheck baseline create` makes one")
    return Baseline.load(file, report.project)


def _written(baseline: Any, file: Path, report: Report) -> CommandOutcome:
    baseline.write(file)
    held = sum(entry.count for entry in baseline.entries.values())
    left = len(report.diagnostics) - baseline.apply(report.diagnostics, report.sources).baselined
    new = f"; {left} not in it" if left else ""
    return CommandOutcome(err=f"{common.shown(file)}: {held} finding{'s' * (held != 1)} adopted{new}\n")
