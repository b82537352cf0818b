"""A single request, to a public address or through the user's proxy, with limits on time, redirects and size."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from argcheck.sources.pace import UnansweredError
from argcheck.tex.numerals import natural

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from argcheck.sources.options import Options


class PrivateAddressError(Exception):
    """A host has an address in a private network."""


class DnsTimeoutError(OSError):
    """The name server did not answer within the limit."""


async def public_addresses(host: str, port: int, *, seconds: float, any_address: bool = False) -> list[str]:
    """Return the addresses of a host, IPv4 first.

    The caller connects to these addresses without another look-up, so that a name whose address changes in between
    leads nowhere else.

    :param seconds: most seconds for the look-up.
    :param any_address: whether private addresses are allowed, for a host that the user named as an endpoint.
    :raises PrivateAddressError: one of the addresses is not public.
    :raises DnsTimeoutError: the look-up took too long.
    :raises OSError: the name is unknown, or there is no network.
    """
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(seconds):
            getaddrinfo = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except TimeoutError:
        raise DnsTimeoutError(f"the name was not looked up within {seconds:g} s") from None
    except UnicodeError:
        raise OSError("not a host name") from None
    addresses = list(
        dict.fromkeys(str(entry[4][0]) for entry in sorted(getaddrinfo, key=lambda item: item[0]))
    )
    if not any_address:
        for address in addresses:
            if not is_public(address):
                raise PrivateAddressError(f"{host} leads to the private address {address}")
    return addresses


def is_public(address: str) -> bool:
    """Whether an IP address is a public one."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if inner is not None:
            return is_public(str(inner))
        if parsed in ipaddress.ip_network("64:ff9b::/96"):  # an IPv4 address behind NAT64
            return is_public(str(ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)))
    return parsed.is_global and not parsed.is_multicast


_REDIRECTS = 5
_CONNECT = 5.0  #: most seconds for a look-up and for connecting
_HASTE = 0.8  #: the same once a host was silent, until one has answered: there may be no network
_CHUNK = 65_536  #: bytes that are decompressed at a time
_LARGE = 500_000  #: least bytes of a large body, of which few may be in memory at a time


class RetryableError(Exception):
    """A request that may succeed if repeated; ``after`` is the wait that the server asked for, in seconds."""

    def __init__(self, detail: str, after: float | None = None) -> None:
        super().__init__(detail)
        self.after = after


class RateLimitError(RetryableError):
    """A service asks for fewer requests."""


class HostTimeoutError(RetryableError):
    """A host did not answer in time."""


class UnreachableHostError(UnansweredError):
    """A host cannot be reached, and repeating the request would only take time."""


class TooLargeError(UnansweredError):
    """An answer has more bytes than allowed."""


class Bounds(NamedTuple):
    """The limits of one request."""

    limit: int  #: most bytes of the body, decompressed
    seconds: float
    grown: Callable[[], Awaitable[object]] | None = None  #: awaited before more of a large body is kept


