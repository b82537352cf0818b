"""``argcheck config``: the effective configuration, and where each value comes from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from argcheck.commands import Outcome, common, parameters

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.config import Settings


@click.command("config")
@parameters.paths_argument
@parameters.config_options
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the list."
)
def command(paths: tuple[Path, ...], form: str, **options: Any) -> Outcome:
    """Show the settings that hold for PATHS, and the origin of each."""
    settings = common.settings_for(common.targets(paths), options)
    if form == "text":
        return Outcome(listing(settings))
    from argcheck.config import effective

    data = {one.key: {"value": one.value, "origin": one.origin} for one in effective(settings)}
    return Outcome(json.dumps(data, indent=2, ensure_ascii=False) + "\n")


def listing(settings: Settings) -> str:
    """Write one line for each key: value and origin."""
    from argcheck.config import effective

    return "".join(
        f"{one.key} = {json.dumps(one.value, ensure_ascii=False)}  # {one.origin}\n"
        for one in effective(settings)
    )
