"""What the styles of a distribution define is written where a body and a name, or a declaration, say the same."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "tex_distribution.py"
FILES = {
    "latex/base/latex.ltx": r"\def\marginpar{}",
    "latex/lamps/lamps.sty": r"""
        \newcommand{\lampref}[1]{lamp~\ref{lamp:#1}}
        \newcommand{\shine}[1]{\ref{#1}}
        \renewcommand{\marginpar}[1]{\label{#1}}
        \lstnewenvironment{lampcode}{}{}
        \newtheorem{lampfact}{Fact on lamps}
    """,
    "latex/lamps/lampbook.cls": r"\LoadClass{book}\RequirePackage{lamps}",
    "latex/lamps/lampthesis.cls": r"\LoadClass{lampbook}\AtEndDocument{\bibliography{own}}",
    "latex/lamps/lamp.cls": "",
    "generic/lampdraw/lampdraw.tex": "",
    "generic/lamp/lamp.tex": "",
    "generic/lampdraw/part.tex": "",
}


def test_what_is_written(tmp_path: Path):
    for name, text in FILES.items():
        path = tmp_path / "tex" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    words = tmp_path / "words"
    words.write_text("Lamp\n", "utf-8")
    command = [sys.executable, str(SCRIPT), str(tmp_path), "--words", str(words), "--into", str(tmp_path)]
    subprocess.run(command, check=True)
    packages, files = (
        tomllib.loads((tmp_path / name).read_text("utf-8")) for name in ("texlive.toml", "texlive-files.toml")
    )
    assert packages == {
        "lamps": {
            "ref": {"{lamp:*}": "lampref"},
            "theorems": "lampfact=fact␣on␣lamps",
            "verbatim": "lampcode",
        },
        "lampbook": {"loads": "lamps"},
        "lampthesis": {"loads": "lampbook"},
    }
    assert files == {"files": {"inputs": "lampdraw"}, "classes": {"plain": "lampbook"}}
