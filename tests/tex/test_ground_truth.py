"""The citation map against hand-checked data of four real repositories (`../shared`, or `ARGCHECK_SHARED`)."""

import json
import os
import random
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from argcheck import api
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

HERE = Path(__file__).parents[2]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parent / "shared")
CORPORA = ("celerite", "hagenw-thesis", "openlogic", "sphere-eversion")
CONFIG: dict[str, dict[str, Any]] = {"openlogic": {"include-macros": {"olimport": "[]{} #1/#2"}}}

pytestmark = pytest.mark.skipif(
    not (SHARED / "data").is_dir(), reason=f"the data with known citations is not at {SHARED}"
)


@cache
def truth(name: str) -> dict[str, Any]:
    """The hand-checked data of one repository."""
    data: dict[str, Any] = json.loads((SHARED / f"data/citations-{name}.json").read_text(encoding="utf-8"))
    return data


@cache
def mapped(name: str) -> dict[str, Any]:
    """The main document of one repository as `argcheck.api.citations` maps it."""
    found = api.citations(SHARED / "corpora" / name, config=CONFIG.get(name), isolated=True)
    return next(one for one in found["documents"] if one["root"] == truth(name)["main"])


@cache
def manuscript(name: str) -> Any:
    """The main document of one repository as it was read."""
    folder = SHARED / "corpora" / name
    settings = settings_for([folder], cwd=folder, overrides=CONFIG.get(name), isolated=True)
    documents = Workspace([folder], settings, cwd=folder).read()
    return next(one.manuscript for one in documents if one.manuscript.root == truth(name)["main"])


def places(records: list[dict[str, Any]]) -> set[tuple[str, int, int, str]]:
    return {(one["file"], one["line"], one["col"], one["key"]) for one in records}


@pytest.mark.parametrize("name", CORPORA)
def test_every_citation_and_no_other(name):
    assert places(mapped(name)["citations"]) == places(truth(name)["citations"])
    assert len(mapped(name)["citations"]) == len(truth(name)["citations"])


@pytest.mark.parametrize("name", CORPORA)
def test_every_citation_has_its_command(name):
    found = {(one["file"], one["line"], one["col"]): one["command"] for one in mapped(name)["citations"]}
    wanted = {(one["file"], one["line"], one["col"]): one["cmd"] for one in truth(name)["citations"]}
    assert {place: command.rstrip("*") for place, command in found.items()} == {
        place: command.rstrip("*") for place, command in wanted.items()
    }


@pytest.mark.parametrize("name", CORPORA)
def test_entries_undefined_and_unused(name):
    document, data = mapped(name), truth(name)
    assert {(one["file"], one["line"], one["key"]) for one in document["entries"]} == {
        (one["file"], one["line"], one["key"]) for one in data["bib_entries"]
    }
    assert set(document["undefined"]) == set(data["undefined"])
    inherited = set(data["used_only_through_crossref_or_xdata"])
    assert set(document["unused"]) - inherited == set(data["unused"]) - inherited


@pytest.mark.parametrize("name", CORPORA)
def test_labels_and_references(name):
    m, data = manuscript(name), truth(name)

    def at(record: Any) -> tuple[str, int, int]:
        return (record.span.path, *m.files[record.span.path].position(record.span.start))

    assert {(*at(label), label.name) for label in m.labels} >= places(data["labels"])
    written = {at(one): one.name for one in (*m.references, *m.uses)}
    for file, line, col, key in places(
        data["refs"]
    ):  # the data has names as written, without a macro's prefix
        assert written[file, line, col].endswith(key)
    assert set(m.files) >= {one["path"] for one in data["files"] if one["path"].endswith(".tex")}


def undefined(folder: Path, name: str) -> set[tuple[str, str]]:
    found = api.check(
        folder, config={**CONFIG.get(name, {}), "select": ["undefined-citation"]}, isolated=True
    )
    # Many of one key are one finding, with the places of the others beside it.
    places = [place for one in found.diagnostics for place in (one, *one.related)]
    said = [place for place in places if place.message.startswith("no entry has the key")]
    keys = [(place.span.path, re.search(r"'([^']*)'|`([^`]*)`", place.message)) for place in said]
    return {(path, match[1] or match[2]) for path, match in keys if match}


@pytest.mark.parametrize("name", CORPORA)
def test_no_undefined_citation_in_a_clean_repository(name):
    assert undefined(SHARED / "corpora" / name, name) == set()


@pytest.mark.parametrize(
    ("name", "seed"), [("openlogic", 0), *((name, seed) for name in CORPORA[:2] for seed in range(3))]
)
def test_every_deleted_key_is_found(name, seed, tmp_path):
    data = truth(name)
    folder = tmp_path / name
    shutil.copytree(SHARED / "corpora" / name, folder, copy_function=shutil.copyfile)
    cited = {one["key"] for one in data["citations"]}
    gone: set[str] = set()
    for bib in data["bib_files"]:
        own = sorted({one["key"] for one in data["bib_entries"] if one["file"] == bib} & cited)
        chosen = set(random.Random(seed).sample(own, min(10, len(own))))
        path = folder / bib
        path.chmod(0o644)
        path.write_bytes(_without(path.read_bytes().decode("utf-8", "surrogateescape"), chosen))
        gone |= chosen
    left = {one["key"] for one in mapped(name)["entries"]} - gone
    wanted = {(one["file"], one["key"]) for one in data["citations"] if one["key"] in gone - left}
    assert len(wanted) >= 10
    assert undefined(folder, name) == wanted


def _without(text: str, keys: set[str]) -> bytes:
    """``text`` with the heads of these entries renamed: they are then entries of other keys."""
    for key in keys:
        text = re.sub(rf"(@\w+\s*[{{(]\s*){re.escape(key)}(?=\s*,)", rf"\g<1>deleted-{key[::-1]}-qqqq", text)
    return text.encode("utf-8", "surrogateescape")
