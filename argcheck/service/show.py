"""Give the text of a source as `argcheck verify` reads it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.files.cache import Store
    from argcheck.settings.config import Settings
    from argcheck.sources.text.model import SourceText


def source_text(
    paths: Sequence[Path], settings: Settings, key: str, *, cwd: Path, store: Store | None = None
) -> SourceText:
    """Read the text of the source that documents cite as ``key``; nothing is sent.

    :param store: of answers, which may hold an open copy that was fetched.
    :raises UsageError: nobody cites it, there is no text at hand, or it cannot be read.
    """
    from argcheck.lint.registry import load_providers, load_readers
    from argcheck.reading.workspace import Workspace
    from argcheck.sources.full_texts import FullTexts, ready_to_read
    from argcheck.sources.http import Http
    from argcheck.sources.options import options_of
    from argcheck.sources.resolve import Router
    from argcheck.verdicts.verify_entries import tasks_of

    workspace = Workspace(paths, settings, cwd=cwd, store=None, readers=load_readers())
    tasks = tasks_of(workspace.read(), [key])
    if not tasks:
        raise UsageError(f"no document cites '{key}'")
    providers, _ = load_providers(settings)
    ready_to_read()

    async def read() -> tuple[SourceText | None, tuple[str, ...]]:
        async with Http(options_of(settings), store, offline=True) as http:
            places = (await Router(providers, http, this_year=0).resolve(tasks[0].query)).texts
            full_text = await FullTexts(http, fetch=True).of(places)
            return full_text.text, full_text.problems

    text, problems = asyncio.run(read())
    if text is None:
        why = "; ".join(problems) or f"put it into sources/{key}.pdf, .xml, .html, .tex, .md or .txt"
        raise UsageError(f"there is no text of '{key}' at hand: {why}")
    return text
