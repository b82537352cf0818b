"""Claims that a conclusion needs together, by the answers of models: asked for, kept, agreed on, counted, accepted."""

import json
import re

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_ask import answer, careful, documents
from test_interrogate import PAPER, ask, claim, edge, graph, graph_of, is_check, lines, paper, reading, shown

from argcheck.interrogation.answers import errors_of

pytestmark = pytest.mark.slow
assert paper
assert documents

STRONG = "In strong wind the dunes moved four metres a day."
SECOND = "A second team with lasers found the same difference between strong and weak wind."
END = "We conclude that strong wind makes dunes move faster."


def together(request, _=0):
    return {**reading(request), "edges": [edge("strong+second", "end")]}


def apart(request, _=0):
    return reading(request)


def without_second(request, _=0):
    value = reading(request)
    return {"nodes": [value["nodes"][0], value["nodes"][2]], "edges": [edge("strong", "end")]}


def read_as(paper, *readings):
    """Interrogate the paper by readings of these kinds, whichever of the questions each comes to."""
    left = list(readings)
    return ask(paper, lambda request, _: left.pop()(request), "--runs", str(len(readings)), "--checks", "0")[
        0
    ]


def linked(paper):
    edges = graph_of(paper, "--runs", "all")["edges"]
    return sorted(
        bool(each["linked"]) for each in edges if any(run.startswith("r") for run in each["run_ids"])
    )


def falls(paper, name):
    outcome = graph.main(
        [str(paper), "--isolated", "--no-cache", "--runs", "all", "--without", name, "--format", "json"],
        standalone_mode=False,
    )
    return [node["text"] for node in json.loads(outcome.out)["documents"][0]["falls"]]


def test_the_question_says_how_claims_are_needed_together(paper):
    _, [request] = ask(paper, apart, "--runs", "1", "--checks", "0")
    said = request["messages"][0]["content"]
    assert "`a+b`" in said
    assert "each speak for it are edges of their own, also where the text adds them up" in said


@pytest.mark.parametrize(
    ("kind", "routes", "lost"),
    [(together, "1 independent route", [END]), (apart, "2 independent routes", [])],
)
def test_what_is_needed_together_is_one_line_of_support_and_falls_with_either_claim(
    paper, kind, routes, lost
):
    assert f"{routes}:" in read_as(paper, kind, kind).out
    assert falls(paper, "r1:1:second") == lost


@pytest.mark.parametrize(("kind", "marks"), [(together, ["1:1", "1:1"]), (apart, [None, None])])
def test_the_file_has_a_mark_only_for_edges_that_are_needed_together(paper, kind, marks):
    read_as(paper, kind)
    assert [line.get("linked") for line in lines(paper) if line["record"] == "edge"] == marks


@pytest.mark.parametrize(
    ("readings", "agreed"),
    [
        ((together, together, apart), True),
        ((together, apart, apart), False),
        ((together, apart), False),
        ((together, without_second, without_second), True),
    ],
)
def test_claims_are_needed_together_if_most_readings_that_have_them_say_so(paper, readings, agreed):
    read_as(paper, *readings)
    assert linked(paper) == [agreed, agreed]


def test_a_reading_that_needs_more_claims_agrees_on_those_that_others_need(paper):
    def three(request, _=0):
        value = reading(request)
        value["nodes"].append(claim("weak", shown(request), "In weak wind", "given", "result"))
        return {**value, "edges": [edge("weak + strong+second", "end")]}

    def two_and_one(request, _=0):
        value = three(request)
        return {**value, "edges": [edge("strong+second", "end"), edge("weak", "end")]}

    read_as(paper, three, two_and_one, two_and_one)
    assert linked(paper) == [False, True, True]


