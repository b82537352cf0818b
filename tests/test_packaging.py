"""What is installed: every folder of code, typed, under one name, at one version."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import argcheck

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ROOMS = ("argcheck", "rules", "plugins")


def test_every_folder_of_code_is_listed() -> None:
    """And nothing else is: a package that is listed and not there breaks the installation."""
    shipped = {name.removeprefix("argcheck.") for name in PYPROJECT["tool"]["setuptools"]["packages"]}
    found = {
        ".".join(file.parent.relative_to(ROOT).parts).removeprefix("argcheck.")
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
    }
    assert found == shipped
    for name in shipped:
        folder = ROOT / name.replace(".", "/")
        assert (
            (folder if folder.is_dir() else ROOT / "argcheck" / name.replace(".", "/")) / "__init__.py"
        ).is_file()


def test_the_version_is_static_and_one() -> None:
    assert "dynamic" not in PYPROJECT["project"]
    assert PYPROJECT["project"]["version"] == argcheck.__version__
    assert f"version: {argcheck.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_pythons_that_lose_matches_are_not_asked_for() -> None:
    """Before 3.11.5 a possessive loop whose last alternative gives up takes the whole match with it: files looked empty."""
    loop = re.compile(r"(?:a|%(?!%*x)[^\n]*+)*+(%[^\n]*+)")
    assert loop.match("a% c%x") is None  # `[^\n]*+` takes it all
    assert loop.match("aa%x")[1] == "%x"
    assert PYPROJECT["project"]["requires-python"] == ">=3.11.5"
    assert "Python 3.11.5 or newer" in (ROOT / "README.md").read_text("utf-8")


def test_it_is_typed() -> None:
    assert (ROOT / "argcheck" / "py.typed").is_file()
    assert "py.typed" in PYPROJECT["tool"]["setuptools"]["package-data"]["argcheck"]


def test_every_entry_point_leads_somewhere() -> None:
    groups = {"console_scripts": PYPROJECT["project"]["scripts"], **PYPROJECT["project"]["entry-points"]}
    for group, points in groups.items():
        for name, value in points.items():
            assert EntryPoint(name, value, group).load() is not None


def test_base_dependencies_have_both_bounds() -> None:
    for requirement in PYPROJECT["project"]["dependencies"]:
        assert ">=" in requirement, requirement
        assert ",<" in requirement, requirement


@pytest.mark.slow
def test_the_wheel(tmp_path: Path) -> None:
    """One top-level name, and every file of the three rooms under it."""
    pytest.importorskip("setuptools", "77", reason="building a wheel without the network needs setuptools 77")
    source = tmp_path / "source"
    ignore = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=ignore)
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", "docs/argcheck.1"):
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    code = f"from setuptools.build_meta import build_wheel; build_wheel({os.fspath(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {
        "argcheck", f"argcheck_lint-{argcheck.__version__}.dist-info", f"argcheck_lint-{argcheck.__version__}.data"
    }  # fmt: skip
    assert [name for name in names if ".data/" in name] == [
        f"argcheck_lint-{argcheck.__version__}.data/data/share/man/man1/argcheck.1"
    ]
    files = [file for room in ROOMS for file in (source / room).rglob("*") if file.is_file()]
    modules = {file.relative_to(source).as_posix() for file in files}
    expected = {one if one.startswith("argcheck/") else f"argcheck/{one}" for one in modules}
    assert expected == {name for name in names if name.startswith("argcheck/")}


@pytest.mark.slow
def test_installing_names_the_distribution() -> None:
    """`argcheck` on the package index is another project: what we tell people to install must be ours."""
    project = PYPROJECT["project"]
    extras = "|".join(project["optional-dependencies"])
    installs = r"\b(?:pipx?|uvx?)\b(?: (?:tool|pip|run|install|add|-\S+))*"
    foreign = re.compile(
        rf"argcheck\[(?:{extras})\b|{installs} ['\"]?argcheck(?![\w-])|^ *\"argcheck[><=~]", re.MULTILINE
    )
    assert foreign.search("pip install -U argcheck"), "the pattern sees nothing"
    assert not foreign.search(f"pipx run --spec {project['name']} argcheck")
    for path in texts_of_the_project():
        stale = foreign.search(path.read_text("utf-8", "replace"))
        assert not stale, f"{path.relative_to(ROOT)}: {stale[0]!r} installs a stranger's package"


def texts_of_the_project() -> Iterator[Path]:
    """Every text file that says how to install argcheck, or might."""
    own = Path(__file__).resolve()
    for room in (*ROOMS, "docs", "examples", "tests", "benchmarks", "changelog.d", ".ci", ".github"):
        for file in sorted((ROOT / room).rglob("*")):
            if (
                file.suffix in {"", ".md", ".py", ".toml", ".yml", ".yaml"}
                and file.is_file()
                and file.resolve() != own
            ):
                yield file
    yield from (file for file in sorted(ROOT.glob("*")) if file.suffix in {".md", ".toml", ".cff", ".yaml"})


@pytest.mark.parametrize(
    "page",
    [
        "docs/integrations.md",
        ".github/workflows/ci.yml",
        ".github/workflows/long.yml",
        ".github/workflows/release.yml",
        "action.yml",
    ],
)
def test_actions_are_pinned_by_hash(page: str) -> None:
    """A tag can be moved to other code; a comment says which version the hash is."""
    used = re.findall(r"^\s*(?:- )?uses: *(\S.*)$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


def test_what_builds_a_release_is_locked_by_hashes() -> None:
    lines = (ROOT / ".github/build-tools.txt").read_text("utf-8").replace("\\\n", " ").splitlines()
    assert {re.split(r"[=\s]", line)[0] for line in lines} >= {"build", "setuptools"}
    assert [line for line in lines if "==" not in line or "--hash=sha256:" not in line] == []


def test_a_release_is_built_where_nothing_is_published_and_published_without_a_kept_token() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    release = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    assert release["permissions"] == {"contents": "read"}
    assert "environment" not in release["jobs"]["build"]
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in str(release)
