"""``argcheck cache``: the store on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome

if TYPE_CHECKING:
    from pathlib import Path


@click.group("cache", epilog=parameters.example("cache clean"))
def command() -> None:
    """Clean the cache."""


@command.command("clean", epilog=parameters.example("cache clean"))
@click.option("--cache-dir", type=parameters.PATH, metavar="DIR", help="The cache to clean.")
def clean(cache_dir: Path | None) -> CommandOutcome:
    """Remove all files of the cache; answers of language models stay."""
    options: dict[str, Any] = {"cache_dir": cache_dir}
    store = common.store_for(options)
    assert store is not None
    removed = store.clean()
    return CommandOutcome(err=f"{store.folder}: {removed} file{'s' * (removed != 1)} removed\n")
