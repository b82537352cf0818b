"""What the release says of its own accuracy: the table, the JSON, the section of a page."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from argcheck import accuracy
from argcheck.accuracy import Accuracy, accuracies, section, share

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("part", "whole", "said"), [(0, 0, "-"), (20, 20, "100 %"), (199, 200, "99 %"), (0, 3, "0 %")]
)
def test_shares_are_rounded_down(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said


def test_a_page_says_what_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {
        "both": Accuracy(40, 38, 30, 24, 23),
        "read": Accuracy(40, 40, 40, 0, 0),
        "planted": Accuracy(0, 0, 0, 24, 24),
    }
    monkeypatch.setattr(accuracy, "accuracies", lambda: measured)
    read = "\n## Accuracy\n\nOf 40 findings that were read in their source, {} were right, and\nan author would act on {}.\n"
    planted = "Of 24 planted faults, {} were found on their line.\n"
    assert section("both") == read.format("95 %", "75 %") + planted.format("95 %")
    assert section("read") == read.format("100 %", "100 %")
    assert section("planted") == "\n## Accuracy\n\n" + planted.format("100 %")
    assert section("neither") == ""


def said(*arguments: str, cwd: Path) -> str:
    command = [sys.executable, "-m", "argcheck", "rules", "--accuracy", "--no-plugins", *arguments]
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, encoding="utf-8").stdout


def test_the_table_has_every_rule(tmp_path: Path) -> None:
    head, *rows = [line.split() for line in said(cwd=tmp_path).splitlines()]
    assert head == ["code", "name", "judged", "right", "would", "act", "planted", "found"]
    assert {row[1] for row in rows} >= set(accuracies())
    (row,) = [row for row in rows if row[1] == "undefined-citation"]
    assert " ".join(row[2:]) == " ".join(accuracies()["undefined-citation"].figures)


def test_json_has_the_counts(tmp_path: Path) -> None:
    rules = {rule["name"]: rule for rule in json.loads(said("--format", "json", cwd=tmp_path))}
    assert rules["repeated-key"]["accuracy"] == accuracies()["repeated-key"]._asdict()
    assert all(rule["accuracy"] is None or rule["accuracy"]["judged"] >= 0 for rule in rules.values())
