"""How near to readings by hand a model reads papers: ``python benchmarks/extraction/extraction.py --checkouts FOLDER``.

The folder holds the papers of ``papers/`` at their commits, each under ``OWNER+NAME``.  The model is the one that ARGCHECK_LLM_BASE_URL and
ARGCHECK_LLM_MODEL name.  Without one, only the readings by hand are compared with each other, and it is said that nothing else was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from truth import READINGS, Claim, Nearness, kappa, labels, load_paper, nearness

from argcheck.api import check
from argcheck.argument.model import GIVEN, INFERENCE, SUPPORTS
from argcheck.errors import ArgcheckError
from argcheck.interrogation import PATH
from argcheck.interrogation.loop import interrogated
from argcheck.interrogation.runs_file import Interrogated, RunEdge, RunNode, RunNote, RunsFile
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.interrogation.subjects import InterrogationOptions
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget, Price, known_price
from argcheck.llm.client import Client
from argcheck.llm.endpoint import BASE_URL, MODEL, endpoint
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from truth import Paper, Place, Reading

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.interrogation.loop import Interrogation
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.workspace import Document

PAPERS = Path(__file__).parent / "papers"
_GIVEN_ROLES = frozenset({"evidence", "result", "method", "context"})
_IN_READINGS = re.compile(r"\(in (\d+) of \d+ readings")  #: as messages of rules say it
_PUBLISHED = "published (PaperTrail), claims alone, of other papers: precision .69, recall .62, F1 .65 (SciClaimHunt); .63, .88, .73 (BioClaimDetect)"


class Checkout(NamedTuple):
    """An annotated paper with its text."""

    paper: Paper
    folder: Path
    document: Document
    sentences: list[NumberedSentence]
    offsets: dict[Place, int]  #: of every place that a reading names

    def hash_at(self, place: Place) -> str:
        """Return the hash of the sentence at a place; empty where there is none."""
        at = self.offsets[place]
        return next(
            (s.hash for s in self.sentences if s.span.path == place.path and s.span.start <= at < s.span.end),
            "",
        )


def opened(paper: Paper, checkouts: Path) -> Checkout:
    """Read a paper.

    :raises ValueError: it is not there, or a reading names a place where it has no sentence.
    """
    folder = checkouts / paper.folder
    root = folder / paper.root
    if not root.is_file():
        raise ValueError(f"{root} is not there: check out {paper.repository}@{paper.commit}")
    workspace = Workspace([root], settings_for((root,), cwd=folder, isolated=True), cwd=folder)
    workspace.read()
    (document,) = workspace.documents
    sentences = numbered_sentences(document.manuscript)
    places = {
        place
        for reading in paper.readings.values()
        for node in reading.nodes.values()
        for place in node.places
    }
    offsets = {place: place.offset(workspace.project.read(place.path).text) for place in places}
    made = Checkout(paper, folder, document, sentences, offsets)
    if lost := sorted(place for place in places if not made.hash_at(place)):
        raise ValueError(
            f"{paper.name}: no sentence at {', '.join(':'.join(map(str, each)) for each in lost)}"
        )
    return made


def read_claims(
    known: Interrogated, run: str, checkout: Checkout
) -> tuple[list[Claim], set[tuple[str, str, str]]]:
    """Return the tied claims of one run, and its edges between them."""
    spans = {sentence.hash: sentence.span for sentence in checkout.sentences}
    claims = [
        Claim(node.id, node.role, [spans[node.sentence]])
        for node in known.nodes
        if node.run == run and node.sentence in spans
    ]
    names = {claim.id for claim in claims}
    edges = {
        (edge.source, edge.target, _relation(edge.relation))
        for edge in known.edges
        if edge.run == run and {edge.source, edge.target} <= names
    }
    return claims, edges


def agreed_claims(done: Interrogation, least: int) -> tuple[list[Claim], set[tuple[str, str, str]]]:
    """Return the claims of the joined graph that so many readings have, and the edges that as many have between them."""
    graph = done.graph
    claims = [
        Claim(node.id, node.role, node.places)
        for node in graph.nodes.values()
        if _readings(node.run_ids) >= least
    ]
    names = {claim.id for claim in claims}
    edges = {
        (edge.source, edge.target, _relation(edge.relation))
        for edge in graph.edges
        if {edge.source, edge.target} <= names and _readings(edge.run_ids) >= least
    }
    return claims, edges


def _readings(runs: Sequence[str]) -> int:
    return sum(run.startswith("r") for run in runs)


def _relation(relation: str) -> str:
    """Assumptions count as support: readings by hand do not tell them apart."""
    return SUPPORTS if relation == "assumes" else relation


def as_interrogated(reading: Reading, checkout: Checkout) -> Interrogated:
    """Give a reading by hand the form of a model's, so that rules can speak of it."""
    texts = {sentence.hash: sentence.text for sentence in checkout.sentences}
    nodes = []
    for name, node in reading.nodes.items():
        sentence = checkout.hash_at(node.places[0])
        kind = GIVEN if node.role in _GIVEN_ROLES else INFERENCE
        kind = node.role if node.role in ("conclusion", "assumption") else kind
        nodes.append(RunNode("r1", f"r1:{name}", texts[sentence], kind, node.role, 0.9, sentence, ""))
    edges = [
        RunEdge("r1", f"r1:{source}", f"r1:{target}", relation, 0.9)
        for source, target, relation in reading.edges
    ]
    return Interrogated((RunNote("r1", "hand", 1, 0, 0),), tuple(nodes), tuple(edges))


