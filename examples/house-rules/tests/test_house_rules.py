"""Every rule does what its page and its manual say."""

from __future__ import annotations

from pathlib import Path

import house_rules
import pytest

from argcheck.testing import Case, cases, load_cases

RULES = {rule.name.replace("-", "_"): rule for rule in house_rules.argcheck_rules()}
CASES = load_cases(Path(__file__).parent / "rules")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_page(case: Case) -> None:
    assert case.found([RULES[case.page]]) == case.expected()


@pytest.mark.parametrize("name", RULES)
def test_page_has_a_finding_and_a_pass(name: str) -> None:
    assert {bool(case.expected()) for case in CASES if case.page == name} == {True, False}


@pytest.mark.parametrize("name", RULES)
def test_manual_examples_are_true(name: str) -> None:
    bad, good = cases(name, RULES[name].doc)
    assert bad.found([RULES[name]])
    assert not good.found([RULES[name]])
