"""Two runs over one project, a full disk, and no network: nothing is lost, and little is asked twice."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from services import ENTRY, MADE_UP, NAMES, SORTING, entry, work
from test_verify import many

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab import Lab
    from services import Handler, Services

pytestmark = pytest.mark.slow
CONCURRENT = 4


def start(
    lab: Lab, *argv: str, stdin: int | None = None, preexec_fn: Callable[[], None] | None = None
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *(argv or ("-m", "argcheck", "verify"))],
        cwd=lab.folder,
        env=lab.environ,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=preexec_fn,  # noqa: PLW1509 - it sets a limit and nothing else
    )


def slowly(handler: Handler, _: int) -> bool:
    time.sleep(0.03)
    return False


def test_two_runs_at_once_ask_little_twice_and_lose_nothing(lab: Lab, services: Services) -> None:
    """An answer that one run has stored is not asked for by the other."""
    works, bib = many(120)
    services.everywhere(*works)
    services.faults = dict.fromkeys(NAMES, slowly)
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=CONCURRENT)
    lab.write(bib)
    first = start(lab)
    while len(services.hits) < 40:
        time.sleep(0.01)
    second = start(lab)
    outputs = [run.communicate() for run in (first, second)]
    assert [run.returncode for run in (first, second)] == [0, 0], outputs
    assert all("checked 120 of 120 sources" in out for out, _ in outputs), outputs
    found = lab.verdicts()
    assert len(found) == 120
    assert {one["outcome"] for one in found.values()} == {"inaccessible"}
    paths = Counter((name, path) for name, path, _ in services.hits)
    assert len(services.hits) - len(paths) <= CONCURRENT  # what was in flight


IN_TWO_THREADS = """
import threading
from argcheck import api
done = []
threads = [threading.Thread(target=lambda: done.append(api.verify("."))) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print([len(report.sources) for report in done])
"""


def test_two_calls_in_one_process_ask_little_twice(lab: Lab, services: Services) -> None:
    """As two calls of the MCP server: the locks of the system tell processes apart, and not threads."""
    works, bib = many(30)
    services.everywhere(*works)
    services.faults = dict.fromkeys(NAMES, slowly)
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=CONCURRENT)
    lab.write(bib)
    run = start(lab, "-c", IN_TWO_THREADS)
    out, err = run.communicate()
    assert out == "[30, 30]\n", err
    paths = Counter((name, path) for name, path, _ in services.hits)
    assert len(services.hits) - len(paths) <= CONCURRENT


IN_THE_BACKGROUND = """
import sys
import threading
from argcheck import api
thread = threading.Thread(target=lambda: api.verify("."))
thread.start()
sys.stdin.readline()
print(len(api.verify("../quick").sources), flush=True)
thread.join()
"""


def test_a_call_that_ends_lets_go_of_no_question_of_another_thread(lab: Lab, services: Services) -> None:
    """The system forgets all locks of a process on a file when the process closes one handle of it."""
    signal = work("10.1000/signal", "Signals of Another Process", "Reed, Ann", 1990)
    services.everywhere(SORTING, signal)
    answered = threading.Event()

    def held_back(handler: Handler, _: int) -> bool:
        if "sort" in handler.path:
            answered.wait(60)
        return False

    def asked(word: str) -> int:
        return services.asked("crossref").count(f"/works/10.1000%2F{word}")

    services.faults = {"crossref": held_back}
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=CONCURRENT, timeout=60)
    quick, other = (lab.folder.parent / name for name in ("quick", "other"))
    sign = entry("sign", title=signal["title"], author="Ann Reed", year="1990", doi=signal["DOI"])
    for folder, bib in ((quick, MADE_UP), (other, ENTRY + sign), (lab.folder, ENTRY)):
        (folder / ".git").mkdir(parents=True, exist_ok=True)
        lab.write(bib, folder)
    first = start(lab, "-c", IN_THE_BACKGROUND, stdin=subprocess.PIPE)
    while not asked("sort"):
        time.sleep(0.01)
    assert first.stdin is not None
    assert first.stdout is not None
    first.stdin.write("\n")
    first.stdin.flush()
    assert (
        first.stdout.readline() == "1\n"
    )  # the other thread of the process has ended, and closed what it had open
    second = start(lab, "-m", "argcheck", "verify", "../other")
    while not asked("signal"):
        time.sleep(0.01)
    time.sleep(1)  # the other entry of this run is asked about at the same time
    assert asked("sort") == 1
    answered.set()
    outputs = [run.communicate() for run in (first, second)]
    assert [run.returncode for run in (first, second)] == [0, 0], outputs
    assert asked("sort") == 1


#: Runs argcheck, and writes down each call that would reach somebody.
WATCHED = """
import sys
REACHES = ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname")
def watch(event, arguments):
    if event in REACHES:
        with open({log!r}, "a") as log:
            log.write(event + chr(10))
sys.addaudithook(watch)
from argcheck.launcher import main
sys.argv = ["argcheck", "verify", *{arguments!r}]
sys.exit(main())
"""


@pytest.mark.parametrize(
    "arguments", [["--offline"], ["--offline", "--again"], ["--offline", "--fetch"], ["--dry-run"], []]
)
def test_offline_opens_no_socket_to_ask_whether_a_work_exists(
    lab: Lab, services: Services, arguments: list[str]
) -> None:
    lab.write(ENTRY + MADE_UP)
    log = lab.folder.parent / "sockets"
    run = start(lab, "-c", WATCHED.format(log=str(log), arguments=arguments))
    out, err = run.communicate()
    assert run.returncode == 0, out + err
    asks = not arguments  # what this test can see is shown by the run that is not held back
    assert log.exists() == asks
    assert bool(services.hits) == asks


def limited(size: int) -> Callable[[], None]:
    """Let a child write no file larger than so many bytes, as where a disk is full."""
    resource = pytest.importorskip("resource", reason="this system limits no files")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


def test_a_full_disk_is_told_before_anything_is_asked(lab: Lab, services: Services) -> None:
    lab.write(ENTRY)
    run = start(lab, preexec_fn=limited(1000))
    out, err = run.communicate()
    assert run.returncode == 2, out + err
    assert "cannot be written: File too large; nothing was asked" in err
    assert services.hits == []


@pytest.mark.long
def test_a_disk_that_becomes_full_is_told_and_what_was_asked_is_kept(lab: Lab, services: Services) -> None:
    """The verdicts of so many works outgrow what a file may hold; the answers, each in its own file, do not."""
    works, bib = many(300)
    services.everywhere(*works)
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=CONCURRENT)
    lab.write(bib)
    run = start(lab, preexec_fn=limited(70_000))
    out, err = run.communicate()
    assert run.returncode == 2, out + err
    assert "verdicts.jsonl: cannot be written: File too large" in err
    asked = {path for _, path, _ in services.hits}
    assert asked
    file = lab.folder / ".argcheck" / "verdicts.jsonl"
    assert all(json.loads(line) for line in file.read_text("utf-8").splitlines()) if file.exists() else True
    services.hits.clear()
    assert len(lab.verify()) == 300
    assert len(asked & {path for _, path, _ in services.hits}) <= CONCURRENT  # what was in flight
