"""What a claim of a model may say of the sentence that it quotes: its yes and no, its numbers and their units."""

from __future__ import annotations

import pytest

from argcheck.files.diagnostic import Span
from argcheck.interrogation.answers import tied
from argcheck.interrogation.shown_parts import NumberedSentence

FENCES = "Fences did not hold the sand for longer than one season."
MOVED = "Small dunes moved four metres in weeks of strong wind."
FUND = "The fund lost $2 million in March."
DRUGS = "Neither drug lowered the blood pressure of the patients."
TRIALS = "Although the first trial did not show an effect, the second trial lowered mortality by 5 percent."
DOUBT = "There is no doubt that the dunes moved faster in strong wind."
FORMS = "Het middel verlaagde de bloeddruk van 4,5 procent van de patiënten."


def is_tied(sentence, claim, language):
    node = {"sentence": 1, "quote": sentence, "claim": claim}
    return tied(node, {1: NumberedSentence(1, sentence, Span("a", 0, 0), "h")}, language) is not None


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        (FENCES, "Fences held the sand for longer than one season"),
        ("The drug was not better than placebo in any group.", "The drug was better than placebo"),
        ("We found no difference in mortality between the arms.", "There was a difference in mortality between the arms"),
        (DRUGS, "Both drugs lowered the blood pressure of the patients"),
        (TRIALS, "The first trial showed an effect"),
        (TRIALS, "The second trial did not lower mortality by 5 percent"),
        (MOVED, "Small dunes moved four hundred metres in strong wind"),
        (MOVED, "Small dunes moved 4 kilometres in weeks of strong wind"),
        ("The share rose by 3 percent in the valley.", "The share rose by 3 percentage points in the valley"),
        (FUND, "The fund lost 2 billion dollars in March"),
    ],
)  # fmt: skip
def test_another_yes_number_or_unit_is_another_claim(sentence, claim):
    assert not is_tied(sentence, claim, "en")


@pytest.mark.parametrize(
    ("sentence", "claim", "language"),
    [
        (FENCES, "Fences do not hold the sand for longer than one season", "en"),
        (DRUGS, DRUGS, "en"),
        (TRIALS, TRIALS, "en"),
        (TRIALS, "The second trial lowered mortality by 5%", "en"),
        (DOUBT, "The dunes moved faster in strong wind", "en"),
        ("The dunes, which no one had measured before, moved four metres.", "The dunes moved four metres", "en"),
        (MOVED, "In strong wind small dunes moved 4 m", "en"),
        (FUND, "In March the fund lost two million dollars", "en"),
        ("Survey of 1,200 households: owners save energy.", "Owners save energy in a survey of 1200 households", "en"),
        (FORMS, FORMS, "nl"),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_tied(sentence, claim, language):
    assert is_tied(sentence, claim, language)
