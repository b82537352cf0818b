"""How fast a host may be asked, whether it answers, and how much of a run it may take."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

PATIENCE = 30.0  #: seconds between two requests at most; a service that asks for a longer wait is left alone for so long
_STRIKES = 3  #: requests in a row that fail until a host is left alone
_REST = 30.0  #: seconds until such a host is tried again
_FIRST_SHARE = 6.0  #: seconds of a run that may be spent on a host that has not answered
_TROUBLE = 5.0  #: seconds that a run waits in all before it repeats requests that failed
_RELIEF = 0.05  #: further seconds of them for each answer
_SHARE = 3.0  #: further seconds for each request that it has answered
_SLOW = 3  #: times its slowest answer, for which a host may be silent, if that is more than the share of one that has not answered
_REGAINED = 0.25  #: seconds of silence that an answer makes good


class UnansweredError(Exception):
    """A question that got no answer; says why, in words for a user."""


class NotSentError(UnansweredError):
    """A question that was not to be sent: ``--dry-run`` or ``--offline``."""


class StatusError(UnansweredError):
    """An answer with a status that is neither an answer nor a documented absence."""

    def __init__(self, status: int, media: str) -> None:
        super().__init__(f"answered {status}" + (f" with {media}" if media else ""))
        self.status = status


class Service(NamedTuple):
    """One service on the network and its etiquette, which configuration can lift."""

    name: str  #: for options and messages
    base: str  #: address without the last slash
    per_second: float  #: requests
    concurrent: int = 1  #: requests at a time
    share: float = _FIRST_SHARE  #: seconds of a run that may be spent on it before it has answered anything


class Trouble:
    """How long a run has waited for services that refuse or fail, to ask them once more; overlapping waits count once."""

    def __init__(self) -> None:
        self.left = _TROUBLE  #: seconds for which it may still wait
        self._until = 0.0

    def wait(self, seconds: float) -> bool:
        """Whether a run may wait so long, which is then taken from what is left."""
        now = time.monotonic()
        more = max(0.0, now + seconds - max(now, self._until))
        if more > self.left:
            return False
        self.left -= more
        self._until = max(self._until, now + seconds)
        return True


class Host:
    """What is known of one host: how fast it may be asked, and whether it answers.

    The time that a run spends on it is counted while at least one request is on its way or waits to be repeated.  Once
    that is more than its share, which grows with each answer, it is left alone for the rest of the run.
    """

    def __init__(self, service: Service, limit: float | None, trouble: Trouble) -> None:
        self.trouble = trouble
        self.known = False  #: whether it has answered
        self.lifted = limit is not None
        rate = service.per_second if limit is None else limit
        self.usual = self.interval = 1 / rate if rate else 0.0
        self.places = asyncio.Semaphore(service.concurrent if limit is None else 1_000)
        self.next = 0.0
        self.strikes = 0
        self.shut_until = 0.0
        self.why = ""
        self._share = self._first_share = service.share
        self._spent = 0.0
        self._busy = 0
        self._since = 0.0
        self._silent = 0.0  # seconds of requests without an answer, overlapping ones once
        self._silent_until = 0.0
        self._slowest = 0.0  # seconds of an answer

    async def turn(self) -> None:
        """Wait until the next request may be sent.

        :raises UnansweredError: the host is left alone, be it since the waiting began.
        """
        self.check()
        now = time.monotonic()
        start = max(now, self.next)
        slowed = self.interval > max(self.usual, 0.1)
        if slowed and start > now and not self.trouble.wait(start - now):
            raise UnansweredError(self.why or "it asks to be asked less often")
        self.next = start + self.interval
        if start > now:
            await asyncio.sleep(start - now)
        self.check()

    def check(self) -> None:
        """Refuse to ask a host that is left alone.

        :raises UnansweredError: it is.
        """
        if time.monotonic() < self.shut_until:
            raise UnansweredError(self.why)

    @property
    def left(self) -> float:
        """Seconds of the run that it may still take."""
        running = time.monotonic() - self._since if self._busy else 0.0
        return max(0.0, self._share - self._spent - running)

    @property
    def patience(self) -> float:
        """Seconds for which it may still be silent, however much it has answered before."""
        return max(0.0, max(self._first_share, _SLOW * self._slowest) - self._silent)

    def took(self, since: float) -> None:
        """Note that a request that was sent at this time has come back."""
        self._slowest = max(self._slowest, time.monotonic() - since)

    def timed_out(self, since: float) -> None:
        """Note that a request that was sent at this time got no answer."""
        now = time.monotonic()
        self._silent += now - max(since, self._silent_until)
        self._silent_until = now

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count the time of what happens within as spent on the host, overlapping requests once."""
        if not self._busy:
            self._since = time.monotonic()
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._spent += time.monotonic() - self._since

    def answered(self, headers: Mapping[str, str]) -> None:
        """Note an answer, and the rate that it allows."""
        self.strikes = 0
        self.shut_until = 0.0
        self.known = True
        self.trouble.left += _RELIEF
        self._share += _SHARE
        self._silent = max(0.0, self._silent - _REGAINED)
        allowed, interval = headers.get("x-rate-limit-limit", ""), headers.get("x-rate-limit-interval", "")
        if not self.lifted and allowed.isdecimal() and interval.removesuffix("s").isdecimal():
            self.usual = min(float(interval.removesuffix("s")) / max(int(allowed), 1), PATIENCE)
        self.interval = max(self.usual, self.interval * 0.8)  # slowly back to what is usual after a 429

    def slower(self) -> None:
        """Ask half as often, since the host answered that it is asked too often."""
        self.interval = min(max(self.interval, 0.05) * 2, PATIENCE)

    def failed(self, why: str, *, at_once: bool = False, rest: float = _REST) -> None:
        """Note that a request failed; leave the host alone after some, or once its share of the run is spent."""
        self.strikes += 1
        self.why = why
        if not self.left or not self.patience:
            at_once, rest = True, float("inf")
        if at_once or self.strikes >= _STRIKES:
            self.shut_until = max(self.shut_until, time.monotonic() + rest)
