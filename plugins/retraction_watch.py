"""A local snapshot of the Retraction Watch data, for notices without a connection."""

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
        """Keep ``file``, which is read at the first request."""
        self.file = file

    @cached_property
    def _known(self) -> dict[str, tuple[Notice, ...]]:
        return load(self.file)

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - nothing is sent
        """Return the notices on one DOI or PubMed number; ``NOT_ASKED`` without any, as the data has no other works."""
        number = query.doi if by == "doi" else query.pmid
        notices = self._known.get(f"{by}:{number}", ())
        if not notices:
            return Reply(self.name, Answer.NOT_ASKED)
        return Reply.of(self.name, Record(self.name, identifiers={by: number}, notices=notices))
