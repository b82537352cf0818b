"""What a run imports: costly packages where they are used, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_a_check_imports_little(tmp_path: Path) -> None:
    """What takes as long to import as a short document takes to check is imported where it is used."""
    text = r"\documentclass{article}\begin{document}See \cite{a} and 3 of 4.\bibliography{b}\end{document}"
    (tmp_path / "a.tex").write_text(text, "utf-8")
    (tmp_path / "b.bib").write_text(
        "@misc{a, title = {$P_7$-free graphs}, author = {Doe, Jane}, year = 2020}", "utf-8"
    )
    heavy = {"pluggy", "networkx", "bibtexparser", "pylatexenc", "difflib", "tqdm", "tempfile"}
    code = f"import sys; from argcheck.cli.run import run; run(['a.tex']); print('imported', *{heavy} & set(sys.modules))"
    # A variable that nothing reads is compared with those that are read, by difflib.
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ARGCHECK_")}
    environ["ARGCHECK_CACHE_DIR"] = str(tmp_path / "cache")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environ, capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[-1] == "imported"
