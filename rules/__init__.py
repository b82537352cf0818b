"""The rules of argcheck, one file each, contributed by the same hook as those of third parties."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.api import Rule


def argcheck_rules() -> list[Rule]:
    """Return the rules of this folder: one in each file, with the name of the file."""
    files = os.listdir(os.path.dirname(__file__))  # noqa: PTH120, PTH208 - faster, and every run does it
    names = sorted(file.removesuffix(".py") for file in files if file.endswith(".py") and file[0] != "_")
    return [getattr(import_module(f"{__name__}.{name}"), name) for name in names]
