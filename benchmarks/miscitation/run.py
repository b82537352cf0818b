"""How well the verdicts on citations are, paired, beside the whole source in one prompt: ``python benchmarks/miscitation/run.py``.

Without a model it measures what needs none: whether retrieval finds the deciding passage, how many tokens the funnel's
questions take, and that nobody is accused.  With ARGCHECK_LLM_BASE_URL and ARGCHECK_LLM_MODEL (and ARGCHECK_LLM_API_KEY
where the endpoint wants one) it asks that model.  Answers are kept in a folder: a second run costs nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import hearing
import judges
import measures
import pairs as data

from argcheck.errors import ArgcheckError
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget, Price, known_price
from argcheck.llm.client import Client
from argcheck.llm.endpoint import BASE_URL, MODEL, endpoint
from argcheck.verdicts import prompts
from argcheck.verdicts.arbiter import SAMPLES
from argcheck.verdicts.funnel import COARSE, FOCUS, Funnel, Tools

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from judges import Judge
    from measures import Outcome, Twins
    from pairs import Pair, Real

    from argcheck.verdicts.judging import CitationCase

PARTS = ("pairs", "ablation", "articles", "offline")
#: BibAgent, table 2: other data and models, and explanations graded by a model, so that only the order of size compares.
_PUBLISHED = (
    "published (BibAgent, table 2, on MisciteBench-Open), Acc-pass@3 of the whole source and of BibAgent, tokens saved:\n"
    "  gpt-5-2025-08-07     0.921  0.988  0.653\n"
    "  gpt-4o-2024-08-06    0.846  0.948  0.602\n"
    "  gpt-oss-20b          0.724  0.876  0.700\n"
    "  Qwen3 VL 8B Thinking 0.548  0.802  0.765"
)
#: BibAgent, appendix F, in words: the paper draws curves and prints no table.
_ABLATION = (
    "published (BibAgent, appendix F, MisciteBench-Paywall): with one or two works a committee mostly abstains, from six on it\n"
    "  decides most citations, with a mean confidence above 0.8; more than six add little"
)
_COLUMNS = (
    "detected",
    "accused",
    "both",
    "pass@{}",
    "all-{}",
    "seed@{}",
    "class",
    "decided",
    "tokens",
    "dollars",
)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        with_model = bool(os.environ.get(BASE_URL) or os.environ.get(MODEL))
        place = endpoint() if with_model else None
        price = _price(options.price) or (known_price(place.model, place.base_url) if place else None)
        budget = Budget(
            calls=options.max_calls, tokens=options.max_tokens, money=options.max_cost, price=price
        )
        cache = judges.Billed(AnswerCache(options.cache, partial(print, file=sys.stderr))) if place else None
        client = Client(place, cache, budget) if place and cache else None  # type: ignore[arg-type]
        try:
            asyncio.run(_measured(options.part or PARTS, client, options))
        finally:
            if cache:
                cache.close()
    except ArgcheckError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    # argparse looks for no part at all among the choices
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="what to measure (everything)")
    parser.add_argument(
        "--from",
        dest="file",
        type=Path,
        default=data.FILE,
        metavar="FILE",
        help="pairs that build.py wrote (pairs.jsonl)",
    )
    parser.add_argument("--pairs", type=int, metavar="N", help="only N pairs, the classes in turn")
    parser.add_argument("--articles", type=int, metavar="N", help="only N citations of articles")
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="independent runs (3)")
    parser.add_argument(
        "--baseline-samples", type=int, default=1, metavar="N", help="of the whole source in one prompt (1)"
    )
    parser.add_argument(
        "--without-committee",
        action="store_true",
        help="leave out what asks most: dozens of questions a sentence",
    )
    parser.add_argument("--max-calls", type=int, metavar="N")
    parser.add_argument("--max-tokens", type=int, metavar="N")
    parser.add_argument("--max-cost", type=float, metavar="DOLLARS")
    parser.add_argument(
        "--price", metavar="IN,OUT", help="dollars for a million tokens, where no table has them"
    )
    parser.add_argument("--cache", metavar="FOLDER", help="where answers are kept (the cache of argcheck)")
    return parser


def _price(text: str | None) -> Price | None:
    return Price(*map(float, text.split(","))) if text else None


async def _measured(parts: Sequence[str], client: Client | None, options: argparse.Namespace) -> None:
    if client is None:
        print(f"no model: {BASE_URL} and {MODEL} are not set")
    elif client.endpoint is not None:
        print(f"model: {client.model} at {client.endpoint.host}; {options.runs} runs")
    print(f"date: {datetime.now(UTC).date().isoformat()}")
    try:
        if "pairs" in parts:
            await _on_pairs(data.pairs(options.pairs, options.file), client, options)
        if "ablation" in parts:
            await _ablated(data.pairs(options.pairs, options.file), client, options)
        if "articles" in parts and _there("citint-fulltext"):
            await _on_articles(data.articles()[: options.articles], client, options)
        if "offline" in parts:
            for name, items in (("scifact", data.abstracts), ("citint-claims", data.excerpts)):
                if _there(name):
                    await _offline(name, list(items()))
    finally:
        if client:
            await client.close()


def _there(name: str) -> bool:
    there = (data.DATA / name).is_dir()
    if not there:
        print(f"\n{name}: left out, {data.DATA / name} is not there")
    return there


# -- pairs


async def _on_pairs(items: list[Pair], client: Client | None, options: argparse.Namespace) -> None:
    classes = [one.class_ for one in items]
    print(f"\npairs: {len(items)} ({_counted(Counter(classes))})")
    found = [_passage_found(one) for one in items]
    print(f"deciding passage among the {FOCUS} nearest: {sum(found) / len(found):.2f} of the sentences")
    for name in dict.fromkeys(classes):
        mine = [share for share, other in zip(found, classes, strict=True) if other == name]
        print(f"  {name:18}{sum(mine) / len(mine):6.2f}")
    made: dict[str, Callable[[int], Judge]] = {
        "flag everything": lambda _: judges.FLAG_EVERYTHING,
        "flag nothing": lambda _: judges.FLAG_NOTHING,
        "length alone": lambda _: judges.ByLength(items),
    }
    blind = set(made)
    if client is not None:
        made |= _methods(client, options)
        if not options.without_committee:
            made["committee"] = lambda run: hearing.CommitteeJudge(client, items, run)
    results = {name: await judges.runs_of(make, items, options.runs) for name, make in made.items()}
    columns = [one.format(options.runs) for one in _COLUMNS]
    print(f"{'':18}" + "".join(f"{one:>10}" for one in columns))
    for name, runs in results.items():
        *shares, tokens, money = measures.figures(classes, runs)
        print(f"{name:18}" + "".join(f"{one:10.2f}" for one in shares) + f"{tokens:10.0f}{money:10.4f}")
    for name, runs in results.items():
        decided = measures.figures(classes, runs).decided
        print(f"{name}: macro-F1 {measures.macro_f1(runs):.2f}, abstained {1 - decided:.2f}")
    print(_PUBLISHED)
    if client is None:
        print("funnel, committee, whole source: not measured")
    elif options.without_committee:
        print("committee: not measured")
    for name in results.keys() - blind:
        _details(name, classes, results[name])


def _methods(client: Client, options: argparse.Namespace) -> dict[str, Callable[[int], Judge]]:
    return {
        "funnel": lambda run: judges.FunnelJudge(client, run),
        "whole source": lambda run: judges.FullText(client, run, options.baseline_samples),
    }


def _passage_found(pair: Pair) -> float:
    """The share of both sentences for which the funnel looks at the paragraph that decides."""
    funnel = Funnel(Tools())
    looked = [
        any(pair.passage in one.block.text for one in funnel.focus(case)) for case in (pair.wrong, pair.right)
    ]
    return sum(looked) / len(looked)


def _details(name: str, classes: Sequence[str], runs: Sequence[Sequence[Twins]]) -> None:
    print(f"\n{name}, by class: detected, accused twins")
    for class_ in dict.fromkeys(classes):
        mine = [[one for one, other in zip(run, classes, strict=True) if other == class_] for run in runs]
        got = measures.figures([class_] * len(mine[0]), mine)
        print(f"  {class_:18}{got.detected:6.2f}{got.accused:6.2f}")
    print(f"{name}, confidence at least: coverage, accuracy")
    for level, share, right in measures.coverage(runs):
        print(f"  {level:18.2f}{share:6.2f}{right:6.2f}")
    reasons = measures.abstentions([outcome for run in runs for one in run for outcome in one])
    print(f"{name}, abstained: {_counted(reasons) or 'never'}")


async def _ablated(items: list[Pair], client: Client | None, options: argparse.Namespace) -> None:
    """Print what the committee comes to by the number of works that speak of what is cited (BibAgent, appendix F)."""
    print(f"\ncommittee by number of works that speak of what is cited, {len(items)} pairs")
    print(_ABLATION)
    if client is None:
        print("committee: not measured")
        return
    print(
        f"{'works':>9}{'decided':>10}{'right':>10}{'confidence':>12}{'accused':>10}{'macro-F1':>10}{'tokens':>10}"
    )
    for size in hearing.SIZES:

        def judge(run: int, size: int = size) -> Judge:
            return hearing.CommitteeJudge(client, items, run, size)

        runs = await judges.runs_of(judge, items, options.runs)
        row = measures.ablated(runs)
        print(
            f"{size:9}{row.decided:10.2f}{row.right:10.2f}{row.confidence:12.2f}{row.accused:10.2f}"
            f"{measures.macro_f1(runs):10.2f}{row.tokens:10.0f}"
        )


# -- articles


async def _on_articles(items: list[Real], client: Client | None, options: argparse.Namespace) -> None:
    marked = [one for one in items if one.lines]
    recall = {
        count: sum(_paragraph_found(one, count) for one in marked) / len(marked) for count in (FOCUS, COARSE)
    }
    print(
        f"\narticles: {len(items)} citations, {sum(one.faulty for one in items)} of them faulty;"
        f" gold paragraph of {len(marked)}: "
        + ", ".join(f"@{count} {share:.2f}" for count, share in recall.items())
    )
    offline = await judges.outcomes(judges.FunnelJudge(None), [one.case for one in items])
    asked = [one.case for one, outcome in zip(items, offline, strict=True) if outcome.verdict == "pointed"]
    await _estimated(asked)
    if client is None:
        return
    results: dict[str, list[Outcome]] = {}
    for name, make in _methods(client, options).items():
        results[name] = found = await judges.outcomes(make(0), [one.case for one in items])
        accused = [one.verdict == measures.MISCITED for one in found]
        faulty = [one.faulty for one in items]
        print(
            f"{name}: accused {sum(map(_and, accused, faulty))} of {sum(faulty)} faulty and"
            f" {sum(accused) - sum(map(_and, accused, faulty))} of {len(faulty) - sum(faulty)} right citations;"
            f" abstained: {_counted(measures.abstentions(found)) or 'never'}"
        )
    saved = measures.economy(results["funnel"], results["whole source"])
    print(
        "tokens saved (eq. 16), as they were billed: "
        + (f"{saved:.3f}" if saved is not None else "no citation on which both give a verdict")
    )


def _and(one: bool, other: bool) -> bool:
    return one and other


def _paragraph_found(item: Real, count: int) -> bool:
    near = data.nearest(item.case, count)
    return any(one.block.line in item.lines for one in near)


async def _estimated(cases: Sequence[CitationCase]) -> None:
    """Print the tokens of questions and answers to come (BibAgent, appendix E.3), which no model is needed for."""
    calls = await judges.planned(cases)
    once, each = (
        sum(times * judges.tokens_in(question) for question, times in table) / len(cases)
        for table in ([(question, 1) for question, _ in calls], calls)
    )
    whole_sources = [judges.full_text(case) for case in cases]
    theirs = sum(map(judges.tokens_in, whole_sources)) / len(cases)
    known = data.pairs()
    answer = judges.tokens_out(whole_sources[0], known)
    answers = sum(count * judges.tokens_out(question, known) for question, count in calls) / len(cases)
    most = prompts.MAX_TOKENS * sum(count for _, count in calls) / len(cases)
    print(
        f"tokens of questions and answers for each of {len(cases)} citations that are asked about, were all supported,"
        f" {judges.CHARACTERS} characters each, {answer:.0f} for a whole answer:\n"
        f"{'':42}{'funnel':>9}{'whole source':>14}"
    )
    for name, asked, said, samples, length in (
        (f"{SAMPLES} answers in one call against 1", once, answers, 1, answer),
        (f"  the same, of {prompts.MAX_TOKENS} tokens at the most", once, most, 1, prompts.MAX_TOKENS),
        (f"{SAMPLES} calls against 1", each, answers, 1, answer),
        (f"{SAMPLES} calls against {SAMPLES}", each, answers, SAMPLES, answer),
    ):
        ours, whole = asked + said, samples * (theirs + length)
        print(f"  {name:40}{ours:9.0f}{whole:14.0f}  share {ours / whole:.3f}, saved {1 - ours / whole:.3f}")


# -- offline


async def _offline(name: str, items: Sequence[tuple[str, CitationCase]]) -> None:
    found = await judges.outcomes(judges.FunnelJudge(None), [case for _, case in items])
    accused = sum(one.verdict == measures.MISCITED for one in found)
    print(f"\n{name}, without a model: {len(items)} citations, {accused} accused")
    for reason, count in measures.abstentions(found).most_common():
        labels = Counter(
            label for (label, _), one in zip(items, found, strict=True) if (one.why or one.verdict) == reason
        )
        print(f"  {reason:18}{count:6}  {_counted(labels)}")


def _counted(counts: Iterable[str] | Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(Counter(counts).items()))


if __name__ == "__main__":
    sys.exit(main())
