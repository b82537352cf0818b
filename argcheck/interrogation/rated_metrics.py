"""Committed ratings as metrics of the claims of a graph, matched by the sentence of the claim."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.dag import Measure, Measures
from argcheck.files.grouping import grouped
from argcheck.interrogation.shown_parts import numbered_sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Node
    from argcheck.interrogation.runs_file import Interrogated, Rating
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.manuscript import Manuscript

_LONGEST_QUOTE = 60  #: characters of an origin


class RatedMetrics(NamedTuple):
    """The metrics of claims as models rate them, by id of the claim."""

    measures: Measures  #: the median of a metric, if at least half of the answers give it
    by_answer: tuple[Measures, ...]  #: the values of each answer, with the median for what it does not give


def sentences_of(node: Node, sentences: Sequence[NumberedSentence]) -> list[NumberedSentence]:
    """Return the sentences of a document at the places of a claim."""
    return [sentence for sentence in sentences if any(map(sentence.span.overlaps, node.places))]


def rated_metrics(known: Interrogated, manuscript: Manuscript, graph: ArgumentGraph) -> RatedMetrics:
    """Return the metrics of the claims of a graph whose sentences were rated and are unchanged."""
    if not known.ratings:
        return RatedMetrics({}, ())
    by_sentence = grouped(known.ratings, lambda rating: rating.sentence)
    samples = sorted({rating.sample for rating in known.ratings})
    sentences = [sentence for sentence in numbered_sentences(manuscript) if sentence.hash in by_sentence]
    measures: Measures = {}
    by_answer: tuple[Measures, ...] = tuple({} for _ in samples)
    for node in graph.nodes.values():
        said = next((by_sentence[sentence.hash] for sentence in sentences_of(node, sentences)), [])
        measures[node.id] = agreed = _agreed(said)
        for sample, answer in zip(samples, by_answer, strict=True):
            own = {
                rating.metric: Measure(rating.value, agreed[rating.metric].origin)
                for rating in said
                if rating.sample == sample and rating.metric in agreed
            }
            answer[node.id] = agreed | own
    return RatedMetrics(measures, by_answer)


def _agreed(ratings: Sequence[Rating]) -> dict[str, Measure]:
    """Return the median of each metric that at least half of the answers about a claim give."""
    answers = max((rating.samples for rating in ratings), default=0)
    by_metric = grouped(ratings, lambda rating: rating.metric)
    return {
        metric: Measure(median(rating.value for rating in some), _origin(some[0], len(some), answers))
        for metric, some in sorted(by_metric.items())
        if 2 * len(some) >= answers
    }


def _origin(rating: Rating, named: int, answers: int) -> str:
    words = rating.quote
    if len(words) > _LONGEST_QUOTE:
        words = f"{words[:_LONGEST_QUOTE].rpartition(' ')[0]} …"
    place = f" ('{rating.cited}')" if rating.cited else ""
    return f'{rating.model}, {named} of {answers} answers, by "{words}"{place}'
