"""The only access to the network: polite, bounded, cached, and closed to private addresses.

Every request of every provider goes through one `Http`.  It keeps each service to its rate, reads the rate that a
reply allows, waits as long as ``Retry-After`` says, asks nothing twice, and stops asking a host that does not
answer.  An answer is stored once it is read and understood; an answer that is not understood is a failure and is
never stored.

That a service lacks a record is known only from the reply that it documents for this (`Absence`): a web page with
status 404 may be that of a captive portal, a firewall or a service under repair.
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
ABSENCE_DAYS = 1  #: days for which an absence is valid: an index may have the work tomorrow
NAMESPACE = "answers"
MARK = b"argcheck answers 3\n"  #: of files with stored answers, whatever the version of argcheck
MAX_BYTES = 5_000_000  #: most bytes of an answer of an index
_SMALL = 20_000  #: most bytes of an answer that is read at once, as a thread would take longer
_LARGE_ANSWERS = 1  #: at most in memory at a time; reading takes some ten times their bytes
_SILENCE = 3.0  #: seconds for a host that has never answered, once another one was silent
_NOBODY = 3  #: silent hosts after which no further one is asked until somebody answers
_OTHERS = 5.0  #: seconds to wait for an answer that another process has asked for
_HOME = "https://github.com/argcheck/argcheck"


class Absence(NamedTuple):
    """How a service says that it has no such record."""

    media: tuple[str, ...]  #: media types, without parameters
    says: Callable[[bytes], bool]  #: whether a body says so; ``ValueError`` means no
    status: int = 404  #: of HTTP


class _Question(NamedTuple):
    """A request, and how to read its answer."""

    service: Service
    key: str  #: key under which the answer is stored
    url: str
    base: str
    headers: dict[str, str]
    read: Callable[[bytes], Any]
    absent: Absence | None
    limit: int
    elsewhere: bool


class Http:
    """Asks services on the network, politely.

    With ``dry`` nothing is sent, and ``planned`` lists the requests.  With ``again`` absences stored in an earlier run
    are asked for again.  Use it as an asynchronous context manager.
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
        self._silence = False  # whether a host was silent that never answered: there may be no network
        self._silent_services: set[str] = set()  # indexes among these
        self._flying: dict[str, asyncio.Task[Any]] = {}
        self._claims = QuestionLocks(partial(store.common_file, NAMESPACE), _OTHERS) if store else None
        self._stored_before: dict[str, float | None] = {}  # time of the answer that this run saw first
        self._places = asyncio.Semaphore(options.concurrency)
        self._large = asyncio.Semaphore(_LARGE_ANSWERS)

    @property
    def requests(self) -> dict[str, int]:
        """The number of requests sent, by host."""
        return self._transport.requests

    @property
    def is_unheard(self) -> bool:
        """Whether a host was silent and none has answered: there may be no network."""
        return bool(self._silent_services) and not self.is_heard

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
        """Ask a service and return what ``read`` makes of the body, or None if the service says that it has nothing.

        :param read: raises ``ValueError`` for a body that it does not understand; its result is false for a body with
            nothing in it.  It runs once for each body, in a thread for a long one.
        :param absent: how the service says that it has no such record; otherwise only status 200 is an answer.
        :param secret: further parameters, which are neither stored nor shown.
        :param limit: most bytes of the body.
        :param elsewhere: whether another host may answer, to which the service redirects.
        :raises UnansweredError: there is no answer; its text is the reason.
        """
        base = self.options.endpoints.get(service.name, service.base)
        query = "?" + urlencode(parameters) if parameters else ""
        url = f"{base}{path}{query}"
        key = f"{service.base}{path}{query}"
        stored = self._stored(key)
        if stored is not None:
            absence, body = stored
            with suppress(RetryableError):  # the reader of another release may have understood it
                return None if absence else await _understood(read, body, text=elsewhere)
        if self.dry:
            self.planned[url] = None
            raise NotSentError("not asked: this is a dry run")
        if self.offline:
            raise NotSentError("not asked: --offline, and no stored answer")
        sent = url + ("&" if query else "?") + urlencode(secret) if secret else url
        question = _Question(service, key, sent, base, dict(headers or {}), read, absent, limit, elsewhere)
        answer: T | None = await asyncio.shield(self._flying.get(key) or self._start(question))
        return answer

    def _start(self, question: _Question) -> asyncio.Task[Any]:
        task = self._flying[question.key] = asyncio.ensure_future(self._answer(question))
        task.add_done_callback(partial(self._forget, question.key))
        return task

    def _forget(self, key: str, task: asyncio.Task[Any]) -> None:
        del self._flying[key]
        if not task.cancelled():
            task.exception()  # retrieved, since whoever waited for it may be gone

    async def _answer(self, question: _Question) -> Any:
        """Return the answer to a question: stored by another process meanwhile, or asked for and then stored."""
        host = self._host(question.service)
        if self._claims is None or self.store is None:
            async with host.places:
                return (await self._persist(host, question))[2]
        async with host.places, self._claims.hold(question.key):
            answered = self._stored(question.key)  # by another process in the meantime
            if answered is not None:
                with suppress(RetryableError):
                    return (
                        None
                        if answered[0]
                        else await _understood(question.read, answered[1], text=question.elsewhere)
                    )
            absence, body, answer = await self._persist(host, question)
            if self.store.put(NAMESPACE, question.key, (time.time(), absence, body, bool(answer))):
                self._stored_before[question.key] = None
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
            if last or self.is_unheard:  # while nobody answers, there is no waiting
                break
            if not host.trouble.wait(wait):
                refused = True  # the run has waited long enough in all
                break
            with host.busy():
                await asyncio.sleep(wait)
        host.failed(why, at_once=refused and not host.known)
        raise UnansweredError(why)

    async def _attempt(self, host: Host, question: _Question) -> tuple[bool, bytes, Any]:
        seconds = min(self.options.timeout, host.left, host.patience)
        if self._silence and not host.known:
            seconds = min(seconds, _SILENCE)
        if self.is_unheard and len(self._silent_services) >= _NOBODY and not question.elsewhere:
            host.failed("nobody answers, and it was not asked", at_once=True)
            raise UnansweredError(host.why)
        if seconds <= 0:
            host.failed("it has taken its share of the run", at_once=True)
            raise UnansweredError(host.why)
        async with AsyncExitStack() as until_read:
            received = await self._fetch(question, host, seconds, until_read)
            return await self._result_of(host, question, received)

    async def _fetch(
        self, question: _Question, host: Host, seconds: float, until_read: AsyncExitStack
    ) -> Received:
        """Send a request; a large answer of an index waits for one of few places in memory."""
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
                self._silent_services |= set() if question.elsewhere else {question.service.name}
            raise
        host.took(since)
        return received

    async def _result_of(
        self, host: Host, question: _Question, received: Received
    ) -> tuple[bool, bytes, Any]:
        """Return whether the record is absent, the body, and what was read in it.

        :raises UnansweredError: the response is neither an answer nor a documented absence.
        """
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
        """Handle a refusal: wait as long as the service says, or leave it alone.

        :raises RetryableError: it may be asked again.
        :raises UnansweredError: it is left alone.
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
        """Return the stored answer if it is recent: an absence for a day, others as long as verdicts are valid."""
        kept = self.store.get(NAMESPACE, key) if self.store else None
        if kept is None:
            self._stored_before.setdefault(key, None)
            return None
        when, absence, body, result = kept
        if self.again and not result and self._stored_before.setdefault(key, when) == when:
            return None  # it was there when this run looked first; the clock may have been set since
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
    """Return what ``read`` makes of an answer, which may take minutes for a text.

    :param text: whether it is a full text.
    :raises RetryableError: it is not understood; an answer that was cut off may be whole the next time.
    """
    try:
        if len(body) <= _SMALL and not text:
            return read(body)
        return await asyncio.to_thread(read, body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        why = str(error) if type(error) is ValueError else type(error).__name__  # written by a reader here
    raise RetryableError(f"an answer that cannot be read ({why})")