class Received(NamedTuple):
    """A response."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str  #: the address that answered, after redirects

    @property
    def media(self) -> str:
        """The media type without parameters, in lower case."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Transport:
    """Sends requests; ``requests`` counts them by host."""

    def __init__(self, options: Options, agent: str) -> None:
        self.options = options
        self.requests: dict[str, int] = {}
        self._agent = agent
        self._clients: dict[bool, Any] = {}
        self._known = frozenset(urlsplit(base).netloc for base in options.endpoints.values())
        self._addresses: dict[tuple[str, int], list[str]] = {}
        self._patience = _CONNECT
        self._proxies: dict[tuple[str, str], str] = {}  # a search of the environment is slow
        self._proxy_down, self._proxy_alive = "", False

    async def close(self) -> None:
        """Close all connections."""
        for client in self._clients.values():
            await client.aclose()

    def answered(self) -> None:
        """Record that somebody answered, so that there is a network."""
        self._patience = _CONNECT

    async def fetch(self, url: str, headers: dict[str, str], bounds: Bounds) -> Received:
        """Send a request, follow redirects, and read the body within the limits.

        :raises RetryableError: there is no answer, but may be one the next time.
        :raises UnansweredError: there is no answer.
        """
        import httpx2

        first = urlsplit(url).netloc
        try:
            async with asyncio.timeout(bounds.seconds):
                for _ in range(_REDIRECTS + 1):
                    kept = headers if urlsplit(url).netloc == first else {}
                    received = await self._send(url, kept, bounds)
                    if received.status not in {301, 302, 303, 307, 308} or "location" not in received.headers:
                        return received
                    url = self._followed(url, received.headers["location"])
        except TimeoutError:
            seconds = bounds.seconds
            raise HostTimeoutError(f"no answer within {round(seconds) or round(seconds, 1)} s") from None
        except httpx2.RequestError as error:
            raise RetryableError(_described(error)) from None
        raise UnansweredError(f"more than {_REDIRECTS} redirects")

    def _followed(self, url: str, location: str) -> str:
        """Return the target of a redirect.

        :raises UnansweredError: it may not be followed.
        """
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

    async def _send(self, url: str, headers: dict[str, str], bounds: Bounds) -> Received:
        """Send a request to an address that was looked up and is public, or through the proxy."""
        import httpx2

        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        headers = {"User-Agent": self._agent, "Accept-Encoding": "gzip", **headers}
        if (parts.scheme, host) not in self._proxies:
            self._proxies[parts.scheme, host] = _proxy_for(parts.scheme, host)
        if proxy := self._proxies[parts.scheme, host]:
            return await self._through(proxy, url, headers, bounds)
        addresses = await self._resolve(host, port, parts.netloc)
        headers["Host"] = parts.netloc
        failure: Exception | None = None
        for address in addresses:
            numeric = f"[{address}]:{port}" if ":" in address else f"{address}:{port}"
            pinned = parts._replace(netloc=numeric).geturl()
            try:
                received = await self._read(pinned, headers, bounds, netloc=parts.netloc, server=host)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
                if isinstance(error, httpx2.ConnectTimeout):
                    self._patience = _HASTE
            else:
                return received._replace(url=url)
        raise UnreachableHostError(f"{host} cannot be reached: {failure}")

    async def _through(self, proxy: str, url: str, headers: dict[str, str], bounds: Bounds) -> Received:
        """Send a request through the proxy; one that cannot be reached, or is silent, is tried only once."""
        import httpx2

        if self._proxy_down:
            raise UnreachableHostError(self._proxy_down)
        netloc, loop = urlsplit(url).netloc, asyncio.get_running_loop()
        try:
            async with asyncio.timeout(None) as opening:

                async def followed(event: str, _info: Mapping[str, Any]) -> None:
                    """Limit the time in which the proxy must reach the host."""
                    if event == "connection.connect_tcp.complete" and url.startswith("https:"):
                        opening.reschedule(loop.time() + self._patience)
                    elif event.endswith("receive_response_headers.complete"):
                        self._proxy_alive = True
                        opening.reschedule(None)

                return await self._read(url, headers, bounds, netloc=netloc, followed=followed)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError) as error:
            self._proxy_down = f"the proxy {proxy} cannot be used: {_described(error)}"
            raise UnreachableHostError(self._proxy_down) from None
        except TimeoutError:
            if not opening.expired():
                raise
            self._patience = _HASTE
            why = f"the proxy {proxy} does not answer"
            self._proxy_down = "" if self._proxy_alive else why
            raise UnreachableHostError(f"{netloc} cannot be reached: {why}") from None

    async def _read(
        self,
        url: str,
        headers: dict[str, str],
        bounds: Bounds,
        *,
        netloc: str,
        followed: Callable[[str, Mapping[str, Any]], Awaitable[None]] | None = None,
        server: str = "",
    ) -> Received:
        """Send a request and read the response.

        :param followed: receives the events of a request through the proxy.
        :param server: the name of the host, if the request goes to its address.
        """
        import httpx2

        self.requests[netloc] = self.requests.get(netloc, 0) + 1
        extensions: dict[str, Any] = {"sni_hostname": server} if server else {"trace": followed}
        patience = httpx2.Timeout(bounds.seconds, connect=min(bounds.seconds, self._patience))
        stream = self._client(followed is not None).stream(
            "GET", url, headers=headers, extensions=extensions, timeout=patience
        )
        body = bytearray()
        try:
            async with stream as response:
                await _unpacked(response, body, bounds, netloc)
                return Received(response.status_code, response.headers, bytes(body), url)
        finally:
            body.clear()  # so that a kept exception keeps no body

    async def _resolve(self, host: str, port: int, netloc: str) -> list[str]:
        """Return the addresses of a host, looked up once.

        :raises UnansweredError: there are none, or one is private.
        """
        known = self._addresses.get((host, port))
        if known is None:
            try:
                known = await public_addresses(
                    host, port, seconds=self._patience, any_address=netloc in self._known
                )
            except DnsTimeoutError as error:
                self._patience = _HASTE
                raise UnreachableHostError(f"{host} cannot be reached: {error}") from None
            except PrivateAddressError as error:
                raise UnansweredError(str(error)) from None
            except OSError as error:
                raise UnreachableHostError(f"{host} cannot be reached: {error.strerror or error}") from None
            self._addresses[host, port] = known
        return known

    def _client(self, proxied: bool) -> Any:
        import httpx2

        if proxied not in self._clients:
            limits = httpx2.Limits(max_connections=self.options.concurrency)
            self._clients[proxied] = httpx2.AsyncClient(
                trust_env=proxied,
                verify=httpx2.create_ssl_context(trust_env=True),  # the user's certificates
                limits=limits,
            )
        return self._clients[proxied]


