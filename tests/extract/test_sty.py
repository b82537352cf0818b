"""argcheck.sty changes nothing that is printed, and lives with the macros of others."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from argcheck.cli.graph_command import command as graph
from argcheck.cli.init_command import command

STYLE = files("argcheck").joinpath("data/argcheck.sty").read_bytes()
ANNOTATED = r"""\documentclass{article}
@PREAMBLE@
\newtheorem{lemma}{Lemma}
\begin{document}
Some text \uses{lem:a} goes on, and \argclaim[role=result,conf=0.9]{cl:fast}{the method is fast}, as we
say \attacks{cl:fast} here. Next one.\refuted{cl:x}{it was withdrawn} More \assumes{lem:a}\uses{lem:a} words.
% argcheck: claim id=cl:two
The second claim is here. % argcheck: uses cl:fast
It goes on.

\argroot{lem:a}
\begin{lemma}\label{lem:a}\uses{cl:fast} A lemma. \end{lemma}
\proves{lem:a}\supports{lem:a} Last paragraph.
\end{document}
"""
MACROS = r"\\(?:uses|attacks|assumes|argroot|proves|supports)\{[^}]*\}|\\refuted\{[^}]*\}\{[^}]*\}"

compiles = pytest.mark.skipif(
    shutil.which("pdflatex") is None or shutil.which("pdftotext") is None, reason="no LaTeX is installed"
)


def printed(folder, name, text):
    """The words of the PDF with their boxes."""
    (folder / "argcheck.sty").write_bytes(STYLE)
    (folder / f"{name}.tex").write_text(text, encoding="utf-8")
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout.decode(errors="replace")[-2000:]
    boxes = subprocess.run(
        ["pdftotext", "-bbox", f"{name}.pdf", "-"], cwd=folder, capture_output=True, check=True
    )
    return re.findall(r"<word.*", boxes.stdout.decode())


@compiles
def test_every_word_stands_where_it_stood(tmp_path):
    bare = re.sub(r"\\argclaim\[[^\]]*\]\{[^}]*\}\{([^}]*)\}", r"\1", ANNOTATED)
    bare = re.sub(r"% argcheck: claim.*\n", "", bare)
    bare = re.sub(rf"(?<=\S) (?:{MACROS})(?= )|{MACROS}", "", bare).replace("@PREAMBLE@", "")
    annotated = printed(tmp_path, "with", ANNOTATED.replace("@PREAMBLE@", "\\usepackage{argcheck}"))
    assert annotated == printed(tmp_path, "without", bare)


@compiles
@pytest.mark.parametrize("before", [True, False])
def test_macros_of_a_blueprint_stay_as_they_are(tmp_path, before):
    own = r"\newcommand{\uses}[1]{USED}\newcommand{\proves}[1]{PROVED}"
    package = "\\usepackage{argcheck}"
    preamble = f"{package}\n{own}" if before else f"{own}\n{package}"
    words = printed(tmp_path, "own", ANNOTATED.replace("@PREAMBLE@", preamble))
    assert sum("USED" in word for word in words) == 3


def test_the_package_beside_the_document_hides_nothing_that_is_said_with_it(tmp_path):
    text = ANNOTATED.replace("@PREAMBLE@", "\\usepackage{argcheck}")
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    argv = [str(tmp_path), "--isolated", "--no-cache", "--format", "json"]
    without = json.loads(graph.main(argv, standalone_mode=False).out)
    (tmp_path / "argcheck.sty").write_bytes(STYLE)
    beside = json.loads(graph.main(argv, standalone_mode=False).out)
    assert beside == without
    [document] = beside["documents"]
    assert {node["id"] for node in document["nodes"]} >= {"cl:fast", "cl:two", "lem:a"}


def test_init_writes_the_package_once(tmp_path):
    out = command.main([str(tmp_path), "--sty"], standalone_mode=False)
    assert "wrote" in out.err
    assert (tmp_path / "argcheck.sty").read_bytes() == STYLE
    assert "up to date" in command.main([str(tmp_path), "--sty"], standalone_mode=False).err
    (tmp_path / "argcheck.sty").write_text("mine", encoding="utf-8")
    assert "stays as it is" in command.main([str(tmp_path), "--sty"], standalone_mode=False).err
    assert (tmp_path / "argcheck.sty").read_text(encoding="utf-8") == "mine"
