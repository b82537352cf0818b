"""What a model knows to stay with, and what it makes of questions in six ways: ``python benchmarks/reasoning/endpoint_arms.py``.

It asks the model that ARGCHECK_LLM_BASE_URL and ARGCHECK_LLM_MODEL name (and ARGCHECK_LLM_API_KEY where the endpoint wants one).  Without one,
nothing is measured, and that is said.  Answers are kept: an interrupted run goes on where it was, and counts what they cost when they were paid.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import re
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from arms import ARMS, FRONTIER, LOOP, Means, Outcome, looped, outcome, single
from questions import facts, gsm8k, hops, named

from argcheck.errors import ArgcheckError
from argcheck.interrogation.subjects import InterrogationOptions
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget, BudgetExhaustedError, Price, known_price
from argcheck.llm.client import Client, NoAnswerError
from argcheck.llm.endpoint import BASE_URL, MODEL, endpoint
from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from questions import Fact, Item

    from argcheck.llm.endpoint import Endpoint

PARTS = ("screen", "gsm8k", "hops")
GSM8K_ITEMS, HOP_ITEMS = 200, 150
_WIDE = 3  #: answers as wide as this, or wider, are counted together
_Z = 1.959963984540054  # of a 95 % interval
_SILENT = re.compile(
    r"\b(?:not (?:stated|given|said|mentioned|specified)|does not (?:say|state)|unknown)\b", re.IGNORECASE
)
_ANSWER = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"]}


def graded(fact: Fact, answer: str) -> str:
    """Return what an answer of the screen is: grounded, memorised, abstained or other.

    Where the document says nothing, to abstain is grounded.
    """
    said, known = bool(fact.said) and named(fact.said, answer), named(fact.known, answer)
    if said != known:
        return "grounded" if said else "memorised"
    if not said and _SILENT.search(answer):
        return "abstained" if fact.said else "grounded"
    return "other"


async def screened(client: Client) -> Iterator[tuple[Fact, str, str]]:
    """Ask about each fact once, at temperature 0: the fact, the answer, and what it is; an outage is counted as such."""
    rules = f"Answer the question from the document alone. Where the document does not answer it, answer `not stated`. {RULE}"

    async def ask(fact: Fact) -> tuple[Fact, str, str]:
        material = f"{fenced('document', fact.document)}\n{fenced('question', fact.question)}"
        messages = (Message("system", rules), Message("user", material))
        try:
            value = (await client.ask(Question("screen", "1", messages, _ANSWER, max_tokens=500))).value
        except NoAnswerError as error:
            return fact, "", f"no answer: {error.kind}"
        return fact, str(value["answer"]), graded(fact, str(value["answer"]))

    return iter(await asyncio.gather(*map(ask, facts())))


def table(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of a table in Markdown, an arm a line."""
    yield "| arm | items | right % | 95 % interval | calls | tokens | tokens a right answer | dollars | dollars a right answer | seconds | no answer |"
    yield f"|{' --- |' * 11}"
    for arm in dict.fromkeys(each.arm for each in outcomes):
        its = [each for each in outcomes if each.arm == arm]
        right, count = sum(each.right for each in its), len(its)
        tokens = sum(each.tokens for each in its)
        spent = [each.dollars for each in its if each.dollars is not None]
        dollars = sum(spent)
        priced = len(spent) == count
        seconds = [each.seconds for each in its if each.seconds is not None]
        low, high = wilson(right, count)
        fields = (
            arm,
            str(count),
            f"{100 * right / count:.1f}",
            f"{100 * low:.1f} to {100 * high:.1f}",
            f"{sum(each.calls for each in its) / count:.1f}",
            f"{tokens / count:.0f}",
            f"{tokens / right:.0f}" if right else "none right",
            f"{dollars:.4f}" if priced else "unknown",
            (f"{dollars / right:.5f}" if right else "none right") if priced else "unknown",
            f"{fmean(seconds):.1f}" if seconds else "remembered",
            str(sum(bool(each.error) for each in its)),
        )
        yield f"| {' | '.join(fields)} |"


