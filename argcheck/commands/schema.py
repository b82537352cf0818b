"""``argcheck schema``: the JSON schema of the configuration file."""

from __future__ import annotations

import json

import click

from argcheck.cli import Outcome


@click.command("schema")
def command() -> Outcome:
    """Print the JSON schema of argcheck.toml."""
    from argcheck.keys import schema

    return Outcome(json.dumps(schema(), indent=2) + "\n")
