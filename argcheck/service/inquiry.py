"""What is asked about works, and the providers that are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import require
from argcheck.service.verify_report import Request

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.files.cache import Store
    from argcheck.settings.config import Settings
    from argcheck.sources.http import Http
    from argcheck.sources.options import Options
    from argcheck.sources.protocols import Provider

_ANSWERS = 1_000_000_000  #: bytes of stored answers


class Inquiry(NamedTuple):
    """What is asked about works, with the settings and plugins that say whom."""

    settings: Settings
    request: Request = Request()
    store: Store | None = None  #: the cache between runs; None for none
    plugins: Sequence[Path] = ()  #: files with further providers
    installed: bool = True  #: whether to ask providers of installed plugins

    def whom(self) -> Asked:
        """Return the providers to ask about works.

        :raises UsageError: a named provider does not exist, or a package is not installed.
        """
        from argcheck.lint.registry import chosen_providers, load_providers
        from argcheck.sources.options import options_of

        request = self.request
        loaded, failures = load_providers(self.settings, self.plugins, plugins=self.installed)
        options = options_of(self.settings)
        providers = chosen_providers(self.settings, loaded)
        hosts = frozenset(_host(service.base) for provider in providers for service in provider.services)
        if hosts and not (request.offline or request.dry_run):
            _ready_to_ask()
        options = options._replace(hosts=hosts, timeout=request.timeout or options.timeout)
        return Asked(providers, options, tuple(failures), request, self.store)


class Asked(NamedTuple):
    """The providers to ask, with their options."""

    providers: list[Provider]
    options: Options
    failures: tuple[Failure, ...]  #: plugins that raised
    request: Request
    store: Store | None  #: answers are kept in its folder

    def with_text_hosts(self) -> Asked:
        """Return a copy that may also ask the hosts of full texts."""
        from argcheck.sources.full_texts import HOSTS

        return self._replace(options=self.options._replace(hosts=self.options.hosts | HOSTS))

    def connect(self) -> Http:
        """Return a client for the requests."""
        from argcheck.files.cache import Store
        from argcheck.sources.http import MARK, Http

        request = self.request
        answers = Store(self.store.folder, _ANSWERS, MARK) if self.store else None
        # a day, so that a run that was killed can go on
        options = self.options._replace(max_age=1) if request.again else self.options
        return Http(options, answers, offline=request.offline, dry=request.dry_run, again=request.again)


def _ready_to_ask() -> None:
    """Load the packages for connections; UsageError if one is not installed."""
    require("argcheck verify", "sources", "httpx2", "lxml", "stamina")
    import stamina

    stamina.instrumentation.set_on_retry_hooks(())  # else each retry is logged to the terminal


def _host(base: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(base).hostname or ""
