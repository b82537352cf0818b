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
    """How sources are asked."""

    contact: str = ""  #: e-mail address that services are told
    timeout: float = 20.0  #: seconds for one request, redirects included
    attempts: int = 3  #: times that one request is sent
    concurrency: int = 16  #: requests at a time
    max_age: int = (
        30  #: days after which a verdict is asked for again, and a stored answer is not taken any more
    )
    limits: Mapping[str, float] = _NOTHING  #: service -> requests a second; 0 lifts the limit
    endpoints: Mapping[str, str] = _NOTHING  #: service -> base address instead of the public one
    indexes: tuple[Path, ...] = ()  #: files and folders with records that are known
    hosts: frozenset[str] = frozenset()  #: hosts that a redirect may lead to


def options_of(settings: Settings) -> Options:
    """Read the options out of the configuration."""
    table = {key.replace("-", "_"): value for key, value in settings.sources.items() if key != "providers"}
    endpoints = {name: base.rstrip("/") for name, base in table.pop("endpoints", {}).items()}
    return Options(**table, endpoints=endpoints, indexes=settings.source_indexes)
