"""What prose declares: hypotheses, research questions, contributions, claims of abstract and conclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.extract.nodes import Builder


def read_prose(builder: Builder) -> None:
    """Add the nodes that prose declares, and what they refer to."""
