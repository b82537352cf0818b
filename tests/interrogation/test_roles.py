"""What is asked and refused by roles: which may support which, those that a kind of text adds, how many claims there may be."""

import itertools

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import ask, claim, edge, is_check, lines, paper, reading, shown  # noqa: F401

from argcheck.argument.model import ROLES
from argcheck.argument.trust.weights import Parameters
from argcheck.interrogation.answers import errors_of
from argcheck.interrogation.roles import MAY_SUPPORT, MEANINGS, may_support


def argued(source, target, relation="supports"):
    """A graph of two claims with these roles."""
    nodes = [
        {"id": name, "claim": f"It is {name}.", "kind": "inference", "role": role, "sentence": 1, "quote": "", "confidence": 1}
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
    assert "1 runs, 3 claims" in outcome.out


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
    assert "1 runs, 2 claims" in outcome.out
