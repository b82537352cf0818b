"""What rules say of readings as a person writes them: nothing of what only a reading, and not the text, lacks."""

import json

import pytest

from argcheck.cli.check_command import command as check
from argcheck.interrogation.runs_file import Interrogated, RunEdge, RunNode, RunNote, change_runs
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

PAPER = r"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\begin{document}
We show that selfish play is often not optimal.
In large games selfish players lost more than others.
Only games of two players were seen.
Thus, selfish play is costly.
\begin{theorem}\label{t}
The gain of a player is a ratio of two forms.
\end{theorem}
\begin{proof} By hand. \end{proof}
Ratios of forms have several optima.
\end{document}
"""
END, LOST, TWO, COSTLY, RATIO, OPTIMA = (
    "We show that selfish play is often not optimal.",
    "In large games selfish players lost more than others.",
    "Only games of two players were seen.",
    "Thus, selfish play is costly.",
    "The gain of a player is a ratio of two forms.",
    "Ratios of forms have several optima.",
)


@pytest.fixture
def findings(tmp_path):
    """Return a function from the claims and edges of one reading to the names of the ARG rules that report them."""
    (tmp_path / "paper.tex").write_text(PAPER)
    (document,) = Workspace(
        [tmp_path], settings_for([tmp_path], cwd=tmp_path, isolated=True), cwd=tmp_path
    ).read()
    hashes = {sentence.text: sentence.hash for sentence in numbered_sentences(document.manuscript)}

    def found_by(claims, edges):
        nodes = [
            RunNode("r1", f"r1:{name}", text, kind, role, 0.9, hashes.get(text, ""), text)
            for name, (text, kind, role) in claims.items()
        ]
        made = [RunEdge("r1", f"r1:{a}", f"r1:{b}", relation, 0.9) for a, relation, b in edges]
        known = Interrogated((RunNote("r1", "hand", 2, 0, 0),), tuple(nodes), tuple(made))
        change_runs(tmp_path / ".argcheck" / "runs.jsonl", "paper.tex", known.after)
        options = (
            "--select",
            "ARG",
            "--runs",
            "all",
            "--isolated",
            "--no-cache",
            "--format",
            "json",
            "--exit-zero",
        )
        shown = json.loads(check.main([str(tmp_path), *options], standalone_mode=False).out)
        return [(each["code"], each["message"]) for each in shown["diagnostics"]]

    return found_by


def test_a_claim_whose_support_is_tied_to_no_sentence_is_not_without_support(findings):
    claims = {
        "1:lost": (LOST, "given", "evidence"),
        "1:more": ("Something that no sentence says.", "inference", "claim"),
        "1:optima": (OPTIMA, "inference", "claim"),
        "1:end": (END, "conclusion", "conclusion"),
    }
    through = [
        ("1:lost", "supports", "1:more"),
        ("1:more", "supports", "1:optima"),
        ("1:optima", "supports", "1:end"),
    ]
    assert findings(claims, through) == []
    codes = [code for code, _ in findings(claims, [("1:optima", "supports", "1:end")])]
    assert codes == ["ARG013", "ARG001"]


def test_a_claim_that_two_parts_of_one_reading_find_at_a_sentence_is_one_claim(findings):
    claims = {
        "1:lost": (LOST, "given", "evidence"),
        "1:end": (END, "conclusion", "conclusion"),
        "2:end": (END, "conclusion", "conclusion"),
    }
    assert findings(claims, [("1:lost", "supports", "1:end")]) == []


def test_a_claim_that_follows_by_its_first_word_or_stands_in_a_theorem_has_support(findings):
    claims = {
        "1:costly": (COSTLY, "inference", "claim"),
        "1:ratio": (RATIO, "inference", "result"),
        "1:end": (END, "conclusion", "conclusion"),
    }
    assert findings(claims, [("1:costly", "supports", "1:end"), ("1:ratio", "supports", "1:end")]) == []


def test_a_limitation_that_the_text_admits_defeats_nothing_and_what_speaks_against_it_needs_no_answer(
    findings,
):
    claims = {
        "1:lost": (LOST, "given", "evidence"),
        "1:two": (TWO, "given", "limitation"),
        "1:costly": (COSTLY, "inference", "claim"),
        "1:end": (END, "conclusion", "conclusion"),
    }
    edges = [
        ("1:lost", "supports", "1:costly"),
        ("1:costly", "supports", "1:end"),
        ("1:two", "attacks", "1:costly"),
    ]
    assert findings(claims, edges) == []
    claims["1:two"] = (TWO, "given", "counterevidence")
    assert [code for code, _ in findings(claims, edges)] == ["ARG009"]
