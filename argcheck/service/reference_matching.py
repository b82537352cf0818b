"""The matching of printed references without identifiers with records, by searches for the whole reference."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from argcheck.files.code_place import fault
from argcheck.service.verify_report import MatchedReferences
from argcheck.sources.http import NotSentError, UnansweredError
from argcheck.sources.judged import SEARCH
from argcheck.sources.model import Query
from argcheck.sources.printed import asked_for, printed_work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.service.inquiry import Asked
    from argcheck.sources.http import Http
    from argcheck.sources.model import Record

_AT_ONCE = 8


def match_references(texts: Sequence[str], asked: Asked) -> MatchedReferences:
    """Return the records of references, found by their printed text.

    :param texts: references, without their labels.
    """
    takers = [provider for provider in asked.providers if getattr(provider, "takes_references", False)]
    silent: dict[str, str] = {}
    unanswered: set[int] = set()

    async def record_of(place: int, http: Http, turn: asyncio.Semaphore) -> Record | None:
        query = asked_for(Query(f"r{place}", printed=texts[place]))
        if query is None:
            return None
        for provider in takers:
            try:
                async with turn:
                    reply = await provider.ask(query, http, by=SEARCH)
            except UnansweredError as error:
                unanswered.add(place)
                if not isinstance(error, NotSentError):
                    silent.setdefault(provider.name, str(error))
                continue
            except Exception as error:  # noqa: BLE001 - a bug in a plugin is reported, and never counts as an absence
                unanswered.add(place)
                silent[provider.name] = f"bug in the provider: {fault(error)}"
                continue
            record = printed_work(texts[place], reply.records)
            if record is not None:
                unanswered.discard(place)
                return record
        return None

    async def every() -> MatchedReferences:
        async with asked.connect() as http:
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
