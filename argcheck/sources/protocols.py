"""The interfaces of providers of records and of citations, which plugins implement."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from inspect import iscoroutinefunction
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from argcheck.sources.judged import WAYS

if TYPE_CHECKING:
    from argcheck.sources.citers import Cited, Citer
    from argcheck.sources.http import Http, Service
    from argcheck.sources.model import Query, Reply


class Provider(Protocol):
    """An index or archive.

    An exception in ``ask`` is a failed reply that names the provider.  Four attributes are optional: ``covers``, the
    types of entries whose works it has, so that an absence counts against an entry (by default none); ``notices``,
    whether it knows of retractions and is asked for them (by default no); ``complete``, the kinds of identifiers of
    which it knows all, so that it can say that one is registered nowhere; ``takes_references``, whether its search
    accepts a printed reference as title (by default no).  An optional method ``prepare`` gets all queries of a run
    before the first.
    """

    @property
    def name(self) -> str:
        """Its name in verdicts, options and messages."""
        ...

    @property
    def services(self) -> tuple[Service, ...]:
        """The services that it connects to; empty for one on this machine."""
        ...

    @property
    def answers(self) -> frozenset[str]:
        """The ways of asking it, a subset of `WAYS`.

        ``search`` is for the work itself, ``authors`` for other works of its authors of about that year, ``venue``
        for works in the venue: best matches first, and `Reply.full` if there may be more.  ``journal`` is for
        `Reply.years`, by which a journal is known to exist and to be covered or not.  ``publisher`` asks whether
        it has other books of the publisher, without which it does not count as a witness that one is missing.
        ``status`` is for notices about a DOI that its record need not have, in a record without a title; those by the
        DOI itself come anyway.
        """
        ...

    @property
    def authority(self) -> bool:
        """Whether it registers identifiers, so that its record is what an identifier means."""
        ...

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for the work; the caller sets `Reply.by`.

        :raises UnansweredError: there is no answer, which is never an absence.
        """
        ...


@runtime_checkable
class CitationIndex(Protocol):
    """A provider that knows the works that cite a work."""

    name: str

    async def citers(self, work: Cited, http: Http) -> list[Citer]:
        """Return at most `argcheck.sources.citers.MOST` works with open copies that cite ``work``, which has a DOI.

        :raises argcheck.sources.http.UnansweredError: there is no answer, which is never an absence.
        """
        ...


def checked_provider(provider: object) -> Provider:
    """Return a provider from a plugin.

    :raises TypeError: it lacks what is needed to ask it.
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
    """Whether an index has all works of a kind, so that an absence counts."""
    return kind in getattr(provider, "covers", ())
