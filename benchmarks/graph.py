"""CPU seconds and peak memory of the argument engine: 100,000 nodes, 10,000 with linked premises, and deduplication.

    python benchmarks/graph.py [--nodes 100000] [--linked-nodes 10000] [--claims 1000,10000,100000] [--skip-references]

Each row runs in a process of its own, so that its peak memory is its own.  References (networkx for the
checks, comparison of all pairs for deduplication) run on the largest input they end on in time.

Deduplication took 0.16 to 0.21 s of 1,000 claims, 1.4 to 1.7 s of 10,000 and 29 to 34 s of 100,000 (70 s
when texts were taken one by one instead of in order of length): 150 to 210 times as long for 100 times the
claims, where n log n gives 167.  Two fifths of the last figure count shared bigrams, which looks at all
texts of similar length.  Fewer rows (multisets of letters, trigrams), sums of rows kept for words, and
adding counters of several bits instead of carry-save addition were tried and gained nothing: they leave
too many candidates, or take as many operations.
"""

# ruff: noqa: PLC0415 - each job imports what it measures, in a process of its own
from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.argument.numbered import NumberedGraph

ROOT = Path(__file__).parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

Pairs = list[tuple[int, int]]
ATTACKS = 10  # one attack for so many nodes
LINKED = 0.5  # share of the nodes whose supports are linked in pairs


