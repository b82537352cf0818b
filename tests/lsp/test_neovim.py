"""The language server in a real editor: Neovim 0.11 or newer, if there is one (in the path, or where ARGCHECK_NEOVIM says)."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from settled_entry import with_record

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytestmark = pytest.mark.slow

NEOVIM = os.environ.get("ARGCHECK_NEOVIM") or shutil.which("nvim") or ""
PAPER = "\\documentclass{article}\n\\begin{document}\nÜberall 😀𝒳 steht \\cite{knut84} und \\cite{knuth84}.\n\\bibliography{refs}\n\\end{document}\n"


def version() -> tuple[int, ...]:
    if not NEOVIM:
        return (0,)
    said = subprocess.run([NEOVIM, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", said.split("\n")[0])[:2]))


def lines_of(script: str, file: Path, **environment: str) -> list[str]:
    """Run a script in Neovim on a file, and give what it prints."""
    command = [NEOVIM, "--clean", "--headless", "-l", str(Path(__file__).parent / script)]
    variables = os.environ | {"PYTHON": sys.executable, "FILE": str(file)} | environment
    done = subprocess.run(
        command, cwd=file.parent, env=variables, capture_output=True, text=True, timeout=600, check=True
    )
    return (done.stdout + done.stderr).split("\n")


@pytest.mark.skipif(version() < (0, 11), reason="Neovim 0.11 is not installed")
@pytest.mark.parametrize("diagnostics", ["pull", "push"])
def test_typing_a_quick_fix_and_a_rename(tmp_path: Path, diagnostics: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.tex").write_text(PAPER, "utf-8")
    refs = "@book{knuth84, author={D. Knuth}, title={T}, publisher={P}, year=1984}\n"
    (tmp_path / "refs.bib").write_text(refs, "utf-8")
    assert lines_of("neovim.lua", tmp_path / "main.tex", DIAGNOSTICS=diagnostics)[:5] == [
        "found CIT001 undefined-citation knut84 line 2",
        "moved to line 3",
        "mended, left 0",
        "renamed 2 left 0",
        "in the window beside it 2",
    ]


@pytest.mark.skipif(version() < (0, 11), reason="Neovim 0.11 is not installed")
def test_an_annotation_and_a_record_are_taken_over(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    told = (
        "\\begin{abstract}\nÜberall 😀: we conclude that height decides \\cite{knuth84}.\n\\end{abstract}\n"
    )
    (tmp_path / "main.tex").write_text(
        PAPER.replace("Überall", f"{told}Überall").replace("knut84", "knuth84"), "utf-8"
    )
    with_record(tmp_path)
    assert lines_of("neovim_offers.lua", tmp_path / "main.tex")[:4] == [
        "annotated % argcheck: conclusion id=con:uberall-conclude-height uses=cite:knuth84",
        "the claim has a lens: 1 support, width 1",
        "record @article{knuth84, author={Knuth, Donald}, title={Literate programming in {TeX}}, journal={The Computer Journal}, year={1984}, doi={10.1093/comjnl/27.2.97}, pages={97--111}}",
        "saved 0",
    ]
