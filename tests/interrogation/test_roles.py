"""What is asked and refused by roles: which may support which, those that a kind of text adds, how many claims there may be."""

import itertools
import re

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import ask, claim, edge, is_check, lines, paper, reading, shown  # noqa: F401

from argcheck.argument.model import ROLES
from argcheck.argument.trust.weights import Parameters
from argcheck.interrogation.answers import errors_of
from argcheck.interrogation.roles import MAY_SUPPORT, MEANINGS, kept_role, may_support
from argcheck.interrogation.shown_parts import ShownPart
from argcheck.interrogation.wording import MODES, answering, extraction

#: Who may support whom, written a second time: a row is the claim that supports, a column, in the order of the rows, what it supports.
TABLE = """
evidence        x x x x x x x x x x
result          x x x x x x x x x x
method          x x x . . x x x x x
context         x x x x x x x x x x
assumption      . x x . x x x x x x
conclusion      . . . . . x x x . .
hypothesis      . . . . . x x x . .
claim           x x x . x x x x x x
counterevidence . . . . . x x x x x
limitation      . . . . . x . x x x
"""
TEN = [line.split()[0] for line in TABLE.strip().splitlines()]
ALLOWED = {
    (line.split()[0], target)
    for line in TABLE.strip().splitlines()
    for target, sign in zip(TEN, line.split()[1:], strict=True)
    if sign == "x"
}
#: What the special roles of a kind of text are kept as.
KEPT = {
    "academic": {"theorem": "result", "definition": "context"},
    "journal": {"statistic": "result", "disclosure": "limitation"},
    "finance": {"figure": "evidence", "forecast": "claim", "risk": "limitation"},
}


def argued(source, target, relation="supports"):
    """A graph of two claims with these roles."""
    nodes = [
        {"id": name, "claim": f"It is {name}.", "kind": "inference", "role": role, "sentence": 1, "confidence": 1}
        for name, role in (("a", source), ("b", target))
    ]  # fmt: skip
    return {"nodes": nodes, "edges": [edge("a", "b", relation)]}


def test_every_transition_that_the_score_has_a_prior_for_is_allowed_towards_the_hypothesis():
    assert set(MEANINGS) == set(MAY_SUPPORT) == set(ROLES)
    for parent, child in Parameters().priors:
        source, target = (child, parent) if parent == "hypothesis" else (parent, child)
        assert errors_of(argued(source, target)) == []


@pytest.mark.parametrize("data", ["evidence", "result", "method"])
@pytest.mark.parametrize("end", ["conclusion", "limitation", "counterevidence", "hypothesis"])
def test_what_ends_or_bounds_an_argument_supports_no_data_but_may_attack_it(end, data):
    [error] = errors_of(argued(end, data))
    assert error.startswith(f"'a' is a {end} and cannot support the {data} 'b'")
    assert errors_of(argued(end, data, "attacks")) == []


@pytest.mark.parametrize(("source", "target"), [*itertools.product(TEN, TEN)])
def test_support_that_the_table_has_not_is_an_error_and_no_other_is(source, target):
    errors = errors_of(argued(source, target))
    if (source, target) in ALLOWED:
        assert errors == []
    else:
        [error] = errors
        assert error.startswith(f"'a' is a {source} and cannot support the {target} 'b'")
    for relation in ("attacks", "assumes"):
        assert errors_of(argued(source, target, relation)) == []


@pytest.mark.parametrize(("mode", "role"), [(mode, role) for mode in KEPT for role in KEPT[mode]])
def test_a_special_role_may_what_the_one_may_that_it_is_kept_as(mode, role):
    kept = KEPT[mode][role]
    assert kept_role(role) == kept
    for other in TEN:
        assert kept_role(other) == other
        assert (errors_of(argued(role, other)) == []) == ((kept, other) in ALLOWED)
        assert (errors_of(argued(other, role)) == []) == ((other, kept) in ALLOWED)


def test_each_edge_is_judged_by_itself_and_one_without_an_end_by_none():
    nodes = argued("evidence", "conclusion")["nodes"] + argued("limitation", "method")["nodes"]
    for node, name in zip(nodes, "abcd", strict=True):
        node["id"] = name
    good = [edge("a", "b"), edge("d", "b"), edge("a", "c")]
    told = errors_of(
        {"nodes": nodes, "edges": [good[0], edge("c", "d"), good[1], edge("c", "a"), edge("a", "d")]}
    )
    assert [error.partition(":")[0] for error in told] == [
        "'c' is a limitation and cannot support the method 'd'",
        "'c' is a limitation and cannot support the evidence 'a'",
    ]
    assert errors_of({"nodes": nodes, "edges": good}) == []
    [error] = errors_of({"nodes": nodes, "edges": [edge("c", "gone")]})
    assert error == "an edge names 'gone', and no claim has this id"
    [error] = errors_of({"nodes": nodes, "edges": [edge("gone", "d")]})
    assert error == "an edge names 'gone', and no claim has this id"


