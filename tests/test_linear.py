r"""What a check costs grows as its input does: four times the text takes no more than some five times the calls of functions.

Calls are counted and not seconds, so that a busy machine changes nothing.  ``benchmarks/linear.py`` measures seconds, of
thousands of pieces.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

import pytest
from thinned import one_in

from argcheck import api
from argcheck.lint.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

pytestmark = pytest.mark.slow

Made = TypeVar("Made")

RULES = sorted(load_rules().rules)
DEFAULT: tuple[str, ...] = ()
MAIN = r"""\documentclass{article}
\begin{document}
\begin{abstract} We show that lamps are bright. All 412 participants came back, with an accuracy of 93.4\,\%%. \end{abstract}
\section{Introduction} We hypothesize that lamps are brighter at night (H1).
%s
\section{Results} In the end 412 participants came back, as Smith (2020) and \citet{smith20} said, $t(40) = 2.13$, $p = .04$.
\section{Conclusion} We saw that lamps are not bright. H1 is confirmed.
\bibliography{refs}
\end{document}
"""
WORK = "@article{smith%s, author={A. Smith}, title={A work on lamps, number %s}, journal={J}, year=%s, volume=1}\n"
MOST = 5.5  # times the calls for four times the text; what is quadratic takes sixteen
SMALL, LARGE = 60, 240

PIECES = {
    "numbers": "12 " * 10,
    "totals": "A total of 12 participants " * 4,
    "typed citations": "Smith (2020) " * 6,
    "questions": "RQ1 " * 10,
    "long names of hypotheses": "hypothesis 1 " * 6,
    "missing files": "\\ref{a%d}\n\\input{lost%d}\n",
    "missing files before the contents": "\\input{lost%d}\n\\tableofcontents\n",
    "own macros that read files": "\\includechapter{lost%d}\n",
    "statistics": "The effect was t(N) = 2.13, p = .05. " * 3,
    "labelled parts": "The 412 lamps (A = 100, B = 200, C = 112) burn. " * 4,
    "groups with their sizes": "(n = 412) and " * 8,
    "shares": "Lamps consisting of 40\\,\\% gold, 30\\,\\% iron and 40\\,\\% lead. " * 3,
    "languages that are asked for": "\\IfLanguageName{dutch}{TODO: a.}{TODO: b.} ",
    "theorems": "\\begin{theorem} Lamps are bright. \\end{theorem}\n",
    "doubts in one line": "It is bright.??? " * 6,
}


def calls(folder: Path, body: str, works: int, rules: Sequence[str] = RULES) -> int:
    """How many functions a check of a document calls."""
    folder.mkdir(exist_ok=True)
    (folder / ".git").mkdir()
    (folder / "main.tex").write_text(MAIN % body, "utf-8")
    entries = "".join(WORK % (n, n, 1800 + n % 200) for n in range(works))
    (folder / "refs.bib").write_text(entries + WORK % (20, 20, 2020), "utf-8")
    report, count = counted(lambda: api.check(folder, config={"extend-select": [*rules]}, isolated=True))
    assert not report.failures
    return count


def counted(work: Callable[[], Made]) -> tuple[Made, int]:
    """Do some work; give what comes of it and how many functions were called."""
    count = 0

    def called(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(called)
    try:
        made = work()
    finally:
        sys.setprofile(None)
    return made, count


def repeated(piece: str, count: int) -> str:
    return "".join(piece.replace("%d", str(number)) for number in range(count))


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_words(piece: str, tmp_path: Path) -> None:
    for name in ("once", "again"):  # the first one imports and compiles
        empty = calls(tmp_path / name, repeated(piece, 1), 1)
    small, large = (calls(tmp_path / str(n), repeated(piece, n), 1) - empty for n in (SMALL, LARGE))
    assert large < MOST * small


GRAPHS = {
    "headings of conclusions": "\\section{Conclusion} We show that lamp %d is bright.\n\n",
    "headings of proofs": "\\section{Proof of lamp %d} It is bright.\n\n",
    "headings of appendices": "\\section{Appendix %d} It is bright.\n\n",
    "captions": "\\begin{figure}\\caption{Lamp %d.}\\label{f%d}\\end{figure} Figure~\\ref{f%d} shows lamp %d.\n\n",
    "claims": "% argcheck: claim id=c%d\nLamp number %d is bright.\n\n",
    "files that are not there": "\\section{Lamp %d} It is bright.\n\n\\input{lost%d}\n",
}


@pytest.mark.parametrize("piece", one_in(2, GRAPHS.values()), ids=GRAPHS)
def test_the_graph_grows_with_its_text(piece: str, tmp_path: Path) -> None:
    """What is asked of each heading is not looked for in all of them, nor in all pieces of the document."""

    def graph(name: str, count: int) -> int:
        (tmp_path / name).mkdir()
        (tmp_path / name / "last.tex").write_text("The last words.\n", "utf-8")
        (tmp_path / name / "main.tex").write_text(MAIN % (repeated(piece, count) + "\\input{last}"), "utf-8")
        runs = ("author", "structure", "cues")
        made, called = counted(lambda: api.argument_graph(tmp_path / name, runs=runs, isolated=True))
        assert made.number_of_nodes()
        return called

    for name in ("once", "again"):
        empty = graph(name, 1)
    small, large = (graph(str(n), n) - empty for n in (SMALL, LARGE))
    assert large < MOST * small


def test_definitions_of_terms_that_begin_alike(tmp_path: Path) -> None:
    def of(count: int) -> str:
        letters = str.maketrans("0123456789", "abcdefghij")
        terms = (f"good {number}".translate(letters) for number in range(count))
        definitions = (
            f"\\begin{{definition}} A \\emph{{{term}}} is a lamp. \\end{{definition}}\n" for term in terms
        )
        made = "\\newtheorem{definition}{Definition} \\newtheorem{theorem}{Theorem}\n"
        return made + "".join(definitions) + "\\begin{theorem}" + " good" * 3 * count + "\\end{theorem}\n"

    def graph(name: str, count: int) -> int:
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.tex").write_text(MAIN % of(count), "utf-8")
        made, called = counted(lambda: api.argument_graph(tmp_path / name))
        assert made.number_of_nodes() > count
        return called

    for name in ("once", "again"):
        empty = graph(name, 1)
    small, large = (graph(str(n), n) - empty for n in (SMALL, LARGE))
    assert large < MOST * small


def test_groups_of_plots_of_which_nothing_may_be_said(tmp_path: Path) -> None:
    label = (
        "\\begin{scope}\n"
        + "\\draw{0}{0}%\n" * 50
        + "\\text{\\color{c}\\catcode`\\%=\\active\\def%{\\%}The time}%\n\\end{scope}\n"
    )
    for name in ("once", "again"):
        empty = calls(tmp_path / name, label, 1, DEFAULT)
    small, large = (calls(tmp_path / str(n), label * n, 1, DEFAULT) - empty for n in (5, 20))
    assert large < MOST * small


def test_files_outside_that_many_files_are_called_like(tmp_path: Path) -> None:
    def of(count: int, name: str) -> int:
        for number in range(count):
            same = tmp_path / name / f"part{number}" / "same.tex"
            same.parent.mkdir(parents=True)
            same.write_text("Words.\n", "utf-8")
        return calls(tmp_path / name, repeated("\\input{/home/ann/old%d/same}\n", count), 1, DEFAULT)

    for name in ("once", "again"):
        empty = of(1, name)
    small, large = (of(n, str(n)) - empty for n in (SMALL, LARGE))
    assert large < MOST * small


def test_typed_authors_of_one_family(tmp_path: Path) -> None:
    words = PIECES["typed citations"]
    for name in ("once", "again"):
        empty = calls(tmp_path / name, words, 1)
    small, large = (calls(tmp_path / str(n), words * n, n) - empty for n in (SMALL, LARGE))
    assert large < MOST * small


def test_defeated_claims_that_feed_one_conclusion(tmp_path: Path) -> None:
    claim = (
        "% argcheck: claim id=c%d uses=g\n% argcheck: supports con\nLamp number %d is bright.\n\n"
        "% argcheck: given id=a%d\n% argcheck: attacks c%d\nThe switch of lamp %d is broken.\n\n"
    )
    frame = (
        "% argcheck: given id=g\nThere is light.\n\n% argcheck: conclusion id=con\nSo lamps are bright.\n\n{}"
    )
    for name in ("once", "again"):
        empty = calls(tmp_path / name, frame.format(repeated(claim, 1)), 1)
    small, large = (
        calls(tmp_path / str(n), frame.format(repeated(claim, n)), 1) - empty for n in (SMALL, LARGE)
    )
    assert large < MOST * small


def test_defeated_claims_that_feed_many_conclusions(tmp_path: Path) -> None:
    claim = (
        "% argcheck: claim id=c%d uses=g\n% argcheck: supports hub\nLamp number %d is bright.\n\n"
        "% argcheck: given id=a%d\n% argcheck: attacks c%d\nThe switch of lamp %d is broken.\n\n"
        "% argcheck: conclusion id=con%d uses=hub\nSo room %d is bright.\n\n"
    )
    frame = "% argcheck: given id=g\nThere is light.\n\n% argcheck: claim id=hub\nThe lamps are on.\n\n{}"
    for name in ("once", "again"):
        empty = calls(tmp_path / name, frame.format(repeated(claim, 1)), 1, DEFAULT)
    # Three preview rules look at each conclusion by itself: critical-link, low-support-width, isolated-load-bearing.
    small, large = (
        calls(tmp_path / str(n), frame.format(repeated(claim, n)), 1, DEFAULT) - empty for n in (SMALL, LARGE)
    )
    assert large < MOST * small


def test_files_of_typst_that_include_others_by_code(tmp_path: Path) -> None:
    def of(name: str, count: int) -> int:
        (tmp_path / name).mkdir()
        part = '#let next = "none"\n#include "a" + next + ".typ"\nLamps are bright.\n'
        main = '#include "part%d.typ"\n#bibliography("refs.bib")\n'
        for number in range(count):
            (tmp_path / name / f"part{number}.typ").write_text(part, "utf-8")
            (tmp_path / name / f"main{number}.typ").write_text(main % number, "utf-8")
        return counted(lambda: api.check(tmp_path / name, isolated=True))[1]

    for name in ("once", "again"):
        empty = of(name, 1)
    small, large = (of(str(count), count) - empty for count in (20, 80))
    assert large < MOST * small
