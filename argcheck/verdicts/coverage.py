"""The share of a document's sources that was checked."""

from __future__ import annotations

from typing import NamedTuple


class Coverage(NamedTuple):
    """Number of works that a document cites, and of those that were checked."""

    cited: int
    checked: int
    unknown: tuple[str, ...] = ()  #: keys of entries with the outcome ``unknown``
    #: keys of entries without a verdict, or with one from before the entry changed
    missing: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()  #: keys of mentions without a verdict, if other mentions have one
