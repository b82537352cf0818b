"""``argcheck schema``: the JSON schemas of the configuration file and of the verdict file."""

from __future__ import annotations

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome


@click.command("schema", epilog=parameters.example("schema verdicts"))
@click.argument("what", type=click.Choice(["config", "verdicts"]), default="config")
def command(what: str) -> CommandOutcome:
    """Print the JSON schema of argcheck.toml or a verdict.

    `argcheck schema verdicts` prints that of a line of .argcheck/verdicts.jsonl.
    """
    if what == "verdicts":
        from argcheck.verdicts.schema import SCHEMA

        return CommandOutcome(common.laid_out(SCHEMA))
    from argcheck.settings.keys import schema

    return CommandOutcome(common.laid_out(schema()))
