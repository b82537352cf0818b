"""Lists and sets by what their items have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_Item = TypeVar("_Item")
_Key = TypeVar("_Key")


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return items in lists by key, keys and lists in the order of the items."""
    return lists_by_key((key(item), item) for item in items)


def lists_by_key(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, list[_Item]]:
    """Return the second of each pair in lists by the first, keys and lists in the order of the pairs."""
    lists: dict[_Key, list[_Item]] = {}
    for key, item in pairs:
        lists.setdefault(key, []).append(item)
    return lists


def sets_by_key(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, set[_Item]]:
    """Return the second of each pair in sets by the first, keys in the order of the pairs."""
    sets: dict[_Key, set[_Item]] = {}
    for key, item in pairs:
        sets.setdefault(key, set()).add(item)
    return sets
