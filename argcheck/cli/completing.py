"""The shell completion of names of rules and formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import click


def rules(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last of several names or codes of rules, of installed plugins only."""
    from argcheck.cli.common import known_rules

    known, _ = known_rules()
    return _last_of(incomplete, [word for rule in known for word in (rule.name, rule.code)])


def formats(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last of several names of formats."""
    from argcheck.lint.reporters.formats import FORMATS

    return _last_of(incomplete, FORMATS)


def _last_of(incomplete: str, words: Iterable[str]) -> list[str]:
    done, comma, begun = incomplete.rpartition(",")
    return [f"{done}{comma}{word}" for word in words if word.startswith(begun)]
