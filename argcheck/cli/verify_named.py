"""``argcheck verify URL`` or ``"a title"``: finds and fetches a paper, and verifies the copy."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.bib.identifiers import arxiv_month
from argcheck.cli import common, consent, pages_shown
from argcheck.cli.console import INTERRUPTED, is_terminal
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.printed_papers import exit_code, finding_line, paper_lines, refuse_options, spent
from argcheck.cli.verify_summary import FAILED, UNANSWERED, failure_lines, notice_words, outcome_of
from argcheck.errors import UsageError
from argcheck.files.manifest import PACKED

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.cli.models import Chosen
    from argcheck.service.named_paper import LocatedPaper
    from argcheck.service.page_reading import PageReader
    from argcheck.service.paper_verification import PaperVerification
    from argcheck.sources.full_texts import FetchedCopy
    from argcheck.sources.model import Record

_AMBIGUOUS = 2  #: exit code
_SHOWN = 10
_ADDRESSES = ("https://", "http://")
_IDENTIFIERS = (
    "doi:", "doi ", "10.", "arxiv:", "pmid:", "doi.org/", "dx.doi.org/", "arxiv.org/", "www.", "pubmed.ncbi.",
)  # fmt: skip
_PLACES = ("/", "./", "../", "~", ".\\", "..\\")  #: beginnings of paths, but not of titles
_LEAST = 3  #: least number of words of a title


def name_of(paths: Sequence[Path | str], options: Mapping[str, Any]) -> str:
    """Return the name of a paper given instead of a path; empty without one.  An existing file is never a name.

    :raises UsageError: there are other paths, too, or an option that needs the source of a manuscript.
    """
    names = [str(path) for path in paths if _is_name(str(path))]
    if not names:
        return ""
    if len(paths) > 1:
        raise UsageError(
            "a paper that is named by its address, DOI or title is verified by a call of its own"
        )
    refuse_options(options, "a paper that is named by its address, DOI or title")
    return names[0]


def _is_name(path: str) -> bool:
    if path.lower().startswith(_ADDRESSES):
        return True
    if os.path.exists(path):
        return False
    if path.lower().startswith(_IDENTIFIERS) or arxiv_month(path):
        return True
    suffix = Path(path).suffix.lower()
    in_folder = path.startswith(_PLACES) or ("/" in path and os.path.isdir(path.partition("/")[0]))
    is_file = in_folder or suffix in PACKED or (1 < len(suffix) <= 5 and suffix[1:].isalpha())
    return not is_file and (len(path.split()) >= _LEAST or _is_unspaced_title(path))


def _is_unspaced_title(path: str) -> bool:
    """Whether a text is long enough for a title, in a script without blanks between words."""
    from argcheck.sources.folding import length

    return not any(map(str.isascii, path)) and length(path) >= _LEAST


def verify_named(
    name: str,
    verification: PaperVerification,
    chosen: Chosen,
    pages: PageReader | None,
    *,
    agreed: bool,
    require: bool,
) -> CommandOutcome:
    """Find a paper, fetch it with consent, and verify the works that it lists.

    :param pages: reads pages with a bad text layer.
    :param agreed: whether an option implies consent to fetch it.
    :param require: whether a missing answer counts.
    :raises UsageError: none does, and there is no terminal.
    """
    from argcheck.sources.full_texts import ready_to_read

    quiet = verification.dry or verification.inquiry.request.offline
    if not (agreed or quiet) and not (is_terminal(sys.stdin) and is_terminal(sys.stderr)):
        raise UsageError(
            "this fetches a copy of the paper, and there is no terminal to ask at: give --fetch; "
            "--dry-run shows what would be asked"
        )
    ready_to_read()

    def agree(located: LocatedPaper) -> bool:
        lines = [
            *_named(name, located),
            f"will fetch the first of these that is an article ({len(located.places)}):",
        ]
        consent.say([*lines, *(f"  GET {place}" for place in located.places)])
        return bool(agreed or quiet) or consent.asked("fetch it?")

    located = verification.locate(name, agree, scans=pages is not None)
    messages = failure_lines(located.failures)
    code = FAILED if located.failures else 0
    if verification.dry:
        return CommandOutcome(common.printed(_plan(located)), messages, code)
    if located.candidates:
        return CommandOutcome(common.printed(_choice(name, located)), messages, _AMBIGUOUS)
    lines = [*_named(name, located), *_asked_of(located)]
    if located.copy is None:
        if located.agreed:
            code = FAILED
            lines += _not_read(name, located)
            code = UNANSWERED if require and located.silent else code
        return CommandOutcome(common.printed(lines), messages, code)
    lines += list(_read(located, located.copy))
    more = _verified(located.copy, verification, chosen, pages, require=require)
    return CommandOutcome(
        common.printed(lines) + str(more.out),
        messages + more.err,
        max(code, more.code) if code != INTERRUPTED else code,
    )


def _verified(
    copy: FetchedCopy,
    verification: PaperVerification,
    chosen: Chosen,
    pages: PageReader | None,
    *,
    require: bool,
) -> CommandOutcome:
    """Verify a copy: an article in JATS as a manuscript, all else as print."""
    if copy.text.media != "jats":
        from argcheck.service.pdf_references import ReadPaper

        pages = pages if copy.text.media == "pdf" else None
        (read,) = pages.read([(copy.data, copy.text)]) if pages else (ReadPaper(copy.text),)
        paper = verification.verify_printed(read)
        lines = [
            *paper_lines(paper, chosen, dry=verification.dry),
            *(pages_shown.spent(pages) if pages else ()),
        ]
        code = exit_code(paper, require=require)
        return CommandOutcome(common.printed(lines), code=code)  # the search has reported failures of plugins
    article = verification.verify_article(copy.data)
    report = article.report
    judged = [*report.judged, *(finding_line(place, finding) for finding, place in article.findings)]
    judged += (
        spent(chosen, dry=verification.dry)
        if verification.judges_citations and not report.interrupted
        else []
    )
    return outcome_of(report, report.failures, judged, unanswered=require and article.unanswered)


def _named(name: str, located: LocatedPaper) -> Iterator[str]:
    record = located.record
    if record is None:
        yield f"paper: {name}"
        return
    yield f"paper: {_work(record)}"
    yield from (f"the paper itself: {notice_words(notice)}" for notice in located.notices)


def _work(record: Record) -> str:
    names = [person.family for person in record.authors]
    who = ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")
    parts = (who, str(record.year or ""), record.title, record.venue, _identifier(record))
    return "; ".join(part for part in parts if part)


def _identifier(record: Record) -> str:
    known = record.identifiers
    for by in ("doi", "arxiv", "pmid"):
        if known.get(by):
            return f"{by}:{known[by]}"
    return record.url


def _asked_of(located: LocatedPaper) -> Iterator[str]:
    yield from (f"no answer from {service}: {why}" for service, why in sorted(located.silent.items()))
    yield f"requests sent to find it: {sum(located.requests.values())}"


def _choice(name: str, located: LocatedPaper) -> Iterator[str]:
    """Yield the lines on the works that a title may mean; none is chosen."""
    yield f"'{name}' is not the title of one work alone; nothing was fetched. It may be one of these:"
    yield from (f"  {_work(record)}" for record in located.candidates[:_SHOWN])
    if len(located.candidates) > _SHOWN:
        yield f"  ... and {len(located.candidates) - _SHOWN} more"
    yield "say which: argcheck verify doi:... (or its address)"
    yield from _asked_of(located)


def _not_read(name: str, located: LocatedPaper) -> Iterator[str]:
    yield from (f"not read: {problem}" for problem in located.problems)
    if located.record is None and not located.places:
        silent = " that answered" if located.silent else ""
        yield f"no index{silent} has '{name}'"
    elif not located.places:
        yield "no open copy of it is known at a host that may be asked"
    yield "if you have the paper, give the file: argcheck verify paper.pdf"


def _read(located: LocatedPaper, copy: FetchedCopy) -> Iterator[str]:
    from argcheck.service.named_paper import says_title

    yield from (f"not read: {problem}" for problem in located.problems)
    form = "an article in JATS, whose lines are named" if copy.text.media == "jats" else copy.text.media
    yield f"read: {copy.url} ({len(copy.data)} bytes, {form})"
    if located.record is not None and not says_title(copy, located.record):
        yield "not known: whether this copy is the paper; its beginning does not say the title"


def _plan(located: LocatedPaper) -> Iterator[str]:
    yield f"would ask, to find the paper, at most {len(located.planned)} requests; nothing is sent"
    yield from (f"  GET {url}" for url in sorted(located.planned))
    if located.places:
        yield "would then fetch the first of these that is an article:"
        yield from (f"  GET {place}" for place in located.places)
    yield "what is asked after that depends on the answers: notices of the paper, its open copies, and the works that it lists"
