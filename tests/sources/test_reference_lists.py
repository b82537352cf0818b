"""Lists of references in a PDF without numbers: where each item begins, and of which year it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pdfs import Line, column, pdf

pytest.importorskip("pypdfium2", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.text.reader import read_source

if TYPE_CHECKING:
    from argcheck.sources.text.model import SourceText

pytestmark = pytest.mark.slow

BODY = (
    "The dunes move with the wind, and the wind moves with the sea, as many people have written of it. " * 4
)


def hanging(*lines: str, x: float = 72, top: float = 460) -> list[Line]:
    """Set a list of references; a line that begins with a blank stands farther to the right."""
    return [
        Line(text.strip(), x + 12 * text.startswith(" "), top - 12 * number)
        for number, text in enumerate(lines)
    ]


def references(*pages: list[Line]) -> list[str]:
    """Read a paper whose first page has a text and the heading of the list."""
    first, *others = pages
    start = [*column(BODY), Line("References", 72, 490, 12, bold=True), *first]
    return [reference.text for reference in read_source(pdf(start, *others), "a.pdf").references]


def test_a_first_line_that_ends_with_a_full_stop_is_not_a_reference_of_its_own():
    listed = references(
        hanging(
            "Jones, A. and Kim, C., 1999. The motion of dunes in a steady wind.",
            " Journal of Sand and Deserts 3, 1-9, and its supplement.",
            "Lee, B., 2001. More winds over the dunes and over the sea.",
            " Grains of Sand and Other Matters 12, 100-112.",
            "Moss, D., 2003. Rates of motion. Grains 1, 1-2.",
        )
    )
    assert [text[:4] for text in listed] == ["Jone", "Lee,", "Moss"]
    assert listed[0].endswith("steady wind. Journal of Sand and Deserts 3, 1-9, and its supplement.")


def test_the_first_reference_may_have_a_first_line_that_ends_with_a_full_stop():
    listed = references(
        hanging(
            "Jamie Jones, Alan Lee, and Carl Kim.",
            " 1999. The motion of dunes in a steady",
            " wind. Journal of Sand and Deserts 3.",
        ),
        hanging("Bo Lee. 2001. More winds. Grains 2.", top=400),
    )
    assert [text[:6] for text in listed] == ["Jamie ", "Bo Lee"]


def test_a_reference_goes_on_in_the_next_column_and_on_the_next_page():
    left = hanging(
        "Jones, A., 1999. The motion of dunes",
        " in winds. Journal of Sand 3, 1-9.",
        "Lee, B., 2001. More winds of all kinds.",
    )
    right = hanging(
        " Grains of Sand 12, 100-112.",
        "Moss, D., 2003. Rates of motion over a",
        " long time in the north.",
        x=330,
        top=700,
    )
    listed = references(
        [*left, *right], hanging(" Deserts 7, 20-31.", "Ngo, E., 2004. Sand. Grains 8, 1-4.", top=700)
    )
    assert [text[:4] for text in listed] == ["Jone", "Lee,", "Moss", "Ngo,"]
    assert listed[1].endswith("all kinds. Grains of Sand 12, 100-112.")
    assert listed[2].endswith("in the north. Deserts 7, 20-31.")


def test_the_second_of_two_columns_is_cut_by_its_own_edge():
    """Its first word begins small, so that the columns are read as one."""
    left = hanging(
        "Jones, A., 1999. Dunes in motion", " and in winds. Sand 3.", "Lee, B., 2001. More about the"
    )
    right = hanging(
        " winds of the north. Grains 12.",
        "Moss, D., 2003. Rates of motion",
        " and of rest. Deserts 7.",
        x=330,
        top=700,
    )
    assert [text[:4] for text in references([*left, *right])] == ["Jone", "Lee,", "Moss"]


@pytest.mark.parametrize(
    ("reference", "cited"),
    [
        ("Jones, A. (1999). The winds from 1950 to 1980. Journal of Sand, 3, 1-9.", "Jones (1999)"),
        ("Jones, A., 1999. The winds from 1950 to 1980. Journal of Sand 3, 1-9.", "Jones (1999)"),
        ("Jones A (1999) The winds. Sand 3:1-9, DOI 10.1000/j.sand.2001.09.025", "Jones (1999)"),
        ("Jones, A. The winds from 1950 to 1980. Journal of Sand, 3, 1-9, 1999.", "Jones (1999)"),
        ("Jones, A. and van den Berg, C., 1999a. A reply to Lee (2001). Sand 3, 1-9.", "Jones (1999a)"),
    ],
)
def test_the_year_of_a_reference_is_not_one_of_its_title_or_address(reference: str, cited: str) -> None:
    lines = [
        *column(
            f"The dunes move with the wind and with the sea, as {cited} says, and they do not rest. " * 2
        ),
        Line("References", 72, 490, 12, bold=True),
        Line(reference, 72, 470),
        Line("Lee, B., 2001. More winds over the dunes and over the sea. Grains 12, 100-112.", 72, 446),
    ]
    (anchor, *_) = read_source(pdf(lines), "a.pdf").blocks[0].anchors
    assert anchor.references == ("1",)


@pytest.mark.parametrize(
    ("cited", "reference"),
    [
        ("Similarly, Jones (1999)", ("1",)),
        ("Similarly, Jones et al. (1999)", ("2",)),
        ("In addition (see SAND, Jones and Kim, 1999)", ("2",)),
        ("Similarly, Jones and Kim (1999)", ("2",)),
        ("However, Moss, Jones and Kim (1999)", ()),
        ("Moss, Jones and Kim (1999)", ()),
        ("Moss, Jones, and Kim (1999)", ()),
    ],
)
def test_a_word_before_the_names_is_none_and_one_author_is_not_several(
    cited: str, reference: tuple[str, ...]
) -> None:
    lines = [
        *column(f"The dunes move with the wind and with the sea. {cited} says so, and they do not rest. "),
        Line("References", 72, 490, 12, bold=True),
        Line("Jones, A., 1999. The winds of the north. Sand 3, 1-9.", 72, 470),
        Line("Jones, A., and Kim, C., 1999. The winds of the south. Sand 3, 10-19.", 72, 446),
    ]
    (anchor, *_) = read_source(pdf(lines), "a.pdf").blocks[0].anchors
    assert anchor.references == reference


def numbered(lines: list[Line], first: int, *, step: int = 1, right: bool = False) -> list[Line]:
    """Put numbers beside lines, as manuscripts for reviewers have them."""
    return [
        part
        for number, line in enumerate(lines, first)
        for part in sorted(
            [Line(str(number), 560 if right else 40, line.y, 6)] * (number % step == 0) + [line],
            key=lambda part: part.x,
        )
    ]


@pytest.mark.parametrize(("step", "right"), [(1, False), (5, False), (1, True)])
def test_the_numbers_of_lines_are_no_words(step: int, right: bool) -> None:
    first = column("The dunes move with the wind [1], and the wind moves with the sea [2]. " * 14)
    second = [
        *column("They do not rest, and nobody knows the reason [2]. " * 12),
        Line("References", 72, 550, 12, bold=True),
        *hanging(
            "[1] Jones, A. The motion of dunes in a steady",
            " wind. Journal of Sand 3, 1-9, 1999.",
            "[2] Lee, B. More winds over the dunes and over",
            " the sea. Grains of Sand 12, 100-112, 2001.",
            top=530,
        ),
    ]
    pages = (
        numbered(first, 1, step=step, right=right),
        numbered(second, 1 + len(first), step=step, right=right),
    )
    source = read_source(pdf(*pages), "a.pdf")
    plain = read_source(pdf(first, second), "a.pdf")
    assert [block.text for block in source.blocks] == [block.text for block in plain.blocks]
    assert [reference.id for reference in source.references] == ["1", "2"]
    assert source.blocks[0].anchors == plain.blocks[0].anchors


def test_the_labels_of_a_list_are_no_numbers_of_lines() -> None:
    listed = [
        part
        for number in range(1, 9)
        for part in (
            Line(str(number), 52, 500 - 12 * number),
            Line(f"Jones, A., and Lee, B. Dunes, part {number}. Sand {number}, 1999.", 72, 500 - 12 * number),
        )
    ]
    source = read_source(
        pdf(column(BODY * 4), [Line("References", 72, 520, 12, bold=True), *listed]), "a.pdf"
    )
    assert [reference.id for reference in source.references] == list("12345678")


def test_a_list_without_a_heading_that_goes_on_a_sentence_is_a_paragraph() -> None:
    works = [
        line
        for number, name in enumerate(("Adams", "Baker", "Clark", "Davis", "Evans", "Frank"))
        for line in (
            f"{name}, B., {1999 + number}. The motion of the dunes and of the sand that the wind of the",
            f" north carries to the sea. Sand {number}, 1-9.",
        )
    ]
    lines = hanging("the works that were read are given below in the order of their names.", *works)
    text = read_source(pdf(lines), "a.pdf")
    assert not text.references
    assert "Clark, B., 2001." in " ".join(block.text for block in text.blocks)


def test_a_list_goes_on_under_a_heading_of_its_own() -> None:
    listed = hanging("[Jon99] Jones, A. The motion of dunes.", " Sand 3, 1999.", top=466)
    online = [
        Line("Internetquellen", 72, 420, 12, bold=True),
        *hanging("[Lee01] Lee, B. More winds.", " www.example.org, 2001.", top=396),
    ]
    after = [Line("Appendix", 72, 350, 12, bold=True), *column(BODY, top=320)]
    assert [text[:7] for text in references([*listed, *online, *after])] == ["[Jon99]", "[Lee01]"]


def test_a_paragraph_without_a_full_stop_does_not_go_on_in_the_list() -> None:
    listed = [
        Line("References", 72, 700, 12, bold=True),
        Line("[1] Jones, A. The motion of dunes. Sand 3, 1999.", 72, 676),
        Line("[2] Lee, B. More winds. Grains 12, 2001.", 72, 652),
    ]
    source = read_source(pdf(column(BODY + "We thank all of them"), listed), "a.pdf")
    assert [reference.id for reference in source.references] == ["1", "2"]


def test_numbers_of_lines_may_end_before_the_list() -> None:
    words = ["sand", "sea", "wind", "spring", "rain"]
    texts = [column(BODY.replace("wind", word).replace("sea", f"{word} too") * 5) for word in words]
    numbers = [numbered(text, 1 + 40 * page, right=True) for page, text in enumerate(texts)]
    listed = [
        [
            *[Line("References", 72, 700, 12, bold=True)] * (page == 0),
            *hanging(
                *(f"{n}. Jones, A. {word} {n}. Sand {n}, 1999." for n in range(9 * page + 1, 9 * page + 10))
            ),
        ]
        for page, word in enumerate(words[:4])
    ]
    source = read_source(pdf(*numbers, *listed), "a.pdf")
    plain = read_source(pdf(*texts, *listed), "a.pdf")
    assert [block.text for block in source.blocks] == [block.text for block in plain.blocks]
    assert [reference.id for reference in source.references] == [str(n) for n in range(1, 37)]


def test_lines_of_formulas_count_once() -> None:
    """Formulas are set in many pieces, and only one of each line has a number beside it."""
    lines = [
        part
        for n in range(1, 41)
        for part in (
            Line(str(n), 40, 700 - 14 * n, 6),
            Line("the dunes move as", 72, 700 - 14 * n),
            Line("a", 250, 702 - 14 * n, 6),
            Line("bc", 320, 698 - 14 * n, 6),
            Line("and so on", 380, 700 - 14 * n),
        )
    ]
    text = " ".join(block.text for block in read_source(pdf(lines, lines), "a.pdf").blocks)
    assert not any(character.isdecimal() for character in text)


def test_labels_may_be_set_to_the_right() -> None:
    listed = [
        part
        for n in range(1, 13)
        for part in (
            Line(f"{n}. Jones, A. The motion of dunes, part {n}, and of", 76 if n < 10 else 72, 480 - 24 * n),
            Line(f"all winds. Sand {n}, 1999.", 86, 468 - 24 * n),
        )
    ]
    assert [text.partition(".")[0] for text in references(listed)] == [str(n) for n in range(1, 13)]


@pytest.mark.parametrize("label", ["[{}] ", "{}. ", ""])
def test_floats_behind_the_list_are_no_references(label: str) -> None:
    listed = hanging(
        label.format(1) + "Jones, A., 1999. The motion of dunes",
        " in winds. Journal of Sand 3, 1-9.",
        label.format(2) + "Lee, B., 2001. More winds. Grains 2.",
    )
    tables = [
        Line("Table 1. The heights of dunes.", 72, 700),
        Line("Place Height Width", 84, 660),
        *(Line(f"{n} {3 * n} {n}.5 dune {n}", 76, 640 - 14 * n) for n in range(1, 5)),
        Line("All heights are those of spring.", 72, 540),
    ]
    figures = [
        *(Line(words, 90, 700 - 40 * n) for n, words in enumerate(["Wind", "Sand", "Sea and dunes"])),
        Line("Figure 2. What moves the dunes.", 72, 500),
    ]
    assert [
        text.removeprefix(label.format(n)) for n, text in enumerate(references(listed, tables, figures), 1)
    ] == [
        "Jones, A., 1999. The motion of dunes in winds. Journal of Sand 3, 1-9.",
        "Lee, B., 2001. More winds. Grains 2.",
    ]


def test_a_list_goes_on_behind_a_float() -> None:
    first = hanging("[1] Jones, A. The motion of dunes in the", top=466)
    second = [
        Line("Figure 2. What moves the dunes.", 72, 700),
        *hanging(" winds. Sand 3, 1999.", "[2] Lee, B. More winds. Grains 2, 2001.", top=660),
    ]
    assert references(first, second) == [
        "[1] Jones, A. The motion of dunes in the winds. Sand 3, 1999.",
        "[2] Lee, B. More winds. Grains 2, 2001.",
    ]


def test_accents_that_stand_apart_are_put_onto_their_letters() -> None:
    (work,) = references(
        [Line("G\xa8odel, K., Franc\xb8ois, \xb4E. and Wodak \xa8 2013. On r\xb4egions. 3.", 72, 466)]
    )
    assert work == "Gödel, K., François, É. and Wodak 2013. On régions. 3."


@pytest.mark.parametrize(
    "heading",
    [
        "References (Methods)",
        "Quellen- und Literaturverzeichnis",
        "Literatur- und Internetquellenverzeichnis",
        "Références bibliographiques",
        "Bibliografía",
        "Referências bibliográficas",
        "Riferimenti bibliografici",
        "Geraadpleegde literatuur",
        "Spis literatury",
    ],
)
def test_the_list_is_known_by_its_heading(heading: str) -> None:
    lines = [*column(BODY), Line(heading, 72, 490, 12, bold=True), Line("Lee, B. Sand. 2001.", 72, 466)]
    assert [work.text for work in read_source(pdf(lines), "a.pdf").references] == ["Lee, B. Sand. 2001."]


@pytest.mark.parametrize("heading", ["СПИСОК ИСПОЛЬЗОВАННЫХ ИСТОЧНИКОВ", "Список литературы", "Литература"])
def test_a_list_in_russian_is_known_by_its_heading(heading: str) -> None:
    text = f"# Ветер\n\nТекст [1].\n\n# {heading}\n\n1. Ли Б. Песок. 2001.\n"
    assert [work.text for work in read_source(text.encode(), "a.md").references] == ["1. Ли Б. Песок. 2001."]


def listed_with(text: str, works: int, word: str) -> list[Line]:
    """Set a text and a list of works numbered from one."""
    return [
        *column(text),
        Line("References", 72, 490, 12, bold=True),
        *(
            Line(f"[{number}] Jones, A. {word}, part {number}. Sand {number}, 1999.", 72, 480 - 14 * number)
            for number in range(1, works + 1)
        ),
    ]


def cited_in(source: SourceText) -> list[tuple[str, ...]]:
    return [anchor.references for block in source.blocks for anchor in block.anchors]


def test_each_of_several_lists_is_that_of_the_text_before_it() -> None:
    first = listed_with("Dunes move [1, 2] with the wind, and rest [3]. " * 2, 3, "Dunes")
    second = listed_with("Seas move [2] with the moon, and rest [1]. ", 2, "Seas")
    source = read_source(pdf(first, second), "a.pdf")
    assert [work.id for work in source.references] == ["1", "2", "3", "1 of list 2", "2 of list 2"]
    assert cited_in(source) == [("1", "2"), ("3",)] * 2 + [("2 of list 2",), ("1 of list 2",)]


@pytest.mark.parametrize(
    ("text", "works", "meant"),
    [
        ("Seas move [2] with the moon, and rest [3]. ", 2, [(), ("3",)]),
        ("Seas move with the moon, and rest. ", 2, []),
        ("Seas move [1] with the moon, and rest [5]. ", 5, [(), ("5 of list 2",)]),
    ],
)
def test_where_a_list_is_not_that_of_the_text_before_it_numbers_of_both_are_left_open(
    text: str, works: int, meant: list[tuple[str, ...]]
) -> None:
    first = listed_with("Dunes move [1, 2] with the wind, and rest [3] in [0, 1]. ", 3, "Dunes")
    source = read_source(pdf(first, listed_with(text, works, "Seas")), "a.pdf")
    assert cited_in(source) == [("1", "2"), ("3",), *meant]


def chapter(text: str, *works: str) -> str:
    """Write a chapter in Markdown with its list of references."""
    return "\n\n".join(["# Chapter", text + BODY * 3, "## References", *works, ""])


JONES = "Jones, A., 1999. The motion of dunes. Grains 3, 1-9."
LEE = "Lee, B., Kim, C., and Moss, D., 2001. More winds. Grains 12, 1-2."
MOSS = "Moss, D., 2003. Rates of motion. Grains 1, 1-2."


def test_each_of_several_lists_that_are_sorted_by_names_is_that_of_the_text_before_it() -> None:
    text = "Seas move (Jones 1999; Lee, Kim, et al. 2001), and rest (Moss 2003). "
    chapters = [
        chapter("Dunes move (Jones 1999). ", JONES, LEE, MOSS),
        chapter(text, "Abel, E., 2002. Seas. Grains 4, 1-9.", JONES, LEE),
    ]
    source = read_source("".join(chapters).encode(), "a.md")
    assert [work.id for work in source.references] == ["1", "2", "3", *(f"{n} of list 2" for n in (1, 2, 3))]
    assert cited_in(source) == [("1",), ("2 of list 2", "3 of list 2"), ("3",)]


def test_a_list_that_goes_on_behind_a_text_is_one() -> None:
    others = [f"{name}, F., 2010. Tides. Grains 7, 1-9." for name in ("Poe", "Roe", "Zoe")]
    chapters = [chapter("Dunes move (Jones 1999). ", JONES, LEE, MOSS), chapter("Seas (Roe 2010). ", *others)]
    source = read_source("".join(chapters).encode(), "a.md")
    assert [work.id for work in source.references] == list("123456")
    assert cited_in(source) == [("1",), ("5",)]


def spaced(*items: tuple[str, ...], top: float, left: float = 72) -> list[Line]:
    """Set items of equal lines, each a little farther from the one before than its lines are from each other."""
    lines = []
    for item in items:
        for text in item:
            lines.append(Line(text, left, top))
            top -= 12
        top -= 7
    return lines


def test_items_that_only_stand_apart_begin_where_the_distance_is_larger() -> None:
    """Without a hanging indentation a year and a full stop end no reference, and neither does an abbreviation."""
    body = [
        Line("The dunes move with the wind, as many people wrote of it.", 72, 740 - 16 * n) for n in range(12)
    ]
    first = spaced(
        ("Shay Jones, Karl Lee, and Dean Kim. 2013.", "Experiments with dunes. In Meeting on Sand, pages 1-9.",
         "Association for Dunes."),
        ("Michael Kim. The algorithm of the dunes.",),
        ("Bertrand, S. et al. (2023) Replication, Conference on Grains, pp.", "241-246. Available at: https://doi.org/10.",
         "1145/3593434.3593488."),
        ("Howison, J. (2014) The dunes of software, 2014", "[Preprint]."),
        ("Jenks, G. (1967) The model of sand, Yearbook of", "Sands, 7, pp. 186-190."),
        top=500,
    )  # fmt: skip
    second = spaced(("Moss, D., 2003. Rates of motion over a", "long time. Grains 1, 1-2."), top=740)
    listed = read_source(
        pdf([*body, Line("References", 72, 530, 12, bold=True), *first], second), "a.pdf"
    ).references
    assert [item.text[:6] for item in listed] == ["Shay J", "Michae", "Bertra", "Howiso", "Jenks,", "Moss, "]


def test_a_heading_may_stand_as_near_as_the_lines_of_a_manuscript() -> None:
    lines = [
        Line("The dunes move with the wind, as many people wrote of it.", 72, 740 - 24 * n) for n in range(8)
    ]
    listed = [
        Line(text.strip(), 72 + 30 * text.startswith(" "), 500 - 24 * n)
        for n, text in enumerate(
            ("Jones, A. (2009) The motion of dunes in winds.", " Journal of Sand 3, 1-9.", "Lee, B. (2011). Winds. Grains 2.")
        )
    ]  # fmt: skip
    read = read_source(pdf(lines, [Line("References", 280, 524), *listed]), "a.pdf").references
    assert [item.text[:5] for item in read] == ["Jones", "Lee, "]


def test_a_list_may_be_set_in_the_heavy_font_of_all_of_the_text() -> None:
    body = [line._replace(bold=True) for line in column(BODY)]
    items = spaced(("Epic Games. Overview of performance (2018)", "https://docs.example.org/performance"),
                   ("Lengyel E. (2010). Dunes, Volume One. Available at:", "https://books.example.org/1449657931"),
                   top=460)  # fmt: skip
    items = [line._replace(bold=True, y=line.y - 9 * (number > 1)) for number, line in enumerate(items)]
    listed = read_source(
        pdf([*body, Line("Bibliography", 72, 490, 16, bold=True), *items]), "a.pdf"
    ).references
    assert [item.text[:4] for item in listed] == ["Epic", "Leng"]


def test_a_running_head_that_names_the_list_is_none_of_its_words() -> None:
    first = [*column(BODY), Line("References", 72, 490, 12, bold=True),
             *hanging("Jones, A., 1999. The motion of dunes", " in winds over")]  # fmt: skip
    second = [
        Line("References", 72, 770),
        Line("37", 500, 770),
        *hanging(" the sea. Journal of Sand 3, 1-9.", top=740),
    ]
    third = [Line("References 38", 72, 770), *hanging("Lee, B., 2001. Winds. Grains 2.", top=740)]
    listed = read_source(pdf(first, second, third), "a.pdf").references
    assert not any("References" in item.text for item in listed)


def test_items_that_stand_in_pieces_are_whole_though_a_piece_has_no_year() -> None:
    """Their first lines stand farther from the others than lines of a text do, and their labels hold blanks and full stops."""
    listed = [
        Line(text, left, 470 - 30 * number)
        for number, (text, left) in enumerate(
            (
                ("[Jones & Kim 09] A. Jones, C. Kim. The motion of dunes.", 72),
                ("Journal of Sand, Vol. 3, 2009.", 132),
                ("[Jordan 89] M. Jordan. Rates of motion and of rest.", 72),
                ("In Advances in Grains: Sand. 1989.", 132),
                ("[Lee et al., 11] B. Lee. More winds.", 72),
                ("Grains, Vol. 2, 2011.", 132),
            )
        )
    ]
    assert [text.partition("]")[0] for text in references(listed)] == [
        "[Jones & Kim 09",
        "[Jordan 89",
        "[Lee et al., 11",
    ]


NAMES = ["Ahn", "Berg", "Chen", "Dahl", "Ernst", "Frey"]
WORKS = [
    line
    for name in NAMES
    for line in (f"{name}, Anna, and Karl Moss. 2009. The motion of dunes", " in winds of all kinds. Sand 3.")
]


@pytest.mark.parametrize("heading", ["Works and packages", "Quellen, Pakete und Daten"])
def test_a_list_is_known_by_its_looks_where_its_heading_has_another_name(heading: str) -> None:
    lines = [
        *column(BODY),
        Line(heading, 72, 490, 13, bold=True),
        *hanging(*WORKS),
    ]
    listed = read_source(pdf(lines), "a.pdf").references
    assert [work.text.partition(",")[0] for work in listed] == NAMES


def test_a_text_that_cites_is_no_list() -> None:
    text = "Jones, A., said in 2009 that dunes move. The winds of 2011 were of all kinds, as Lee and Kim wrote in 2012. "
    lines = [*column(BODY), Line("What is known", 72, 490, 13, bold=True), *column(text * 6, top=460)]
    assert not read_source(pdf(lines), "a.pdf").references


def test_the_head_of_a_column_goes_on_with_an_item_by_where_it_stands() -> None:
    """Its first line begins with a capital, and nothing but the other lines of the column tells that it is no item."""
    left = hanging(
        "Jones, A., 1999. Dunes in motion", " and in winds. Sand 3.", "Lee, B., 2001. More about the"
    )
    right = hanging(
        " Northern Winds. Grains 12.",
        "Moss, D., 2003. Rates of motion",
        " and of rest. Deserts 7.",
        x=330,
        top=700,
    )
    assert [text[:4] for text in references([*left, *right])] == ["Jone", "Lee,", "Moss"]


def test_a_heading_that_pdfium_joins_to_the_line_above_it_is_one() -> None:
    """It does so where the line ends, and the heading begins, with a character that is drawn by itself."""
    end = "BT /F1 10 Tf 72 530 Td (and this is the end of the text) Tj 258 0 Td (.) Tj ET"
    heading = "BT /F1 14 Tf 250 490 Td (R) Tj (eferences) Tj ET"
    lines = [
        *column(BODY),
        end,
        heading,
        *hanging("Jones, A., 1999. Dunes. Sand 3.", "Lee, B., 2001. Winds."),
    ]
    listed = read_source(pdf(lines), "a.pdf").references
    assert [work.text[:4] for work in listed] == ["Jone", "Lee,"]


@pytest.mark.parametrize("told", ["Sand 3, 2009.", "https://dunes.example/"])
def test_a_list_with_labels_is_known_by_its_looks_where_its_heading_is_not(told: str) -> None:
    works = [f"[{number}] {name}, A. Dunes. {told}" for number, name in enumerate(NAMES, 1)]
    lines = [
        *column(BODY),
        Line("Irodalomjegyzék", 72, 490, 13, bold=True),
        *(Line(work, 72, 460 - 24 * number) for number, work in enumerate(works)),
    ]
    assert [work.text for work in read_source(pdf(lines), "a.pdf").references] == works


def test_the_words_that_part_a_list_are_no_items_of_it() -> None:
    """Such as are set in a larger font, and such as are set as the items are."""
    lines = [
        *column(BODY),
        Line("Bibliography", 72, 520, 18, bold=True),
        Line("Books", 72, 490, 13, bold=True),
        *hanging("Jones, A. Dunes. Sand 3, 1999.", "— More dunes. Sand 4, 2000.", top=470),
        Line("Papers", 72, 430, 13, bold=True),
        Line("On winds in general", 72, 410),
        *hanging(*(f"{name}, A. Winds. Grains 1, 2001." for name in NAMES), top=391),
        Line("Thanks", 72, 300, 13, bold=True),
        *column(BODY, top=280),
    ]
    listed = [work.text.partition(".")[0] for work in read_source(pdf(lines), "a.pdf").references]
    assert listed == ["Jones, A", "— More dunes", *(f"{name}, A" for name in NAMES)]


def test_a_program_behind_the_list_is_none_of_its_last_item() -> None:
    works = [f"{name}, A. The motion of dunes. Sand 3, 2009" for name in NAMES]
    program = [Line("#read 2000 rows of the table", 72, 700 - 14 * number) for number in range(9)]
    listed = references(hanging(*works), program)
    assert listed == works


@pytest.mark.parametrize("heading", ["List of Figures", "Abbildungsverzeichnis", "Liste des tableaux"])
def test_a_list_of_figures_behind_the_list_is_none_of_it(heading: str) -> None:
    works = [f"{name}, A. The motion of dunes. Sand 3, 2009" for name in NAMES]
    shown = [
        Line(heading, 72, 700),
        *hanging("1 What moves dunes, as Lee, B. (2009) has it . . . 30", top=680),
    ]
    assert references(hanging(*works), shown) == works


def test_items_that_stand_apart_a_little_begin_where_the_distance_between_base_lines_is_larger() -> None:
    """Letters reach down as far as the distance is larger, and one distance is far larger than the others."""
    tops = [460, 448, 432, 420, 404, 392, 366, 354]
    texts = [
        "Ahn, Anna Maria, and Karl Jung Moss, and James",
        "T Morton. 2009. Dunes. Sand 3 (1",
        "Berg, Anna, Karl Jung Moss, and many others who",
        "Northern Winds name. 2010. Jumping dunes. Sand 14",
        "Chen, Anna, Karl Jung Moss, and Patrick J",
        "Curtis. 2011. Yellow dunes of the grey (g",
        "Dahl, Anna, Karl Jung Moss. 2012. Dunes of",
        "Silver. Sand 3.",
    ]
    lines = [Line(text, 72, top) for text, top in zip(texts, tops, strict=True)]
    assert [text.partition(",")[0] for text in references(lines)] == ["Ahn", "Berg", "Chen", "Dahl"]


def test_a_heading_of_two_lines_stands_in_its_own_distances() -> None:
    lines = [
        *column(BODY + "See www.example.org/dunes"),
        Line("7 Referencias biblio-", 72, 540, 18),
        Line("gráficas", 90, 516, 18),
        Line("[1] Jones, A., and K.", 72, 480),
        Line("Lee. Dunes. Sand 3, 1999.", 90, 468),
        Line("[2] Moss, B. Winds. Grains 2, 2001.", 72, 446),
    ]
    listed = [work.text for work in read_source(pdf(lines), "a.pdf").references]
    assert [text.partition(",")[0] for text in listed] == ["[1] Jones", "[2] Moss"]


def test_a_list_of_which_one_part_has_labels_is_read_in_both() -> None:
    lines = [
        *column(BODY + "Winds are strong [1].", top=720),
        Line("E. Literature", 72, 560, 13, bold=True),
        Line("Books:", 72, 536),
        *hanging("Jones, A.: Dunes and winds, Charles Sand Inc.,", " 1999", top=512),
        *hanging("Lee, B.: Winds and more of them, Morgan Sand,", " 2001", top=488),
        Line("Online:", 72, 450),
        *hanging("[1] www.example.org/winds, 20.03.2004", "[2] www.example.org/sand, 20.03.2004", top=426),
    ]
    works = read_source(pdf(lines), "a.pdf").references
    assert [work.text[:5] for work in works] == ["Jones", "Lee, ", "[1] w", "[2] w"]
    assert [work.id for work in works] == ["item 1", "item 2", "1", "2"]
    lines[0] = Line("Winds are strong [9].", 72, 740)
    doubts = read_source(pdf(lines), "a.pdf").doubts
    assert [doubt.message for doubt in doubts] == ["[9] is cited, but the bibliography ends at 2"]


def test_a_label_on_the_second_line_of_an_item_begins_none() -> None:
    listed = hanging("Jones, A. and Lee, B. Dunes in motion, on", "[1] the winds. Sand 3, 1999.")
    assert len(references(listed)) == 1


def test_the_points_and_places_of_a_map_behind_the_list_do_not_spoil_it() -> None:
    first = hanging("Jones, A., 1999. The motion of dunes", " in winds. Journal of Sand 3, 1-9.",
                    "Lee, B., 2001. More winds of all kinds over", " the sea. Grains 2, 5-7.")  # fmt: skip
    second = hanging("Moss, D., 2003. Rates of motion. Grains 8, 1-2.", "Ngo, E., 2004. Sand in the",
                     " Northern Sea. Grains of Sand.", "Orr, F., 2005. Dunes. Sand 9, 3.", top=700)  # fmt: skip
    places = ["New Coast", "Long Island", "o", "Old Bay", "o", "oo", "Deep Sea", "East Hill"]
    drawn = [
        Line(places[n % 8], 90 + 37 * (n % 11), 700 - 9 * n, 5) for n in range(60)
    ]  # small, here and there
    listed = references(first, second, drawn)
    assert [text[:3] for text in listed] == ["Jon", "Lee", "Mos", "Ngo", "Orr"]
    assert listed[3].endswith("Northern Sea. Grains of Sand.")


def test_authors_in_a_heavy_font_are_no_headings() -> None:
    lines = [
        Line("Jones AB, Kim CD, Long EF, Moss GH, and others of the coast,", 72, 460, bold=True),
        Line("Ngo IJ. 1999. The motion of dunes. Sand 3, 1-9.", 92, 448),
        Line("Ahn AB, Berg CD, Chen EF. 2001. More winds of the", 72, 436, bold=True),
        Line("northern sea. Grains of Sand 12, 100-112.", 92, 424),
        Line("Orr KL. 2003.", 72, 412, bold=True),
        Line("Rates of motion over a long time. Deserts 7, 20-31.", 150, 412),
        Line("They were seen in the north.", 92, 400),
        Line("Pohl MN, Quinn OP, Roy QR, Stone ST. 2004. Winds of", 72, 388, bold=True),
        Line("all kinds. Sand 4, 5-6.", 92, 376),
    ]
    assert [text.split()[0] for text in references(lines)] == ["Jones", "Ahn", "Orr", "Pohl"]


def test_a_mark_in_the_margin_is_not_the_edge_of_a_column() -> None:
    names = ["Jones, A.", "Kim, C.", "Lee, B.", "Moss, D.", "Ngo, E.", "Orr, F.", "Pohl, G.", "Roy, H."]
    lines = [text for name in names for text in (f"{name}, 1999. Dunes of the", " sea. Sand 3, 1-9.")]
    lines[6:] = [text.replace("of the", "and seas.").replace("sea. ", "Winds of ") for text in lines[6:]]
    first, second = hanging(*lines[:6]), hanging(*lines[6:], top=700)
    second[0] = Line(f"Q3 {second[0].text}", 12, 700)
    listed = references(first, second)
    assert [text.removeprefix("Q3 ").partition(", 1999")[0] for text in listed] == names


def test_each_of_two_columns_may_have_the_numbers_of_its_lines_on_its_own_side() -> None:
    def page(left: list[Line], right: list[Line], start: int) -> list[Line]:
        return [*numbered(left, start), *numbered(right, start + len(left), right=True)]

    words = "The dunes move with the wind, and they move with the sea, too. " * 12
    columns = [column(words, x=x, width=34)[:20] for x in (72, 330)]
    listed = [
        Line("References", 330, 700, 12, bold=True),
        *hanging("Jones, A., 1999. The motion of dunes", " in winds. Journal of Sand 3, 1-9.",
                 "Lee, B., 2001. More winds of all kinds", " over the sea. Grains 2, 5-7.",
                 "Moss, D., 2003. Rates of motion", " over a time. Deserts 7, 20-31.", x=330, top=680),
    ]  # fmt: skip
    source = read_source(pdf(page(*columns, 1), page(columns[0], listed, 41)), "a.pdf")
    assert [item.text[-14:] for item in source.references] == [
        "f Sand 3, 1-9.",
        "Grains 2, 5-7.",
        "erts 7, 20-31.",
    ]


def test_a_head_below_others_on_each_page_is_none_of_the_list() -> None:
    def headed(number: int, lines: list[Line]) -> list[Line]:
        above = [f"Model {number}G", f"{number} December", f"Jones et al. / Sand xxx {number}"]
        return [*(Line(text, 200 + 9 * n, 780 - 11 * n) for n, text in enumerate(above)), *lines]

    names = [f"{first}{second}n, C." for first in "BDFHKLNR" for second in "aeiou"]
    lines = [
        text for name in names for text in (f"{name}, 1999. Dunes of the", " sea and the wind. Sand 3, 1-9.")
    ]
    first = [*column(BODY * 2), Line("References", 72, 490, 12, bold=True), *hanging(*lines[:5])]
    pages = (
        headed(1, first),
        headed(2, hanging(*lines[5:43], top=720)),
        headed(3, hanging(*lines[43:], top=720)),
    )
    listed = [item.text for item in read_source(pdf(*pages), "a.pdf").references]
    assert [text.partition(", 1999")[0] for text in listed] == names
    assert not any("Jones" in text or "December" in text for text in listed)


def test_a_raised_number_in_a_title_begins_no_footnote() -> None:
    lines = hanging("Jones, A., 1999. Dating with", " ^{210}Pb in the sands of the sea. Sand 3, 1-9.",
                    "Lee, B., 2001. More winds. Grains 12, 100-112.", "Moss, D., 2003. Rates. Grains 1, 2.",
                    "Ngo, E., 2004. Sand. Grains 8, 1-4.", "Orr, F., 2005. Dunes. Sand 9, 3.")  # fmt: skip
    listed = references([line._replace(size=8) for line in lines])
    assert [text[:3] for text in listed] == ["Jon", "Lee", "Mos", "Ngo", "Orr"]


def test_the_head_of_a_column_goes_on_with_an_item_where_it_begins_with_no_name() -> None:
    left = spaced(
        ("Ahn, A. The colours of", "dunes. Sand 3, 1999."),
        ("Berg, B. Winds of the", "north. Sand 4, 2000."),
        ("Chen, C. Rates of the", "motion. Sand 5, 2001."),
        ("Dahl, D. Heaps of sand", "at sea. In: Roy, R. V."),
        top=460,
    )
    right = [
        *spaced(("all dunes and their winds", "are in it. Sand 6, 2002."), top=460, left=330),
        *spaced(
            ("Ems, E. Waves of the", "south. Sand 7, 2003."),
            ("Fox, F. Sand of all", "kinds. Sand 8, 2004."),
            top=430,
            left=330,
        ),
    ]
    assert [text.split(",")[0] for text in references([*left, *right])] == [
        "Ahn",
        "Berg",
        "Chen",
        "Dahl",
        "Ems",
        "Fox",
    ]


def test_rows_of_a_table_in_a_smaller_font_are_no_references() -> None:
    listed = hanging("Jones, A., 1999. The motion of dunes", " in winds. Journal of Sand 3, 1-9.",
                     "Lee, B., 2001. More winds of all kinds", " over the sea. Grains 2, 5-7.",
                     "Moss, D., 2003. Rates of motion", " over a time. Deserts 7, 20-31.")  # fmt: skip
    rows = [
        f"{n}. Height of {name} dunes {name} (19{60 + n})"
        for n, name in enumerate(["Ahn", "Berg", "Chen"], 1)
    ]
    table = [Line(text, 72, 700 - 12 * n, 8.8) for n, text in enumerate(rows)]
    assert [text[:4] for text in references(listed, table)] == ["Jone", "Lee,", "Moss"]


def test_an_item_with_its_number_needs_no_year_and_no_full_stop() -> None:
    works = [
        "1. Jones, A.: Dunes. Sand 3 (1999)",
        "2. Lee, B.: More winds. in press",
        "3. Moss, D.: Rates of motion. Grains 1 (2003)",
        "4. Innovative Dunes",
        *(f"{number}. Ngo, E.: Sand. Grains {number} (2004)" for number in range(5, 19)),
    ]
    assert references(hanging(*works)) == works


def test_an_item_whose_last_field_is_empty_ends_with_a_comma() -> None:
    """Where the other lines of an item hang, and it has its year."""
    listed = references(
        hanging(
            "Jones, A., Kim, C., Lake, G., Dressler, A.,",
            " & Oemler, B. 1996, Sand, 379,",
            "Lee, B., & Moss, R. C., Jr. 2006, Grains, 164, 81",
            "Moss, D., Ngo, E., and others of the",
            " north 2003, Grains, 1, 2",
            *(f"{name}, A. 2001, Winds, 1, 3" for name in NAMES),
        )
    )
    assert [text.partition(",")[0] for text in listed] == ["Jones", "Lee", "Moss", *NAMES]
