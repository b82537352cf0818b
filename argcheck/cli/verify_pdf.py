"""``argcheck verify paper.pdf``: the references of a paper without its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.cli import common, pages_shown
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.printed_papers import (
    SHOW_PAGES,
    UNREADABLE,
    exit_code,
    is_judged,
    paper_lines,
    refuse_options,
)
from argcheck.cli.verify_summary import FAILED, failure_lines
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from argcheck.cli.models import Chosen
    from argcheck.errors import Failure
    from argcheck.service.page_reading import PageReader
    from argcheck.service.paper_verification import PaperVerification
    from argcheck.sources.text.model import SourceText

_SUFFIX = ".pdf"


def are_pdfs(paths: Sequence[Path], options: Mapping[str, Any]) -> bool:
    """Whether the paths are PDFs.

    :raises UsageError: only some are, or options are not possible with them.
    """
    pdfs = [path.name.lower().endswith(_SUFFIX) and not path.is_dir() for path in paths]
    if any(pdfs) and not all(pdfs):
        raise UsageError("PDFs and manuscripts are verified by calls of their own")
    if any(pdfs):
        refuse_options(options, "a PDF")
        if options.get("fetch") and not is_judged(options):
            raise UsageError("--fetch fetches what the citations of a PDF are judged by: give --llm, too")
        if len(pdfs) > 1 and is_judged(options):
            raise UsageError("the citations of one PDF are judged in a call")
    return any(pdfs)


def verify_pdfs(
    paths: Sequence[Path],
    verification: PaperVerification,
    chosen: Chosen,
    pages: PageReader | None,
    *,
    require: bool,
) -> CommandOutcome:
    """Print what is known of the works that each paper lists, where it cites them, and what remains unknown.

    :param pages: reads pages with a bad text layer.
    :param require: whether a missing answer counts.
    """
    from argcheck.service.pdf_references import ReadPaper
    from argcheck.sources.full_texts import ready_to_read
    from argcheck.sources.text.model import UnreadableSourceError
    from argcheck.sources.text.reader import read_source

    ready_to_read()
    messages: list[str] = []
    failures: dict[Failure, None] = {}  # each once
    papers: list[tuple[bytes, SourceText]] = []
    code = 0
    for path in paths:
        name = common.shown(path)
        try:
            data = path.read_bytes()
            papers.append((data, read_source(data, name)))
        except (UnreadableSourceError, OSError) as error:
            blank = error.source if isinstance(error, UnreadableSourceError) else None
            if blank and pages:
                papers.append((data, blank))
                continue
            messages.append(f"argcheck: {error}" + f"; {SHOW_PAGES}" * (blank is not None))
            code = max(code, UNREADABLE)
    shown = pages.read(papers) if pages else [ReadPaper(source) for _, source in papers]
    out: list[str] = []
    for paper in shown:
        verified = verification.verify_printed(paper)
        out += paper_lines(verified, chosen, dry=verification.dry)
        failures |= dict.fromkeys(verified.report.failures)
        code = max(code, exit_code(verified, require=require))
        if verified.interrupted:
            break
    out += pages_shown.spent(pages) if pages else ()
    code = max(code, FAILED if failures else 0)
    return CommandOutcome(common.printed(out), common.printed(messages) + failure_lines(list(failures)), code)
