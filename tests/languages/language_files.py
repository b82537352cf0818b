"""Check language files against the table of keys in docs/languages.md; every mistake is named with file and line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.tex.vocabulary import phrase_source

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[2]
FOLDER = _ROOT / "argcheck" / "data" / "lang"
_ROW = re.compile(r"^\| `([a-z]+\.[a-z-]+)` \| ([^|]+) \| ", re.MULTILINE)
_TYPES: dict[str, type] = {"flag": bool, "number": int}


def keys() -> dict[str, str]:
    """Return what each key is, such as ``words, lower case``."""
    return {
        key: kind.strip() for key, kind in _ROW.findall((_ROOT / "docs" / "languages.md").read_text("utf-8"))
    }


def mistakes(path: Path) -> Iterator[str]:
    """Yield what is wrong with a file, each as ``FILE:LINE: what, and what to do``."""
    text = path.read_text("utf-8")
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        yield f"{path.name}: {error}"
        return
    known = keys()
    for name, table in tables.items():
        place = f"{path.name}:{_line(text, f'[{name}]')}"
        if not isinstance(table, dict):
            yield f"{place}: '{name}' stands in no table"
            continue
        for key, value in table.items():
            line = _line(text, f"{key} =", text.find(f"\n[{name}]\n"))
            first = text.split("\n")[line - 1].endswith("= '''")  # then the list begins on the next line
            kind = known.get(f"{name}.{key}")
            if kind is None:
                yield f"{path.name}:{line}: nobody reads '{name}.{key}'; docs/languages.md lists the keys"
            else:
                yield from (
                    f"{path.name}:{line + more + first}: {what}" for more, what in _wrong(kind, value)
                )


def _line(text: str, sign: str, after: int = -1) -> int:
    return text.count("\n", 0, max(0, text.find(f"\n{sign}", after))) + 2


def _wrong(kind: str, value: Any) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with a value, and how many lines behind its key."""
    wanted = _TYPES.get(kind, str)
    if type(value) is not wanted:
        yield 0, f"this is {kind}, not {type(value).__name__}"
    elif wanted is str and not value.strip():
        yield 0, "this list is empty: leave it out"
    elif wanted is str and kind != "text":
        seen: set[str] = set()
        for more, line in enumerate(value.split("\n")):
            if line.startswith("["):
                yield more, "no line may begin with a bracket, as a table does"
            if kind in ("contrasts", "lists"):
                seen = set()  # a word may stand in several of them
            for item in line.split(";") if kind.startswith("phrases") else line.split():
                yield from ((more, what) for what in _wrong_item(kind, item.strip(), seen))


def _wrong_item(kind: str, item: str, seen: set[str]) -> Iterator[str]:
    word = item.partition("=")[0] if kind == "pairs" else item
    if not word:
        if kind.startswith("phrases") and seen and item != "":
            yield "a phrase is empty"
        return
    if word in seen:
        yield f"'{word}' stands twice"
    seen.add(word)
    if kind.endswith("lower case") and word != word.lower():
        yield f"'{word}' is compared with text in lower case"
    if kind == "pairs" and not item.partition("=")[2]:
        yield f"'{item}' has no value: write word=value"
    if kind.startswith("phrases"):
        try:
            re.compile(phrase_source(word))
        except re.error as error:
            yield f"'{word}' cannot be read: {error}"
