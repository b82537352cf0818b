"""Bundles of options that several commands have, for click."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

Decorator = Callable[[Any], Any]


def together(*options: Decorator) -> Decorator:
    """Return a decorator that adds options or arguments to a command; its help lists them in this order."""
    return lambda command: reduce(lambda function, option: option(function), reversed(options), command)
