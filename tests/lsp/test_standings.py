"""Page, editor, score and findings say the same of one claim, in the same words."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from argcheck_process import argcheck
from read_page import Page, page_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.slow

HYPOTHETICAL = r"""\documentclass{article}
\begin{document}
\section{A}
% argcheck: hypothesis id=h
Shade cools streets.
% argcheck: evidence id=ev uses=h
Residents felt cooler.
% argcheck: conclusion id=cl uses=ev
Plant trees.
\end{document}
"""
LINKED = r"""\documentclass{article}
\begin{document}
\section{A}
% argcheck: hypothesis id=h
Shade cools streets.
% argcheck: evidence id=ev:a uses=h,tab:t
The thermometers fell by two degrees.
% argcheck: evidence id=ev:b uses=h
Residents said that they felt cooler.
% argcheck: claim id=cl:linked uses=ev:a+ev:b
Both agree that shade cools.
% argcheck: conclusion id=cl uses=cl:linked,ev:b
Trees should be planted.
\begin{table}\caption{T.}\label{tab:t}\end{table}
\end{document}
"""
BARE = LINKED.replace("hypothesis id=h", "claim id=h")
ASSUMED = HYPOTHETICAL.replace("hypothesis id=h", "assumption id=h")
DESCRIBED = LINKED.replace("evidence id=ev:b uses=h", "method id=ev:b").replace("cl:linked,ev:b", "cl:linked")
NOTHING = "nothing that stands supports it"

#: A document, what is said of its conclusion in the overview, and the code of the finding on it, if any.
CASES = [
    pytest.param(HYPOTHETICAL, f"▽ width 0: {NOTHING}; without support: h", "ARG003", id="hypothesis"),
    pytest.param(LINKED, f"▽ width 0: {NOTHING}; without support: h", "ARG003", id="linked"),
    pytest.param(ASSUMED, "◌ width 0: rests on assumptions alone: h", "ARG016", id="assumed"),
    pytest.param(BARE, "◔ width 1: falls without h", "", id="orphan"),
    pytest.param(DESCRIBED, "◔ width 1: falls without ev:a", "", id="method"),
]


def lens_of(client: Any, words: str) -> str:
    shown = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("main.tex")}})
    (lens,) = [each for each in shown if client.words("main.tex", each["range"]) == words]
    return str(lens["command"]["title"])


@pytest.mark.parametrize(("text", "told", "code"), CASES)
def test_all_places_say_the_same_of_a_conclusion(
    tmp_path: Path, connect: Callable[..., Any], text: str, told: str, code: str
) -> None:
    (tmp_path / "main.tex").write_text(text, "utf-8")
    sign, _, support = told.partition(" ")
    width, _, reason = support.partition(": ")
    state = reason.partition(";")[0].partition(":")[0] if width == "width 0" else ""
    page = page_of(tmp_path)
    assert f"cl {told}" in page.words("//section[@id='overview']")
    card = page.words("//article[@id='claim-cl']")
    assert f" {sign} " in card
    assert width.capitalize() in card
    assert "✓" not in card
    assert state in card
    (drawn,) = page.all("//*[local-name()='g'][starts-with(*[local-name()='title'], 'cl;')]")
    assert drawn.xpath("string(*[local-name()='text'][@class='sign'])") == sign
    assert state in drawn.xpath("string(*[local-name()='title'])")
    client = connect(tmp_path)
    client.open("main.tex")
    (words,) = [w for w in ("Plant trees.", "Trees should be planted.") if w in text]
    lens = lens_of(client, words)
    assert width in lens
    assert state in lens
    hover = client.ask("textDocument/hover", client.at("main.tex", words, 1))["contents"]["value"]
    assert f"Support of {width}" in hover
    assert state in hover
    scored = argcheck("score", cwd=tmp_path, env=dict(os.environ), encoding="utf-8").stdout
    if "not scored" not in scored:
        assert f"cl has support of {support}" in scored
    checked = argcheck("check", "--no-cache", cwd=tmp_path, env=dict(os.environ), encoding="utf-8").stdout
    place = f"main.tex:{text[: text.index(words)].count(chr(10)) + 1}:"
    assert [line.split()[2] for line in checked.splitlines() if line.startswith(place)] == [code] * bool(code)


def test_what_a_claim_falls_without_is_told_of_the_same_claims_everywhere(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    (tmp_path / "main.tex").write_text(
        LINKED.replace("ev:b uses=h", "ev:b uses=tab:u").replace(
            r"\end{document}", r"\begin{table}\caption{U.}\label{tab:u}\end{table}\end{document}"
        ),
        "utf-8",
    )
    page = page_of(tmp_path)
    told = "width 1: falls without ev:b"
    assert f"cl ◔ {told}" in page.words("//section[@id='overview']")
    assert told.capitalize() in page.words("//article[@id='claim-cl']")
    client = connect(tmp_path)
    client.open("main.tex")
    hover = client.ask("textDocument/hover", client.at("main.tex", "Trees should", 1))["contents"]["value"]
    assert "Support of width 1: falls without 'ev:b'" in hover
    assert lens_of(client, "Trees should be planted.") == "2 supports, width 1"


def test_the_evidence_of_a_claim_is_not_said_to_stand_where_it_does_not(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(HYPOTHETICAL, "utf-8")
    page: Page = page_of(tmp_path)
    card = page.words("//article[@id='claim-ev']")
    assert NOTHING in card
    assert "source that stands" not in card
