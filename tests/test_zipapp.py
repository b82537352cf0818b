"""The file that runs argcheck with Python alone, made of what is installed here, without the network."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE = ROOT / ".ci" / "zipapp"
BASE = ("click", "pluggy", "rapidfuzz", "bibtexparser", "pylatexenc", "networkx", "tqdm")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay argcheck and what it needs into a folder, as ``pip install --target`` does, and make the archive."""
    folder = tmp_path_factory.mktemp("zipapp")
    for name in BASE:
        installed = distribution(name)
        for file in installed.files or ():
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (folder / "app" / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(str(installed.locate_file(file)), folder / "app" / file)
    for name, source in (("", "argcheck"), ("rules", "rules"), ("plugins", "plugins")):
        shutil.copytree(ROOT / source, folder / "app" / "argcheck" / name, dirs_exist_ok=True)
    metadata = folder / "app" / "argcheck_lint-0.dist-info"
    metadata.mkdir()
    own = distribution("argcheck-lint")
    for name, text in (
        ("METADATA", str(own.metadata)),
        ("entry_points.txt", own.read_text("entry_points.txt")),
    ):
        (metadata / name).write_text(str(text), "utf-8")
    for name in ("argcheck.pyz", "again.pyz"):
        subprocess.run([sys.executable, MAKE, folder / "app", folder / name], check=True)
    assert (folder / "argcheck.pyz").read_bytes() == (folder / "again.pyz").read_bytes()
    return folder / "argcheck.pyz"


def run(archive: Path, *argv: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run it with an interpreter that sees no package."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "ARGCHECK"))}
    command = [sys.executable, "-I", "-S", str(archive), *argv]
    env |= {"XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache)}
    return subprocess.run(command, cwd=cache, env=env, capture_output=True, encoding="utf-8", check=False)


def test_it_finds_what_an_installation_finds(archive: Path, tmp_path: Path) -> None:
    example = str(ROOT / "examples" / "paper")
    ended = run(archive, "check", example, "--format", "json", cache=tmp_path)
    installed = subprocess.run(
        [sys.executable, "-m", "argcheck", "check", example, "--format", "json", "--no-cache"],
        capture_output=True, encoding="utf-8", check=False, cwd=archive.parent,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (1, installed.stdout), installed.stderr
    (unpacked,) = (tmp_path / "argcheck").glob("zipapp-*")
    assert not [name for name in unpacked.rglob("*") if name.suffix in (".so", ".pyd")]
    stamps = unpacked.stat().st_mtime_ns
    assert "argcheck" in run(archive, "--version", cache=tmp_path).stdout
    assert [path.name for path in (tmp_path / "argcheck").glob("zipapp-*")] == [unpacked.name]
    assert unpacked.stat().st_mtime_ns == stamps


def test_commands_that_need_an_extra_name_it(archive: Path, tmp_path: Path) -> None:
    ended = run(archive, "verify", str(ROOT / "examples" / "verified"), cache=tmp_path)
    assert (ended.returncode, "argcheck-lint[sources]" in ended.stderr) == (2, True)


def test_a_cache_that_cannot_be_written_is_named(archive: Path, tmp_path: Path) -> None:
    (tmp_path / "argcheck").write_text("no folder", "utf-8")
    ended = run(archive, "--version", cache=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("argcheck: error: there is no place to unpack into")
    assert ended.stderr.count("\n") == 1


def test_an_old_python_can_read_what_refuses_it() -> None:
    source = MAKE.read_text("utf-8")
    (start,) = [
        node.value.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == "START"
        and isinstance(node.value, ast.Constant)
    ]
    tree = ast.parse(str(start), feature_version=(3, 4))
    assert ast.unparse(tree.body[1]).startswith("if sys.version_info < (3, 11, 5):")
