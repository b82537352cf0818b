"""When an interrogation stops: by the width of a conclusion that page, editor and terminal show, too."""

import re

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import PAPER, ask, claim, edge, is_check, paper, shown

from argcheck.cli.report_command import command as report

pytestmark = pytest.mark.slow
assert paper

THEOREM = r"""\begin{theorem}\label{t} The speed of a dune grows with the cube of that of the wind.\end{theorem}
\begin{proof} By hand.\end{proof}
"""


def answering(*kinds):
    """A model whose readings give the conclusion three supports of these kinds."""

    def script(request, _):
        if is_check(request):
            return {"verdict": "supported", "reason": "[3]"}
        sentences = shown(request)
        starts = ("In strong wind", "A second team", "The speed of")
        nodes = [
            claim(f"n{number}", sentences, start, kind, "result")
            for number, (start, kind) in enumerate(zip(starts, kinds, strict=False))
        ]
        end = claim("end", sentences, "We conclude", "conclusion", "conclusion")
        return {"nodes": [*nodes, end], "edges": [edge(node["id"], "end") for node in nodes]}

    return script


def checks(requests):
    return sum(map(is_check, requests))


def widths_of_the_page(folder):
    page = folder / "page.html"
    argv = [str(folder), "--isolated", "--no-cache", "--runs", "all", "--output-file", str(page)]
    report.main(argv, standalone_mode=False)
    return set(re.findall(r"width (\d): falls", page.read_text("utf-8")))


def test_a_support_that_has_a_finding_of_its_own_counts_as_elsewhere(paper):
    outcome, requests = ask(paper, answering("given", "inference"), "--runs", "2")
    assert "2 independent routes:" in outcome.out
    assert checks(requests) == 0
    assert widths_of_the_page(paper) == {"2"}


def test_a_proved_theorem_counts_as_elsewhere(paper):
    text = PAPER.replace("\\begin{document}", "\\newtheorem{theorem}{Theorem}\n\\begin{document}")
    (paper / "paper.tex").write_text(text.replace("\\section{Conclusion}", THEOREM + "\\section{Conclusion}"))
    outcome, requests = ask(
        paper, answering("given", "given", "inference"), "--runs", "2", "--min-width", "3"
    )
    assert "3 independent routes:" in outcome.out
    assert checks(requests) == 0
    assert widths_of_the_page(paper) == {"3"}
