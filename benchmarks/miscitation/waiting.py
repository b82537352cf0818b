"""Several questions at once, of which each that was asked is answered and kept."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterable

_Value = TypeVar("_Value")


async def together(work: Iterable[Awaitable[_Value]]) -> list[_Value]:
    """Wait for all of some work, and then raise the first error of it, if there is any."""
    results = await asyncio.gather(*work, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results  # type: ignore[return-value]
