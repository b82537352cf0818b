"""Regular expressions that are compiled when they are first used, and once for many runs.

A run needs few of the patterns of the modules that it imports, and compiling them all costs
as much as reading a thesis.  Those that it needs are still a sixth of a run after a change,
so `recall` takes what earlier runs compiled from the store, and `keep` puts there what is new.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from argcheck.cache import Store

_METHODS = frozenset(("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split"))
_NAMESPACE = "patterns"
_MOST = 2000  #: more than this in the store are those of texts of patterns that are long gone

#: What the last step of `re.compile` takes besides the source: flags, code, number of groups, their names.
_Program = tuple[int, list[int], int, dict[str, int]]


class _Programs:
    """The patterns that were compiled, by source and flags; none are kept before `recall`."""

    known: dict[tuple[str, int], _Program] | None = None
    stored = 0


class _Lazy:
    """Stands for a pattern; its methods replace themselves by those of the compiled one."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = _compile(self._source, int(self._flags))
        if name in _METHODS:
            setattr(self, name, getattr(compiled, name))
        return getattr(compiled, name)


def lazy(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern that is compiled at its first use.

    :raises re.error: at that use, a pattern that is malformed.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


def recall(store: Store | None) -> None:
    """From now on compile no pattern of which the store has the code; what that is only CPython's `re` knows."""
    if store and sys.implementation.name == "cpython" and sys.version_info < (3, 14):
        _Programs.known = store.get(_NAMESPACE, sys.version) or {}
        _Programs.stored = len(_Programs.known)


def keep(store: Store | None) -> None:
    """Put into the store what was compiled since `recall`; when there is too much, the store begins anew."""
    known = _Programs.known
    if store and known and len(known) > _Programs.stored:
        store.put(_NAMESPACE, sys.version, known if len(known) <= _MOST else {})
        _Programs.stored = len(known)


def _compile(source: str, flags: int) -> re.Pattern[str]:
    if _Programs.known is None:
        return re.compile(source, flags)
    import _sre  # type: ignore[import-not-found]

    program = _Programs.known.get((source, flags))
    if program is None:
        program = _Programs.known[source, flags] = _program(source, flags)
    all_flags, code, groups, names = program
    by_number: list[str | None] = [None] * (groups + 1)
    for name, number in names.items():
        by_number[number] = name
    pattern: re.Pattern[str] = _sre.compile(source, all_flags, code, groups, names, tuple(by_number))
    return pattern


def _program(source: str, flags: int) -> _Program:
    """Do the part of `re.compile` that takes the time."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    parsed = _parser.parse(source, flags)
    code = list(map(int, _compiler._code(parsed, flags)))  # noqa: SLF001 - nothing public gives it
    return flags | parsed.state.flags, code, parsed.state.groups - 1, parsed.state.groupdict
