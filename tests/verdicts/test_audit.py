"""``argcheck verdicts show --audit KEY``: all that a verdict rests on, kept with it and shown offline."""

from __future__ import annotations

import json
import shutil

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from confirming import purpose
from scripted import Say, model
from theses import argcheck, script, verify, written

pytestmark = pytest.mark.slow

PAPER = """# On dunes

## Results

Small dunes move faster than large ones. Wind did not matter to their speed.

## Fences

Fences hold sand back for one season, and after it the dune passes over them.
"""
THESIS = r"""\documentclass{article}
\begin{document}
Fences stop dunes for ever \cite{smith}.
\bibliography{refs}
\end{document}
"""
QUOTE = "Fences hold sand back for one season, and after it the dune passes over them."


@pytest.fixture
def thesis(tmp_path):
    return written(tmp_path / "thesis", THESIS, PAPER)


def divided(request, number):
    """Four of five accuse; the fifth is outvoted."""
    said = script(request, number)
    if purpose(request) != "arbiter":
        return Say(said, usage=(50, 5))
    if request["seed"] == 4:
        said = {**said, "verdict": "undecidable", "problem": "none", "reason": "the season may be long"}
    return Say(said, usage=(400, 30))


def shown(thesis, *more):
    return argcheck(thesis, "verdicts", "show", "thesis.tex", "--audit", "smith", *more)


def test_the_bundle_holds_what_the_verdict_rests_on_and_is_shown_without_source_and_cache(thesis):
    with model(divided) as scripted:
        done = verify(thesis, scripted, "--price", "1,2")
        asked = [purpose(request) for request in scripted.requests]
    assert done.returncode == 0, done.stderr
    shutil.rmtree(thesis / "sources")
    shutil.rmtree(thesis.parent / "cache")
    done = shown(thesis, "--format", "json")
    assert done.returncode == 0, done.stderr
    (audited,) = json.loads(done.stdout)["audits"]
    bundle = audited["bundle"]
    assert audited["sentence"] == "Fences stop dunes for ever [smith]."
    assert audited["verdict"]["verdict"] == "miscited"
    assert QUOTE in [passage["text"] for passage in bundle["passages"]]
    assert bundle["majority"]["votes"] == {"miscited": 4, "undecidable": 1}
    assert [answer["verdict"] for answer in bundle["answers"]] == ["miscited"] * 4 + ["undecidable"]
    assert bundle["answers"][4]["reason"] == "the season may be long"
    assert {answer["model"] for answer in bundle["answers"]} == {"tiny"}
    assert {check["name"] for check in bundle["checks"]} == {
        "quoted",
        "alone",
        "granted",
        "repeated",
        "other",
        "apart",
    }
    assert all(check["right"] for check in bundle["checks"])
    checks = asked.count("confirm")
    twins = asked.count("twins")
    assert (bundle["spent"]["tokens_in"], bundle["spent"]["tokens_out"]) == (
        400 + 50 * (checks + twins),
        5 * 30 + 5 * (checks + twins),
    )
    assert bundle["spent"]["dollars"] == pytest.approx(
        (bundle["spent"]["tokens_in"] + 2 * bundle["spent"]["tokens_out"]) / 1e6
    )
    text = shown(thesis).stdout
    assert "majority: miscited (miscited 4, undecidable 1), of these answers:" in text
    assert "the season may be long" in text
    assert "alone, beside passages: contradicted: right: Fences stop dunes for ever [smith]." in text
    spent = bundle["spent"]
    total = f"{spent['tokens_in']} tokens in, {spent['tokens_out']} out, {spent['dollars']:.6f} dollars"
    assert f"spent: {total}\n" in text
    # the five answers of one call are billed together
    assert [answer["tokens_in"] for answer in bundle["answers"]] == [400, None, None, None, None]
    billed = "400 tokens in, 150 out, 0.000700 dollars, with others of its call"
    assert text.count(f", by tiny, {billed}: ") == 1
    assert text.count(", by tiny, billed with another answer of its call: ") == 4


def test_what_is_not_known_of_the_price_is_not_said(thesis):
    with model(divided, "ignored") as scripted:
        done = verify(thesis, scripted)
    assert "price unknown" in done.stdout
    (audited,) = json.loads(shown(thesis, "--format", "json").stdout)["audits"]
    assert audited["bundle"]["spent"]["dollars"] is None
    assert {answer["dollars"] for answer in audited["bundle"]["answers"]} == {None}
    text = shown(thesis).stdout
    assert text.count(", by tiny, 400 tokens in, 30 out, price unknown: ") == 5
    assert "dollars" not in text
    shutil.rmtree(thesis / ".argcheck")
    with model(divided, "ignored") as scripted:
        verify(thesis, scripted)
        assert scripted.requests == []
    text = shown(thesis).stdout
    assert text.count(", by tiny, remembered: ") == 5
    assert "spent: nothing, as all answers were remembered\n" in text


def test_a_verdict_that_fell_says_by_which_check(thesis):
    def agreeing(request, number):
        said = divided(request, number)
        if purpose(request) == "confirm":
            return {"verdict": "supported"}
        return said

    with model(agreeing) as scripted:
        verify(thesis, scripted)
    text = shown(thesis).stdout
    assert "the verdict fell: " in text
    assert "supported, supported, supported: wrong" in text


def test_without_quotes_there_are_no_words_of_the_source(thesis):
    (thesis / "argcheck.toml").write_text('quotes = false\n[sources]\nproviders = ["files"]\n')
    with model(divided) as scripted:
        verify(thesis, scripted)
    kept = "".join(file.read_text() for file in (thesis / ".argcheck").rglob("*.json*"))
    assert QUOTE not in kept
    assert "q1:" in shown(thesis).stdout


@pytest.mark.parametrize("damage", ["gone", "{", "[]", "[" * 100_000, '{"folder": "audit"}'])
def test_a_bundle_that_is_gone_or_none_is_named(thesis, damage):
    with model(divided) as scripted:
        verify(thesis, scripted)
    (file,) = (thesis / ".argcheck" / "audit").iterdir()
    file.unlink() if damage == "gone" else file.write_text(damage)
    done = shown(thesis)
    assert done.returncode == 2
    assert file.name in done.stderr


def test_who_has_no_verdict_is_named(thesis):
    done = argcheck(thesis, "verdicts", "show", "thesis.tex", "--audit", "smith")
    assert done.returncode == 2
    assert "no verdict on a citation of 'smith'" in done.stderr
