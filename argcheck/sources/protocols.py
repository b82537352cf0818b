"""What a provider of records, and one of citations, has to offer; plugins implement it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from argcheck.sources.judged import FILE, IDENTIFIERS, PEOPLE, PUBLISHER, SEARCH, STATUS, VENUE

if TYPE_CHECKING:
    from argcheck.sources.citers import Cited, Citer
    from argcheck.sources.http import Http, Service
    from argcheck.sources.model import Query, Reply

WAYS = frozenset(
    {*IDENTIFIERS, SEARCH, FILE, PEOPLE, VENUE, PUBLISHER, STATUS}
)  #: what a provider can be asked by


class Provider(Protocol):
    """One index or archive.

    An exception in ``ask`` is a reply that failed, which names the provider.  Four further attributes may be left out:
    ``covers``, the types of entries whose works it holds, so that what it does not find counts against an entry (none
    by default), and ``notices``, whether it knows of retractions and is asked for them besides (no by default);
    ``complete``, the identifiers of which it knows every one there is, so that it can say that one is registered
    nowhere; ``takes_references``, whether its search takes a whole printed reference for a title (no by default).  A
    method ``prepare``, if there is one, is told all queries of a run before the first.
    """

    @property
    def name(self) -> str:
        """What it is called in verdicts, options and messages."""
        ...

    @property
    def services(self) -> tuple[Service, ...]:
        """What it connects to; nothing for one that stays on this machine."""
        ...

    @property
    def answers(self) -> frozenset[str]:
        """What it can be asked by: some of ``doi``, ``arxiv``, ``pmid``, ``search``, ``file``, ``authors``, ``venue``, ``publisher`` and ``status``.

        ``search`` is for the work itself, ``authors`` for what its authors published about that year, ``venue`` for
        what stands in the venue: the best matches first, and `Reply.full` says that there may be more; ``publisher``
        asks whether it has other books of the publisher, without which it is no witness that one is missing.
        ``status`` is for notices about a DOI that its record need not name, in a record without a title; by the DOI
        itself they come anyhow.
        """
        ...

    @property
    def authority(self) -> bool:
        """Whether it registers the identifiers: what it has for one is what the identifier means."""
        ...

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for the work; `Reply.by` is filled in by the caller.

        :raises UnansweredError: no answer, which is never an absence.
        """
        ...


@runtime_checkable
class CitationIndex(Protocol):
    """A provider that knows who cites a work."""

    name: str

    async def citers(self, work: Cited, http: Http) -> list[Citer]:
        """Name works with an open copy that cite ``work``, which has a DOI; at most `argcheck.sources.citers.MOST`.

        :raises argcheck.sources.http.UnansweredError: no answer, which is never an absence.
        """
        ...


def checked_provider(provider: object) -> Provider:
    """Give a provider as a plugin gives it.

    :raises TypeError: what it lacks, so that it could not be asked.
    """
    if isinstance(provider, type):
        raise TypeError(f"{provider.__name__} is a class, not a provider: give {provider.__name__}()")
    name = getattr(provider, "name", None)
    if not isinstance(name, str):
        raise TypeError(f"a provider of the class {type(provider).__name__} has no 'name'")
    lacking = next(
        (part for part in ("services", "answers", "authority", "ask") if not hasattr(provider, part)), ""
    )
    if lacking:
        raise TypeError(f"provider '{name}' has no '{lacking}'")
    made: Provider = provider  # type: ignore[assignment]
    if not isinstance(made.answers, AbstractSet):
        raise TypeError(f"provider '{name}' has no set of words 'answers'")
    if unknown := sorted(made.answers - WAYS):
        *ways, last = sorted(WAYS)
        raise TypeError(
            f"provider '{name}' cannot be asked by '{unknown[0]}', but by {', '.join(ways)} and {last}"
        )
    if not iscoroutinefunction(made.ask):
        raise TypeError(f"'ask' of provider '{name}' is not 'async def'")
    return made


def holds_kind(provider: Provider, kind: str) -> bool:
    """Whether an index holds the works of a kind, so that what it does not find says something."""
    return kind in getattr(provider, "covers", ())
