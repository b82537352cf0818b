"""Small documents, read and extracted."""

import pytest

from argcheck.argument.extract.build import build
from argcheck.reading.workspace import Workspace
from argcheck.settings import config

PREAMBLE = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\newtheorem{lemma}{Lemma}
\newtheorem{claim}{Claim}
\newtheorem{corollary}{Corollary}
\newtheorem{definition}{Definition}
\newtheorem{remark}{Remark}
\newtheorem{assumption}{Assumption}
\newtheorem{conjecture}{Conjecture}
\newtheorem*{theorem*}{Theorem}
"""


def read(path):
    """The document that a file belongs to."""
    settings = config.settings_for((path,), cwd=path.parent, isolated=True)
    return Workspace([path], settings, cwd=path.parent).read()[0]


@pytest.fixture
def graph(tmp_path):
    """Build the graph of the body of a document."""

    def make(body, runs=("author", "structure"), bib="", preamble="", **options):
        text = PREAMBLE + preamble + "\\begin{document}\n" + body + "\n\\end{document}\n"
        (tmp_path / "main.tex").write_text(text, encoding="utf-8")
        (tmp_path / "refs.bib").write_text(bib, encoding="utf-8")
        return build(read(tmp_path / "main.tex"), runs, **options)

    return make
