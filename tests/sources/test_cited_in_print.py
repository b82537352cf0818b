"""How a paper in print cites: by numbers in parentheses, with a place in the work, by several years, by titles in footnotes."""

from __future__ import annotations

import pytest
from pdfs import Line, column, pdf

pytest.importorskip("pypdfium2", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.text.reader import read_source

pytestmark = pytest.mark.slow

NUMBERED = [
    "1. Jones, A. The motion of dunes. Sand 3, 1999.",
    "2. Lee, B. More winds. Grains 12, 2001.",
    "3. Moss, D. Rates of motion. Grains 1, 2003.",
    "4. Ngo, E. Sand. Grains 8, 2004.",
]
DATED = [
    "Jones, A., 1999. The motion of dunes. Sand 3, 1-9.",
    "Jones, A., 2001a. More winds. Grains 12, 1-4.",
    "Jones, A., 2001b. Rates of motion. Grains 12, 5-8.",
    "Lee, B., 2004. Sand. Grains 8, 1-4.",
]


def cited(text: str, listed: list[str], notes: list[Line] | None = None) -> dict[str, tuple[str, ...]]:
    """Read a paper, and return what its citations mean, by their words."""
    lines = [
        *column(text),
        *(notes or []),
        Line("References", 72, 390, 12, bold=True),
        *(Line(work, 72, 366 - 24 * number) for number, work in enumerate(listed)),
    ]
    (block, *_) = read_source(pdf(lines), "a.pdf").blocks
    return {block.text[anchor.start : anchor.end]: anchor.references for anchor in block.anchors}


MANY = [f"{number}. Jones, A. Dunes, part {number}. Sand {number}, 1999." for number in range(1, 13)]


def test_numbers_in_parentheses_cite_where_nothing_else_does() -> None:
    text = "The dunes move with the wind (1) and with the sea (2, 3), as Eq. (4) says, and the sand rests (4-12) in (0, 2). "
    assert cited(text * 2, MANY) == {
        "(1)": ("1",),
        "(2, 3)": ("2", "3"),
        "(4-12)": tuple(map(str, range(4, 13))),
    }


def test_numbers_in_parentheses_that_count_the_items_of_a_sentence_cite_nothing() -> None:
    assert (
        cited(
            "The dunes move by (1) the wind, (2) the sea, (3) the rain, and (4) their own weight. " * 2,
            NUMBERED,
        )
        == {}
    )


def test_numbers_in_parentheses_are_items_where_other_numbers_cite() -> None:
    text = "The dunes move [1, 2] for (1) the wind and (2) the sea, as is known [3], and (3) they rest [4]. "
    assert set(cited(text * 2, NUMBERED)) == {"[1, 2]", "[3]", "[4]"}


@pytest.mark.parametrize(
    "place",
    [
        "p. 5",
        "S. 5 f.",
        "Kapitel 6.1",
        "Theorem 2",
        "§ 3",
        "pp. 5-9",
        "Theorem X on p. 154 and Theorem XIII on p. 157",
    ],
)
def test_a_place_in_the_work_stands_behind_the_number(place: str) -> None:
    text = f"The dunes move with the wind and with the sea, as is known [2, {place}], and do not rest in [0, T1]. "
    assert cited(text, NUMBERED) == {f"[2, {place}]": ("2",)}


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("[SAND; 2, 4]", ("2", "4")),
        ("[a project of its own; 1]", ("1",)),
        ("[see 2–4]", ("2", "3", "4")),
        ("[see also 2]", ("2",)),
        ("[e.g., 3, p. 5]", ("3",)),
    ],
)
def test_words_may_stand_before_the_numbers(said: str, means: tuple[str, ...]) -> None:
    text = f"The dunes move with the wind, as is known {said}, and do not rest in [Fig. 3] or [mod 4]. "
    assert cited(text, NUMBERED) == {said: means}


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("Jones & Lee (2018)", ("1",)),
        ("(Jones and Lee, 2018)", ("1",)),
        ("Jones et al. (2018)", ("2",)),
        ("(Jones, Lee and Moss, 2018)", ("2",)),
        ("Jones (2018)", ()),
    ],
)
def test_how_many_names_are_said_tells_works_of_one_year(said: str, means: tuple[str, ...]) -> None:
    listed = [
        "Jones, A., & Lee, B. 2018, Sand, 3, 1.",
        "Jones, A., Lee, B., & Moss, C. 2018, Grains, 12, 1.",
    ]
    assert cited(f"The dunes move with the wind and with the sea, say {said}, and do not rest. ", listed) == {
        said: means
    }


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("(Jones, 1999, 2001b)", ("1", "3")),
        ("(Jones, 2001a,b; Lee, 2004)", ("2", "3", "4")),
        ("Jones (1999, 2001a)", ("1", "2")),
        ("(Jones, 1999, p. 2001)", ("1",)),
    ],
)
def test_several_years_behind_a_name_are_several_works(said: str, means: tuple[str, ...]) -> None:
    assert cited(f"The dunes move with the wind and with the sea, say {said}, and do not rest. ", DATED) == {
        said: means
    }


