"""Who may import whom, what must not be imported at start-up, and how large and how deep the package may grow."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from counted_patterns import patterns

from argcheck import __version__
from argcheck.lint.manual import NO_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
#: Where a class is derived from one of a costly package, in a module that is itself imported where it is used.
DERIVED = {
    ("disk.py", "diskcache"),
    ("server.py", "pygls.exceptions"),
    ("open_workspace.py", "pygls.lsp.server"),
}
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
    "mcp_verification": {"argcheck.service"},
    "providers": {"argcheck.settings", "argcheck.sources"},
    "bundled_readers": {"argcheck.files", "argcheck.readers"},
    "judges": {"argcheck.errors", "argcheck.verdicts"},
    "onnx_models": {"argcheck.errors", "argcheck.verdicts"},
    "endpoint_models": {"argcheck.errors", "argcheck.llm", "argcheck.verdicts"},
}
#: What the package may not outgrow. Lower a bound when it can be lowered; raise one only for a reason that a reviewer accepts.
LONGEST_FILE = 400  #: lines
LONGEST_LINE, LONGEST_SUMMARY = (
    120,
    150,
)  #: characters of comments and docstrings, and of the first line of these
FLOORS = 16  #: modules that import one another, one above the other
#: regular expressions, wherever they stand; some thirty of them are the syntax of Markdown, Typst and JATS
PATTERNS = 715
#: File names that several rooms share, each of which says the same in all of them.
SHARED_NAMES = {"__init__.py", "model.py"}


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


PACKAGE = tuple(file for room in ("argcheck", "rules", "plugins") for file in files(room))


@cache
def text_of(file: Path) -> str:
    return file.read_text("utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(text_of(file))


def module_of(file: Path) -> str:
    """Return the dotted name under which a file is installed."""
    *folders, name = file.relative_to(ROOT).with_suffix("").parts
    parts = folders if name == "__init__" else [*folders, name]
    return ".".join(parts if parts[0] == "argcheck" else ["argcheck", *parts])


@cache
def import_graph() -> dict[str, set[str]]:
    """Return the modules of the package that each of them imports, for annotations and in functions, too."""
    modules = {module_of(file): file for file in PACKAGE}
    return {
        module: {
            target for target in _targets(module, text_of(file)) if target in modules and target != module
        }
        for module, file in modules.items()
    }


def _targets(module: str, text: str) -> Iterator[str]:
    for imported, names in re.findall(r"(?m)^ *from (\.\w*|argcheck[\w.]*) import (\([^)]*\)|[^\n]*)", text):
        base = module.rpartition(".")[0] + imported.rstrip(".") if imported[0] == "." else imported
        yield base
        yield from (f"{base}.{name}" for name in re.findall(r"\w+", names))
    yield from re.findall(r"(?m)^ *import (argcheck[\w.]*)", text)


def repeated(names: list[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


def prose(file: Path) -> Iterator[tuple[int, str, bool]]:
    """Each line of a docstring, but for code in it, and each comment on a line of its own, with its number; whether it sums up."""
    lines = text_of(file).split("\n")
    tree = tree_of(file)
    for node in (tree, *(statement for statement, _ in statements(tree, at_once=True))):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is None:
            continue
        first, last, is_code = node.body[0].lineno, node.body[0].end_lineno or 0, False
        for number in range(first, last + 1):
            fence = lines[number - 1].lstrip().startswith("```")
            is_code ^= fence
            if not (is_code or fence):
                yield number, lines[number - 1], number == first
    yield from (
        (number, line, False)
        for number, line in enumerate(lines, 1)
        if line.lstrip().startswith("#") and "noqa" not in line
    )


def imports(tree: ast.Module, package: str) -> Iterator[tuple[str, bool]]:
    """Each module that is imported, and whether that happens as soon as the file is imported."""
    for node, at_once in statements(tree, at_once=True):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, at_once
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] + "." if node.level else ""
            module = (base + (node.module or "")).rstrip(".")
            yield module, at_once
            if module == "argcheck":  # `from argcheck import engine`
                for alias in node.names:
                    yield f"argcheck.{alias.name}", at_once


def statements(node: ast.AST, *, at_once: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Each statement in another one, and whether it runs as soon as the file is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            here = at_once and not (
                isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or _for_types(child)
            )
            yield child, here
            yield from statements(child, at_once=here)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@cache
def imported(file: Path) -> list[tuple[str, bool]]:
    package = "argcheck" if file.parent.name not in ("rules", "plugins") else f"argcheck.{file.parent.name}"
    return list(imports(tree_of(file), package))


def test_a_rule_sees_the_api_only() -> None:
    seen = [
        (file.name, module)
        for file in files("rules")
        for module, _ in imported(file)
        if module.startswith("argcheck")
    ]
    assert len({name for name, _ in seen}) > 50
    assert [
        (name, module)
        for name, module in seen
        if module != "argcheck.api" and not module.startswith("argcheck.rules")
    ] == []


def test_an_adapter_sees_the_api_and_what_it_adapts() -> None:
    rooms = {
        (file.stem, ".".join(module.split(".")[:2]))
        for file in files("plugins")
        for module, _ in imported(file)
        if module.startswith("argcheck.")
    }
    assert len(rooms) > 5
    assert [
        (stem, room)
        for stem, room in sorted(rooms)
        if room not in {"argcheck.plugins", "argcheck.api", *ADAPTED.get(stem, OF_A_PROVIDER)}
    ] == []


def test_the_engine_reaches_rules_and_plugins_by_entry_point_only() -> None:
    assert len(files("argcheck")) > 300
    assert [
        (file.relative_to(ROOT).as_posix(), module)
        for file in files("argcheck")
        for module, _ in imported(file)
        if module.startswith(("argcheck.rules", "argcheck.plugins"))
    ] == []


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


def test_no_module_imports_itself_through_others() -> None:
    try:
        TopologicalSorter(import_graph()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_the_package_is_no_deeper_than_it_was() -> None:
    graph = import_graph()
    floor: dict[str, int] = {}
    for module in TopologicalSorter(graph).static_order():
        floor[module] = 1 + max((floor[below] for below in graph[module]), default=0)
    assert {module: n for module, n in floor.items() if n > FLOORS} == {}


def test_no_file_is_long() -> None:
    lines = {file.relative_to(ROOT).as_posix(): text_of(file).count("\n") for file in PACKAGE}
    assert {file: n for file, n in lines.items() if n > LONGEST_FILE} == {}


def test_prose_in_code_is_as_wide_as_a_page() -> None:
    wide = {
        f"{file.relative_to(ROOT).as_posix()}:{number}"
        for file in PACKAGE
        for number, line, is_summary in prose(file)
        if len(line) > (LONGEST_SUMMARY if is_summary else LONGEST_LINE)
    }
    assert wide == set()


def test_no_two_files_have_one_name() -> None:
    assert repeated([file.name for file in PACKAGE if file.name not in SHARED_NAMES]) == []


def test_no_two_public_classes_have_one_name() -> None:
    classes = [name for file in PACKAGE for name in re.findall(r"(?m)^ *class ([A-Za-z]\w*)", text_of(file))]
    assert repeated(classes) == []


def test_knowledge_goes_into_data_before_it_goes_into_patterns() -> None:
    counted = patterns({file: tree_of(file) for file in PACKAGE})
    assert sum(map(len, counted.values())) <= PATTERNS


def test_no_private_part_of_python_and_no_code_from_text() -> None:
    private = re.compile(r"\b_sre\b|\b_tuplegetter\b|(?<![\w.])(?:eval|exec)\(")
    assert [file.name for file in PACKAGE if private.search(text_of(file))] == []


def test_variables_are_called_by_what_they_are() -> None:
    vague = re.compile(
        r"(?m)^ +(?:one|found)(?:, \w+)*(?:: [^\n=]+)? = |\bfor (?:one|found)(?:, \w+)* in |\((?:one|found) := "
    )
    assert [file.name for file in PACKAGE if vague.search(text_of(file))] == []


def test_what_a_docstring_refers_to_exists() -> None:
    modules = {module_of(file): text_of(file) for file in PACKAGE}
    references = {
        (file.name, reference)
        for file in PACKAGE
        for reference in re.findall(r"(?<!`)`(argcheck(?:\.\w+)+)`", text_of(file))
    }
    assert references

    def exists(reference: str) -> bool:
        module = max((name for name in modules if f"{reference}.".startswith(f"{name}.")), key=len)
        made = r"(?m)^ *(?:(?:async )?(?:def|class) |.*[,=] |from .* import .*\b)?{}\b(?= *[(:=,\n])"
        names = reference.removeprefix(module).split(".")[1:]
        return all(re.search(made.format(name), modules[module]) for name in names)

    assert [place for place in sorted(references) if not exists(place[1])] == []


def test_nothing_says_that_it_came_with_a_later_version() -> None:
    said = re.compile(r'versionadded:: ([\d.]+)|since="([\d.]+)"')
    now = [int(part) for part in __version__.split(".")]
    since = {(file.name, *match.groups("")) for file in PACKAGE for match in said.finditer(text_of(file))}
    assert since
    assert [entry for entry in since if [int(part) for part in "".join(entry[1:]).split(".")] > now] == []
    assert {rule.since for rule in NO_RULES} <= {__version__}
