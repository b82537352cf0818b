"""``argcheck schema``: the JSON schemas of the configuration file and of the verdict file."""

from __future__ import annotations

import click

from argcheck.cli import parameters
from argcheck.cli.outcome import CommandOutcome


@click.command("schema", epilog=parameters.example("schema verdicts"))
@click.argument("what", type=click.Choice(["config", "verdicts"]), default="config")
def command(what: str) -> CommandOutcome:
    """Print the JSON schema of argcheck.toml, or of a line of .argcheck/verdicts.jsonl."""
    from argcheck.lint.reporters.json_format import dumps

    if what == "verdicts":
        from argcheck.verdicts.schema import SCHEMA

        return CommandOutcome(dumps(SCHEMA, indent=2) + "\n")
    from argcheck.settings.keys import schema

    return CommandOutcome(dumps(schema(), indent=2) + "\n")
