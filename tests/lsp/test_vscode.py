"""The extension for Visual Studio Code: its protocol tests, in node where that is installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from argcheck import __version__

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"


@pytest.mark.slow
def test_the_protocol_tests_of_the_extension() -> None:
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    node = shutil.which("node")
    if (
        not node
        or int(
            subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
            .stdout[1:]
            .split(".")[0]
        )
        < 20
    ):
        pytest.skip("node 20 is not installed")
    server = json.dumps([sys.executable, "-m", "argcheck", "lsp"])
    done = subprocess.run(
        [node, "--test", "test/"],
        cwd=EXTENSION,
        env=os.environ | {"ARGCHECK_SERVER": server},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "pass 3" in done.stdout


def test_its_manifest_has_the_version_of_argcheck_and_pins_what_it_needs() -> None:
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    assert manifest["version"] == __version__
    needed = {**manifest["dependencies"], **manifest["devDependencies"]}
    assert [version for version in needed.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
    assert (EXTENSION / "LICENSE").read_text("utf-8") == (EXTENSION.parents[1] / "LICENSE").read_text("utf-8")
