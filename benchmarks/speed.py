"""Print how fast argcheck is, as multiples of `python -c pass` of the same run.

The documents are nine public repositories of nine kinds, which `speed.csv` names (0.2 to 1.8 MB, one to 50 documents each), and
made documents for the comparison with others and for growth.  `--checkouts DIR` holds a checkout of each as
`owner+name`; what is not there is fetched with git from GitHub.

CPU is user and system time of the child process alone.  What is compared takes turns, so that a busy machine disturbs all of it
alike; a multiple is the median of the ratios of neighbouring runs, the times beside it are the least of all runs.
"""

from __future__ import annotations

import argparse
import csv
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from unseen import fetched

HERE = Path(__file__).resolve().parent
LIST = HERE / "speed.csv"
CHECK = ("check", ".", "--isolated", "--format", "concise")


class Repository(NamedTuple):
    """A line of the list."""

    kind: str
    repository: str  #: owner/name
    commit: str

    @property
    def folder(self) -> str:
        """The name of its checkout."""
        return self.repository.replace("/", "+")


class Usage(NamedTuple):
    """What one child process took."""

    cpu: float  #: seconds
    wall: float  #: seconds
    peak: float  #: MB


Measure = Callable[[], Usage]


class Environment:
    """A Python environment, the programs in it, and the folder in which they run."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.programs = folder / ("Scripts" if os.name == "nt" else "bin")
        self.work = work
        self._counter = itertools.count()

    def program(self, name: str) -> str | None:
        """Return the path of a program of the environment, or else of the system."""
        return shutil.which(name, path=os.pathsep.join([str(self.programs), os.environ.get("PATH", "")]))

    def cache(self) -> Path:
        """Return a cache folder that is new."""
        return self.work / f"cache-{next(self._counter)}"

    def run(self, command: list[str], folder: Path, cache: Path | None = None) -> Usage:
        """Run a command to its end and read what the system counted for it alone.

        :raises SystemExit: argcheck did not end with 0 or 1.
        """
        variables = {"ARGCHECK_CACHE_DIR": str(cache or self.work / "unused")}
        quiet, begin = subprocess.DEVNULL, time.perf_counter()
        child = subprocess.Popen(
            command, cwd=folder, env=os.environ | variables, stdin=quiet, stdout=quiet, stderr=quiet
        )
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if "argcheck" in command[0] and child.returncode not in (0, 1):
            raise SystemExit(f"{' '.join(command)} ended with {child.returncode} in {folder}")
        return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024)

    def check(self, folder: Path, cache: Path | None = None) -> Usage:
        """Check a folder, with a new cache unless one is given."""
        return self.run([str(self.programs / "argcheck"), *CHECK], folder, cache or self.cache())

    def nothing(self) -> Usage:
        """Run ``python -c pass``, by which all else is measured."""
        return self.run([str(self.programs / "python"), "-c", "pass"], self.work)


def in_turn(measures: dict[str, Measure], runs: int) -> dict[str, list[Usage]]:
    """Run all measures one after another, several times over; the first round only warms up."""
    rounds = [{name: measure() for name, measure in measures.items()} for _ in range(runs + 1)]
    return {name: [usages[name] for usages in rounds[1:]] for name in measures}


def multiple(of: list[Usage], base: list[Usage]) -> float:
    """Return the median of the ratios of runs that were neighbours in time."""
    return median(a.cpu / b.cpu for a, b in zip(of, base, strict=True))


def least(usages: list[Usage]) -> str:
    cpu, wall, peak = (min(figures) for figures in zip(*usages, strict=True))
    return f"{cpu * 1000:8.0f} {wall * 1000:8.0f} {peak:6.0f}"


def show(name: str, figure: float, bar: float, usages: list[Usage]) -> None:
    said = "" if figure <= bar else "  OVER"
    print(f"{name:48} {figure:6.2f} {bar:6.4g} {least(usages)}{said}", flush=True)


# --------------------------------------------------------------------------- nine kinds of documents


class Speeds(NamedTuple):
    """What one repository costs, in multiples of ``python -c pass``."""

    cold: float
    unchanged: float
    changed: float


def copied(checkout: Path, folder: Path) -> Path:
    """Copy a checkout without its history: nothing that is measured may change the checkout."""
    shutil.copytree(checkout, folder, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    return folder


def largest_chapter(tools: Environment, folder: Path) -> Path:
    """Return the largest file that is read, a chapter if there is one, else a whole document."""
    listed = subprocess.run(
        [str(tools.programs / "argcheck"), *CHECK, "--no-cache", "--show-files"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = [folder / name for name in listed.stdout.splitlines() if name.endswith((".tex", ".Rnw"))]
    return max(files, key=lambda file: (b"\\begin{document}" not in file.read_bytes(), file.stat().st_size))


def revised(chapter: Path) -> Callable[[], None]:
    """Return a function that gives a chapter another sentence each time."""
    text, counter = chapter.read_bytes(), itertools.count()
    body, end, rest = text.partition(b"\\end{document}")

    def revise() -> None:
        chapter.write_bytes(
            b"%s\n\nThis is revision %d of the chapter.\n%s%s" % (body, next(counter), end, rest)
        )

    return revise


def of_repository(tools: Environment, listed: Repository, checkout: Path, runs: int) -> Speeds:
    """Measure a repository cold, unchanged, and with one chapter changed."""
    still, moving = (copied(checkout, tools.work / f"{listed.folder}-{what}") for what in ("still", "moving"))
    kept, changing = tools.cache(), tools.cache()
    tools.check(still, kept)
    tools.check(moving, changing)
    revise = revised(largest_chapter(tools, moving))

    def changed() -> Usage:
        revise()
        return tools.check(moving, changing)

    usages = in_turn(
        {
            "pass": tools.nothing,
            "cold": lambda: tools.check(still),
            "unchanged": lambda: tools.check(still, kept),
            "changed": changed,
        },
        runs,
    )
    speeds = Speeds(*(multiple(usages[what], usages["pass"]) for what in Speeds._fields))
    size = sum(file.stat().st_size for kind in ("tex", "bib", "Rnw") for file in still.rglob(f"*.{kind}"))
    print(
        f"{listed.kind:20} {listed.folder:34} {size / 1e6:4.1f}"
        f" {documents(tools, still):4} {speeds.cold:6.1f} {speeds.unchanged:6.1f} {speeds.changed:6.1f}"
        f" {speeds.changed / speeds.cold:6.2f} {least(usages['cold'])}",
        flush=True,
    )
    return speeds


def documents(tools: Environment, folder: Path) -> int:
    """Return how many documents a repository has."""
    command = [str(tools.programs / "argcheck"), "check", ".", "--isolated", "--no-cache", "--format", "json"]
    printed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    return len(json.loads(printed)["documents"])


def daily(tools: Environment, checkouts: Path, runs: int) -> None:
    """Measure what a writer meets."""
    with LIST.open(encoding="utf-8", newline="") as stream:
        listed = [Repository(**row) for row in csv.DictReader(stream)]
    print(
        f"{'kind':20} {'repository':34} {'MB':>4} {'docs':>4} {'cold':>6} {'same':>6} {'edited':>6}"
        f" {'/cold':>6} {'CPU ms':>8} {'wall ms':>8} {'MB':>6}"
    )
    speeds = [
        of_repository(tools, repository, checkout, runs)
        for repository in listed
        if (checkout := fetched(repository, checkouts))
    ]
    usages = in_turn({"pass": tools.nothing, "version": lambda: version(tools)}, runs)
    print(f"\n{'':48} {'figure':>6} {'bar':>6} {'CPU ms':>8} {'wall ms':>8} {'MB':>6}")
    show("--version", multiple(usages["version"], usages["pass"]), 4, usages["version"])
    base = usages["pass"]
    show("unchanged, worst", max(s.unchanged for s in speeds), 2, base)
    show("cold, median", median(s.cold for s in speeds), 21, base)
    show("cold, worst", max(s.cold for s in speeds), 60, base)
    show("one chapter changed, median", median(s.changed for s in speeds), 11, base)
    shares = [s.changed / s.cold for s in speeds if s.cold > 25]
    show("one chapter changed / cold, worst where cold > 25", max(shares, default=0), 0.4, base)


def version(tools: Environment) -> Usage:
    return tools.run([str(tools.programs / "argcheck"), "--version"], tools.work)


# --------------------------------------------------------------------------- made documents


def make(kind: str, out: Path, *options: str) -> Path:
    """Make an input in a process of its own: a large parent would count as memory of its children."""
    command = [sys.executable, str(HERE / "inputs.py"), kind, str(out), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return out


def beside_badness(tools: Environment, runs: int) -> None:
    """Measure made documents of 1, 4 and 16 MB, with badness beside the first two."""
    folders = {
        size: make("made", tools.work / f"made-{size}", "--megabytes", str(size)) for size in (1, 4, 16)
    }
    badness = tools.program("badness")
    for size, bar in ((1, 1.0), (4, 1.1)) if badness else ():
        folder = folders[size]
        files = [str(file) for kind in ("tex", "bib") for file in sorted(folder.rglob(f"*.{kind}"))]
        lint = [str(badness), "lint", *files]  # by name: it checks less when it gets a folder
        usages = in_turn(
            {
                "argcheck": lambda f=folder: tools.check(f),
                "badness": lambda c=lint, f=folder: tools.run(c, f),
            },  # type: ignore[misc]
            runs,
        )
        show(
            f"argcheck / badness, {size} MB",
            multiple(usages["argcheck"], usages["badness"]),
            bar,
            usages["argcheck"],
        )
    usages = in_turn(
        {"4": lambda: tools.check(folders[4]), "16": lambda: tools.check(folders[16])}, min(runs, 3)
    )
    show("16 MB / 4 MB", multiple(usages["16"], usages["4"]), 4.4, usages["16"])


def argued(tools: Environment, runs: int) -> None:
    """Measure documents full of annotations: claims in paragraphs of their own, and all in one."""
    apart = make("argued", tools.work / "argued")
    some, many = (
        make("argued", tools.work / f"argued-{count}", "--claims", str(count), "--paragraphs", "1")
        for count in (1000, 4000)
    )
    usages = in_turn(
        {
            "pass": tools.nothing,
            "apart": lambda: tools.check(apart),
            "some": lambda: tools.check(some),
            "many": lambda: tools.check(many),
        },
        min(runs, 3),
    )
    show("1,500 claims", multiple(usages["apart"], usages["pass"]), 60, usages["apart"])
    show("4,000 claims / 1,000, one paragraph", multiple(usages["many"], usages["some"]), 5, usages["many"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--python", type=Path, required=True, help="environment that has argcheck installed, as a wheel"
    )
    parser.add_argument("--checkouts", type=Path, required=True, help="folder of the repositories")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--only", choices=("repositories", "made"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="speed-") as name:
        tools = Environment(options.python.absolute(), Path(name))
        if options.only != "made":
            daily(tools, options.checkouts.absolute(), options.runs)
        if options.only != "repositories":
            beside_badness(tools, options.runs)
            argued(tools, options.runs)


if __name__ == "__main__":
    main()
