"""Local indexes: the works of a user, a library or a laboratory, as CSL JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from argcheck.sources.csl import csl_record
from argcheck.sources.folding import words
from argcheck.sources.http import UnansweredError
from argcheck.sources.model import Reply

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.sources.http import Http
    from argcheck.sources.model import Query, Record

_BEST = 5  #: most records in the answer to a search
_COMMON = 2_000  #: most works that share a word by which is searched
_SHARE = 0.5  #: least share of a title's words, by weight, unless all words of the work's title are in it


class LocalIndex:
    """Works in a ``.json`` file (a list) or a ``.jsonl`` file (one a line), or in all such files of a folder."""

    services = ()
    answers = frozenset({"doi", "arxiv", "pmid", "search"})
    authority = False
    takes_references = True

    def __init__(self, path: Path) -> None:
        """Keep ``path``, which is read at the first request."""
        self.path = path
        self.name = f"index {path.stem}"

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - nothing is sent
        """Ask for one identifier, or for a title."""
        records, by_identifier, _ = self._index
        if by == "search":
            matching = self._search(query.title)
        else:
            place = by_identifier.get(f"{by}:{getattr(query, by)}")
            matching = [] if place is None else [records[place]]
        return Reply.of(self.name, *matching)

    def _search(self, title: str) -> list[Record]:
        records, _, postings = self._index
        weights: dict[int, float] = defaultdict(float)
        wanted, most = set(words(title)), 0.0
        for word in wanted:
            places = postings.get(word, ())
            weight = 1 / (1 + len(places)) ** 0.5
            most += weight
            if len(places) <= _COMMON:
                for place in places:
                    weights[place] += weight
        good = sorted(
            (-weight, place)
            for place, weight in weights.items()
            if weight >= _SHARE * most or set(words(records[place].title)) <= wanted
        )
        return [records[place] for _, place in good[:_BEST]]

    @cached_property
    def _index(self) -> tuple[list[Record], dict[str, int], dict[str, list[int]]]:
        records: list[Record] = []
        by_identifier: dict[str, int] = {}
        postings: dict[str, list[int]] = defaultdict(list)
        for item in self._items():
            place = len(records)
            record = csl_record(item, self.name)
            records.append(record)
            for name, value in record.identifiers.items():
                by_identifier.setdefault(f"{name}:{value}", place)
            for word in set(words(record.title)):
                postings[word].append(place)
        return records, by_identifier, dict(postings)

    def _items(self) -> list[dict[str, Any]]:
        files = sorted(self.path.glob("*.json*")) if self.path.is_dir() else [self.path]
        items: list[Any] = []
        for file in files:
            try:
                text = file.read_text("utf-8")
                if file.suffix == ".jsonl":
                    items += [json.loads(line) for line in text.split("\n") if line.strip()]
                else:
                    items += json.loads(text)
            except (OSError, ValueError, TypeError, RecursionError) as error:  # TypeError: it is no list
                raise UnansweredError(f"{self.name}: {file.name} cannot be read: {error}") from None
        return [item for item in items if isinstance(item, dict)]
