"""Sentences of a conclusion that claim nothing: plans, limits, announcements and what may come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck.cli.graph_command import command

if TYPE_CHECKING:
    from pathlib import Path

TEXT = r"""\documentclass{article}
\usepackage[%s]{babel}
\begin{document}
\section{Lamps}
The lamps of the old harbour are brighter than the lanterns of the market, as \cite{smith20} measured.
\section{%s}
%s
\bibliography{refs}
\end{document}
"""
HELD_BACK = "    not looked for: a plan, a limit, an announcement or what may come"
AHEAD = {
    "english": (
        "It might be that the lamps of the old harbour are brighter \\cite{smith20}.",
        "The lamps of the old harbour could be compared with the lanterns of the market \\cite{smith20}.",
        "Other lamps can be investigated, as was done by \\cite{smith20}.",
        "Future work is to measure the lamps of the old harbour \\cite{smith20}.",
        "We plan to compare the lamps of the old harbour \\cite{smith20}.",
        "In the next part we show that the lamps of the old harbour are brighter \\cite{smith20}.",
        "We conclude our recommendations with the lamps of the old harbour \\cite{smith20}.",
        "Finally, we discuss the last set of lamps of the old harbour \\cite{smith20}.",
        "We then move on to discuss the lamps of the old harbour \\cite{smith20}.",
    ),
    "german": (
        "Die Lampen des alten Hafens könnten mit denen des Marktes verglichen werden \\cite{smith20}.",
        "Im nächsten Kapitel zeigen wir, dass die Lampen des Hafens heller sind \\cite{smith20}.",
    ),
    "french": (
        "Les lampes du vieux port pourraient être comparées à celles du marché \\cite{smith20}.",
        "Nous comparerons alors les lampes du vieux port à celles du marché \\cite{smith20}.",
        "Il serait utile de comparer les lampes du vieux port \\cite{smith20}.",
    ),
    "spanish": ("Las lámparas del puerto viejo podrían compararse con las del mercado \\cite{smith20}.",),
    "portuguese": ("As lâmpadas do porto velho poderiam ser comparadas com as do mercado \\cite{smith20}.",),
    "italian": (
        "Le lampade del porto vecchio potrebbero essere confrontate con quelle del mercato \\cite{smith20}.",
    ),
}
CLAIMED = {
    "english": (
        "It could be shown that the lamps of the old harbour are brighter \\cite{smith20}.",
        "We find that the lamps of the old harbour might be brighter \\cite{smith20}.",
        "The lamps of the old harbour are brighter than lanterns \\cite{smith20}.",
        "The lamps, which might be dim, have often been measured and were clearly shown to be brighter \\cite{smith20}.",
        "We concluded that this might not be due to the lamps of the old harbour \\cite{smith20}.",
    ),
    "german": ("Es konnte gezeigt werden, dass die Lampen des Hafens heller sind \\cite{smith20}.",),
    "french": (
        "Les lampes du vieux port éclairaient mieux que celles du marché \\cite{smith20}.",
        "Les lampes du vieux port, malgré leurs limites, éclairent mieux que celles du marché \\cite{smith20}.",
    ),
}


def traces(folder: Path, words: str, *, title: str = "Conclusion", language: str = "english") -> list[str]:
    (folder / "main.tex").write_text(TEXT % (language, title, words), "utf-8")
    (folder / "refs.bib").write_text("@misc{smith20, title={Lamps}, author={A. Smith}, year=2020}\n", "utf-8")
    arguments = [str(folder), "--traces", "--no-cache", "--isolated"]
    outcome = command.main(arguments, standalone_mode=False)
    return [line for line in outcome.out.splitlines() if line.startswith("    ")]


@pytest.mark.parametrize(
    ("language", "sentence"), [(language, words) for language, all_ in AHEAD.items() for words in all_]
)
def test_what_may_come_rests_on_nothing(language: str, sentence: str, tmp_path: Path) -> None:
    assert traces(tmp_path, sentence, language=language) == [HELD_BACK]


@pytest.mark.parametrize(
    ("language", "sentence"), [(language, words) for language, all_ in CLAIMED.items() for words in all_]
)
def test_what_was_found_is_traced_to_its_source(language: str, sentence: str, tmp_path: Path) -> None:
    (line,) = traces(tmp_path, sentence, language=language)
    assert "cite:smith20" in line


def test_a_paragraph_goes_on_about_work_to_come(tmp_path: Path) -> None:
    goes_on = "Bulbs of other makers are the next thing to look at in the old harbour \\cite{smith20}."
    assert traces(tmp_path, f"Future work has much to do with lamps. {goes_on}") == [HELD_BACK] * 2
    assert traces(tmp_path, f"Future work has much to do with lamps.\n\n{goes_on}")[0] == HELD_BACK
    assert "cite:smith20" in traces(tmp_path, f"Future work has much to do with lamps.\n\n{goes_on}")[1]


def test_what_was_only_done_is_looked_for_in_vain(tmp_path: Path) -> None:
    words = "We compared the lamps of the old harbour with the lanterns of the market."
    assert traces(tmp_path, words) == ["    not traced"]


def test_a_section_about_work_to_come_claims_nothing(tmp_path: Path) -> None:
    words = "The bulbs of other makers are brighter in the old harbour \\cite{smith20}."
    assert traces(tmp_path, f"\\subsection{{Outlook}}\n{words}") == [HELD_BACK]
    assert "cite:smith20" in traces(tmp_path, words, title="Conclusion and Outlook")[0]


def test_the_summary_says_how_many_were_held_back(tmp_path: Path) -> None:
    traces(tmp_path, " ".join((*CLAIMED["english"], *AHEAD["english"])))
    outcome = command.main([str(tmp_path), "--no-cache", "--isolated"], standalone_mode=False)
    every = len(CLAIMED["english"])
    assert f"{every} of {every} sentences" in outcome.err
    assert f"; {len(AHEAD['english'])} more not looked for" in outcome.err


def test_no_annotation_is_proposed_for_what_may_come(tmp_path: Path) -> None:
    traces(tmp_path, "\n\n".join(AHEAD["english"]))
    outcome = command.main([str(tmp_path), "--suggest", "--no-cache", "--isolated"], standalone_mode=False)
    assert "uses=" not in outcome.out


@pytest.mark.parametrize(
    ("sentence", "traced"),
    [
        ("The lamps of \\cite{smith20} and those of the market were investigated.", False),
        ("The lamps were investigated like those of the market \\cite{smith20}.", True),
        ("The lamps were investigated like those of the market (see e.g. \\cite{smith20}).", True),
        ("The lamps were first investigated by \\cite{smith20} and were not used since.", True),
        ("The lamps of \\cite{smith20} turned out to be brighter than those of the market.", True),
    ],
)
def test_works_that_something_was_done_with_are_no_ground(
    sentence: str, traced: bool, tmp_path: Path
) -> None:
    (tmp_path / "main.tex").write_text(TEXT % ("english", "Conclusion", sentence), "utf-8")
    (tmp_path / "refs.bib").write_text("@book{smith20, title = {Lamps}, year = 2020}\n", "utf-8")
    arguments = [str(tmp_path), "--traces", "--no-cache", "--isolated"]
    _, route = command.main(arguments, standalone_mode=False).out.splitlines()[-2:]
    assert route.startswith("    <- ") == traced
