"""What a verification is asked for and what it gives: pure data."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.files.diagnostic import Fix
    from argcheck.sources.model import Record
    from argcheck.verdicts.model import EntryVerdict

_NOBODY: Mapping[str, int] = MappingProxyType({})
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Request(NamedTuple):
    """What is to be verified, and how.

    .. versionadded:: 0.1
    """

    only: tuple[str, ...] = ()  #: citation keys; all without any
    again: bool = False  #: ask about works whose verdict is still good, too
    dry_run: bool = False  #: say what would be sent, and send and write nothing
    offline: bool = False  #: open no connection
    fetch: bool = False  #: fetch open copies of full texts
    timeout: int = 0  #: seconds for one request; 0 for what the configuration says
    correct: str = ""  #: "diff" or "fix": show, or write, what records settle of the entries


class Progress(Protocol):
    """Is told how far a verification is; it runs between two requests, so it must not block."""

    def __call__(self, doing: str, done: int, of: int, key: str) -> None:
        """Take note.

        :param doing: the step, such as ``asked about``.
        :param done: how many of ``of`` are done; ``key`` is the citation key of the last one.
        """


class Cancellation(Protocol):
    """Says whether a verification is to stop; `threading.Event` is one."""

    def is_set(self) -> bool:
        """Whether to stop; asked some ten times a second."""
        ...


class VerifiedSource(NamedTuple):
    """One cited work, and what is known of it.

    .. versionadded:: 0.1
    """

    key: str  #: citation key
    path: Path  #: absolute path of the file of its entry
    line: int  #: of the entry, from 1
    verdict: EntryVerdict | None  #: None for a work that was not reached
    unanswered: str = ""  #: why it was not decided, or not asked for in full


class Correction(NamedTuple):
    """What a record settles of one entry.

    .. versionadded:: 0.1
    """

    key: str  #: citation key
    fields: Mapping[str, str]  #: name -> new value
    fix: Fix  #: the edits, in the file that their spans name


class VerifyReport(NamedTuple):
    """The outcome of a verification.

    .. versionadded:: 0.1
    """

    sources: tuple[VerifiedSource, ...] = ()  #: every work that is cited, once, by citation key
    documents: int = 0  #: documents that were read
    asked: int = 0  #: works that were asked about in this run
    silent: Mapping[str, str] = _NOTHING  #: service that gave no answer at least once -> why
    requests: Mapping[str, int] = _NOBODY  #: host -> requests that were sent
    planned: tuple[str, ...] = ()  #: addresses that a dry run would have asked
    judged: tuple[str, ...] = ()  #: lines for a reader: what became of the citations of sources at hand
    failures: tuple[Failure, ...] = ()  #: plugins that raised
    interrupted: bool = False
    #: what records settle of entries, where `Request.correct` asks for it
    corrections: tuple[Correction, ...] = ()
    diff: bytes = b""  #: the corrections as a diff that ``git apply`` takes
    corrected: tuple[str, ...] = ()  #: files that were written
    missing: tuple[str, ...] = ()  #: bibliographies of which nothing can be asked, a line each


class MatchedReferences(NamedTuple):
    """What the indexes that take a whole reference have."""

    records: tuple[Record | None, ...]  #: of each reference; None where none is surely its work
    unanswered: frozenset[int] = frozenset()  #: places of references of which an index gave no answer
    silent: Mapping[str, str] = _NOTHING  #: service that gave no answer -> why
    requests: Mapping[str, int] = _NOBODY  #: host -> requests that were sent
    planned: tuple[str, ...] = ()  #: addresses that a dry run would have asked
    interrupted: bool = False
