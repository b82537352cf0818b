"""Citations above the line, by labels and in footnotes are linked to the bibliography, and nothing else is."""

from __future__ import annotations

import pytest
from pdfs import Line, column, pdf

pytest.importorskip("lxml", reason="the extra argcheck-lint[sources] is not installed")
pytest.importorskip("pypdfium2", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.evidence import terms
from argcheck.sources.text.reader import read_source

pytestmark = pytest.mark.slow

DOWN = str.maketrans("¹²³⁴", "1234")
LISTED = [
    "Jones, A. Winds of the desert. Journal of Sand 3, 1-9, 1999.",
    "Lee, B. More winds over the dunes and the sea. Grains, 2001.",
    "Berg, H. Rates of motion. Grains, 2015.",
    "Smith, E. Slopes and their angles. Slopes, 2020.",
]


def bibliography(*items, top=500):
    return [
        Line("References", 72, top, 12, bold=True),
        *(Line(text, 72, top - 20 - 14 * number) for number, text in enumerate(items)),
    ]


def numbered(label, items=LISTED):
    return bibliography(*(f"{label.format(number)} {text}" for number, text in enumerate(items, 1)))


def links(source):
    """What is linked outside of footnotes: the printed text of each citation, and the references."""
    return [
        (block.text[one.start : one.end], one.references)
        for block in source.blocks
        if block.kind != "footnote"
        for one in block.anchors
        if one.references
    ]


CITING = (
    "Dunes move when wind blows over them.^{1} They move the faster^{2,3} the smaller they are, and for long distances.^{1-3} "
    "Nobody knows why;^{4} but all agree that it is so, as sand does in every desert."
)


@pytest.mark.parametrize("scaled", [False, True])
@pytest.mark.parametrize("label", ["[{}]", "{}.", "({})", "^{{{}}}"])
def test_numbers_above_the_line_are_citations(label, scaled):
    source = read_source(pdf([*column(CITING), *numbered(label)], scaled=scaled), "a.pdf")
    assert links(source) == [("¹", ("1",)), ("²,³", ("2", "3")), ("¹-³", ("1", "2", "3")), ("⁴", ("4",))]
    assert [one.id for one in source.references] == ["1", "2", "3", "4"]


def test_exponents_isotopes_and_affiliations_are_none():
    lines = [
        Line("On dunes", 72, 740, 18, bold=True),
        Line("Ann Jones^{1}, Bo Lee^{2,3} and Cy Kim^{1}", 72, 720),
        *column(CITING),
        *column(
            "An area of 10^{3} km^{2} or of 4 mi^{2}, a speed of 3 m s^{-1}, the carbon ^{13}C and E = mc^{2} are no citations, "
            "and neither are f(x)^{2}, x^{3} or sin^{2} of an angle, nor Ca^{2+}, nor CO^{2} in the air.",
            top=600,
        ),
        *numbered("[{}]"),
    ]
    source = read_source(pdf(lines), "a.pdf")
    assert [text for text, _ in links(source)] == ["¹", "²,³", "¹-³", "⁴"]
    assert (
        "3 m s⁻¹, the carbon ¹³C and E = mc² are no citations, and neither are f(x)², x³ or"
        in source.markdown
    )


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        (CITING.replace("^{", "[").replace("}", "]") + " It is so.^{1} And so.^{2}", numbered("[{}]")),
        ("It is so.^{1} And it is not so.^{9} And then it is so again.^{8} That is all.", numbered("[{}]")),
        ("Most of the dunes are dry.^{1} And nobody has asked why they are so.", numbered("[{}]")),
        (CITING, bibliography(*LISTED)),
    ],
    ids=["brackets-cite", "no-such-references", "few-references-reached", "references-without-numbers"],
)
def test_raised_numbers_that_may_be_something_else_are_left_alone(text, listed):
    source = read_source(pdf([*column(text), *listed]), "a.pdf")
    assert not [text for text, _ in links(source) if not text.startswith("[")]


NOTED = "Dunes move when the wind blows over them.^{1} Some do not move,^{2} and nobody knows why that is so.^{3} It is an open question."


def noted(*notes, top=120):
    return [Line(f"^{{{number}}}{text}", 72, top - 12 * number, 7) for number, text in enumerate(notes, 1)]


