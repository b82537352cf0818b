"""The works that several papers cite, even if no claim of theirs rests on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry


class CitedEntry(NamedTuple):
    """The entry of a cited work in one paper."""

    paper: str
    entry: Entry


def cited_by_several(papers: Iterable[tuple[str, Entries, Iterable[str]]]) -> list[tuple[CitedEntry, ...]]:
    """Return the entries of each work that at least two papers cite, most papers first.

    :param papers: name, bibliography and cited keys of each.
    """
    from argcheck.bib.duplicates import one_work

    cited = [CitedEntry(name, entry) for name, b, keys in papers for entry in _entries(b, keys)]
    groups: dict[int, list[CitedEntry]] = {place: [row] for place, row in enumerate(cited)}
    first = list(groups)
    for earlier, later in one_work([entry for _, entry in cited]):
        first[later] = first[earlier]
        groups[first[later]] += groups.pop(later)
    shared = [tuple(group) for group in groups.values() if len({paper for paper, _ in group}) > 1]
    return sorted(shared, key=lambda group: (-len({paper for paper, _ in group}), group[0].entry.key))


def _entries(bibliography: Entries, keys: Iterable[str]) -> Iterator[Entry]:
    entries = (bibliography.find(key) for key in sorted(keys))
    yield from {entry.key: entry for entry in entries if entry}.values()
