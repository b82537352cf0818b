"""The manual page of a rule, and its description as data."""

from __future__ import annotations

import json
from typing import Any

from argcheck.files.diagnostic import FAILED_CODE, FAILED_NAME, WEAKENED_CODE, WEAKENED_NAME, Severity
from argcheck.lint.accuracy import section
from argcheck.lint.rule import Rule
from argcheck.settings.config import SUBMISSION

HOME = "https://github.com/argcheck/argcheck"
FAILED = Rule(
    FAILED_CODE,
    FAILED_NAME,
    Severity.ERROR,
    "0.1.0",
    lambda _: (),
    """A rule failed, or a document could not be analysed.

    The message says which, and why.  The fault is in the rule or in the file, not in the text; all else was checked,
    and the exit code is 3.  `--ignore RULE` leaves the rule out, `--exclude FILE` the file.  If a rule of argcheck
    fails, that is a bug: please report it.
    """,
)
WEAKENED = Rule(
    WEAKENED_CODE,
    WEAKENED_NAME,
    Severity.NOTE,
    "0.1.0",
    lambda _: (),
    """A change leaves a main claim with less support than it had; only `argcheck check --diff-base` can say so.

    The width of a claim is the fewest things that must fall for it to fall (see low-support-width).  The change may be
    chapters away from the claim, so the message names what was lost, and where.  Only conclusions that the author
    declares are reported, no theorems, whose proofs use what they need.
    """,
)
#: Codes of findings that are not rules that could be selected.
NO_RULES = (FAILED, WEAKENED)


def page(rule: Rule) -> str:
    """Return the manual page of a rule as Markdown."""
    about = f"Severity: {rule.severity.label}. Since {rule.since}." + (
        " Preview: runs only when it is selected by name or code." if rule.preview else ""
    )
    if rule.preview and rule.argument:
        about += " Of what models have read it speaks with `--select ARG --runs all`, too."
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


def rule_url(rule: Rule | None) -> str:
    """Return the URL of the manual page of a rule; empty for rules of plugins and for None."""
    ours = rule is not None and rule.check.__module__.startswith("argcheck.")
    return f"{HOME}/blob/main/docs/rules/{rule.name}.md" if rule is not None and ours else ""


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def describe(rule: Rule) -> dict[str, Any]:
    """Return the description of a rule as JSON data."""
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.label,
        "since": rule.since,
        "preview": rule.preview,
        "stage": rule.stage,
        "summary": rule.summary,
        "options": {
            name: {"default": option.default, "help": option.help} for name, option in rule.options.items()
        },
    }
