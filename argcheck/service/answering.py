"""The answering of a question about documents by ``argcheck ask``, and its report."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import UsageError
from argcheck.interrogation.candidates import Candidate, candidates
from argcheck.interrogation.loop import Interrogation, interrogated_subject
from argcheck.interrogation.source_documents import QuestionSubject
from argcheck.lint.reporters.summary import counted
from argcheck.sources.text.model import UnreadableSourceError
from argcheck.sources.text.reader import MEDIA, read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from argcheck.interrogation.subjects import InterrogationOptions
    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent
    from argcheck.sources.text.model import SourceText

VERSION = 1
_MOST_FILES = 1_000
_LARGEST_FILE = 50_000_000  #: bytes


class RankedAnswer(NamedTuple):
    """The answers to a question."""

    question: str
    documents: tuple[str, ...]
    unreadable: tuple[str, ...]  #: documents that could not be read, with the reason
    candidates: tuple[Candidate, ...]  #: the best first
    interrogation: Interrogation
    untied: int  #: claims that a model attributed to a document, but that are in no sentence

    @property
    def killed(self) -> list[tuple[str, str]]:
        """The refuted claims, each with the reason."""
        graph = self.interrogation.graph
        return [(graph.nodes[name].text, why.reason) for name, why in graph.refutations.items()]

    @property
    def compliance(self) -> float | None:
        """The share of answers to readings that were usable without repair, 0 to 1; None without answers."""
        answers = self.interrogation.answers
        return answers.usable / answers.came if answers.came else None

    @property
    def dropped(self) -> dict[str, int]:
        """The numbers of items left out, by cause."""
        causes = dict(sorted(self.interrogation.answers.dropped.items()))
        return causes | ({"claims that no sentence says": self.untied} if self.untied else {})


def documents_in(folder: Path) -> tuple[list[SourceText], list[str]]:
    """Read the documents in a folder and below it, sorted by path; hidden ones are left out.

    :returns: the texts, named by their paths in the folder, and why others could not be read.
    :raises UsageError: the folder does not exist or has no readable document.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder of documents")
    texts: list[SourceText] = []
    unreadable: list[str] = []
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.suffix[1:].lower() not in MEDIA or any(part.startswith(".") for part in name.split("/")):
            continue
        if len(texts) == _MOST_FILES:
            unreadable.append(f"{name}: only the first {_MOST_FILES} documents are read")
            break
        try:
            if not file.resolve().is_relative_to(folder.resolve()):
                unreadable.append(f"{name}: this leads out of the folder")
                continue
            if not file.is_file() or file.stat().st_size > _LARGEST_FILE:
                unreadable.append(f"{name}: this is no regular file, or too large")
                continue
            texts.append(read_source(file.read_bytes(), name))
        except (OSError, UnreadableSourceError) as error:
            unreadable.append(str(error))
    if not texts:
        raise UsageError(f"{folder}: no document there can be read")
    return texts, unreadable


def ask(
    question: str,
    folder: Path,
    client: Client,
    options: InterrogationOptions,
    consent: Consent | None = None,
    *,
    language: str = "en",
) -> RankedAnswer | None:
    """Answer a question about the documents of a folder; None without consent.

    :param consent: receives the first questions, and returns whether they may be sent.
    :param language: code of the language of the documents, such as ``de``.
    :raises UsageError: there are no documents, or the question is empty.
    """
    if not question.strip():
        raise UsageError("the question says nothing")
    texts, unreadable = documents_in(folder)
    subject = QuestionSubject(" ".join(question.split()), texts, language=language)
    if consent is not None:
        planner = client.planner()
        asyncio.run(interrogated_subject(subject, planner, options))
        if not consent(list(planner.planned.values())):
            return None
    done = asyncio.run(_asked(subject, client, options))
    untied = sum(node.kind == "given" and not node.sentence for node in done.interrogated.nodes)
    names = tuple(text.origin for text in texts)
    return RankedAnswer(
        subject.name, names, tuple(unreadable), tuple(candidates(subject, done)), done, untied
    )


async def _asked(subject: QuestionSubject, client: Client, options: InterrogationOptions) -> Interrogation:
    try:
        return await interrogated_subject(subject, client, options)
    finally:
        await client.close()


