"""``.argcheck/verdicts.jsonl``: one verdict a line, sorted, so that git merges it without a conflict."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.verdicts import PATH
from argcheck.verdicts.identity import evidence_span
from argcheck.verdicts.model import MentionVerdict, Verdict, VerdictError, read_verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

ATTRIBUTES = "verdicts.jsonl merge=union\n"  #: of ``.argcheck/.gitattributes``
_ORDER = {"entry": 0, "mention": 1, "answer": 2}


class Unreadable(NamedTuple):
    """A line that is no verdict of this version; it is kept as it is."""

    span: Span
    text: str
    why: str


class VerdictFile(NamedTuple):
    """The verdicts of one file, each with its place; of equal judgements, the latest."""

    path: str
    verdicts: tuple[Verdict, ...] = ()
    places: tuple[Span, ...] = ()  #: of each verdict
    unreadable: tuple[Unreadable, ...] = ()

    @classmethod
    def load(cls, text: str, path: str = PATH) -> VerdictFile:
        """Read the text of a file; a line that cannot be read spoils no other."""
        found: dict[str, tuple[Verdict, Span]] = {}
        bad: list[Unreadable] = []
        start = 0
        for line in text.removeprefix("\ufeff").split("\n"):
            span = Span(path, start, start + len(line))
            start += len(line) + 1
            if not line.strip():
                continue
            try:
                verdict = read_verdict(_parsed(line))
            except VerdictError as error:
                bad.append(Unreadable(span, line, str(error)))
                continue
            known = found.get(verdict.key)
            if known is None or known[0].checked < verdict.checked:
                found[verdict.key] = verdict, span
        verdicts, places = zip(*found.values(), strict=True) if found else ((), ())
        return cls(path, tuple(verdicts), tuple(places), tuple(bad))

    def dump(self) -> str:
        """Give the text of the file: sorted, one verdict a line, what could not be read at the end."""
        lines = [json.dumps(one.to_data(), sort_keys=True, ensure_ascii=False) for one in self.sorted()]
        return "".join(f"{line}\n" for line in (*lines, *sorted({one.text for one in self.unreadable})))

    def sorted(self) -> list[Verdict]:
        """Give the verdicts in the order of the file: those on one work together."""
        return sorted(self.verdicts, key=lambda one: (one.work, _ORDER[one.kind], one.key))

    def with_(self, verdicts: Iterable[Verdict]) -> VerdictFile:
        """Put verdicts in, each in the place of what the file holds on the same thing by a judge of that name."""
        new = {one.key: one for one in verdicts}
        things = {(one.thing, one.judge.get("name")) for one in new.values()}
        kept = self.only(lambda one: (one.thing, one.judge.get("name")) not in things)
        places = (*kept.places, *(Span(self.path, 0, 0) for _ in new))
        return kept._replace(verdicts=(*kept.verdicts, *new.values()), places=places)

    def unquoted(self) -> VerdictFile:
        """Put hashes in the place of all words that are quoted from sources."""
        return self._replace(verdicts=tuple(map(_unquoted, self.verdicts)))

    def only(self, keep: Callable[[Verdict], bool]) -> VerdictFile:
        """Keep the verdicts that ``keep`` says, and all lines that cannot be read."""
        kept = [pair for pair in zip(self.verdicts, self.places, strict=True) if keep(pair[0])]
        return self._replace(verdicts=tuple(one for one, _ in kept), places=tuple(place for _, place in kept))


def _unquoted(one: Verdict) -> Verdict:
    if not isinstance(one, MentionVerdict):
        return one
    spans = (
        evidence_span(span.quote, span.page, span.line, quotes=False) if span.quote else span
        for span in one.spans
    )
    return one._replace(spans=tuple(spans))


def _parsed(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        pass
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        raise VerdictError("it is a mark of a merge that was not finished")
    raise VerdictError("it is no JSON")


def read_file(file: Path, path: str = PATH) -> VerdictFile:
    """Read a verdict file from the disk; one that is not there is empty.

    :raises OSError: it cannot be read.
    """
    try:
        return VerdictFile.load(
            file.read_bytes().decode("utf-8", "surrogateescape").replace("\r\n", "\n"), path
        )
    except FileNotFoundError:
        return VerdictFile(path)


def write_file(file: Path, verdicts: VerdictFile) -> bool:
    """Write a verdict file, whole or not at all, and the attributes that let git merge it.

    :returns: whether anything changed.
    :raises OSError: it cannot be written.
    """
    import os

    file.parent.mkdir(parents=True, exist_ok=True)
    attributes = file.parent / ".gitattributes"
    there = attributes.read_text("utf-8") if attributes.exists() else ""
    if ATTRIBUTES.strip() not in there.splitlines():
        before = there if there.endswith("\n") or not there else f"{there}\n"
        attributes.write_text(before + ATTRIBUTES, "utf-8")
    data = verdicts.dump().encode("utf-8", "surrogateescape")
    if file.exists() and file.read_bytes() == data:
        return False
    fresh = file.with_name(f"{file.name}.{os.getpid()}.new")
    with fresh.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    fresh.replace(file)
    return True
