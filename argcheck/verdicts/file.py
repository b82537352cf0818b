"""``.argcheck/verdicts.jsonl``: one verdict a line (`argcheck.files.committed`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.committed import Unreadable, dumped, held_text, locked, put_text, read_lines
from argcheck.files.diagnostic import Span
from argcheck.verdicts import PATH
from argcheck.verdicts.identity import quote_hash
from argcheck.verdicts.model import (
    KINDS,
    MentionVerdict,
    QuotationVerdict,
    Verdict,
    read_verdict,
    to_data,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import Any

_ORDER = list(KINDS.values())


class VerdictFile(NamedTuple):
    """The verdicts of one file, each with its place; of several with the same key, the latest."""

    path: str
    verdicts: tuple[Verdict, ...] = ()
    places: tuple[Span, ...] = ()  #: of each verdict
    unreadable: tuple[Unreadable, ...] = ()

    @classmethod
    def load(cls, text: str, path: str = PATH) -> VerdictFile:
        """Parse the text of a file; lines that cannot be read go to ``unreadable``."""
        lines, unreadable = read_lines(text, path, read_verdict)
        by_key: dict[str, tuple[Verdict, Span]] = {}
        for span, verdict in lines:
            known = by_key.get(verdict.key)
            if known is None or known[0].checked < verdict.checked:
                by_key[verdict.key] = verdict, span
        verdicts, places = zip(*by_key.values(), strict=True) if by_key else ((), ())
        return cls(path, tuple(verdicts), tuple(places), unreadable)

    def dump(self) -> str:
        """Return the text of the file: sorted, one verdict a line, unreadable lines last."""
        return dumped(map(to_data, self.sorted()), self.unreadable)

    def sorted(self) -> list[Verdict]:
        """Return the verdicts in the order of the file, grouped by work."""
        return sorted(
            self.verdicts, key=lambda verdict: (verdict.work, _ORDER.index(type(verdict)), verdict.key)
        )

    def with_(self, verdicts: Iterable[Verdict]) -> VerdictFile:
        """Return a file with these verdicts; each replaces those on the same thing by a judge of the same name."""
        new = {verdict.key: verdict for verdict in verdicts}
        things = {(item.thing, item.judge.get("name")) for item in new.values()}
        kept = self.only(lambda item: (item.thing, item.judge.get("name")) not in things)
        places = (*kept.places, *(Span(self.path, 0, 0) for _ in new))
        return kept._replace(verdicts=(*kept.verdicts, *new.values()), places=places)

    def unquoted(self) -> VerdictFile:
        """Return a file with hashes instead of all words quoted from sources."""
        return self._replace(verdicts=tuple(map(_unquoted, self.verdicts)))

    def only(self, keep: Callable[[Verdict], bool]) -> VerdictFile:
        """Return a file with the verdicts for which ``keep`` is true, and all unreadable lines."""
        kept = [pair for pair in zip(self.verdicts, self.places, strict=True) if keep(pair[0])]
        return self._replace(
            verdicts=tuple(item for item, _ in kept), places=tuple(place for _, place in kept)
        )


def _unquoted(mention_verdict: Verdict) -> Verdict:
    if not isinstance(mention_verdict, MentionVerdict | QuotationVerdict):
        return mention_verdict
    spans = tuple(
        span._replace(quote="", hash=quote_hash(span.quote)) if span.quote else span
        for span in mention_verdict.spans
    )
    if isinstance(mention_verdict, QuotationVerdict):
        return mention_verdict._replace(spans=spans, changes=())
    return mention_verdict._replace(spans=spans, more=unquoted_claims(mention_verdict.more))


def unquoted_claims(more: Mapping[str, Any]) -> Mapping[str, Any]:
    """Replace the words of the source in a comparison of claims by hashes."""
    if "compared" not in more:
        return more
    compared = more["compared"]
    omitted = [
        {**claim, "quote": "", "hash": quote_hash(claim["quote"])} if claim.get("quote") else claim
        for claim in compared["omitted"]
    ]
    return {**more, "compared": {**compared, "omitted": omitted}}


def read_file(file: Path, path: str = PATH) -> VerdictFile:
    """Read a verdict file from the disk; a missing one is empty.

    :raises OSError: the file cannot be read.
    """
    return VerdictFile.load(held_text(file), path)


def write_file(file: Path, verdicts: VerdictFile) -> bool:
    """Write a verdict file atomically, with the attributes that let git merge it.

    :returns: whether the file changed.
    :raises OSError: the file cannot be written.
    """
    return put_text(file, verdicts.dump())


def change_file(file: Path, change: Callable[[VerdictFile], VerdictFile], path: str = PATH) -> VerdictFile:
    """Read a verdict file, change it and write it, under a lock.

    :returns: the changed file.
    :raises OSError: the file cannot be read or written.
    """
    with locked(file.parent):
        changed = change(read_file(file, path))
        write_file(file, changed)
    return changed
