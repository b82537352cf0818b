"""``argcheck rules``: what can be checked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import Outcome
from argcheck.commands import common
from argcheck.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.rule import Rule


@click.command("rules")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the list."
)
@click.option(
    "--plugin",
    "plugins",
    multiple=True,
    type=common.PATH,
    metavar="FILE",
    help="Load rules from a Python file.",
)
@click.option("--no-plugins", is_flag=True, help="Load no installed plugin.")
def command(form: str, plugins: tuple[Path, ...], *, no_plugins: bool) -> Outcome:  # fmt: skip
    """List the rules: code, name, severity, what it is about."""
    rules = common.known_rules(plugins, no_plugins=no_plugins)
    if form == "json":
        return Outcome(
            json.dumps([describe(rule) for rule in rules], indent=2, ensure_ascii=False) + "\n",
            manifest=Manifest(),
        )
    return Outcome(_table(rules), manifest=Manifest())


def _table(rules: Sequence[Rule]) -> str:
    width = max((len(rule.name) for rule in rules), default=0)
    return "".join(
        f"{rule.code}  {rule.name:{width}}  {rule.severity.label:7}  {'(preview) ' * rule.preview}{rule.summary}\n"
        for rule in rules
    )


def describe(rule: Rule) -> dict[str, Any]:
    """Return what there is to know about a rule, as JSON has it."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.label,
        "since": rule.since,
        "preview": rule.preview,
        "summary": rule.summary,
        "options": {
            name: {"default": option.default, "help": option.help} for name, option in rule.options.items()
        },
    }
