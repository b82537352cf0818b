"""What a PDF numbers tells whether its lines were read in their order; a table of contents is no chapter."""

from __future__ import annotations

import pytest
from pdfs import Line, column, pdf

from argcheck.sources.text.reader import read_source

pytestmark = pytest.mark.slow


def test_what_stands_at_one_height_in_two_columns_is_read_again():
    left = [
        Line("Figure 1: A small dune.", 72, 620),
        Line("Dunes move when the wind blows", 72, 580),
        Line("over them, all day and all night,", 72, 540),
        Line("and so they wander.", 72, 500),
    ]
    right = [Line(f"Figure {number}: A dune.", 320, 660 - 40 * number) for number in (2, 3, 4)]
    mixed = [left[0], *(line for pair in zip(left[1:], right, strict=True) for line in pair)]
    source = read_source(pdf(mixed, [Line("Figure 5: The last dune.", 72, 700)]), "a.pdf")
    captions = [block.text.split(":")[0] for block in source.blocks if block.kind == "caption"]
    assert captions == [f"Figure {number}" for number in range(1, 6)]
    assert "Dunes move when the wind blows over them, all day and all night," in source.markdown
    assert source.doubts == ()
    assert source.changes == ("p. 1-2: read again by columns, since no figure between 1 and 5",)


def test_what_is_as_doubtful_when_read_again_stays_as_it_is():
    lines = [Line("Figure 1: A.", 72, 700), Line("Figure 9: B.", 72, 600)]
    source = read_source(pdf(lines), "a.pdf")
    assert [doubt.message for doubt in source.doubts] == ["no figure between 1 and 9"]
    assert source.changes == ()


def test_a_table_of_contents_is_no_chapter():
    contents = [
        Line("Contents", 72, 740, 12, bold=True),
        Line("1 Introduction 3", 72, 715, 12, bold=True),
        Line("1.1 Sand . . . . . . . . 5", 72, 700),
        Line("2 Winds 9", 72, 680, 12, bold=True),
    ]
    body = [
        Line("1 Introduction", 72, 715, 12, bold=True),
        *column("Dunes move when the wind blows over them. " * 4),
    ]
    source = read_source(pdf(contents, body), "a.pdf")
    headings = [block.text for block in source.blocks if block.kind == "heading"]
    assert headings == ["1 Introduction"]
    assert "Winds" not in source.markdown


def test_sentences_that_end_in_numbers_are_no_table_of_contents():
    lines = [
        Line(f"Dunes of class {number} were seen in {1990 + number}", 72, 700 - 30 * number)
        for number in range(5)
    ]
    assert read_source(pdf(lines), "a.pdf").markdown.count("were seen") == 5


def test_captions_alike_at_the_head_of_pages_are_no_running_heads():
    pages = [
        [
            Line(f"Figure {number}: Motion of a dune.", 72, 770, 9),
            *column(f"Page {word} tells of dunes and sand. " * 4),
        ]
        for number, word in enumerate(("one", "two", "three"), 1)
    ]
    source = read_source(pdf(*pages), "a.pdf")
    assert [block.text for block in source.blocks if block.kind == "caption"] == [
        f"Figure {number}: Motion of a dune." for number in (1, 2, 3)
    ]


def two_columns(first: int) -> list[Line]:
    """Return a page whose columns stand at one height, so that the lines of both are mixed in the file."""
    left = column("Dunes move when the wind blows over them, all day and all night, and wander.", width=34)
    right = [Line(f"Figure {first + number}: A dune.", 320, 700 - 12 * number) for number in range(len(left))]
    return [line for pair in zip(left, right, strict=True) for line in pair]


def test_each_region_is_read_again_by_itself():
    lost = [
        Line("Table 1: Winds.", 72, 700),
        *column("Sand is small. " * 9, top=600),
        Line("Table 9: Rain.", 72, 300),
    ]
    figures = [Line("Figure 1: A dune.", 72, 700)], two_columns(2), [Line("Figure 5: A dune.", 72, 700)]
    source = read_source(pdf(*figures, lost), "a.pdf")
    captions = [block.text[:8] for block in source.blocks if block.kind == "caption"]
    assert captions[:5] == [f"Figure {number}" for number in range(1, 6)]
    assert [doubt.message for doubt in source.doubts] == ["no table between 1 and 9"]
    assert source.changes == ("p. 1-3: read again by columns, since no figure between 1 and 5",)


def test_captions_by_chapter_are_kept_and_not_doubted():
    numbers = ("1.1", "1.2", "1.3", "2.1", "2.2", "4.1")
    lines = [Line(f"Figure {number}: A dune.", 72, 740 - 60 * at) for at, number in enumerate(numbers)]
    source = read_source(pdf(lines), "a.pdf")
    assert [block.text for block in source.blocks if block.kind == "caption"] == [line.text for line in lines]
    assert source.doubts == ()


def test_what_is_missing_within_a_chapter_is_doubted():
    lines = [Line(f"Figure {number}: A dune.", 72, 740 - 60 * at) for at, number in enumerate(("2.1", "2.6"))]
    assert [doubt.message for doubt in read_source(pdf(lines), "a.pdf").doubts] == [
        "no figure between 2.1 and 2.6"
    ]


