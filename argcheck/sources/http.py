"""The one way out: polite, bounded, stored, and shut to private addresses.

Every request of every provider goes through one `Http`.  It keeps each service to its
rate, reads the rate that a reply allows, waits as long as ``Retry-After`` says, asks
nothing twice, and stops asking a host that does not answer.  An answer is stored as soon
as it is read and understood; what is not understood is a failure and never stored.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar
from urllib.parse import urlencode, urlsplit

from argcheck import __version__
from argcheck.sources.address import AddressRefusedError, SilentError, public_addresses

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from argcheck.cache import Store
    from argcheck.sources.options import Options

T = TypeVar("T")

DAY = 86_400
NAMESPACE = "answers"
MARK = b"argcheck answers 2\n"  #: of the files in which answers are stored, whatever the version of argcheck
MAX_BYTES = 10_000_000  #: of one answer of an index
_REDIRECTS = 5
_PATIENCE = 30.0  #: seconds between two requests at most; a service that asks for a longer wait is left alone for so long
_CONNECT = 5.0  #: seconds that looking up a name, and connecting, may take
_HASTE = 0.8  #: the same once a host was silent, until one has answered: there may be no network
_STRIKES = 3  #: requests in a row that fail until a host is left alone
_REST = 30.0  #: seconds until such a host is tried again
_HOME = "https://github.com/argcheck/argcheck"


class UnansweredError(Exception):
    """A question that got no answer; says why, in words for a user."""


class NotSentError(UnansweredError):
    """A question that was not to be sent: ``--dry-run`` or ``--offline``."""


class Service(NamedTuple):
    """One service on the network and its etiquette, which configuration can lift."""

    name: str
    base: str  #: address without the last slash
    per_second: float  #: requests
    concurrent: int = 1


class _AgainError(Exception):
    """A request that may succeed when it is repeated; ``after`` is what the server asked for, in seconds."""

    def __init__(self, detail: str, after: float | None = None) -> None:
        super().__init__(detail)
        self.after = after


class _DownError(UnansweredError):
    """A host that cannot be reached at all: repeating the request would only take time."""


class _Host:
    """What is known of one host: how fast it may be asked, and whether it answers."""

    def __init__(self, service: Service, limit: float | None) -> None:
        self.lifted = limit is not None
        rate = service.per_second if limit is None else limit
        self.usual = self.interval = 1 / rate if rate else 0.0
        self.places = asyncio.Semaphore(service.concurrent if limit is None else 1_000)
        self.next = 0.0
        self.strikes = 0
        self.shut_until = 0.0
        self.why = ""

    async def turn(self) -> None:
        """Wait until the next request may be sent."""
        now = time.monotonic()
        start = max(now, self.next)
        self.next = start + self.interval
        if start > now:
            await asyncio.sleep(start - now)

    def check(self) -> None:
        if time.monotonic() < self.shut_until:
            raise UnansweredError(self.why)

    def answered(self, headers: Mapping[str, str]) -> None:
        self.strikes = 0
        self.shut_until = 0.0
        allowed, interval = headers.get("x-rate-limit-limit", ""), headers.get("x-rate-limit-interval", "")
        if not self.lifted and allowed.isdecimal() and interval.removesuffix("s").isdecimal():
            self.usual = min(float(interval.removesuffix("s")) / max(int(allowed), 1), _PATIENCE)
        self.interval = max(self.usual, self.interval * 0.8)  # slowly back to what is usual after a 429

    def failed(self, why: str, *, at_once: bool = False, rest: float = _REST) -> None:
        self.strikes += 1
        if at_once or self.strikes >= _STRIKES:
            self.shut_until = time.monotonic() + rest
            self.why = why


class Http:
    """Asks services on the network, politely.

    ``requests`` counts what was sent, by host.  With ``dry`` nothing is sent, and ``planned`` lists what
    would be.  Use it as an asynchronous context manager.
    """

    def __init__(
        self, options: Options, store: Store | None = None, *, offline: bool = False, dry: bool = False
    ) -> None:
        self.options = options
        self.store = store
        self.offline = offline
        self.dry = dry
        self.requests: dict[str, int] = {}
        self.planned: dict[str, None] = {}
        self._hosts: dict[str, _Host] = {}
        self._flying: dict[str, asyncio.Task[Any]] = {}
        self._places = asyncio.Semaphore(options.concurrency)
        self._clients: dict[bool, Any] = {}
        self._known = frozenset(urlsplit(base).netloc for base in options.endpoints.values())
        self._addresses: dict[tuple[str, int], list[str]] = {}
        self._patience = _CONNECT

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        flying = tuple(self._flying.values())
        for task in flying:
            task.cancel()
        await asyncio.gather(*flying, return_exceptions=True)
        for client in self._clients.values():
            await client.aclose()

    # -- asking

    async def ask(
        self,
        service: Service,
        path: str,
        parameters: Mapping[str, str] | None = None,
        *,
        read: Callable[[bytes], T],
        headers: Mapping[str, str] | None = None,
        secret: Mapping[str, str] | None = None,
        limit: int = MAX_BYTES,
    ) -> T | None:
        """Ask a service and give what ``read`` makes of the body; None where the service has nothing (404).

        :param read: raises ``ValueError`` for a body that it does not understand; what it makes of one with
            nothing in it is false.  It runs in a thread, once for each body.
        :param secret: further parameters, which are neither stored nor shown.
        :param limit: bytes of the body, beyond which it is not read.
        :raises UnansweredError: no answer, for the reason that it gives.
        """
        base = self.options.endpoints.get(service.name, service.base)
        query = "?" + urlencode(parameters) if parameters else ""
        url = f"{base}{path}{query}"
        key = f"{service.base}{path}{query}"
        stored = self._stored(key)
        if stored is not None:
            status, body = stored
            with suppress(_AgainError):  # a reader of another release may have understood it
                return None if status == 404 else await _understood(read, body)
        if self.dry:
            self.planned[url] = None
            raise NotSentError("not asked: this is a dry run")
        if self.offline:
            raise NotSentError("not asked: --offline, and no stored answer")
        task = self._flying.get(key)
        if task is None:
            sent = url + ("&" if query else "?") + urlencode(secret) if secret else url
            task = asyncio.ensure_future(
                self._answer(service, key, sent, read, dict(headers or {}), limit=limit)
            )
            self._flying[key] = task
            task.add_done_callback(partial(self._landed, key))
        answer: T | None = await asyncio.shield(task)
        return answer

    def _landed(self, key: str, task: asyncio.Task[Any]) -> None:
        del self._flying[key]
        if not task.cancelled():
            task.exception()  # seen: whoever waited for it may be gone

    async def _answer(
        self,
        service: Service,
        key: str,
        url: str,
        read: Callable[[bytes], T],
        headers: dict[str, str],
        *,
        limit: int,
    ) -> T | None:
        host = self._host(service)
        async with host.places:
            status, body, found = await self._persist(host, url, headers, read, limit)
        if self.store:
            self.store.put(NAMESPACE, key, (time.time(), status, body, bool(found)))
        return found

    async def _persist(
        self,
        host: _Host,
        url: str,
        headers: dict[str, str],
        read: Callable[[bytes], T],
        limit: int,
    ) -> tuple[int, bytes, T | None]:
        """Send a request until it is answered and understood, at most a few times."""
        import stamina

        def worth(error: Exception) -> bool | float:
            return (error.after or True) if isinstance(error, _AgainError) else False

        try:
            async for attempt in stamina.retry_context(
                worth, attempts=self.options.attempts, timeout=None, wait_initial=0.5, wait_max=5.0
            ):
                with attempt:
                    host.check()
                    await host.turn()
                    async with self._places:
                        status, body = await self._once(host, url, headers, limit)
                    found = None if status == 404 else await _understood(read, body)
        except _AgainError as error:
            host.failed(str(error))
            raise UnansweredError(str(error)) from None
        except _DownError as error:
            host.failed(str(error), at_once=True)
            raise
        return status, body, found

    async def _once(self, host: _Host, url: str, headers: dict[str, str], limit: int) -> tuple[int, bytes]:
        status, replied, body = await self._fetch(url, headers, limit)
        if status == 429 or status >= 500:
            after = _seconds(replied.get("retry-after", ""))
            if status == 429:
                host.interval = min(max(host.interval, 0.05) * 2, _PATIENCE)
            if after is not None and after > _PATIENCE:
                host.failed(f"asks to be left alone for {after:.0f} s", at_once=True, rest=after)
                raise UnansweredError(host.why)
            raise _AgainError(f"answered {status}", after)
        host.answered(replied)
        self._patience = _CONNECT
        if status not in {200, 404}:
            raise UnansweredError(f"answered {status}")
        return status, body

    # -- fetching

    async def _fetch(
        self, url: str, headers: dict[str, str], limit: int
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Send one request, follow where it leads, and read the body within the time and size allowed."""
        import httpx2

        first = urlsplit(url).netloc
        try:
            async with asyncio.timeout(self.options.timeout):
                for _ in range(_REDIRECTS + 1):
                    netloc = urlsplit(url).netloc
                    kept = headers if netloc == first else {}
                    status, replied, body = await self._send(url, kept, limit)
                    if status not in {301, 302, 303, 307, 308} or "location" not in replied:
                        return status, replied, body
                    url = self._followed(url, replied["location"])
        except TimeoutError:
            raise _AgainError(f"no answer within {self.options.timeout:g} s") from None
        except httpx2.RequestError as error:
            raise _AgainError(
                f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            ) from None
        raise UnansweredError(f"more than {_REDIRECTS} redirects")

    def _followed(self, url: str, location: str) -> str:
        """Give where a redirect leads, if it may be followed."""
        import httpx2

        try:
            url = str(httpx2.URL(url).join(location))
            parts = urlsplit(url)
            _ = parts.port
        except (httpx2.InvalidURL, ValueError):
            raise UnansweredError("a redirect to what is no address is not followed") from None
        if parts.netloc in self._known:
            return url
        if parts.scheme != "https" or parts.username or (parts.hostname or "") not in self.options.hosts:
            raise UnansweredError(f"a redirect to {parts.scheme}://{parts.hostname} is not followed")
        return url

    async def _send(
        self, url: str, headers: dict[str, str], limit: int
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Send one request to an address that was looked up and found to be public."""
        import httpx2

        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        headers = {"User-Agent": self._agent(), "Accept-Encoding": "gzip", **headers}
        if self._proxied(parts.scheme, host):
            return await self._read(url, headers, limit=limit, netloc=parts.netloc, proxied=True)
        addresses = await self._resolve(host, port, parts.netloc)
        headers["Host"] = parts.netloc
        failure: Exception | None = None
        for address in addresses:
            pinned = str(httpx2.URL(url).copy_with(host=address))
            try:
                return await self._read(pinned, headers, limit=limit, netloc=parts.netloc, server=host)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
                if isinstance(error, httpx2.ConnectTimeout):
                    self._patience = _HASTE
        raise _DownError(f"{host} cannot be reached: {failure}")

    async def _read(
        self,
        url: str,
        headers: dict[str, str],
        *,
        limit: int,
        netloc: str,
        proxied: bool = False,
        server: str = "",
    ) -> tuple[int, Mapping[str, str], bytes]:
        import httpx2

        self.requests[netloc] = self.requests.get(netloc, 0) + 1
        extensions = {"sni_hostname": server} if server else {}
        patience = httpx2.Timeout(self.options.timeout, connect=min(self.options.timeout, self._patience))
        stream = self._client(proxied).stream(
            "GET", url, headers=headers, extensions=extensions, timeout=patience
        )
        async with stream as response:
            chunks, size = [], 0
            async for chunk in response.aiter_bytes():
                size += len(chunk)
                if size > limit:
                    raise UnansweredError(f"{netloc}: an answer of more than {limit} bytes is not read")
                chunks.append(chunk)
            return response.status_code, response.headers, b"".join(chunks)

    async def _resolve(self, host: str, port: int, netloc: str) -> list[str]:
        known = self._addresses.get((host, port))
        if known is None:
            try:
                known = await public_addresses(
                    host, port, seconds=self._patience, any_address=netloc in self._known
                )
            except SilentError as error:
                self._patience = _HASTE
                raise _DownError(f"{host} cannot be reached: {error}") from None
            except AddressRefusedError as error:
                raise UnansweredError(str(error)) from None
            except OSError as error:
                raise _DownError(f"{host} cannot be reached: {error.strerror or error}") from None
            self._addresses[host, port] = known
        return known

    # -- parts

    def _host(self, service: Service) -> _Host:
        if service.name not in self._hosts:
            self._hosts[service.name] = _Host(service, self.options.limits.get(service.name))
        return self._hosts[service.name]

    def _agent(self) -> str:
        contact = f"; mailto:{self.options.contact}" if self.options.contact else ""
        return f"argcheck/{__version__} ({_HOME}{contact})"

    def _proxied(self, scheme: str, host: str) -> bool:
        from urllib.request import getproxies, proxy_bypass

        proxies = getproxies()
        return bool(proxies.get(scheme) or proxies.get("all")) and not proxy_bypass(host)

    def _client(self, proxied: bool) -> Any:
        import httpx2

        if proxied not in self._clients:
            limits = httpx2.Limits(max_connections=self.options.concurrency, max_keepalive_connections=8)
            self._clients[proxied] = httpx2.AsyncClient(
                trust_env=proxied,
                verify=httpx2.create_ssl_context(trust_env=True),  # the user's certificates, proxy or not
                limits=limits,
            )
        return self._clients[proxied]

    def _stored(self, key: str) -> tuple[int, bytes] | None:
        """Give what was answered of late: an absence for a day, all else while a verdict on it would be good."""
        kept = self.store.get(NAMESPACE, key) if self.store else None
        if kept is None:
            return None
        when, status, body, found = kept
        days = max(1, self.options.max_age) if found else 1
        return (status, body) if time.time() < when + days * DAY else None


async def _understood(read: Callable[[bytes], T], body: bytes) -> T:
    """Read an answer, which takes minutes for some texts; one that was cut off may be whole the next time."""
    try:
        return await asyncio.to_thread(read, body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = str(error) if type(error) is ValueError else type(error).__name__  # the words of a reader here
        raise _AgainError(f"an answer that cannot be read ({why})") from None


def _seconds(value: str) -> float | None:
    """Read ``Retry-After``: seconds or a date."""
    from email.utils import parsedate_to_datetime

    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except ValueError:
        return None
