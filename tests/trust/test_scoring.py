"""The score against the same equations written down a second time, and what must hold of it."""

import itertools
import math
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from plain_trust import QUALITY, plain_score

from argcheck.argument.trust.bridge import components_of
from argcheck.argument.trust.dag import InvalidDagError, TrustDag, TrustNode
from argcheck.argument.trust.scoring import aggregated, normalised, score
from argcheck.argument.trust.weights import (
    AGGREGATIONS,
    METRICS,
    ComponentWeights,
    EdgeWeights,
    Parameters,
    Propagation,
)

ROLES = sorted(QUALITY)
WORDS = ["dunes", "move", "wind", "sand", "grains", "faster"]


def drawn_graph(drawn, most=9):
    """Return nodes and edges at random, in most cases with a hypothesis and a conclusion."""

    def number():
        return drawn.random() if drawn.random() < 0.5 else drawn.choice([0.0, 0.5, 1.0])

    nodes = {}
    for place in range(drawn.randint(1, most)):
        role = drawn.choice([*ROLES, *("hypothesis", "conclusion") * 3, "evidence"])
        text = " ".join(drawn.choices(WORDS, k=drawn.randint(0, 4)))
        nodes[f"n{place}"] = (role, text, tuple(number() for _ in METRICS))
    names = drawn.sample(list(nodes), len(nodes))
    pairs = list(itertools.combinations(names, 2))
    return nodes, drawn.sample(pairs, min(len(pairs), drawn.randint(0, 16)))


def graphs():
    """Graphs by their seeds: to draw each number of them takes hypothesis ten times as long as to score them."""
    return st.integers(0, 2**32).map(lambda seed: drawn_graph(random.Random(seed)))


def dag_of(nodes, edges):
    return TrustDag([TrustNode(name, *node) for name, node in nodes.items()], edges)


PROPAGATIONS = st.builds(
    Propagation,
    enabled=st.booleans(),
    aggregation=st.sampled_from(AGGREGATIONS),
    alpha=st.sampled_from([-1.0, 0.0, 0.5, 1.0, 2.0]),
    eta=st.floats(0, 1),
    beta=st.sampled_from([0.0, 1.0, 6.0]),
    damping=st.floats(0, 1),
)


@given(graphs(), PROPAGATIONS)
def test_it_is_what_the_equations_give(graph, propagation):
    nodes, edges = graph
    scored = score(dag_of(nodes, edges), Parameters(propagation=propagation))
    value, six, trust, confidence = plain_score(nodes, edges, propagation)
    assume(not isinstance(six[1], list))  # equally good paths of different length: told apart below
    assert scored.trust == pytest.approx(trust, abs=1e-9)
    assert scored.confidence == pytest.approx(confidence, abs=1e-9)
    assert scored.components.values == pytest.approx(tuple(six), abs=1e-9)
    assert scored.value == pytest.approx(value, abs=1e-9)


@given(graphs())
def test_the_parts_of_an_edge_add_up_to_its_confidence_before_trust(graph):
    scored = score(dag_of(*graph))
    assert scored.parts.keys() == scored.raw.keys()  # all metrics are known here
    for edge, parts in scored.parts.items():
        mixed = math.fsum(weight * part for weight, part in zip(EdgeWeights(), parts, strict=True))
        assert scored.raw[edge] == pytest.approx(min(1, mixed), abs=1e-9)


@pytest.mark.slow
def test_it_is_what_the_equations_give_on_thousands_of_graphs():
    drawn, reached = random.Random("thousands"), 0
    for _ in range(2000):
        graph, aggregation = drawn_graph(drawn, most=13), drawn.choice(AGGREGATIONS)
        value, six, _, _ = plain_score(*graph, Propagation(aggregation=aggregation))
        if isinstance(six[1], list):  # equally good paths of different length: told apart below
            continue
        scored = score(dag_of(*graph), Parameters(propagation=Propagation(aggregation=aggregation)))
        assert (scored.value, *scored.components.values) == pytest.approx((value, *six), abs=1e-9), graph
        reached += scored.reaches
    assert reached > 400


