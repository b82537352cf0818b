"""``argcheck score``: how far the argument of each document can be trusted, with how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


@click.command("score", epilog=parameters.example("score thesis/ --fail-under 0.5"))
@parameters.paths_argument
@parameters.config_options
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the answer."
)
@click.option(
    "--runs",
    metavar="RUNS",
    default="author,structure",
    show_default=True,
    help="Where knowledge comes from: author, structure, cues, models, or all; readings of models are scored one by one, too.",
)
@click.option(
    "--trials",
    type=click.IntRange(1, 1000),
    default=8,
    show_default=True,
    help="How often the weights are varied.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Where the variation begins.")
@click.option(
    "--fail-under",
    metavar="SCORE",
    type=click.FloatRange(0, 1),
    help="End with 1 where a document has a lower score, or none.",
)
@click.option(
    "--features", metavar="DIR", type=parameters.PATH, help="Write what scores are made of as tables."
)
@click.option("--parquet", is_flag=True, help="Write these tables as Parquet, not as JSON.")
def command(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """Say how far the argument of PATHS can be trusted: a score, its interval and what it is made of.

    Metrics come from committed verdicts, from the structure and from .argcheck/metrics.csv; what nobody knows stays unknown.
    """
    from argcheck.audit.parquet import pyarrow
    from argcheck.lint.reporters.json_format import dumps
    from argcheck.service.scored_documents import lines_of, scores_of

    if options["parquet"] and not options["features"]:
        raise UsageError("--parquet needs --features DIR")
    places = common.targets(paths)
    settings = common.settings_for(places, options)
    workspace = common.workspace_for(places, settings, options)
    workspace.read()
    runs = common.runs(options["runs"])
    documents, problems = scores_of(workspace, runs, trials=options["trials"], seed=options["seed"])
    if form == "json":
        data = {"version": 1, "documents": [document.to_data() for document in documents]}
        out = dumps(data, indent=2) + "\n"
    else:
        out = common.harmless("".join(f"{line}\n" for document in documents for line in lines_of(document)))
    if options["features"]:
        from argcheck.service.score_features import tables_of, write_tables

        tables = tables_of(documents, seed=options["seed"])
        write_tables(tables, options["features"], pyarrow() if options["parquet"] else None)
    said = common.harmless("".join(f"{problem}\n" for problem in problems))
    if not documents:
        said = common.no_document(places)
    least = options["fail_under"]
    failing = least is not None and any(document.fails(least) for document in documents)
    return CommandOutcome(
        out,
        said,
        code=int(failing),
        manifest=None if options["no_cache"] or options["features"] else workspace.manifest(),
    )
