"""What the word lists of a language find, and what they leave alone: CODE.toml beside this file, a sentence a line.

Each line is a document of its own, in the frame that its rule needs; ``||`` divides what stands in two places of it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from language_files import FOLDER

from argcheck.lint.registry import load_rules
from argcheck.testing import Case

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow
HERE = Path(__file__).parent
RULES = {rule.name: rule for rule in load_rules(plugins=False).rules.values()}
AT_LEAST = 10  # sentences of a rule that must be found, and that must not
_LABELS = (
    "\\section{A}\\label{sec:a} \\begin{figure}\\caption{B}\\label{fig:b}\\end{figure} \\begin{table}\\caption{C}\\label{tab:c}\\end{table}"
    "\\begin{equation}\\label{eq:d} x = y \\end{equation}\\newtheorem{theorem}{Theorem}\\begin{theorem}\\label{thm:e} x \\end{theorem}\n"
)
#: A frame a rule; ``{0}`` and ``{1}`` are the parts of the line.  A rule without one sees them as two paragraphs.
FRAMES = {
    "type-word-mismatch": _LABELS.replace("{", "{{").replace("}", "}}") + "{0}",
    "leftover": "x\n\n{0}",
    "inconsistent-total": "{0}",
    "number-not-in-body": "\\begin{{abstract}}{0}\\end{{abstract}}\n\\section{{A}} {1}\n",
    "conflicting-number": "\\section{{A}} {0}\n\n\\section{{B}} {1}\n",
    "retracted-source": "{0}\n\\bibliography{{refs}}",
}
_PARAGRAPHS = "{0}\n\n{1}"
#: What stands beside the document for a rule.
BESIDE = {
    "retracted-source": {
        "refs.bib": "@article{lamb, author={Lamb, C.}, title={Roast pig}, journal={Essays}, year=2001, doi={10.5555/pig}}\n",
        ".argcheck/verdicts.jsonl": '{"checked": "2026-05-01", "cited_as": "lamb", "key": "v1:1", "kind": "entry", '
        '"notices": [{"date": "2003-04-05", "doi": "10.5555/r", "reason": "", "status": "retracted"}], '
        '"outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}\n',
    }
}


def _lines(sort: str) -> Iterator[tuple[str, str, list[str]]]:
    for path in sorted(HERE.glob("??.toml")):
        for rule, lists in tomllib.loads(path.read_text("utf-8")).items():
            if rule != "frame":
                yield path.stem, rule, lists[sort].strip().splitlines()


def _findings(tmp_path: Path, code: str, rule: str, line: str) -> list[str]:
    """Check a line in its frame, with what the file of its language puts around it."""
    assert rule in RULES, f"{code}.toml has sentences for '{rule}', which is no rule"
    frame = tomllib.loads((HERE / f"{code}.toml").read_text("utf-8"))["frame"]
    first, _, second = (part.strip() for part in line.partition("||"))
    body = FRAMES.get(rule, _PARAGRAPHS).format(
        first, f"{second} {frame['filler'] if rule == 'number-not-in-body' else ''}"
    )
    text = f"\\documentclass{{article}}\n\\usepackage[{frame['babel']}]{{babel}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    case = Case(rule, 1, {"main.tex": text, **BESIDE.get(rule, {})}, (), {}, {})
    return [one.message for one in case.report([RULES[rule]], tmp_path).diagnostics]


@pytest.mark.parametrize(("code", "rule", "lines"), list(_lines("found")))
def test_what_must_be_found(tmp_path: Path, code: str, rule: str, lines: list[str]):
    numbers = {line: len(_findings(tmp_path, code, rule, line)) for line in lines}
    assert {line: number for line, number in numbers.items() if number != 1} == {}


@pytest.mark.parametrize(("code", "rule", "lines"), list(_lines("silent")))
def test_what_must_not(tmp_path: Path, code: str, rule: str, lines: list[str]):
    messages = {line: _findings(tmp_path, code, rule, line) for line in lines}
    assert {line: said for line, said in messages.items() if said} == {}


@pytest.mark.parametrize("path", sorted(HERE.glob("??.toml")), ids=lambda path: path.stem)
def test_every_rule_is_tried_often_enough(path: Path):
    tables = tomllib.loads(path.read_text("utf-8"))
    whole = "language" in tomllib.loads((FOLDER / path.name).read_text("utf-8"))  # else it serves some rules
    few = [
        f"{rule}.{sort}"
        for rule in (FRAMES if whole else tables.keys() - {"frame"})
        for sort in ("found", "silent")
        if len(set(tables[rule][sort].strip().splitlines())) < AT_LEAST
    ]
    assert few == []
