"""``argcheck verify paper.pdf``: the references of a paper without its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.cli import common
from argcheck.cli.console import INTERRUPTED
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verify_summary import FAILED, failure_lines, notice_words
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.lint.report import Report
    from argcheck.service.pdf_references import CitingSentence, PrintedPaper, PrintedReference, ReadPaper
    from argcheck.service.printed_citations import JudgedPaper
    from argcheck.service.verify_report import MatchedReferences, VerifyReport
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.model import EntryVerdict

_SUFFIX = ".pdf"
_UNREADABLE, _UNANSWERED = 3, 4
_SHOWN = 10
_SHOW = "--read-pages shows such pages to a language model that you name"
_JUDGE = "--llm asks a language model that you name, where a text of the work is at hand"
_REFUSED = ("only", "diff", "fix", "prompts_out", "answers_in")
_JUDGES = ("llm", "embedder", "reranker", "entailment")


def is_judged(options: Mapping[str, Any]) -> bool:
    """Whether an option names a judge of citations."""
    return any(options.get(name) for name in _JUDGES)


def refuse_options(options: Mapping[str, Any], what: str) -> None:
    """Raise a UsageError for an option that needs the source of a manuscript."""
    given = [f"--{name.replace('_', '-')}" for name in _REFUSED if options.get(name)]
    if given:
        raise UsageError(f"{given[0]} needs the source of a manuscript, and this is {what}")


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


class PageReader(NamedTuple):
    """Reads pages from their pictures."""

    read: Callable[[Sequence[tuple[bytes, SourceText]]], list[ReadPaper]]  #: of files with their text layers
    spent: Callable[[], list[str]]  #: returns lines on what was asked, or would be


class CitationsJudged(NamedTuple):
    """How citations are judged."""

    check: Callable[[Path], Report]  #: runs the rules on miscitations
    spent: Callable[[], list[str]]  #: returns lines on what was asked, or would be
    unanswered: Callable[[], bool]  #: whether a question to a model got no answer
    texts: Path | None = None  #: a folder with texts of cited works


class WorksAsked(NamedTuple):
    """How the works of a paper are asked about."""

    match: Callable[[Sequence[str]], MatchedReferences]  #: finds the works of references without identifiers
    verify: Callable[[Path], VerifyReport]  #: verifies an article, or the project in a folder
    pages: PageReader | None = None  #: reads pages with a bad text layer
    judging: CitationsJudged | None = None  #: None without a judge of citations


def verify_pdfs(paths: Sequence[Path], ask: WorksAsked, options: Mapping[str, Any]) -> CommandOutcome:
    """Print what is known of the works that each paper lists, where it cites them, and what remains unknown."""
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
            if blank and ask.pages:
                papers.append((data, blank))
                continue
            messages.append(f"argcheck: {error}" + f"; {_SHOW}" * (blank is not None))
            code = max(code, _UNREADABLE)
    from argcheck.service.pdf_references import ReadPaper

    shown = ask.pages.read(papers) if ask.pages else [ReadPaper(source) for _, source in papers]
    out: list[str] = []
    for paper in shown:
        lines, own, failed_here = verified_text(paper, ask, options)
        out += lines
        failures |= dict.fromkeys(failed_here)
        code = max(code, own)
        if own == INTERRUPTED:
            break
    out += ask.pages.spent() if ask.pages else ()
    code = max(code, FAILED if failures else 0)
    return CommandOutcome(common.printed(out), common.printed(messages) + failure_lines(list(failures)), code)


def verified_text(
    read: ReadPaper, ask: WorksAsked, options: Mapping[str, Any]
) -> tuple[list[str], int, tuple[Failure, ...]]:
    """Return what is known of the works that a text lists.

    :returns: lines, the exit code, and plugins that raised.
    """
    from argcheck.service.pdf_references import read_paper, verify_references, with_records

    text, name = read.source, read.source.origin
    remarks = [f"{name}: {line}" for line in read.said]
    code = _UNANSWERED * (bool(options["require"]) and read.unanswered)
    if not text.blocks:
        return [*remarks, f"{name}: no text in any of its pages"], max(code, _UNREADABLE), ()
    paper, matched = with_records(read_paper(text), ask.match)
    asked = () if matched.interrupted else paper.references
    judged: list[str] = []
    if ask.judging and asked:
        from argcheck.service.printed_citations import judge_paper

        done = judge_paper(text, paper, ask.verify, ask.judging.check, ask.judging.texts)
        report, verdicts = done.report, done.verdicts
        judged = [*_judged(name, done, dry=options["dry_run"]), *ask.judging.spent()]
    else:
        report, verdicts = verify_references(asked, ask.verify)
        verdicts += [None] * (len(paper.references) - len(asked))
        judged = [f"not known: whether the works say what is cited from them; {_JUDGE}"] * bool(asked)
    lines = [f"would ask: GET {url}" for url in sorted({*matched.planned, *report.planned})]
    lines += [*remarks, *_lines(name, paper, verdicts, dry=options["dry_run"]), *judged, *_bad(text)]
    silent = {} if options["dry_run"] else {**report.silent, **matched.silent}
    lines += [f"no answer from {service}: {why}" for service, why in sorted(silent.items())]
    lines.append(f"requests sent: {sum(report.requests.values()) + sum(matched.requests.values())}")
    if report.interrupted or matched.interrupted:
        return lines, INTERRUPTED, report.failures
    unanswered = any(source.unanswered for source in report.sources) or bool(matched.unanswered)
    unanswered = unanswered or bool(ask.judging and ask.judging.unanswered())
    return lines, max(code, _UNANSWERED * (bool(options["require"]) and unanswered)), report.failures


def _bad(text: SourceText) -> Iterator[str]:
    """Yield a line on the pages whose text layer is bad and that were not read otherwise."""
    if text.bad_pages:
        pages = [f"p. {page.number} ({page.why})" for page in text.bad_pages[:_SHOWN]]
        more = f" and {len(text.bad_pages) - _SHOWN} more" if len(text.bad_pages) > _SHOWN else ""
        yield (f"not known: what stands on {', '.join(pages)}{more}; {_SHOW}")


def _lines(
    name: str, paper: PrintedPaper, verdicts: Sequence[EntryVerdict | None], *, dry: bool
) -> Iterator[str]:
    exact = sum(reference.exact for reference in paper.references)
    matched = sum(reference.record is not None for reference in paper.references)
    known = sum(bool(v and (v.outcome != "unknown" or v.differences)) for v in verdicts)
    yield (
        f"{name}: {_counted(len(paper.references))}, {exact} of them with a DOI, arXiv or PubMed number, "
        f"{matched} more found by their words; checked {known}"
    )
    for reference, verdict in zip(paper.references, verdicts, strict=True):
        wrong = list(_wrong(verdict)) if verdict else []
        for what in wrong:
            yield f"{name}: reference {reference.id}{_taken_for(reference)}: {what}: {reference.text}"
        if wrong:
            yield from _cited(reference)
    for sentence in paper.undefined:
        yield f"{name}: {sentence.place}: printed as undefined: {sentence.text}"
    yield from _unknown(paper, exact + matched, dry=dry)


def _judged(name: str, judged: JudgedPaper, *, dry: bool) -> Iterator[str]:
    """Yield the lines on the results of judges, and on what they were not asked."""
    for finding, sentence in judged.findings:
        yield f"{name}: {sentence.place}: {finding.severity.label}: {finding.code} {finding.message} [{finding.name}]"
        yield f"  cited: {sentence.text}"
        yield from [f"  {finding.help}"] * bool(finding.help)
    yield from judged.report.judged
    if judged.doubted:
        yield f"not judged: {judged.doubted} citing sentences that may not be what is printed"
    if judged.pictured:
        yield f"not judged: {judged.pictured} citing sentences that only a model has read, in a picture"
    bare = judged.without_text
    if bare and not dry:
        more = ", ..." * (len(bare) > _SHOWN)
        yield (
            f"not judged: the citations of {_counted(len(bare))} of which no text is at hand: "
            f"{', '.join(bare[:_SHOWN])}{more}"
        )


def _taken_for(reference: PrintedReference) -> str:
    """Return the work that a reference without an identifier was matched with, as words; empty without one."""
    if reference.record is None:
        return ""
    read = " as a model read them in a picture" * reference.pictured
    by, value = next(
        (by, value)
        for by, value in (("doi", reference.doi), ("arxiv", reference.arxiv), ("pmid", reference.pmid))
        if value
    )
    return f", which is {by}:{value} by title, authors and year{read}"


def _wrong(verdict: EntryVerdict) -> Iterator[str]:
    yield from map(notice_words, verdict.notices)
    for difference in verdict.differences:
        if difference.field == "doi" and not difference.theirs:
            yield f"doi:{difference.ours} is registered nowhere; as it was read here, the end of a line may have cut it"


def _cited(reference: PrintedReference) -> Iterator[str]:
    for sentence in reference.sentences:
        yield f"  cited {sentence.place}: {sentence.text}"
    if not reference.sentences:
        yield "  no citation of it was found"


def _counted(references: int) -> str:
    from argcheck.lint.reporters.summary import counted

    return counted(references, "reference")


def _unknown(paper: PrintedPaper, known: int, *, dry: bool) -> Iterator[str]:
    """Yield the lines on what is not known of this paper."""
    if not paper.references:
        yield "not known: no list of references was found"
    elif known < len(paper.references):
        pictured = any(reference.pictured for reference in paper.references)
        why = "nothing was asked" if dry else "no record that was found says the same title, authors and year"
        yield (
            f"not known: existence of {_counted(len(paper.references) - known)} without an identifier"
            + ", or with one that was read in a picture" * pictured
            + f": {why}"
        )
    if paper.references:
        yield "not known: whether title, authors and year of a reference are those of its work; print does not say which words they are"
    for what, rows in (
        ("citations whose reference cannot be told", [_short(sentence) for sentence in paper.unlinked]),
        ("places where the text may not be what is printed", paper.doubts),
    ):
        if rows:
            yield f"not known: {len(rows)} {what}"
            yield from (f"  {row}" for row in rows[:_SHOWN])
            if len(rows) > _SHOWN:
                yield f"  ... and {len(rows) - _SHOWN} more"


def _short(sentence: CitingSentence) -> str:
    from argcheck.files.diagnostic import shortened

    return f"{sentence.place}: {shortened(sentence.text)}"
