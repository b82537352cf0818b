"""``argcheck sources``: what is known about sources on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import parameters
from argcheck.cli.outcome import CommandOutcome

if TYPE_CHECKING:
    from pathlib import Path


@click.group("sources", epilog=parameters.example("sources show smith2020"))
def command() -> None:
    """Print texts of sources, and import lists of retractions."""


@command.command(
    "show", epilog=parameters.example("sources show smith2020 thesis/"), cls=parameters.DocumentCommand
)
@click.argument("key")
@parameters.paths_argument
def show(key: str, paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Print the text of the source that PATHS cite as KEY.

    The text is Markdown, as `argcheck verify` reads it. Doubtful passages and corrections are listed on
    standard error.
    """
    from pathlib import Path

    from argcheck.cli import common
    from argcheck.files.cache import Store
    from argcheck.service.source_texts import source_text
    from argcheck.sources.http import MARK

    places = common.targets(paths)
    store = common.store_for(options)
    answers = Store(store.folder, mark=MARK) if store else None
    text = source_text(places, common.settings_for(places, options), key, cwd=Path.cwd(), store=answers)
    doubts = [f"argcheck: {text.place(text.blocks[doubt.first])}: {doubt.message}\n" for doubt in text.doubts]
    changes = [f"argcheck: {text.origin}: {change}\n" for change in text.changes]
    return CommandOutcome(common.harmless(text.markdown), common.harmless("".join((*changes, *doubts))))


@command.group("retractions", epilog=parameters.example("sources retractions import retraction_watch.csv"))
def retractions() -> None:
    """Import lists of retractions."""


@retractions.command("import", epilog=parameters.example("sources retractions import retraction_watch.csv"))
@click.argument("file", type=parameters.PATH)
def import_(file: Path) -> CommandOutcome:
    """Import FILE, the CSV of Retraction Watch.

    `argcheck verify` then finds notices offline.
    """
    from argcheck.lint.reporters.summary import counted
    from argcheck.sources.retractions import import_csv, snapshot

    target = snapshot()
    works = import_csv(file, target)
    return CommandOutcome(f"{counted(works, 'work')} with notices in {target}\n")
