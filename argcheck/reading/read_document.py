"""A document that was read: its manuscript and its bibliography."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from argcheck.bib.bibliography import Bibliography
    from argcheck.reading.manuscript import Manuscript


class Document(NamedTuple):
    """One document that was read."""

    manuscript: Manuscript
    bibliography: Bibliography
