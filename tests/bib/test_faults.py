"""Faults of entries on real and invented references: what the bibliography alone gives away."""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from argcheck.testing import cases

if TYPE_CHECKING:
    from argcheck.testing import Case

ROOT = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared") / "data" / "hallmark-bib"
CODES = ("CIT013", "CIT014", "CIT015", "CIT016", "CIT017")
README = ROOT / "docs" / "accuracy" / "README.md"

needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the references of HALLMARK are not here: set ARGCHECK_SHARED"
)


@pytest.fixture(autouse=True)
def _in_2026(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1798700000")


def references(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def spotted(rows: list[dict[str, Any]], folder: Path) -> set[int]:
    """Return which of the references get a finding from their entry alone."""
    from argcheck.api import check

    entries, lines = [], [0]
    for number, row in enumerate(rows):
        fields = "".join(f"  {name} = {{{value}}},\n" for name, value in row["fields"].items())
        entries.append(f"@{row['bibtex_type']}{{r{number},\n{fields}}}\n")
        lines.append(lines[-1] + len(entries[-1]))
    (folder / "refs.bib").write_text("".join(entries), "utf-8")
    (folder / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\\nocite{*}\\bibliography{refs}\\end{document}", "utf-8"
    )
    report = check(folder, isolated=True, config={"select": list(CODES)})
    return {bisect_right(lines, one.span.start) - 1 for one in report.diagnostics}


@needs_data
def test_no_real_reference_is_taken_for_an_invented_one(tmp_path: Path) -> None:
    rows = [row for row in references("entries.jsonl") if row["label"] == "VALID"]
    assert len(rows) == 513
    assert spotted(rows, tmp_path) == set()


@needs_data
def test_few_invented_references_show_without_a_look_up(tmp_path: Path) -> None:
    """The share is low, and the documentation says how low."""
    rows = [row for row in references("entries.jsonl") if row["label"] != "VALID"]
    found = spotted(rows, tmp_path)
    kinds = Counter(rows[number]["hallucination_type"] for number in found)
    assert kinds["future_date"] == 30
    assert f"{len(found)} of {len(rows)}" in README.read_text("utf-8")


@needs_data
def test_incidents_of_published_papers(tmp_path: Path) -> None:
    rows = [row for row in references("real_world.jsonl") if row["label"] != "VALID"]
    assert f"{len(spotted(rows, tmp_path))} of {len(rows)}" in README.read_text("utf-8")


# --------------------------------------------------------------------------- the clock

FUTURE = "```bib\n@article{a, author = {A. Smith}, title = {One}, journal = {J}, year = 2031}\n```\n"
OLD = "```bib\n@article{a, author = {A. Smith}, title = {One}, journal = {J}, year = 2025, note = {to appear}}\n```\n"


def found(doc: str, rule: str) -> int:
    from argcheck.lint.registry import load_rules

    case: Case = cases(rule, doc)[0]
    return len(case.found([load_rules(plugins=False).rules[rule]]))


@pytest.mark.parametrize(
    ("doc", "rule", "now", "count"),
    [
        (FUTURE, "conflicting-identifiers", 1_767_225_599, 1),  # the end of 2025
        (FUTURE, "conflicting-identifiers", 1_893_456_000, 0),  # the beginning of 2030
        (OLD, "unpublished-status", 1_798_761_599, 0),  # the end of 2026
        (OLD, "unpublished-status", 1_830_297_600, 1),  # the beginning of 2028
    ],
)
def test_the_year_of_the_run(
    doc: str, rule: str, now: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(now))
    assert found(doc, rule) == count
