"""CPU seconds to read a blueprint: argcheck beside leanblueprint's own parse, in one run.

    python -m venv .venv-blueprint && .venv-blueprint/bin/pip install leanblueprint
    python benchmarks/blueprint.py --peer .venv-blueprint [--source FOLDER/blueprint/src] [--runs N]

Both read ``web.tex`` and end with the dependency graph in memory: nothing is drawn, no page is written.
The two take turns, each time in a new process; a figure is the median of the ratios of neighbouring runs.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared")
GOAL = 20

PEER = r"""
import contextlib, io, json, sys, time
from plasTeX.Compile import parse
from plasTeX.Config import defaultConfig
from plasTeX.client import collect_renderer_config
config = defaultConfig()
collect_renderer_config(config)
config["general"]["renderer"] = "HTML5"
config["general"]["plugins"] = ["plastexdepgraph", "plastexshowmore", "leanblueprint"]
begin = time.process_time()
with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    document = parse("web.tex", config).ownerDocument
took = time.process_time() - begin
graphs = document.userdata["dep_graph"]["graphs"].values()
nodes = {node.id for graph in graphs for node in graph.nodes}
edges = {(a.id, b.id) for graph in graphs for a, b in [*graph.edges, *graph.proof_edges]}
print(json.dumps({"parse": took, "process": time.process_time(), "nodes": len(nodes), "edges": len(edges)}))
"""
OURS = r"""
import json, sys, time
from pathlib import Path
from argcheck.settings import config
from argcheck.argument.extract.build import build
from argcheck.reading.workspace import Workspace
folder = Path.cwd()
begin = time.process_time()
settings = config.settings_for((folder / "web.tex",), cwd=folder, isolated=True)
documents = Workspace([folder / "web.tex"], settings, cwd=folder).read()
graph = build(next(one for one in documents if one.manuscript.root.endswith("web.tex")), ("author",))
took = time.process_time() - begin
counts = {"nodes": len(graph.nodes), "edges": len(graph.edges)}
print(json.dumps({"parse": took, "process": time.process_time(), **counts}))
"""


class Run(NamedTuple):
    """What one process took, in CPU seconds, and what it found."""

    parse: float
    process: float
    nodes: int
    edges: int


def measure(python: Path, script: str, source: Path) -> Run:
    """Run a script in a new process, in a copy of the blueprint."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "blueprint" / "src"
        shutil.copytree(source, copy)
        done = subprocess.run(
            [python, "-c", script], cwd=copy, capture_output=True, text=True, check=False, timeout=600
        )
    if done.returncode:
        raise SystemExit(f"{python} failed:\n{done.stderr[-2000:]}")
    return Run(**json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peer", type=Path, required=True, help="environment with leanblueprint")
    parser.add_argument("--source", type=Path, default=SHARED / "corpora/sphere-eversion/blueprint/src")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    python = options.peer.absolute() / ("Scripts" if os.name == "nt" else "bin") / "python"
    pairs = [
        (measure(Path(sys.executable), OURS, options.source), measure(python, PEER, options.source))
        for _ in range(options.runs)
    ]
    ours, peers = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    print("| CPU seconds, median | argcheck | leanblueprint | times as fast | goal |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, place, goal in (("reading, to the graph", 0, str(GOAL)), ("the whole process", 1, "")):
        ratio = median(peer[place] / own[place] for own, peer in pairs)
        own, peer = median(run[place] for run in ours), median(run[place] for run in peers)
        print(f"| {name} | {own:.3f} | {peer:.2f} | {ratio:.1f} | {goal} |")
    for name, run in (("argcheck", ours[0]), ("leanblueprint", peers[0])):
        print(f"\n{name}: {run.nodes} nodes, {run.edges} edges", end="")
    print()


if __name__ == "__main__":
    main()
