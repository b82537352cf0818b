"""Word lists as data: the files `argcheck/data/*.toml`, a table for each language."""

from __future__ import annotations

import os
from typing import Any


def word_lists(name: str) -> dict[str, Any]:
    """Return the tables of ``data/NAME.toml`` by the code of their language.

    The parser is imported here: a document without anything to look up does not pay for it.
    """
    import tomllib

    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib and importlib.resources cost more than the file
    with open(os.path.join(folder, "data", f"{name}.toml"), "rb") as file:  # noqa: PTH118, PTH123
        return tomllib.load(file)
