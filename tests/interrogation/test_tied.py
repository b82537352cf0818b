"""Which claims of a model are tied to a sentence: those whose words it has in a row, as often as they come in other words."""

from __future__ import annotations

import pytest

from argcheck.files.diagnostic import Span
from argcheck.interrogation.shown_parts import NumberedSentence
from argcheck.interrogation.tying import tied

DUNES = "It is doubtful that small dunes moved 4,5 metres in strong wind, as they did in 1998."


def is_tied(text, claim, number=1):
    sentences = {1: NumberedSentence(1, text, Span("a", 0, 0), "h")}
    return tied({"sentence": number, "claim": claim}, sentences) is not None


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (DUNES, DUNES),
        (DUNES, "small dunes moved 4,5 metres"),
        (DUNES, "  SMALL dunes – moved 4.5\nmetres. "),
        (DUNES, "in strong wind as they did"),
        ("Dunes move.", "dunes move"),
        ("砂丘は強い風で動く。", "砂丘は強い風で動く"),
        ("Der ﬁsch ist klein und blau.", "fisch ist klein und"),
    ],
)
def test_words_in_a_row_whatever_their_case_and_punctuation(text, claim):
    assert is_tied(text, claim)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (DUNES, "small dunes moved 4,6 metres"),
        (DUNES, "small dunes have moved 4,5 metres"),
        (DUNES, "small dunes moved metres in strong wind"),
        (DUNES, "dunes small moved 4,5 metres"),
        (DUNES, "dunes moved 4"),
        (DUNES, "mall dunes moved 4,5 metres in strong win"),
        (DUNES, ""),
        (DUNES, "..."),
        ("Dunes move.", "dunes"),
        ("Dunes move.", "all dunes move"),
        ("砂丘は強い風で動く。", "砂丘は弱い風で動く"),
        ("", "dunes move in wind"),
        ("...", "..."),
    ],
)
def test_a_word_more_less_or_elsewhere_is_no_quotation(text, claim):
    assert not is_tied(text, claim)


def test_a_sentence_that_is_not_shown_ties_nothing():
    assert not is_tied(DUNES, DUNES, number=0)
