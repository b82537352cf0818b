"""What the documentation of plugins promises holds: rules written from it alone find what their pages say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from argcheck.lint.registry import load_rules
from argcheck.testing import Case, load_cases

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
PLUGINS = [
    HERE / f"{kind}_rules.py"
    for kind in (
        "thesis",
        "journal",
        "group",
        "lab",
        "faculty",
        "seminar",
        "hall",
        "colloquium",
        "library",
        "lecture",
        "course",
        "template",
        "press",
    )
]
RULES = {
    rule.name.replace("-", "_"): rule
    for rule in load_rules(None, PLUGINS, plugins=False).rules.values()
    if rule.code.startswith(
        ("THS", "JNL", "GRP", "LAB", "FAC", "SEM", "HLL", "KOL", "LIB", "LEC", "CRS", "TMP", "PRS")
    )
}
CASES = load_cases(HERE / "rules")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_page(case: Case) -> None:
    assert case.found([RULES[case.page]]) == case.expected()


@pytest.mark.parametrize("case", [case for case in CASES if case.fixed_unsafe], ids=str)
def test_fix(case: Case) -> None:
    assert case.fix([RULES[case.page]], unsafe=True) == case.fixed_unsafe


@pytest.mark.parametrize("case", [case for case in CASES if case.fixed], ids=str)
def test_safe_fix(case: Case) -> None:
    assert case.fix([RULES[case.page]]) == case.fixed


def test_each_rule_has_a_page_with_a_finding() -> None:
    assert {case.page for case in CASES if case.expected()} == set(RULES)
    assert len(RULES) == 181


def test_a_rule_that_holds_itself_back_says_why(tmp_path: Path) -> None:
    said = []
    for case in CASES:
        if case.page in ("missing_declaration", "old_check"):
            (folder := tmp_path / str(case.line)).mkdir()
            report = case.report([RULES[case.page]], folder)
            said += [(case.page, why.because) for held in report.held_back for why in held.because]
    assert said == [
        ("missing_declaration", "the class 'unithesis' may print the declaration"),
        ("old_check", "nothing was verified: run `argcheck verify`"),
    ]


@pytest.mark.parametrize("plugin", PLUGINS, ids=lambda plugin: plugin.stem)
def test_they_import_the_api_alone(plugin: Path) -> None:
    used = [line for line in plugin.read_text("utf-8").splitlines() if line.startswith(("import ", "from "))]
    assert {line.split()[1] for line in used if "argcheck" in line} == {"argcheck.api"}


def test_none_fails_on_a_document_of_several_files() -> None:
    thesis = HERE.parents[1] / "examples" / "thesis"
    command = [
        sys.executable,
        "-m",
        "argcheck",
        *(f"--plugin={plugin}" for plugin in PLUGINS),
        "--select=THS,JNL,GRP,LAB,FAC,SEM,HLL,KOL,LIB,LEC,CRS,TMP,PRS",
        "--no-cache",
        "--exit-zero",
    ]
    done = subprocess.run([*command, str(thesis)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
