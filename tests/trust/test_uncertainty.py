"""How sure a score is, how it arrives node by node, and how its weights are calibrated."""

import itertools
import random
from statistics import pvariance

import pytest
from generated import labelled
from hypothesis import given
from hypothesis import strategies as st
from test_scoring import dag_of, graphs, node

from argcheck.argument.trust.calibration import ablated, auroc, calibrated, spearman
from argcheck.argument.trust.dag import UNKNOWN, InvalidDagError, TrustDag, TrustNode
from argcheck.argument.trust.features import features_of
from argcheck.argument.trust.scoring import score
from argcheck.argument.trust.session import TrustSession
from argcheck.argument.trust.uncertainty import resampled, sampled
from argcheck.argument.trust.weights import METRICS, Parameters


@given(graphs(), st.randoms(use_true_random=False))
@pytest.mark.slow
def test_after_the_last_node_the_score_is_that_of_the_whole(graph, random):
    nodes, edges = graph
    whole = dag_of(nodes, edges)
    session = TrustSession(
        TrustDag([TrustNode(name, role, text) for name, (role, text, _) in nodes.items()], edges)
    )
    assert sorted(session.order) == sorted(nodes)
    order = session.order
    random.shuffle(order)
    for name in order:
        before = session.score.confidence
        changed = session.update(name, nodes[name][2])
        assert changed == {e for e in edges if session.score.confidence[e] != before[e]}
    assert session.score == score(whole)


def test_a_session_asks_by_breadth_from_the_hypotheses_and_refuses_what_it_does_not_know():
    session = TrustSession(
        TrustDag(
            [node("a", "context"), node("z", "conclusion"), node("b", "claim"), node("h", "hypothesis")],
            [("h", "z"), ("h", "b"), ("b", "z"), ("a", "b")],
        )
    )
    assert session.order == ["h", "b", "z", "a"]
    before = session.score
    with pytest.raises(InvalidDagError, match="no node has the id 'x'"):
        session.update("x", UNKNOWN)
    with pytest.raises(InvalidDagError, match="not between 0 and 1"):
        session.update("b", (2.0, *UNKNOWN[1:]))
    assert session.score is before


@pytest.mark.parametrize("shape", [(1, 1, 8), (8, 1, 8), (3, 4, 5)])
def test_the_parts_of_the_variance_add_up(shape):
    extractions, verifications, trials = shape
    drawn = random.Random(1)
    dags = [
        [labelled(1, seed=drawn.random())[0].dag for _ in range(verifications)] for _ in range(extractions)
    ]
    result = sampled(dags, trials=trials)
    assert len(result.scores) == extractions * verifications * trials
    assert sum(result.variance.values()) == pytest.approx(pvariance(result.scores))
    assert result.deviation**2 == pytest.approx(pvariance(result.scores))
    assert min(result.scores) <= result.low <= result.mean <= result.high <= max(result.scores)
    assert (result.variance["extraction"] == 0) == (extractions == 1)
    assert (result.variance["verification"] == 0) == (verifications == 1)


def test_the_same_seed_gives_the_same_and_nothing_to_draw_from_is_refused():
    dag = labelled(1)[0].dag
    assert sampled([[dag]], seed=3) == sampled([[dag]], seed=3) != sampled([[dag]], seed=4)
    for wrong in ([], [[]], [[dag], [dag, dag]]):
        with pytest.raises(ValueError, match="equally often"):
            sampled(wrong)
    with pytest.raises(ValueError, match="at least one trial"):
        sampled([[dag]], trials=0)


def test_what_is_resampled_keeps_zeros_signs_and_ranges():
    drawn = random.Random(0)
    for _ in range(50):
        changed = resampled(Parameters(), drawn)
        assert changed.component_weights.fragility < 0 < changed.component_weights.best_path
        assert changed.quality_weights["hypothesis"][2:] == (0, 0, 0, 0)
        assert 0 <= changed.propagation.eta <= 1
        assert changed != Parameters()


def test_rank_statistics():
    assert auroc([1, 2, 3, 4], [0, 0, 1, 1]) == 1
    assert auroc([4, 3, 2, 1], [0, 0, 1, 1]) == 0
    assert auroc([1, 1, 1, 1], [0, 0, 1, 1]) == 0.5
    assert auroc([1, 2, 3], [0, 1, 1]) == 1
    assert spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert spearman([1, 2, 2, 4], [1, 3, 2, 4]) == pytest.approx(0.9486832980505138)
    assert spearman([1, 1], [1, 2]) == 0
    with pytest.raises(ValueError, match="rank nothing"):
        auroc([1, 2], [1, 1])


@pytest.mark.long
def test_calibration_is_judged_on_graphs_that_it_has_not_seen():
    graphs = labelled(60, noise=0.3)
    result = calibrated(graphs)
    assert result.seen.auroc >= 0.9
    assert result.held_out.auroc_interval[0] > 0.5
    assert result.held_out.auroc_interval[0] <= result.held_out.auroc <= result.held_out.auroc_interval[1]
    again = [calibrated(graphs[:15]).parameters.edge_weights for _ in range(2)]
    assert again[0] == again[1]
    strangers = reversed([graph.label for graph in graphs])
    unrelated = calibrated(
        [graph._replace(label=label) for graph, label in zip(graphs, strangers, strict=True)]
    )
    low, high = unrelated.held_out.auroc_interval
    assert low <= 0.5 <= high  # labels that have nothing to do with the graphs teach nothing
    with pytest.raises(ValueError, match="at least ten"):
        calibrated(graphs[:9])


@pytest.mark.slow
def test_what_the_labels_rest_on_is_what_ablation_misses():
    lost = ablated(labelled(40))
    assert set(lost) >= {"bridge_coverage", "edge prior", "propagation"}
    assert max(lost.values()) > 0


def test_features_have_the_same_names_for_every_graph():
    first, second = (
        features_of(dag, score(dag))
        for dag in (labelled(2)[0].dag, dag_of({"x": ("claim", "", UNKNOWN)}, []))
    )
    assert first.fingerprint.keys() == second.fingerprint.keys()
    assert first.nodes[0].keys() == second.nodes[0].keys() > set(METRICS)
    assert all(walk[0] in {row["id"] for row in first.nodes} for walk in first.walks)
    steps = {(row["parent"], row["child"]) for row in first.edges}
    assert {pair for walk in first.walks for pair in itertools.pairwise(walk)} <= steps
    assert second.nodes[0]["trust"] is None
