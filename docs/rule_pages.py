"""The manual pages of the rules as Markdown files, examples run: ``python docs/rule_pages.py``."""

from __future__ import annotations

import tempfile
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from argcheck.lint.manual import page
from argcheck.lint.registry import load_rules
from argcheck.lint.reporters.formats import render
from argcheck.testing import cases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.lint.rule import Rule

FAMILIES = {
    "ARG": "The argument graph",
    "CIT": "Citations and bibliographies",
    "MIS": "Verdicts on citations",
    "NUM": "Numbers",
    "PRV": "Claims against sources",
    "REF": "Labels, references, floats",
    "SRC": "Existence and status of sources",
    "SUP": "Suppressions",
    "TEX": "Input that cannot be read, or not safely",
}
_MADE = "<!-- made by `python docs/rule_pages.py` from the docstrings of the rules; do not edit -->\n"
_END = "\n```\n"


def rule_page(rule: Rule) -> str:
    """Write the page of one rule: its manual, and below the example what argcheck says of it."""
    manual = page(rule)
    head, end, rest = manual.partition(_END)
    shown = [case.line for case in cases(rule.name, rule.doc)][:1]
    said = f"\nargcheck says:\n\n```text\n{_said(rule)}```\n" if shown else ""
    return f"{_MADE}\n{head}{end}{said}{rest}"


def _said(rule: Rule) -> str:
    example = cases(rule.name, rule.doc)[0]
    with tempfile.TemporaryDirectory(prefix="argcheck-") as name:
        folder = Path(name).resolve()
        report = example.report([rule], folder)
        return render(report, "full", color=False, width=100, cwd=folder, limits=False)


def index(rules: Iterable[Rule]) -> str:
    """Write the table of all rules, a family at a time."""
    parts = [
        f"{_MADE}\n# Rules\n\nEach line below is one rule; its page has an example and says what to do.\n"
    ]
    for family, members in groupby(sorted(rules, key=lambda rule: rule.code), key=lambda rule: rule.code[:3]):
        parts.append(f"\n## {family}: {FAMILIES.get(family, 'Others')}\n\n")
        parts.append("| code | name | severity | what it reports |\n| --- | --- | --- | --- |\n")
        parts += [_row(rule) for rule in members]
    return "".join(parts)


def _row(rule: Rule) -> str:
    preview = " (preview)" if rule.preview else ""
    return (
        f"| {rule.code} | [{rule.name}]({rule.name}.md) | {rule.severity.label}{preview} | {rule.summary} |\n"
    )


def pages() -> Iterator[tuple[str, str]]:
    """Give the name and the text of every page, the index first."""
    rules = load_rules(plugins=False).rules.values()
    yield "README.md", index(rules)
    for rule in rules:
        yield f"{rule.name}.md", rule_page(rule)


def main() -> None:
    """Write the pages into `docs/rules`, and take away those of rules that are gone."""
    folder = Path(__file__).parent / "rules"
    made = dict(pages())
    for file in folder.glob("*.md"):
        if file.name not in made:
            file.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