async def _unpacked(response: Any, body: bytearray, bounds: Bounds, netloc: str) -> None:
    """Read and decompress a response into ``body``, in small parts: a few bytes may become a gigabyte.

    :raises TooLargeError: it exceeds the limit.
    :raises RetryableError: its compression was not asked for, or it is damaged.
    """
    limit, _, grown = bounds
    too_large = TooLargeError(f"{netloc}: an answer of more than {limit} bytes is not read")
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in {"", "identity", "gzip", "x-gzip"}:
        raise RetryableError(f"an answer that cannot be read (it is packed as {encoding[:20]})")
    length = response.headers.get("content-length", "")
    if length.isdecimal() and natural(length) > limit:
        raise too_large
    unpacker = zlib.decompressobj(16 + zlib.MAX_WBITS) if encoding.endswith("gzip") else None
    try:
        async for chunk in response.aiter_raw(_CHUNK):
            rest = chunk
            while rest:
                body += unpacker.decompress(rest, _CHUNK) if unpacker else rest
                rest = unpacker.unconsumed_tail if unpacker else b""
                if grown and len(body) > _LARGE:
                    await grown()
                    grown = None
                if len(body) > limit:
                    raise too_large
    except zlib.error as error:
        raise RetryableError(f"an answer that cannot be read ({error})") from None
    if unpacker and body and not unpacker.eof:
        raise RetryableError("an answer that cannot be read (its end is missing)")


def _proxy_for(scheme: str, host: str) -> str:
    """Return the user's proxy for a host, without the password, or an empty text."""
    from urllib.request import getproxies, proxy_bypass

    proxies = getproxies()
    proxy = proxies.get(scheme) or proxies.get("all") or ""
    if not proxy or proxy_bypass(host):
        return ""
    parts = urlsplit(proxy if "://" in proxy else f"//{proxy}")
    return parts.netloc.rpartition("@")[2] or proxy.rpartition("@")[2]


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
