"""``argcheck interrogate``: ask a model several times what a manuscript argues, and keep what survives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import by_hand, common, models, parameters, planned
from argcheck.cli.outcome import CommandOutcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.interrogation.loop import Interrogation
    from argcheck.llm.by_hand import GivenAnswers
    from argcheck.llm.client import Client

_UNANSWERED = 4


@click.command("interrogate")
@parameters.paths_argument
@parameters.config_options
@click.option(
    "--runs", type=click.IntRange(1, 50), default=6, show_default=True, help="Independent readings."
)
@click.option(
    "--min-width",
    type=click.IntRange(1),
    default=2,
    show_default=True,
    help="Independent routes of support with which a conclusion is left alone.",
)
@click.option(
    "--temperature", type=click.FloatRange(0, 2), default=0.8, show_default=True, help="Of the model."
)
@click.option(
    "--checks",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="Calls about disputed claims, at most.",
)
@click.option(
    "--mode",
    type=click.Choice(["academic", "journal", "finance"]),
    default="academic",
    show_default=True,
    help="Kind of text.",
)
@models.endpoint_options
@click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing.")
@click.option("--offline", is_flag=True, help="Use answers that are remembered, and send nothing.")
@click.option("--require", is_flag=True, help="Exit with 4 if a question got no answer.")
@by_hand.options_of_files
@click.option("--timeout", type=click.IntRange(1), metavar="SECONDS", help="How long an answer may take.")
def command(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Ask a language model several times, independently, what PATHS argue, and keep what survives.

    Sends the text of the manuscript. What came of it is written into .argcheck/runs.jsonl, to be committed;
    `argcheck graph --runs all` reads it offline.
    """
    from argcheck.cli.consent import consent_of
    from argcheck.interrogation.loop import InterrogationOptions
    from argcheck.reading.workspace import Workspace
    from argcheck.service.interrogating import interrogate
    from argcheck.verdicts.judging import Judges

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    workspace = Workspace(places, settings, cwd=Path.cwd(), store=common.store_for(options))
    workspace.read()
    if not workspace.documents:
        return CommandOutcome(err=common.no_document(places))
    client, given = _client(options)
    consent = consent_of({**options, "committee": False}, client if client.endpoint else None, Judges())
    asked = InterrogationOptions(
        options["runs"], options["min_width"], options["temperature"], options["checks"], options["mode"]
    )
    report = interrogate(workspace, client, asked, consent)
    if not report.agreed:
        return CommandOutcome(err="argcheck: nothing was sent\n")
    lines = by_hand.taken(given, client, options["answers_in"]) if given else []
    if options["prompts_out"]:
        lines += by_hand.written(client, options["prompts_out"])
    elif options["dry_run"]:
        lines += planned.plan(client)
    else:
        lines += [line for done in report.documents for line in _lines(done)]
        lines += models.spent(client)
        lines += [f"written into {common.shown(file)}" for file in report.files] or ["nothing was written"]
        if report.unused:
            lines.append(f"{report.unused} lines there cannot be used, and stay as they are")
    unanswered = options["require"] and any(done.unanswered for done in report.documents)
    out = common.harmless("".join(f"{line}\n" for line in lines))
    return CommandOutcome(out, code=_UNANSWERED if unanswered else 0)


def _client(options: dict[str, Any]) -> tuple[Client, GivenAnswers | None]:
    """Make what asks, and give the answers that were put into files.

    :raises UsageError: options that contradict each other, and what `client_of` and `offer_answers` refuse.
    """
    if not by_hand.is_by_hand(options):
        return models.client_of(options, dry=options["dry_run"]), None
    client = models.client_of(options, dry=bool(options["prompts_out"] or options["dry_run"]))
    folder = options["answers_in"]
    return client, by_hand.offer_answers(client, folder) if folder else None


def _lines(done: Interrogation) -> Iterator[str]:
    """Say what came of one document."""
    notes, nodes = done.interrogated.notes, done.interrogated.nodes
    tied = sum(bool(node.sentence) for node in nodes)
    yield (
        f"{done.root}: {len(notes)} runs, {len(nodes)} claims, {tied} of them tied to a sentence;"
        f" {len(done.interrogated.checks)} disputed claims were asked about again; {done.stopped}"
    )
    causes = ", ".join(f"{count} {cause}" for cause, count in sorted(done.dropped.items()))
    if causes:
        yield f"    answers that could not be used: {causes}"
    if done.unanswered:
        yield f"    {done.unanswered} questions got no answer and are asked again next time"
    for name, width in done.widths.items():
        node = done.graph.nodes[name]
        readings = sum(run.startswith("r") for run in node.run_ids)
        routes = f"{width} independent route{'' if width == 1 else 's'}"
        yield f"    conclusion in {readings} of {len(notes)} runs, {routes}: {node.text}"
    for check in done.interrogated.checks:
        yield f"    {check.verdict}: {check.claim} ({check.reason})"
    for name in done.disputed:
        yield f"    still disputed: {done.graph.nodes[name].text}"
