"""Notices of several providers on one work, joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.sources.model import Notice, Reply


def of_no_record(replies: Iterable[Reply]) -> Iterator[Notice]:
    """The notices of records that describe no work: of a snapshot on this machine."""
    for reply in replies:
        for record in reply.records:
            if not (record.title or record.authors):
                yield from record.notices


def joined_notices(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Join what several providers say of one notice."""
    found_notices: dict[tuple[str, str], Notice] = {}
    for notice in notices:
        keys = [
            key
            for key in found_notices
            if key[0] == notice.status and (not notice.doi or key[1] in {"", notice.doi})
        ]
        key = keys[0] if keys else (notice.status, notice.doi)
        known = found_notices.get(key)
        if known is None:
            found_notices[key] = notice
        else:
            origins = dict.fromkeys((*known.origin.split(", "), notice.origin))
            found_notices[key] = known._replace(
                doi=known.doi or notice.doi,
                date=max(known.date, notice.date, key=len),
                reason=known.reason or notice.reason,
                origin=", ".join(filter(None, origins)),
            )
    return tuple(sorted(found_notices.values(), key=lambda notice: (notice.status, notice.date, notice.doi)))
