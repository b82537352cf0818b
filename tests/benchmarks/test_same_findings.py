"""The comparison of two commits sees what differs between them, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loaded_scripts import load

if TYPE_CHECKING:
    import same_findings

ROOT = Path(__file__).resolve().parents[2]


if not TYPE_CHECKING:
    same_findings = load(ROOT / "benchmarks" / "same_findings.py")

PYPROJECT = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"
[project]
name = "argcheck-lint"
version = "1"
[tool.setuptools]
packages = ["argcheck"]
"""
PROGRAM = """
import sys
from pathlib import Path
from argcheck.{module} import WORD
if sys.argv[1] == "rules":
    sys.exit(print("[]"))
print(WORD, sys.argv[1], len(Path("main.tex").read_text()))
sys.exit(1)
"""
PAGE = """# Some rule

A case.

```tex
\\cite{a}
\\bibliography{refs}
% file: refs.bib
@book{a, title = {T}}
```

```bib
@book{b, title = {T}}
```
"""


def commit(folder: Path, module: str, word: str) -> None:
    """Make a commit of a program whose only module has this name, and which prints this word."""
    package = folder / "argcheck"
    package.mkdir(parents=True, exist_ok=True)
    for old in package.glob("*.py"):
        old.unlink()
    (folder / "pyproject.toml").write_text(PYPROJECT)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(PROGRAM.format(module=module))
    (package / f"{module}.py").write_text(f"WORD = {word!r}\n")
    (folder / "examples" / "paper").mkdir(parents=True, exist_ok=True)
    (folder / "examples" / "paper" / "main.tex").write_text("Text.")
    for words in (["add", "-A"], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", folder, *words], check=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    subprocess.run(["git", "init", "-q", folder], check=True)
    commit(folder, "first", "same")
    commit(folder, "second", "same")
    monkeypatch.setattr(same_findings, "CHECKOUT", folder)
    return folder


def compare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["same_findings.py", *arguments, "--shared", str(tmp_path / "nowhere")])
    code: int = same_findings.main()
    return code


@pytest.mark.slow
def test_a_module_that_moved_makes_no_difference(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert compare(monkeypatch, tmp_path, "HEAD~1", "HEAD") == 0
    assert capfd.readouterr().out == f"0 of {len(same_findings.COMMANDS)} outputs differ\n"
    worktrees = subprocess.run(
        ["git", "-C", checkout, "worktree", "list"], check=True, capture_output=True, text=True
    )
    assert len(worktrees.stdout.splitlines()) == 1


@pytest.mark.slow
def test_what_the_working_tree_changes_is_printed(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / "argcheck" / "second.py").rename(checkout / "argcheck" / "third.py")
    (checkout / "argcheck" / "third.py").write_text("WORD = 'other'\n")
    main = checkout / "argcheck" / "__main__.py"
    main.write_text(main.read_text().replace("second", "third"))
    assert compare(monkeypatch, tmp_path, "HEAD") == 1
    printed = capfd.readouterr().out
    assert "0-examples/paper: citations . --format json\n" in printed
    assert "-same citations 5\n" in printed
    assert "+other citations 5\n" in printed


def test_every_case_of_a_page_is_a_document(tmp_path: Path) -> None:
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    (tmp_path / "tests" / "rules" / "some_rule.md").write_text(PAGE)
    (first, files), (second, others) = same_findings.pages(tmp_path)
    assert (first, second) == ("some_rule-5", "some_rule-12")
    assert files["refs.bib"] == others["refs.bib"].replace("b,", "a,") == "@book{a, title = {T}}\n"
    assert "\\begin{document}\n\\cite{a}\n\\bibliography{refs}\n" in files["main.tex"]


@pytest.mark.slow
def test_argcheck_runs_many_times_in_one_process(tmp_path: Path) -> None:
    for name in ("a", "b"):
        folder = tmp_path / "documents" / "kind" / name
        folder.mkdir(parents=True)
        (folder / "main.tex").write_text(
            "\\documentclass{article}\n\\begin{document}\n\\ref{nowhere}\n\\end{document}\n"
        )
    results = tmp_path / "results.jsonl"
    assert same_findings.start(tmp_path, tmp_path / "documents", results, tmp_path).wait() == 0
    outputs = same_findings.read(results)
    assert len(outputs) == 2 * len(same_findings.COMMANDS)
    first, second = (outputs[f"kind/{name}: check . --no-cache --format json"] for name in ("a", "b"))
    assert first == second
    assert "undefined-reference" in first.out
    assert first.code == 1
    assert not list(same_findings.differences(outputs, outputs))
