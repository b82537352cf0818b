"""``argcheck config``: the effective configuration, and where each value comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome

if TYPE_CHECKING:
    from pathlib import Path


@click.command("config", epilog=parameters.example("config thesis/"), cls=parameters.DocumentCommand)
@parameters.paths_argument
@parameters.format_option("text", "json", of="list")
def command(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """Show the settings for PATHS, and the origin of each."""
    settings = common.settings_for(common.targets(paths), options)
    if form == "text":
        return CommandOutcome(common.listing(settings))
    from argcheck.settings.config import effective

    data = {
        setting.key: {"value": setting.value, "origin": setting.origin} for setting in effective(settings)
    }
    return CommandOutcome(common.laid_out(data))
