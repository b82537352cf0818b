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
@click.option(
    "--summary", type=parameters.PATH, metavar="DIR", help="Say what the audit in this folder brought."
)
@parameters.format_option("markdown", "json", of="summary")
@click.option(
    "--engine",
    type=click.Choice(["local", "dask", "ray", "beam"]),
    default="local",
    show_default=True,
    help="Where papers are read.",
)
@click.option(
    "--address", metavar="ADDRESS", default="", help="The cluster of the engine, if there is one already."
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(1),
    help="Papers that are read at once; as many as there are processors.",
)
@click.option(
    "--shards", type=click.IntRange(1, 10_000), default=16, show_default=True, help="Files of each table."
)
@click.option(
    "--select", multiple=True, metavar="RULES", help="Run these rules: names, codes, prefixes, ALL."
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out.")
@click.option("--no-graph", is_flag=True, help="Write no nodes and edges.")
@click.option(
    "--seconds", type=click.IntRange(1), default=60, show_default=True, help="Of CPU time, for one paper."
)
@click.option(
    "--memory",
    type=click.IntRange(0),
    default=2000,
    show_default=True,
    metavar="MB",
    help="For one paper; 0 for no limit.",
)
def command(
    inputs: tuple[str, ...], out: Path | None, summary: Path | None, form: str, **options: Any
) -> CommandOutcome:
    """Check every paper of INPUTS, and write tables (Parquet) into a folder.

    INPUTS are folders and archives of papers, addresses (s3://...), and @FILE, a list of them.
    An audit that was interrupted goes on when the same is called again.
    """
    if summary and not inputs and not out:
        return CommandOutcome(_summary(summary, form))
    if summary or not inputs or not out:
        raise UsageError("argcheck audit INPUTS... --out DIR, and then argcheck audit --summary DIR")
    from argcheck.audit.auditing import audit
    from argcheck.audit.papers import AuditOptions
    from argcheck.lint.reporters.lines import visible
    from argcheck.lint.reporters.summary import counted

    for text in inputs:
        if "://" not in text and not os.path.exists(text.removeprefix("@")):
            raise UsageError(f"{text}: no such file or folder")
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
    said = f"{counted(outcome.papers, 'paper')}: {ended or 'none'}; {outcome.read} read by this run, tables in {common.shown(out)}\n"
    return CommandOutcome(said, "\n" if shown else "")


def _summary(folder: Path, form: str) -> str:
    from argcheck.audit.audit_summary import as_text, summary
    from argcheck.sources.retractions import load, snapshot

    listed = snapshot()
    try:
        retracted = load(listed) if listed.exists() else None
    except ValueError as error:
        raise UsageError(f"{listed}: the list of retractions is damaged ({error}); import it again") from None
    names = None
    if retracted is not None:
        names = [
            work
            for work, notices in retracted.items()
            if any(notice.status == "retracted" for notice in notices)
        ]
    return as_text(summary(folder, names), form)
