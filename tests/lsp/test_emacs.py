"""The language server in Emacs with eglot, in batch, if there is one with eglot (in the path, or where ARGCHECK_EMACS says): seen with Emacs 28.2 and eglot 1.9."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytestmark = pytest.mark.slow

EMACS = os.environ.get("ARGCHECK_EMACS") or shutil.which("emacs") or ""
PAPER = "\\documentclass{article}\n\\begin{document}\nÜberall 😀𝒳 steht \\cite{knut84} und \\cite{knuth84}.\n\\bibliography{refs}\n\\end{document}\n"
HAS_EGLOT = ["--batch", "-f", "package-initialize", "--eval", "(require 'eglot)"]


def with_eglot() -> bool:
    return (
        bool(EMACS)
        and subprocess.run([EMACS, *HAS_EGLOT], capture_output=True, check=False, timeout=60).returncode == 0
    )


@pytest.mark.skipif(not with_eglot(), reason="Emacs with eglot is not installed")
def test_typing_a_quick_fix_and_a_rename(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.tex").write_text(PAPER, "utf-8")
    refs = "@book{knuth84, author={D. Knuth}, title={T}, publisher={P}, year=1984}\n"
    (tmp_path / "refs.bib").write_text(refs, "utf-8")
    script = Path(__file__).parent / "emacs.el"
    environment = os.environ | {"PYTHON": sys.executable, "FILE": str(tmp_path / "main.tex")}
    command = [EMACS, "-q", "--batch", "-f", "package-initialize", "-l", str(script)]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.stdout.splitlines() == [
        "found knut84 at line 3: argcheck [CIT001 undefined-citation]: no entry has the key 'knut84' (looked in refs.bib)",
        "moved to line 4",
        "mended, left 0",
        "renamed 2 here and 1 in the bibliography",
        "left 0",
    ], done.stderr
