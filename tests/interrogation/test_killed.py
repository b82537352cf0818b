"""An interrogation that is interrupted or killed at some moment goes on where it was, and ends with the same bytes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from scripted import Say, model, telling
from test_interrogate import claim, edge, interrogate, is_check, paper, reading, shown

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="this system forks no processes"),
]
assert paper

AT_ONCE = 4  #: requests that are on their way at once
KILLS = int(os.environ.get("ARGCHECK_KILLS", "2"))  #: of each signal
#: Interrogates in a child for each line, whose number it prints, then how it ended.  A fork saves the imports.
RUNS = """
import json, os, signal, sys
from argcheck_process import import_all
from argcheck.cli.run import run

import_all()
for line in sys.stdin:
    argv, cache = json.loads(line)
    child = os.fork()
    if not child:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        os.environ["ARGCHECK_CACHE_DIR"] = cache
        os._exit(run(argv))
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@pytest.fixture(scope="module")
def helper():
    """The process that forks for each run."""
    folder = str(Path(__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", RUNS],
        env=os.environ | {"PYTHONPATH": folder},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def run(helper, paper, tmp_path):
    """A function that starts a run against a server and gives its process, and one that waits for its exit code."""

    def start(server):
        argv = ["interrogate", str(paper), "--isolated", "--no-cache", "--yes", "--min-width", "9"]
        argv += ["--llm-base-url", server.url, "--llm-model", "tiny"]
        helper.stdin.write(json.dumps([argv, str(tmp_path / "cache")]) + "\n")
        helper.stdin.flush()
        return int(helper.stdout.readline())

    return start, lambda: int(helper.stdout.readline())


@telling
def script(request, _):
    """Readings that agree on what `reading` says and have a claim each of their own, and checks that confirm."""
    time.sleep(0.005)
    if is_check(request):
        return {"verdict": "supported", "reason": "[3]"}
    value = reading(request)
    start = ("Forty", "In weak", "The tape", "Strong wind")[request.get("seed", 0) % 4]
    value["nodes"].append(claim("own", shown(request), start, "given", "method"))
    value["edges"].append(edge("own", "end"))
    return value


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_at_any_moment_nothing_is_asked_twice_but_what_was_on_its_way(paper, run, tmp_path, sent):
    dice = random.Random(15)
    file = paper / ".argcheck" / "runs.jsonl"
    start, ended = run
    with model(script) as server:
        before = time.monotonic()
        start(server)
        assert ended() == 0
        took, whole, questions = time.monotonic() - before, file.read_bytes(), len(server.requests)
        assert questions > 6
        stopped = 0
        for _ in range(KILLS):
            for known in (tmp_path / "cache" / "llm").iterdir():
                known.unlink()
            file.unlink()
            server.keys.clear()
            server.requests.clear()
            child = start(server)
            wanted = dice.randrange(1, questions)
            deadline = time.monotonic() + 5 * took
            while len(server.requests) < wanted and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(dice.random() * 0.05)
            with suppress(ProcessLookupError):  # on a slow machine it may have ended by itself
                os.kill(child, sent)
            code = ended()
            assert code in (0, 130 if sent == signal.SIGINT else -sent)
            stopped += code != 0
            assert not file.exists() or file.read_bytes() == whole
            start(server)
            assert ended() == 0
            assert file.read_bytes() == whole
            assert {path.name for path in file.parent.iterdir()} == {".gitattributes", "runs.jsonl"}
            twice = sum(server.keys.values()) - questions
            assert len(server.keys) == questions
            assert twice <= (AT_ONCE if sent == signal.SIGKILL else 0)
        assert stopped


def test_what_was_answered_before_a_kill_is_not_asked_again(run):
    """Two of six readings are answered, the next four are held: exactly these are asked again."""
    go = threading.Event()

    def held(request, number):
        return Say(script(request, number), wait=None if number < 2 or go.is_set() else go)

    start, ended = run
    with model(held) as server:
        child = start(server)
        deadline = time.monotonic() + 30
        while len(server.requests) < 2 + AT_ONCE and time.monotonic() < deadline:
            time.sleep(0.005)
        os.kill(child, signal.SIGKILL)
        assert ended() == -signal.SIGKILL
        open_ones = len(server.requests) - 2
        go.set()
        start(server)
        assert ended() == 0
    again = [key for key, count in server.keys.items() if count > 1]
    assert len(again) == open_ones == AT_ONCE


def test_answers_that_come_in_another_order_give_the_same_bytes_and_so_does_the_cache_alone(paper, tmp_path):
    file = paper / ".argcheck" / "runs.jsonl"
    dice = random.Random(7)

    def shuffled(request, number):
        time.sleep(dice.random() * 0.05)
        return script(request, number)

    written = set()
    for folder in ("one", "two"):
        os.environ["ARGCHECK_CACHE_DIR"] = str(tmp_path / folder)  # `paper` puts it back
        with model(shuffled) as server:
            interrogate(paper, server.url, "--yes", "--min-width", "9")
        written.add(file.read_bytes())
        file.unlink()
    interrogate(paper, server.url, "--offline", "--min-width", "9")
    written.add(file.read_bytes())
    assert len(written) == 1


@pytest.mark.parametrize("calls", [0, 1, 3, 5, 6, 7, 8, 30])
def test_no_request_goes_over_the_budget_whatever_the_endpoint_does(paper, calls):
    """Every third request is turned down for a while, and asked again: that is a request, too."""

    def busy(request, number):
        if number % 3 == 2:
            return Say("busy", status=503, headers={"Retry-After": "0"})
        return script(request, number)

    with model(busy) as server:
        outcome = interrogate(paper, server.url, "--min-width", "9", "--max-calls", str(calls))
    assert len(server.requests) <= calls
    if calls < 7:
        assert len(server.requests) == calls
        assert "could go over the budget" in outcome.out


@pytest.mark.parametrize("cents", [0.5, 1, 2, 5])
def test_no_request_goes_over_a_budget_in_money(paper, cents):
    """The endpoint bills every answer at the most that was allowed: the sum stays below the budget all the same."""
    billed = {}

    def dear(request, number):
        tokens = len(str(request["messages"])) // 4, request["max_tokens"]
        billed[number] = (
            tokens[0],
            billed.get(number, (0, 0))[1] + tokens[1],
        )  # several answers to one question
        return Say(script(request, number), usage=tokens)

    with model(dear) as server:
        interrogate(paper, server.url, "--min-width", "9", "--max-cost", str(cents / 100), "--price", "1,1")
    cost = sum(tokens_in + tokens_out for tokens_in, tokens_out in billed.values()) / 1e6
    assert cost <= cents / 100
    assert len(billed) >= min(12, int(cents * 0.8))