def test_a_footnote_names_a_work_without_an_author_by_its_title() -> None:
    listed = [
        "What is a dune? URL: https://example.org/dune (accessed 1 May 2025).",
        "What is a dune worth? URL: https://example.org/worth (accessed 2 May 2025).",
        "The wind. URL: https://example.org/wind (accessed 3 May 2025).",
    ]
    notes = [
        Line("^{1}What is a dune worth? 2025.", 72, 440, 7),
        Line("^{2}The wind 2025.", 72, 430, 7),
    ]
    text = "The dunes move with the wind and with the sea.^{1} Nobody knows why they do so.^{2} They do not rest there. "
    lines = [Line(text[:56], 72, 700), Line(text[56:], 72, 688)]
    page = [
        *lines,
        *notes,
        Line("References", 72, 390, 12, bold=True),
        *(Line(work, 72, 366 - 24 * number) for number, work in enumerate(listed)),
    ]
    (block, *_) = read_source(pdf(page), "a.pdf").blocks
    assert [anchor.references for anchor in block.anchors] == [("2",), ("3",)]


def test_several_given_names_may_stand_before_the_family_name() -> None:
    listed = [
        "Omkar Anil Jones, Bo Lee, and Cy Kim. The motion of dunes. Sand 3, 1999. ISSN 2001-1456.",
        "Van Essen DC, Lee B (2004) More winds. Grains 12, 1-4.",
        "Bo Lee. Rates of motion. Grains 12, 2004.",
    ]
    said = "Jones et al. (1999), Van Essen and Lee (2004) and Lee (2004)"
    assert list(
        cited(f"The dunes move with the wind, as is shown by {said}, and do not rest. ", listed).values()
    ) == [
        ("1",),
        ("2",),
        ("3",),
    ]


def test_a_dash_stands_for_the_authors_before() -> None:
    listed = [
        "Jones, Ann (1999). The motion of dunes. Sand 3, 1-9.",
        "\u2014 (2001). More winds. Grains 12, 1-4.",
        "Lee, Bo (2004). Sand. Grains 8, 1-4.",
    ]
    assert cited("The dunes move with the wind and with the sea, as is shown (Jones 2001). ", listed) == {
        "(Jones 2001)": ("2",)
    }


def test_a_month_is_no_author() -> None:
    said = "in summer (May through July 2001), in July (2001) and in Juli 2004 (Lee, 2004; Mai 2001)"
    assert cited(f"The dunes move {said}, and do not rest. ", DATED) == {"(Lee, 2004; Mai 2001)": ("4",)}


def test_signs_that_are_raised_or_lowered_are_no_lines_of_their_own() -> None:
    first = [
        Line("The dunes move as their height", 72, 700, 12),
        Line("ab", 262, 707, 6),
        Line("cd", 292, 695, 6),
        Line("rests, and so they do in", 322, 700, 12),
        Line("ef", 462, 707, 6),
        Line("gh", 492, 695, 6),
    ]
    lines = [
        *first,
        Line("the north. Nobody knows why the sand goes on, say others [2].", 72, 682, 12),
        Line("References", 72, 390, 12, bold=True),
        *(Line(work, 72, 366 - 24 * number) for number, work in enumerate(NUMBERED)),
    ]
    source = read_source(pdf(lines), "a.pdf")
    (place,) = {
        source.place_at(block, anchor.start)
        for block in source.blocks
        for anchor in block.anchors
        if anchor.references == ("2",)
    }
    assert place == "p. 1, line 2"
