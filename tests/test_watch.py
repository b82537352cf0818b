"""`--watch`: a process that prints again what a change brings, and ends by an interrupt."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="an interrupt is sent in another way there"),
]

PAPER = "\\documentclass{article}\\begin{document}See \\ref{%s}.\\end{document}"
PATIENCE = 60  # seconds, on a busy machine


class Watcher:
    """A run that goes on, and what it has printed so far."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "argcheck", "--watch", "--select", "undefined-reference", *words]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.text = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line

    def shows(self, words: str, times: int = 1) -> bool:
        end = time.monotonic() + PATIENCE
        while self.text.count(words) < times and time.monotonic() < end:
            time.sleep(0.05)
        return self.text.count(words) == times

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.ended()

    def ended(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


def test_changes_are_seen(tmp_path: Path) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text(PAPER % "one", "utf-8")
    watcher = Watcher(tmp_path)
    assert watcher.shows("'one'")
    assert watcher.shows("watching for changes")
    paper.write_text(PAPER % "two", "utf-8")
    assert watcher.shows("'two'")
    (tmp_path / "other.tex").write_text(PAPER % "three", "utf-8")
    assert watcher.shows("'three'")
    (tmp_path / "argcheck.toml").write_text("selekt = 1\n", "utf-8")
    assert watcher.shows("argcheck.toml:1")
    (tmp_path / "argcheck.toml").unlink()
    assert watcher.shows("'three'", 2)
    assert watcher.shows("watching for changes", 5)
    assert watcher.interrupt() == 130
    assert "Traceback" not in watcher.text


def test_a_folder_that_is_deleted_ends_it(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "paper.tex").write_text(PAPER % "nowhere", "utf-8")
    watcher = Watcher(folder)
    assert watcher.shows("nowhere")
    shutil.rmtree(folder)
    assert watcher.shows("the folder that this runs in has been deleted")
    assert watcher.ended() == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.tex"], "nowhere.tex: no such file or folder"),
        (["--fix"], "--watch and --fix: one at a time"),
    ],
)
def test_what_cannot_begin_ends(tmp_path: Path, words: list[str], message: str) -> None:
    command = [sys.executable, "-m", "argcheck", "--watch", *words]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 2
    assert message in done.stderr
