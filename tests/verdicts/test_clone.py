"""A fresh clone tells all that was verified: no network, no cache, no home, none of the packages that ask."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from git_command import git

pytestmark = pytest.mark.slow
EXAMPLE = Path(__file__).parents[2] / "examples" / "verified"
#: Fails on whatever would ask anybody, or would need more than a base install.
ALONE = """
import sys

ASKING = {"asyncio", "hishel", "httpx2", "lxml", "openai", "pydantic", "pypdfium2", "ssl", "urllib.request"}

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name in ASKING:
            raise AssertionError(f"{name} is imported")

sys.meta_path.insert(0, Refuse())
sys.addaudithook(lambda event, _: (_ for _ in ()).throw(AssertionError(event)) if event.startswith("socket.") else None)
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The example committed to a repository that is gone since, and cloned."""
    return cloned(EXAMPLE, tmp_path)


def cloned(example: Path, tmp_path: Path) -> Path:
    """Commit an example to a repository that is gone since, and clone it."""
    origin = tmp_path / "origin"
    shutil.copytree(example, origin)
    git(origin, "init", "--quiet")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "-m", "thesis")
    git(tmp_path, "clone", "--quiet", "origin", "clone")
    shutil.rmtree(origin)
    return tmp_path / "clone"


def alone(folder: Path, *arguments: str, module: str = "argcheck") -> tuple[int, str, str]:
    """Run argcheck with an empty home, in a Python that refuses to connect."""
    room = folder.parent / "alone"
    (room / "home").mkdir(parents=True, exist_ok=True)
    (room / "sitecustomize.py").write_text(ALONE)
    environ = {"PATH": os.environ["PATH"], "HOME": str(room / "home"), "PYTHONPATH": str(room)}
    line = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(
        line, cwd=folder, env=environ, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr


def test_nothing_can_be_asked(clone: Path) -> None:
    assert "AssertionError: ssl is imported" in alone(clone, module="http.server")[2]


def test_a_clone_says_what_the_example_promises(clone: Path) -> None:
    promised = [
        line[4:] for line in (EXAMPLE / "README.md").read_text("utf-8").splitlines() if line[:4] == "    "
    ]
    for _ in range(2):  # the second answer is a stored one
        code, out, err = alone(clone, "check", "--isolated")
        assert (code, out.splitlines()) == (1, promised)
        assert "verified: 8 of 9 sources, 1 could not be decided\n" in err
    assert git(clone, "status", "--porcelain") == ""


def test_a_miscited_source_takes_its_claim_away(tmp_path: Path) -> None:
    """The source is not in the clone: the verdict holds its words, their place and what they would support."""
    example = EXAMPLE.parent / "miscited"
    folder = cloned(example, tmp_path)
    shutil.rmtree(folder / "sources")
    readme = (example / "README.md").read_text("utf-8")
    promised = [line[4:] for line in readme.splitlines() if line.startswith(("    chapters", "    refs"))]
    code, out, _ = alone(folder, "check", "--isolated", "--extend-select", "low-support-width")
    assert code == 1
    assert out.splitlines() == promised  # that nothing is left is said once
    shown = alone(folder, "citations", "--isolated", "--evidence", "lindqvist2017")[1]
    assert shown in readme
    assert len(shown.splitlines()) == 5


def test_every_verdict_is_shown_in_a_clone(clone: Path) -> None:
    code, out, _ = alone(clone, "verdicts", "show", "--isolated")
    assert code == 0
    assert "not verified" not in out
    assert "before the" not in out  # nothing is stale
    assert "accepted (superseded, 2026-10-06): The article leaves out the proofs that we use.\n" in out
    assert out.endswith("thesis.tex: verified 8 of 9 sources\n")


def test_each_verdict_on_a_citation_is_of_a_sentence_that_stands_there(clone: Path) -> None:
    lines = (clone / ".argcheck" / "verdicts.jsonl").read_text("utf-8").splitlines()
    judged = [line["cited_as"] for line in map(json.loads, lines) if line["kind"] == "mention"]
    shown = alone(clone, "verdicts", "show")[1].splitlines()
    assert judged
    assert [
        key for key in judged if not any(f".tex:{key}" in re.sub(r":\d+:\d+: ", ":", line) for line in shown)
    ] == []


def test_require_names_the_one_that_could_not_be_checked(clone: Path) -> None:
    code, _, err = alone(clone, "check", "--isolated", "--require")
    assert code == 4
    assert "argcheck: not verified, could not be checked: hale1988\n" in err


def test_without_its_verdicts_the_thesis_is_clean(clone: Path) -> None:
    shutil.rmtree(clone / ".argcheck")
    assert alone(clone, "check", "--isolated")[:2] == (0, "")
