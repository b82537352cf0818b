"""Near misses: the same as a search through all names, whatever is left out of it."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from argcheck.near import closest

WORDS = st.text(alphabet="abcAB1:", min_size=1, max_size=12)


@settings(max_examples=300)
@given(WORDS.filter(lambda word: len(word) > 2), st.lists(WORDS, min_size=1, max_size=30))
def test_the_closest_names_are_those_of_a_search_through_all(word: str, known: list[str]) -> None:
    distances = {name: OSA.distance(word.lower(), name.lower()) for name in known}
    best = min(distances.values())
    near = best <= max(1, min(3, len(word) // 4))
    assert closest(word, known) == (
        sorted(name for name in distances if distances[name] == best)[:3] if near else []
    )


def test_a_word_that_is_near_to_nothing_costs_no_library() -> None:
    code = "import sys; from argcheck.near import closest; closest('knuth1984', ['smith2019']); print('rapidfuzz' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
