"""The verification of papers without their source: the works that they list, and with a judge what they cite from these."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.service.citation_judging import NOBODY
from argcheck.service.named_paper import locate_paper
from argcheck.service.pdf_references import read_paper, verify_references, with_records
from argcheck.service.printed_citations import judge_paper
from argcheck.service.reference_matching import match_references
from argcheck.service.verified_paper import VerifiedArticle, VerifiedPaper
from argcheck.service.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.service.citation_judging import Judging
    from argcheck.service.inquiry import Inquiry
    from argcheck.service.named_paper import LocatedPaper
    from argcheck.service.pdf_references import ReadPaper
    from argcheck.service.verify_report import Progress, VerifyReport

#: The rules for printed papers; that on quotations is left out, as print itself may change the words.
_MISCITED = ("MIS001", "MIS002", "MIS003", "MIS004", "MIS005", "MIS006")
_ARTICLE = "article.xml"


class PaperVerification(NamedTuple):
    """How papers are verified: each is written as a project into a temporary folder, and verified as manuscripts are."""

    inquiry: Inquiry
    judging: Judging = NOBODY
    judges_citations: bool = False  #: in a dry run also with judges that it does not ask
    texts: Path | None = None  #: a folder with texts of cited works
    progress: Progress | None = None

    @property
    def dry(self) -> bool:
        """Whether nothing is sent."""
        return self.inquiry.request.dry_run

    def locate(self, name: str, agree: Callable[[LocatedPaper], bool], *, scans: bool) -> LocatedPaper:
        """Find a paper by its name, and fetch a copy; see `locate_paper`."""
        return locate_paper(name, self.inquiry.whom(), agree=agree, scans=scans)

    def verify_printed(self, read: ReadPaper) -> VerifiedPaper:
        """Verify the works that a printed paper lists, and judge its citations if there is a judge."""
        paper, matched = with_records(
            read_paper(read.source), lambda texts: match_references(texts, self.inquiry.whom())
        )
        known = () if matched.interrupted else paper.references
        if self.judges_citations and known:
            judged = judge_paper(read.source, paper, self._verify, self._check, self.texts)
            report, verdicts = judged.report, judged.verdicts
            return VerifiedPaper(read, paper, matched, report, verdicts, judged, self._without_answer)
        report, verdicts = verify_references(known, self._verify)
        verdicts += [None] * (len(paper.references) - len(known))
        return VerifiedPaper(read, paper, matched, report, verdicts, None, self._without_answer)

    def verify_article(self, data: bytes) -> VerifiedArticle:
        """Verify an article in JATS as a manuscript."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / ".git").mkdir()  # makes it a project
            article = Path(folder) / _ARTICLE
            article.write_bytes(data)
            report = self._verify(article)
            findings: list[tuple[Diagnostic, str]] = []
            if self.judges_citations and not report.interrupted:
                checked = self._check(article)
                for finding in checked.diagnostics:
                    line, column = checked.position(finding.span)
                    findings.append((finding, f"{_ARTICLE}:{line}:{column}"))
        sources = tuple(source._replace(path=Path(_ARTICLE)) for source in report.sources)
        unanswered = self._without_answer or any(source.silent for source in sources)
        return VerifiedArticle(report._replace(sources=sources), tuple(findings), unanswered)

    def _verify(self, path: Path) -> VerifyReport:
        settings, request = self.inquiry.settings, self.inquiry.request
        inquiry = self.inquiry._replace(
            # the folder of its references is no part of the project
            settings=settings._replace(config_file=None),
            # without a judge, `fetch` is consent to fetch the paper, not all works that it lists
            request=request._replace(fetch=request.fetch and self.judges_citations),
        )
        folder = path if path.is_dir() else path.parent
        return verify([path], inquiry, cwd=folder, judging=self.judging, progress=self.progress)

    def _check(self, path: Path) -> Report:
        """Run the rules on miscitations."""
        from argcheck.lint.engine import run_rules
        from argcheck.lint.registry import load_rules
        from argcheck.reading.workspace import Workspace
        from argcheck.settings.config import settings_for

        cwd = Path.cwd()
        settings = settings_for([path], cwd=cwd, overrides={"select": list(_MISCITED)}, isolated=True)
        registry = load_rules(None, self.inquiry.plugins)
        return run_rules(Workspace([path], settings, cwd=cwd, readers=registry.readers), registry)

    @property
    def _without_answer(self) -> bool:
        return bool(self.judging.client and self.judging.client.left_unanswered)
