"""Who may import whom: the rooms of the house, and what must not be imported at start-up."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
#: Where a class is derived from one of a costly package, in a module that is itself imported where it is used.
DERIVED = {("disk.py", "diskcache"), ("server.py", "pygls.exceptions"), ("server.py", "pygls.lsp.server")}
#: Costly packages: imported in the function that uses them.
HEAVY = frozenset(
    [
        "anyio",
        "bibtexparser",
        "diskcache",
        "hishel",
        "httpx2",
        "lxml",
        "mcp",
        "networkx",
        "numpy",
        "onnxruntime",
        "openai",
        "pydantic",
        "pygls",
        "pylatexenc",
        "rapidfuzz",
        "rich",
        "stamina",
        "tokenizers",
    ]
)
#: What a provider may see beside `argcheck.api`: records, and identifiers in their normal form.
OF_A_PROVIDER = {"argcheck.sources", "argcheck.bib"}
#: What any other bundled adapter may see: the rooms that it adapts.
ADAPTED = {
    "pytest_plugin": {"argcheck.cli", "argcheck.files", "argcheck.lint", "argcheck.settings"},
    "mcp_server": {"argcheck.argument"},
    "providers": {"argcheck.settings", "argcheck.sources"},
    "judges": {"argcheck.errors", "argcheck.verdicts"},
    "onnx_models": {"argcheck.errors", "argcheck.verdicts"},
    "endpoint_models": {"argcheck.errors", "argcheck.llm", "argcheck.verdicts"},
}


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def imports(tree: ast.Module, package: str) -> Iterator[tuple[str, bool]]:
    """Each module that is imported, and whether that happens as soon as the file is imported."""
    lazy = {
        inner
        for outer in ast.walk(tree)
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or _for_types(outer)
        for inner in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node not in lazy
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] + "." if node.level else ""
            module = (base + (node.module or "")).rstrip(".")
            yield module, node not in lazy
            if module == "argcheck":  # `from argcheck import engine`
                for alias in node.names:
                    yield f"argcheck.{alias.name}", node not in lazy


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imported(file: Path) -> list[tuple[str, bool]]:
    package = "argcheck" if file.parent.name not in ("rules", "plugins") else f"argcheck.{file.parent.name}"
    return list(imports(ast.parse(file.read_text("utf-8")), package))


@pytest.mark.parametrize("file", files("rules"), ids=lambda file: file.stem)
def test_a_rule_sees_the_api_only(file: Path) -> None:
    ours = {module for module, _ in imported(file) if module.startswith("argcheck")}
    assert {one for one in ours if not one.startswith("argcheck.rules")} <= {"argcheck.api"}


@pytest.mark.parametrize("file", files("plugins"), ids=lambda file: file.stem)
def test_an_adapter_sees_the_api_and_what_it_adapts(file: Path) -> None:
    rooms = {
        ".".join(module.split(".")[:2]) for module, _ in imported(file) if module.startswith("argcheck.")
    }
    assert rooms - {"argcheck.plugins"} <= {"argcheck.api", *ADAPTED.get(file.stem, OF_A_PROVIDER)}


@pytest.mark.parametrize("file", files("argcheck"), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_the_engine_reaches_rules_and_plugins_by_entry_point_only(file: Path) -> None:
    assert not [m for m, _ in imported(file) if m.startswith(("argcheck.rules", "argcheck.plugins"))]


@pytest.mark.slow
def test_costly_packages_are_imported_where_they_are_used() -> None:
    found = [
        (file.relative_to(ROOT).as_posix(), module)
        for room in ("argcheck", "rules", "plugins")
        for file in files(room)
        for module, at_once in imported(file)
        if at_once and module.partition(".")[0] in HEAVY and (file.name, module) not in DERIVED
    ]
    assert found == []


def test_import_linter(tmp_path: Path) -> None:
    """The contracts of pyproject.toml, on a tree in which the rooms stand where they are installed."""
    pytest.importorskip("importlinter", reason="import-linter is not installed")
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "argcheck", tmp_path / "argcheck", ignore=ignore)
    for room in ("rules", "plugins"):
        shutil.copytree(ROOT / room, tmp_path / "argcheck" / room, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    code = "import sys; sys.path.insert(0, ''); from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
