"""The rules of argcheck: one file each, collected by the hook that third parties use."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from argcheck.api import Rule, hookimpl


@hookimpl
def argcheck_rules() -> list[Rule]:
    """Give every rule in this folder; a file holds one rule of its own name."""
    names = sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
    return [getattr(import_module(f"{__name__}.{name}"), name) for name in names]
