"""``argcheck lsp``: the language server for editors."""

from __future__ import annotations

from importlib import import_module

import click

from argcheck.cli import parameters
from argcheck.cli.console import say_who_is_served
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import require


@click.command("lsp", epilog=parameters.example("lsp"))
def command() -> CommandOutcome:
    """Serve an editor over the Language Server Protocol.

    Uses standard input and output.
    """
    require("argcheck lsp", "lsp", "pygls")
    say_who_is_served("an editor")
    return CommandOutcome(code=import_module("argcheck.lsp.server").main())
