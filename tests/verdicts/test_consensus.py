"""The arithmetic of the committee, against an independent reference: exact fractions, and logarithms by series."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from thinned import one_in

from argcheck.verdicts.consensus import (
    CONTRADICTS,
    ENTAILS,
    NEUTRAL,
    PRINTED,
    REPAIRED,
    Aspect,
    consensus,
    influence,
    percentile,
)

# --- the reference: written from the formulas of the paper, slowly, and sharing nothing with the program


def ln(x: Fraction) -> Fraction:
    """The natural logarithm of a positive number, by 2 artanh((x - 1) / (x + 1)), to far below 1e-12."""
    if x == 1:
        return Fraction(0)
    halvings = 0
    while x < Fraction(1, 2):
        x, halvings = x * 2, halvings + 1
    y = (x - 1) / (x + 1)
    y = Fraction(round(y * 10**30), 10**30)
    total, power = Fraction(0), y
    for odd in range(1, 60, 2):
        total += power / odd
        power = Fraction(round(power * y * y * 10**30), 10**30)
    total *= 2
    return total - halvings * ln_two() if halvings else total


def ln_two() -> Fraction:
    return sum(Fraction(1, k * 2**k) for k in range(1, 80))


def reference(clusters, weights, heard, form):
    """What the paper prints in D.5.3 to D.7, and its repair; clusters as (label, papers, agreement), all exact."""
    supports = []
    for _, papers, _ in clusters:
        supports.append(sum((weights[p] for p in set(papers)), Fraction(0)))
    everything = sum(supports, Fraction(0))
    gamma = [one / everything for one in supports]
    score = Fraction(0)
    w = {"E": Fraction(0), "C": Fraction(0), "N": Fraction(0)}
    for (label, _, _), g in zip(clusters, gamma, strict=True):
        w[label] += g
        score += {"E": 1, "C": -1, "N": 0}[label] * g
    stability = sum((g * a for (_, _, a), g in zip(clusters, gamma, strict=True)), Fraction(0))
    if form == PRINTED:
        n_eff = 1 / sum((g * g for g in gamma), Fraction(0))
        entropy = -sum((x * ln(x) for x in w.values() if x), Fraction(0)) / (ln_two() + ln(Fraction(3, 2)))
    else:
        voices = set()
        for label, papers, _ in clusters:
            if label != "N":
                voices |= set(papers)
        squares = sum((weights[p] ** 2 for p in voices), Fraction(0))
        n_eff = sum((weights[p] for p in voices), Fraction(0)) ** 2 / squares if squares else Fraction(0)
        spoken = w["E"] + w["C"]
        parts = [w[one] / spoken for one in "EC" if w[one]] if spoken else []
        entropy = -sum((x * ln(x) for x in parts), Fraction(0)) / ln_two()
    confidence = abs(score) * min(Fraction(1), n_eff / 6) * (1 - entropy) * stability
    return {
        "score": score,
        "weights": gamma,
        "effective": n_eff,
        "entropy": entropy,
        "stability": stability,
        "coverage": w["E"] + w["C"],
        "confidence": confidence,
        "triggers": (
            heard < 6,
            abs(score) <= Fraction(3, 10),
            confidence < Fraction(1, 2),
            entropy > Fraction(3, 5),
        ),
    }


NAMES = {"E": ENTAILS, "C": CONTRADICTS, "N": NEUTRAL}


def simulated(rng, witnesses):
    """A committee: papers with percentiles, each in one to three clusters."""
    papers = [f"p{n}" for n in range(witnesses)]
    weights = {
        one: Fraction(3, 5) * Fraction(rng.randint(0, 1000), 1000)
        + Fraction(2, 5) * Fraction(rng.randint(1, 1000), 1000)
        for one in papers
    }
    count = rng.randint(1, min(6, witnesses))
    labels = rng.choice(["EN", "CN", "ECN", "E", "C", "EEEN", "CCCE", "N"])
    clusters = []
    for _ in range(count):
        members = rng.sample(papers, rng.randint(1, witnesses))
        clusters.append((rng.choice(labels), members, Fraction(rng.randint(1, 3), 3)))
    left = [one for one in papers if not any(one in members for _, members, _ in clusters)]
    if left:
        clusters.append((rng.choice(labels), left, Fraction(1)))
    return clusters, weights


@pytest.mark.parametrize("form", [PRINTED, REPAIRED])
@pytest.mark.parametrize("witnesses", one_in(6, range(1, 26), rest=pytest.mark.slow))
def test_equal_to_the_reference(form, witnesses):
    rng = random.Random(f"{form} {witnesses}")
    seen = set()
    for _ in range(20):
        clusters, weights = simulated(rng, witnesses)
        aspects = [Aspect(NAMES[label], frozenset(members), float(a)) for label, members, a in clusters]
        found = consensus(aspects, {p: float(w) for p, w in weights.items()}, witnesses, form=form)
        wanted = reference(clusters, weights, witnesses, form)
        for name in ("score", "effective", "entropy", "stability", "coverage", "confidence"):
            assert getattr(found, name) == pytest.approx(float(wanted[name]), abs=1e-9), name
        assert found.weights == pytest.approx([float(one) for one in wanted["weights"]], abs=1e-9)
        edges = (abs(abs(wanted["score"]) - Fraction(3, 10)), abs(wanted["confidence"] - Fraction(1, 2)))
        if min(*edges, abs(wanted["entropy"] - Fraction(3, 5))) < Fraction(1, 10**9):
            continue  # on the edge of a threshold the last digit decides
        triggers = ("witnesses", "band", "confidence", "entropy")
        assert found.abstained == tuple(
            name for name, holds in zip(triggers, wanted["triggers"], strict=True) if holds
        )
        seen.add(found.verdict)
    if witnesses < 6:
        assert seen == {"undecidable"}
    elif form == REPAIRED and witnesses >= 10:
        assert seen == {"undecidable", "supported", "miscited"}


def one_voice(relation, count):
    papers = [f"p{n}" for n in range(count)]
    return [Aspect(relation, frozenset(papers))], dict.fromkeys(papers, 0.5), count


def test_a_unanimous_committee_decides_in_the_repaired_form_only():
    repaired = consensus(*one_voice(ENTAILS, 12))
    assert (repaired.verdict, repaired.confidence) == ("supported", pytest.approx(1.0))
    printed = consensus(*one_voice(ENTAILS, 12), form=PRINTED)
    assert (printed.verdict, printed.abstained) == ("undecidable", ("confidence",))
    assert printed.confidence == pytest.approx(1 / 6)
    assert consensus(*one_voice(CONTRADICTS, 6)).verdict == "miscited"
    assert consensus(*one_voice(CONTRADICTS, 5)).abstained == ("witnesses",)


def test_other_aspects_are_no_disagreement_but_count_as_not_covered():
    papers = [f"p{n}" for n in range(12)]
    aspects = [
        Aspect(ENTAILS, frozenset(papers[:6])),
        *(Aspect(NEUTRAL, frozenset(papers[n : n + 2])) for n in (6, 8, 10)),
    ]
    influences = dict.fromkeys(papers, 0.7)
    printed = consensus(aspects, influences, 12, form=PRINTED)
    assert printed.confidence == pytest.approx(0.092, abs=1e-3)
    assert printed.abstained == ("confidence", "entropy")
    repaired = consensus(aspects, influences, 12)
    assert (repaired.score, repaired.coverage, repaired.entropy) == (
        pytest.approx(0.5),
        pytest.approx(0.5),
        0.0,
    )
    assert repaired.effective == pytest.approx(6)


def test_a_dissenter_costs_confidence_and_a_split_decides_nothing():
    papers = [f"p{n}" for n in range(10)]
    influences = dict.fromkeys(papers, 0.5)

    def split(against):
        sides = [(CONTRADICTS, papers[:against]), (ENTAILS, papers[against:])]
        return consensus([Aspect(label, frozenset(who)) for label, who in sides], influences, 10)

    assert split(5).abstained == ("band", "confidence", "entropy")
    assert split(1).confidence == pytest.approx(0.8 * (1 - 0.4689955935892812))
    assert split(1).abstained == ("confidence",)


def test_a_paper_in_two_clusters_is_one_witness():
    papers = frozenset(f"p{n}" for n in range(6))
    twice = [Aspect(ENTAILS, papers), Aspect(ENTAILS, papers)]
    assert consensus(twice, dict.fromkeys(papers, 0.3), 6).effective == pytest.approx(6)


def test_a_score_at_the_edge_of_the_band_decides_nothing():
    aspects = [Aspect(ENTAILS, frozenset("abc")), Aspect(NEUTRAL, frozenset("defghij"))]
    found = consensus(aspects, dict.fromkeys("abcdefghij", 1.0), 10)
    assert (found.score, found.abstained) == (0.3, ("band", "confidence"))


def test_nobody_speaks_of_the_claim():
    found = consensus(*one_voice(NEUTRAL, 8))
    assert (found.effective, found.entropy, found.coverage, found.confidence) == (0.0, 0.0, 0.0, 0.0)
    assert found.abstained == ("band", "confidence")


def test_without_any_influence_all_count_the_same():
    aspects = [Aspect(ENTAILS, frozenset("abcdef")), Aspect(NEUTRAL, frozenset("gh"))]
    found = consensus(aspects, dict.fromkeys("abcdefgh", 0.0), 8)
    assert found.weights == pytest.approx((0.75, 0.25))
    assert found.verdict == "supported"


def test_influence_and_percentiles():
    assert influence(1.0, 1.0) == pytest.approx(1.0)
    assert influence(0.5, 0.5, preprint=True) == pytest.approx(0.3 + 0.4 * 0.85 * 0.5)
    population = [*range(99), 1_000_000]
    assert percentile(1_000_000, population, winsor=0.99) == pytest.approx(0.99)  # ties with the 99th of 100
    assert percentile(98, population, winsor=0.99) == pytest.approx(0.99)
    assert percentile(98, population) == pytest.approx(0.985)
    assert percentile(0, [0, 0, 0, 5]) == pytest.approx(0.375)
    assert percentile(7, [1, 2]) == 0.75  # beyond the others it ties with the highest
    with pytest.raises(ValueError, match="nothing to rank"):
        percentile(1, [])