def test_what_the_author_finds_enough_stays_enough(paper):
    said = PAPER.replace("In strong wind", "% argcheck: result id=strong kind=given\nIn strong wind")
    said = said.replace("We conclude", "% argcheck: conclusion id=end uses=strong\nWe conclude")
    (paper / "paper.tex").write_text(said, "utf-8")
    read_as(paper, together, together)
    assert falls(paper, "strong") == [END]
    second = next(n["id"] for n in graph_of(paper, "--runs", "all")["nodes"] if n["text"] == SECOND)
    assert falls(paper, second) == []


def test_accepted_annotations_say_what_is_needed_together(paper):
    read_as(paper, together, together)
    out = graph.main(
        [str(paper), "--isolated", "--no-cache", "--runs", "all", "--accept"], standalone_mode=False
    ).out
    assert "conclusion id=con:conclude-strong-wind uses=ev:second-team-lasers+res:strong-wind-dunes" in out


def test_accepted_annotations_do_not_depend_on_the_order_of_readings_and_their_lines(paper):
    def with_weak(request, _=0):
        value = reading(request)
        value["nodes"].append(claim("weak", shown(request), "In weak wind", "given", "result"))
        value["edges"] = [
            edge("second+strong", "end"),
            edge("weak", "end"),
            edge("strong", "weak", "attacks"),
        ]
        return value

    def accepted():
        options = [str(paper), "--isolated", "--no-cache", "--runs", "all", "--accept"]
        return graph.main(options, standalone_mode=False).out

    read_as(paper, with_weak, together, with_weak)
    file = paper / ".argcheck" / "runs.jsonl"
    written, said = file.read_text("utf-8"), accepted()
    others = {"r1": "r3", "r3": "r1"}
    file.write_text(re.sub(r"\br[13]\b", lambda run: others[run[0]], written), "utf-8")
    assert accepted() == said
    file.write_text("".join(reversed(written.splitlines(keepends=True))), "utf-8")
    assert accepted() == said


def test_a_percent_sign_that_is_printed_may_stand_in_a_macro_and_a_comment_may_not(paper):
    text = PAPER.replace("four metres a day", "40\\% of a metre").replace("A second", "A % new\nsecond")
    (paper / "paper.tex").write_text(text, "utf-8")
    read_as(paper, reading)
    options = [str(paper), "--isolated", "--no-cache", "--runs", "all", "--accept", "--macros"]
    out = graph.main(options, standalone_mode=False).out
    assert "{In strong wind the dunes moved 40\\% of a metre.}" in out
    assert out.count("cannot stand in a macro as it is written: take a comment\n    A second team") == 1


def test_an_answer_about_documents_counts_claims_that_are_needed_together_once(documents):
    def script(request, _=0):
        value = careful(request)
        return value if is_check(request) else {**value, "edges": [edge("mark+hand", "end")]}

    [best] = answer(documents, script, "--runs", "3")["candidates"]
    assert (best["width"], best["survives"]) == (1, True)


def test_each_claim_of_an_edge_is_checked_by_itself_and_attacks_are_not_joined():
    node = {"claim": "It is so.", "kind": "inference", "role": "claim", "sentence": 1, "confidence": 1}
    nodes = [{**node, "id": name} for name in ("a", "b", "c+d")] + [
        {**node, "id": "z", "role": "conclusion", "kind": "conclusion"}
    ]

    def errors(*edges):
        return errors_of({"nodes": nodes, "edges": list(edges)})

    assert errors(edge("a + b", "z"), edge("c+d", "b")) == []
    assert errors(edge("a+x", "b")) == ["an edge names 'x', and no claim has this id"]
    assert errors(edge("a+", "b")) == ["an edge names '', and no claim has this id"]
    assert "goes in a circle" in errors(edge("a+b", "z"), edge("z", "b"))[-1]
    assert errors(edge("a+b", "a")) == ["'a' bears on itself"]
    assert errors(edge("a+b", "z", "attacks")) == [
        "the attack from 'a+b' is not from one claim: give each attack as an edge of its own"
    ]
