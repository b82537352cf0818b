"""The pace at which a host may be asked, whether it answers, and how much of a run it may take."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

PATIENCE = 30.0  #: most seconds between two requests; a service that asks for more is left alone
_STRIKES = 3  #: failed requests in a row after which a host is left alone
_REST = 30.0  #: seconds after which such a host is tried again
_FIRST_SHARE = 6.0  #: seconds of a run for a host that has not answered
_TROUBLE = 5.0  #: seconds that a run waits in all before repeating failed requests
_RELIEF = 0.05  #: further seconds of these for each answer
_SHARE = 3.0  #: further seconds of a run for each answer
_SLOW = 3  #: most silence in multiples of the slowest answer, if more than the first share
_REGAINED = 0.25  #: seconds of silence that an answer makes up for


class UnansweredError(Exception):
    """A question without an answer; the message tells users why."""


class NotSentError(UnansweredError):
    """A question that must not be sent: ``--dry-run`` or ``--offline``."""


class StatusError(UnansweredError):
    """A status that is neither an answer nor a documented absence."""

    def __init__(self, status: int, media: str) -> None:
        super().__init__(f"answered {status}" + (f" with {media}" if media else ""))
        self.status = status


class Service(NamedTuple):
    """A service on the network and its rates, which the configuration can change."""

    name: str  #: in options and messages
    base: str  #: address without trailing slash
    per_second: float  #: requests per second
    concurrent: int = 1  #: requests at a time
    share: float = _FIRST_SHARE  #: seconds of a run for it before its first answer


class Trouble:
    """The time for which a run may still wait before repeating requests; overlapping waits count once."""

    def __init__(self) -> None:
        self.left = _TROUBLE  #: seconds that it may still wait
        self._until = 0.0

    def wait(self, seconds: float) -> bool:
        """Whether a run may wait so many seconds, which are then subtracted."""
        now = time.monotonic()
        more = max(0.0, now + seconds - max(now, self._until))
        if more > self.left:
            return False
        self.left -= more
        self._until = max(self._until, now + seconds)
        return True


class Host:
    """The state of one host: its rate, and whether it answers.

    The time of a run for it counts while a request is sent or waits to be repeated.  Once this exceeds the share of the
    host, which grows with each answer, the host is left alone for the rest of the run.
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
        self._silent = 0.0  # seconds without an answer, overlapping requests once
        self._silent_until = 0.0
        self._slowest = 0.0  # seconds

    async def turn(self) -> None:
        """Wait until the next request may be sent.

        :raises UnansweredError: the host is left alone, possibly since the wait began.
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
        """Check that the host is not left alone.

        :raises UnansweredError: it is.
        """
        if time.monotonic() < self.shut_until:
            raise UnansweredError(self.why)

    @property
    def left(self) -> float:
        """Seconds of the run that are left for the host."""
        running = time.monotonic() - self._since if self._busy else 0.0
        return max(0.0, self._share - self._spent - running)

    @property
    def patience(self) -> float:
        """Seconds for which it may still be silent, however much it has answered."""
        return max(0.0, max(self._first_share, _SLOW * self._slowest) - self._silent)

    def took(self, since: float) -> None:
        """Record the time of a request that was sent at ``since`` and answered."""
        self._slowest = max(self._slowest, time.monotonic() - since)

    def timed_out(self, since: float) -> None:
        """Record the silence of a request that was sent at ``since``."""
        now = time.monotonic()
        self._silent += now - max(since, self._silent_until)
        self._silent_until = now

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count the time of the context as time for the host, overlapping requests once."""
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
        """Record an answer, and the rate that it allows."""
        self.strikes = 0
        self.shut_until = 0.0
        self.known = True
        self.trouble.left += _RELIEF
        self._share += _SHARE
        self._silent = max(0.0, self._silent - _REGAINED)
        allowed, interval = headers.get("x-rate-limit-limit", ""), headers.get("x-rate-limit-interval", "")
        counts = [float(text) for text in (interval.removesuffix("s"), allowed) if text.isdecimal()]
        if not self.lifted and len(counts) > 1 and math.isfinite(sum(counts)):
            self.usual = min(counts[0] / max(counts[1], 1), PATIENCE)
        self.interval = max(self.usual, self.interval * 0.8)  # slowly back to the usual rate after a 429

    def slower(self) -> None:
        """Halve the rate, because the host answered that it is asked too often."""
        self.interval = min(max(self.interval, 0.05) * 2, PATIENCE)

    def failed(self, why: str, *, at_once: bool = False, rest: float = _REST) -> None:
        """Record a failed request; after several, or without time left, the host is left alone."""
        self.strikes += 1
        self.why = why
        if not self.left or not self.patience:
            at_once, rest = True, float("inf")
        if at_once or self.strikes >= _STRIKES:
            self.shut_until = max(self.shut_until, time.monotonic() + rest)