@pytest.mark.parametrize("mode", [*MODES, None])
def test_what_is_told_to_the_model_is_what_is_refused(mode):
    part = ShownPart(1, (), ())
    asked = extraction(part, mode=mode) if mode else answering("Why?", part)
    rules = asked.messages[0].content
    refused = {
        (source, target)
        for source, targets in re.findall(r"no (\w+) supports any ([\w, ]+)", rules)
        for target in targets.split(", ")
    }
    assert refused == {*itertools.product(TEN, TEN)} - ALLOWED
    special = KEPT.get(mode, {})
    assert dict(re.findall(r"`(\w+)`: a special (\w+)", rules)) == special
    roles = asked.schema["properties"]["nodes"]["items"]["properties"]["role"]["enum"]
    assert sorted(roles) == sorted([*TEN, *special])


def test_limits_are_met_by_what_reaches_them():
    value = argued("evidence", "claim")
    assert errors_of(value, 2) == []
    assert errors_of(value, 1) == ["there are 2 claims, at most 1 are allowed"]
    value["nodes"][0]["id"] = value["edges"][0]["from"] = "a" * 100
    assert errors_of(value) == []
    value["nodes"][0]["id"] = value["edges"][0]["from"] = "a" * 101
    [error] = errors_of(value)
    assert error.endswith("is longer than 100 characters")


def test_circles_of_support_and_assumption_are_errors_and_those_of_attacks_are_none():
    for back, circular in (("supports", True), ("assumes", True), ("attacks", False)):
        value = argued("claim", "claim")
        value["edges"].append(edge("b", "a", back))
        assert any("goes in a circle" in error for error in errors_of(value)) == circular
    assert errors_of({"nodes": argued("claim", "claim")["nodes"], "edges": [edge("a", "a")]}) == [
        "'a' bears on itself"
    ]


def test_a_role_supports_its_own_and_a_further_role_is_what_it_is_kept_as():
    assert all(may_support(role, role) for role in ROLES)
    assert may_support("statistic", "conclusion")
    assert not may_support("risk", "figure")
    assert not all(itertools.starmap(may_support, itertools.product(ROLES, ROLES)))


@pytest.mark.slow
def test_a_transition_that_does_not_fit_comes_back_and_is_mended(paper):  # noqa: F811
    def script(request, _):
        value = reading(request)
        if len(request["messages"]) == 2:
            value["edges"].append(edge("end", "second"))
            value["edges"].pop(1)
        return value

    outcome, (first, second) = ask(paper, script, "--runs", "1", "--checks", "0")
    assert "no conclusion supports any evidence" in first["messages"][0]["content"]
    assert (
        "'end' is a conclusion and cannot support the evidence 'second'" in second["messages"][-1]["content"]
    )
    assert "1 run, 3 claims" in outcome.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "role", "kept"),
    [
        ("academic", "theorem", "result"),
        ("journal", "statistic", "result"),
        ("finance", "risk", "limitation"),
    ],
)
def test_a_kind_of_text_adds_roles_that_are_kept_as_one_of_the_ten(paper, mode, role, kept):  # noqa: F811
    def script(request, _):
        value = reading(request)
        value["nodes"].append(claim("more", shown(request), "The tape may", "inference", role))
        return value

    _, [request] = ask(paper, script, "--runs", "1", "--checks", "0", "--mode", mode)
    assert f"`{role}`: a special {kept}" in request["messages"][0]["content"]
    assert [line["role"] for line in lines(paper) if line.get("id") == "r1:1:more"] == [kept]
    other = "finance" if mode == "academic" else "academic"
    _, requests = ask(paper, script, "--runs", "1", "--checks", "0", "--mode", other)
    assert len(requests) == 2  # the role is not one of its own, which is said once
    assert "not one of" in requests[1]["messages"][-1]["content"]


@pytest.mark.slow
def test_more_claims_than_were_asked_for_come_back(paper):  # noqa: F811
    def script(request, _):
        value = reading(request)
        if len(request["messages"]) > 2:
            value = {"nodes": [value["nodes"][0], value["nodes"][2]], "edges": value["edges"][:1]}
        return value

    outcome, (first, second) = ask(paper, script, "--runs", "1", "--checks", "0", "--max-nodes", "2")
    assert "at most 2" in first["messages"][0]["content"]
    assert "there are 3 claims, at most 2 are allowed" in second["messages"][-1]["content"]
    assert "1 run, 2 claims" in outcome.out
