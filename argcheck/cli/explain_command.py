"""``argcheck explain``: the manual page of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from argcheck.cli import common, completing, parameters
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError
from argcheck.files.manifest import Manifest
from argcheck.lint.manual import NO_RULES, describe, page
from argcheck.lint.selection import meant_rule

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.lint.rule import Rule


@click.command("explain", epilog=parameters.example("explain CIT001"), cls=parameters.PluginCommand)
@click.argument("rule", shell_complete=completing.rules)
@parameters.format_option("markdown", "json", of="page")
def command(rule: str, form: str, plugins: tuple[Path, ...], *, no_plugins: bool) -> CommandOutcome:  # fmt: skip
    """Print the manual page of RULE, a code or a name."""
    rules, failures = common.known_rules(plugins, no_plugins=no_plugins)
    explained = _find(rule, rules, common.failed(failures))
    if form == "json":
        return CommandOutcome(
            common.laid_out({**describe(explained), "doc": explained.doc}), manifest=Manifest()
        )
    return CommandOutcome(page(explained), manifest=Manifest())


def _find(word: str, rules: Sequence[Rule], failed: str) -> Rule:
    for rule in (*rules, *NO_RULES):
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    family = [f"{rule.code} {rule.name}" for rule in rules if rule.code[:3] == word.upper()]
    if family:
        raise UsageError(f"'{word}' begins {len(family)} rules; give one: {', '.join(family)}")
    raise UsageError(f"unknown rule '{word}'{meant_rule(word, rules)}" + ("\n" + failed).rstrip())
