"""Find the records of printed references that name no identifier, by asking with the whole reference."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from argcheck.files.code_place import fault
from argcheck.files.patterns import YEAR
from argcheck.service.verify_report import MatchedReferences
from argcheck.sources.http import MARK, Http, NotSentError, UnansweredError
from argcheck.sources.judged import SEARCH
from argcheck.sources.model import Query
from argcheck.sources.printed import printed_work

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.files.cache import Store
    from argcheck.service.verify_report import Request
    from argcheck.settings.config import Settings
    from argcheck.sources.model import Record

_AT_ONCE = 8
_SENT = 600  #: characters of a reference; what stands behind them may be text that was read into the last of a list


def match_references(
    texts: Sequence[str],
    settings: Settings,
    request: Request,
    *,
    store: Store | None = None,
    plugins: Sequence[Path] = (),
    installed: bool = True,
) -> MatchedReferences:
    """Look for the works of references by what is printed of them.

    :param texts: references, without their labels.
    :raises UsageError: a wrong setting, or a package that is not installed.
    """
    from argcheck.files.cache import Store
    from argcheck.service.verify import ANSWERS, whom_to_ask

    asked = whom_to_ask(settings, request, plugins=plugins, installed=installed)
    takers = [provider for provider in asked.providers if getattr(provider, "takes_references", False)]
    silent: dict[str, str] = {}
    unanswered: set[int] = set()

    async def record_of(place: int, http: Http, turn: asyncio.Semaphore) -> Record | None:
        query = Query(f"r{place}", "misc", title=texts[place][:_SENT])
        for provider in takers if YEAR.search(texts[place]) else ():  # no work is told without its year
            try:
                async with turn:
                    reply = await provider.ask(query, http, by=SEARCH)
            except UnansweredError as error:
                unanswered.add(place)
                if not isinstance(error, NotSentError):
                    silent.setdefault(provider.name, str(error))
                continue
            except Exception as error:  # noqa: BLE001 - a third party's code: named, and never an absence
                unanswered.add(place)
                silent[provider.name] = f"bug in the provider: {fault(error)}"
                continue
            record = printed_work(texts[place], reply.records)
            if record is not None:
                unanswered.discard(place)
                return record
        return None

    async def every() -> MatchedReferences:
        answers = Store(store.folder, ANSWERS, MARK) if store else None
        kept = asked.options._replace(max_age=1) if request.again else asked.options
        async with Http(
            kept, answers, offline=request.offline, dry=request.dry_run, again=request.again
        ) as http:
            turn = asyncio.Semaphore(_AT_ONCE)
            try:
                records = await asyncio.gather(*(record_of(place, http, turn) for place in range(len(texts))))
            except asyncio.CancelledError:
                return MatchedReferences(
                    (None,) * len(texts), silent=silent, requests=http.requests, interrupted=True
                )
            return MatchedReferences(
                tuple(records), frozenset(unanswered), silent, http.requests, tuple(http.planned)
            )

    return asyncio.run(every())
