"""The argument engine: claims, what supports and attacks them, and checks of the shape they form.

Knows nothing of LaTeX: claims arrive as plain text.  Usable by itself::

    from argcheck.graph import GraphStore

Importing the package costs little; the algorithms are loaded when a function first needs them.
"""

from __future__ import annotations

from argcheck.graph.errors import (
    ConclusionIsGivenError,
    GraphError,
    InvalidArgumentError,
    UnknownGraphError,
    UnknownNodeError,
)
from argcheck.graph.store import GraphStore

__all__ = [
    "ConclusionIsGivenError",
    "GraphError",
    "GraphStore",
    "InvalidArgumentError",
    "UnknownGraphError",
    "UnknownNodeError",
]
