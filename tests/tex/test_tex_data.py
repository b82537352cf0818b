"""The files in ``argcheck/data/tex`` hold what docs/tex-data.md says, and what they say is read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from argcheck.tex.commands import parse_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[2]
FILES = sorted((_ROOT / "argcheck" / "data" / "tex").glob("*.toml"))
_PAGE = (_ROOT / "docs" / "tex-data.md").read_text("utf-8")
_KEYS = dict(re.findall(r"^\| `([\w.-]+)` \| (names|pairs) \|", _PAGE, re.MULTILINE))
_KINDS = {
    kind: files.split(", ")
    for kinds, files in re.findall(r"^\| (`.*`) \| (commands[a-z, ]*) \|", _PAGE, re.MULTILINE)
    for kind in re.findall(r"`([a-z]+)`", kinds)
}


_LIKE = {"texlive": "packages", "texlive-files": "known"}  # what is written by a program has the same keys


def mistakes(name: str, text: str) -> Iterator[str]:
    """Yield what is wrong with a file, each as ``FILE:LINE: what``."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        yield f"{name}.toml: {error}"
        return
    for title, table in tables.items():
        for key, value in table.items():
            line = text.count("\n", 0, max(0, text.find(f"\n{key}", text.find(f"[{title}]\n")))) + 2
            yield from (
                f"{name}.toml:{line}: {what}" for what in _wrong(_LIKE.get(name, name), title, key, value)
            )


def _wrong(name: str, title: str, key: str, value: Any) -> Iterator[str]:
    rows = {title: {key: value}} if title in _KINDS else {key: value} if key in _KINDS else {}
    for kind, patterns in rows.items():
        if name not in _KINDS[kind]:
            yield f"'{kind}' stands in {_KINDS[kind]}"
        for pattern, names in patterns.items():
            try:
                parse_pattern(pattern.replace(",*", "") or "{*}")
            except ValueError as error:
                yield str(error)
            yield from _wrong_list("names", names)
    if rows:
        return
    table = "PACKAGE" if name == "packages" else title
    kind = _KEYS.get(f"{name}.{table}.{'N' if key.isdecimal() else key}")
    if kind is None:
        yield f"nobody reads '{title}.{key}'; docs/tex-data.md lists the keys"
    else:
        yield from _wrong_list(kind, value)


def _wrong_list(kind: str, value: Any) -> Iterator[str]:
    if not isinstance(value, str):
        yield f"this is {kind}, not {type(value).__name__}"
        return
    words = [item.partition("=")[0] if kind == "pairs" else item for item in value.split()]
    if not words:
        yield "this list is empty: leave it out"
    yield from (f"'{word}' stands twice" for word in sorted({w for w in words if words.count(w) > 1}))
    yield from (f"'{word}' has a backslash" for word in words if word.startswith("\\"))
    if "\n[" in value:
        yield "no line may begin with a bracket, as a table does"
    if kind == "pairs":
        yield from (f"'{item}' has no value" for item in value.split() if not item.partition("=")[2])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_sound(path: Path):
    assert list(mistakes(path.stem, path.read_text("utf-8"))) == []


def test_what_a_package_loads_has_a_table():
    texts = [path.read_text("utf-8") for path in FILES if _LIKE.get(path.stem, path.stem) == "packages"]
    tables = [tomllib.loads(text) for text in texts]
    loaded = {load for named in tables for table in named.values() for load in table.get("loads", "").split()}
    assert loaded <= {name for named in tables for name in named}


def test_every_key_of_the_page_stands_in_some_file():
    used = set()
    for path in FILES:
        name = _LIKE.get(path.stem, path.stem)
        for title, table in tomllib.loads(path.read_text("utf-8")).items():
            table_name = "PACKAGE" if name == "packages" else title
            used |= {f"{name}.{table_name}.{'N' if key.isdecimal() else key}" for key in table}
    assert set(_KEYS) <= used


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("commands", "\n[cite]\n'{*' = 'cite'\n", "has no argument with a *"),
        ("commands", "\n[cite]\n'{}' = 'cite'\n", "has no argument with a *"),
        ("commands", "\n[cited]\n'{*}' = 'cite'\n", "nobody reads 'cited.{*}'"),
        ("known", "\n[files]\ninputs = 'a b a'\n", "known.toml:3: 'a' stands twice"),
        ("known", "\n[files]\ninputs = ''\n", "this list is empty"),
        ("known", "\n[files]\ninputs = ['a']\n", "this is names, not list"),
        ("known", "\n[files]\ninput = 'a'\n", "nobody reads 'files.input'"),
        ("packages", "\n[a]\nverbs = '\\code'\n", "has a backslash"),
        ("print", "\n[words]\nprinted = 'ss'\n", "'ss' has no value"),
        ("print", "\n[words\n", "print.toml: Expected"),
    ],
)
def test_a_mistake_is_named(name: str, text: str, said: str):
    [mistake] = mistakes(name, text)
    assert said in mistake
