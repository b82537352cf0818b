"""The language server in a real editor: Neovim 0.11 or newer, if there is one (in the path, or where ARGCHECK_NEOVIM says)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytestmark = pytest.mark.slow

NEOVIM = os.environ.get("ARGCHECK_NEOVIM") or shutil.which("nvim") or ""
PAPER = "\\documentclass{article}\n\\begin{document}\nÜberall 😀𝒳 steht \\cite{knut84} und \\cite{knuth84}.\n\\bibliography{refs}\n\\end{document}\n"


def version() -> tuple[int, ...]:
    if not NEOVIM:
        return (0,)
    said = subprocess.run([NEOVIM, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", said.split("\n")[0])[:2]))


@pytest.mark.skipif(version() < (0, 11), reason="Neovim 0.11 is not installed")
@pytest.mark.parametrize("diagnostics", ["pull", "push"])
def test_typing_a_quick_fix_and_a_rename(tmp_path: Path, diagnostics: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.tex").write_text(PAPER, "utf-8")
    refs = "@book{knuth84, author={D. Knuth}, title={T}, publisher={P}, year=1984}\n"
    (tmp_path / "refs.bib").write_text(refs, "utf-8")
    script = Path(__file__).parent / "neovim.lua"
    environment = os.environ | {
        "PYTHON": sys.executable,
        "FILE": str(tmp_path / "main.tex"),
        "DIAGNOSTICS": diagnostics,
    }
    command = [NEOVIM, "--clean", "--headless", "-l", str(script)]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600, check=True
    )
    assert (done.stdout + done.stderr).split("\n")[:4] == [
        "found CIT001 undefined-citation knut84 line 2",
        "moved to line 3",
        "mended, left 0",
        "renamed 2 left 0",
    ]
