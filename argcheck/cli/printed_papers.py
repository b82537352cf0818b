"""What ``argcheck verify`` prints of papers without their source, and the options that it refuses for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.cli import models, planned
from argcheck.cli.console import INTERRUPTED
from argcheck.cli.verify_summary import UNANSWERED, notice_words
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.cli.models import Chosen
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.service.pdf_references import CitingSentence, PrintedPaper, PrintedReference
    from argcheck.service.printed_citations import JudgedPaper
    from argcheck.service.verified_paper import VerifiedPaper
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.model import EntryVerdict

UNREADABLE = 3  #: exit code
_SHOWN = 10
SHOW_PAGES = "--read-pages shows such pages to a language model that you name"
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


def paper_lines(verified: VerifiedPaper, chosen: Chosen, *, dry: bool) -> list[str]:
    """Return the lines on what is known of the works that a paper lists."""
    text, matched, report = verified.read.source, verified.matched, verified.report
    name = text.origin
    remarks = [f"{name}: {line}" for line in verified.read.said]
    if not text.blocks:
        return [*remarks, f"{name}: no text in any of its pages"]
    if verified.judged:
        judged = [*_judged(name, verified.judged, dry=dry), *spent(chosen, dry=dry)]
    else:
        known = verified.paper.references and not matched.interrupted
        judged = [f"not known: whether the works say what is cited from them; {_JUDGE}"] * bool(known)
    lines = [f"would ask: GET {url}" for url in sorted({*matched.planned, *report.planned})]
    lines += [*remarks, *_lines(name, verified, dry=dry), *judged, *_bad(text)]
    silent = {} if dry else {**report.silent, **matched.silent}
    lines += [f"no answer from {service}: {why}" for service, why in sorted(silent.items())]
    lines.append(f"requests sent: {sum(report.requests.values()) + sum(matched.requests.values())}")
    return lines


def exit_code(verified: VerifiedPaper, *, require: bool) -> int:
    """Return the exit code for a paper.

    :param require: whether a missing answer counts.
    """
    if verified.interrupted:
        return INTERRUPTED
    code = 0 if verified.read.source.blocks else UNREADABLE
    return max(code, UNANSWERED if require and verified.unanswered else 0)


def spent(chosen: Chosen, *, dry: bool) -> list[str]:
    """Return the lines on what judges were asked, or would be."""
    client = chosen.judging.client
    asked = planned.asked_judges(chosen.judges, dry=dry)
    return [*asked, *((planned.plan(client) if dry else models.spent(client)) if client else ())]


def _bad(text: SourceText) -> Iterator[str]:
    """Yield a line on the pages whose text layer is bad and that were not read otherwise."""
    if text.bad_pages:
        pages = [f"p. {page.number} ({page.why})" for page in text.bad_pages[:_SHOWN]]
        more = f" and {len(text.bad_pages) - _SHOWN} more" if len(text.bad_pages) > _SHOWN else ""
        yield (f"not known: what stands on {', '.join(pages)}{more}; {SHOW_PAGES}")


def _lines(name: str, verified: VerifiedPaper, *, dry: bool) -> Iterator[str]:
    paper, verdicts = verified.paper, verified.verdicts
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
        yield f"{name}: {finding_line(sentence.place, finding)}"
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


def finding_line(place: str, finding: Diagnostic) -> str:
    """Return the line on a finding at a place."""
    return f"{place}: {finding.severity.label}: {finding.code} {finding.message} [{finding.name}]"


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
