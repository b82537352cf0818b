"""What a PDF numbers tells whether its lines were read in their order; a table of contents is no chapter."""

from __future__ import annotations

from pdfs import Line, column, pdf

from argcheck.sources.text.reader import read_source


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
    assert source.changes == ("read again by columns, since no figure between 1 and 5",)


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