def layered(count: int, rng: random.Random) -> Pairs:
    """Return a hundred layers, each node supported by four of the layer before; the last layer feeds the end."""
    width = max(4, count // 100)
    pairs = []
    for node in range(width, count - 1):
        start = (node // width - 1) * width
        pairs += [(start + rng.randrange(width), node) for _ in range(4)]
    return [*pairs, *((node, count - 1) for node in range(count - 1 - width, count - 1))]


def dense_cores(count: int, rng: random.Random) -> Pairs:
    """Return cores of 1,000 nodes full of circles, in a row, each feeding the next through a few edges."""
    size = min(1000, count // 4)
    pairs = []
    for node in range(1, count - 1):
        core = node // size * size
        members = min(size, count - 1 - core)
        pairs += [(core + rng.randrange(members), node) for _ in range(3)]
        if core:
            pairs.append((core - 1 - rng.randrange(size), node))
    return [*pairs, *((count - 2 - step, count - 1) for step in range(4))]


def chains(count: int, _: random.Random) -> Pairs:
    """Return two chains as long as the graph, with rungs both ways and edges back: deep, narrow, full of circles."""
    pairs = []
    for node in range(count - 3):
        pairs.append((node, node + 2))
        if node % 2 == 0:
            pairs.append((node, node + 1))
        elif node > 2:
            pairs += [(node, node - 3), (node, node - 1)]
    return [*pairs, (count - 3, count - 1), (count - 2, count - 1)]


SHAPES: dict[str, Callable[[int, random.Random], Pairs]] = {
    "layered": layered,
    "dense cores": dense_cores,
    "chains": chains,
}


def graph(shape: str, count: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return node and edge items of a shape; the first nodes are given, the last is the conclusion."""
    rng = random.Random(7)
    pairs = sorted(set(SHAPES[shape](count, rng)))
    roots = max(2, count // 100) if shape == "layered" else 2
    kinds = ["given"] * roots + ["inference"] * (count - roots - 1) + ["conclusion"]
    nodes = [{"id": f"n{i}", "claim": f"claim {i}", "type": kind} for i, kind in enumerate(kinds)]
    edges = [{"from": f"n{a}", "to": f"n{b}", "relation": "supports"} for a, b in pairs]
    attacks = ((rng.randrange(count), rng.randrange(count)) for _ in range(count // ATTACKS))
    edges += [{"from": f"n{a}", "to": f"n{b}", "relation": "attacks"} for a, b in attacks]
    return nodes, edges


def engine(shape: str, count: int) -> dict[str, float]:
    """Time each check of the engine."""
    from argcheck.argument.adjacency import components, reachable
    from argcheck.argument.checks import falls_with
    from argcheck.argument.store import GraphStore
    from argcheck.argument.support import Width, betweenness, bridges, max_flow, support_of

    nodes, edges = graph(shape, count)
    store, watch = GraphStore(auto_merge=False), Watch()
    store.assert_graph("g", nodes, edges)
    view: NumberedGraph = store._numbered("g")  # noqa: SLF001 - the parts of one answer are timed one by one
    out, into = view.feeds
    watch("load")
    orphans = [node for node in range(count) if not into[node] and view.nodes[node].kind == "inference"]
    watch("orphans")
    components(out)
    watch("components")
    reachable(out, view.givens)
    watch("reachability")
    falls_with(view, view.givens[0])
    watch("falls with")
    view.labels  # noqa: B018 - computed when first asked for
    watch("grounded")
    support = support_of(view, count - 1)
    width = Width(support)
    width.paths()
    watch("width")
    width.minimum_cut()
    watch("min cut")
    watch.total()
    bridges(support)
    watch("(bridges)")
    betweenness(support_of(view, count - 1, through=True))
    watch("(betweenness)")
    max_flow(support, view.feeding, [node.confidence for node in view.nodes])
    watch("(max flow)")
    watch.times["width found"] = width.value
    watch.times["orphans found"] = len(orphans)
    return watch.times


def linked(shape: str, count: int) -> dict[str, float]:
    """Time what the store answers where half of the inferences need two premises each."""
    from argcheck.argument.store import GraphStore

    nodes, edges = graph(shape, count)
    rng, supports = random.Random(11), {}
    for edge in edges:
        if edge["relation"] == "supports":
            supports.setdefault(edge["to"], []).append(edge)
    for target, into in supports.items():
        if len(into) > 1 and rng.random() < LINKED:
            for place, edge in enumerate(into):
                edge["linked"] = f"{target} by {place // 2}"
    store, watch, goal = GraphStore(auto_merge=False), Watch(), nodes[-1]["id"]
    store.assert_graph("g", nodes, edges)
    watch("load")
    store.check_structure("g", goal)
    watch("structure")
    width = store.support_width("g", goal)
    watch("width")
    store.critical_links("g", goal)
    watch("critical links")
    store.widths("g", goal)
    watch("other widths")
    store.surviving_claims("g")
    watch("grounded")
    store.disputed_nodes("g", goal)
    watch("disputed")
    store.falls_with("g", nodes[0]["id"])
    watch("falls with")
    watch.total()
    return {**watch.times, "refutation width": width["refutation_width"], "exact": width["refutation_exact"]}


def networkx_reference(shape: str, count: int) -> dict[str, float]:
    """Time the same checks with networkx."""
    import networkx as nx

    nodes, edges = graph(shape, count)
    watch = Watch()
    whole = nx.MultiDiGraph()
    whole.add_nodes_from((node["id"], node) for node in nodes)
    whole.add_edges_from((edge["from"], edge["to"], edge["relation"], edge) for edge in edges)
    feeds = nx.DiGraph()
    feeds.add_nodes_from(whole)
    feeds.add_edges_from((a, b) for a, b, key in whole.edges(keys=True) if key == "supports")
    givens = [node["id"] for node in nodes if node["type"] == "given"]
    feeds.add_edges_from(("S", given) for given in givens)
    goal = nodes[-1]["id"]
    watch("load")
    sum(1 for node in feeds if not feeds.in_degree(node))
    watch("orphans")
    list(nx.strongly_connected_components(feeds))
    watch("components")
    nx.descendants(feeds, "S")
    watch("reachability")
    nx.immediate_dominators(feeds, "S")
    watch("dominators")
    watch.times["grounded"] = float("nan")  # networkx has none
    width = len(list(nx.node_disjoint_paths(feeds, "S", goal)))
    watch("width")
    nx.minimum_node_cut(feeds, "S", goal)
    watch("min cut")
    watch.total()
    watch.times["width found"] = width
    return watch.times


def claims(count: int) -> list[str]:
    """Return sentences over 20,000 made-up words of unequal frequency; a tenth repeats another but for one word."""
    rng = random.Random(1)
    syllables = ["".join(pair) for pair in itertools.product("bcdfghklmnprst", "aeiou")]
    words = [
        "".join(rng.choices(syllables, k=rng.randint(1, 4))) + rng.choice("snrt ") for _ in range(20_000)
    ]
    weights = list(itertools.accumulate(1 / (place + 5) for place in range(len(words))))
    made: list[str] = []
    for _ in range(count):
        sentence = " ".join(rng.choices(words, cum_weights=weights, k=rng.randint(7, 14)))
        if made and rng.random() < 0.1:
            parts = rng.choice(made).split()
            parts.insert(rng.randrange(len(parts)), rng.choice(words))
            sentence = " ".join(parts)
        made.append(sentence)
    return made


def blocking(count: int) -> dict[str, float]:
    """Time deduplication by blocking."""
    from argcheck.argument.store import GraphStore

    nodes = [{"id": f"n{i}", "claim": text, "type": "given"} for i, text in enumerate(claims(count))]
    watch = Watch()
    merged = GraphStore().assert_graph("g", nodes)["auto_merged"]
    watch("dedup")
    return {**watch.times, "merged": len(merged)}


def all_pairs(count: int) -> dict[str, float]:
    """Time the comparison of all pairs with difflib."""
    from argcheck.argument.normalise import fingerprint, normalise
    from argcheck.argument.similarity import conflict, jaccard_similar, ratio

    texts, watch = claims(count), Watch()
    prints = [fingerprint(normalise(text)) for text in texts]
    matches = 0
    for a, b in itertools.combinations(prints, 2):
        close = jaccard_similar(a, b, 0.7) or max(ratio(a.norm, b.norm), ratio(b.norm, a.norm)) >= 0.85
        matches += close and not conflict(a, b)
    watch("dedup")
    return {**watch.times, "merged": float("nan"), "matching pairs": matches}


class Watch:
    """Hold CPU seconds since the last call, by name."""

    def __init__(self) -> None:
        """Start the first interval."""
        self.times: dict[str, float] = {}
        self._last = time.process_time()

    def __call__(self, name: str) -> None:
        """End an interval."""
        now = time.process_time()
        self.times[name] = now - self._last
        self._last = now

    def total(self) -> None:
        """Note the sum of the intervals so far."""
        self.times["TOTAL"] = sum(seconds for seconds in self.times.values() if not math.isnan(seconds))


JOBS: dict[str, Callable[..., dict[str, float]]] = {
    "engine": engine,
    "linked": linked,
    "networkx": networkx_reference,
    "blocking": blocking,
    "all pairs": all_pairs,
}


def run(job: str, *parameters: object, limit: int) -> dict[str, float] | None:
    """Run a job in a process of its own; None when it does not end in time."""
    command = [sys.executable, __file__, "--job", json.dumps([job, *parameters])]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    times: dict[str, float] = json.loads(done.stdout)
    return times


def show(title: str, rows: list[tuple[str, dict[str, float] | None]]) -> None:
    """Print one column for each run."""
    names = list(dict.fromkeys(name for _, times in rows for name in times or {}))
    print(f"\n{title}\n{'':16}" + "".join(f"{label:>22}" for label, _ in rows))
    for name in names:
        cells = (_cell(name, times) for _, times in rows)
        print(f"{name:16}" + "".join(f"{cell:>22}" for cell in cells))


def _cell(name: str, times: dict[str, float] | None) -> str:
    if times is None:
        return "did not end"
    value = times.get(name)
    if value is None or math.isnan(value):
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.2f}"


def main() -> None:
    """Run the jobs and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--linked-nodes", type=int, default=10_000)
    parser.add_argument("--claims", default="1000,10000,100000")
    parser.add_argument("--limit", type=int, default=300, help="seconds that a run may take")
    parser.add_argument("--skip-references", action="store_true")
    parser.add_argument("--job", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.job:
        job, *parameters = json.loads(options.job)
        times = JOBS[job](*parameters)
        times["peak MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(json.dumps(times))
        return
    checks: list[tuple[str, dict[str, float] | None]] = []
    for shape in SHAPES:
        checks.append((shape, run("engine", shape, options.nodes, limit=options.limit)))
        if not options.skip_references:
            checks.append((f"{shape}, networkx", run("networkx", shape, options.nodes, limit=options.limit)))
    show(f"CPU seconds on {options.nodes} nodes; in brackets what is not part of the total", checks)
    rows = [(shape, run("linked", shape, options.linked_nodes, limit=options.limit)) for shape in SHAPES]
    show(f"CPU seconds on {options.linked_nodes} nodes with linked premises; the goal for all is 10", rows)
    counts = [int(count) for count in options.claims.split(",")]
    rows = [(f"{count} claims", run("blocking", count, limit=options.limit)) for count in counts]
    if not options.skip_references:
        rows.append(("300, all pairs", run("all pairs", 300, limit=options.limit)))
        rows.append(("1000, all pairs", run("all pairs", 1000, limit=options.limit)))
    show("CPU seconds of deduplication", rows)


if __name__ == "__main__":
    main()
