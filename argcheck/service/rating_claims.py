"""The rating of claims by ``argcheck score --llm``."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.dag import InvalidDagError
from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.scoring import score
from argcheck.errors import UsageError
from argcheck.files.committed import require_writable
from argcheck.files.grouping import sets_by_key
from argcheck.interrogation.rated_metrics import sentences_of
from argcheck.interrogation.rating import RatedClaim, RatingOutcome, rate
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.lint.argument_graphs import graphs_of
from argcheck.service.interrogating import file_of, keep_runs
from argcheck.service.source_texts import texts_at_hand
from argcheck.verdicts.mentions import mentions_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from pathlib import Path

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace
    from argcheck.sources.text.model import SourceText

_AROUND = 6  #: sentences before and after that of a claim that are shown
_PASSAGES = 3  #: of a source that are shown


class DocumentRatings(NamedTuple):
    """The ratings of the claims of a document."""

    root: str
    claims: int  #: number of claims to rate
    outcome: RatingOutcome


class RatingReport(NamedTuple):
    """The ratings of the claims of a workspace."""

    documents: tuple[DocumentRatings, ...] = ()
    files: tuple[Path, ...] = ()  #: with the ratings
    unread: str = ""  #: why no source could be read; empty if they could
    agreed: bool = True  #: whether the user agreed to send anything


def rate_claims(
    workspace: Workspace,
    runs: Collection[str],
    client: Client,
    samples: int,
    consent: Consent | None = None,
) -> RatingReport:
    """Ask for the metrics of the claims between the hypotheses and conclusions of each document, and store the ratings.

    With a dry client nothing is written.  Ratings are stored document by document, so that an interruption keeps them.

    :param runs: the runs whose claims are rated, of `argcheck.argument.model.RUNS`.
    :param samples: answers on each claim.
    :raises UsageError: a file of runs cannot be written, which is also checked before anything is asked.
    """
    graphs = graphs_of(workspace, runs)
    texts, unread = _texts(workspace)
    claims = [
        _claims(document, graph, texts) for document, graph in zip(workspace.documents, graphs, strict=True)
    ]
    files = [file_of(workspace, document.manuscript.root) for document in workspace.documents]
    if not client.dry and any(claims):
        for file in dict.fromkeys(files):
            require_writable(file)
        if consent is not None and not consent(_planned(claims, client, samples)):
            return RatingReport(agreed=False)
    written: dict[Path, None] = {}

    def keep(place: int, outcome: RatingOutcome) -> None:
        if outcome.sentences and not client.dry:
            root, file = workspace.documents[place].manuscript.root, files[place]
            keep_runs(workspace, root, file, lambda known: known.rated(outcome.sentences, outcome.ratings))
            written[file] = None

    outcomes = asyncio.run(_rated(claims, client, samples, keep, foresee=client.endpoint is not None))
    documents = (
        DocumentRatings(document.manuscript.root, len(some), outcome)
        for document, some, outcome in zip(workspace.documents, claims, outcomes, strict=True)
    )
    return RatingReport(tuple(documents), tuple(written), unread)


async def _rated(
    claims: Sequence[Sequence[RatedClaim]],
    client: Client,
    samples: int,
    keep: Callable[[int, RatingOutcome], None],
    *,
    foresee: bool,
) -> list[RatingOutcome]:
    """Rate the claims of the documents in turn, and store the ratings of each when it is done."""
    outcomes: list[RatingOutcome] = []
    try:
        for place, some in enumerate(claims):
            outcome = await rate(some, client, samples, foresee=foresee)
            keep(place, outcome)
            outcomes.append(outcome)
    finally:
        await client.close()
    return outcomes


def _planned(
    claims: Sequence[Sequence[RatedClaim]], client: Client, samples: int
) -> list[tuple[Question, int]]:
    """Return the questions that will be asked; the claim itself replaces its opposite, which is not known yet."""
    planner = client.planner()
    asyncio.run(_rated(claims, planner, samples, lambda *_: None, foresee=True))
    return list(planner.planned.values())


def _texts(workspace: Workspace) -> tuple[Mapping[str, SourceText], str]:
    """Return the available texts of cited sources, by key, and why none can be read, if so."""
    keys = {key for document in workspace.documents for key in document.manuscript.cited_keys}
    try:
        texts = texts_at_hand(workspace.documents, workspace.settings, keys)
    except UsageError as error:
        return {}, str(error)
    return {key: read.text for key, read in texts.items() if read.text is not None}, ""


def _claims(document: Document, graph: ManuscriptGraph, texts: Mapping[str, SourceText]) -> list[RatedClaim]:
    """Return the claims of a document that affect its score, in order, with the texts to show."""
    try:
        bridge = score(dag_of(graph)).components.bridge if graph.nodes else ()
    except InvalidDagError:
        return []
    sentences = numbered_sentences(document.manuscript)
    cited = sets_by_key((mention.sentence.span, mention.entry.key) for mention in mentions_of(*document))
    claims: dict[int, RatedClaim] = {}
    for name, node in graph.nodes.items():
        said_in = sentences_of(node, sentences) if name in bridge and node.sort != "work" else []
        if not said_in or said_in[0].number in claims:
            continue
        first = said_in[0]
        grounds = [graph.nodes[edge.source] for edge in graph.support_of(node)]
        works = [ground for ground in grounds if ground.sort == "work"]
        keys = {name.removeprefix("cite:") for work in works for name in (work.id, *work.aliases)}
        keys.update(*(cited.get(sentence.span, ()) for sentence in said_in))
        claims[first.number] = RatedClaim(
            first.hash,
            node.text,
            _around(first, sentences),
            tuple(ground.text for ground in grounds if ground not in works),
            {key: _passages(node.text, texts[key]) for key in sorted(keys & texts.keys())},
        )
    return [claims[number] for number in sorted(claims)]


def _around(sentence: NumberedSentence, sentences: Sequence[NumberedSentence]) -> str:
    place = sentence.number - 1
    return " ".join(near.text for near in sentences[max(0, place - _AROUND) : place + _AROUND + 1])


def _passages(claim: str, text: SourceText) -> tuple[str, ...]:
    from argcheck.sources.evidence import passages

    return tuple(near.block.text for near in passages(claim, text, _PASSAGES))
