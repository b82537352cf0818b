"""``argcheck explain``: the manual page of a rule."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from argcheck.accuracy import section
from argcheck.commands import Outcome, common, completing, parameters
from argcheck.commands.rules import describe
from argcheck.diagnostic import FAILED_CODE, FAILED_NAME, Severity
from argcheck.errors import UsageError
from argcheck.manifest import Manifest
from argcheck.rule import SUBMISSION, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

#: What is reported under a code like a finding, and is no rule that could be chosen.
_FAILED = Rule(
    FAILED_CODE,
    FAILED_NAME,
    Severity.ERROR,
    "0.1.0",
    lambda _: (),
    """A rule failed, or a document could not be analysed.

    The message says which, and why.  It is a fault of the rule or of the file, not of what is written there; all else
    was checked, and the exit code is 3.  `--ignore` with the name of the rule that failed leaves that out, `--exclude`
    the file.  That a rule of argcheck fails is a bug: please report it.
    """,
)


@click.command("explain")
@click.argument("rule", shell_complete=completing.rules)
@click.option(
    "--format", "form", type=click.Choice(["markdown", "json"]), default="markdown", help="Form of the page."
)
@parameters.plugin_options
def command(rule: str, form: str, plugins: tuple[Path, ...], *, no_plugins: bool) -> Outcome:  # fmt: skip
    """Print the manual page of RULE, a code or a name."""
    rules, failures = common.known_rules(plugins, no_plugins=no_plugins)
    found = _find(rule, rules, common.failed(failures))
    if form == "json":
        return Outcome(
            json.dumps({**describe(found), "doc": found.doc}, indent=2, ensure_ascii=False) + "\n",
            manifest=Manifest(),
        )
    return Outcome(page(found), manifest=Manifest())


def _find(word: str, rules: Sequence[Rule], failed: str) -> Rule:
    for rule in (*rules, _FAILED):
        if word.upper() == rule.code or word.lower() == rule.name:
            return rule
    import difflib

    near = difflib.get_close_matches(word, [known for rule in rules for known in (rule.name, rule.code)], n=1)
    meant = f"; did you mean '{near[0]}'?" if near else ""
    raise UsageError(f"unknown rule '{word}'{meant}" + ("\n" + failed).rstrip())


def page(rule: Rule) -> str:
    """Write the manual page of a rule as Markdown."""
    about = f"Severity: {rule.severity.label}. Since {rule.since}." + (
        " Preview: runs only when it is selected by name or code." if rule.preview else ""
    )
    if rule.stage == SUBMISSION:
        about += ' Matters only at submission: with `stage = "draft"` it is a note and fails no run.'
    text = f"# {rule.name} ({rule.code})\n\n{rule.doc.strip()}\n\n{about}\n"
    if rule.options:
        rows = "".join(
            f"- `{name}` (default `{_toml(option.default)}`): {option.help}\n"
            for name, option in rule.options.items()
        )
        text += f"\n## Options\n\nIn `[rules.{rule.name}]`:\n\n{rows}"
    return text + section(rule.name)


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
