"""Near misses: the same as a search through all names, whatever is left out of it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from argcheck.prose.spelling import closest, same_but_for_prefix

WORDS = st.text(alphabet="abcAB1:", min_size=1, max_size=12)


@pytest.mark.slow
@settings(max_examples=300)
@given(WORDS.filter(lambda word: len(word) > 2), st.lists(WORDS, min_size=1, max_size=30))
def test_the_closest_names_are_those_of_a_search_through_all(word: str, known: list[str]) -> None:
    distances = {name: OSA.distance(word.lower(), name.lower()) for name in known}
    best = min(distances.values())
    near = best <= max(1, min(3, len(word) // 4))
    assert closest(word, known) == (
        sorted(name for name in distances if distances[name] == best)[:3] if near else []
    )


LABELS = ["fig:rates", "rates", "tab:rates", "sec:rates", "figure:costs", "fig:a", "eq:b", "sub:sec:x"]


def test_a_label_may_have_another_prefix() -> None:
    assert same_but_for_prefix("figure:rates", LABELS) == ["fig:rates"]
    assert same_but_for_prefix("subsection:rates", LABELS) == ["sec:rates"]
    assert same_but_for_prefix("Abb.rates", LABELS) == ["fig:rates"]
    assert same_but_for_prefix("equation:b", LABELS) == ["eq:b"]
    assert same_but_for_prefix("tab:costs", LABELS) == []
    assert same_but_for_prefix("costs", LABELS) == []


def test_a_label_may_lack_its_prefix() -> None:
    assert same_but_for_prefix("eqn-rates", LABELS, lacking=True) == ["rates"]
    assert same_but_for_prefix("costs", LABELS, lacking=True) == ["figure:costs"]
    assert same_but_for_prefix("tab:costs", LABELS, lacking=True) == []


def test_a_word_that_is_near_to_nothing_costs_no_library() -> None:
    code = "import sys; from argcheck.prose.spelling import closest; closest('knuth1984', ['smith2019']); print('rapidfuzz' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
