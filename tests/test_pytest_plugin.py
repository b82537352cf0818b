"""``pytest --argcheck``: one analysis, an item for each document and rule, silence without the flag."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

pytest_plugins = ["pytester"]

UNDEFINED = r"""\documentclass{article}
\begin{document}
\input{part}
See \cite{nobody1999}. % note: the line after next is where it is
\bibliography{refs}
\end{document}
"""
CLEAN = r"""\documentclass{article}
\begin{document}
Nothing is cited here.
\end{document}
"""


@pytest.fixture
def paper(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A git repository with one document that has two findings of one rule in two files."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(pytester.path / "config"))
    folder = pytester.mkdir("paper")
    (pytester.path / ".git").mkdir()
    (folder / "paper.tex").write_text(UNDEFINED, "utf-8")
    (folder / "part.tex").write_text("As \\cite{absent2001} says.\n", "utf-8")
    (folder / "refs.bib").write_text("@misc{somebody, title = {A}, author = {B}, year = 2001}\n", "utf-8")
    (folder / "loose.tex").write_text("No document includes this.\n", "utf-8")
    return folder


def run(pytester: pytest.Pytester, *args: str) -> pytest.RunResult:
    """Run pytest in this process, which has all imported, with the plugin as its entry point loads it."""
    return pytester.runpytest_inprocess(*args)


def configure(pytester: pytest.Pytester, text: str = 'select = ["CIT001"]\n') -> None:
    (pytester.path / "argcheck.toml").write_text(text, "utf-8")


def test_a_rule_with_findings_is_a_failing_item(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester)
    result = run(pytester, "--argcheck", "-v", "paper")
    result.assert_outcomes(failed=1)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["*paper/paper.tex::CIT001*FAILED*", "_* paper.tex: CIT001 _*"])
    text = result.stdout.str()
    assert re.search(
        r"^paper/paper\.tex:4:11: error: CIT001 .*'nobody1999'.* \[undefined-citation\]$", text, re.MULTILINE
    )
    assert re.search(
        r"^paper/part\.tex:1:10: error: CIT001 .*'absent2001'.* \[undefined-citation\]$", text, re.MULTILINE
    )
    assert "Traceback" not in text
    assert "pytest_plugin.py" not in text
    assert "loose.tex" in text  # the summary says what was not checked


def test_a_clean_document_is_one_passing_item(pytester: pytest.Pytester, paper: Path) -> None:
    (paper / "paper.tex").write_text(CLEAN, "utf-8")
    result = run(pytester, "--argcheck", "-v", "paper/paper.tex")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["paper/paper.tex::argcheck PASSED*"])


def test_a_document_of_knitr_is_an_item_and_what_it_makes_is_none(
    pytester: pytest.Pytester, paper: Path
) -> None:
    (paper / "paper.Rnw").write_text(CLEAN, "utf-8")
    result = run(pytester, "--argcheck", "-v", "paper")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["paper/paper.Rnw::argcheck PASSED*"])


def test_what_is_below_the_threshold_does_not_fail(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester, 'select = ["CIT001"]\n[severity]\nCIT001 = "note"\n')
    result = run(pytester, "--argcheck", "-rP", "paper")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["paper/paper.tex:4:11: note: CIT001 *"])


def test_a_baseline_counts(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester)
    subprocess.run(
        [sys.executable, "-m", "argcheck", "baseline", "create", "--no-cache"], cwd=pytester.path, check=True
    )
    run(pytester, "--argcheck", "paper").assert_outcomes(passed=1)


def test_a_part_alone_has_its_own_findings(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester)
    result = run(pytester, "--argcheck", "-v", "paper/part.tex")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["paper/part.tex::CIT001 FAILED*"])
    result.stdout.no_fnmatch_line("*nobody1999*")


def test_the_configuration_turns_it_on(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester)
    pytester.makeini("[pytest]\nargcheck = true\n")
    run(pytester, "paper").assert_outcomes(failed=1)


def test_nothing_happens_without_the_flag(pytester: pytest.Pytester, paper: Path) -> None:
    (paper / "argcheck.toml").write_text("no such key", "utf-8")
    pytester.makepyfile("def test_it(): pass")
    result = run(pytester, "--strict-markers", "-Werror")
    result.assert_outcomes(passed=1)
    assert "argcheck" not in re.sub(r"^plugins: .*$", "", result.stdout.str(), flags=re.MULTILINE)


def test_it_can_be_switched_off(pytester: pytest.Pytester, paper: Path) -> None:
    result = run(pytester, "-p", "no:argcheck", "--argcheck", "paper")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*unrecognized arguments: --argcheck*"])


def test_without_documents_nothing_is_collected(pytester: pytest.Pytester) -> None:
    pytester.mkdir("empty")
    assert run(pytester, "--argcheck", "empty").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_faulty_configuration_is_a_usage_error(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester, 'selct = ["CIT"]\n')
    result = run(pytester, "--argcheck", "paper")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: argcheck: *argcheck.toml:1*selct*"])


def test_the_marker_selects(pytester: pytest.Pytester, paper: Path) -> None:
    configure(pytester)
    pytester.makepyfile("def test_it(): pass")
    result = run(pytester, "--argcheck", "--strict-markers", "-m", "argcheck")
    result.assert_outcomes(failed=1, deselected=1)


def test_workers_share_one_analysis(pytester: pytest.Pytester, paper: Path) -> None:
    """Two workers, and the engine runs once."""
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    configure(pytester)
    pytester.makeconftest(
        """
        from argcheck.lint import engine
        real = engine.run_rules
        def counted(*args, **kwargs):
            with open("runs.txt", "a") as stream:
                stream.write("analysed\\n")
            return real(*args, **kwargs)
        engine.run_rules = counted
        """
    )
    (paper / "other.tex").write_text(CLEAN, "utf-8")
    result = pytester.runpytest_subprocess("--argcheck", "-n", "2", "paper", "-p", "xdist")
    result.assert_outcomes(failed=1, passed=1)
    assert (pytester.path / "runs.txt").read_text("utf-8") == "analysed\n"


def test_importing_it_costs_nothing(pytester: pytest.Pytester) -> None:
    """At most 5 ms of its own, and no module beyond the standard library and pytest."""
    code = (
        "import sys, pytest, argparse, importlib.metadata; before = set(sys.modules);"
        "import argcheck.plugins.pytest_plugin;"
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('__editable__')))"
    )
    best = 1e9
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environ["PYTHONPYCACHEPREFIX"] = str(pytester.path / "bytecode")
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", "-c", code],
            cwd=pytester.path, env=environ, check=True, capture_output=True, text=True,
        )  # fmt: skip
        own = [
            line for line in done.stderr.splitlines() if line.split("|")[-1].strip().startswith("argcheck")
        ]
        best = min(best, sum(int(line.split(":")[1].split("|")[0]) for line in own))
    assert done.stdout.strip() == str(["argcheck", "argcheck.plugins", "argcheck.plugins.pytest_plugin"])
    assert best <= 5_000
