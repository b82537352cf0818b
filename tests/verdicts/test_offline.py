"""``--offline`` wins over everything: whatever else is asked for, no connection is opened and no name looked up."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from scripted import Say, model
from test_verify_llm import PAPER, THESIS
from theses import KEY, argcheck, script, verify, written
from thinned import one_in

pytestmark = pytest.mark.slow

_WATCH = """
import sys
def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"):
        with open({log!r}, "a") as log:
            log.write(f"{{event}} {{arguments[-1]!r}}\\n")
sys.addaudithook(watch)
sys.path.pop(0)
from argcheck.launcher import main
sys.exit(main())
"""


@pytest.fixture
def thesis(tmp_path):
    folder = written(tmp_path / "thesis", THESIS, PAPER)
    (folder / "argcheck.toml").write_text("")  # every provider that there is
    return folder


def watched(folder, scripted, *arguments):
    """Run argcheck; give what it printed, and every attempt to reach anybody."""
    log = folder.parent / "sockets"
    clean = {k: v for k, v in os.environ.items() if "LLM" not in k and "OPENAI" not in k}
    done = subprocess.run(
        [sys.executable, "-c", _WATCH.format(log=str(log)), "verify", "thesis.tex", *arguments,
         "--llm", "--llm-base-url", scripted.url, "--llm-model", "tiny", "--yes"],
        cwd=folder,
        env={**clean, "ARGCHECK_CACHE_DIR": str(folder.parent / "cache"), "ARGCHECK_LLM_API_KEY": KEY},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    return done, log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize(
    "more", one_in(2, [["--claims"], [], ["--committee", "--fetch"], ["--again"], ["--dry-run"]])
)
def test_offline_opens_no_socket(thesis, more):
    with model(script) as scripted:
        done, sockets = watched(thesis, scripted, "--offline", *more)
        assert done.returncode == 0, done.stderr
        assert sockets == []
        assert scripted.requests == []
    if "--dry-run" not in more:
        assert "nothing is sent offline" in done.stdout
        assert "requests sent: 0" in done.stdout


def test_the_watch_sees_what_is_sent(thesis):
    (thesis / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    with model(script) as scripted:
        done, sockets = watched(thesis, scripted)
        assert any("socket.connect" in line for line in sockets)
        assert f"requests sent: {len(scripted.requests)}, to " in done.stdout


def test_offline_uses_what_was_answered_before(thesis):
    (thesis / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    with model(script) as scripted:
        verify(thesis, scripted)
        (thesis / ".argcheck" / "verdicts.jsonl").unlink()
        done, sockets = watched(thesis, scripted, "--offline")
    assert sockets == []
    assert "miscited, content (contradicted): 1" in done.stdout


def test_errors_are_shown_in_the_words_of_the_endpoint_and_fail_a_run_that_requires_answers(thesis):
    (thesis / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    longer = (thesis / "refs.bib").read_text().replace("{On dunes}", "{On the motion of dunes in one desert}")
    (thesis / "refs.bib").write_text(longer)  # so that the work itself is settled
    with model(lambda *_: Say(raw=b'{"error": {"message": "the model is being moved"}}')) as scripted:
        done = verify(thesis, scripted, "--only", "smith")
        assert done.returncode == 0
        again = verify(thesis, scripted, "--require", "--only", "smith")
        assert len(scripted.requests) > 2  # what failed was not kept
    assert again.returncode == 4
    assert "did not answer: the model is being moved" in again.stdout
    with model(script) as scripted:
        done = verify(thesis, scripted, "--only", "smith")
        assert scripted.requests
    assert "miscited, content (contradicted): 1" in done.stdout


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (Say("{}"), "malformed"),
        (Say('{"verdict": "mis', finish="length"), "cut"),
        (Say("", finish="length"), "cut"),  # a model that thought until its tokens were used up
        (Say("", refusal="I will not judge that"), "refused"),
        (Say("", finish="content_filter"), "refused"),
    ],
)
def test_answers_of_which_none_can_be_used_are_none_where_answers_are_required(thesis, said, why):
    (thesis / "argcheck.toml").write_text('[sources]\nproviders = ["files"]\n')
    longer = (thesis / "refs.bib").read_text().replace("{On dunes}", "{On the motion of dunes in one desert}")
    (thesis / "refs.bib").write_text(longer)  # so that the work itself is settled
    file = thesis / ".argcheck" / "verdicts.jsonl"
    with model(lambda *_: said) as scripted:
        for _ in range(2):
            required = verify(thesis, scripted, "--require", "--only", "smith")
            assert required.returncode == 4
            assert f"abstained: {why} 2" in required.stdout
            assert "2 without an answer" in required.stdout
            assert "undecidable" not in file.read_text()
            assert scripted.requests
            scripted.requests.clear()
    with model(script) as scripted:
        done = verify(thesis, scripted, "--require", "--only", "smith")
        assert done.returncode == 0
        assert "miscited, content (contradicted): 1" in done.stdout
        lines = file.read_text().splitlines()
        (line,) = [line for line in lines if '"verdict": "miscited"' in line]
        # a file of old, which holds the answer that was not understood as a verdict
        known = {name: value for name, value in json.loads(line).items() if name not in ("class", "subtype")}
        old = {**known, "verdict": "undecidable", "abstained": why}
        lines[lines.index(line)] = json.dumps(old)
        file.write_text("\n".join(lines) + "\n")
        done = verify(thesis, scripted, "--require", "--only", "smith")
        assert done.returncode == 0
        assert "miscited, content (contradicted): 1" in done.stdout
        assert f'"{why}"' not in file.read_text()


def test_offline_needs_no_address(thesis):
    done = argcheck(thesis, "verify", "thesis.tex", "--offline", "--llm", "--llm-model", "tiny")
    assert done.returncode == 0, done.stderr
    done = argcheck(thesis, "verify", "thesis.tex", "--offline", "--llm")
    assert done.returncode == 2
    assert "--llm-model" in done.stderr
