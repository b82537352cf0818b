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
    ("sentence", "claim"),
    [
        ("The vaccine failed to protect older patients.", "The vaccine protected older patients"),
        ("The dam hardly lowered the level of the river.", "The dam lowered the level of the river"),
        ("Prices rose only if supply fell.", "Prices rose if supply fell"),
        ("It is doubtful that the temple was built before 300 BC.", "The temple was built before 300 BC"),
        ("Coffee may raise blood pressure in some adults.", "Coffee always raises blood pressure in adults"),
        ("Sleep predicts memory better than age does.", "Age predicts memory better than sleep does"),
        ("There is little evidence that homework improves grades in primary school.", "There is evidence that homework improves grades in primary school"),
        ("Wolves were seen only in the northern valleys.", "Wolves were seen in the northern and southern valleys"),
        ("The committee did not dispute that the bridge was unsafe.", "The committee disputed that the bridge was unsafe"),
        ("The survey cannot show that training lowers stress.", "The survey shows that training lowers stress"),
        ("The enzyme rarely binds to the receptor.", "The enzyme binds to the receptor"),
        ("The court refused to hear the appeal.", "The court heard the appeal"),
        ("Exports nearly doubled after the treaty.", "Exports doubled after the treaty"),
        ("The fungus kills the beetle within a week.", "The beetle kills the fungus within a week"),
        ("Unless the pump is cooled, the seal breaks.", "If the pump is cooled, the seal breaks"),
        ("The author denies that the letter is genuine.", "The letter is genuine"),
        ("Migration might explain the change in diet.", "Migration explains the change in diet"),
        ("The catalyst ceased to work after ten hours.", "The catalyst worked after ten hours"),
        ("The older model supposedly overestimates rainfall.", "The older model overestimates rainfall"),
        ("Lower interest rates led to higher investment.", "Higher investment led to lower interest rates"),
        ("It is unlikely that the two comets share an origin.", "The two comets share an origin"),
        ("The treaty could reduce emissions by 2030.", "The treaty will reduce emissions by 2030"),
        ("The virus lacks the gene for the protein.", "The virus has the gene for the protein"),
        ("Anna taught Peter to read Greek.", "Peter taught Anna to read Greek"),
        ("The claim that birds navigate by stars is wrong.", "Birds navigate by stars"),
        ("The bacteria failed to grow in acid.", "The bacteria grew in acid"),
        ("The dialect is hardly spoken today.", "The dialect is spoken today"),
        ("The parser was faster than the lexer in each run.", "The lexer was faster than the parser in each run"),
        ("The king killed his brother in 1210.", "His brother killed the king in 1210"),
        ("Almost all stars in the cluster are old.", "All stars in the cluster are old"),
        ("The theory that gold was traded here is mistaken.", "Gold was traded here"),
        ("France exported more wine than Italy.", "Italy exported more wine than France"),
        ("The reform possibly lowered rents.", "The reform lowered rents"),
    ],
)  # fmt: skip
def test_a_reversal_a_limit_or_a_role_that_is_lost_makes_another_claim(sentence, claim):
    assert not is_tied(sentence, claim, "en")


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("The committee did not dispute that the bridge was unsafe, but it denied that the city was never told.", "The bridge was unsafe"),
        ("The model, which does not need labels and never sees the test data, outperforms the baseline.", "The model outperforms the baseline"),
        ("The rule did not change, and neither did the share of firms that break it.", "The share of firms that break the rule did not change"),
        ("Not only was the new sensor cheaper, it was never less precise than the old one.", "The new sensor was cheaper"),
        ("No patient died, and no patient had to leave the trial.", "No patient died in the trial"),
        ("The archive holds no letters from 1914, since none were kept, but it holds 300 letters from 1915.", "The archive holds 300 letters from 1915"),
        ("The method does not require a license, nor does it depend on the language of the text.", "The method does not depend on the language of the text"),
        ("Nobody has shown that the two species do not interbreed.", "It has not been shown that the two species do not interbreed"),
        ("The glacier did not advance in any year, not even in the cold years after 1960.", "The glacier did not advance in the cold years after 1960"),
        ("The vaccine failed to protect older patients.", "The vaccine did not protect older patients"),
        ("The dam hardly lowered the level of the river.", "The dam hardly lowered the level of the river"),
        ("Prices rose only if supply fell.", "Prices rose only if supply fell"),
        ("It is doubtful that the temple was built before 300 BC.", "It is doubtful that the temple was built before 300 BC"),
        ("Coffee may raise blood pressure in some adults.", "Coffee may raise the blood pressure of some adults"),
        ("In mice, the drug suppressed the growth of tumours within two weeks.", "The drug suppressed tumour growth in mice within two weeks"),
        ("Sleep predicts memory better than age does.", "Sleep predicts memory better than age"),
        ("No one denies that the ice is thinner, but not everyone agrees why.", "The ice is thinner"),
        ("The king was killed by his brother in 1210.", "The brother of the king killed him in 1210"),
        ("Green tea may lower the risk of stroke.", "The risk of stroke may be lowered by green tea"),
        ("If demand rises, prices follow.", "Prices follow if demand rises"),
        ("We could show that the filter removes lead from water.", "The filter removes lead from water"),
        ("Not only did the fund lose money, it may have to close.", "The fund lost money"),
        ("The farm stopped using pesticides, and yields rose by 5 percent.", "Yields rose by 5 percent"),
    ],
)  # fmt: skip
def test_what_a_sentence_says_beside_much_that_it_denies_is_tied(sentence, claim):
    assert is_tied(sentence, claim, "en")


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
