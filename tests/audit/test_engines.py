"""Each engine writes the bytes that one process writes, whatever of it is killed meanwhile."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from audit import papers

from argcheck.audit.auditing import audit
from argcheck.audit.papers import AuditOptions

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("pyarrow")
psutil = pytest.importorskip("psutil")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="audits run on POSIX systems")]


def tables(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.suffix in {".parquet", ".json"}
    }


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return papers.many(tmp_path_factory.mktemp("source"), 12)


@pytest.fixture(scope="module")
def expected(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    out = tmp_path_factory.mktemp("expected") / "out"
    audit([str(source)], out, AuditOptions(), shards=4)
    return tables(out)


def below(pid: int, named: str) -> list[int]:
    """The processes that a process has started, and those that these have, whose command line or name holds ``named``."""
    pids = []
    for child in psutil.Process(pid).children(recursive=True):
        with suppress(psutil.Error):
            if named in " ".join([child.name(), *child.cmdline()]):
                pids.append(child.pid)
    return pids


class Killer:
    """Kills a process below this one, once, when some papers are done."""

    def __init__(self, named: str, after: int) -> None:
        self.named, self.after = named, after
        self.killed: list[int] = []

    def __call__(self, count: int, _paper: str) -> None:
        if count >= self.after and not self.killed:
            self.killed = below(os.getpid(), self.named)[:1]
            for pid in self.killed:
                os.kill(pid, signal.SIGKILL)

    def wait_and_kill(self) -> None:
        deadline = time.monotonic() + 60
        while not self.killed and time.monotonic() < deadline:
            self(0, "")


def test_a_process_that_is_killed_costs_no_paper(
    source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    killer = Killer("child_program", 3)
    audit([str(source)], tmp_path / "out", AuditOptions(), workers=2, shards=4, progress=killer)
    assert killer.killed
    assert tables(tmp_path / "out") == expected


def test_a_paper_that_ends_its_process_each_time_is_a_row(tmp_path: Path) -> None:
    from argcheck.audit.child import Child
    from argcheck.audit.papers import Paper

    child = Child(AuditOptions())
    child.send(Paper("p", "p.tex", b"\\documentclass{article}"))
    lines = []
    for _ in range(2):
        while not (pids := below(os.getpid(), "child_program")):
            time.sleep(0.01)
        [pid] = pids
        os.kill(pid, signal.SIGKILL)
        lines.append(child.receive(ready=True))
    child.close()
    assert lines[0] is None
    assert b'"status":"crashed"' in (lines[1] or b"")
    assert b"ended with signal SIGKILL" in (lines[1] or b"")


def test_a_limit_of_time_is_one_of_cpu_time(tmp_path: Path) -> None:
    """What else the machine does ends no paper: one whose process is stopped for longer than its limit is checked."""
    (tmp_path / "p.tex").write_bytes(papers.paper(1)["main.tex"])
    command = [sys.executable, "-m", "argcheck", "audit", "p.tex", "--out", "out", "-j1", "--seconds", "3"]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, encoding="utf-8")
    deadline = time.monotonic() + 60
    while not (pids := below(running.pid, "child_program")) and time.monotonic() < deadline:
        time.sleep(0.01)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    time.sleep(3.5)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    assert "1 checked" in running.communicate(timeout=60)[0]


def test_a_kill_while_tables_are_written_changes_nothing(
    source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-m", "argcheck", "audit", str(source), "--out", str(out), "--shards", "4"]
    for moment in range(4):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 60
        wanted = out / ("documents", "works", "edges", "failures")[moment] / f"{moment:05}.parquet"
        while running.poll() is None and not wanted.exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(random.Random(moment).random() / 50)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
    audit([str(source)], out, AuditOptions(), shards=4)
    assert tables(out) == expected
    assert not list((out / "journal").glob("*.jsonl"))


@pytest.mark.parametrize(
    ("engine", "worker"), [("dask", "multiprocessing.spawn"), ("ray", "ray::read_paper")]
)
def test_an_engine_writes_the_same_bytes_though_a_worker_is_killed(
    engine: str, worker: str, source: Path, expected: dict[str, bytes], tmp_path: Path
) -> None:
    pytest.importorskip({"dask": "distributed"}.get(engine, engine))
    killer = Killer(worker, 2)
    audit(
        [str(source)], tmp_path / "out", AuditOptions(),
        engine=engine, workers=2, shards=4, progress=killer,
    )  # fmt: skip
    assert killer.killed
    assert tables(tmp_path / "out") == expected


def test_pipelines_of_beam_write_the_same_bytes_though_a_process_is_killed(
    source: Path, expected: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("apache_beam")
    monkeypatch.setattr("argcheck.audit.engines._BATCH", 4)  # three pipelines
    killer = Killer("child_program", 0)  # a pipeline tells nothing before its end, so another thread kills
    with ThreadPoolExecutor(1) as pool:
        killed = pool.submit(killer.wait_and_kill)
        audit([str(source)], tmp_path / "out", AuditOptions(), engine="beam", workers=2, shards=4)
        killed.result()
    assert killer.killed
    assert tables(tmp_path / "out") == expected
