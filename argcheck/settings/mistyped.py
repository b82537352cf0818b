"""Misspelt names of configuration files, tables and environment variables.

Without a warning, a run would go on as if nothing had been set.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

_PREFIX = "ARGCHECK_"
#: Variables that are read besides those for configuration keys, without the prefix.
OTHER_VARIABLES = (
    "CACHE_DIR", "COLOR", "COLUMN_UNIT", "CONFIG", "DATA_DIR", "DIFF_BASE", "EMBEDDER", "ENTAILMENT", "FORMAT", "ISOLATED",
    "JOBS", "JUDGES_API_KEY", "LLM_API_KEY", "LLM_BASE_URL", "LLM_CACHE_KEY", "LLM_CONCURRENCY", "LLM_MODEL", "LLM_TIMEOUT",
    "NO_CACHE", "NO_PLUGINS", "RERANKER", "TRACEBACK",
)  # fmt: skip
_NAME = "argcheck"
_LETTERS = frozenset(_NAME)
_SURE = 0.87  # one letter wrong, lost, doubled or swapped in "argcheck"
_LIKELY = 0.74  # a warning costs little, and "LLM_KEY" is a good guess


def misnamed_file(folder: Path) -> str:
    """Return the file in a folder that seems to be meant for the configuration; empty if there is none.

    A name that contains ``argcheck``, such as ``argcheck-draft.toml``, is not: it is for ``--config``.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".toml"))  # noqa: PTH208 - of every run
    except OSError:
        return ""
    return next((name for name in names if _seems_meant(name.removesuffix(".toml").lstrip("."))), "")


def misnamed_table(tables: Iterable[tuple[int, Sequence[str]]]) -> tuple[int, str]:
    """Return line and name of the table that seems to be meant for ``tool.argcheck``; line 0 if there is none.

    :param tables: those of a ``pyproject.toml``, with their lines.
    """
    for line, table in tables:
        if table[0] == _NAME:
            return line, _NAME
        if table[0] == "tool" and len(table) > 1 and _seems_meant(table[1]):
            return line, f"tool.{table[1]}"
    return 0, ""


def _seems_meant(word: str) -> bool:
    lower = word.lower()
    if _NAME in word or len(_LETTERS.symmetric_difference(lower)) > 2:  # one letter for another
        return False
    return bool(nearest(lower, [_NAME], _SURE))


def misnamed_variables(environ: Mapping[str, str], twins: Iterable[str]) -> Iterator[str]:
    """Yield a warning for each variable that nothing reads and that looks like one that is read.

    :param twins: the variables for keys of the configuration.
    """
    known = [*OTHER_VARIABLES, *(twin.removeprefix(_PREFIX) for twin in twins)]
    for variable in sorted(environ):
        name = variable.removeprefix(_PREFIX)
        if name == variable or name in known or not environ[variable]:
            continue
        if near := nearest(name, known, _LIKELY):
            yield f"nothing reads the variable {variable}; did you mean {_PREFIX}{near}?"


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known word that a mistyped one is most like, empty if it is like none.

    :param cutoff: least similarity of the two, from 0 to 1.
    """
    import difflib

    return next(iter(difflib.get_close_matches(word, list(known), 1, cutoff)), "")


def did_you_mean(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the known word that a mistyped one is most like as a hint: ``; did you mean ...?``; empty without any."""
    near = nearest(word, known, cutoff)
    return f"; did you mean '{near}'?" if near else ""
