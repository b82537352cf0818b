"""The result of a run: the findings, and what was and was not checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.files.diagnostic import Diagnostic, Severity, Span, Unchecked
    from argcheck.files.source import SourceFile
    from argcheck.lint.rule import Rule
    from argcheck.reading.read_document import Document
    from argcheck.verdicts.replay import Coverage


#: The words of related places that are the same finding in copies of its file.
IN_A_COPY = "the same in a copy of this file"


class DocumentStatus(NamedTuple):
    """One analysed document: its root, the files it was read from, whether nothing was missing."""

    root: str  #: path of the root file
    files: tuple[str, ...]  #: every file that was read for it, the root first
    complete: bool  #: whether nothing was missing

    @classmethod
    def of(cls, document: Document) -> DocumentStatus:
        """Sum up a document."""
        m, b = document
        files = dict.fromkeys((*m.files, *(path for path in b.files if path not in m.files)))
        return cls(m.root, tuple(files), m.complete and b.complete)


class HeldBack(NamedTuple):
    """A rule that stayed silent on a document, or on part of it, because something that it needs is missing."""

    root: str  #: root file of the document
    rule: str  #: kebab name
    because: tuple[Unchecked, ...]  #: each a clause with its place


class Timing(NamedTuple):
    """Time of one rule over all documents."""

    rule: str
    seconds: float
    findings: int


class GoneFinding(NamedTuple):
    """A finding that was there before a change and is gone."""

    code: str
    name: str
    file: str  #: where it was
    line: int  #: where it was
    message: str


class Changes(NamedTuple):
    """What a report on a change was compared with, and what it leaves out because it was there before."""

    base: str  #: the commit that was compared with, for people
    commit: str  #: its hash
    known: int = 0  #: findings that were there before
    gone: tuple[GoneFinding, ...] = ()


class Report(NamedTuple):
    """The outcome of one run, before any format.

    ``diagnostics`` are sorted by place, then code; suppressed and baselined ones are left out and counted.
    ``_replace`` gives a copy with other values.  Paths in it are relative to ``project`` with forward slashes.
    """

    project: Path  #: absolute folder that paths are relative to
    base: Path  #: absolute folder of the PATH given: JSON paths are relative to it
    documents: tuple[DocumentStatus, ...]  #: each that was analysed
    diagnostics: tuple[Diagnostic, ...]  #: by place, then code, without those that are silenced
    sources: Mapping[str, SourceFile]  #: path -> the file
    rules: Mapping[str, Rule]  #: by kebab name: every rule that ran or was held back
    fail_on: Severity  #: lowest severity for exit code 1
    held_back: tuple[HeldBack, ...] = ()  #: what was not checked, and why
    orphans: tuple[str, ...] = ()  #: files of LaTeX and other notations that belong to no document
    failures: tuple[Failure, ...] = ()  #: rules and plugins that raised
    unread: tuple[str, ...] = ()  #: documents that cannot be read; for each there is a failure and a finding
    notices: tuple[str, ...] = ()  #: other things a reader must know, one sentence each
    suppressed: int = 0  #: findings that comments silence
    baselined: int = 0  #: findings that the baseline holds
    timings: tuple[Timing, ...] = ()  #: of each rule
    stage: str = ""  #: "draft" or "submission" if configured; empty otherwise, which counts as submission
    verified: tuple[Coverage, ...] = ()  #: of each document that has verdicts, how many sources were checked
    changes: Changes | None = None  #: with ``--diff-base``: what was there before

    def position(self, span: Span) -> tuple[int, int]:
        """Return the line and the column, from 1, at which a span begins; 1 and 1 in a file that was not read."""
        source = self.sources.get(span.path)
        return source.position(min(span.start, len(source.text))) if source else (1, 1)

    @property
    def exit_code(self) -> int:
        """0 clean, 1 findings at or above the threshold, 3 something of ours failed."""
        if self.failures:
            return 3
        return int(any(map(self.fails, self.diagnostics)))

    def fails(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding makes the run fail: by its severity, unless this is a draft and it can wait."""
        return diagnostic.severity >= self.fail_on and not (self.stage == "draft" and self.waits(diagnostic))

    def waits(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding matters only at submission."""
        rule = self.rules.get(diagnostic.name)
        return rule is not None and rule.stage == "submission"
