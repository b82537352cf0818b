"""What the release says of its own accuracy: the table, the JSON, the section of a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from argcheck.cli import rules_command
from argcheck.lint import accuracy
from argcheck.lint.accuracy import Accuracy, accuracies, section, share

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("part", "whole", "said"), [(0, 0, "-"), (20, 20, "100 %"), (199, 200, "99 %"), (0, 3, "0 %")]
)
def test_shares_are_rounded_down(part: int, whole: int, said: str) -> None:
    assert share(part, whole) == said


def test_a_page_says_what_real_documents_showed_first(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = {
        "both": Accuracy(30, 9, 1, 24, 23),
        "few": Accuracy(3, 0, 0, 0, 0),
        "planted": Accuracy(0, 0, 0, 24, 24),
    }
    monkeypatch.setattr(accuracy, "accuracies", lambda: measured)
    monkeypatch.setattr(accuracy, "documents", lambda: 56)
    few = "Fewer than 20 findings do not show how often it is right.\n"
    assert section("both") == (
        "\n## Accuracy\n\nOn 56 real documents: of 40 findings that were read in their source, an author would act on 30,\n"
        "would leave 9, and 1 was wrong.\nOf 24 faults planted by its makers, 95 % were found on their line.\n"
    )
    assert section("few") == (
        "\n## Accuracy\n\nOn 56 real documents: of 3 findings that were read in their source, an author would act on 3,\n"
        f"would leave 0, and 0 were wrong.\n{few}"
    )
    assert section("planted") == (
        f"\n## Accuracy\n\nOn 56 real documents: nothing was found that has been read.\n{few}"
        "Of 24 faults planted by its makers, 100 % were found on their line.\n"
    )
    assert section("neither") == ""


def said(*arguments: str) -> str:
    done = rules_command.command.main(["--accuracy", "--no-plugins", *arguments], standalone_mode=False)
    assert done.code == 0, done.err
    return done.out


def test_the_table_has_every_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    head, *rows = [line.split() for line in said().splitlines()]
    assert head == ["code", "name", "act", "ignore", "wrong", "planted", "detected"]
    assert {row[1] for row in rows} >= set(accuracies())
    (row,) = [row for row in rows if row[1] == "undefined-citation"]
    assert " ".join(row[2:]) == " ".join(accuracies()["undefined-citation"].figures)


def test_json_has_the_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = {rule["name"]: rule for rule in json.loads(said("--format", "json"))}
    assert rules["repeated-key"]["accuracy"] == accuracies()["repeated-key"]._asdict()
    assert all(rule["accuracy"] is None or rule["accuracy"]["wrong"] >= 0 for rule in rules.values())
