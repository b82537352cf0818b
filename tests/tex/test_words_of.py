"""The words of a part of a document as a reader counts them: no keys, no formulas, a hyphen joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.api import RuleContext


def read(folder: Path, text: str, **files: str) -> RuleContext:
    main = f"\\documentclass{{article}}\n\\newcommand{{\\tool}}{{a tool}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    return context(folder, main=main, **files)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Small studies exaggerate~\\cite[p.~3]{lee2020,roe}.", "Small studies exaggerate"),
        ("As in Table~\\ref{tab:a}, it is so.", "As in Table it is so"),
        ("So [the authors] say, {[}again{]} \\cref{a,b}.", "So the authors say again"),
        ("An SVM-RFE isn't one, and users' 2 GB are.", "An SVM-RFE isn't one and users 2 GB are"),
        ("Let $I$ be $n = 12$ in \\(J\\) or $\\frac{a}{b}$.", "Let be in or"),
        ("It is \\tool{} \\emph{of} ours. % a comment", "It is a tool of ours"),
        ("Of 1,000 cars 2.5 are fast--or not.", "Of 1,000 cars 2.5 are fast or not"),
        ("The r\\^ole of {\\'E}mile's way.", "The rôle of Émile's way"),
    ],
)
def test_the_words_of_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    m = read(tmp_path, text).manuscript
    assert " ".join(m.words_of(m.sentences[0])) == words


def test_a_footnote_is_a_sentence_of_its_own(tmp_path: Path) -> None:
    m = read(tmp_path, "They are many\\footnote{Of two years.} by now.").manuscript
    assert {" ".join(m.words_of(sentence)) for sentence in m.sentences} == {
        "They are many by now",
        "Of two years",
    }


def test_captions_items_and_rows(tmp_path: Path) -> None:
    text = (
        "\\begin{table}\\begin{tabular}{l}A row \\\\ \\end{tabular}\\caption{The \\emph{same} $x$.}\\end{table}\n"
        "\\begin{description}\\item[Fast] One $I$.\\end{description}\\section{On speed}\n"
    )
    m = read(tmp_path, text).manuscript
    told = {sentence.kind: m.words_of(sentence) for sentence in m.sentences}
    assert told == {
        "table": ("A", "row"), "caption": ("The", "same"), "item": ("Fast", "One"), "title": ("On", "speed"),
    }  # fmt: skip


def test_the_words_of_a_section_and_a_range(tmp_path: Path) -> None:
    text = "\\begin{abstract}\nIn short.\n\\input{part}\n\\end{abstract}\n\\section{One} It is.\n\\subsection{Two}\nSo, $x$ it is."
    m = read(tmp_path, text, part="And read \\cite{a}.\n").manuscript
    assert m.words_of(m.sections[0]) == ("It", "is", "Two", "So", "it", "is")
    assert m.abstract
    assert m.words_of(m.abstract) == ("In", "short", "And", "read")
    assert m.words_of(m.sections[1].title) == ("Two",)
