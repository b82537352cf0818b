"""How much of what a document cites was checked."""

from __future__ import annotations

from typing import NamedTuple


class Coverage(NamedTuple):
    """How many of the works that a document cites were checked."""

    cited: int
    checked: int
    unknown: tuple[str, ...] = ()  #: keys of entries that could not be decided
    #: keys of entries without a verdict, or with one on what the entry was before
    missing: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()  #: keys of mentions without a verdict, where other mentions have one
