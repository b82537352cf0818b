"""The audit of real papers: what is made of a folder, and that each member is held against what it is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).parents[2] / "benchmarks" / "real_papers.py"
DOCUMENT = "\\documentclass{article}\\begin{document}\nText \\cite{a, b}.\n\\bibliography{r}\\end{document}\n"


def test_each_member_has_the_row_that_its_bytes_deserve(tmp_path: Path) -> None:
    for number in range(4):
        paper = tmp_path / "papers" / f"p{number}"
        paper.mkdir(parents=True)
        (paper / "main.tex").write_text(DOCUMENT)
        if number:
            (paper / "r.bib").write_text("@misc{a, title={A}}\n@misc{b, title={B}}\n")
    command = [sys.executable, str(SCRIPT), str(tmp_path / "papers"), "--out", str(tmp_path / "out")]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONSAFEPATH": ""}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 papers and 5 damaged members: 10 rows" in done.stdout
    assert "not as their bytes deserve: 0" in done.stdout
    assert "citations whose key stands where the row says: 8 of 8" in done.stdout
