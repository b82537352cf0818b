"""What discovery leaves out is what git ignores: compared with ``git check-ignore`` on generated trees."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from thinned import one_in

from argcheck.files.ignore import IgnoreFile
from argcheck.files.project import Project
from argcheck.settings.config import settings_for

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
ENVIRONMENT = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FOLDERS = ["a", "b", "build", "old drafts", "a1", "[x]"]
STEMS = ["main", "a", "b", "draft", "draft-2", "ch1", "ch10", "x y", "été", "a.b", "!odd", "#odd"]
PATTERNS = """
a
b/
/a
/build
build/
*.bib
*.tex
!*.tex
!main.tex
draft*
draft-?.tex
ch[0-9].tex
ch[!0-9]*
ch[^1]*
[a-c].tex
**/b
a/**
a/**/b
**/a/b/*.tex
a/*
/*/b
!a/b
a/b/
*
!*/
x\\ y.tex
x y.tex
\\!odd.tex
\\#odd.tex
# a comment
[x]
\\[x\\]/
[[:alpha:]].tex
old drafts/
*a*b*.tex
b/**/draft.tex
**
a**b
trailing.tex   \x20
/**/ch1.tex
[
a[
""".strip().splitlines()


def tree(folder: Path, rng: random.Random) -> list[str]:
    paths = set()
    for _ in range(40):
        parts = [rng.choice(FOLDERS) for _ in range(rng.randrange(4))]
        paths.add("/".join([*parts, rng.choice(STEMS) + rng.choice([".tex", ".bib"])]))
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x", "utf-8")
    for path in ["", *rng.sample(sorted({str(Path(path).parent) for path in paths}), 2)]:
        lines = [rng.choice(PATTERNS).replace("\\x20", " ") for _ in range(rng.randrange(1, 6))]
        (folder / path / ".gitignore").write_text("\n".join(lines) + "\n", "utf-8")
    return sorted(paths)


def walked(folder: Path, **overrides: object) -> list[str]:
    settings = settings_for([folder], cwd=folder, isolated=True, overrides=overrides)
    return sorted(Project(Path(os.path.realpath(folder)), settings).walk(""))


def git(folder: Path, *words: str, text: str = "") -> str:
    done = subprocess.run(
        ["git", *words], check=False, cwd=folder, env=ENVIRONMENT, input=text.encode(), capture_output=True
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout.decode()


@needs_git
@pytest.mark.parametrize("seed", one_in(5, range(60), rest=pytest.mark.slow))
def test_the_same_as_git(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    paths = tree(tmp_path, rng)
    git(tmp_path, "init", "--quiet")
    left_out = git(tmp_path, "check-ignore", "-z", "--stdin", "--no-index", text="\0".join(paths)).split("\0")
    assert walked(tmp_path) == [path for path in paths if path not in left_out]


@needs_git
@pytest.mark.parametrize("seed", one_in(5, range(60, 80), rest=pytest.mark.slow))
def test_a_tracked_file_is_never_ignored(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    paths = tree(tmp_path, rng)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--force", "--", *rng.sample(paths, 8))
    left_out = git(tmp_path, "check-ignore", "-z", "--stdin", text="\0".join(paths)).split("\0")
    assert walked(tmp_path) == [path for path in paths if path not in left_out]


@needs_git
def test_what_the_repository_excludes_for_itself(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    (tmp_path / ".git" / "info").mkdir(exist_ok=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("private.tex\n")
    for name in ("private.tex", "public.tex"):
        (tmp_path / name).write_text("x")
    assert walked(tmp_path) == ["public.tex"]


def test_only_in_a_repository_and_only_if_wanted(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("draft.tex\n")
    (tmp_path / "draft.tex").write_text("x")
    assert walked(tmp_path) == ["draft.tex"]
    (tmp_path / ".git").mkdir()
    assert walked(tmp_path) == []
    assert walked(tmp_path, **{"respect-gitignore": False}) == ["draft.tex"]


def test_a_folder_below_its_ignore_file(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("*.bib\n")
    (tmp_path / "paper").mkdir()
    for name in ("a.tex", "a.bib"):
        (tmp_path / "paper" / name).write_text("x")
    settings = settings_for([tmp_path], cwd=tmp_path, isolated=True)
    assert list(Project(Path(os.path.realpath(tmp_path)), settings).walk("", "paper")) == ["paper/a.tex"]


@pytest.mark.parametrize("line", ["*a" * 200 + "b", "**/" * 100 + "x", "a*" * 500, "[" * 1000, "[a-" * 300])
def test_no_pattern_takes_long(line: str) -> None:
    file = IgnoreFile("", line)
    name = "a" * 250
    assert not file.verdict("/".join([name] * 12) + "/c", is_folder=False)


@pytest.mark.parametrize("line", ["", "# x", "   ", "!", "/", "a//b", "\\"])
def test_lines_that_match_nothing(line: str) -> None:
    assert IgnoreFile("", line).verdict("a/b.tex", is_folder=False) is None
