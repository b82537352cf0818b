"""Print how fast argcheck is, as multiples of `python -c pass` of the same run.

CPU is user and system time of the child process alone; every figure is a median of several runs, and the
things compared take turns, so that a busy machine disturbs all of them alike.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
SCAN = r"""
import pathlib, re, sys
pattern = re.compile(r"\\(?:[A-Za-z@]+\*?|.)|%[^\n]*\n?[ \t]*|[{}~$]|\n[ \t]*\n\s*", re.DOTALL)
for name in sys.argv[1:]:
    for match in pattern.finditer(pathlib.Path(name).read_text("utf-8", "replace")):
        match.start()
"""


@dataclass(frozen=True, slots=True)
class Usage:
    """What one child process took."""

    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Tools:
    """Where the programs are."""

    python: Path
    argcheck: Path
    badness: str | None
    chktex: str | None

    @classmethod
    def of(cls, environment: Path) -> Tools:
        """Find the programs of an environment, and those of the system where it has none."""
        folder = environment / ("Scripts" if os.name == "nt" else "bin")
        path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
        return cls(
            folder / "python",
            folder / "argcheck",
            shutil.which("badness", path=path),
            shutil.which("chktex", path=path),
        )


def run(command: list[str], folder: Path, cache: Path | None = None) -> Usage:
    """Run a command to its end and read what the system counted for it alone."""
    environment = dict(os.environ)
    if cache is not None:
        environment |= {"XDG_CACHE_HOME": str(cache), "ARGCHECK_CACHE_DIR": str(cache)}
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(command, cwd=folder, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1, 2, 3) or (child.returncode >= 2 and "argcheck" in command[0]):
        raise SystemExit(f"{' '.join(command[:3])} ended with {child.returncode} in {folder}")
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


Measure = Callable[[], Usage]


def in_turn(measures: dict[str, Measure], runs: int) -> dict[str, list[Usage]]:
    """Run all measures one after another, several times over; the first round only warms up."""
    rounds = [{name: measure() for name, measure in measures.items()} for _ in range(runs + 1)]
    return {name: [found[name] for found in rounds[1:]] for name in measures}


def multiple(of: list[Usage], base: list[Usage]) -> float:
    """Return the median of the ratios of runs that were neighbours in time."""
    return median(a.cpu / b.cpu for a, b in zip(of, base, strict=True))


def show(name: str, figure: str, goal: str, cpu: list[Usage]) -> None:
    took = f"{median(u.cpu for u in cpu) * 1000:8.0f} ms {median(u.peak for u in cpu):6.0f} MB"
    print(f"{name:36} {figure:>9}   {goal:10} {took}", flush=True)


# --------------------------------------------------------------------------- what is measured


def make(kind: str, out: Path, *options: str) -> Path:
    """Make an input in a process of its own: a large parent would count as memory of its children."""
    subprocess.run(
        [sys.executable, str(HERE / "inputs.py"), kind, str(out), *options],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return out


def fresh(work: Path) -> Callable[[], Path]:
    """Return a maker of empty cache folders."""
    counter = itertools.count()

    def folder() -> Path:
        cache = work / f"cache-{next(counter)}"
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir()
        return cache

    return folder


def check(tools: Tools, folder: Path, cache: Callable[[], Path]) -> Measure:
    command = [str(tools.argcheck), "check", ".", "--format", "concise"]
    return lambda: run(command, folder, cache())


def edited(tools: Tools, folder: Path, cache: Path) -> Measure:
    """Return a measure that changes a sentence of one chapter before each run."""
    chapter = max(folder.glob("0*/0*.tex"), key=lambda path: path.stat().st_size)
    text, counter = chapter.read_text("utf-8"), itertools.count()

    def measure() -> Usage:
        chapter.write_text(f"{text}\nThis is revision {next(counter)} of the chapter.\n", "utf-8")
        return check(tools, folder, lambda: cache)()

    return measure


def daily(tools: Tools, work: Path, runs: int) -> None:
    """Measure what a writer meets, on the thesis of 300 pages."""
    still, moving = make("thesis", work / "thesis"), make("thesis", work / "thesis-edited")
    new_cache = fresh(work)
    kept = new_cache()
    measures = {
        "python -c pass": lambda: run([str(tools.python), "-c", "pass"], work),
        "--version": lambda: run([str(tools.argcheck), "--version"], work),
        "nothing changed": check(tools, still, lambda: kept),
        "one chapter changed": edited(tools, moving, new_cache()),
        "cold": check(tools, still, new_cache),
    }
    goals = {"--version": 4.0, "nothing changed": 2.5, "one chapter changed": 10.0, "cold": 18.0}
    found = in_turn(measures, runs)
    base = found["python -c pass"]
    show("python -c pass", "1.0 x", "", base)
    for name, goal in goals.items():
        show(name, f"{multiple(found[name], base):.1f} x", f"<= {goal:g} x", found[name])


def sources(folder: Path) -> list[str]:
    return [str(path) for path in sorted([*folder.rglob("*.tex"), *folder.rglob("*.bib")])]


def beside_others(tools: Tools, work: Path, runs: int) -> None:
    """Measure the made document of one megabyte, others beside."""
    folder = make("made", work / "made-1")
    files = sources(folder)
    measures = {
        "argcheck, cold": check(tools, folder, fresh(work)),
        "re.finditer alone": lambda: run([str(tools.python), "-c", SCAN, *files], folder),
    }
    if tools.badness:
        badness = tools.badness
        measures["badness lint"] = lambda: run([badness, "lint", *files], folder)
    if tools.chktex:
        chktex = tools.chktex
        measures["chktex"] = lambda: run([chktex, "-q", "main.tex"], folder)
    found = in_turn(measures, runs)
    ours = found["argcheck, cold"]
    for name, usages in found.items():
        if name == "argcheck, cold":
            show(name, "1.00 x", "<= 100 MB", usages)
        else:
            goal = "> 1 x" if name == "badness lint" else ""
            show(name, f"{multiple(usages, ours):.2f} x", goal, usages)


def argued(tools: Tools, work: Path, runs: int) -> None:
    """Measure documents full of annotations: claims in paragraphs of their own, and all in one."""
    apart = make("argued", work / "argued")
    some, many = (
        make("argued", work / f"argued-{count}", "--claims", str(count), "--paragraphs", "1")
        for count in (1000, 4000)
    )
    cache = fresh(work)
    measures = {
        "python -c pass": lambda: run([str(tools.python), "-c", "pass"], work),
        "1,500 claims": check(tools, apart, cache),
        "some": check(tools, some, cache),
        "many": check(tools, many, cache),
    }
    found = in_turn(measures, min(runs, 3))
    name = "1,500 claims"
    show(name, f"{multiple(found[name], found['python -c pass']):.1f} x", "<= 60 x", found[name])
    growing = f"{multiple(found['many'], found['some']):.1f} x"
    show("4,000 claims / 1,000, one paragraph", growing, "<= 5 x", found["many"])


def growth(tools: Tools, work: Path, runs: int) -> None:
    """Measure how time grows from one megabyte to 32."""
    small, large = work / "made-1", make("made", work / "made-32", "--megabytes", "32")
    cache = fresh(work)
    found = in_turn({"1 MB": check(tools, small, cache), "32 MB": check(tools, large, cache)}, min(runs, 3))
    show(
        "CPU(32 MB) / CPU(1 MB)",
        f"{multiple(found['32 MB'], found['1 MB']):.1f} x",
        "<= 40 x",
        found["32 MB"],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=Path, required=True, help="environment that has argcheck installed")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="leave out the 32 MB document")
    options = parser.parse_args()
    tools = Tools.of(options.python.absolute())
    print(f"{'measure':36} {'figure':>9}   {'goal':10} {'CPU':>11} {'peak':>9}")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        try:
            daily(tools, work, options.runs)
        except subprocess.CalledProcessError:
            print("the thesis cannot be made here: set ARGCHECK_SHARED to the folder that holds the corpora")
        beside_others(tools, work, options.runs)
        argued(tools, work, options.runs)
        if not options.quick:
            growth(tools, work, options.runs)


if __name__ == "__main__":
    main()
