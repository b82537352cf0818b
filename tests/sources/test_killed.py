"""Killed before and after each call that writes: nothing is lost, and nothing is asked twice that was answered and stored."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from services import ENTRY, NAMES, SORTING

if TYPE_CHECKING:
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
HELPERS = {"PYTHONPATH": str(Path(__file__).parents[1])}

#: Verifies in a child that is killed at its first call that writes, then in one that is not; waits for a line; then again with the
#: second call, and so on until a child has no further call.  What one place in the code calls counts twice, not as often as it does.
#: A fork saves the imports.
RUNS = """
import collections, os, shutil, signal, sys
from argcheck_process import import_all
from argcheck.cli.run import run

import_all()

WRITERS = {"mkdir", "open", "write", "flush", "fsync", "replace"}

def killed_at(call):
    calls, of_place = 0, collections.Counter()
    def watch(frame, event, argument):
        nonlocal calls
        if event in ("c_call", "c_return") and argument.__name__ in WRITERS:
            path = frame.f_code.co_filename
            if path.endswith(("files/cache.py", "files/committed.py", "files/writing.py")) or (
                path.endswith("pathlib.py") and ".argcheck" in str(frame.f_locals.get("self"))
            ):
                place = (path, frame.f_lineno, event, argument.__name__)
                of_place[place] += 1
                calls += of_place[place] <= 2
                if calls == call:
                    os.kill(os.getpid(), signal.SIGKILL)
    return watch

def verify(call):
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if call:
            sys.setprofile(killed_at(call))
        os._exit(run(["verify"]))
    return os.waitpid(child, 0)[1]

call, status = 0, signal.SIGKILL
while status == signal.SIGKILL:
    call += STEP
    shutil.rmtree(os.path.join(os.environ["ARGCHECK_CACHE_DIR"], "answers"), ignore_errors=True)
    if os.path.exists(".argcheck/verdicts.jsonl"):
        os.unlink(".argcheck/verdicts.jsonl")
    with open(".argcheck/.gitattributes", "w") as attributes:
        attributes.write("*.csv text\\n")
    status = verify(call)
    print(verify(0), flush=True)
    if not sys.stdin.readline():
        break
"""


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_killed_at_every_write(lab: Lab, services: Services, step: int) -> None:
    """After each of the kills (every third, but in the long run) a second run ends well, with the verdicts of an undisturbed one."""
    services.everywhere(SORTING)
    lab.configure(limits=dict.fromkeys(NAMES, 0), concurrency=1)
    lab.write(ENTRY)
    (lab.folder / ".argcheck").mkdir()
    (lab.folder / ".argcheck" / ".gitattributes").write_text("*.csv text\n", "utf-8")
    lab.verify()
    file = lab.folder / ".argcheck" / "verdicts.jsonl"
    whole = file.read_bytes()
    attributes = (file.parent / ".gitattributes").read_text("utf-8")
    asked = {path for _, path, _ in services.hits}
    services.hits.clear()
    with subprocess.Popen(
        [sys.executable, "-c", RUNS.replace("STEP", str(step))],
        cwd=lab.folder,
        env=lab.environ | HELPERS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        kills = 0
        for status in process.stdout:
            kills += 1
            assert status == "0\n"
            assert file.read_bytes() == whole
            assert (file.parent / ".gitattributes").read_text("utf-8") == attributes
            assert sorted(one.name for one in file.parent.iterdir()) == [".gitattributes", "verdicts.jsonl"]
            paths = [path for _, path, _ in services.hits]
            assert set(paths) == asked
            assert len(paths) - len(asked) <= 1  # the one whose answer was on its way into the store
            services.hits.clear()
            process.stdin.write("\n")
            process.stdin.flush()
    assert process.returncode == 0
    assert kills * step > 8 * len(asked)
