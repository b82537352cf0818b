"""A snapshot of the Retraction Watch data on this machine: notices without a connection."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.sources.model import Answer, Record, Reply
from argcheck.sources.retractions import load

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.sources.http import Http
    from argcheck.sources.model import Notice, Query


class RetractionWatch:
    """Looks up what `argcheck sources retractions import` stored."""

    name = "retraction-watch"
    services = ()
    answers = frozenset({"doi", "pmid"})
    authority = False

    def __init__(self, file: Path) -> None:
        """Read ``file`` when it is first asked."""
        self.file = file

    @cached_property
    def _known(self) -> dict[str, tuple[Notice, ...]]:
        return load(self.file)

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - nothing is sent
        """Give the notices about one DOI or PubMed number; a work without any is not in the data."""
        number = query.doi if by == "doi" else query.pmid
        notices = self._known.get(f"{by}:{number}", ())
        if not notices:
            return Reply(self.name, Answer.NOT_ASKED)
        return Reply(self.name, Answer.FOUND, (Record(self.name, identifiers={by: number}, notices=notices),))
