"""The judging of citations, from texts of the sources or from other works that cite these."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.service.current_documents import current_documents
from argcheck.verdicts.judging import Judges

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace
    from argcheck.service.verify_report import Progress
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
    *,
    progress: Progress,
) -> tuple[list[str], bool]:
    """Judge citations and quotations, and write the verdicts.

    :param run: the verification of the entries.
    :returns: lines for the summary, and whether the judging was interrupted.
    :raises UsageError: a package is not installed, or the verdicts cannot be written.
    """
    from argcheck.service.quotation_judging import judge_quotations

    dry = verification.http.dry
    texts, lines = await _texts_at_hand(verification, run)
    sources = {work: text for work, text in texts.items() if text is not None}
    unreadable = texts.keys() - sources.keys()
    quotations = judge_quotations(
        workspace, verification.file, sources, unreadable, today=verification.today, dry=dry
    )
    if judging.client and not sources and not judging.committee:
        lines.append(_NO_TEXT)
    documents: Sequence[Document] = workspace.documents
    if judging.client:
        documents = current_documents(workspace)
    summary: list[str] = []
    interrupted = False
    try:
        if judging.consent is not None:
            planned = await _planned(workspace, verification, run, judging, sources)
            sends = planned or judging.committee or judging.judges.remote
            if sends and not judging.consent(planned):
                return ["citations were not judged, since their texts were not to be sent", *lines], False
        for judge, works, lines_of in _judges(verification, run, judging, sources):
            mentions = _verification_of(workspace, verification, judge, dry=dry)
            tell = partial(progress, f"judged citations ({judge.identity['name']})")
            judged = await mentions.run(documents, works, tell)
            summary += lines_of(judged)
            interrupted = judged.interrupted
            if interrupted:
                break
    finally:
        if judging.client:
            await judging.client.close()
    return [*summary, *quotations, *lines], interrupted


async def _texts_at_hand(
    verification: Verification, run: Run
) -> tuple[dict[str, SourceText | None], list[str]]:
    """Return the texts of sources by work, None for unreadable ones, and lines with the reasons."""
    from argcheck.sources.full_texts import ready_to_read

    at_hand = await verification.texts_of(run)
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
    for judge, works, _ in _judges(verification, run, alone, sources):
        mentions = _verification_of(workspace, verification, judge, dry=True)
        await mentions.run(current_documents(workspace), works, lambda *_: None)
    client = judging.client
    client.certain, client.further, client.instead = planner.certain, planner.further, planner.instead
    return list(planner.planned.values())


class _JudgeWithWorks(NamedTuple):
    """A judge, and what it is asked about."""

    judge: Judge
    works: Mapping[str, SourceText | Cited]  #: texts or identities of the sources that it can judge
    lines_of: Callable[[MentionRun], list[str]]  #: returns the lines for the summary


def _judges(
    verification: Verification, run: Run, judging: Judging, sources: Mapping[str, SourceText]
) -> list[_JudgeWithWorks]:
    """Return the judges that have something to judge."""
    from argcheck.sources.evidence import Bm25, Embedded
    from argcheck.sources.full_texts import FullTexts
    from argcheck.verdicts.claims import ClaimsJudge
    from argcheck.verdicts.committee import Committee, indexes_among
    from argcheck.verdicts.funnel import Funnel, Tools
    from argcheck.verdicts.verify_mentions import MentionRun

    client, models = judging.client, judging.judges
    judges: list[_JudgeWithWorks] = []
    if sources:
        retrievers = (Bm25(), Embedded(models.embedder)) if models.embedder else ()
        funnel = Funnel(Tools(retrievers, models.reranker, models.entailment, client))
        judges.append(_JudgeWithWorks(funnel, sources, partial(MentionRun.lines, what="sources at hand")))
    if sources and client and judging.claims:
        judges.append(_JudgeWithWorks(ClaimsJudge(client), sources, MentionRun.compared))
    sought = verification.without_text(run, sources)
    if sought and client and judging.committee:
        witnesses = FullTexts(verification.http, fetch=True)
        indexes = indexes_among(verification.providers)
        committee = Committee(client, verification.http, witnesses, indexes, embedder=models.embedder)
        what = "sources of which only works speak that cite them"
        judges.append(_JudgeWithWorks(committee, sought, partial(MentionRun.lines, what=what)))
    return judges