def test_a_mark_leads_through_its_footnote_to_the_reference():
    notes = noted(
        "Jones, Winds of the desert, 1999, p. 4; Smith, Slopes and their angles.",
        "In 1999 it rained.",
        "Cf. Lee 2001.",
    )
    source = read_source(pdf([*column(NOTED), *bibliography(*LISTED), *notes]), "a.pdf")
    assert links(source) == [("¹", ("1", "4")), ("³", ("2",))]
    assert [block.mark for block in source.blocks if block.kind == "footnote"] == ["1", "2", "3"]
    assert len(source.references) == len(LISTED)


def test_a_note_that_shares_words_with_a_title_does_not_cite_it():
    notes = noted(
        "Institute for the Study of the Winds of the Sea.", "Slopes and their angles are old.", "It rained."
    )
    source = read_source(pdf([*column(NOTED), *bibliography(*LISTED), *notes]), "a.pdf")
    assert links(source) == []


def test_a_list_without_a_heading_as_journals_of_physics_have_it():
    items = (
        "A. Jones, Sand 3, 1 (1999).",
        "B. van Lee and C. Kim, Grains (2001).",
        "The wind was measured in May.",
        "E. Smith, Slopes (2020).",
    )
    body = CITING + " They are dry, and they have been so for as long as anybody knows."
    address = [Line("Ann Jones^{1}", 72, 740), Line("^{1}Department of Sand, Oxford", 72, 725, 7)]
    expected = [("²,³", ("2", "3")), ("¹-³", ("1", "2", "3")), ("⁴", ("4",))]
    source = read_source(pdf([*address, *column(body), *noted(*items)]), "a.pdf")
    assert (links(source), len(source.references)) == (expected, 4)
    brackets = column(body.replace("^{", " [").replace("}", "]"))
    below = [Line(f"[{number}] {item}", 72, 300 - 12 * number) for number, item in enumerate(items, 1)]
    source = read_source(pdf([*brackets, *below]), "a.pdf")
    assert links(source) == [("[1]", ("1",)), *((f"[{text.translate(DOWN)}]", ids) for text, ids in expected)]


def test_a_note_of_the_number_of_a_reference_makes_its_mark_doubtful():
    source = read_source(pdf([*column(CITING), *numbered("[{}]"), *noted("We thank the wind.")]), "a.pdf")
    assert [text for text, _ in links(source)] == ["²,³", "¹-³", "⁴"]


def test_notes_among_references_with_raised_numbers():
    listed = [one._replace(size=7) if number else one for number, one in enumerate(numbered("^{{{}}}"))]
    body = column(CITING + " They are dry, and they have been so for as long as anybody knows." * 2)
    source = read_source(pdf([*body, *listed, *noted("We thank the wind.")]), "a.pdf")
    assert [text for text, _ in links(source)] == ["²,³", "¹-³", "⁴"]
    assert [block.text for block in source.blocks if block.kind == "footnote"] == ["¹We thank the wind."]
    assert len(source.references) == len(LISTED)


def test_notes_are_the_bibliography_where_there_is_no_other():
    notes = noted(
        "Ann Jones, “Winds of the desert”, Sand 3 (1999).",
        "In 1999 it rained.",
        "Jones, “Winds of the desert”, p. 7.",
    )
    source = read_source(pdf([*column(NOTED), *notes]), "a.pdf")
    assert links(source) == [("¹", ("note 1, p. 1",)), ("³", ("note 1, p. 1",))]


def test_labels_of_bibtex():
    labels = ("Jon99", "LKN01", "SAO+20", "vdB15")
    text = "Dunes move [Jon99], and they move fast [LKN01, SAO+20] and far [vdB15, p. 3], it is said [sic] [Jon98]. "
    listed = bibliography(*(f"[{label}] {item}" for label, item in zip(labels, LISTED, strict=True)))
    source = read_source(pdf([*column(text), *listed]), "a.pdf")
    assert [one.id for one in source.references] == list(labels)
    assert links(source) == [
        ("[Jon99]", ("Jon99",)),
        ("[LKN01, SAO+20]", ("LKN01", "SAO+20")),
        ("[vdB15, p. 3]", ("vdB15",)),
    ]


HTML = """<html><body><article><h1>On dunes</h1><p>Dunes move when wind blows over them{0} and then{1} they go on for long.{2}
Their area is 10<sup>5</sup> km<sup>2</sup>.</p><h2>References</h2><ol>{3}</ol></article></body></html>"""


