"""The data files, ``argcheck/data/NAME.toml``: words of languages, what TeX defines, names.

One table of a file is parsed when somebody first asks for it: a run pays for what it looks up, and not for the rest.
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
        return f"\n{file.read()}"  # so that each table begins a line, also the first


@cache
def tables(name: str) -> dict[str, Any]:
    """Return all tables of a file such as ``tex/commands``."""
    import tomllib  # here: an unchanged run reads no data

    return tomllib.loads(_text(name))


@cache
def table(name: str, title: str) -> dict[str, Any]:
    """Return one table of a file, empty where there is none; no line in it may begin with a bracket."""
    text = _text(name)
    start = text.find(f"\n[{title}]")
    if start < 0:
        return {}
    import tomllib

    end = text.find("\n[", start + 1)
    parsed: dict[str, Any] = tomllib.loads(text[start : end if end >= 0 else len(text)])[title]
    return parsed


def pairs(text: str) -> dict[str, str]:
    """Return what a list gives its words: ``{"seconds": "s"}`` for ``seconds=s``."""
    split = (pair.partition("=") for pair in text.split())
    return {word: value for word, _, value in split}
