"""Bars of progress: on a terminal after two seconds, gone at the end, and nowhere else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from time import monotonic
from typing import TYPE_CHECKING

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PAPER = "\\documentclass{article}\\begin{document}\nStrong wind moves dunes faster~\\ref{nowhere}.\n\\end{document}\n"
SLOW = '''"""A rule that takes its time."""
import time
from argcheck.api import Severity, hookimpl, rule


@rule("SLO001", "slow", severity=Severity.WARNING, since="0.1.0")
def slow(ctx):
    """Wait.

    ## Why is this bad?

    It is slow.

    ## Example

    ```tex
    a
    ```

    ## Use instead

    ```tex
    b
    ```
    """
    time.sleep(SECONDS)
    return iter(())


@hookimpl
def argcheck_rules():
    return [slow]
'''
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def typed(folder: Path, *argv: str, **environ: str) -> tuple[int, str, str]:
    """Run argcheck with standard error on a terminal; the exit code, standard output, and all that the terminal got."""
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "argcheck", *argv],
        cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "ARGCHECK_CACHE_DIR": str(folder / "cache")} | environ,
    )  # fmt: skip
    os.close(theirs)
    shown = []

    def read() -> None:
        try:
            while data := os.read(mine, 4096):
                shown.append(data)
        except OSError:  # how Linux says that the other end is closed
            pass

    reader = threading.Thread(target=read)
    reader.start()
    out, _ = process.communicate()
    reader.join()
    os.close(mine)
    return process.returncode, out.decode(), b"".join(shown).decode()


def left(shown: str) -> str:
    """What is still to be seen on a terminal that got this: what was not written over."""
    rows = []
    for line in ESCAPE.sub("", shown).replace("\r\n", "\n").split("\n"):
        row: list[str] = []
        for part in line.split("\r"):
            row[: len(part)] = part
        rows.append("".join(row).rstrip())
    return "\n".join(rows)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "paper.tex").write_text(PAPER, "utf-8")
    (tmp_path / "slow.py").write_text(SLOW.replace("SECONDS", "5"), "utf-8")
    return tmp_path


CHECK = ("check", "paper.tex", "--plugin", "slow.py", "--extend-select", "SLO001", "--isolated", "--no-cache")


@pytest.mark.parametrize(
    "argv", [CHECK, ("report", *CHECK[1:4], "--no-cache", "-o", "page.html")], ids=["check", "report"]
)
def test_what_takes_more_than_two_seconds_has_a_bar_that_goes(folder: Path, argv: tuple[str, ...]) -> None:
    (folder / "argcheck.toml").write_text('extend-select = ["SLO001"]\n', "utf-8")
    code, out, shown = typed(folder, *argv)
    assert code == (argv[0] == "check"), shown
    assert re.search(r"checking \d+ of \d+ \|", shown), shown
    assert "checking" not in left(shown)
    assert "1 finding" in left(shown)
    assert "checking" not in out


def test_what_is_quick_or_quiet_has_none_and_neither_has_a_terminal_that_cannot_erase(folder: Path) -> None:
    (folder / "slow.py").write_text(SLOW.replace("SECONDS", "0"), "utf-8")
    begun = monotonic()
    shown = typed(folder, *CHECK)[2]
    assert "checking" not in shown or monotonic() - begun > 2  # a busy machine may take as long as has a bar
    (folder / "slow.py").write_text(SLOW.replace("SECONDS", "2.5"), "utf-8")
    assert typed(folder, *CHECK, "--quiet")[2] == ""
    assert "checking" not in typed(folder, *CHECK, TERM="dumb")[2]


def test_pipes_get_none(folder: Path) -> None:
    (folder / "slow.py").write_text(SLOW.replace("SECONDS", "3"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "argcheck", *CHECK], cwd=folder, capture_output=True, check=False
    )
    assert b"checking" not in done.stdout + done.stderr
    assert b"\r" not in done.stderr


def test_an_interrupt_takes_the_bar_away(folder: Path) -> None:
    (folder / "slow.py").write_text(
        SLOW.replace("SECONDS", "5); __import__('os').kill(__import__('os').getpid(), 2); time.sleep(1"),
        "utf-8",
    )
    code, _, shown = typed(folder, *CHECK)
    assert code == 130
    assert "checking" in shown
    assert "checking" not in left(shown)


def test_answers_that_are_waited_for_have_one(folder: Path) -> None:
    pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")
    from scripted import Say, model

    waited = []  # for an answer, once in each run: that is enough for a bar

    def slowly(*_: object) -> Say:
        if not waited:
            waited.append(True)
            time.sleep(3)
        return Say({"nodes": [], "edges": []})

    (folder / "texts").mkdir()
    (folder / "texts" / "wind.txt").write_text("Strong wind moves dunes faster.\n", "utf-8")
    with model(slowly) as server:
        asked = ("--yes", "--runs", "2", "--llm-base-url", server.url, "--llm-model", "tiny")
        for argv in (
            ("interrogate", "paper.tex", "--isolated"),
            ("ask", "Do dunes move?", "--documents", "texts"),
        ):
            waited.clear()
            code, out, shown = typed(folder, *argv, *asked, ARGCHECK_LLM_API_KEY="sk-canary")
            assert code == 4, shown  # answers without a claim are none that can be used
            assert re.search(r"answers \d of \d \|", shown), shown
            assert "answers 0 of" not in left(shown) + out
            assert shown.index("will ask") < shown.index("answers")


@pytest.mark.parametrize(
    "environ", [{"TERM": "dumb"}, {"INSIDE_EMACS": "28.2,compile"}], ids=["dumb", "compile"]
)
def test_what_shows_escapes_as_text_gets_none(folder: Path, environ: dict[str, str]) -> None:
    (folder / "slow.py").write_text(SLOW.replace("SECONDS", "3"), "utf-8")
    _, out, shown = typed(folder, *CHECK, "--format", "full", **environ)
    assert "\x1b" not in out + shown
    assert "\r" not in shown.replace("\r\n", "")
