"""``argcheck audit``: many papers at once, as tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.console import obeys_escapes
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError


@click.command("audit", epilog=parameters.example("audit papers/ --out tables/"))
@click.argument("inputs", nargs=-1)
@click.option("--out", type=parameters.PATH, metavar="DIR", help="Write the tables into this folder.")
@click.option("--summary", type=parameters.PATH, metavar="DIR", help="Summarise the audit in this folder.")
@click.option(
    "--works",
    type=parameters.PATH,
    metavar="DIR",
    help="Write each work that the audit in this folder found cited, once, for argcheck verify.",
)
@click.option(
    "--verdicts",
    type=parameters.PATH,
    multiple=True,
    metavar="FILE",
    help="With --summary: verdicts on the cited works.",
)
@click.option(
    "--retractions",
    type=parameters.PATH,
    metavar="FILE",
    help="With --summary: a list of retractions; default: the imported one.",
)
@click.option(
    "--fields",
    type=parameters.PATH,
    metavar="FILE",
    help="With --summary: a table (CSV, TSV) of papers with field and year.",
)
@parameters.format_option("markdown", "json", of="summary")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask", "ray", "beam"]),
    default="local",
    show_default=True,
    help="Engine that reads the papers.",
)
@click.option("--address", metavar="ADDRESS", default="", help="Address of a running cluster for the engine.")
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    metavar="N",
    help="Papers to read at once; default: the number of processors.",
)
@click.option(
    "--shards",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=16,
    show_default=True,
    help="Number of files of each table.",
)
@click.option(
    "--select", multiple=True, metavar="RULES", help="Run these rules: names, codes, prefixes, ALL."
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out.")
@click.option("--no-graph", is_flag=True, help="Write no nodes and edges.")
@click.option(
    "--seconds",
    type=click.IntRange(1),
    metavar="SECONDS",
    default=60,
    show_default=True,
    help="Limit on CPU time for one paper.",
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=2000,
    show_default=True,
    metavar="MB",
    help="Limit on memory for one paper; 0 for none.",
)
def command(
    inputs: tuple[str, ...],
    out: Path | None,
    summary: Path | None,
    works: Path | None,
    form: str,
    **options: Any,
) -> CommandOutcome:
    """Check many papers, and write the results as Parquet tables.

    INPUTS are folders and archives of papers, addresses (s3://...), and @FILE, a list of them. Repeat the
    command to continue an interrupted audit.
    """
    if works and not (inputs or out or summary):
        return _works(works)
    if summary and not (inputs or out or works):
        return _summary(summary, form, options)
    if summary or works or not inputs or not out:
        raise UsageError(
            "argcheck audit INPUTS... --out DIR, and then argcheck audit --summary DIR or --works DIR"
        )
    from argcheck.audit.auditing import audit
    from argcheck.audit.containers import is_address
    from argcheck.audit.papers import AuditOptions
    from argcheck.lint.reporters.lines import visible
    from argcheck.lint.reporters.summary import counted

    for text in inputs:
        if not is_address(text) and not _exists(text.removeprefix("@")):
            raise UsageError(common.not_there(text))
    shown = obeys_escapes(sys.stderr)

    def progress(count: int, paper: str) -> None:
        if shown:
            sys.stderr.write(f"\r\x1b[K{count} papers, last {visible(common.shown(Path(paper)))}")

    outcome = audit(
        inputs,
        out,
        AuditOptions(
            select=tuple(common.words(options["select"])),
            ignore=tuple(common.words(options["ignore"])),
            graph=not options["no_graph"],
            seconds=options["seconds"],
            memory=options["memory"],
        ),
        engine=options["engine"],
        workers=options["jobs"] or os.cpu_count() or 1,
        address=options["address"],
        shards=options["shards"],
        progress=progress,
    )
    ended = ", ".join(f"{count} {status}" for status, count in outcome.statuses.items() if count)
    counts = f"{counted(outcome.papers, 'paper')}: {ended or 'none'}; {outcome.read} read by this run, tables in {common.shown(out)}\n"
    return CommandOutcome(counts, "\n" if shown else "")


def _exists(path: str) -> bool:
    """Whether a path exists, even if it cannot be opened, which the audit reports in a row."""
    try:
        os.stat(path)  # noqa: PTH116 - for the name as typed
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        pass
    return True


def _works(folder: Path) -> CommandOutcome:
    from argcheck.audit.joined_works import write_works
    from argcheck.lint.reporters.summary import counted

    written, count = write_works(folder)
    shown = common.shown(written)
    return CommandOutcome(
        f"{counted(count, 'work')} in {shown}; argcheck verify {shown} asks about each once\n"
    )


def _summary(folder: Path, form: str, options: dict[str, Any]) -> CommandOutcome:
    from argcheck.audit.audit_summary import summary
    from argcheck.audit.given_fields import GivenFields
    from argcheck.audit.joined_works import FOLDER
    from argcheck.audit.summary_page import as_text
    from argcheck.audit.work_verdicts import notices_of, states_of, verdict_file
    from argcheck.sources.retractions import snapshot
    from argcheck.verdicts import PATH

    own = folder / FOLDER / PATH
    files = [
        verdict_file(file)
        for file in (*options["verdicts"], *((own,) if own.is_file() and own.stat().st_size else ()))
    ]
    listed = options["retractions"] or (snapshot() if snapshot().exists() else None)
    states = states_of(files, notices_of(listed) if listed else {}) if listed or files else None
    unused = "".join(
        f"argcheck: warning: {file.path}: a line is not used: {line.why}\n"
        for file in files
        for line in file.unreadable
    )
    given = GivenFields(options["fields"]) if options["fields"] else None
    page = as_text(summary(folder, states, given), form)
    if given and given.unused:
        first = ", ".join(sorted(given.unused)[:3])
        unused += f"argcheck: warning: {options['fields']}: no paper is called {first}{', ...' * (len(given.unused) > 3)}\n"
    return CommandOutcome(page, common.harmless(unused))
