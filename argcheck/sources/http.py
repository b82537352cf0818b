"""The one way out: polite, bounded, stored, and shut to private addresses.

Every request of every provider goes through one `Http`.  It keeps each service to its
rate, reads the rate that a reply allows, waits as long as ``Retry-After`` says, asks
nothing twice, and stops asking a host that does not answer.  An answer is stored as soon
as it is read and understood; what is not understood is a failure and never stored.

That a service has no such record is known only from what it documents as saying so (`Absence`): a web
page with status 404 is that of a captive portal, a firewall or a service under repair.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar
from urllib.parse import urlencode

from argcheck import __version__
from argcheck.files.question_locks import QuestionLocks
from argcheck.files.retry_after import retry_after
from argcheck.sources.pace import PATIENCE, Host, NotSentError, Service, StatusError, Trouble, UnansweredError
from argcheck.sources.transport import (
    Bounds,
    HostTimeoutError,
    RateLimitError,
    Received,
    RetryableError,
    TooLargeError,
    Transport,
    UnreachableHostError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from argcheck.files.cache import Store
    from argcheck.sources.options import Options

__all__ = ["Absence", "Http", "NotSentError", "Service", "StatusError", "UnansweredError"]

T = TypeVar("T")

DAY = 86_400
ABSENCE_DAYS = 1  #: for which an absence is good, wherever it is kept: an index may have the work tomorrow
NAMESPACE = "answers"
MARK = b"argcheck answers 3\n"  #: of the files in which answers are stored, whatever the version of argcheck
MAX_BYTES = 5_000_000  #: of one answer of an index
_SMALL = (
    20_000  #: bytes of an answer that is read at once: a thread for each would take longer than most of them
)
_LARGE_ANSWERS = 1  #: in memory at a time: what is made of them takes some ten times their bytes
_SILENCE = 3.0  #: seconds for a request to a host that has not answered yet, once another one was silent
_NOBODY = 3  #: hosts that are silent, of which none is asked any more as long as nobody has answered
_OTHERS = 5.0  #: seconds to wait for an answer that another process has asked for
_HOME = "https://github.com/argcheck/argcheck"


class Absence(NamedTuple):
    """How a service says that it has no such record."""

    media: tuple[str, ...]  #: media types, without parameters
    says: Callable[[bytes], bool]  #: whether a body says so; ``ValueError`` is a no
    status: int = 404  #: of HTTP


class _Question(NamedTuple):
    """One request, and how its answer is read."""

    service: Service
    key: str  #: under which the answer is stored
    url: str
    base: str
    headers: dict[str, str]
    read: Callable[[bytes], Any]
    absent: Absence | None
    limit: int
    elsewhere: bool


class Http:
    """Asks services on the network, politely.

    With ``dry`` nothing is sent, and ``planned`` lists what would be.  With ``again`` an absence that was stored in
    an earlier run is asked for anew.  Use it as an asynchronous context manager.
    """

    def __init__(
        self,
        options: Options,
        store: Store | None = None,
        *,
        offline: bool = False,
        dry: bool = False,
        again: bool = False,
    ) -> None:
        self.options = options
        self.store = store
        self.offline = offline
        self.dry = dry
        self.again = again
        self.planned: dict[str, None] = {}
        self._transport = Transport(options, _agent(options))
        self._hosts: dict[str, Host] = {}
        self._trouble = Trouble()
        self._silence = (
            False  # whether a host was silent that had not answered before: there may be no network
        )
        self._mute: set[str] = set()  # indexes that were
        self._flying: dict[str, asyncio.Task[Any]] = {}
        self._claims = QuestionLocks(partial(store.common_file, NAMESPACE), _OTHERS) if store else None
        self._before: dict[str, float | None] = {}  # when what this run first saw of a question was stored
        self._places = asyncio.Semaphore(options.concurrency)
        self._large = asyncio.Semaphore(_LARGE_ANSWERS)

    @property
    def requests(self) -> dict[str, int]:
        """How many requests were sent, by host."""
        return self._transport.requests

    @property
    def is_unheard(self) -> bool:
        """Whether a host that was asked keeps silent, and none has answered: there may be no network."""
        return bool(self._mute) and not self.is_heard

    @property
    def is_heard(self) -> bool:
        """Whether any host has answered."""
        return any(host.known for host in self._hosts.values())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        flying = tuple(self._flying.values())
        for task in flying:
            task.cancel()
        await asyncio.gather(*flying, return_exceptions=True)
        if self._claims is not None:
            self._claims.close()
        await self._transport.close()

    async def ask(
        self,
        service: Service,
        path: str,
        parameters: Mapping[str, str] | None = None,
        *,
        read: Callable[[bytes], T],
        absent: Absence | None = None,
        headers: Mapping[str, str] | None = None,
        secret: Mapping[str, str] | None = None,
        limit: int = MAX_BYTES,
        elsewhere: bool = False,
    ) -> T | None:
        """Ask a service and give what ``read`` makes of the body; None where the service says that it has nothing.

        :param read: raises ``ValueError`` for a body that it does not understand; what it makes of one with
            nothing in it is false.  It runs once for each body, for a long one in a thread.
        :param absent: how the service says that it has no such record; without it, no answer but 200 is one.
        :param secret: further parameters, which are neither stored nor shown.
        :param limit: bytes of the body, beyond which it is not read.
        :param elsewhere: whether another host, to which the service leads, may answer.
        :raises UnansweredError: no answer, for the reason that it gives.
        """
        base = self.options.endpoints.get(service.name, service.base)
        query = "?" + urlencode(parameters) if parameters else ""
        url = f"{base}{path}{query}"
        key = f"{service.base}{path}{query}"
        stored = self._stored(key)
        if stored is not None:
            absence, body = stored
            with suppress(RetryableError):  # a reader of another release may have understood it
                return None if absence else await _understood(read, body, text=elsewhere)
        if self.dry:
            self.planned[url] = None
            raise NotSentError("not asked: this is a dry run")
        if self.offline:
            raise NotSentError("not asked: --offline, and no stored answer")
        sent = url + ("&" if query else "?") + urlencode(secret) if secret else url
        question = _Question(service, key, sent, base, dict(headers or {}), read, absent, limit, elsewhere)
        answer: T | None = await asyncio.shield(self._flying.get(key) or self._begin(question))
        return answer

    def _begin(self, question: _Question) -> asyncio.Task[Any]:
        task = self._flying[question.key] = asyncio.ensure_future(self._answer(question))
        task.add_done_callback(partial(self._landed, question.key))
        return task

    def _landed(self, key: str, task: asyncio.Task[Any]) -> None:
        del self._flying[key]
        if not task.cancelled():
            task.exception()  # seen: whoever waited for it may be gone

    async def _answer(self, question: _Question) -> Any:
        host = self._host(question.service)
        if self._claims is None or self.store is None:
            async with host.places:
                return (await self._persist(host, question))[2]
        async with host.places, self._claims.hold(question.key):
            answered = self._stored(question.key)  # by another process, while this one waited
            if answered is not None:
                with suppress(RetryableError):
                    return (
                        None
                        if answered[0]
                        else await _understood(question.read, answered[1], text=question.elsewhere)
                    )
            absence, body, answer = await self._persist(host, question)
            if self.store.put(NAMESPACE, question.key, (time.time(), absence, body, bool(answer))):
                self._before[question.key] = None
        return answer

    async def _persist(self, host: Host, question: _Question) -> tuple[bool, bytes, Any]:
        """Send a request until it is answered and understood, at most a few times.

        :returns: whether the record is absent, the body, and what was read in it.
        """
        why, refused = "", False
        for attempt in range(self.options.attempts):
            await host.turn()
            async with self._places:
                host.check()
                with host.busy():
                    try:
                        return await self._attempt(host, question)
                    except RetryableError as error:
                        why, after, refused = str(error), error.after, isinstance(error, RateLimitError)
                    except (UnreachableHostError, TooLargeError) as error:
                        host.failed(str(error), at_once=isinstance(error, UnreachableHostError))
                        raise
            wait = max(after or 0.0, min(0.5 * 2**attempt, 5.0))
            last = attempt + 1 == self.options.attempts or wait >= host.left
            if last or self.is_unheard:  # while nobody answers, nothing is waited for
                break
            if not host.trouble.wait(wait):
                refused = True  # the run has waited long enough for others
                break
            with host.busy():
                await asyncio.sleep(wait)
        host.failed(why, at_once=refused and not host.known)
        raise UnansweredError(why)

    async def _attempt(self, host: Host, question: _Question) -> tuple[bool, bytes, Any]:
        seconds = min(self.options.timeout, host.left, host.patience)
        if self._silence and not host.known:
            seconds = min(seconds, _SILENCE)
        if self.is_unheard and len(self._mute) >= _NOBODY and not question.elsewhere:
            host.failed("nobody answers, and it was not asked", at_once=True)
            raise UnansweredError(host.why)
        if seconds <= 0:
            host.failed("it has taken its share of the run", at_once=True)
            raise UnansweredError(host.why)
        async with AsyncExitStack() as until_read:
            received = await self._fetch(question, host, seconds, until_read)
            return await self._taken(host, question, received)

    async def _fetch(
        self, question: _Question, host: Host, seconds: float, until_read: AsyncExitStack
    ) -> Received:
        """Send a request; a large answer of an index takes one of few places until it is read."""
        grown = None if question.elsewhere else lambda: until_read.enter_async_context(self._large)
        since = time.monotonic()
        try:
            received = await self._transport.fetch(
                question.url, question.headers, Bounds(question.limit, seconds, grown)
            )
        except HostTimeoutError:
            host.timed_out(since)
            if not host.known:
                self._silence = True
                self._mute |= set() if question.elsewhere else {question.service.name}
            raise
        host.took(since)
        return received

    async def _taken(self, host: Host, question: _Question, received: Received) -> tuple[bool, bytes, Any]:
        if received.status == 429 or received.status >= 500:
            self._refused(host, received)
        self._transport.answered()
        if not (question.elsewhere or received.url.startswith(question.base)):
            raise UnansweredError("was redirected to another host, whose answer is not its own")
        if received.status == 200:
            understood = await _understood(question.read, received.body, text=question.elsewhere)
            host.answered(received.headers)
            return False, received.body, understood
        absent = question.absent
        if absent and received.status == absent.status and _is_absence(absent, received):
            host.answered(received.headers)
            return True, b"", None
        error = StatusError(received.status, received.media)
        if received.status != 404:
            host.failed(str(error))
        raise error

    def _refused(self, host: Host, received: Received) -> None:
        """Take a refusal as the service means it: wait as long as it says, or leave it alone.

        :raises RetryableError: it may be asked again.
        :raises UnansweredError: not in this run, or not for long.
        """
        after = received.headers.get("retry-after", "")
        seconds = retry_after(after)
        why = f"answered {received.status}"
        if received.status == 429:
            host.slower()
        if after and seconds is None:
            host.failed(f"{why} with a Retry-After that cannot be read", at_once=True)
            raise UnansweredError(host.why)
        if seconds is not None and seconds > min(PATIENCE, host.left):
            host.failed(f"asks to be left alone for {seconds:.0f} s", at_once=True, rest=seconds)
            raise UnansweredError(host.why)
        raise RateLimitError(why, seconds) if received.status == 429 else RetryableError(why, seconds)

    def _host(self, service: Service) -> Host:
        if service.name not in self._hosts:
            self._hosts[service.name] = Host(service, self.options.limits.get(service.name), self._trouble)
        return self._hosts[service.name]

    def _stored(self, key: str) -> tuple[bool, bytes] | None:
        """Give what was answered of late: an absence for a day, all else while a verdict on it would be good."""
        kept = self.store.get(NAMESPACE, key) if self.store else None
        if kept is None:
            self._before.setdefault(key, None)
            return None
        when, absence, body, result = kept
        if self.again and not result and self._before.setdefault(key, when) == when:
            return None  # it was there when this run first looked; the clock may have been set since
        days = max(1, self.options.max_age) if result else ABSENCE_DAYS
        return (absence, body) if time.time() < when + days * DAY else None


def _agent(options: Options) -> str:
    contact = f"; mailto:{options.contact}" if options.contact else ""
    return f"argcheck/{__version__} ({_HOME}{contact})"


def _is_absence(absent: Absence, received: Received) -> bool:
    if received.media not in absent.media:
        return False
    try:
        return absent.says(received.body)
    except ValueError:
        return False


async def _understood(read: Callable[[bytes], T], body: bytes, *, text: bool) -> T:
    """Read an answer, which takes minutes for some texts; one that was cut off may be whole the next time.

    :param text: whether it is a full text.
    """
    try:
        if len(body) <= _SMALL and not text:
            return read(body)
        return await asyncio.to_thread(read, body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = str(error) if type(error) is ValueError else type(error).__name__  # the words of a reader here
    raise RetryableError(f"an answer that cannot be read ({why})")
