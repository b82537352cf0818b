"""The language server in Kate, without a screen, where Kate is installed: with the settings of the page on editors it finds a wrong key."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import patience

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("kate") and shutil.which("dbus-run-session")), reason="Kate is not installed"
    ),
]

PAGE = Path(__file__).parents[2] / "docs" / "editors.md"
PAPER = "\\documentclass{article}\n\\begin{document}\nÜberall 😀𝒳 steht \\cite{knut84} und \\cite{knuth84}.\n\\bibliography{refs}\n\\end{document}\n"
REFS = "@book{knuth84, author={D. Knuth}, title={T}, publisher={P}, year=1984}\n"
#: Kate asks before it starts a program, unless it has been allowed.
ALLOWED = "[Kate Plugins]\nlspclientplugin=true\nkatesessionsplugin=false\n\n[lspclient]\nAllowedServerCommandLines={}\n"
#: Hands on what Kate says, and keeps what it is told.
SERVER = """#!/bin/sh
{python} -m argcheck lsp | tee -a {told}
"""


def test_it_starts_the_server_and_is_told_of_a_wrong_key(tmp_path: Path) -> None:
    setting = re.search(
        r"^## Kate\n.*?^```json\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert setting
    told, server, config = tmp_path / "told", tmp_path / "server", tmp_path / "home" / ".config"
    server.write_text(SERVER.format(python=sys.executable, told=told), "utf-8")
    server.chmod(0o700)
    settings = json.loads(setting[1])
    assert settings["servers"]["latex"]["command"] == ["argcheck", "lsp"]
    settings["servers"]["latex"]["command"] = [str(server)]
    (config / "kate" / "lspclient").mkdir(parents=True)
    (config / "kate" / "lspclient" / "settings.json").write_text(json.dumps(settings), "utf-8")
    (config / "katerc").write_text(ALLOWED.format(server), "utf-8")
    (tmp_path / "paper" / ".git").mkdir(parents=True)
    (tmp_path / "paper" / "main.tex").write_text(PAPER, "utf-8")
    (tmp_path / "paper" / "refs.bib").write_text(REFS, "utf-8")
    environment = os.environ | {
        "HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(config), "XDG_RUNTIME_DIR": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"), "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8",
    }  # fmt: skip
    tmp_path.chmod(0o700)
    kate = subprocess.Popen(
        ["dbus-run-session", "--", "kate", "-b", "main.tex"], cwd=tmp_path / "paper", env=environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        end = time.monotonic() + patience(30)
        text = ""
        while "publishDiagnostics" not in text and time.monotonic() < end:
            time.sleep(0.2)
            text = told.read_text("utf-8") if told.exists() else ""
    finally:
        os.killpg(kate.pid, 15)
        kate.wait()
    bodies = [json.loads(body) for body in re.findall(r"^(\{.*?\})(?=Content-Length|\Z)", text, re.MULTILINE)]
    (diagnostic,) = [
        d
        for body in bodies
        if body.get("method", "").endswith("Diagnostics")
        for d in body["params"]["diagnostics"]
    ]
    assert diagnostic["code"] == "CIT001 undefined-citation"
    line = PAPER.split("\n")[diagnostic["range"]["start"]["line"]].encode(
        "utf-16-le"
    )  # Kate counts as QString does
    start, finish = (2 * diagnostic["range"][side]["character"] for side in ("start", "end"))
    assert line[start:finish].decode("utf-16-le") == "knut84"