def test_a_sentence_about_a_figure_is_no_caption():
    text = "Figure 3 shows dunes.\n\nFigure 4b zeigt Winde.\n\nFigure 3: Dunes.\n\nFigure A.1 A dune.\n\nTabelle 2\n"
    kinds = [block.kind for block in read_source(text.encode(), "a.md").blocks]
    assert kinds == ["paragraph", "paragraph", "caption", "caption", "caption"]


def headed(*headings: str) -> bytes:
    return pdf(
        [
            part
            for at, heading in enumerate(headings)
            for part in (
                Line(heading, 72, 740 - 80 * at, 12, bold=True),
                *column("Dunes move when the wind blows. " * 2, top=724 - 80 * at),
            )
        ]
    )


def test_numbered_headings_are_doubted_by_their_numbers_alone():
    chapters = ("Dunes", "1.1 Sand", "1.2 Grains", "2.1 Winds", "2.1.1 Storms", "3 Rain", "References")
    assert read_source(headed(*chapters), "a.pdf").doubts == ()


def test_a_lost_heading_is_doubted():
    doubts = read_source(headed("1 Sand", "2 Winds", "6 Rain", "7 Snow"), "a.pdf").doubts
    assert [doubt.message for doubt in doubts] == ["the heading '6 Rain' stands behind '2 Winds'"]


def test_items_in_bold_and_numbers_of_lines_are_no_headings_that_jump():
    assert (
        read_source(headed("1 Sand", "2 Winds", "1. item", "2. item", "3 Rain", "117 Snow"), "a.pdf").doubts
        == ()
    )


def test_equations_between_are_not_missed_where_their_numbers_stand():
    text = "$$ a = b (1) $$\n\nwe have c (2) and d (3) and e (4), f (5)\n\n$$ x = y (6) $$\n"
    assert read_source(text.encode(), "a.md").doubts == ()
    assert read_source(b"$$ a = b (1) $$\n\ntext\n\n$$ x = y (6) $$\n", "a.md").doubts != ()


def test_a_table_of_contents_with_long_titles_over_two_pages_is_no_chapter():
    first = [
        Line("Contents", 72, 740, 12, bold=True),
        Line("1 Introduction 1", 72, 715, 12, bold=True),
        Line("1.1 On the motion of dunes and of all that lies upon them, with", 72, 700),
        Line("remarks on sand . . . . . . . . . . 5", 90, 688),
    ]
    second = [
        Line("iv Contents", 72, 770, 9),
        Line("2 Winds 9", 72, 740, 12, bold=True),
        Line("2.1 Storms . . . . . . . . 11", 72, 725),
        Line("Figures", 72, 690, 12, bold=True),
        Line("Figure 1.1: A dune. . . . . . . 7", 72, 670),
        Line("Figure 2.1: A storm. . . . . . . 12", 72, 655),
        Line("Figure 2.2: Rain. . . . . . . 13", 72, 640),
    ]
    body = [
        Line("1 Introduction", 72, 715, 12, bold=True),
        *column("Dunes move when the wind blows over them. " * 4),
    ]
    source = read_source(pdf(first, second, body), "a.pdf")
    assert [block.text for block in source.blocks if block.kind in ("heading", "caption")] == [
        "1 Introduction"
    ]
    assert "Storms" not in source.markdown
    assert "remarks" not in source.markdown


@pytest.mark.slow
def test_running_heads_that_change_with_the_chapter_are_no_headings():
    pages = [
        [Line(f"{number} CHAPTER {1 + number // 5}. {('DUNES', 'WINDS', 'RAIN', 'SNOW')[number // 5]}", 72, 770, 12, bold=True),
         *column(f"Page {number} tells of dunes and sand, which move. " * 6)]
        for number in range(20)
    ]  # fmt: skip
    assert "CHAPTER" not in read_source(pdf(*pages), "a.pdf").markdown


def test_a_label_stands_before_its_reference_where_the_two_are_read_apart():
    """Its brackets reach down farther; what is cited beyond the end of the list has it read again."""
    text = "Dunes move [1] with the wind [2-8], and all of this is said in a book [12]. "
    listed = [
        line
        for number in range(1, 9)
        for line in (
            Line(f"[{number}]", 72, 480 - 30 * number),
            Line(
                f"Jones, A. Dunes that move in the wind, and in the storm, part {number}",
                93,
                480 - 30 * number,
            ),
            Line(f"of the sands. Sand {number}, 1999.", 93, 466 - 30 * number),
        )
    ]
    pages = pdf([*column(text), Line("References", 72, 490, 12, bold=True), *listed])
    source = read_source(pages, "a.pdf")
    assert [reference.id for reference in source.references] == list("12345678")


def test_a_reading_that_loses_the_list_of_references_leaves_less_in_doubt_and_is_not_better():
    names = ["Ahn", "Berg", "Chen", "Dahl", "Ernst", "Frey"]
    works = [
        line
        for number, name in enumerate(names, 1)
        for line in (
            Line(f"[{number}]{name}, A. Dunes.", 72, 470 - 24 * number),
            Line("Sand, 2009.", 400, 470 - 24 * number),
        )
    ]
    text = column("Dunes move [1]. Winds move them [9], as has been found before [2].")
    source = read_source(pdf([*text, Line("Irodalom", 72, 490, 13, bold=True), *works]), "a.pdf")
    assert [work.id for work in source.references] == ["1", "2", "3", "4", "5", "6"]
