"""The request and the report of a verification: pure data."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from argcheck.verdicts.fields import UNASKED

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
    """The options of a verification.

    .. versionadded:: 0.1
    """

    only: tuple[str, ...] = ()  #: citation keys; empty for all
    again: bool = False  #: also ask about works with a valid verdict
    dry_run: bool = False  #: report what would be sent, and send and write nothing
    offline: bool = False  #: open no connection
    fetch: bool = False  #: fetch open copies of full texts
    timeout: int = 0  #: seconds for one request; 0 for the setting
    correct: str = ""  #: "diff" or "fix": show or write corrections of entries from their records


class Progress(Protocol):
    """A callback for progress; it runs between two requests, so it must not block."""

    def __call__(self, doing: str, done: int, of: int, key: str) -> None:
        """Receive the progress of a step.

        :param doing: the step, such as ``asked about``.
        :param done: number of items done, of ``of``; ``key`` is the citation key of the last.
        """


class Cancellation(Protocol):
    """A flag that stops a verification, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether to stop; called about ten times a second."""
        ...


class VerifiedSource(NamedTuple):
    """A cited work with its verdict.

    .. versionadded:: 0.1
    """

    key: str  #: citation key
    path: Path  #: absolute path of the file of its entry
    line: int  #: of the entry, from 1
    verdict: EntryVerdict | None  #: None for a work that was not reached
    unanswered: str = ""  #: why it was not decided, or not fully asked about

    @property
    def silent(self) -> bool:
        """Whether it was not reached, or an index that was asked did not answer; not that no index covers such works."""
        return self.verdict is None or UNASKED in self.verdict.more


class Correction(NamedTuple):
    """The correction of an entry from its record.

    .. versionadded:: 0.1
    """

    key: str  #: citation key
    fields: Mapping[str, str]  #: name -> new value
    fix: Fix  #: the edits, in the file that their spans name


class VerifyReport(NamedTuple):
    """The outcome of a verification.

    .. versionadded:: 0.1
    """

    sources: tuple[VerifiedSource, ...] = ()  #: every cited work, once, sorted by citation key
    documents: int = 0  #: documents that were read
    asked: int = 0  #: works that were asked about in this run
    silent: Mapping[str, str] = _NOTHING  #: service that gave no answer at least once -> why
    requests: Mapping[str, int] = _NOBODY  #: host -> requests that were sent
    planned: tuple[str, ...] = ()  #: addresses that a dry run would have asked
    judged: tuple[str, ...] = ()  #: lines for a reader: the results for citations of sources with a text
    failures: tuple[Failure, ...] = ()  #: plugins that raised
    interrupted: bool = False
    #: corrections of entries from their records, if `Request.correct` asks for them
    corrections: tuple[Correction, ...] = ()
    diff: bytes = b""  #: the corrections as a diff for ``git apply``
    corrected: tuple[str, ...] = ()  #: files that were written
    #: a line for each bibliography that does not exist, and on documents about which no model is asked
    missing: tuple[str, ...] = ()


class MatchedReferences(NamedTuple):
    """The records of printed references, from the indexes that can search for a whole reference."""

    records: tuple[Record | None, ...]  #: of each reference; None if none is certain
    unanswered: frozenset[int] = frozenset()  #: numbers from 0 of those with neither record nor all answers
    silent: Mapping[str, str] = _NOTHING  #: service that gave no answer -> why
    requests: Mapping[str, int] = _NOBODY  #: host -> requests that were sent
    planned: tuple[str, ...] = ()  #: addresses that a dry run would have asked
    interrupted: bool = False
