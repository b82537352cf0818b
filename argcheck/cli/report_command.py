"""``argcheck report``: the findings, the text, the argument and the sources as one page for a browser."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import EXIT_BUG, CommandOutcome
from argcheck.errors import UsageError

_SUFFIXES = (".html", ".htm")


@click.command("report")
@parameters.paths_argument
@parameters.config_options
@click.option(
    "-o",
    "--output-file",
    "file",
    type=parameters.PATH,
    default="report.html",
    show_default=True,
    metavar="FILE",
    help="Write the page to this file.",
)
@click.option(
    "--runs",
    metavar="RUNS",
    default="author,structure",
    show_default=True,
    help="Where the argument comes from: author, structure, cues, models, or all.",
)
@click.option("--no-baseline", is_flag=True, help="Show adopted findings, too.")
def command(paths: tuple[Path, ...], file: Path, runs: str, **options: Any) -> CommandOutcome:
    """Write what is known of PATHS to one page that needs no connection: open it in a browser.

    It has an overview, the findings, the sources by how much rests on them, and the text beside the argument.
    """
    if file.suffix.lower() not in _SUFFIXES:
        raise UsageError(f"-o {common.shown(file)}: a page is called FILE.html")
    named = common.runs(runs)
    places = common.targets(paths)
    settings = common.settings_for(places, options)
    from argcheck.lint.baseline import without_adopted
    from argcheck.lint.engine import run_rules
    from argcheck.lint.registry import load_rules
    from argcheck.lint.reporters.summary import counted, findings
    from argcheck.reading.workspace import Workspace
    from argcheck.report_page.page import make_page

    store = common.store_for(options)
    with redirect_stdout(sys.stderr):  # what a rule or plugin prints is no part of the report
        plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
        registry = load_rules(store, plugins, plugins=not options["no_plugins"])
        workspace = Workspace(places, settings, cwd=Path.cwd(), store=store)
        report = run_rules(workspace, registry)
        if not options["no_baseline"]:
            report = without_adopted(report, workspace.manifest(), settings)
    page = make_page(workspace, report, named)
    try:
        file.write_text(page.text, "utf-8", "replace")
    except OSError as error:
        raise UsageError(f"{common.shown(file)}: cannot be written: {error.strerror}") from None
    told = (
        f"{findings(report.diagnostics)}, {counted(page.claims, 'claim')}, {counted(page.sources, 'source')}"
    )
    said = "" if report.documents else common.no_document(places)
    said += common.failed(report.failures) + common.harmless(f"{common.shown(file)}: {told}\n")
    return CommandOutcome(err=said, code=EXIT_BUG if report.failures else 0)