def test_an_edge_without_doubt_still_breaks_a_little():
    """Such edges are too rare among random graphs to show by how much."""
    nodes = {
        name: (role, "dunes move", (1.0,) * len(METRICS))
        for name, role in (("h", "hypothesis"), ("z", "conclusion"))
    }
    components = components_of(dag_of(nodes, [("h", "z")]), {("h", "z"): 1.0}, Parameters())
    assert components.fragility == pytest.approx(1e-6)


@given(graphs(), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_the_order_of_nodes_and_edges_does_not_matter(graph, random):
    nodes, edges = graph
    names, arcs = list(nodes), list(edges)
    random.shuffle(names)
    random.shuffle(arcs)
    for aggregation in AGGREGATIONS:
        parameters = Parameters(propagation=Propagation(aggregation=aggregation))
        shuffled = score(dag_of({name: nodes[name] for name in names}, arcs), parameters)
        assert shuffled == score(dag_of(nodes, edges), parameters)


@given(graphs(), st.sampled_from(["min", "mean", "dampmin"]), st.data())
def test_better_metrics_never_lower_trust_or_confidence(graph, aggregation, data):
    nodes, edges = graph
    parameters = Parameters(propagation=Propagation(aggregation=aggregation))
    before = score(dag_of(nodes, edges), parameters)
    name = data.draw(st.sampled_from(sorted(nodes)))
    role, text, metrics = nodes[name]
    raised = tuple(data.draw(st.floats(value, 1)) for value in metrics)
    after = score(dag_of({**nodes, name: (role, text, raised)}, edges), parameters)
    assert all(after.trust[other] >= before.trust[other] - 1e-12 for other in nodes)
    assert all(after.confidence[edge] >= before.confidence[edge] - 1e-12 for edge in edges)
    if after.components.path == before.components.path:
        assert after.value >= before.value - 1e-12


@given(graphs(), st.data())
@pytest.mark.slow
def test_all_numbers_stay_between_0_and_1(graph, data):
    nodes, edges = graph
    known = {
        name: (role, text, tuple(data.draw(st.sampled_from([value, None])) for value in metrics))
        for name, (role, text, metrics) in nodes.items()
    }
    scored = score(dag_of(known, edges))
    numbers = [
        scored.value,
        *scored.components.values,
        *scored.quality.values(),
        *scored.trust.values(),
        *scored.raw.values(),
        *scored.confidence.values(),
    ]
    assert all(0 <= number <= 1 for number in numbers)
    assert 0 < scored.value < 1


def node(name, role, value=0.5, text=""):
    return TrustNode(name, role, text, (value,) * 6)


def test_without_a_hypothesis_that_reaches_a_conclusion_the_score_is_that_of_nothing():
    scored = score(TrustDag([node("h", "hypothesis"), node("c", "conclusion")], []))
    assert not scored.reaches
    assert scored.value == pytest.approx(0.15)
    with pytest.raises(ValueError, match="without nodes"):
        score(TrustDag([], []))


def test_a_shared_node_leaves_the_routes_apart_and_a_shared_edge_does_not():
    nodes = [node("h", "hypothesis"), *(node(name, "claim") for name in "abxpq"), node("z", "conclusion")]
    through_a_node = [
        ("h", "a"),
        ("h", "b"),
        ("a", "x"),
        ("b", "x"),
        ("x", "p"),
        ("x", "q"),
        ("p", "z"),
        ("q", "z"),
    ]
    through_an_edge = [("h", "a"), ("h", "b"), ("a", "x"), ("b", "x"), ("x", "p"), ("p", "q"), ("q", "z")]
    assert score(TrustDag(nodes, through_a_node)).components.redundancy == pytest.approx(2 / 3)
    assert score(TrustDag(nodes, through_an_edge)).components.redundancy == pytest.approx(1 / 3)


def test_the_best_path_is_that_of_the_largest_product_and_the_first_of_equals():
    nodes = [node("h", "hypothesis"), *(node(name, "claim") for name in "ab"), node("z", "conclusion")]
    scored = score(TrustDag(nodes, [("h", "b"), ("b", "z"), ("h", "a"), ("a", "z")]))
    assert scored.components.path == ("h", "a", "z")
    better = [nodes[0], nodes[1], node("b", "claim", 0.9), nodes[3]]
    scored = score(TrustDag(better, [("h", "b"), ("b", "z"), ("h", "a"), ("a", "z")]))
    assert (scored.components.path, scored.components.weakest_path) == (("h", "b", "z"), ("h", "a", "z"))
    edges = list(zip(("h", "b"), ("b", "z"), strict=True))
    assert scored.components.best_path == pytest.approx(
        math.sqrt(math.prod(scored.confidence[e] for e in edges))
    )


def test_a_short_path_that_gets_better_may_lower_the_score():
    """It is the mean of another path then: equation 11 asks for the largest product."""
    roles = {"h": "hypothesis", "e": "evidence", "r": "result", "z": "conclusion"}
    edges = [("h", "e"), ("e", "r"), ("r", "z"), ("k", "z")]

    def scored(metric):
        nodes = [node("k", "hypothesis", metric), *(node(name, role, 0.9) for name, role in roles.items())]
        return score(TrustDag(nodes, edges))

    worse, better = scored(0.3), scored(0.5)
    assert (worse.components.path, better.components.path) == (("h", "e", "r", "z"), ("k", "z"))
    assert better.value < worse.value
    assert all(better.confidence[edge] >= worse.confidence[edge] for edge in edges)


def test_what_nobody_determined_is_missing_and_not_a_half():
    known = TrustNode("e", "evidence", "", (0.9, None, None, None, None, None))
    nothing = TrustNode(
        "c", "claim", "", (None, None, None, 0.2, None, None)
    )  # rigor says nothing of a claim
    scored = score(TrustDag([known, nothing], [("e", "c")]))
    assert scored.quality == {"e": pytest.approx(0.9)}
    assert "c" not in scored.trust
    gate = 2 ** (-1 / 8) + (1 - 2 ** (-1 / 8)) * 0.9
    assert scored.raw["e", "c"] == 0.5
    assert scored.confidence["e", "c"] == pytest.approx(0.5 * gate)


def test_a_parent_without_trust_contributes_nothing():
    unknown = TrustNode("u", "evidence")
    alone = score(TrustDag([node("c", "claim", 0.7)], []))
    beside = score(TrustDag([unknown, node("c", "claim", 0.7)], [("u", "c")]))
    assert beside.trust["c"] == alone.trust["c"]
    assert beside.confidence["u", "c"] == Propagation().default_confidence


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        ([node("a", "claim"), node("a", "claim")], [], "two nodes have the id 'a'"),
        ([node("a", "guess")], [], "unknown role 'guess'"),
        ([node("a", "claim", 1.2)], [], "credibility of the node 'a' is 1.2"),
        ([node("a", "claim", math.nan)], [], "credibility of the node 'a' is nan"),
        ([TrustNode("a", "claim", "", (0.5,))], [], "has 1 metrics, not 6"),
        ([node("a", "claim")], [("a", "b")], "names the node 'b', which is not there"),
        ([node("a", "claim"), node("b", "claim")], [("a", "b"), ("b", "a")], "circle: "),
        ([node("a", "claim")], [("a", "a")], "circle: a -> a"),
    ],
)
def test_what_is_no_graph_is_refused_and_all_of_it_said(nodes, edges, said):
    with pytest.raises(InvalidDagError) as caught:
        TrustDag(nodes, edges)
    assert any(said in error for error in caught.value.errors)


def test_aggregations_are_between_the_least_and_the_mean():
    numbers = [0.2, 0.4, 0.9]
    results = {name: aggregated(numbers, Propagation(aggregation=name)) for name in AGGREGATIONS}
    assert results["min"] == 0.2
    assert results["mean"] == pytest.approx(0.5)
    assert results["dampmin"] == pytest.approx(0.65 * 0.2 + 0.35 * 0.5)
    assert 0.2 < results["softmin"] < 0.5
    with pytest.raises(ValueError, match="no aggregation is called 'max'"):
        Parameters(propagation=Propagation(aggregation="max"))


def test_the_ends_of_the_score_are_not_reached():
    assert normalised((1, 1, 1, 0, 1, 1), ComponentWeights()) == pytest.approx(1 - 1e-9, abs=1e-11)
    assert normalised((0, 0, 0, 1, 0, 0), ComponentWeights()) == pytest.approx(1e-9, abs=1e-11)
