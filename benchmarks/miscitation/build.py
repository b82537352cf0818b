"""Build a benchmark of miscitations from local sources: ``python benchmarks/miscitation/build.py FOLDER... --out FOLDER``.

Sources that a model knows without their text are left out.  Of each other source a model writes pairs of a miscitation and its correct twin, by class
and difficulty; they are checked, shown to a panel without the source, labelled twice blindly, mended so often and no more.  What stands is held apart in
two parts that share no source, balanced by class and searched for what gives it away.  It asks models of the endpoint that ARGCHECK_LLM_BASE_URL names
(with ARGCHECK_LLM_API_KEY).  Answers are kept: an interrupted build goes on where it was, and pays nothing twice.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import built_files
from build_questions import DEEP, SURFACE, probes
from construction import Construction, Item
from knowledge_blank import SPARE, KnowledgeGate
from labelling import Readers
from local_sources import LeftOut, local_sources
from waiting import together

from argcheck.cli.planned import estimate_lines
from argcheck.errors import ArgcheckError, UsageError
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.budget import Budget, Price, known_price
from argcheck.llm.client import PASSING, Client
from argcheck.llm.endpoint import endpoint, model_name
from argcheck.llm.estimate import CHARACTERS_PER_TOKEN
from argcheck.verdicts.fields import CLASSES

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from local_sources import Source

INTERRUPTED = 130
AT_ONCE = 4  #: sources: each question that waits holds the text of one


class Roles(NamedTuple):
    """Which model does what."""

    writer: str
    panel: tuple[str, ...]
    first_reader: str
    second_reader: str
    senior: str  #: empty for none
    grader: str

    @property
    def models(self) -> tuple[str, ...]:
        """All of them, each once."""
        named = (self.writer, *self.panel, self.first_reader, self.second_reader, self.senior, self.grader)
        return tuple(dict.fromkeys(filter(None, named)))

    @property
    def independent(self) -> bool:
        """Whether the two readers and the writer are three models."""
        return len({self.writer, self.first_reader, self.second_reader}) == 3


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        return asyncio.run(_main(options))
    except ArgcheckError as error:
        print(f"error: {error}\nnothing is written; answers that came are kept", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted: nothing is written; the same command goes on where it was", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument(
        "paths", nargs="+", type=Path, metavar="PATH", help="a paper's folder, or a file of pairs"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument(
        "--writer", metavar="MODEL", help="writes questions and pairs (ARGCHECK_LLM_MODEL, as all others)"
    )
    parser.add_argument(
        "--panel", action="append", metavar="MODEL", help="must not know the sources; may be repeated"
    )
    parser.add_argument("--reader", action="append", metavar="MODEL", help="labels; to be given twice")
    parser.add_argument(
        "--senior", metavar="MODEL", help="decides where the readers differ (nobody: such pairs are mended)"
    )
    parser.add_argument("--grader", metavar="MODEL", help="says whether two texts say the same")
    parser.add_argument(
        "--probes", type=_count, default=10, metavar="N", help="questions on each source (10)"
    )
    parser.add_argument(
        "--surface", type=_number, default=3, metavar="N", help="surface pairs of a class and source (3)"
    )
    parser.add_argument("--deep", type=_number, default=2, metavar="N", help="deep ones (2)")
    parser.add_argument(
        "--repairs", type=_number, default=2, metavar="N", help="times that a pair is mended at most (2)"
    )
    parser.add_argument(
        "--longest", type=_count, default=120_000, metavar="N", help="characters of a source (120000)"
    )
    parser.add_argument(
        "--test-share", type=_share, default=0.5, metavar="SHARE", help="of the sources (0.5)"
    )
    parser.add_argument(
        "--least", type=_count, default=5, metavar="N", help="pairs of the smallest class of a part (5)"
    )
    parser.add_argument("--partial", action="store_true", help="write although questions got no answer")
    asking = parser.add_mutually_exclusive_group()
    asking.add_argument("--dry-run", action="store_true", help="say what would be asked, and ask nothing")
    asking.add_argument("--offline", action="store_true", help="use answers that are kept, and ask nothing")
    parser.add_argument("--max-calls", type=_count, metavar="N")
    parser.add_argument("--max-tokens", type=_count, metavar="N")
    parser.add_argument("--max-cost", type=_dollars, metavar="DOLLARS")
    parser.add_argument(
        "--price", type=_price, metavar="IN,OUT", help="dollars for a million tokens, of each model"
    )
    parser.add_argument("--cache", metavar="FOLDER", help="where answers are kept (the cache of argcheck)")
    return parser


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0 on")
    return int(text)


def _count(text: str) -> int:
    if _number(text) == 0:
        raise argparse.ArgumentTypeError("0 is too few")
    return int(text)


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text} is no share between 0 and 1")
    return value


def _dollars(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no sum of money")
    return value


def _price(text: str) -> Price:
    tokens_in, tokens_out = map(float, text.split(","))
    return Price(tokens_in, tokens_out)


def _roles(options: argparse.Namespace) -> Roles:
    readers = options.reader or ["", ""]
    if len(readers) != 2:
        raise UsageError("two readers label: give --reader twice, or not at all")
    if not options.surface + options.deep:
        raise UsageError("--surface 0 --deep 0 asks for nothing")
    return Roles(
        model_name(options.writer),
        tuple(dict.fromkeys(map(model_name, options.panel or [""]))),
        *map(model_name, readers),
        options.senior or "",
        model_name(options.grader),
    )


def _clients(roles: Roles, cache: AnswerCache, options: argparse.Namespace) -> dict[str, Client]:
    """Make a client for each model; they share what may be spent."""
    if options.offline:
        return {model: Client(None, cache, model=model) for model in roles.models}
    places = [endpoint(model=model) for model in roles.models]
    prices = [known_price(place.model, place.base_url) for place in places]
    known = [price for price in prices if price]
    # each call is reserved and booked at the price of the dearest model: never too little
    dearest = Price(*map(max, zip(*known, strict=True))) if len(known) == len(prices) else None
    budget = Budget(
        calls=options.max_calls,
        tokens=options.max_tokens,
        money=options.max_cost,
        price=options.price or dearest,
    )
    return {place.model: Client(place, cache, budget, dry=options.dry_run) for place in places}


async def _main(options: argparse.Namespace) -> int:
    roles = _roles(options)
    if options.out.exists() and not options.out.is_dir():
        raise UsageError(f"{options.out} is no folder")
    sources, left = local_sources(options.paths, options.longest)
    cache = AnswerCache(options.cache, partial(print, file=sys.stderr))
    try:
        clients = _clients(roles, cache, options)
        try:
            if options.dry_run:
                return _plan(sources, left, roles, clients, options)
            return await _build(sources, left, roles, clients, options)
        finally:
            await together(client.close() for client in clients.values())
    finally:
        cache.close()


def _plan(
    sources: Sequence[Source],
    left: Sequence[LeftOut],
    roles: Roles,
    clients: dict[str, Client],
    options: argparse.Namespace,
) -> int:
    for item in left:
        print(f"left out: {item.source}: {item.why}")
    first = [(probes(source, options.probes + SPARE), 1) for source in sources]
    for line in estimate_lines(
        clients[roles.writer], first, "would begin with asking", "besides what answers lead to"
    ):
        print(line)
    most, whole = _most_questions(roles, options)
    tokens = whole * sum(len(text) for source in sources for text in source.paragraphs) / CHARACTERS_PER_TOKEN
    print(
        f"{len(CLASSES) * (options.surface + options.deep)} pairs of each source; at most {most} questions on each, {most * len(sources)}"
        f" in all, with the texts of sources some {tokens / 1e6:.1f} million tokens in; nothing is sent"
    )
    return 0


def _most_questions(roles: Roles, options: argparse.Namespace) -> tuple[int, int]:
    """Give how many questions a source leads to at most, and how many of these hold its whole text."""
    rounds, panel = options.repairs + 1, len(roles.panel)
    pairs = len(CLASSES) * (options.surface + options.deep)
    labels = rounds * (4 + 2 * bool(roles.senior))
    whole = rounds + len(CLASSES) + pairs * (labels + options.repairs)
    return whole + 2 * panel * options.probes + pairs * rounds * (2 * panel + 2), whole


async def _build(
    sources: Sequence[Source],
    left: Sequence[LeftOut],
    roles: Roles,
    clients: dict[str, Client],
    options: argparse.Namespace,
) -> int:
    writer, grader = clients[roles.writer], clients[roles.grader]
    panel = {name: clients[name] for name in roles.panel}
    gate = KnowledgeGate(writer, panel, grader, count=options.probes, repairs=options.repairs)
    senior = clients[roles.senior] if roles.senior else None
    readers = Readers(clients[roles.first_reader], clients[roles.second_reader], senior)
    shape = (SURFACE,) * options.surface + (DEEP,) * options.deep
    construction = Construction(writer, panel, readers, grader, shape=shape, repairs=options.repairs)
    await gate.control()
    results = await _all_of(sources, gate, construction)
    made = built_files.Made(
        [*left, *(item for pairs in results for item in pairs if isinstance(item, LeftOut))],
        [item for pairs in results for item in pairs if isinstance(item, Item)],
        len(sources) + len(left),
        construction,
    )
    open_ = [item for item in made.left if item.why in PASSING]
    if open_ and not options.partial:
        told = open_[0].detail or open_[0].why
        raise UsageError(f"{len(open_)} sources and pairs wait for an answer, the first since {told}")
    finished = built_files.finished(made, test_share=options.test_share, least=options.least)
    manifest = built_files.written(options.out, finished, _settings(roles, options))
    for line in built_files.summary(manifest, finished):
        print(line)
    _say_spent(list(clients.values()))
    return 1 if finished.warnings else 0


async def _all_of(
    sources: Sequence[Source], gate: KnowledgeGate, construction: Construction
) -> list[list[Item | LeftOut]]:
    """Build the pairs of all sources, and say of each on standard error when it is done."""
    places = asyncio.Semaphore(AT_ONCE)
    done = 0

    async def of_source(source: Source) -> list[Item | LeftOut]:
        nonlocal done
        async with places:
            _, left = await gate.passed(source)
            pairs = [left] if left else await construction.of(source)
        done += 1
        kept = sum(isinstance(pair, Item) for pair in pairs)
        what = f"left out, {left.why}" if left else f"{kept} of {len(pairs)} pairs"
        print(f"{done} of {len(sources)} sources: {source.id}: {what}", file=sys.stderr)
        return pairs

    return await together(map(of_source, sources))


def _settings(roles: Roles, options: argparse.Namespace) -> dict[str, Any]:
    names = ("probes", "surface", "deep", "repairs", "longest", "test_share", "least")
    return {
        "models": {**roles._asdict(), "panel": list(roles.panel), "independent": roles.independent},
        "options": {name: getattr(options, name) for name in names},
    }


def _say_spent(clients: Collection[Client]) -> None:
    counts = {
        name: sum(client.counts[name] for client in clients) for name in ("asked", "remembered", "repaired")
    }
    hosts = {client.endpoint.host for client in clients if client.endpoint}
    print(
        f"answers of {', '.join(hosts) or 'nobody'}: {counts['asked']} new, {counts['remembered']} remembered, {counts['repaired']} with their JSON mended"
    )


if __name__ == "__main__":
    sys.exit(main())
