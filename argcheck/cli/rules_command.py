"""``argcheck rules``: what can be checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import EXIT_BUG, CommandOutcome
from argcheck.files.manifest import Manifest
from argcheck.lint.manual import describe

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.lint.rule import Rule


@click.command("rules", epilog=parameters.example("rules --accuracy"), cls=parameters.PluginCommand)
@parameters.format_option("text", "json", of="list")
@click.option("--accuracy", is_flag=True, help="Show how often each rule was right when it was measured.")
def command(form: str, plugins: tuple[Path, ...], *, no_plugins: bool, accuracy: bool) -> CommandOutcome:
    """List the rules with code, name, severity and summary."""
    rules, failures = common.known_rules(plugins, no_plugins=no_plugins)
    if form == "json":
        described = [describe(rule) | (_measured(rule) if accuracy else {}) for rule in rules]
        out = common.laid_out(described)
    else:
        out = _accuracy_table(rules) if accuracy else _table(rules)
    if failures:
        return CommandOutcome(out, common.failed(failures), EXIT_BUG)
    return CommandOutcome(out, manifest=Manifest())


def _table(rules: Sequence[Rule]) -> str:
    width = max((len(rule.name) for rule in rules), default=0)
    return "".join(
        f"{rule.code}  {rule.name:{width}}  {rule.severity.label:7}  {'(preview) ' * rule.preview}{rule.summary}\n"
        for rule in rules
    )


def _accuracy_table(rules: Sequence[Rule]) -> str:
    from argcheck.lint.accuracy import HEAD, UNMEASURED, accuracies

    measured = accuracies()
    rows: list[tuple[str, ...]] = [("code", "name", *HEAD)]
    for rule in rules:
        figures = measured[rule.name].figures if rule.name in measured else UNMEASURED
        rows.append((rule.code, rule.name + " (preview)" * rule.preview, *figures))
    width = max(len(row[1]) for row in rows)
    return "".join(
        f"{code:6}  {name:{width}}  {act:>4}  {ignore:>6}  {wrong:>5}  {planted:>7}  {detected:>8}\n"
        for code, name, act, ignore, wrong, planted, detected in rows
    )


def _measured(rule: Rule) -> dict[str, Any]:
    from argcheck.lint.accuracy import accuracies

    measured = accuracies().get(rule.name)
    return {"accuracy": measured._asdict() if measured else None}
