"""``argcheck sources``: what is known about sources on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from argcheck.commands import Outcome, parameters

if TYPE_CHECKING:
    from pathlib import Path


@click.group("sources")
def command() -> None:
    """Look after what this machine knows of cited works."""


@command.group("retractions")
def retractions() -> None:
    """Look after the snapshot of retractions."""


@retractions.command("import")
@click.argument("file", type=parameters.PATH)
def import_(file: Path) -> Outcome:
    """Import FILE, the CSV of Retraction Watch, so that `argcheck verify` finds notices without a connection."""
    from argcheck.sources.retractions import import_csv, snapshot

    target = snapshot()
    works = import_csv(file, target)
    return Outcome(f"{works} works with notices in {target}\n")
