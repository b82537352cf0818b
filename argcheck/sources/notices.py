"""Notices of several providers about one work, joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.sources.model import Notice, Reply


def of_no_record(replies: Iterable[Reply]) -> Iterator[Notice]:
    """Yield the notices of records without title and authors, which are those of a snapshot on this machine."""
    for reply in replies:
        for record in reply.records:
            if not (record.title or record.authors):
                yield from record.notices


def joined_notices(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Return the notices with those of several providers about one event joined, by status, date and DOI."""
    joined: dict[tuple[str, str], Notice] = {}
    for notice in notices:
        keys = [
            key
            for key in joined
            if key[0] == notice.status and (not notice.doi or key[1] in {"", notice.doi})
        ]
        key = keys[0] if keys else (notice.status, notice.doi)
        known = joined.get(key)
        if known is None:
            joined[key] = notice
        else:
            origins = dict.fromkeys((*known.origin.split(", "), notice.origin))
            joined[key] = known._replace(
                doi=known.doi or notice.doi,
                date=max(known.date, notice.date, key=len),
                reason=known.reason or notice.reason,
                origin=", ".join(filter(None, origins)),
            )
    return tuple(sorted(joined.values(), key=lambda notice: (notice.status, notice.date, notice.doi)))
