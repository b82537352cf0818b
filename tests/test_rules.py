"""Every rule does what its page and its manual say, and every rule has both."""

from __future__ import annotations

from pathlib import Path

import pytest

from argcheck.lint.registry import load_rules
from argcheck.testing import Case, cases, load_cases

HERE = Path(__file__).parent
REGISTRY = load_rules(plugins=False)
RULES = {rule.name.replace("-", "_"): rule for rule in REGISTRY.rules.values()}
CASES = load_cases(HERE / "rules")
SECTIONS = ["## Why is this bad?", "## Example", "## Use instead", "## Limits"]


def test_the_rules_load() -> None:
    assert not REGISTRY.failures


@pytest.mark.parametrize("name", RULES)
def test_page(name: str) -> None:
    """Each finding names its page and line, so that a difference shows which case it is of."""
    page = [case for case in CASES if case.page == name]
    found = [line for case in page for line in case.found([RULES[name]])]
    assert found == [line for case in page for line in case.expected()]


@pytest.mark.parametrize("case", [case for case in CASES if case.fixed is not None], ids=str)
def test_fixes(case: Case) -> None:
    assert case.fix([RULES[case.page]]) == case.fixed


@pytest.mark.parametrize("name", RULES)
def test_page_has_a_finding_and_a_pass(name: str) -> None:
    assert {bool(case.expected()) for case in CASES if case.page == name} == {True, False}


@pytest.mark.parametrize("name", RULES)
def test_manual_examples_are_true(name: str) -> None:
    bad, good = cases(name, RULES[name].doc)
    assert bad.found([RULES[name]])
    assert not good.found([RULES[name]])


@pytest.mark.parametrize("name", RULES)
def test_manual_has_its_sections(name: str) -> None:
    lines = RULES[name].doc.splitlines()
    assert [line for line in lines if line in SECTIONS] == SECTIONS
    assert RULES[name].summary.endswith(".")


def test_every_page_is_of_a_rule() -> None:
    assert {case.page for case in CASES} <= set(RULES)
