"""``argcheck mcp``: the eight functions of the argument engine for agents."""

from __future__ import annotations

from importlib import import_module

import click

from argcheck.commands import Outcome


@click.command("mcp")
def command() -> Outcome:
    """Serve the argument engine over the Model Context Protocol, on standard input and output."""
    return Outcome(code=import_module("argcheck.plugins.mcp_server").main())
