"""The index of git is read as git writes it, in every version, and nothing else is run."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from git_command import git

from argcheck.api import check
from argcheck.files.git import Index, IndexProblem, index_file, read_index, write_index

if TYPE_CHECKING:
    from pathlib import Path

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
NAMES = ["a.tex", "a/b.tex", "a/bc.tex", "chapters/été.tex", "x" * 200 + ".tex", "z.bib"]


def repository(folder: Path, *options: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", *options)
    return folder


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def index_of(folder: Path) -> Index:
    return read_index((folder / ".git" / "index").read_bytes())


@needs_git
@pytest.mark.parametrize("version", ["2", "3", "4"])
@pytest.mark.parametrize("hash_name", ["sha1", "sha256"])
def test_every_version_and_hash(tmp_path: Path, version: str, hash_name: str) -> None:
    folder = repository(tmp_path, f"--object-format={hash_name}")
    written(folder, dict.fromkeys(NAMES, "Text."))
    git(folder, "add", ".")
    git(folder, "update-index", "--index-version", version)
    if version == "3":
        git(folder, "update-index", "--skip-worktree", "a.tex")
    index = index_of(folder)
    assert index.paths == tuple(sorted(NAMES))
    assert index.tracks("a/b.tex")
    assert not index.tracks("a")
    assert index.tracks_in("a")
    assert not index.tracks_in("chapter")


@needs_git
def test_a_name_without_content_is_not_tracked(tmp_path: Path) -> None:
    folder = written(repository(tmp_path), {"a.tex": "Text.", "b.tex": "Text."})
    git(folder, "add", "a.tex")
    git(folder, "add", "--intent-to-add", "b.tex")
    assert index_of(folder).paths == ("a.tex",)


def test_an_index_that_is_written_can_be_read() -> None:
    paths = ("a.tex", "b/ä.tex", "c" * 5000, "d\udcff.tex")
    assert read_index(write_index(dict.fromkeys(paths, 0o100644))).paths == paths


@needs_git
def test_a_submodule_answers_for_its_files(tmp_path: Path) -> None:
    inner = written(repository(tmp_path / "inner"), {"a.tex": "Text."})
    git(inner, "add", ".")
    git(inner, "commit", "--quiet", "-m", "one")
    outer = repository(tmp_path / "outer")
    git(outer, "submodule", "--quiet", "add", str(inner), "paper")
    assert index_of(outer).tracks("paper/a.tex")
    assert not index_of(outer).tracks("other.tex")


@pytest.mark.parametrize("data", [b"", b"DIRC", b"JUNK" * 10, b"DIRC" + bytes(3) + b"\x09" + bytes(24)])
def test_what_is_no_index_says_so(data: bytes) -> None:
    with pytest.raises(IndexProblem):
        read_index(data)


@needs_git
def test_every_cut_of_an_index_is_an_index_or_says_so(tmp_path: Path) -> None:
    folder = written(repository(tmp_path), dict.fromkeys(NAMES, "Text."))
    git(folder, "add", ".")
    data = (folder / ".git" / "index").read_bytes()
    for end in range(0, len(data), 7):
        try:
            read_index(data[:end])
        except IndexProblem:
            continue


def test_the_index_must_lie_in_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GIT_INDEX_FILE", raising=False)
    (tmp_path / ".git").write_text("gitdir: /somewhere/else\n")
    with pytest.raises(IndexProblem, match="outside"):
        index_file(str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path.parent / "index"))
    with pytest.raises(IndexProblem, match="GIT_INDEX_FILE"):
        index_file(str(tmp_path))
    monkeypatch.setenv("GIT_INDEX_FILE", "other.index")
    assert index_file(str(tmp_path)) == os.path.realpath(tmp_path / "other.index")


MAIN = "\\documentclass{article}\\begin{document}\\input{new}\\end{document}"


def untracked(folder: Path) -> list[str]:
    found = check(folder, config={"select": ["untracked-input"]}, isolated=True).diagnostics
    return [one.message.split("'")[1] for one in found]


@needs_git
def test_adding_the_file_mends_the_finding(tmp_path: Path) -> None:
    folder = written(repository(tmp_path), {"main.tex": MAIN, "new.tex": "Text."})
    assert untracked(folder) == []  # the document itself is not tracked yet
    git(folder, "add", "main.tex")
    assert untracked(folder) == ["new.tex"]
    git(folder, "add", "new.tex")
    assert untracked(folder) == []


@needs_git
@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_file_behind_a_link_is_there_if_git_has_the_link_and_the_file(tmp_path: Path) -> None:
    main = MAIN.replace("new", "chapters/plots/new")
    folder = written(repository(tmp_path), {"main.tex": main, "plots/new.tex": "Text."})
    (folder / "chapters").mkdir()
    (folder / "chapters" / "plots").symlink_to("../plots")
    git(folder, "add", "main.tex", "plots")
    assert untracked(folder) == ["chapters/plots/new.tex"]
    git(folder, "add", "chapters/plots")
    assert untracked(folder) == []
    git(folder, "rm", "--quiet", "--cached", "plots/new.tex")
    assert untracked(folder) == ["chapters/plots/new.tex"]


@needs_git
def test_the_index_of_a_running_commit_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(repository(tmp_path), {"main.tex": MAIN, "new.tex": "Text."})
    git(folder, "add", ".")
    shutil.copy(folder / ".git" / "index", folder / ".git" / "index.lock")
    (folder / ".git" / "index.lock").rename(folder / ".git" / "next-index")
    git(folder, "rm", "--quiet", "--cached", "new.tex")
    assert untracked(folder) == ["new.tex"]
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/next-index")
    assert untracked(folder) == []


@needs_git
def test_a_linked_work_tree_says_that_the_rule_is_off(tmp_path: Path) -> None:
    folder = written(repository(tmp_path / "one"), {"main.tex": MAIN})
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    git(folder, "worktree", "add", "--quiet", str(tmp_path / "two"))
    written(tmp_path / "two", {"new.tex": "Text."})
    report = check(tmp_path / "two", config={"select": ["untracked-input"]}, isolated=True)
    assert not report.diagnostics
    assert [notice for notice in report.notices if "untracked-input is off" in notice]


@needs_git
def test_the_stored_report_knows_the_index(tmp_path: Path) -> None:
    from argcheck.files.manifest import verify
    from argcheck.lint.engine import analyse
    from argcheck.settings.config import settings_for

    folder = written(repository(tmp_path), {"main.tex": MAIN, "new.tex": "Text."})
    git(folder, "add", "main.tex")
    settings = settings_for([folder], cwd=folder, isolated=True)
    data = analyse([folder], settings, cwd=folder)[1].to_data()
    assert verify(data)
    git(folder, "add", "new.tex")
    assert not verify(data)
