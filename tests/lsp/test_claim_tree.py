"""Symbols of a file: a claim is below the claim that it supports, as far as ranges allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.files.diagnostic import Span
from argcheck.lsp.claim_tree import ClaimTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PAPER = r"""\documentclass{article}
\begin{document}
\section{Results}
% argcheck: evidence id=ev:a uses=tab:t
Leaves cool.
% argcheck: evidence id=ev:b uses=tab:t
Shade cools.
% argcheck: claim id=cl:both uses=ev:a,ev:b
Trees cool.
% argcheck: claim id=cl:town uses=cl:both
Towns need trees.
\begin{table}\caption{Cold.}\label{tab:t}\end{table}
% argcheck: evidence id=ev:far uses=tab:t
% argcheck: supports cl:town
It is cold in Table~\ref{tab:t}.
\section{End}
% argcheck: claim id=cl:x uses=cl:y
Rain falls.
% argcheck: claim id=cl:y uses=cl:x
Rain is wet.
% argcheck: conclusion id=cl:main uses=cl:town,cl:y
Plant trees.
\end{document}
"""


def shape(symbols: list[dict[str, Any]]) -> list[Any]:
    return [[s["name"], *shape(s["children"])] if s["children"] else s["name"] for s in symbols]


def ends(place: dict[str, Any]) -> tuple[tuple[int, int], tuple[int, int]]:
    start, end = ((place[end]["line"], place[end]["character"]) for end in ("start", "end"))
    return start, end


def walk(symbols: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for symbol in symbols:
        yield symbol
        yield from walk(symbol["children"])


@pytest.mark.slow
def test_a_claim_is_below_the_nearest_that_it_supports_under_the_same_heading(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    (tmp_path / "main.tex").write_text(PAPER, "utf-8")
    client = connect(tmp_path)
    client.open("main.tex")
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri("main.tex")}})
    assert shape(symbols) == [
        [
            "Results",
            ["Towns need trees.", ["Trees cool.", "Leaves cool.", "Shade cools."]],
            "table: Cold.",
            "It is cold in Table [tab:t].",  # the table would lie within the range of what it supports
        ],
        ["End", ["Plant trees.", ["Rain is wet.", "Rain falls."]]],  # each once, although they are a circle
    ]
    names = [symbol["name"] for symbol in walk(symbols)]
    assert len(names) == len(set(names)) == 11
    for symbol in walk(symbols):
        start, end = ends(symbol["range"])
        assert start <= ends(symbol["selectionRange"])[0] <= ends(symbol["selectionRange"])[1] <= end
        for child in symbol["children"]:
            assert start <= ends(child["range"])[0] <= ends(child["range"])[1] <= end
        below = [ends(child["range"]) for child in symbol["children"]]
        assert all(one[1] <= other[0] for one, other in zip(sorted(below), sorted(below)[1:], strict=False))


@pytest.mark.slow
def test_the_words_of_a_claim_stay_where_an_editor_goes_to(
    tmp_path: Path, connect: Callable[..., Any]
) -> None:
    (tmp_path / "main.tex").write_text(PAPER, "utf-8")
    client = connect(tmp_path)
    client.open("main.tex")
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": client.uri("main.tex")}})
    for symbol in walk(symbols):
        if symbol.get("detail") in ("claim", "evidence", "main claim") and "Table" not in symbol["name"]:
            assert client.words("main.tex", symbol["selectionRange"]) == symbol["name"]


@given(
    st.integers(1, 9).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14)
        )
    )
)
def test_whatever_supports_whatever_ranges_nest(case: tuple[int, list[tuple[int, int]]]) -> None:
    number, pairs = case
    supported: dict[int, list[int]] = {}
    for low, high in pairs:
        supported.setdefault(low, []).append(high)
    spans = [Span("a.tex", 10 * place, 10 * place + 5) for place in range(number)]
    tree = ClaimTree(spans, supported)
    for low, high in tree.above.items():
        assert high in supported[low]

    def above(place: int) -> list[int]:
        chain = [place]
        while chain[-1] in tree.above:
            chain.append(tree.above[chain[-1]])
            assert len(chain) <= number
        return chain

    for place, whole in enumerate(tree.wholes):
        inside = {other for other in range(number) if whole.overlaps(spans[other])}
        assert inside == {other for other in range(number) if place in above(other)}
    for low, high in {(low, high) for low, high in pairs if low != high and low not in tree.above}:
        # Nothing stands beside what it supports without a reason: a circle, or something between them.
        both = [tree.wholes[low], *(tree.wholes[place] for place in above(high))]
        between = Span("a.tex", min(s.start for s in both[:2]), max(s.end for s in both[:2]))
        under = {o for o in range(number) if low in above(o) or high in above(o)}
        wide = [place for place in above(high)[1:] if not tree.wholes[place].contains(between)]
        blocked = {o for o in range(number) if between.overlaps(spans[o])} - under
        assert low in above(high) or blocked or wide


@pytest.mark.parametrize("supported", [{}, {0: [0]}, {0: [1], 1: [0]}])
def test_no_claim_is_lost(supported: dict[int, list[int]]) -> None:
    tree = ClaimTree([Span("a.tex", 0, 3), Span("a.tex", 5, 8)], supported)
    assert len(tree.above) < 2
    assert len(tree.wholes) == 2


@pytest.mark.parametrize("step", [1, -1])
def test_a_long_chain_is_cut_where_an_outline_would_be_too_deep(step: int) -> None:
    spans = [Span("a.tex", 10 * number, 10 * number + 5) for number in range(2_000)]
    tree = ClaimTree(spans, {number: [(number + step) % 2_000] for number in range(2_000)})
    depths = []
    for number in range(2_000):
        place, depth = number, 0
        while place in tree.above:
            place, depth = tree.above[place], depth + 1
        depths.append(depth)
    assert 1 < max(depths) < 20
    assert len(tree.above) > 1_000