def as_data(answer: RankedAnswer, client: Client) -> dict[str, Any]:
    """Return an answer as JSON data."""
    done = answer.interrogation
    graph = done.graph
    return {
        "version": VERSION,
        "question": answer.question,
        "documents": list(answer.documents),
        "unreadable": list(answer.unreadable),
        "candidates": [candidate.to_data() for candidate in answer.candidates],
        "killed": [{"claim": claim, "reason": reason} for claim, reason in answer.killed],
        "disputed": [graph.nodes[name].text for name in done.disputed],
        "stopped": done.stopped,
        "readings": done.interrogated.answered,
        "compliance": answer.compliance,
        "dropped": answer.dropped,
        "unanswered": done.answers.unanswered,
        "cost": _cost(client),
    }


def _cost(client: Client) -> dict[str, Any]:
    """Return the cost of this run; cached answers cost nothing."""
    spent = client.budget.spent if client.budget else None
    price = client.budget.price if client.budget else None
    calls = spent.calls if spent else 0
    return {
        "calls": calls,
        "tokens_in": spent.tokens_in if spent else 0,
        "tokens_out": spent.tokens_out if spent else 0,
        "dollars": spent.money if spent and price else None,
        "dollars_a_call": spent.money / calls if spent and price and calls else None,
        "remembered": client.counts["remembered"],
    }


def as_markdown(answer: RankedAnswer, client: Client) -> str:
    """Return an answer as Markdown."""
    return "".join(f"{line}\n" for line in _lines(answer, client))


def _lines(answer: RankedAnswer, client: Client) -> Iterator[str]:
    done = answer.interrogation
    yield f"# {answer.question}"
    yield ""
    if not answer.candidates:
        yield "No answer: no reading concludes anything."
        yield ""
    for number, candidate in enumerate(answer.candidates, 1):
        yield from _candidate(candidate, number, done.interrogated.answered)
    yield from _section("Killed", [f"{claim} ({reason})" for claim, reason in answer.killed])
    yield from _section("Still disputed", [done.graph.nodes[name].text for name in done.disputed])
    yield "## How it was asked"
    yield ""
    cost = _cost(client)
    money = "" if cost["dollars"] is None else f", {cost['dollars']:.4f} dollars"
    money += "" if cost["dollars_a_call"] is None else f" ({cost['dollars_a_call']:.4f} a call)"
    yield f"- {counted(len(answer.documents), 'document')}, {counted(done.interrogated.answered, 'reading')}; {done.stopped}"
    yield (
        f"- {cost['calls']} calls, {cost['tokens_in']} tokens in, {cost['tokens_out']} out{money};"
        f" {counted(cost['remembered'], 'remembered answer')}"
    )
    if answer.compliance is not None:
        yield f"- {answer.compliance:.0%} of {done.answers.came} answers could be used as they came"
    yield from (f"- dropped: {count} {cause}" for cause, count in answer.dropped.items())
    if done.answers.unanswered:
        yield f"- {counted(done.answers.unanswered, 'question')} without an answer, to be asked again next time"
    yield from (f"- not read: {why}" for why in answer.unreadable)


def _candidate(candidate: Candidate, number: int, readings: int) -> Iterator[str]:
    routes = counted(candidate.width, "independent route")
    fallen = "" if candidate.survives else ", does not stand"
    yield f"## {number}. {candidate.answer}"
    yield ""
    yield f"In {candidate.readings} of {readings} readings, {routes}{fallen}. {_rated(candidate)}"
    yield ""
    texts = {claim.id: claim.claim for claim in candidate.claims} | {candidate.id: candidate.answer}
    for path in candidate.paths:
        yield f"- path: {' → '.join(texts.get(name, name) for name in path)}"
    for claim in candidate.claims:
        yield f"- {claim.state}: {claim.claim} ({claim.why})"
        yield from (f"  - {item.document}, {item.place}: “{item.quote}”" for item in claim.evidence)
    for claim in candidate.omitted:
        yield f"- omitted: {claim.claim}"
        yield from (f"  - {item.document}, {item.place}: “{item.quote}”" for item in claim.evidence)
    yield ""


def _rated(candidate: Candidate) -> str:
    def share(value: float | None) -> str:
        return "unknown" if value is None else f"{value:.2f}"

    return (
        f"Of its claims: faithfulness {share(candidate.faithfulness)}, coverage {share(candidate.coverage)}."
        f" Of its quotations: faithfulness {share(candidate.evidence_faithfulness)},"
        f" coverage {share(candidate.evidence_coverage)}."
    )


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"## {title}"
        yield ""
        yield from (f"- {line}" for line in lines)
        yield ""
