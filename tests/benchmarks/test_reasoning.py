"""The simulation of readings that err: its models err as they say, and its goals hold on a few items."""

import math
import random
import sys
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "reasoning"))

import simulate

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("error", "correlation"), [(0.3, 0.0), (0.3, 0.6), (0.1, 0.3)])
def test_simulated_models_err_as_often_and_as_much_together_as_they_say(error, correlation):
    pairs = []
    for number in range(4_000):
        item = simulate.made_item(number)
        model = simulate.SimulatedModel(item, error, correlation)
        pairs.append([model.says()[0] == item.wrong for _ in range(2)])
    first, second = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
    both = sum(all(pair) for pair in pairs) / len(pairs)
    measured = (both - first * second) / math.sqrt(first * (1 - first) * second * (1 - second))
    assert first == pytest.approx(error, abs=0.03)
    assert measured == pytest.approx(correlation, abs=0.06)


@pytest.mark.parametrize("error", [0.0, 0.1, 0.3, 0.5, 1.0])
def test_the_prediction_is_that_of_all_outcomes(error):
    share = 0.0
    for wrong in product((False, True), repeat=simulate.READINGS):
        chance = math.prod(error if each else 1 - error for each in wrong)
        right = wrong.count(False) - wrong.count(True)
        share += chance * (1 if right > 0 else 0.5 if right == 0 else 0)
    assert simulate.binomial(error) == pytest.approx(share)


def test_an_item_has_a_witness_for_each_reading_of_either_answer_and_its_order_tells_nothing():
    item = simulate.made_item(random.Random(1).randrange(1000))
    texts = [block.text for block in item.document.blocks]
    assert sorted(texts) == texts
    assert {len(side) for side in item.witnesses.values()} == {simulate.READINGS + 1}
    assert len({*texts}) == 2 * (simulate.READINGS + 1)


@pytest.mark.long
def test_votes_of_independent_readings_are_right_as_often_as_predicted_and_the_table_says_so(
    capsys, tmp_path
):
    code = simulate.main(
        ["--items", "60", "--errors", "0.3", "--correlations", "0", "0.9", "--out", str(tmp_path)]
    )
    shown = capsys.readouterr().out
    assert code == 0, shown
    rows = [[field.strip() for field in line.strip("|").split("|")] for line in shown.splitlines()[2:]]
    votes = shown.splitlines()[0].strip("|").split(" | ").index(simulate.VOTES)
    low, high = simulate.interval(simulate.binomial(0.3), 60)
    assert low <= float(rows[0][votes]) / 100 <= high
    assert float(rows[1][votes]) < float(rows[0][votes])  # what readings share, votes cannot mend
    lines = (tmp_path / "error-0.3-correlation-0.0.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == 60 * 7
