"""The hooks that argcheck offers, run by pre-commit itself on a git repository with a thesis."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = (
    "argcheck",
    "rules",
    "plugins",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    ".pre-commit-hooks.yaml",
    "docs/argcheck.1",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(find_spec("pre_commit") is None, reason="pre-commit is not installed"),
]


class Repository:
    """A git repository, with a ``HOME`` and a pre-commit cache of its own."""

    def __init__(self, folder: Path, base: Path) -> None:
        self.folder = folder
        ours = {
            "GIT_CONFIG_NOSYSTEM": "1",
            "HOME": str(base),
            "XDG_CACHE_HOME": str(base / "cache"),
            "PRE_COMMIT_HOME": str(base / "hooks"),
            "PIP_NO_COMPILE": "0",  # nothing is compiled that nobody imports: pip takes a false value for a yes here
        }
        foreign = ("GIT_", "PRE_COMMIT", "PYTEST_", "PYTHONPATH", "VIRTUAL_ENV")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        self.environ = {
            **kept,
            **_pip_settings(),
            **ours,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}",
        }
        for name in ("author", "committer"):
            self.environ[f"GIT_{name.upper()}_NAME"] = "A. Author"
            self.environ[f"GIT_{name.upper()}_EMAIL"] = "author@example.org"
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit_all()

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environ, check=False, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def git(self, *command: str) -> str:
        done = self.run("git", *command)
        assert done.returncode == 0, done.stdout
        return done.stdout.strip()

    def commit_all(self) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--no-verify", "--message", "All")

    def pre_commit(self, *command: str) -> subprocess.CompletedProcess[str]:
        return self.run(sys.executable, "-m", "pre_commit", *command)


def _pip_settings() -> dict[str, str]:
    """Where pip is configured, which another ``HOME`` would hide."""
    file = Path.home() / ".config/pip/pip.conf"
    return {"PIP_CONFIG_FILE": str(file)} if file.is_file() and "PIP_CONFIG_FILE" not in os.environ else {}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture(scope="module")
def hooks(base: Path) -> Repository:
    """What a clone of argcheck holds of what the hooks need."""
    folder = base / "argcheck"
    folder.mkdir()
    for name in SHIPPED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (folder / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return Repository(folder, base)


def pin(thesis: Repository, hooks: Repository, *names: str) -> None:
    """Use hooks as a project does: at a revision, installed in git."""
    rev = hooks.git("rev-parse", "HEAD")
    ids = "".join(f"      - id: {name}\n" for name in names)
    (thesis.folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n  - repo: {hooks.folder}\n    rev: {rev}\n    hooks:\n{ids}", "utf-8"
    )
    thesis.commit_all()
    done = thesis.pre_commit("install")
    assert done.returncode == 0, done.stdout


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_bytes().decode()
    assert old in text
    file.write_bytes(text.replace(old, new, 1).encode())


def test_the_hooks(hooks: Repository, tmp_path: Path, base: Path) -> None:
    """One test, as each worker that runs a part of it would install argcheck once more."""
    for examined in (everything_is_checked, a_commit_that_only_deletes_is_checked, changed_files_alone):
        folder = tmp_path / examined.__name__
        shutil.copytree(ROOT / "examples" / "thesis", folder)
        examined(hooks, Repository(folder, base))


def everything_is_checked(hooks: Repository, thesis: Repository) -> None:
    """Both hooks: a clean thesis passes, a wrong key does not, and no file is changed."""
    pin(thesis, hooks, "argcheck", "argcheck-files")
    done = thesis.pre_commit("run", "--all-files", "--verbose")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("Passed") == 2, done.stdout
    edit(thesis.folder / "chapters" / "introduction.tex", "hoare1962", "hoare1926")
    thesis.run("git", "commit", "--all", "--quiet", "--no-verify", "--message", "A fault")
    done = thesis.pre_commit("run", "--all-files")
    assert done.returncode == 1, done.stdout
    assert done.stdout.count("Failed") == 2, done.stdout
    assert "chapters/introduction.tex:6:32: error: CIT001" in done.stdout
    (thesis.folder / "notes.md").write_text(
        "---\nbibliography: bib/sorting.bib\n---\n\nBy [@nobody].\n", "utf-8"
    )
    thesis.commit_all()
    done = thesis.pre_commit("run", "--all-files")
    assert done.stdout.count("notes.md:5:6: error: CIT001") == 2, done.stdout
    assert "\x1b[" not in done.stdout
    assert thesis.git("status", "--porcelain") == ""


def a_commit_that_only_deletes_is_checked(hooks: Repository, thesis: Repository) -> None:
    pin(thesis, hooks, "argcheck")
    thesis.git("rm", "--quiet", "bib/sorting.bib")
    done = thesis.run("git", "commit", "--message", "Tidy up")
    assert done.returncode == 1, done.stdout
    assert "missing-input" in done.stdout
    assert "sorting.bib" in done.stdout


def changed_files_alone(hooks: Repository, thesis: Repository) -> None:
    pin(thesis, hooks, "argcheck-files")
    edit(thesis.folder / "chapters" / "conclusion.tex", "sec:question", "sec:questions")
    thesis.run("git", "commit", "--all", "--no-verify", "--message", "An old fault")
    edit(thesis.folder / "chapters" / "introduction.tex", "hoare1962", "hoare1926")
    done = thesis.run("git", "commit", "--all", "--message", "A new one")
    assert done.returncode == 1, done.stdout
    assert "chapters/introduction.tex:6:32: error: CIT001" in done.stdout
    assert "conclusion.tex" not in done.stdout
    edit(thesis.folder / "chapters" / "introduction.tex", "hoare1926", "hoare1962")
    edit(thesis.folder / "chapters" / "introduction.tex", "and at what price", "and at which price")
    done = thesis.run("git", "commit", "--all", "--message", "Wording")
    assert done.returncode == 0, done.stdout
