"""Which pairs stay: none that repeats another, parts that share no source, and as many of each class."""

from __future__ import annotations

from collections import Counter, defaultdict
from hashlib import blake2b
from typing import TYPE_CHECKING

from leakage import near_duplicates

from argcheck.sources.folding import words
from argcheck.verdicts.fields import CLASSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from construction import Item
    from local_sources import Source

TUNING, TEST = "tuning", "test"
_SPACE = 1 << 64


def part_of(source: Source, test_share: float) -> str:
    """Say which part a source belongs to: by its title and year, so that it stays there when others come and under other keys."""
    return TEST if _draw(" ".join((*words(source.title), str(source.year)))) < test_share else TUNING


def repeated(items: Sequence[Item]) -> dict[int, int]:
    """Give the places of pairs that have nearly a sentence of an earlier one, each with that of the earlier one."""
    return {later: earlier for earlier, later in near_duplicates([item.row("") for item in items])}


def over_balance(items: Sequence[Item], least: int) -> tuple[set[int], str]:
    """Give the places of pairs without which each class has as many as the smallest, or why there is no balance.

    Pairs go from the sources and difficulties that have most of the class.

    :param least: pairs that the smallest class must have.
    """
    counts = Counter(item.class_ for item in items)
    smallest = min(CLASSES, key=lambda name: counts[name])
    if counts[smallest] < least:
        return set(), f"class {smallest} has {counts[smallest]} pairs, and at least {least} are needed"
    kept: set[int] = set()
    for class_ in CLASSES:
        groups: dict[tuple[str, str], list[int]] = defaultdict(list)
        for place, item in enumerate(items):
            if item.class_ == class_:
                groups[item.source.id, item.difficulty].append(place)
        order = [
            (turn, _draw(f"{class_} {' '.join(group)}"), place)
            for group, places in groups.items()
            for turn, place in enumerate(places)
        ]
        kept |= {place for _, _, place in sorted(order)[: counts[smallest]]}
    return set(range(len(items))) - kept, ""


def _draw(text: str) -> float:
    """Draw a number below 1 by a text, the same each time."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") / _SPACE
