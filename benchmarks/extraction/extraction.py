"""How near to readings by hand a model reads papers: ``python benchmarks/extraction/extraction.py --checkouts FOLDER``.

The folder holds the papers of ``papers/`` at their commits, each under ``OWNER+NAME``.  The model is the one that ARGCHECK_LLM_BASE_URL and
ARGCHECK_LLM_MODEL name.  Without one, only the readings by hand are compared with each other and with what argcheck reads without a model, and
it is said that nothing else was measured.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from by_hand import HEADER, read_by_hand, rows, share
from checkouts import findings, findings_by_hand, opened, sentence_of, without_assumptions
from truth import READINGS, Claim, load_paper

from argcheck.errors import ArgcheckError
from argcheck.interrogation.loop import interrogated
from argcheck.interrogation.subjects import InterrogationOptions
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget, Price, known_price
from argcheck.llm.client import Client
from argcheck.llm.endpoint import BASE_URL, MODEL, endpoint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkouts import Checkout, Graph

    from argcheck.interrogation.loop import Interrogation
    from argcheck.interrogation.runs_file import Interrogated

PAPERS = Path(__file__).parent / "papers"
_IN_READINGS = re.compile(r"\(in (\d+) of \d+ readings")  #: as messages of rules say it
_PUBLISHED = "published (PaperTrail), claims alone, of other papers: precision .69, recall .62, F1 .65 (SciClaimHunt); .63, .88, .73 (BioClaimDetect)"


def read_claims(known: Interrogated, run: str, checkout: Checkout) -> Graph:
    """Return the tied claims of one run, and its edges between them."""
    spans = {sentence.hash: sentence.span for sentence in checkout.sentences}
    claims = [
        Claim(node.id, node.role, [spans[node.sentence]])
        for node in known.nodes
        if node.run == run and node.sentence in spans
    ]
    names = {claim.id for claim in claims}
    edges = {
        (edge.source, edge.target, without_assumptions(edge.relation))
        for edge in known.edges
        if edge.run == run and {edge.source, edge.target} <= names
    }
    return claims, edges


def agreed_claims(done: Interrogation, least: int) -> Graph:
    """Return the claims of the joined graph that so many readings have, and the edges that as many have between them."""
    graph = done.graph
    claims = [
        Claim(node.id, node.role, node.places)
        for node in graph.nodes.values()
        if _readings(node.run_ids) >= least
    ]
    names = {claim.id for claim in claims}
    edges = {
        (edge.source, edge.target, without_assumptions(edge.relation))
        for edge in graph.edges
        if {edge.source, edge.target} <= names and _readings(edge.run_ids) >= least
    }
    return claims, edges


def _readings(runs: Sequence[str]) -> int:
    return sum(run.startswith("r") for run in runs)


class Judged(NamedTuple):
    """A finding on a model's readings, and which readings by hand have it, too."""

    paper: str
    code: str
    offset: int  #: of the finding in its file
    readings: int  #: that have every claim which it names
    by_hand: tuple[str, ...]  #: names, of `READINGS`


def judged(done: Interrogation, checkout: Checkout) -> list[Judged]:
    """Compare the findings on what a model read with those on the readings by hand: same rule, same sentence."""
    true = findings_by_hand(checkout)
    read = []
    for each in findings(checkout, done.interrogated):
        at = (each.code, sentence_of(each, checkout))
        agree = min(map(int, _IN_READINGS.findall(each.message)), default=0)
        names = tuple(name for name in READINGS if at in true.get(name, ()))
        read.append(Judged(checkout.paper.name, each.code, each.span.start, agree, names))
    return read


async def _asked(
    checkouts: Sequence[Checkout], client: Client, options: InterrogationOptions
) -> list[Interrogation]:
    try:
        return [await interrogated(checkout.document, client, options) for checkout in checkouts]
    finally:
        await client.close()


def compared(checkouts: Sequence[Checkout], done: Sequence[Interrogation], runs: int) -> Iterator[str]:
    """Compare what a model read with the readings by hand, by agreement."""
    by_paper = {checkout.paper.name: each for checkout, each in zip(checkouts, done, strict=True)}

    def single(checkout: Checkout) -> Iterator[Graph]:
        known = by_paper[checkout.paper.name].interrogated
        for run in sorted({note.run for note in known.notes if note.dropped < note.parts}):
            yield read_claims(known, run, checkout)

    def joined(least: int, checkout: Checkout) -> list[Graph]:
        return [agreed_claims(by_paper[checkout.paper.name], least)]

    yield from HEADER
    yield from rows("one reading", checkouts, single)
    for least in range(1, runs + 1):
        yield from rows(f"at least {least} of {runs} readings", checkouts, partial(joined, least))
    yield _PUBLISHED


def of_findings(told: Sequence[Judged], runs: int, names: Sequence[str]) -> Iterator[str]:
    """Say what part of the findings each of these readings by hand has, too, by agreement."""
    headings = " | ".join(f"in the {name}" for name in names)
    yield f"| all claims of a finding in at least | findings | {headings} |"
    yield f"|{' --- |' * (2 + len(names))}"
    for least in range(runs + 1):
        some = [each for each in told if each.readings >= least]
        shares = (share(sum(name in each.by_hand for each in some), len(some)) for name in names)
        yield f"| {least} of {runs} readings | {len(some)} | {' | '.join(shares)} |"


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
        print("\n".join(read_by_hand(checkouts)))
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
        dropped = (
            ", ".join(f"{count} {cause}" for cause, count in sorted(each.answers.dropped.items())) or "none"
        )
        print(
            f"{checkout.paper.name}: {each.interrogated.answered} of {options.runs} readings; dropped: {dropped};"
            f" {each.answers.unanswered} questions got no answer; {each.stopped}"
        )
    print("\n".join(compared(checkouts, done, options.runs)))
    told = [
        finding for checkout, each in zip(checkouts, done, strict=True) for finding in judged(each, checkout)
    ]
    names = [name for name in READINGS if all(name in paper.readings for paper in papers)]
    print("\n".join(of_findings(told, options.runs, names)))
    if options.out:
        options.out.write_text("".join(f"{json.dumps(each._asdict())}\n" for each in told), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
