"""What is counted.  Everything is paired: who accuses each miscitation and its correct twin alike has got nothing right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.model import Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MISCITED, SUPPORTED = "miscited", "supported"


class Outcome(NamedTuple):
    """What a method said of one sentence in one run."""

    verdict: str
    class_: str = ""
    confidence: float = 0.0
    why: str = ""  #: nothing was decided
    usage: Usage = Usage()

    @property
    def decided(self) -> bool:
        """Whether it is a verdict; an abstention counts as wrong, as in BibAgent, appendix E.1."""
        return self.verdict in (MISCITED, SUPPORTED)


class Twins(NamedTuple):
    """What a method said of a pair in one run."""

    wrong: Outcome
    right: Outcome

    @property
    def both(self) -> bool:
        """The miscitation is accused and its twin supported."""
        return self.wrong.verdict == MISCITED and self.right.verdict == SUPPORTED


class Figures(NamedTuple):
    """Shares between 0 and 1, means over the runs; ``classed`` is 0 where nothing was detected."""

    detected: float  #: miscitations that are accused
    accused: float  #: twins that are accused
    both: float
    pass_any: float  #: pairs that are right in some run
    pass_all: float  #: pairs that are right in every run
    seed_pass: float  #: miscitations accused of the right class in some run: BibAgent's eq. 15 with the class for the explanation
    classed: float  #: of the miscitations that are accused, those of the right class
    decided: float  #: sentences with a verdict
    tokens: float  #: for a sentence
    money: float  #: of everything, in US dollars


def figures(classes: Sequence[str], runs: Sequence[Sequence[Twins]]) -> Figures:
    """Measure a method.

    :param classes: of the miscitations, pair by pair.
    :param runs: independent ones, each with all pairs in this order.
    :raises ValueError: no pair or no run.
    """
    if not classes or not runs:
        raise ValueError("nothing to measure")
    twins = [one for run in runs for one in run]
    hits = [
        (name, one.wrong)
        for run in runs
        for name, one in zip(classes, run, strict=True)
        if one.wrong.verdict == MISCITED
    ]
    columns = list(zip(*runs, strict=True))
    sentences = [outcome for one in twins for outcome in one]
    return Figures(
        len(hits) / len(twins),
        _share(one.right.verdict == MISCITED for one in twins),
        _share(one.both for one in twins),
        _share(any(one.both for one in column) for column in columns),
        _share(all(one.both for one in column) for column in columns),
        _share(
            any(one.wrong.verdict == MISCITED and one.wrong.class_ == name for one in column)
            for name, column in zip(classes, columns, strict=True)
        ),
        _share(outcome.class_ == name for name, outcome in hits) if hits else 0.0,
        _share(one.decided for one in sentences),
        sum(one.usage.tokens for one in sentences) / len(sentences),
        sum(one.usage.money for one in sentences),
    )


def _share(found: Iterable[bool]) -> float:
    values = list(found)
    return sum(values) / len(values)


class Ablated(NamedTuple):
    """What a committee of one size comes to; ``right`` and ``confidence`` are 0 where nothing was decided."""

    decided: float  #: share of the sentences with a verdict
    right: float  #: of these, the right ones
    confidence: float  #: of these, the mean
    accused: float  #: share of the twins that are accused
    tokens: float  #: for a sentence


def ablated(runs: Sequence[Sequence[Twins]]) -> Ablated:
    """Measure a committee of one size (BibAgent, appendix F.1)."""
    judged = [
        (outcome, wanted)
        for run in runs
        for twins in run
        for outcome, wanted in ((twins.wrong, MISCITED), (twins.right, SUPPORTED))
    ]
    decided = [(outcome, wanted) for outcome, wanted in judged if outcome.decided]
    return Ablated(
        len(decided) / len(judged),
        _share(outcome.verdict == wanted for outcome, wanted in decided) if decided else 0.0,
        sum(outcome.confidence for outcome, _ in decided) / len(decided) if decided else 0.0,
        _share(twins.right.verdict == MISCITED for run in runs for twins in run),
        sum(outcome.usage.tokens for outcome, _ in judged) / len(judged),
    )


def coverage(runs: Sequence[Sequence[Twins]]) -> list[tuple[float, float, float]]:
    """Give (confidence, coverage, accuracy) for each confidence at which one could stop believing, the highest first.

    Coverage is the share of all sentences with a verdict of at least this confidence, accuracy that of the right ones
    among these.
    """
    judged = [
        (outcome.confidence, outcome.verdict == wanted)
        for run in runs
        for one in run
        for outcome, wanted in ((one.wrong, MISCITED), (one.right, SUPPORTED))
        if outcome.decided
    ]
    count = 2 * sum(map(len, runs))
    table = []
    for level in sorted({confidence for confidence, _ in judged}, reverse=True):
        kept = [right for confidence, right in judged if confidence >= level]
        table.append((level, len(kept) / count, sum(kept) / len(kept)))
    return table


def macro_f1(runs: Sequence[Sequence[Twins]]) -> float:
    """Give the mean of the F1 scores of `miscited` and `supported` over all sentences; an abstention is neither."""
    judged = [
        (wanted, outcome.verdict)
        for run in runs
        for one in run
        for wanted, outcome in ((MISCITED, one.wrong), (SUPPORTED, one.right))
    ]
    scores = []
    for verdict in (MISCITED, SUPPORTED):
        hits = sum(wanted == said == verdict for wanted, said in judged)
        named = sum(wanted == verdict for wanted, _ in judged) + sum(said == verdict for _, said in judged)
        scores.append(2 * hits / named)
    return sum(scores) / len(scores)


def economy(ours: Sequence[Outcome], theirs: Sequence[Outcome]) -> float | None:
    """Give the share of tokens saved (BibAgent, eq. 16): over the sentences on which both give a verdict; None without any."""
    both = [
        (a.usage.tokens, b.usage.tokens) for a, b in zip(ours, theirs, strict=True) if a.decided and b.decided
    ]
    spent = sum(b for _, b in both)
    return 1 - sum(a for a, _ in both) / spent if spent else None


def abstentions(outcomes: Sequence[Outcome]) -> Counter[str]:
    """Count the reasons why nothing was decided."""
    return Counter(one.why or one.verdict for one in outcomes if not one.decided)
