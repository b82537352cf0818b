"""The data files, ``argcheck/data/NAME.toml``: words of languages, what TeX defines, names.

A table of a file is parsed when it is first asked for, so that a run pays only for the tables that it uses.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")  # noqa: PTH118, PTH120 - pathlib costs more than the files


@cache
def names(folder: str) -> tuple[str, ...]:
    """Return the names of the data files in a folder, in alphabetical order."""
    files = os.listdir(os.path.join(_FOLDER, folder))  # noqa: PTH118, PTH208
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


@cache
def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, f"{name}.toml"), encoding="utf-8") as file:  # noqa: PTH118, PTH123
        return f"\n{file.read()}"  # so that a line feed precedes each table, even the first


@cache
def tables(name: str) -> dict[str, Any]:
    """Return all tables of a file such as ``tex/commands``."""
    import tomllib  # here: an unchanged run reads no data

    return tomllib.loads(_text(name))


@cache
def table(name: str, title: str) -> dict[str, Any]:
    """Return one table of a file, empty if there is none; no line in it may begin with a bracket."""
    text = _text(name)
    start = text.find(f"\n[{title}]")
    if start < 0:
        return {}
    import tomllib

    end = text.find("\n[", start + 1)
    parsed: dict[str, Any] = tomllib.loads(text[start : end if end >= 0 else len(text)])[title]
    return parsed


def pairs(text: str) -> dict[str, str]:
    """Return the pairs of a list: ``{"seconds": "s"}`` for ``seconds=s``."""
    split = (pair.partition("=") for pair in text.split())
    return {word: value for word, _, value in split}
