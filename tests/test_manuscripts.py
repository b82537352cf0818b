"""The manuscripts of `tests/manuscripts` have the findings that are declared, and no others.

Each is checked as it stands, with all its defects; with each of them alone; and with none.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from loaded_scripts import load
from thinned import one_in

from argcheck.api import check
from argcheck.lint.registry import load_rules
from argcheck.lint.reporters.json_format import diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterable

    import drafts


if not TYPE_CHECKING:
    drafts = load(Path(__file__).parent / "accuracy" / "drafts.py")

RULES = load_rules(plugins=False).rules
DEFAULT = frozenset(rule.name for rule in RULES.values() if not rule.preview)
PREVIEW = frozenset(rule.name for rule in RULES.values() if rule.preview)
MANUSCRIPTS = drafts.manuscripts()
DEFECTS = [(manuscript, defect) for manuscript in MANUSCRIPTS for defect in manuscript.defects]


class Found(NamedTuple):
    """One finding: where, and by which rule."""

    rule: str
    file: str
    line: int


def found(folder: Path, *preview: str) -> list[Found]:
    """Return what the default rules find in a folder, or these rules in preview."""
    report = check(folder, config={"select": list(preview)} if preview else None, isolated=True)
    assert not report.failures
    return [Found(one["name"], one["file"], one["line"]) for one in diagnostics(report)]


def fits(wanted: drafts.Finding, one: Found, folder: Path) -> bool:
    """Whether a finding is the one that is asked for."""
    places = {(place.file, place.line(folder)) for place in wanted.places}
    return one.rule in wanted.rules and (one.file, one.line) in places


def differences(defects: Iterable[drafts.Defect], findings: Iterable[Found], folder: Path) -> list[str]:
    """Say which findings of default rules are declared and not there, or there and not declared.

    While the declared rule is none, another one that is accepted may speak up or not.
    """
    left = list(findings)
    said = []
    for defect in defects:
        for wanted in defect.findings[bool(defect.missed) :]:
            one = next((one for one in left if fits(wanted, one, folder)), None)
            if one is not None:
                left.remove(one)
            elif wanted.rules[0] in DEFAULT:
                said.append(f"not found: {wanted}")
    return said + [f"not declared: {one.rule} at {one.file}:{one.line}" for one in left]


def test_declared_rules_exist() -> None:
    declared = {rule for _, defect in DEFECTS for wanted in defect.findings for rule in wanted.rules}
    assert declared <= DEFAULT | PREVIEW


@pytest.mark.parametrize("manuscript", MANUSCRIPTS, ids=str)
def test_as_it_stands(manuscript: drafts.Manuscript, tmp_path: Path) -> None:
    folder = manuscript.copy(tmp_path / "copy", manuscript.defects)
    assert differences(manuscript.defects, found(folder), folder) == []


@pytest.mark.parametrize("manuscript", MANUSCRIPTS, ids=str)
def test_mended(manuscript: drafts.Manuscript, tmp_path: Path) -> None:
    assert found(manuscript.copy(tmp_path / "copy", [])) == []


@pytest.mark.parametrize(
    ("manuscript", "defect"),
    one_in(6, DEFECTS, rest=pytest.mark.slow),
    ids=[f"{one}-{defect.wrong[:30]}" for one, defect in DEFECTS],
)
def test_each_alone(manuscript: drafts.Manuscript, defect: drafts.Defect, tmp_path: Path) -> None:
    """What is declared as missed must be missed, so that a rule that learns to find it shows."""
    folder = manuscript.copy(tmp_path / "copy", [defect])
    assert differences([defect], found(folder), folder) == []
    own = defect.findings[0]
    if own.rules[0] in PREVIEW:
        caught = any(fits(own, one, folder) for one in found(folder, own.rules[0]))
        assert caught != bool(defect.missed)
