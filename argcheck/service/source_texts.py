"""The texts of sources, as `argcheck verify` reads them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from argcheck.bib.entries import Entries
    from argcheck.files.cache import Store
    from argcheck.reading.manuscript import Manuscript
    from argcheck.settings.config import Settings
    from argcheck.sources.full_texts import FoundText
    from argcheck.sources.text.model import SourceText


def source_text(
    paths: Sequence[Path], settings: Settings, key: str, *, cwd: Path, store: Store | None = None
) -> SourceText:
    """Return the text of the source that documents cite as ``key``; nothing is sent.

    :param store: the cache of answers, which may have an open copy.
    :raises UsageError: the key is not cited, there is no text, or it cannot be read.
    """
    from argcheck.bib.bibliography import file_name
    from argcheck.lint.registry import load_readers
    from argcheck.reading.workspace import Workspace

    workspace = Workspace(paths, settings, cwd=cwd, store=None, readers=load_readers())
    at_hand = texts_at_hand(workspace.read_or_fail(), settings, [key], store)
    if not at_hand:
        raise UsageError(f"no document cites '{key}'")
    text, problems = at_hand[min(at_hand)]
    if text is None:
        why = (
            "; ".join(problems) or f"put it into sources/{file_name(key)}.pdf, .xml, .html, .tex, .md or .txt"
        )
        raise UsageError(f"there is no text of '{key}' at hand: {why}")
    return text


def texts_at_hand(
    documents: Iterable[tuple[Manuscript, Entries]],
    settings: Settings,
    keys: Collection[str],
    store: Store | None = None,
) -> dict[str, FoundText]:
    """Return the texts of the works that documents cite as ``keys``, by the keys of entries; nothing is sent.

    :raises UsageError: a package for reading texts is not installed.
    """
    from argcheck.lint.registry import load_providers
    from argcheck.sources.full_texts import FullTexts, ready_to_read
    from argcheck.sources.http import Http
    from argcheck.sources.options import options_of
    from argcheck.sources.resolve import Router
    from argcheck.verdicts.verify_entries import tasks_of

    tasks = tasks_of(documents, sorted(keys)) if keys else []
    if not tasks:
        return {}
    providers, _ = load_providers(settings)
    ready_to_read()

    async def read() -> dict[str, FoundText]:
        async with Http(options_of(settings), store, offline=True) as http:
            router, texts = Router(providers, http, this_year=0), FullTexts(http, fetch=True)
            return {
                task.entry.key: await texts.of((await router.resolve(task.query)).texts) for task in tasks
            }

    return asyncio.run(read())
