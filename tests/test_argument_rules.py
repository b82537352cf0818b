"""The rules on the argument meet hostile and broken input with findings, never with an exception."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from argcheck.api import check

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.api import Report

HEAD = "\\documentclass{article}\n\\begin{document}\n\\section{Results}\n"
TAIL = "\\end{document}\n"
PREVIEW = [
    "critical-link",
    "duplicate-claim",
    "isolated-load-bearing",
]


def report_on(folder: Path, body: str, **files: str) -> Report:
    (folder / "main.tex").write_text(HEAD + body + TAIL, "utf-8")
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    report = check(folder, isolated=True, config={"extend-select": PREVIEW})
    assert not report.failures
    return report


def names(report: Report) -> list[str]:
    return [one.name for one in report.diagnostics if one.name.partition("-")[0] != "unreferenced"]


BROKEN = [
    "% argcheck: claim id=\nA.\n",
    "% argcheck: claim id=a,b role= kind= conf= uses=\nA.\n",
    "% argcheck: uses\nA.\n",
    "% argcheck: refuted\nA.\n",
    "% argcheck: refuted : why\nA.\n",
    "% argcheck: refuted nothing: why\nA.\n",
    "% argcheck: root nothing\nA.\n",
    "% argcheck: attacks self id=x conf=2\nA.\n",
    "% argcheck: claim id=x uses=x\nA.\n",
    "\\argclaim{x}{A.}\\argclaim{x}{B.}\n",
    "\\argclaim[role=none,kind=all,conf=x,what]{x}{A.}\n",
    "\\argclaim{x}",
    "\\uses{}\\uses{,,}\\proves{}\\attacks{x}\n",
    "\\begin{proof}\\proves{none}\\uses{none, none} \\end{proof}\n\\begin{lemma}\\proves{self}\\label{self}\\end{lemma}\n",
    "\\begin{proof}\\begin{proof}\\begin{lemma}\\end{proof}\\end{lemma}\n",
    "\\begin{lemma}\\label{a}\\uses{a}\\end{lemma}\\begin{lemma}\\label{a}\\end{lemma}\n",
    "\\argroot{}\\argroot{x}\\notready\\leanok\n",
]


@pytest.mark.parametrize("body", BROKEN)
def test_broken_annotations_are_findings(tmp_path: Path, body: str) -> None:
    found = names(report_on(tmp_path, body))
    assert found, body


def test_a_circle_of_proves(tmp_path: Path) -> None:
    body = "".join(
        f"\\begin{{lemma}}\\label{{l{n}}}\\proves{{l{(n + 1) % 5}}} A{n}.\\end{{lemma}}\n" for n in range(5)
    )
    assert names(report_on(tmp_path, body)).count("circular-support") == 1


@pytest.mark.slow
def test_thousands_of_mutual_attacks(tmp_path: Path) -> None:
    lines = []
    for n in range(3_000):
        other = n + 1 if n % 2 == 0 else n - 1
        lines.append(
            f"% argcheck: claim id=c{n} kind=given\n% argcheck: attacks c{other}\nClaim number {n} is so.\n\n"
        )
    lines.append("% argcheck: conclusion id=z uses=c0,c1,c2\nSo it is.\n")
    started = time.process_time()
    found = names(report_on(tmp_path, "".join(lines)))
    assert "defeated-but-feeding" not in found
    assert time.process_time() - started < 30


@pytest.mark.slow
def test_thousands_of_claims_that_differ_in_a_number(tmp_path: Path) -> None:
    claims = [rf"\argclaim{{c{n}}}{{The pump failed in {n} runs.}}" for n in range(2000)]
    report = report_on(tmp_path, "\n".join(claims))
    [found] = [one for one in report.diagnostics if one.name == "contradiction"]
    assert found.message.endswith("; 1998 more differ likewise")
    assert found.message.startswith("'c1' contradicts 'c0'")
    assert len(found.related) == 11


@pytest.mark.slow
def test_a_long_chain_and_a_large_circle(tmp_path: Path) -> None:
    chain = "".join(f"% argcheck: claim id=c{n} uses=c{n + 1}\nStep {n} holds.\n\n" for n in range(1_500))
    body = chain + "% argcheck: claim id=c1500 uses=c0\nThe last one holds.\n"
    found = names(report_on(tmp_path, body))
    assert found.count("circular-support") == 1
    assert "orphan-claim" not in found


def test_no_given_at_all(tmp_path: Path) -> None:
    body = (
        "% argcheck: method id=m\nWe walked.\n\n% argcheck: claim id=a uses=m\nIt is far.\n\n"
        "% argcheck: conclusion id=z uses=a\nStay at home.\n"
    )
    assert names(report_on(tmp_path, body)) == ["unreachable-conclusion"]


def test_all_givens_refuted(tmp_path: Path) -> None:
    body = (
        "% argcheck: conclusion id=z uses=cite:a,cite:b\nSo it is \\cite{a,b}.\n"
        "% argcheck: refuted cite:a, cite:b: both made up\n\\bibliography{refs}\n"
    )
    bib = "".join(f"@article{{{k}, author={{A}}, title={{T{k}}}, journal={{J}}, year=2000}}\n" for k in "ab")
    report = report_on(tmp_path, body, refs__bib=bib)
    found = [one for one in report.diagnostics if one.name == "refuted-but-feeding"]
    assert len(found) == 2
    assert all("(width 1 -> 0)" in one.message for one in found)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "doi\n", "key,reason\n,\n", "\0\0", "x,y\n1,2\n", 'key\n"open\n']
)
def test_a_strange_list_of_retractions(tmp_path: Path, text: str) -> None:
    (tmp_path / ".argcheck").mkdir()
    (tmp_path / ".argcheck" / "retractions.csv").write_text(text, "utf-8")
    report = report_on(tmp_path, "% argcheck: claim id=a kind=given\nA.\n")
    assert {found.name for found in report.diagnostics} <= {"malformed-annotation"}


@pytest.mark.parametrize(
    "text",
    [
        f"doi,key,reason\n,other,{'long ' * 40_000}\n,a,made up\n",
        "\ufeffKey;Reason\r\nother;two\u2028lines\r\na;made up\r\n",
        'reason,key\n"two\nlines",other\n"open,other\nmade up,a\n',
    ],
)
def test_a_list_of_retractions_is_read_as_spreadsheets_write_it(tmp_path: Path, text: str) -> None:
    (tmp_path / ".argcheck").mkdir()
    (tmp_path / ".argcheck" / "retractions.csv").write_text(text, "utf-8", newline="")
    body = "% argcheck: claim id=c kind=conclusion uses=cite:a\nDunes move \\cite{a}.\n\\bibliography{refs}\n"
    bib = "@article{a, author={A}, title={T}, journal={J}, year=2000}\n"
    found = report_on(tmp_path, body, refs__bib=bib).diagnostics
    assert "refuted-but-feeding" in [finding.name for finding in found]


def test_the_list_may_not_lead_outside(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "list.csv"
    (project / ".argcheck").mkdir(parents=True)
    outside.write_text("key\na\n", "utf-8")
    (project / ".argcheck" / "retractions.csv").symlink_to(outside)
    found = report_on(project, "% argcheck: claim id=a kind=given\nA.\n").diagnostics
    assert [one.name for one in found] == ["malformed-annotation"]
    assert "cannot be read" in found[0].message
