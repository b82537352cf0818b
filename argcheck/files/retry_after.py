"""How long a server that refuses a request asks to be left alone."""

from __future__ import annotations

import time
from datetime import UTC
from math import isfinite


def retry_after(value: str) -> float | None:
    """Return the seconds that a ``Retry-After`` asks for, a number or a date; None where it is neither.

    A date without a zone is one of UTC, as HTTP has it.
    """
    from email.utils import parsedate_to_datetime

    try:
        seconds = float(value)
    except ValueError:
        try:
            until = parsedate_to_datetime(value)
            seconds = (until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp() - time.time()
        except (TypeError, ValueError, OverflowError):
            return None
    return max(0.0, seconds) if isfinite(seconds) else None