def test_html_with_links_in_sup_and_a_range():
    items = "".join(f'<li id="ref-{number}">{text}</li>' for number, text in enumerate(LISTED, 1))
    marks = [f"<sup>{one}</sup>" for one in (
        '<a href="#ref-1">1</a>', '<a href="#ref-1">1</a>,<a href="#ref-4">4</a>', '<a href="#ref-2">2</a>–<a href="#ref-4">4</a>'
    )]  # fmt: skip
    source = read_source(HTML.format(*marks, items).encode(), "a.html")
    assert links(source) == [
        ("¹", ("ref-1",)),
        ("¹,⁴", ("ref-1", "ref-4")),
        ("²–⁴", ("ref-2", "ref-3", "ref-4")),
    ]
    assert "10⁵ km²" in source.blocks[1].text


def test_html_with_bare_numbers_in_sup():
    items = "".join(f"<li>{text}</li>" for text in LISTED)
    marks = ("<sup>1</sup>", "<sup>1,4</sup>", "<sup>2-4</sup>")
    source = read_source(HTML.format(*marks, items).encode(), "a.html")
    assert links(source) == [("¹", ("1",)), ("¹,⁴", ("1", "4")), ("²-⁴", ("2", "3", "4"))]


def test_html_with_footnotes_that_cite():
    items = "".join(f"<li>{text}</li>" for text in LISTED)
    notes = "".join(
        f'<li id="fn{number}"><p>{text} <a href="#fnref{number}">↩</a></p></li>'
        for number, text in enumerate(
            ("Jones, Winds, 1999, p. 4.", "It rained.", "Berg, Rates of motion."), 1
        )
    )
    marks = [f'<sup id="fnref{number}"><a href="#fn{number}">{number}</a></sup>' for number in (1, 2, 3)]
    text = HTML.format(*marks, items).replace(
        "</article>", f'<section class="footnotes"><ol>{notes}</ol></section></article>'
    )
    assert links(read_source(text.encode(), "a.html")) == [("¹", ("1",)), ("³", ("3",))]


def test_jats_with_ranges_and_footnotes_that_cite():
    text = """<article><body><sec><title>On dunes</title><p>Dunes move <sup><xref ref-type="bibr" rid="B1">1</xref>–<xref ref-type="bibr"
    rid="B3">3</xref></sup> for long<xref ref-type="fn" rid="n1">*</xref> and far<xref ref-type="fn" rid="n2">†</xref>.</p></sec></body>
    <back><fn-group><fn id="n1"><p>See Jones 1999.</p></fn><fn id="n2"><p>It rained.</p></fn></fn-group><ref-list>""" + "".join(
        f'<ref id="B{number}"><mixed-citation>{item}</mixed-citation></ref>'
        for number, item in enumerate(LISTED, 1)
    )
    source = read_source(f"{text}</ref-list></back></article>".encode(), "a.xml")
    assert links(source) == [("¹–³", ("B1", "B2", "B3")), ("*", ("B1",))]


def test_markdown_with_footnotes_that_cite():
    text = "Dunes move.[^1] And far.[^b]\n\n[^1]: Jones, Winds, 1999, p. 4.\n\n[^b]: It rained.\n\n# References\n\n- Jones, A. Winds. 1999.\n"
    assert links(read_source(text.encode(), "a.md")) == [("[^1]", ("1",))]


def test_a_raised_number_is_no_part_of_a_word():
    assert terms("they move them¹,² far") == terms("they move them far")


def test_an_item_that_was_cut_in_two_is_one_reference():
    text = "Dunes move [1, 2].\n\nReferences\n\n[1] Jones, A. Winds.\n\nOxford, 1999.\n\n[2] Lee, B. More winds. 2001.\n"
    source = read_source(text.encode(), "a.txt")
    assert [(one.id, one.year) for one in source.references] == [("1", "1999"), ("2", "2001")]
    assert links(source) == [("[1, 2]", ("1", "2"))]


def test_numbers_are_of_the_bibliography_behind_them_and_others_are_left_open():
    listed = "References\n\n[1] Jones, A. Winds. 1999.\n\n[2] Lee, B. More. 2001.\n"
    text = f"Dunes move [1].\n\n{listed}\nThey do [2].\n\n{listed.replace('Winds', 'Sand')}"
    assert links(read_source(text.encode(), "a.txt")) == [("[1]", ("1",))]
