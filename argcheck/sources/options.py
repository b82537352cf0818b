"""The ``[sources]`` table of the configuration."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from argcheck.settings.config import Settings

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Options(NamedTuple):
    """How to ask sources."""

    contact: str = ""  #: e-mail address that services receive
    timeout: float = 20.0  #: seconds for one request, redirects included
    attempts: int = 3  #: how often one request is sent at most
    concurrency: int = 16  #: most requests at a time
    max_age: int = 30  #: days after which verdicts are asked for again, and stored answers expire
    limits: Mapping[str, float] = _NOTHING  #: service -> requests per second; 0 for no limit
    endpoints: Mapping[str, str] = _NOTHING  #: service -> base address in place of the public one
    indexes: tuple[Path, ...] = ()  #: files and folders with known records
    hosts: frozenset[str] = frozenset()  #: hosts to which a redirect may lead


def options_of(settings: Settings) -> Options:
    """Return the options in the configuration."""
    table = {key.replace("-", "_"): value for key, value in settings.sources.items() if key != "providers"}
    endpoints = {name: base.rstrip("/") for name, base in table.pop("endpoints", {}).items()}
    return Options(**table, endpoints=endpoints, indexes=settings.source_indexes)
