"""The cost of an audit: what is printed is what was measured, or that it cannot be told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from loaded_scripts import load

pytest.importorskip("pyarrow")
FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def reading():
    sys.path.insert(0, str(FOLDER))
    try:
        return load(FOLDER / "audit.py").reading
    finally:
        sys.path.remove(str(FOLDER))


@pytest.mark.parametrize(
    ("whole", "starts", "expected"),
    [
        (60.0, [10.0, 10.5], 50.0),
        (8.0, [10.0, 9.0], None),  # less than a start: no time at all
        (12.0, [10.0, 10.1], None),  # starting took all of it
        (40.0, [10.0, 17.0], None),  # starts differ by more than a fifth of it
    ],
)
def test_a_time_that_noise_could_be_is_not_told(reading, whole, starts, expected):
    assert reading(whole, starts) == expected
