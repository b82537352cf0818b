"""What rules say of readings as a person writes them: nothing of what only a reading, and not the text, lacks."""

import json

import pytest

from argcheck.cli.check_command import command as check
from argcheck.interrogation.runs_file import Check, Interrogated, RunEdge, RunNode, RunNote, change_runs
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
A cap on gains makes play fair\footnote{It is open who would set such a cap.}.
\end{document}
"""
END, LOST, TWO, COSTLY, RATIO, OPTIMA, CAP, NOTE = (
    "We show that selfish play is often not optimal.",
    "In large games selfish players lost more than others.",
    "Only games of two players were seen.",
    "Thus, selfish play is costly.",
    "The gain of a player is a ratio of two forms.",
    "Ratios of forms have several optima.",
    "A cap on gains makes play fair.",
    "It is open who would set such a cap.",
)


@pytest.fixture
def findings(tmp_path):
    """Return a function from the claims and edges of readings to what the ARG rules report of them."""
    (tmp_path / "paper.tex").write_text(PAPER)
    (document,) = Workspace(
        [tmp_path], settings_for([tmp_path], cwd=tmp_path, isolated=True), cwd=tmp_path
    ).read()
    hashes = {sentence.text: sentence.hash for sentence in numbered_sentences(document.manuscript)}

    def found_by(claims, edges, *others, sure=0.9, refuted=()):
        readings = [(f"r{number}", *each) for number, each in enumerate(((claims, edges), *others), 1)]
        nodes = [
            RunNode(run, f"{run}:{name}", text, kind, role, 0.9, hashes.get(text, ""), text)
            for run, its_claims, _ in readings
            for name, (text, kind, role) in its_claims.items()
        ]
        made = [
            RunEdge(run, f"{run}:{a}", f"{run}:{b}", relation, sure if relation == "attacks" else 0.9)
            for run, _, its_edges in readings
            for a, relation, b in its_edges
        ]
        notes = tuple(RunNote(run, "hand", 2, 0, 0) for run, _, _ in readings)
        checks = tuple(Check(hashes[text], text, "refuted", why, ("refuted",) * 3) for text, why in refuted)
        known = Interrogated(notes, tuple(nodes), tuple(made), checks)
        change_runs(tmp_path / ".argcheck" / "runs.jsonl", "paper.tex", known.after)
        options = (
            "--select",
            "ARG",
            "--ignore",  # widths of arguments of a few sentences
            "ARG005,ARG006,ARG011",
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


CLAIMS = {
    "1:lost": (LOST, "given", "evidence"),
    "1:two": (TWO, "given", "counterevidence"),
    "1:costly": (COSTLY, "inference", "claim"),
    "1:end": (END, "conclusion", "conclusion"),
}
EDGES = [("1:lost", "supports", "1:costly"), ("1:costly", "supports", "1:end")]
ATTACKED = [*EDGES, ("1:two", "attacks", "1:costly")]


def test_an_attack_counts_if_most_readings_make_it_and_are_sure_of_it(findings):
    reading, quiet = (CLAIMS, ATTACKED), (CLAIMS, EDGES)
    assert [code for code, _ in findings(*reading, reading, quiet)] == ["ARG009"]
    assert findings(*reading, quiet) == []
    assert findings(*reading, quiet, quiet) == []
    assert findings(*reading, reading, sure=0.4) == []
    without = ({name: claim for name, claim in CLAIMS.items() if name != "1:two"}, EDGES)
    assert findings(*reading, without) == []


def test_what_only_half_of_the_readings_have_is_not_said_to_lack_anything(findings):
    few = {
        **CLAIMS,
        "1:optima": (OPTIMA, "inference", "claim"),
        "1:note": (NOTE, "given", "evidence"),
    }
    del few["1:two"]
    several = {name: claim for name, claim in few.items() if name not in {"1:optima", "1:note"}}
    assert findings(few, EDGES, (several, EDGES)) == []
    assert [code for code, _ in findings(few, EDGES, (few, EDGES), (several, EDGES))] == ["ARG001", "ARG013"]


def test_an_objection_that_is_answered_is_no_claim_that_falls(findings):
    claims = {**CLAIMS, "1:two": (TWO, "given", "limitation"), "1:optima": (OPTIMA, "given", "evidence")}
    edges = [*EDGES, ("1:two", "supports", "1:end"), ("1:optima", "attacks", "1:two")]
    assert findings(claims, edges) == []


def test_a_sentence_with_a_footnote_and_that_of_the_footnote_are_two_claims(findings):
    cap, note = (CAP, "conclusion", "conclusion"), (NOTE, "given", "counterevidence")
    claims = {"1:cap": cap, "1:note": note, "1:lost": (LOST, "given", "evidence")}
    edges = [("1:lost", "supports", "1:cap"), ("1:note", "attacks", "1:cap")]
    ((code, message),) = findings(claims, edges, (claims, edges), ({"1:cap": cap}, []))
    assert code == "ARG010"
    assert f"“{NOTE}” (in 2 of 3 readings)" in message
    assert f"“{CAP}” (in 3 of 3 readings)" in message


def test_a_sentence_that_looks_like_a_conclusion_is_what_readings_say_that_it_is(findings):
    lost = (LOST, "given", "evidence")
    assert findings({"1:end": (END, "given", "evidence"), "1:lost": lost}, []) == []
    told = findings({"1:end": (END, "conclusion", "conclusion"), "1:lost": lost}, [])
    assert [code for code, _ in told] == ["ARG003"]


def test_a_refuted_claim_carries_a_conclusion_only_where_most_readings_say_so(findings):
    end, lost = ("conclusion", (END, "conclusion", "conclusion")), (LOST, "given", "evidence")
    optima = {"1:optima": (OPTIMA, "inference", "claim")}
    bare, whole = {"1:end": end[1], "1:lost": lost}, {"1:end": end[1], "1:lost": lost, **optima}
    own, through = [("1:lost", "supports", "1:end")], [("1:optima", "supports", "1:end")]
    through = [*own, *through, ("1:lost", "supports", "1:optima")]
    refuted = [(OPTIMA, "sentence 9 says that forms have one")]

    few = findings(whole, through, (bare, own), (bare, own), refuted=refuted)
    assert [code for code, _ in few if code == "ARG004"] == []
    edgeless = findings(whole, through, (whole, own), (whole, own), refuted=refuted)
    assert [code for code, _ in edgeless if code == "ARG004"] == []
    most = findings(whole, through, (whole, through), (bare, own), refuted=refuted)
    (message,) = [message for code, message in most if code == "ARG004"]
    assert message.startswith(f"refuted claim “{OPTIMA}” (in 2 of 3 readings) still carries the claim")
    assert message.endswith(": a model that was asked again says: sentence 9 says that forms have one")