def findings(known: Interrogated, checkout: Checkout) -> list[Diagnostic]:
    """Return what the rules about arguments say of a paper with these readings; the checkout stays as it is."""
    with TemporaryDirectory() as place:
        folder = Path(place, "paper")
        shutil.copytree(checkout.folder, folder, ignore=shutil.ignore_patterns(".git", ".argcheck"))
        file = folder / PATH
        file.parent.mkdir()
        file.write_text(RunsFile().with_(checkout.paper.root, known).dump(), "utf-8")
        report = check(folder / checkout.paper.root, config={"select": ["ARG"], "runs": "all"}, isolated=True)
    return list(report.diagnostics)


class Judged(NamedTuple):
    """A finding on a model's readings, and whether the reading by hand has it, too."""

    paper: str
    code: str
    offset: int  #: of the finding in its file
    readings: int  #: that have every claim which it names
    right: bool


def judged(done: Interrogation, checkout: Checkout) -> list[Judged]:
    """Compare the findings on what a model read with those on the first reading by hand: same rule, same sentence."""
    true = findings(as_interrogated(checkout.paper.readings[READINGS[0]], checkout), checkout)
    places = {(each.code, checkout_sentence(each, checkout)) for each in true}
    read = []
    for each in findings(done.interrogated, checkout):
        at = checkout_sentence(each, checkout)
        agree = min(map(int, _IN_READINGS.findall(each.message)), default=0)
        read.append(Judged(checkout.paper.name, each.code, each.span.start, agree, (each.code, at) in places))
    return read


def checkout_sentence(finding: Diagnostic, checkout: Checkout) -> str:
    """Return the hash of the sentence that a finding is at; empty for none."""
    span = finding.span
    return next(
        (
            sentence.hash
            for sentence in checkout.sentences
            if f"/{span.path}".endswith(f"/{sentence.span.path}")
            and sentence.span.start <= span.start < sentence.span.end
        ),
        "",
    )


def row(name: str, near: Nearness) -> str:
    """Write a line of the table."""

    def share(part: int, whole: int) -> str:
        return f"{part / whole:.2f}" if whole else ""

    fields = (
        name,
        str(near.claims),
        share(near.right, near.claims),
        share(near.found, near.nodes),
        share(near.same_role, near.right),
        str(near.edges),
        share(near.right_edges, near.edges),
        share(near.right_edges, near.true_edges),
    )
    return f"| {' | '.join(fields)} |"


def by_hand(checkouts: Sequence[Checkout]) -> Iterator[str]:
    """Say what was read by hand, and how far two readings agree."""
    for checkout in checkouts:
        paper = checkout.paper
        counts = "; ".join(
            f"{name} reading: {len(reading.nodes)} claims, {len(reading.edges)} edges"
            for name, reading in paper.readings.items()
        )
        yield f"{paper.name} ({paper.repository}@{paper.commit[:10]}): {len(checkout.sentences)} sentences; {counts}"
    both = [checkout for checkout in checkouts if set(READINGS) <= checkout.paper.readings.keys()]
    if not both:
        yield "kappa: not measured, there is no second reading by hand"
        return
    sides: dict[str, list[str]] = {name: [] for name in READINGS}
    for checkout in both:
        for name in READINGS:
            spans = [sentence.span for sentence in checkout.sentences]
            sides[name] += labels(spans, checkout.paper.readings[name], checkout.offsets)
    first, second = sides.values()
    marked = [[str(bool(label)) for label in side] for side in (first, second)]
    yield f"kappa of roles: {_shown(kappa(first, second))}; of claim or none: {_shown(kappa(*marked))} ({len(first)} sentences)"
    total = Nearness(*[0] * len(Nearness._fields))
    for checkout in both:
        one, other = (checkout.paper.readings[name] for name in READINGS)
        spans = {sentence.hash: sentence.span for sentence in checkout.sentences}
        claims = [
            Claim(name, node.role, [spans[checkout.hash_at(place)] for place in node.places])
            for name, node in other.nodes.items()
        ]
        total = total.plus(nearness(claims, other.edges, one, checkout.offsets))
    yield from _HEADER
    yield row("second reading, against the first", total)


