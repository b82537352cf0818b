"""The measurement of ``benchmarks/sources.py`` on the half that no threshold was chosen on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import sources

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sources.DATA.is_dir(), reason="the labelled entries are not here"),
]


@pytest.mark.parametrize("seed", [0, 1])
def test_faults_are_found_and_valid_entries_left_alone(seed: int) -> None:
    found, accused = sources.figures(sources.measure(sources.load(), half="test", seed=seed))
    assert found >= 0.9
    assert accused <= 0.01


@pytest.mark.parametrize("seed", [0, 1])
def test_when_a_third_of_the_requests_fail_nobody_is_accused(seed: int) -> None:
    results = sources.measure(sources.load(), half="test", failing=1 / 3, seed=seed)
    assert sources.figures(results)[1] == 0
