"""What ``argcheck graph --traces`` takes for the ground of a number in an abstract or a conclusion."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from argcheck.cli.graph_command import command

if TYPE_CHECKING:
    from pathlib import Path

OTTERS = r"""
\begin{table}\caption{Catch of the swimmers}\label{tab:catch}\begin{tabular}{lrr}\toprule
Swimmer & Recall (\%) & Dives \\ \midrule
Otter & 94.3 & 2019 \\
Beaver & 81.6 & 7 \\ \bottomrule
\end{tabular}\end{table}
"""
LAKES = r"""
\begin{table}\caption{Catch in lakes}\label{tab:lakes}\begin{tabular}{lr}
Lake & Recall \\
Otter & 0.943 \\
Northern & 0.655 \\
\end{tabular}\end{table}
"""
ERRORS = r"""
\begin{table}\caption{Weather}\label{tab:weather}\begin{tabular}{lr}
Day & Rain \\
Monday & 94.3 \\
\end{tabular}\end{table}
"""


def grounds(folder: Path, claim: str, *body: str, chapters: str = "") -> list[str]:
    """Return what the traces of the conclusion begin with, the claim's own words left out."""
    text = "\n\n".join(
        [
            r"\documentclass{book}\begin{document}"
            if chapters
            else r"\documentclass{article}\begin{document}",
            chapters,
            r"\section{Results}",
            *body,
            r"\section{Conclusion}",
            claim,
            r"\end{document}",
        ]
    )
    (folder / "main.tex").write_text(text, encoding="utf-8")
    out = command.main([str(folder), "--traces", "--no-cache", "--isolated"], standalone_mode=False).out
    return re.findall(r"^    <- main\.tex:\d+:\d+: (\S+:[^\s:]+|.*?)(?::|$)", out, re.MULTILINE)


@pytest.mark.parametrize(
    "claim",
    [
        r"Our swimmer, the otter, reaches a recall of 94.3\,\%.",
        r"With a recall of 0.943 the otter is the best swimmer.",
        r"The recall of the swimmer is 94\,\% for an otter.",
        r"The otter, a swimmer, has a recall of 94.3\,\%, the beaver one of 81.6\,\%.",
    ],
)
def test_a_number_rests_on_the_table_that_has_it_in_a_row_of_that_name(tmp_path, claim):
    assert grounds(tmp_path, claim, OTTERS, ERRORS) == ["tab:catch"]


@pytest.mark.parametrize(
    "claim",
    [
        r"Our swimmer, the otter, reaches a recall of 94.34\,\%.",  # more than the table says
        r"Our swimmer, the otter, reaches a recall of 91.2\,\%.",
        "The otter has been a swimmer with high recall since 2019.",  # a year
        "The beaver, a swimmer with less recall, made 7 dives.",  # a count
        r"All went well on our journey to the sea, which took 94.3\,\% of the money.",
        r"The otter has a recall of 94.3\,\% and the swan, another swimmer, one of 66.1\,\%.",  # half of it
        r"We tested the swimmer called otter at a recall of 94.3\,\%.",  # what was done
    ],
)
def test_a_number_rests_on_nothing_that_does_not_say_it(tmp_path, claim):
    assert grounds(tmp_path, claim, OTTERS, ERRORS) == []


def test_where_two_tables_could_be_meant_none_is(tmp_path):
    assert grounds(tmp_path, r"The otter is good: its recall is 94.3\,\%.", OTTERS, LAKES) == []


def test_of_two_tables_the_one_with_more_of_the_numbers_is_meant(tmp_path):
    claim = r"The recall is 94.3\,\% for the otter and 81.6\,\% for the beaver, another swimmer."
    assert grounds(tmp_path, claim, OTTERS, LAKES) == ["tab:catch"]


def test_the_sentence_that_says_it_stands_between(tmp_path):
    said = r"Table~\ref{tab:catch} shows that the recall of otters is 94.3\,\%."
    claim = (
        r"We conclude that 94.3\,\% are the recall that otters have when nobody looks at them or feeds them."
    )
    assert grounds(tmp_path, claim, said, OTTERS)[1:] == ["tab:catch"]


def test_the_sentence_beside_a_reference_counts_with_all_numbers(tmp_path):
    said = (
        r"The catch is told by Figure~\ref{fig:catch}. Otters lose 17.5 grams of fish, "
        "beavers somewhat more of theirs."
    )
    figure = r"\begin{figure}\caption{Catch}\label{fig:catch}\end{figure}"
    claim = (
        "It cannot be denied that otters lose 17.5 grams of their fish, whatever the season may have been."
    )
    assert grounds(tmp_path, claim, said, figure)[1:] == ["fig:catch"]
    assert grounds(tmp_path, claim.replace("fish", "fish and 28.5 of weed"), said, figure) == []


def test_the_conclusion_of_a_chapter_rests_on_a_table_of_the_chapter(tmp_path):
    claim = r"Our swimmer, the otter, reaches a recall of 94.3\,\%."
    elsewhere = f"\\chapter{{Lakes}}\n{OTTERS}\n\\chapter{{Rivers}}"
    assert grounds(tmp_path, claim, "Rivers are long.", chapters=elsewhere) == []
    assert grounds(tmp_path, claim, OTTERS, chapters=r"\chapter{Rivers}") == ["tab:catch"]


def test_a_number_of_two_digits_needs_two_names(tmp_path):
    table = OTTERS.replace("94.3", "94")
    assert (
        grounds(tmp_path, r"The otter, a swimmer that catches all, is right in 0.94 of its days.", table)
        == []
    )
    assert grounds(tmp_path, r"The otter, a swimmer, has a recall of 0.94 in its days.", table) == [
        "tab:catch"
    ]
