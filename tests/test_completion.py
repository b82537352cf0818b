"""Shells complete command lines of argcheck: each is started, typed into, and read."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest
from thinned import one_in

if sys.platform == "win32":
    pytest.skip("these shells need a terminal of POSIX", allow_module_level=True)
import pty

ROOT = Path(__file__).parent.parent
MANUAL = (ROOT / "docs" / "commands.md").read_text("utf-8")
#: How each shell is told, as the manual says it.
SET_UP = {
    shell: re.search(rf"`([^`]*_ARGCHECK_COMPLETE={shell}_source argcheck[^`]*)`", MANUAL)
    for shell in ("bash", "zsh", "fish")
}
START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "bind 'set enable-bracketed-paste off'; PS1='$ '; "),
    "zsh": (["zsh", "-f", "-i"], "unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; "),
}
#: What is typed, and what stands there after the tabulator key.
TYPED = [
    ("argcheck expl", "argcheck explain "),
    ("argcheck explain undefined-ci", "argcheck explain undefined-citation "),
    ("argcheck --select CIT001,unused-ent", "argcheck --select CIT001,unused-entry "),
    ("argcheck check --format sar", "argcheck check --format sarif "),
    ("argcheck --statis", "argcheck --statistics "),
    ("argcheck pap", "argcheck paper"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "main.tex").write_text("\\documentclass{article}\\begin{document}\\end{document}")
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    scripts = sysconfig.get_path("scripts")
    return {
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(folder),
        "ARGCHECK_CACHE_DIR": str(folder / "cache"),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }


def told(shell: str) -> str:
    found = SET_UP[shell]
    assert found, f"docs/commands.md does not say how {shell} completes"
    return found[1].replace("\\|", "|")  # a bar in a table is escaped


def type_into(shell: str, words: str, wanted: str, folder: Path) -> str:
    """Type words and the tabulator key, and give what the shell shows until ``wanted`` is there."""
    argv, before = START[shell]
    mine, theirs = pty.openpty()
    process = subprocess.Popen(
        argv, cwd=folder, env=environment(folder), stdin=theirs, stdout=theirs, stderr=theirs,
        start_new_session=True, close_fds=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        os.write(mine, f"{before}{told(shell)}; echo rea''dy\n".encode())
        read_until(mine, "ready")
        os.write(mine, f"{words}\t".encode())
        return read_until(mine, wanted)
    finally:
        process.kill()
        process.wait()
        os.close(mine)


def read_until(terminal: int, wanted: str, patience: float = 20.0) -> str:
    """Read what the shell shows until ``wanted`` is there, or nothing more is to be hoped for."""
    shown, end = "", time.monotonic() + patience
    while wanted not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 1.0)[0]:
            more = os.read(terminal, 4096).decode("utf-8", "replace")
            shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x07|\r", "", shown + more)
    return shown


@pytest.mark.parametrize(
    ("shell", "words", "completed"), one_in(3, [(shell, *typed) for typed in TYPED for shell in START])
)
def test_the_tabulator_key(shell: str, words: str, completed: str, folder: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    assert completed in type_into(shell, words, completed, folder)


@pytest.mark.parametrize(("words", "completed"), [one for one in TYPED if "," not in one[0]])
def test_fish(words: str, completed: str, folder: Path) -> None:
    if not shutil.which("fish"):
        pytest.skip("fish is not installed")
    ask = f"{told('fish')}; complete --do-complete '{words}'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", ask],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        check=True,
    )
    offered = [line.partition("\t")[0].rstrip("/") for line in done.stdout.decode().splitlines()]
    assert completed.rsplit(maxsplit=1)[-1] in offered


@pytest.mark.slow
def test_a_stored_run_is_no_completion(folder: Path) -> None:
    """An unchanged run is answered from the store, which knows nothing of the shell's question."""
    command = [sys.executable, "-m", "argcheck"]
    subprocess.run(command, cwd=folder, env=environment(folder), check=True, capture_output=True)
    asked = {**environment(folder), "_ARGCHECK_COMPLETE": "bash_source"}
    done = subprocess.run(command, cwd=folder, env=asked, check=True, capture_output=True)
    assert b"_argcheck_completion()" in done.stdout
    assert b"finding" not in done.stdout + done.stderr
