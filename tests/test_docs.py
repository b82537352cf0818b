"""The pages of the rules are those that ``python docs/rule_pages.py`` writes; the map of the architecture is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from loaded_scripts import load

from argcheck.lint.reporters.formats import FORMATS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "rules"


def test_the_pages_are_fresh() -> None:
    written = {file.name: file.read_text("utf-8") for file in FOLDER.glob("*.md")}
    assert written == dict(load(ROOT / "docs" / "rule_pages.py").pages()), "run `python docs/rule_pages.py`"


def test_the_manual_page_of_the_commands_is_fresh() -> None:
    page = (ROOT / "docs" / "argcheck.1").read_text("utf-8")
    assert load(ROOT / "docs" / "man_page.py").man_page() == page, "run `python docs/man_page.py`"


DECISIONS = (ROOT / "docs" / "decisions.md").read_text("utf-8")
INSTALLED = re.findall(r"^\| (\w+) \| .*? \| (`.*) \|$", DECISIONS, re.MULTILINE)


@pytest.mark.parametrize(("library", "where"), INSTALLED)
def test_the_decisions_say_where_a_library_is_used(library: str, where: str) -> None:
    """Each module that imports it lies in one of the places, and each place has such a module."""
    imports = re.compile(rf"^ *(?:from|import) {library}\b", re.MULTILINE)
    files = [file for room in ("argcheck", "rules", "plugins") for file in (ROOT / room).rglob("*.py")]
    using = {file.relative_to(ROOT).as_posix() for file in files if imports.search(file.read_text("utf-8"))}
    places = re.findall(r"`(.+?)`", where)
    assert [path for path in using if not path.startswith(tuple(places))] == []
    assert [place for place in places if not any(path.startswith(place) for path in using)] == []


def test_the_decisions_list_what_everyone_installs() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        required = tomllib.load(file)["project"]["dependencies"]
    assert {library for library, _ in INSTALLED} == {re.split(r"\W", name)[0] for name in required}


MAP = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_the_map_names_what_is_there() -> None:
    named = set(re.findall(r"`((?:argcheck|rules|plugins)/[\w./]*)`", MAP)) - {"argcheck/data/lang/CODE.toml"}
    assert [path for path in sorted(named) if "NAME" not in path and not (ROOT / path).exists()] == []


def test_the_rooms_of_the_map_are_the_layers_of_the_contract() -> None:
    """The table says what import-linter checks: the contract lists the rooms from the top down."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        [contract] = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = [
        {part.strip().removeprefix("argcheck.") for part in layer.split("|")} for layer in contract["layers"]
    ]
    height = {room: place for place, rooms in enumerate(reversed(layers)) for room in rooms}
    rooms = re.findall(r"^\| `(?:argcheck/)?(\w+)(?:/|\.py)` \|", MAP, re.MULTILINE)
    heights = [height[room] for room in rooms]
    assert heights == sorted(heights)
    assert set(height) - {"__main__", "errors", "testing"} == set(rooms)


def test_what_shows_a_promise_is_there() -> None:
    page = (ROOT / "docs" / "conformance.md").read_text("utf-8")
    named = re.findall(r"`((?:tests|benchmarks|\.ci)/[\w./]+)`", page)
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_described(name: str) -> None:
    assert f"\n| `{name}` |" in (ROOT / "docs" / "output.md").read_text("utf-8")
    assert f"`{name}`" in (ROOT / "README.md").read_text("utf-8")
