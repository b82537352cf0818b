"""What an audit costs for each paper, apart: the analysis, the process that isolates it, and the tables.

    python benchmarks/audit.py --papers 200 --kilobytes 100 --engines dask,ray,beam

CPU times are those of all processes; the throughput of two processes beside that of one needs two idle processors. A million papers is
reckoned from the CPU time of a paper. Of other engines, each with one worker on this machine, the time by the clock stands beside that of ``local``,
what it takes to start them apart: an audit of a single paper.
"""

from __future__ import annotations

import argparse
import gzip
import io
import os
import random
import resource
import tarfile
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from inputs import SEED, Plan, entry, part

from argcheck.audit.auditing import audit
from argcheck.audit.child import line_of
from argcheck.audit.papers import AuditOptions, papers_of
from argcheck.audit.rows import rows_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_MILLION = 1_000_000
_CLEAR = 5  # how many times the difference of two starts is more than noise
_PAPERS_OF_A_MEGABYTE = 10  # `Plan` counts citations and entries for one


def paper(number: int, kilobytes: int) -> bytes:
    """Return a paper of invented words, packed as archives of preprints pack them."""
    plan = Plan(1, random.Random(SEED + number))
    plan.entries //= _PAPERS_OF_A_MEGABYTE
    body = part(plan, number, range(plan.cites // _PAPERS_OF_A_MEGABYTE), set(), kilobytes * 1000)
    main = "\\documentclass{article}\\begin{document}\n" + body + "\n\\bibliography{refs}\\end{document}\n"
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in (
            ("main.tex", main),
            ("refs.bib", "".join(entry(plan, n) for n in range(plan.entries))),
        ):
            member = tarfile.TarInfo(name)
            data = text.encode()
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(buffer.getvalue(), mtime=0)


def cpu() -> float:
    """Seconds of CPU of this process and of all that have ended below it."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def reading(whole: float, starts: Sequence[float]) -> float | None:
    """Return the seconds that reading takes in an audit of ``whole`` seconds, apart from its start.

    :param starts: seconds of audits of a single paper.
    :returns: None if starts differ so much, or take so long, that the difference says nothing.
    """
    left = whole - min(starts)
    return left if left > max(_CLEAR * (max(starts) - min(starts)), min(starts) / _CLEAR, 0.0) else None


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--papers", type=int, default=200)
    parser.add_argument("--kilobytes", type=int, default=100, help="of the LaTeX of each")
    parser.add_argument("--engines", default="", help="others than local, whose packages are installed")
    options = parser.parse_args()
    if os.getloadavg()[0] > 0.5:
        print(f"this machine is busy (load {os.getloadavg()[0]:.1f}): times by the clock say little")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "papers.tar"
        with tarfile.open(source, "w") as archive:
            for number in range(options.papers):
                data = paper(number, options.kilobytes)
                member = tarfile.TarInfo(f"batch/2101.{number:05}.gz")
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
        first = folder / "2101.00000.gz"
        first.write_bytes(paper(0, options.kilobytes))
        rows_of(next(papers_of([str(source)])), AuditOptions())  # imports, compiled patterns
        start = cpu()
        for read in papers_of([str(source)]):
            rows_of(read, AuditOptions())
        analysis = (cpu() - start) / options.papers
        start = cpu()
        size = (
            sum(len(line_of(rows_of(read, AuditOptions()))) for read in list(papers_of([str(source)]))[:20])
            / 20
        )
        walls, cpus = {}, {}
        for workers in (1, 2):
            start, begun = cpu(), time.perf_counter()
            outcome = audit([str(source)], folder / f"out{workers}", AuditOptions(), workers=workers)
            cpus[workers], walls[workers] = (cpu() - start) / options.papers, time.perf_counter() - begun
            assert outcome.statuses["checked"] == options.papers, outcome
        engines: dict[str, float | None] = {"local": walls[1]}
        for engine in filter(None, options.engines.split(",")):
            taken = []
            for given in ([str(first)], [str(first)], [str(source)]):
                begun = time.perf_counter()
                audit(given, folder / f"{engine}{len(taken)}", AuditOptions(), engine=engine, workers=1)
                taken.append(time.perf_counter() - begun)
            engines[engine] = reading(taken[2], taken[:2])
            print(f"{engine} took {taken[0]:.1f} and {taken[1]:.1f} s to start and to read one paper")
        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
        print(f"{options.papers} papers of {options.kilobytes} kB, {size / 1000:.0f} kB of rows each")
        print(f"analysis alone               {1000 * analysis:6.1f} ms CPU a paper")
        print(
            f"with processes and tables    {1000 * cpus[1]:6.1f} ms CPU a paper ({cpus[1] / analysis - 1:+.0%})"
        )
        print(f"two processes beside one     {walls[1] / walls[2]:6.2f} times the papers a second")
        print(f"largest process              {children:6.0f} MB")
        print(f"a million papers             {_MILLION * cpus[1] / 3600:6.1f} hours of CPU")
        for engine, wall in engines.items():
            if wall is None:
                print(
                    f"with {engine:5} cannot be told from {options.papers} papers: starting takes longer than reading them"
                )
                continue
            hours = _MILLION * wall / options.papers / 3600
            print(
                f"with {engine:5} {hours:6.1f} hours of one worker ({wall / walls[1] - 1:+.0%} by the clock)"
            )


if __name__ == "__main__":
    main()
