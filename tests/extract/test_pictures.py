"""Drawings of the graph: what is drawn and what folded, each loaded by a reader of its own."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from argcheck.argument.pictures.layering import COLUMNS, HEIGHT, WIDTH, arrange
from argcheck.argument.pictures.picture import Arrow, Box, Picture, picture
from argcheck.argument.pictures.svg import path_between
from argcheck.cli.graph_command import command
from argcheck.files.diagnostic import shortened

SVG = "{http://www.w3.org/2000/svg}"
CHAIN = "".join(
    f"\\begin{{lemma}}\\label{{lem:{n}}} Lemma about <{n}> \\& {n}\\,\\%.\\end{{lemma}}\n\\begin{{proof}} By "
    + " and ".join(f"\\ref{{lem:{m}}}" for m in range(n))
    + ".\\end{proof}\n"
    for n in range(1, 6)
)
CHAIN = "\\section{One}\n\\begin{lemma}\\label{lem:0} First.\\end{lemma}\n\\section{Two}\n" + CHAIN


def many(count):
    lemmas = (
        ("" if n % 14 else f"\\section{{Part {n}}}")
        + f"\\begin{{lemma}}\\label{{lem:{n}}} L{n}.\\end{{lemma}}"
        f"\\begin{{proof}} By \\ref{{lem:{max(n - 3, 0)}}} and \\cite{{k{n}}}.\\end{{proof}}\n"
        for n in range(1, count)
    )
    return "\\begin{lemma}\\label{lem:0} L.\\end{lemma}\n" + "".join(lemmas)


@pytest.fixture
def said(tmp_path):
    def run(body, *options):
        text = (
            "\\documentclass{article}\\newtheorem{lemma}{Lemma}\n\\begin{document}\n"
            + body
            + "\\end{document}\n"
        )
        (tmp_path / "main.tex").write_text(text, encoding="utf-8")
        argv = [str(tmp_path), "--no-cache", "--isolated", *options]
        return command.main(argv, standalone_mode=False).out

    return run


def test_edges_that_others_imply_are_not_drawn(graph):
    drawn = picture(graph(CHAIN), "")
    assert [arrow[:2] for arrow in drawn.arrows] == [(f"lem:{n}", f"lem:{n + 1}") for n in range(5)]
    assert drawn.bands == ("One", "Two")
    assert [box.band for box in drawn.boxes] == [0, 1, 1, 1, 1, 1]
    assert drawn.notes == ("10 edges that others imply are not drawn",)


def test_at_most_sixty_boxes_are_drawn_and_the_rest_is_counted(graph):
    made = graph(many(100))
    drawn = picture(made, "")
    assert 50 < len(drawn.boxes) <= 60
    folded = [int(box.name.split()[1]) for box in drawn.boxes if box.kind == "folded"]
    assert sum(folded) + len(drawn.boxes) - len(folded) == len(made.nodes)
    assert f"{sum(folded)} of {len(made.nodes)} nodes are folded" in drawn.notes[0]
    assert len(picture(made, "", None, 0).boxes) == len(made.nodes)
    assert len(picture(made, "", None, 5).boxes) <= 5


def test_svg_is_xml_with_every_claim_and_a_legend(said):
    root = ET.fromstring(said(CHAIN, "--format", "svg"))
    assert root.tag == f"{SVG}svg"
    tips = [title.text for title in root.iter(f"{SVG}title")]
    assert len(tips) == 6
    assert any("Lemma about <3> & 3" in tip and "main.tex:" in tip for tip in tips)
    words = {text.text for text in root.iter(f"{SVG}text")}
    assert {"lem:0", "lem:5", "One", "Two", "main.tex", "claim", "supports"} <= words
    assert not any("attacks" in word for word in words)


def test_a_blueprint_shows_its_status(said):
    body = "\\begin{lemma}\\label{lem:a}\\leanok A.\\end{lemma}\\begin{proof}\\leanok\\end{proof}\n"
    body += "\\begin{lemma}\\label{lem:b}\\notready\\uses{lem:a} B.\\end{lemma}"
    drawn = said(body, "--format", "svg")
    assert "statement and proof formalised" in drawn
    assert "not ready or open" in drawn
    assert "statement and proof formalised" in said(body, "--format", "dot")


def test_long_names_that_begin_alike_are_told_apart_by_their_ends(said):
    lemmas = "".join(
        f"\\begin{{lemma}}\\label{{lem:SortedHigherCategory{end}}} It holds.\\end{{lemma}}\n"
        for end in ("Source", "Target")
    )
    root = ET.fromstring(said(lemmas, "--format", "svg"))
    names = {text.text for text in root.iter(f"{SVG}text") if (text.text or "").startswith("lem:")}
    assert {name[-6:] for name in names} == {"Source", "Target"}
    assert all("…" in name and len(name) <= 26 for name in names)


def test_a_float_without_label_and_caption_is_called_by_its_place(said):
    drawn = said(
        "% argcheck: given\n\\begin{figure}[h] \\includegraphics{a} \\end{figure}\n", "--format", "svg"
    )
    assert "main.tex:4" in {text.text for text in ET.fromstring(drawn).iter(f"{SVG}text")}


def test_a_picture_of_many_claims_fits_a_screen(said):
    root = ET.fromstring(said(many(100), "--format", "svg"))
    width, height = (float(root.get(name)) for name in ("width", "height"))
    assert 0.5 < width / height < 4
    assert width < 4000


@pytest.mark.long
def test_two_thousand_claims_are_drawn_folded_and_whole(said):
    body = many(2000)
    folded = ET.fromstring(said(body, "--format", "svg"))
    assert len(list(folded.iter(f"{SVG}title"))) <= 60
    assert float(folded.get("width")) < 6000
    whole = ET.fromstring(said(body, "--format", "svg", "--max-nodes", "0"))
    drawn = [title.text for title in whole.iter(f"{SVG}title")]
    assert sum(tip.startswith("lem:") for tip in drawn) == 2000


@st.composite
def drawings(draw):
    count = draw(st.integers(1, 14))
    bands = draw(st.integers(1, 4))
    boxes = [
        Box(f"n{n}", f"n{n}", "", "inference", "", "", min(n, bands - 1)) for n in range(max(count, bands))
    ]
    ends = st.sampled_from([box.id for box in boxes])
    arrows = draw(st.sets(st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1]), max_size=25))
    return Picture(
        "main.tex",
        tuple(f"b{n}" for n in range(bands)),
        tuple(sorted(boxes, key=lambda box: box.band)),
        tuple(Arrow(a, b, "supports") for a, b in sorted(arrows)),
        (),
    )


def test_an_arrow_that_goes_back_is_drawn_within_the_picture():
    boxes = [Box(f"n{n}", f"n{n}", "", "inference", "", "", n // 12) for n in range(24)]
    chain = [Arrow(f"n{n}", f"n{n + 1}", "supports") for n in range(23)]
    drawn = Picture("main.tex", ("one", "two"), tuple(boxes), tuple(chain), ())
    placed = arrange(drawn)
    for arrow in drawn.arrows:
        path = path_between(placed.at[arrow.source], placed.at[arrow.target])
        ends = [*map(float, re.findall(r"-?[0-9.]+", path))][::2]
        ways = [
            (1 - t) ** 3 * ends[0]
            + 3 * t * (1 - t) ** 2 * ends[1]
            + 3 * t**2 * (1 - t) * ends[2]
            + t**3 * ends[3]
            for t in (step / 50 for step in range(51))
        ]
        assert min(ways) >= 0
        assert max(ways) <= placed.width


def test_an_arrow_within_a_column_runs_beside_the_boxes_between_and_one_that_goes_back_from_foot_to_head():
    beside = [*map(float, re.findall(r"[0-9.]+", path_between((100, 0), (100, 300))))]
    assert beside[0] == beside[-2] == 100 + WIDTH
    assert min(beside[2], beside[4]) > 100 + WIDTH
    back = [*map(float, re.findall(r"[0-9.]+", path_between((600, 0), (100, 300))))]
    assert (back[0], back[1], back[-2], back[-1]) == (600 + WIDTH / 2, HEIGHT, 100 + WIDTH / 2, 300)
    up = [*map(float, re.findall(r"[0-9.]+", path_between((600, 300), (100, 0))))]
    assert (up[1], up[-1]) == (300, HEIGHT)


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(drawings())
def test_boxes_do_not_overlap_and_arrows_go_right(drawn):
    placed = arrange(drawn)
    assert set(placed.at) == {box.id for box in drawn.boxes}
    corners = sorted(placed.at.values())
    for n, (x, y) in enumerate(corners):
        assert not any(abs(x - a) < WIDTH and abs(y - b) < HEIGHT for a, b in corners[n + 1 :])
        assert 0 <= x <= placed.width - WIDTH
    for box in drawn.boxes:
        start, end = placed.bands[box.band]
        assert start <= placed.at[box.id][1] <= end - HEIGHT
    assert all(one[1] <= two[0] for one, two in pairwise(placed.bands))
    made = nx.DiGraph([arrow[:2] for arrow in drawn.arrows])
    if nx.is_directed_acyclic_graph(made) and nx.dag_longest_path_length(made) < COLUMNS:
        assert all(placed.at[a][0] < placed.at[b][0] for a, b in made.edges)


def test_the_tree_names_what_each_claim_rests_on(said, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    lines = said(CHAIN, "--tree").splitlines()
    assert lines[:4] == [
        "main.tex",
        "  Two",
        "    lem:5: Lemma about <5> & 5 %.  main.tex:14",
        "      <- lem:4: Lemma about <4> & 4 %.  main.tex:12",
    ]
    assert lines[-1] == "(10 edges that others imply are not drawn)"


def test_a_tree_of_many_claims_names_what_each_rests_on_and_is_folded_when_asked(said, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    body = "".join(
        f"\\section{{Town {n}}}\\begin{{figure}}\\caption{{The lamps of the {n}th town by night, seen from the hill in its north.}}\\label{{fig:{n}}}\\end{{figure}}\n"
        f"Figure~\\ref{{fig:{n}}} shows that the lamps of the {n}th town are brighter than all lanterns.\n"
        for n in range(70)
    )
    whole = said(body, "--tree").splitlines()
    assert sum("<- fig:" in line for line in whole) == 70
    assert max(map(len, whole)) <= 80
    assert not any(" more: " in line for line in whole)
    assert any(
        "claim" in line and "given" in line for line in said(body, "--tree", "--max-nodes", "60").splitlines()
    )


def test_a_formula_without_words_is_told_as_left_out(said):
    body = "\\begin{figure}\\caption{Sand.}\\label{fig:a}\\end{figure}\nA $\\frac{a}{b}$ of it is in Figure~\\ref{fig:a}.\n"
    for options in (["--tree"], ["--format", "dot"], []):
        assert "A ⟨…⟩ of it" in said(body, *options)


def test_formulas_of_a_statement_are_drawn_in_the_signs_that_they_print(said):
    body = "\\newcommand{\\RR}{\\mathbb{R}}\n\\begin{lemma}\\label{lem:a}All $\\bar{x} \\in \\RR$ have $M \\subseteq \\RR^{2k}$.\\end{lemma}\n"
    for options in (["--tree"], ["--format", "dot"], ["--format", "svg"], []):
        assert "∈ ℝ" in said(body, *options)
    assert "$\\subseteq$ $\\mathbf{R}$" in said(body, "--format", "tikz")


def test_focus_tells_both_directions(said):
    lines = said(CHAIN, "--focus", "lem:2").splitlines()
    assert lines[1].startswith("lem:2: ")
    assert lines.index("  rests on:") < lines.index("  bears on:")
    assert {line.split(":")[1] for line in lines if "<- " in line} == {"0", "1"}


def test_a_circle_is_drawn(said):
    body = "\\begin{lemma}\\label{lem:a}A.\\end{lemma}\\begin{proof}\\ref{lem:b}\\end{proof}\n"
    body += "\\begin{lemma}\\label{lem:b}B.\\end{lemma}\\begin{proof}\\ref{lem:a}\\end{proof}\n"
    assert "lem:a" in said(body, "--tree")
    assert ET.fromstring(said(body, "--format", "svg")).tag == f"{SVG}svg"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_pdflatex_sets_tikz(said, tmp_path):
    if subprocess.run(["kpsewhich", "tikz.sty"], check=False, capture_output=True).returncode:
        pytest.skip("TikZ is not installed")
    far = [("a", ""), ("b", "a"), ("c0", "a"), *((f"c{n}", f"c{n - 1}") for n in range(1, 9)), ("z", "b,c8")]
    lemmas = (
        f"\\begin{{lemma}}\\label{{{name}}} A \\% \\_ \\{{ $x \\in ε$ ≲ ★.\\end{{lemma}}\\begin{{proof}} By \\cref{{{used}}}.\\end{{proof}}\n"
        for name, used in far
    )
    text = said("".join(lemmas), "--format", "tikz")
    page = "\\documentclass{article}\\usepackage{tikz}\\begin{document}" + text + "\\end{document}"
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    assert (tmp_path / "page.pdf").exists()


def test_tikz_balances_and_names_what_it_draws(said):
    text = said(CHAIN, "--format", "tikz")
    named = set(re.findall(r"\\node\[\w+\] \((\w+)\)", text))
    drawn = set(re.findall(r"\((\w+)\.(?:east|west)\)", text))
    assert len(named) == 6
    assert drawn == named
    plain = re.sub(r"\\[{}]", "", text)
    assert plain.count("{") == plain.count("}")
    assert text.count("\\begin{tikzpicture}") == text.count("\\end{tikzpicture}") == 1


def test_what_is_shortened_is_cut_in_a_long_word_before_that_is_left_out():
    assert shortened("See fig:a-label-that-is-very-long-indeed here.", 20) == "See fig:a-label-tha…"
    assert shortened("We see that labels are long here.", 20) == "We see that labels…"
    assert shortened("We see.", 20) == "We see."


def test_a_formula_of_a_sentence_is_told_as_left_out_in_the_picture(said):
    body = "\\begin{figure}\\caption{Sand.}\\label{fig:a}\\end{figure}\nThe sand of $\\frac{a}{b}$ is in Figure~\\ref{fig:a}.\n"
    drawn = said(body, "--format", "svg")
    assert "\ufffc" not in drawn
    assert "The sand of ⟨…⟩ is in" in drawn
