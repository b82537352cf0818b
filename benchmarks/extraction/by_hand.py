"""Tables of what was read by hand: how far two readings agree, and how near to them the graph comes that argcheck makes without a model."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from checkouts import BOTH, claims_of, findings, findings_by_hand, graph_claims
from truth import READINGS, Nearness, kappa, labels, nearness, relation_labels

from argcheck.argument.model import DEFAULT_RUNS, RUNS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from checkouts import Checkout, Graph

HEADER = (
    "| what | against | claims | node P | node R | node F1 | same role | edges | edge P | edge R | edge F1 |",
    f"|{' --- |' * 11}",
)
_READERS = {DEFAULT_RUNS: "argcheck graph", RUNS: "argcheck graph, with cues"}


def row(name: str, truth: str, near: Nearness) -> str:
    """Write a line of the table."""
    fields = (
        name,
        truth,
        str(near.claims),
        share(near.right, near.claims),
        share(near.found, near.nodes),
        _number(near.node_f1),
        share(near.same_role, near.right),
        str(near.edges),
        share(near.right_edges, near.edges),
        share(near.right_edges, near.true_edges),
        _number(near.edge_f1),
    )
    return f"| {' | '.join(fields)} |"


def share(part: int, whole: int) -> str:
    """Write a part of a whole, between 0 and 1; empty where there is no whole."""
    return f"{part / whole:.2f}" if whole else ""


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def rows(
    name: str, checkouts: Sequence[Checkout], read: Callable[[Checkout], Iterable[Graph]]
) -> Iterator[str]:
    """Write a line for what was read, once or several times, against each reading by hand that all papers have."""
    for truth in (*READINGS, BOTH):
        if all(truth in checkout.truths for checkout in checkouts):
            parts = [
                nearness(claims, edges, checkout.truths[truth], checkout.offsets)
                for checkout in checkouts
                for claims, edges in read(checkout)
            ]
            yield row(name, truth, Nearness.of(parts))


def read_by_hand(checkouts: Sequence[Checkout]) -> Iterator[str]:
    """Say what was read by hand, how far two readings agree, and how near to them argcheck comes without a model."""
    for checkout in checkouts:
        paper = checkout.paper
        counts = "; ".join(
            f"{name} reading: {len(reading.nodes)} claims, {len(reading.edges)} edges"
            for name, reading in paper.readings.items()
        )
        yield f"{paper.name} ({paper.repository}@{paper.commit[:10]}): {len(checkout.sentences)} sentences; {counts}"
    both = [checkout for checkout in checkouts if set(READINGS) <= checkout.paper.readings.keys()]
    if both:
        yield from _agreement(both)
    else:
        yield "kappa: not measured, there is no second reading by hand"
    yield from HEADER
    if both:
        first, second = READINGS
        parts = [
            nearness(*claims_of(each.paper.readings[second], each), each.paper.readings[first], each.offsets)
            for each in both
        ]
        yield row("second reading", first, Nearness.of(parts))
    for runs, name in _READERS.items():
        yield from rows(name, checkouts, partial(_graph, runs))
    yield from _findings(checkouts)


def _graph(runs: Sequence[str], checkout: Checkout) -> list[Graph]:
    return [graph_claims(checkout, runs)]


def _agreement(checkouts: Sequence[Checkout]) -> Iterator[str]:
    """Say kappa of each paper, and of all sentences and pairs together."""
    yield "| paper | sentences | kappa of roles | of claim or none | both claims | kappa of their roles | pairs | of relations |"
    yield f"|{' --- |' * 8}"
    roles: list[tuple[str, str]] = []
    relations: list[tuple[str, str]] = []
    for checkout in checkouts:
        first, second = (checkout.paper.readings[name] for name in READINGS)
        spans, offsets = checkout.spans, checkout.offsets
        own = list(zip(labels(spans, first, offsets), labels(spans, second, offsets), strict=True))
        pairs = relation_labels(spans, first, second, offsets)
        yield _kappas(checkout.paper.name, own, pairs)
        roles += own
        relations += pairs
    yield _kappas("all", roles, relations)


def _kappas(name: str, roles: Sequence[tuple[str, str]], relations: Sequence[tuple[str, str]]) -> str:
    marked = [(str(bool(role)), str(bool(other))) for role, other in roles]
    shared = [pair for pair in roles if all(pair)]
    fields = (
        name,
        len(roles),
        _kappa(roles),
        _kappa(marked),
        len(shared),
        _kappa(shared),
        len(relations),
        _kappa(relations),
    )
    return f"| {' | '.join(map(str, fields))} |"


def _kappa(pairs: Sequence[tuple[str, str]]) -> str:
    value = kappa([label for label, _ in pairs], [label for _, label in pairs])
    return "undefined" if value is None else f"{value:.2f}"


def _findings(checkouts: Sequence[Checkout]) -> Iterator[str]:
    """Say what the rules about arguments find on the readings by hand, and without any reading."""
    counts: dict[str, Counter[str]] = {}
    for checkout in checkouts:
        by_reading = findings_by_hand(checkout)
        for name, told in by_reading.items():
            counts.setdefault(name, Counter()).update(code for code, _ in told)
        if set(READINGS) <= by_reading.keys():
            first, second = (by_reading[name] for name in READINGS)
            counts.setdefault(BOTH, Counter()).update(code for code, _ in first & second)
        counts.setdefault("no reading", Counter()).update(each.code for each in findings(checkout))
    yield f"| rule | {' | '.join(counts)} |"
    yield f"|{' --- |' * (len(counts) + 1)}"
    codes = sorted({code for counter in counts.values() for code in counter})
    for code in codes:
        yield f"| {code} | {' | '.join(str(counter[code]) for counter in counts.values())} |"
    yield f"| all | {' | '.join(str(counter.total()) for counter in counts.values())} |"