_HEADER = (
    "| what | claims | node P | node R | same role | edges | edge P | edge R |",
    f"|{' --- |' * 8}",
)


def _shown(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.2f}"


async def _asked(
    checkouts: Sequence[Checkout], client: Client, options: InterrogationOptions
) -> list[Interrogation]:
    try:
        return [await interrogated(checkout.document, client, options) for checkout in checkouts]
    finally:
        await client.close()


def compared(checkouts: Sequence[Checkout], done: Sequence[Interrogation], runs: int) -> Iterator[str]:
    """Compare what a model read with the first reading by hand, by paper and by agreement."""
    empty = Nearness(*[0] * len(Nearness._fields))
    single = empty
    for checkout, each in zip(checkouts, done, strict=True):
        truth = checkout.paper.readings[READINGS[0]]
        for run in sorted({note.run for note in each.interrogated.notes if note.dropped < note.parts}):
            single = single.plus(
                nearness(*read_claims(each.interrogated, run, checkout), truth, checkout.offsets)
            )
    yield from _HEADER
    yield row("one reading", single)
    for least in range(1, runs + 1):
        total = empty
        for checkout, each in zip(checkouts, done, strict=True):
            truth = checkout.paper.readings[READINGS[0]]
            total = total.plus(nearness(*agreed_claims(each, least), truth, checkout.offsets))
        yield row(f"at least {least} of {runs} readings", total)
    yield _PUBLISHED


def of_findings(told: Sequence[Judged], runs: int) -> Iterator[str]:
    """Say how many findings the reading by hand has, too, by agreement."""
    yield "| all claims of a finding in at least | findings | right | precision |"
    yield f"|{' --- |' * 4}"
    for least in range(runs + 1):
        some = [each for each in told if each.readings >= least]
        right = sum(each.right for each in some)
        shown = f"{right / len(some):.2f}" if some else ""
        yield f"| {least} of {runs} readings | {len(some)} | {right} | {shown} |"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument(
        "--checkouts", type=Path, required=True, metavar="FOLDER", help="where the papers are"
    )
    parser.add_argument("--papers", type=Path, default=PAPERS, metavar="FOLDER", help="the readings by hand")
    parser.add_argument("--runs", type=int, default=6, metavar="N", help="readings of the model (6)")
    parser.add_argument("--max-calls", type=int, metavar="N")
    parser.add_argument("--max-cost", type=float, metavar="DOLLARS")
    parser.add_argument(
        "--price",
        type=lambda text: Price(*map(float, text.split(","))),
        metavar="IN,OUT",
        help="dollars for a million tokens, where no table has them",
    )
    parser.add_argument("--cache", metavar="FOLDER", help="where answers are kept (the cache of argcheck)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write every finding there, as JSON lines")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, and print tables; 2 where that cannot be."""
    options = _parser().parse_args(arguments)
    try:
        papers = [load_paper(file) for file in sorted(options.papers.glob("*.toml"))]
        checkouts = [opened(paper, options.checkouts) for paper in papers]
        print("\n".join(by_hand(checkouts)))
        if not os.environ.get(BASE_URL) and not os.environ.get(MODEL):
            print(f"no model: {BASE_URL} and {MODEL} are not set; nothing else was measured")
            return 0
        place = endpoint()
        price = options.price or known_price(place.model, place.base_url)
        budget = Budget(calls=options.max_calls, money=options.max_cost, price=price)
        cache = AnswerCache(options.cache, partial(print, file=sys.stderr))
        try:
            asked = InterrogationOptions(options.runs)
            done = asyncio.run(_asked(checkouts, Client(place, cache, budget), asked))
        finally:
            cache.close()
    except (ArgcheckError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"\nmodel: {place.model} at {place.host}; date: {datetime.now(UTC).date().isoformat()}")
    spent = budget.spent
    print(f"{spent.calls} calls, {spent.tokens} tokens" + (f", {spent.money:.4f} dollars" if price else ""))
    for checkout, each in zip(checkouts, done, strict=True):
        dropped = ", ".join(f"{count} {cause}" for cause, count in sorted(each.dropped.items())) or "none"
        print(
            f"{checkout.paper.name}: {each.interrogated.answered} of {options.runs} readings; dropped: {dropped};"
            f" {each.unanswered} questions got no answer; {each.stopped}"
        )
    print("\n".join(compared(checkouts, done, options.runs)))
    told = [
        finding for checkout, each in zip(checkouts, done, strict=True) for finding in judged(each, checkout)
    ]
    print("\n".join(of_findings(told, options.runs)))
    if options.out:
        options.out.write_text("".join(f"{json.dumps(each._asdict())}\n" for each in told), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
