"""``.argcheck/verdicts.jsonl``: one verdict a line, sorted, so that git merges it without a conflict."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from errno import EINVAL
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.files.writing import replace_file
from argcheck.verdicts import PATH
from argcheck.verdicts.fields import VerdictError
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
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path
    from typing import Any

ATTRIBUTES = "verdicts.jsonl merge=union\n"  #: the line in ``.argcheck/.gitattributes``
_ORDER = list(KINDS.values())
_NEW = ".new"  #: ends the names of unfinished files
_UNFINISHED = lazy(r".+\.[a-z0-9_]{8}\.new")
_ROOM = 65_536  #: bytes that must be free on the disk


class Unreadable(NamedTuple):
    """A line that is no verdict of this version; it is kept unchanged."""

    span: Span
    text: str
    why: str


class VerdictFile(NamedTuple):
    """The verdicts of one file, each with its place; of several with the same key, the latest."""

    path: str
    verdicts: tuple[Verdict, ...] = ()
    places: tuple[Span, ...] = ()  #: of each verdict
    unreadable: tuple[Unreadable, ...] = ()

    @classmethod
    def load(cls, text: str, path: str = PATH) -> VerdictFile:
        """Parse the text of a file; lines that cannot be read go to ``unreadable``."""
        by_key: dict[str, tuple[Verdict, Span]] = {}
        bad: list[Unreadable] = []
        for span, line in placed_lines(text, path):
            try:
                verdict = read_verdict(parsed_line(line))
            except VerdictError as error:
                bad.append(Unreadable(span, line, str(error)))
                continue
            known = by_key.get(verdict.key)
            if known is None or known[0].checked < verdict.checked:
                by_key[verdict.key] = verdict, span
        verdicts, places = zip(*by_key.values(), strict=True) if by_key else ((), ())
        return cls(path, tuple(verdicts), tuple(places), tuple(bad))

    def dump(self) -> str:
        """Return the text of the file: sorted, one verdict a line, unreadable lines last."""
        lines = [dumped_line(to_data(verdict)) for verdict in self.sorted()]
        return "".join(
            f"{line}\n" for line in (*lines, *sorted({unreadable.text for unreadable in self.unreadable}))
        )

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


def dumped_line(data: Mapping[str, Any]) -> str:
    """Return one line of a file as JSON; lone surrogates, which UTF-8 cannot encode, are escaped."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()


def placed_lines(text: str, path: str) -> Iterator[tuple[Span, str]]:
    """Yield the non-blank lines of a file, each with its place."""
    start = 0
    for line in text.removeprefix("\ufeff").split("\n"):
        if line.strip():
            yield Span(path, start, start + len(line)), line
        start += len(line) + 1


def parsed_line(line: str) -> object:
    """Parse one line of a file.

    :raises VerdictError: the line is no JSON.
    """
    try:
        return json.loads(line, parse_constant=_refused)
    except VerdictError:
        raise
    except (ValueError, RecursionError):
        pass
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        raise VerdictError("it is a mark of a merge that was not finished")
    raise VerdictError("it is no JSON")


def _refused(constant: str) -> None:
    raise VerdictError(f"{constant} is no number of JSON")


def read_file(file: Path, path: str = PATH) -> VerdictFile:
    """Read a verdict file from the disk; a missing one is empty.

    :raises OSError: the file cannot be read.
    """
    return VerdictFile.load(held_text(file), path)


def held_text(file: Path) -> str:
    """Return the text of a file of ``.argcheck``, with bytes that are not UTF-8 as surrogates; empty if it is missing.

    :raises OSError: the file cannot be read, or is no regular file: a pipe would block.
    """
    _require_regular(file)
    try:
        return file.read_bytes().decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    except FileNotFoundError:
        return ""


def write_file(file: Path, verdicts: VerdictFile) -> bool:
    """Write a verdict file atomically, with the attributes that let git merge it.

    :returns: whether the file changed.
    :raises OSError: the file cannot be written.
    """
    return put_lines(file, verdicts.dump(), ATTRIBUTES)


def put_lines(file: Path, text: str, attributes: str) -> bool:
    """Write a file of ``.argcheck`` atomically, with the line of ``.gitattributes`` that lets git merge it.

    :returns: whether the file changed.
    :raises OSError: the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    known = file.parent / ".gitattributes"
    there = known.read_bytes() if known.is_file() else b""
    if attributes.strip().encode() not in there.splitlines():
        line = (b"" if there.endswith(b"\n") or not there else b"\n") + attributes.encode()
        replace_file(known, there + line, _NEW)
    data = text.encode("utf-8", "surrogateescape")
    if file.is_file() and file.read_bytes() == data:
        return False
    replace_file(file, data, _NEW)
    return True


def change_file(file: Path, change: Callable[[VerdictFile], VerdictFile], path: str = PATH) -> VerdictFile:
    """Read a verdict file, change it and write it, under a lock.

    :returns: the changed file.
    :raises OSError: the file cannot be read or written.
    """
    with locked(file.parent):
        changed = change(read_file(file, path))
        write_file(file, changed)
    return changed


def keep_file(file: Path, data: bytes) -> None:
    """Write a file that belongs to the verdicts atomically, under a lock of its folder.

    :raises OSError: the file cannot be written.
    """
    with locked(file.parent):
        replace_file(file, data, _NEW)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder and lock it; where the system has no locks of folders, the last writer wins.

    Every writer takes the lock, so an unfinished file in the folder is of a process that was killed, and is deleted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for file in folder.glob(f"*{_NEW}"):
            if _UNFINISHED.fullmatch(file.name):
                file.unlink()
        yield
    finally:
        os.close(handle)


def require_writable(file: Path) -> None:
    """Check that a file can be written, before anything is paid for its content.

    :raises UsageError: the folder is read-only, the disk is full, or the path is no regular file.
    """
    import tempfile

    try:
        _require_regular(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(prefix=f"{file.name}.", suffix=_NEW, dir=file.parent) as stream:
            stream.write(bytes(_ROOM))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error.strerror}; nothing was asked") from None


def _require_regular(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise OSError(EINVAL, "it is no regular file")
