"""The cache of answers: bytes only, whatever a row says; a tampered one is a miss, and a killed run loses nothing."""

from __future__ import annotations

import os
import pickle
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")

import diskcache
from scripted import Say, model

from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.disk import BytesCache

pytestmark = pytest.mark.slow


class Bomb:
    """Makes a file when it is unpickled."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (Path(self.path).touch, ())


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "answers"


def tampered(folder, **columns):
    """Overwrite the one row."""
    with sqlite3.connect(folder / "cache.db") as database:
        sets = ", ".join(f"{name} = ?" for name in columns)
        database.execute(f"UPDATE Cache SET {sets}", tuple(columns.values()))
    database.close()


def filled(folder):
    cache = AnswerCache(folder)
    cache.put({"key": {"text": "ä", "n": 1}})
    cache.close()


def test_what_was_put_is_there_for_the_next_process(folder):
    filled(folder)
    cache = AnswerCache(folder)
    assert cache.get("key") == {"text": "ä", "n": 1}
    assert cache.get("other") is None
    cache.close()


def test_the_vulnerability_is_real_in_the_library_itself(folder, tmp_path):
    """CVE-2025-69872: a plain diskcache.Cache runs what a tampered row holds; so does its JSONDisk."""
    for number, disk in enumerate((diskcache.Disk, diskcache.JSONDisk)):
        place, mark = folder / str(number), tmp_path / f"mark{number}"
        plain = diskcache.Cache(str(place), disk=disk)
        plain.set("key", "value")
        tampered(place, mode=diskcache.core.MODE_PICKLE, value=pickle.dumps(Bomb(mark)))
        try:
            plain.get("key")
        except TypeError:  # what JSONDisk makes of the bomb once it went off
            assert disk is diskcache.JSONDisk
        plain.close()
        assert mark.exists()


def test_a_pickle_in_our_cache_is_a_miss(folder, tmp_path):
    filled(folder)
    tampered(folder, mode=diskcache.core.MODE_PICKLE, value=pickle.dumps(Bomb(tmp_path / "mark")))
    cache = AnswerCache(folder)
    assert cache.get("key") is None
    cache.put({"key": {"text": "new"}})
    assert cache.get("key") == {"text": "new"}
    cache.close()
    assert not (tmp_path / "mark").exists()


def test_a_pickled_key_is_refused(folder, tmp_path):
    filled(folder)
    tampered(folder, raw=0, key=pickle.dumps(Bomb(tmp_path / "mark")))
    cache = AnswerCache(folder)
    assert cache.get("key") is None
    cache.close()
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize("mode", [diskcache.core.MODE_BINARY, diskcache.core.MODE_TEXT])
def test_a_row_that_names_a_file_is_a_miss(folder, tmp_path, mode):
    secret = tmp_path / "secret"
    secret.write_text("hush", encoding="utf-8")
    filled(folder)
    tampered(folder, mode=mode, filename="../secret", value=None)
    cache = AnswerCache(folder)
    assert cache.get("key") is None
    cache.close()


def test_another_value_under_a_key_is_a_miss(folder):
    cache = AnswerCache(folder)
    cache.put({"one": {"text": "1"}})
    cache.close()
    with sqlite3.connect(folder / "cache.db") as database:
        (value,) = database.execute("SELECT value FROM Cache").fetchone()
    database.close()
    tampered(folder, value=bytes(value).replace(b"1", b"2"))
    cache = AnswerCache(folder)
    assert cache.get("one") is None
    cache.close()


def test_a_row_moved_to_another_key_is_a_miss(folder):
    filled(folder)
    tampered(folder, key="other")
    cache = AnswerCache(folder)
    assert cache.get("other") is None
    cache.close()


def test_a_database_that_is_damaged_inside_is_set_aside_when_that_is_met(folder):
    cache = AnswerCache(folder)
    cache.put({f"key{n}": {"text": "x" * 5_000} for n in range(100)})
    cache.close()
    file = folder / "cache.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:8_192] + b"\xff" * (len(whole) - 8_192))
    said = []
    cache = AnswerCache(folder, said.append)
    assert [cache.get(f"key{n}") for n in range(100)] == [None] * 100
    cache.put({"new": {"n": 1}})
    assert cache.get("new") == {"n": 1}
    cache.close()
    (line,) = said
    assert f"{file} is damaged" in line
    assert (folder / "cache.db.damaged-1").stat().st_size == len(whole)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files so")
def test_a_database_that_cannot_be_opened_is_let_go_of(folder):
    """Else Windows could not rename it, and Python 3.13 says that nobody closed it."""
    folder.mkdir()
    (folder / "cache.db").write_bytes(b"no database" * 1_000)
    with pytest.raises(sqlite3.DatabaseError) as caught:
        BytesCache(str(folder))
    still_open = [
        file for file in Path("/proc/self/fd").iterdir() if os.path.realpath(file).startswith(str(folder))
    ]
    assert still_open == [], caught  # the exception keeps what was half made
    filled(folder)


def test_a_signature_counts_and_nothing_else(folder):
    filled(folder)
    for secret, known in ((b"one", None), (b"", {"text": "ä", "n": 1})):
        cache = AnswerCache(folder, secret=secret)
        assert cache.get("key") == known
        assert cache.distrusted == (set() if known else {"key"})
        assert cache.get("nothing") is None
        assert "nothing" not in cache.distrusted
        cache.close()
    cache = AnswerCache(folder, secret=b"one")
    cache.put({"key": {"n": 2}})
    cache.close()
    for secret, known in ((b"one", {"n": 2}), (b"two", None), (b"", None)):
        cache = AnswerCache(folder, secret=secret)
        assert cache.get("key") == known
        cache.close()


def test_only_bytes_and_text_keys_go_in(folder):
    cache = AnswerCache(folder)
    with pytest.raises(ValueError, match="dict"):
        cache._cache.set("key", {"a": 1})
    with pytest.raises(ValueError, match="tuple"):
        cache._cache.set(("a",), b"x")
    cache.close()


#: Asks in one child after the other, each ended without warning after as many seconds of its own time as a line says.
#: A fork saves the imports.
ASKING = """
import asyncio, os, signal, sys
import diskcache, json_repair, openai.resources.chat.completions.completions
from argcheck.llm.budget import Budget
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.client import Client
from argcheck.llm.model import Message, Question
from argcheck.llm.endpoint import Endpoint

schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}

async def run():
    client = Client(Endpoint(sys.argv[1], "tiny", retries=0, concurrency=2), AnswerCache(sys.argv[2]), Budget())
    questions = [Question("test", "1", (Message("user", str(n)),), schema) for n in range(30)]
    answers = await asyncio.gather(*(client.sample(one, int(sys.argv[3])) for one in questions))
    assert [one.value["n"] for some in answers for one in some] == [n for n in range(30) for _ in answers[0]]
    print("done", flush=True)

for line in sys.stdin:
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_PROF, float(line))
        asyncio.run(run())
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("samples", [1, 5])
def test_killed_at_any_moment_no_stored_answer_is_asked_for_again(folder, tmp_path, samples):
    """Ended without warning at random moments: what is on disk is whole, and only what was not yet on disk is asked again.

    Several answers of one call are there all or none, so that a call is repeated as a whole or not at all.
    """
    moments = random.Random(7)
    environment = {**os.environ, "ARGCHECK_CACHE_DIR": str(tmp_path / "cache")}

    def script(request, _):
        return Say({"n": int(request["messages"][-1]["content"])})

    def ended(process, seconds):
        """Run a child that is ended after so many seconds of its own time, or never after 0; how it ended."""
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        return next(line for line in process.stdout if line != "done\n")

    kills, kept = 0, {}
    with (
        model(script) as scripted,
        subprocess.Popen(
            [sys.executable, "-c", ASKING, scripted.url, str(folder), str(samples)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        ) as process,
    ):
        while kills < 20 and ended(process, 0.01 + moments.random() * 0.06) != "0\n":
            kills += 1
            cache = AnswerCache(folder)
            stored = {key for key in scripted.keys if cache.get(key.partition("-")[0]) is not None}
            cache.close()
            asked = dict(scripted.keys)
            assert all(
                asked[key] == count for key, count in kept.items()
            )  # what was stored did not come again
            kept = {key: asked[key] for key in stored}
        assert ended(process, 0) == "0\n"
    assert all(scripted.keys[key] == count for key, count in kept.items())
    assert kills > 5, "raise the number of questions, or lower the times"
    assert {one.get("n", 1) for one in scripted.requests} == {samples}
    # At most the two questions under way are lost at each kill.
    assert len(scripted.requests) <= 30 + 2 * kills


#: Asks in a child that is killed after its first call to the database, then in one that is not; waits for a line; then again with the
#: second call, and so on until a child has no further call.  A fork saves the imports.
KILLING = """
import asyncio, os, shutil, signal, sys
import diskcache, json_repair, openai.resources.chat.completions.completions
from argcheck.llm.budget import Budget
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.client import Client
from argcheck.llm.model import Message, Question
from argcheck.llm.endpoint import Endpoint

schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}

async def run(cache):
    client = Client(Endpoint(sys.argv[1], "tiny", retries=0, concurrency=1), cache, Budget())
    for text in "12":
        answers = await client.sample(Question("test", "1", (Message("user", text),), schema), 2)
        assert [one.value["n"] for one in answers] == [int(text)] * 2

def killed_at(call):
    calls = 0
    def watch(frame, event, argument):
        nonlocal calls
        if event == "c_return" and argument.__name__ == "execute":
            calls += 1
            if calls == call:
                os.kill(os.getpid(), signal.SIGKILL)
    return watch

def ask(call):
    child = os.fork()
    if not child:
        cache = AnswerCache(sys.argv[2])
        if call:
            sys.setprofile(killed_at(call))
        asyncio.run(run(cache))
        os._exit(0)
    return os.waitpid(child, 0)[1]

call, status = 0, signal.SIGKILL
while status == signal.SIGKILL:
    call += 1
    shutil.rmtree(sys.argv[2], ignore_errors=True)
    status = ask(call)
    print(ask(0), flush=True)
    if not sys.stdin.readline():
        break
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_killed_around_every_write_only_the_answer_on_its_way_is_asked_for_again(folder):
    with (
        model(lambda request, _: {"n": int(request["messages"][-1]["content"])}) as scripted,
        subprocess.Popen(
            [sys.executable, "-c", KILLING, scripted.url, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        kills = 0
        for status in process.stdout:
            kills += 1
            assert status == "0\n"
            asked = [one["messages"][-1]["content"] for one in scripted.requests]
            assert set(asked) == {"1", "2"}
            assert len(asked) <= 3
            assert {one["n"] for one in scripted.requests} == {2}
            scripted.requests.clear()
            process.stdin.write("\n")
            process.stdin.flush()
    assert process.returncode == 0
    assert kills > 10
