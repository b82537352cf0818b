"""The judging of citations, from texts of the sources or from other works that cite these."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.verdicts.judging import Judges

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question
    from argcheck.reading.workspace import Workspace
    from argcheck.service.verify_report import Progress, Request
    from argcheck.sources.citers import Cited
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.judging import Judge
    from argcheck.verdicts.verify_entries import Run, Verification
    from argcheck.verdicts.verify_mentions import MentionRun, MentionVerification


class Judging(NamedTuple):
    """The judges of citations; without any, passages are only named."""

    client: Client | None = None  #: a language model
    judges: Judges = Judges()  #: models that find and weigh passages
    claims: bool = False  #: whether the language model also compares sentences and sources claim by claim
    committee: bool = False  #: whether works that cite a source without text are evidence of what it says
    consent: Consent | None = None  #: decides whether text may be sent


NOBODY = Judging()
_NO_TEXT = (
    "no text of a cited work is at hand, so no citation is judged: put texts into sources/KEY.pdf, .xml, .html or .txt,"
    " or fetch open copies with --fetch"
)


async def judge_citations(
    workspace: Workspace,
    verification: Verification,
    run: Run,
    judging: Judging,
    request: Request,
    *,
    progress: Progress,
) -> tuple[list[str], bool]:
    """Judge citations and quotations, and write the verdicts.

    :param run: the verification of the entries.
    :returns: lines for the summary, and whether the judging was interrupted.
    :raises UsageError: a package is not installed, or the verdicts cannot be written.
    """
    from argcheck.service.quotation_judging import judge_quotations

    texts, lines = await _texts_at_hand(verification, run, fetch=request.fetch)
    sources = {work: text for work, text in texts.items() if text is not None}
    unreadable = texts.keys() - sources.keys()
    quotations = judge_quotations(
        workspace, verification.file, sources, unreadable, today=verification.today, dry=request.dry_run
    )
    if judging.client and not sources and not judging.committee:
        lines.append(_NO_TEXT)
    summary: list[str] = []
    interrupted = False
    try:
        if judging.consent is not None:
            planned = await _planned(workspace, verification, run, judging, sources)
            sends = planned or judging.committee or judging.judges.remote
            if sends and not judging.consent(planned):
                return ["citations were not judged, since their texts were not to be sent", *lines], False
        for judge, of_works in _judges(verification, run, judging, sources, fetch=request.fetch):
            mentions = _verification_of(workspace, verification, judge, dry=request.dry_run)
            tell = partial(progress, f"judged citations ({judge.identity['name']})")
            judged = await mentions.run(workspace.documents, of_works, tell)
            summary += _summary(judge, judged)
            interrupted = judged.interrupted
            if interrupted:
                break
    finally:
        if judging.client:
            await judging.client.close()
    return [*summary, *quotations, *lines], interrupted


async def _texts_at_hand(
    verification: Verification, run: Run, *, fetch: bool
) -> tuple[dict[str, SourceText | None], list[str]]:
    """Return the texts of sources by work, None for unreadable ones, and lines with the reasons."""
    from argcheck.sources.full_texts import ready_to_read

    at_hand = await verification.texts_of(run, fetch=fetch)
    if at_hand:
        ready_to_read()
    read = {work: await verification.texts.of(places) for work, places in at_hand.items()}
    problems = dict.fromkeys(problem for full_text in read.values() for problem in full_text.problems)
    lines = [f"not read: {problem.removeprefix(f'{Path.cwd()}{os.sep}')}" for problem in problems]
    return {work: full_text.text for work, full_text in read.items()}, lines


def _verification_of(
    workspace: Workspace, verification: Verification, judge: Judge, *, dry: bool
) -> MentionVerification:
    from argcheck.verdicts.verify_mentions import MentionVerification

    return MentionVerification(
        verification.file,
        judge,
        today=verification.today,
        max_age=0 if verification.again else verification.max_age,
        quotes=workspace.settings.quotes,
        dry=dry,
    )


async def _planned(
    workspace: Workspace,
    verification: Verification,
    run: Run,
    judging: Judging,
    sources: Mapping[str, SourceText],
) -> list[tuple[Question, int]]:
    """Return the planned questions to the language model, each with the number of answers.

    Those that depend on remote judges or on the committee are left out, as they are not known yet.
    """
    if judging.client is None:
        return []
    planner = judging.client.planner()
    alone = judging._replace(client=planner, judges=judging.judges.local, committee=False)
    for asked, of_works in _judges(verification, run, alone, sources, fetch=False):
        mentions = _verification_of(workspace, verification, asked, dry=True)
        await mentions.run(workspace.documents, of_works, lambda *_: None)
    judging.client.certain, judging.client.further = planner.certain, planner.further
    return list(planner.planned.values())


def _judges(
    verification: Verification, run: Run, judging: Judging, sources: Mapping[str, SourceText], *, fetch: bool
) -> list[tuple[Judge, Mapping[str, SourceText | Cited]]]:
    """Return the judges, each with the works that it can judge."""
    from argcheck.sources.evidence import Bm25, Embedded
    from argcheck.sources.full_texts import FullTexts
    from argcheck.verdicts.claims import ClaimsJudge
    from argcheck.verdicts.committee import Committee, indexes_among
    from argcheck.verdicts.funnel import Funnel, Tools

    client, models = judging.client, judging.judges
    judges: list[tuple[Judge, Mapping[str, SourceText | Cited]]] = []
    if sources:
        retrievers = (Bm25(), Embedded(models.embedder)) if models.embedder else ()
        judges.append((Funnel(Tools(retrievers, models.reranker, models.entailment, client)), sources))
    if sources and client and judging.claims:
        judges.append((ClaimsJudge(client), sources))
    sought = verification.without_text(run, sources, fetched=fetch)
    if sought and client and judging.committee:
        witnesses = FullTexts(verification.http, fetch=True)
        indexes = indexes_among(verification.providers)
        committee = Committee(client, verification.http, witnesses, indexes, embedder=models.embedder)
        judges.append((committee, sought))
    return judges


def _summary(judge: Judge, judged: MentionRun) -> list[str]:
    from argcheck.verdicts.claims import ClaimsJudge
    from argcheck.verdicts.committee import Committee

    if isinstance(judge, ClaimsJudge):
        return judged.compared
    if isinstance(judge, Committee):
        return judged.lines("sources of which only works speak that cite them")
    return judged.summary
