"""``argcheck mcp``: the eight functions of the argument engine and ``verify``, for agents."""

from __future__ import annotations

from importlib import import_module

import click

from argcheck.cli import parameters
from argcheck.cli.console import say_who_is_served
from argcheck.cli.outcome import CommandOutcome


@click.command("mcp", epilog=parameters.example("mcp"))
def command() -> CommandOutcome:
    """Serve assistants over the Model Context Protocol.

    Offers the argument engine and `verify`, on standard input and output.
    """
    say_who_is_served("an assistant")
    return CommandOutcome(code=import_module("argcheck.plugins.mcp_server").main())
