"""What says of a publication that it was retracted, and what only sounds like it."""

from __future__ import annotations

import pytest

from argcheck.verdicts.cues import says_retracted


@pytest.mark.parametrize(
    "text",
    [
        "The retracted study of Lamb [pig] had it that pigs roast by chance.",
        "The now-retracted paper [pig] started a panic.",
        "Lamb [pig], which has since been retracted, had it otherwise.",
        "The article by Lamb et al. [pig] was formally retracted in 2010.",
        "It was retracted by the journal after twelve years.",
        "An earlier report of the same group [pig] was retracted, as its authors had asked.",
        "What Lamb said of roasting at home [pig] has since then been withdrawn.",
        "The paper (Lamb 1998, [pig]) has been withdrawn.",
        "After its retraction the claim [pig] lived on.",
        "The retraction of [pig] came late.",
        "It was said [pig] (retracted) that pigs roast by chance.",
        "Die zurückgezogene Studie [pig] behauptet anderes.",
        "Der Artikel von Lamb [pig] wurde 2010 zurückgezogen.",
        "Die Arbeit [pig] ist inzwischen zurückgezogen.",
        "L'article de Lamb [pig], rétracté en 2010, dit le contraire.",
        "La rétractation de cet article [pig] est connue.",
        "L'étude [pig] a été retirée par la revue.",
    ],
)
def test_said(text: str) -> None:
    assert says_retracted(text)


@pytest.mark.parametrize(
    "text",
    [
        "The needle was retracted before roasting [pig].",
        "Two patients were withdrawn from the trial [pig].",
        "Several studies found that the drug was withdrawn in 2004 [pig].",
        "The authors report that the offer was retracted [pig].",
        "This work has not been retracted [pig].",
        "The paper was never withdrawn [pig].",
        "Patients on roast pork [pig] were withdrawn from the trial.",
        "The landing gear is fully retractable [pig].",
        "The study withdrew support from the model [pig].",
        "Results of a subtraction are given [pig].",
        "Die Flüssigkeit wurde zurückgezogen [pig].",
        "Die Studie zeigt, dass die Truppen zurückgezogen wurden [pig].",
        "Der Artikel [pig] wurde nicht zurückgezogen.",
        "L'article n'a pas été rétracté [pig].",
        "L'étude montre que la sonde est retirée [pig].",
        "",
    ],
)
def test_not_said(text: str) -> None:
    assert not says_retracted(text)


@pytest.mark.slow
def test_a_long_sentence_takes_no_time() -> None:
    assert not says_retracted("The paper of retracts " + "which was in Lamb [pig], " * 20_000)
