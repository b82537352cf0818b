"""The sessions of the how-to pages happen as they are printed.

A page says ``<!-- session: examples/paper as thesis -->``, and its ``console`` blocks are then one session of a shell, in a
folder that holds a copy of that example.  ``python tests/test_how_to.py`` writes the present answers into the pages.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
SESSION = re.compile(r"<!-- session: (?P<example>\S+) as (?P<name>\S+) -->")
BLOCK = re.compile(r"(?<=^```console\n)(?P<lines>.*?)(?=^```$)", re.DOTALL | re.MULTILINE)
#: Stands between the answers; no command prints it.
MARK = "--- next command ---"


def answers(commands: list[str], folder: Path) -> list[str]:
    """What each command prints on both streams, all in one shell in a folder; ``$?`` is that of the command before."""
    script = "".join(f"{command}\ncode=$?; echo '{MARK}'; (exit $code)\n" for command in commands)
    script += "exit 0\n"
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("ARGCHECK_", "GIT_"))}
    scripts = sysconfig.get_path("scripts")
    environ |= {
        "PATH": os.pathsep.join([scripts, os.environ["PATH"]]),
        "XDG_CONFIG_HOME": os.devnull, "XDG_CACHE_HOME": os.fspath(folder / ".cache"), "COLUMNS": "80",
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,  # pages show the hash of a commit
        "GIT_AUTHOR_DATE": "2026-01-01T12:00Z", "GIT_COMMITTER_DATE": "2026-01-01T12:00Z",
    }  # fmt: skip
    done = subprocess.run(
        ["sh"], input=script, cwd=folder, env=environ, check=True, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    *printed, rest = done.stdout.split(MARK + "\n")
    assert rest == ""
    return printed


def refreshed(page: str) -> str:
    """The page with the answers of today."""
    session = SESSION.search(page)
    if session is None:
        assert not BLOCK.search(page), "a session needs a line that says which example it begins with"
        return page
    commands = [
        line[2:] for block in BLOCK.findall(page) for line in block.splitlines() if line.startswith("$ ")
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree(ROOT / session["example"], folder / session["name"])
        printed = iter(zip(commands, answers(commands, folder), strict=True))

    def with_answers(block: re.Match[str]) -> str:
        count = sum(line.startswith("$ ") for line in block["lines"].splitlines())
        return "".join(f"$ {command}\n{answer}" for command, answer in (next(printed) for _ in range(count)))

    return BLOCK.sub(with_answers, page)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the sessions are those of a POSIX shell")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_session_happens_as_it_is_printed(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == refreshed(text), "run `python tests/test_how_to.py` and look at the difference"


if __name__ == "__main__":
    for path in PAGES:
        path.write_text(refreshed(path.read_text("utf-8")), "utf-8", newline="\n")
    sys.exit(0)
