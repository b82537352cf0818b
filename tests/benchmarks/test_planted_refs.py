"""What is planted stands in front of the end of a document, and not of an example of one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from loaded_scripts import load

if TYPE_CHECKING:
    import planted_refs

if not TYPE_CHECKING:
    planted_refs = load(Path(__file__).resolve().parents[2] / "benchmarks" / "planted_refs.py")


@pytest.mark.parametrize(
    "before",
    [
        "Words.\n",
        "% \\end{document}\nWords.\n",
        "\\begin{verbatim}\n\\begin{document}\n\\end{document}\n\\end{verbatim}\n",
        "\\begin{lstlisting}[language=TeX]\n\\end{document}\n\\end{lstlisting}\n\\begin{Verbatim*}\n\\end{document}\n\\end{Verbatim*}\n",
        "\\lstnewenvironment{source}{}{}\n\\begin{source}\n\\end{document}\n\\end{source}\n",
        "\\DefineVerbatimEnvironment{code}{Verbatim}{}\n\\begin{code}\n\\end{document}\n\\end{code}\n",
        "\\newcommand{\\doc}[1]{%\n\\begin{document}\n#1\n\\end{document}}\n",
    ],
)
def test_an_end_within_an_example_is_none(before: str) -> None:
    assert planted_refs.end_of(f"{before}\\end{{document}}\n\\end{{document}}\n") == len(before)


def test_a_document_may_have_no_end() -> None:
    assert planted_refs.end_of("\\begin{verbatim}\n\\end{document}\n\\end{verbatim}\n") == -1
