"""Defined terms: a definition whose term occurs in a statement or proof is used there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.extract.nodes import Builder


def term_edges(builder: Builder) -> None:
    """Add an edge from each definition to what uses its term."""
