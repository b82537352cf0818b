"""Group items into lists and sets by a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_Item = TypeVar("_Item")
_Key = TypeVar("_Key")


def grouped(items: Iterable[_Item], key: Callable[[_Item], _Key]) -> dict[_Key, list[_Item]]:
    """Return lists of items by key; keys and lists are in the order of the items."""
    return lists_by_key((key(item), item) for item in items)


def lists_by_key(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, list[_Item]]:
    """Return lists of the second items of pairs by the first; keys and lists are in the order of the pairs."""
    lists: dict[_Key, list[_Item]] = {}
    for key, item in pairs:
        lists.setdefault(key, []).append(item)
    return lists


def sets_by_key(pairs: Iterable[tuple[_Key, _Item]]) -> dict[_Key, set[_Item]]:
    """Return sets of the second items of pairs by the first; keys are in the order of the pairs."""
    sets: dict[_Key, set[_Item]] = {}
    for key, item in pairs:
        sets.setdefault(key, set()).add(item)
    return sets
