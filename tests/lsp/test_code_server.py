"""The packed extension in Visual Studio Code itself, which `code-server` of npm serves to a browser; skipped where that is not installed.

``ARGCHECK_CODE_SERVER`` names its ``out/node/entry.js`` and ``ARGCHECK_VSIX`` the packed extension (docs/editors.md).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from patience import patience

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

ENTRY, PACKED = os.environ.get("ARGCHECK_CODE_SERVER", ""), os.environ.get("ARGCHECK_VSIX", "")
sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
if not (ENTRY and PACKED and CHROMIUM and shutil.which("node")):
    pytest.skip(
        "ARGCHECK_CODE_SERVER and ARGCHECK_VSIX name no editor and extension", allow_module_level=True
    )

PAPER = r"""\documentclass{article}
\begin{document}
Sand is wet \cite{knowm}.
\bibliography{refs}
\end{document}
"""
ENTRY_OF_BIB = "@book{known, author={A. Writer}, title={A Title}, publisher={P}, year=2001}\n"
SETTINGS = {
    "argcheck.command": [sys.executable, "-m", "argcheck", "lsp"],
    "files.autoSave": "off",
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "paper.tex").write_text(PAPER, "utf-8")
    (folder / "refs.bib").write_text(ENTRY_OF_BIB, "utf-8")
    return folder


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    data = tmp_path / "data"
    (data / "User").mkdir(parents=True)
    (data / "User" / "settings.json").write_text(json.dumps(SETTINGS), "utf-8")
    places = [
        "--user-data-dir",
        str(data),
        "--extensions-dir",
        str(tmp_path / "extensions"),
        "--config",
        str(tmp_path / "c.yaml"),
    ]
    command = ["node", ENTRY, *places, "--disable-telemetry", "--disable-update-check"]
    subprocess.run([*command, "--install-extension", PACKED], check=True, capture_output=True)
    server = subprocess.Popen(
        [*command, "--auth", "none", "--bind-addr", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        yield next(
            found[1] for line in server.stdout if (found := re.search(r"listening on (http://\S+)", line))
        )
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@pytest.fixture
def window(address: str, project: Path) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(1000 * patience(30))
        page.goto(f"{address}?folder={project}")
        yield page
        browser.close()


def test_findings_and_their_repairs_are_there_while_nothing_is_saved(window: Any, project: Path) -> None:
    window.get_by_text("paper.tex", exact=True).first.dblclick()
    window.locator(".squiggly-error").first.wait_for()
    window.keyboard.press("Control+Shift+M")
    window.get_by_text("no entry has the key 'knowm' (looked in refs.bib)").first.wait_for()
    window.get_by_text("'known' is here").first.wait_for()
    window.locator(".monaco-editor .view-line", has_text="knowm").first.click()
    window.keyboard.press("Home")
    window.keyboard.press("F8")  # to the next problem
    window.keyboard.press("Escape")
    window.keyboard.press("Control+.")
    window.get_by_text("suppress undefined-citation here, with a reason").wait_for()
    window.get_by_text("change to 'known'").wait_for()
    window.keyboard.press("Enter")  # the first one
    window.get_by_text("No problems have been detected in the workspace.").wait_for()
    assert "cite{known}" in window.locator(".monaco-editor .view-lines").first.inner_text()
    assert (project / "paper.tex").read_text("utf-8") == PAPER