def by_width(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Say how often answers of the loop are right, by their width."""
    groups: dict[int, list[bool]] = {}
    for each in outcomes:
        if each.arm == LOOP and not each.error:
            groups.setdefault(min(each.width, _WIDE), []).append(each.right)
    for width, right in sorted(groups.items()):
        low, high = wilson(sum(right), len(right))
        name = str(width) if width < _WIDE else f"{_WIDE} and more"
        yield f"width {name}: {sum(right)} of {len(right)} right ({100 * low:.0f} to {100 * high:.0f} %)"


def wilson(right: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    share, square = right / count, _Z**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count**2)) / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)


class _Run:
    """One run over all that was asked for."""

    def __init__(self, place: Endpoint, cache: AnswerCache, options: argparse.Namespace) -> None:
        self.options = options
        self.price = options.price or known_price(place.model, place.base_url)
        budget = Budget(
            calls=options.max_calls, tokens=options.max_tokens, money=options.max_cost, price=self.price
        )
        self.means = Means(place, cache, budget)
        self.frontier: Means | None = None
        if options.frontier_model:
            other = endpoint(options.frontier_base_url or place.base_url, options.frontier_model)
            price = options.frontier_price or known_price(other.model, other.base_url)
            self.frontier = Means(other, cache, Budget(price=price))

    async def screen(self) -> None:
        client = Client(*self.means)
        try:
            rows = list(await screened(client))
        finally:
            await client.close()
        self._write(
            "screen", ({**fact._asdict(), "answer": answer, "is": grade} for fact, answer, grade in rows)
        )
        count = Counter(grade for _, _, grade in rows)
        print(f"\nscreen: {len(rows)} facts that were changed or left out")
        print("| outcome | items | % |\n| --- | --- | --- |")
        for grade in ("grounded", "memorised", "abstained", "other", *sorted(g for g in count if ":" in g)):
            print(f"| {grade} | {count[grade]} | {100 * count[grade] / len(rows):.0f} |")

    async def compare(self, name: str, items: Sequence[Item]) -> None:
        outcomes: list[Outcome] = []
        stopped = ""
        for item in items:
            try:
                outcomes += await self._all_arms(item)
            except BudgetExhaustedError as error:
                stopped = f"stopped before {item.id}: {error}"
                break
        self._write(name, (each._asdict() for each in outcomes))
        print(f"\n{name}: {len(items)} questions")
        for line in (
            *(table(outcomes) if outcomes else ()),
            *by_width(outcomes),
        ):
            print(line)
        if stopped:
            print(stopped)

    async def _all_arms(self, item: Item) -> list[Outcome]:
        """Run the loop, and each other arm with what that has used."""
        loop = partial(
            looped, options=InterrogationOptions(self.options.runs, check_calls=self.options.checks)
        )
        whole = await outcome(LOOP, item, self.means, loop)
        arms = [await outcome(arm, item, self.means, how, whole.tokens) for arm, how in ARMS.items()]
        if self.frontier:
            arms.append(await outcome(FRONTIER, item, self.frontier, single))
        return [*arms, whole]

    def _write(self, name: str, rows: Iterable[dict[str, object]]) -> None:
        if self.options.out:
            self.options.out.mkdir(parents=True, exist_ok=True)
            lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
            (self.options.out / f"{name}.jsonl").write_text(lines, "utf-8")


async def _measured(run: _Run) -> None:
    options = run.options
    print(
        f"model: {run.means.place.model} at {run.means.place.host}; date: {datetime.now(UTC).date().isoformat()}"
    )
    for part in options.part or PARTS:
        if part == "screen":
            await run.screen()
        elif part == "hops":
            await run.compare("hops", list(hops(min(options.items or HOP_ITEMS, HOP_ITEMS))))
        elif options.gsm8k:
            problems = list(gsm8k(options.gsm8k, min(options.items or GSM8K_ITEMS, GSM8K_ITEMS)))
            await run.compare("gsm8k", problems)
        else:
            print("\ngsm8k: left out; --gsm8k FILE names its problems")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="what to measure (everything)")
    parser.add_argument("--gsm8k", type=Path, metavar="FILE", help="problems of GSM8K, JSON lines")
    parser.add_argument(
        "--items", type=int, metavar="N", help=f"questions of each set ({GSM8K_ITEMS} and {HOP_ITEMS})"
    )
    parser.add_argument("--runs", type=int, default=6, metavar="N", help="readings of the loop (6)")
    parser.add_argument(
        "--checks", type=int, default=20, metavar="N", help="calls of the loop about disputed claims (20)"
    )
    parser.add_argument("--frontier-model", metavar="NAME", help="one more arm: one answer of this model")
    parser.add_argument("--frontier-base-url", metavar="URL", help="where it is, if elsewhere")
    parser.add_argument("--max-calls", type=int, metavar="N")
    parser.add_argument("--max-tokens", type=int, metavar="N")
    parser.add_argument("--max-cost", type=float, metavar="DOLLARS")
    for option, whose in (("--price", "the model"), ("--frontier-price", "the other model")):
        parser.add_argument(
            option,
            type=lambda text: Price(*map(float, text.split(","))),
            metavar="IN,OUT",
            help=f"dollars for a million tokens of {whose}, where no table has them",
        )
    parser.add_argument("--cache", metavar="FOLDER", help="where answers are kept (the cache of argcheck)")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write every outcome there, a JSONL file a part"
    )
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print tables; 2 where that cannot be."""
    options = _parser().parse_args(arguments)
    if not os.environ.get(BASE_URL) and not os.environ.get(MODEL):
        print(f"no model: {BASE_URL} and {MODEL} are not set; nothing was measured")
        return 2
    try:
        cache = AnswerCache(options.cache, partial(print, file=sys.stderr))
        try:
            asyncio.run(_measured(_Run(endpoint(), cache, options)))
        finally:
            cache.close()
    except (ArgcheckError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
