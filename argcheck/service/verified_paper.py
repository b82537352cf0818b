"""What is known of the works that a paper without its source lists: pure data."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.service.pdf_references import PrintedPaper, ReadPaper
    from argcheck.service.printed_citations import JudgedPaper
    from argcheck.service.verify_report import MatchedReferences, VerifyReport
    from argcheck.verdicts.model import EntryVerdict


class VerifiedPaper(NamedTuple):
    """What is known of the works that a printed paper lists."""

    read: ReadPaper
    paper: PrintedPaper
    matched: MatchedReferences
    report: VerifyReport
    verdicts: Sequence[EntryVerdict | None]  #: on each reference, in order
    judged: JudgedPaper | None  #: None if no judge was asked about the citations
    without_answer: bool  #: whether a question about the citations got none

    @property
    def interrupted(self) -> bool:
        """Whether works are left that were not asked about."""
        return self.report.interrupted or self.matched.interrupted

    @property
    def unanswered(self) -> bool:
        """Whether a request got no answer."""
        return (
            self.read.unanswered
            or self.without_answer
            or bool(self.matched.unanswered)
            or any(source.silent for source in self.report.sources)
        )


class VerifiedArticle(NamedTuple):
    """What is known of the works that an article in JATS cites."""

    report: VerifyReport
    findings: tuple[tuple[Diagnostic, str], ...]  #: on miscitations, each with its place
    unanswered: bool  #: whether a request got no answer
