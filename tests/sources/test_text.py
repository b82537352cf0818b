"""Full text of sources: every form gives the same structure, with places, links and doubts."""

from __future__ import annotations

import time

import pytest
from pdfs import Line, column, pdf

pytest.importorskip("lxml", reason="the extra argcheck-lint[sources] is not installed")
pytest.importorskip("pypdfium2", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.text.model import UnreadableSourceError
from argcheck.sources.text.reader import media_of, read_source

pytestmark = pytest.mark.slow

JATS = b"""<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2//EN" "JATS.dtd" [<!ENTITY boom "x">]>
<article><front><article-meta><title-group><article-title>On <italic>dunes</italic></article-title></title-group>
<abstract><p>Dunes move.</p></abstract></article-meta></front>
<body><sec><title>Introduction</title>
<p>They move <xref ref-type="bibr" rid="B1">1</xref>, <xref ref-type="bibr" rid="B2">2</xref> fast.<fn><p>A note.</p></fn></p>
<sec><title>Methods</title><p>As Lee (<xref ref-type="bibr" rid="B2">2001</xref>) says.</p>
<fig><label>Figure 1</label><caption><p>A dune.</p></caption></fig>
<disp-formula>x = 1</disp-formula></sec></sec></body>
<back><ref-list><title>References</title>
<ref id="B1"><mixed-citation><name><surname>Jones</surname></name> (<year>1999</year>) Winds.
<pub-id pub-id-type="doi">10.1000/AbC</pub-id></mixed-citation></ref>
<ref id="B2"><mixed-citation>Lee. More winds. 2001.</mixed-citation></ref></ref-list></back></article>"""

HTML = b"""<!DOCTYPE html><html><body><nav>Menu</nav><script>var x</script><article>
<h1>On dunes</h1><h2>Introduction</h2>
<p>They <b>move</b> <a href="#ref-1">[1]</a>, <a href="#ref-2">[2]</a> fast.</p>
<figure><figcaption>Figure 1. A dune.</figcaption></figure>
<div class="footnote">A note.</div>
<h2>References</h2><ol><li id="ref-1">Jones. Winds. 1999. https://doi.org/10.1000/abc</li><li id="ref-2">Lee. 2001.</li></ol>
</article></body></html>"""

LATEX = rb"""\documentclass{article}
\begin{document}
\section{Introduction}
They move \cite{jones,lee} fast.\footnote{A note.}
\input{/etc/passwd}

\subsection{Methods}
\begin{equation}\label{eq:x} x = 1 \end{equation}
\begin{figure}\caption{A dune.}\end{figure}
\begin{thebibliography}{9}
\bibitem{jones} Jones. Winds. 1999.
\bibitem{lee} Lee. More winds. 2001.
\end{thebibliography}
\end{document}
"""

MARKDOWN = """# On dunes

## Introduction

They move [1-2] fast.[^1]

Figure 1: A dune.

$$ x = 1 $$

[^1]: A note.

## References

- [1] Jones. Winds. 1999. doi:10.1000/abc
- [2] Lee. More winds. 2001.
"""


def kinds(source):
    return [(block.kind, block.text) for block in source.blocks]


def test_jats_keeps_its_structure_and_its_links():
    source = read_source(JATS, "a.xml")
    assert source.media == "jats"
    assert kinds(source) == [
        ("heading", "On dunes"),
        ("heading", "Abstract"),
        ("paragraph", "Dunes move."),
        ("heading", "Introduction"),
        ("paragraph", "They move 1, 2 fast."),
        ("footnote", "A note."),
        ("heading", "Methods"),
        ("paragraph", "As Lee (2001) says."),
        ("caption", "Figure 1 A dune."),
        ("equation", "x = 1"),
        ("heading", "References"),
        ("reference", "Jones (1999) Winds. 10.1000/AbC"),
        ("reference", "Lee. More winds. 2001."),
    ]
    fast = source.blocks[4]
    assert [(fast.text[a.start : a.end], a.references) for a in fast.anchors] == [("1, 2", ("B1", "B2"))]
    assert fast.line == 6
    assert source.blocks[7].section == "Introduction > Methods"
    assert source.references[0] == (
        "B1",
        "Jones ( 1999 ) Winds. 10.1000/AbC",
        "10.1000/abc",
        "1999",
        ("jones",),
    )
    assert source.doubts == ()


def test_html_leaves_navigation_out():
    source = read_source(HTML, "page")
    assert kinds(source) == [
        ("heading", "On dunes"),
        ("heading", "Introduction"),
        ("paragraph", "They move [1], [2] fast."),
        ("caption", "Figure 1. A dune."),
        ("footnote", "A note."),
        ("heading", "References"),
        ("reference", "Jones. Winds. 1999. https://doi.org/10.1000/abc"),
        ("reference", "Lee. 2001."),
    ]
    assert source.blocks[2].anchors[0].references == ("ref-1", "ref-2")
    assert source.references[0].doi == "10.1000/abc"


def test_latex_goes_through_the_reader_of_manuscripts_and_opens_nothing_else():
    source = read_source(LATEX, "a.tex")
    assert kinds(source) == [
        ("heading", "Introduction"),
        ("paragraph", "They move [jones, lee] fast."),
        ("footnote", "A note."),
        ("heading", "Methods"),
        ("equation", "x = 1"),
        ("caption", "A dune."),
    ]
    assert [block.line for block in source.blocks] == [3, 4, 4, 7, 8, 9]
    assert source.blocks[1].anchors[0].references == ("jones", "lee")
    assert [reference.id for reference in source.references] == ["jones", "lee"]


def test_markdown():
    source = read_source(MARKDOWN.encode(), "a.md")
    assert [kind for kind, _ in kinds(source)] == [
        *("heading", "heading", "paragraph", "caption", "equation", "footnote"),
        *("heading", "reference", "reference"),
    ]
    paragraph = source.blocks[2]
    assert paragraph.line == 5
    assert paragraph.anchors[0].references == ("1", "2")
    assert [reference.doi for reference in source.references] == ["10.1000/abc", ""]


def test_plain_text_by_author_and_year():
    text = (
        "Dunes move (Jones, 1999; Smith & Lee 2001). Smith and Lee (2001) say so, Brown (1987) does not.\n\nReferences\n\n"
        "Jones, A. (1999). Winds.\n\nSmith, B., & Lee, C. (2001). More.\n"
    )
    source = read_source(text.encode(), "a.txt")
    block = source.blocks[0]
    assert [(block.text[a.start : a.end], a.references) for a in block.anchors] == [
        ("(Jones, 1999; Smith & Lee 2001)", ("1", "2")),
        ("Smith and Lee (2001)", ("2",)),
        ("Brown (1987)", ()),
    ]


def test_two_references_of_one_author_and_year_are_told_by_their_letter_or_not_at_all():
    text = "See Jones (1999a), and also Jones (1999).\n\nReferences\n\nJones, A. 1999a. Winds.\n\nJones, A. 1999b. Sand.\n"
    anchors = read_source(text.encode(), "a.txt").blocks[0].anchors
    assert [anchor.references for anchor in anchors] == [("1",), ()]


def test_a_work_that_is_listed_twice_is_one():
    """As where a supplement has a list of its own."""
    again = "Jones, A. (1999). Winds of the desert.\n\nLee, B. (2001). More.\n\n"
    text = f"See Jones (1999) and Lee (2001).\n\nReferences\n\n{again}{again}Lee, B. (2001). Other.\n"
    anchors = read_source(text.encode(), "a.txt").blocks[0].anchors
    assert [anchor.references for anchor in anchors] == [("1",), ()]


def test_a_footnote_that_names_a_reference_cites_it():
    text = "# T\n\nDunes move.[^1]\n\n[^1]: Jones, Winds, 1999, p. 4.\n\n# References\n\n- Jones, A. Winds. Oxford, 1999.\n"
    source = read_source(text.encode(), "a.md")
    note = next(block for block in source.blocks if block.kind == "footnote")
    assert note.anchors[0].references == ("1",)


class TestPdf:
    def test_headings_paragraphs_notes_and_pages(self):
        first = [
            Line("On dunes", 72, 740, 18, bold=True),
            Line("1 Introduction", 72, 715, 12, bold=True),
            *column(
                "Dunes move when wind blows over them, and they move [1] the faster the smaller they are, "
                * 3
            ),
            Line("Figure 1: A dune from above.", 90, 560, 9),
            *column(
                "A second paragraph begins here. It is about sand and ends on the next page with the grain",
                top=520,
            ),
            Line("1Sand is small.", 72, 80, 7),
        ]
        second = [
            *column("size of the sand. Then it is over.", top=700)[1:],
            Line("size of the sand. Then it is over.", 72, 700),
            Line("References", 72, 660, 12, bold=True),
            Line("[1] Jones, A. Winds of the desert. Journal of Sand 3, 1-9", 72, 640),
            Line("(1999). doi:10.1000/abc", 88, 628),
            Line("[2] Lee, B. More winds. Journal of Sand, 2001.", 72, 612),
        ]
        source = read_source(pdf(first, second), "a.pdf")
        assert [(b.kind, b.page, b.level) for b in source.blocks] == [
            ("heading", 1, 1),
            ("heading", 1, 2),
            ("paragraph", 1, 0),
            ("caption", 1, 0),
            ("paragraph", 1, 0),
            ("footnote", 1, 0),
            ("heading", 2, 2),
            ("reference", 2, 0),
            ("reference", 2, 0),
        ]
        joined = source.blocks[4].text
        assert joined.startswith("A second paragraph begins here.")
        assert joined.endswith("with the grain size of the sand. Then it is over.")
        assert source.blocks[2].anchors[0].references == ("1",)
        assert source.references[0].doi == "10.1000/abc"
        assert source.place(source.blocks[-1]) == "p. 2"

    def test_author_and_year_in_brackets_and_given_names_first(self):
        body = "Dunes move [Jones, 1999], and they move fast [Jones, 1999, Lee, Kim, and Ng, 2001], as van den Berg [2015] says. "
        listed = [
            "Ann Jones. Winds of the desert. Journal of Sand, 1999.",
            "Bo Lee, Cy Kim, and Fay Ng. More winds over the dunes and the sea. Grains, 2001.",
            "Hal van den Berg. Rates of motion. Grains, 2015.",
        ]
        lines = [
            *column(body * 3),
            Line("References", 72, 500, 12, bold=True),
            *(Line(text, 72, 480 - 14 * number) for number, text in enumerate(listed)),
        ]
        source = read_source(pdf(lines), "a.pdf")
        assert [one.text for one in source.references] == listed
        anchors = source.blocks[0].anchors
        assert [one.references for one in anchors[:3]] == [("1",), ("1", "2"), ("3",)]

    def test_running_heads_and_page_numbers_are_no_text(self):
        pages = [
            [
                Line("A. Smith: On dunes", 72, 770, 8),
                *column(f"Page {word} is about dunes and sand and winds, as all pages are. " * 4),
                Line(str(number), 300, 30),
            ]
            for number, word in enumerate(("one", "two", "three", "four"), 1)
        ]
        text = read_source(pdf(*pages), "a.pdf").markdown
        assert "A. Smith" not in text
        assert "\n1\n" not in text
        assert text.count("is about dunes") == 16

    def test_words_broken_at_the_end_of_a_line_are_mended(self):
        lines = [
            Line("The dunes move because of the sus-", 72, 700),
            Line("pension of sand in the air.", 72, 688),
        ]
        assert "suspension of sand" in read_source(pdf(lines), "a.pdf").markdown

    def test_ligatures_that_are_called_line_breaks_are_read(self):
        """``e\u21b5ect``: what TeX's fonts become in a PDF that a Mac has made."""
        text = "The e\xa4ect of wind o\xa4 the coast is di\xa4erent. Press \xa4 twice, then go on to the next of the pages."
        data = pdf(column(text)).replace(
            b"/WinAnsiEncoding",
            b"<< /BaseEncoding /WinAnsiEncoding /Differences [164 /carriagereturn] >>",
        )
        (block,) = read_source(data, "a.pdf").blocks
        assert block.text.startswith("The effect of wind off the coast is different. Press \u21b5 twice, ")

    def test_two_columns_are_read_one_after_the_other(self):
        left = column(
            "The left column speaks of wind and only of wind, from the top to its foot, and it goes on",
            width=30,
        )
        right = column("in the right column, which ends it.", x=320, width=30)
        right[0] = right[0]._replace(x=320)
        source = read_source(pdf([*left, *right]), "a.pdf")
        assert "and it goes on in the right column" in source.markdown

    def test_no_text_layer(self):
        with pytest.raises(UnreadableSourceError, match=r"scan\.pdf: no text"):
            read_source(pdf([]), "scan.pdf")

    def test_damaged(self):
        with pytest.raises(UnreadableSourceError, match=r"a\.pdf: this PDF cannot be opened"):
            read_source(b"%PDF-1.4\n%%EOF", "a.pdf")


class TestDoubts:
    def doubts(self, text):
        source = read_source(text.encode(), "a.md")
        assert {i for d in source.doubts for i in range(d.first, d.last + 1)} == {
            i for i, b in enumerate(source.blocks) if b.uncertain
        }
        return [(doubt.kind, doubt.message) for doubt in source.doubts]

    def test_a_heading_that_jumps(self):
        assert self.doubts("# A\n\n### B\n\ntext\n") == [
            ("headings", "the heading 'B' is 2 levels below 'A'")
        ]

    def test_missing_figures(self):
        text = "Figure 1: A.\n\ntext\n\nFigure 5: B.\n"
        assert self.doubts(text) == [("floats", "no figure between 1 and 5")]

    def test_neighbours_may_swap_and_one_may_be_missing(self):
        assert self.doubts("Figure 2: A.\n\nFigure 1: B.\n\nFigure 3: C.\n\nFigure 5: D.\n") == []

    def test_equations_twice(self):
        assert self.doubts("$$ x (1) $$\n\ntext\n\n$$ y (1) $$\n") == [("equations", "equation 1 twice")]

    def test_a_citation_behind_the_bibliography(self):
        text = "Seen [1] and [9].\n\n# References\n\n- [1] Jones 1999.\n"
        assert self.doubts(text) == [("citations", "[9] is cited, but the bibliography ends at 1")]

    def test_characters_without_meaning(self):
        assert self.doubts("\ufffd\ufffd\ufffd abc \ufffd\n") == [
            ("damaged", "characters without meaning: the font has no text")
        ]


@pytest.mark.parametrize(
    ("name", "data", "media"),
    [
        ("x.html", b"%PDF-1.7", "pdf"),
        ("x.nxml", b"<?xml version='1.0'?><article>", "jats"),
        ("x.jats", b"<?xml version='1.0'?><!-- long -->", "jats"),
        ("x.xml", b"<html><body><article>", "html"),
        ("x.tex", b"\\documentclass{article}", "latex"),
        ("x.md", b"# T", "markdown"),
        ("x", b"words", "text"),
    ],
)
def test_the_form_is_told_by_content_then_name(name, data, media):
    assert media_of(name, data) == media


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.tex", "a"])
def test_bytes_that_are_no_text_are_not_read_as_one(name):
    with pytest.raises(UnreadableSourceError, match="bytes that are no text"):
        read_source(bytes(range(256)) * 20, name)


@pytest.mark.parametrize("code", ["utf-16", "utf-8", "latin-1"])
def test_text_is_read_however_it_is_encoded(code):
    data = "Dünen wandern schnell.\0\n".encode(code)
    assert read_source(data, "a.txt").blocks[0].text.startswith("Dünen wandern schnell")


def test_no_entity_is_expanded_and_no_file_read(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("hush", encoding="utf-8")
    attack = (
        f'<!DOCTYPE article [<!ENTITY s SYSTEM "file://{secret}"><!ENTITY a "aaaaaaaaaa">'
        '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><article><body><p>Seen: &s;&b;.</p></body></article>'
    )
    assert "hush" not in read_source(attack.encode(), "a.xml").markdown
    assert "aaaa" not in read_source(attack.encode(), "a.xml").markdown


@pytest.mark.parametrize("name", ["a.html", "a.xml"])
def test_a_text_that_is_nothing_but_tags_is_refused_before_it_fills_the_memory(name: str) -> None:
    whole = JATS if name == "a.xml" else HTML
    assert read_source(whole, name).blocks
    with pytest.raises(UnreadableSourceError, match=rf"{name}: \d+ tags, of which at most 300000 are read"):
        read_source(whole.replace(b"<p>They", b"<p></p>" * 150_001 + b"<p>They"), name)


def test_no_xml_at_all():
    with pytest.raises(UnreadableSourceError, match=r"a\.xml"):
        read_source(b"<article", "a.xml")


def test_latin_1_is_read_as_such():
    assert read_source("Müller sagt es.".encode("latin-1"), "a.txt").blocks[0].text == "Müller sagt es."


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"[" * 300_000, "a.md"),
        (b"![" * 150_000, "a.md"),
        (b"[](" * 100_000, "a.md"),
        (b"# x" + b" " * 200_000 + b"y", "a.md"),
        (b"# " + b"#" * 200_000 + b" x", "a.md"),
        (b"[1," * 100_000, "a.txt"),
        (b"de " * 100_000 + b"\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        (b"Smith and " * 30_000 + b"(2001)\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        (b"(2001 " * 50_000 + b"\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        (b"Smith (2001; " * 30_000 + b"\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        (
            b"Tides.[^1]\n\n"
            + b"".join(
                b"[^%d]: See there, a note on tides; nor here, a word on %d\n\n" % (n, n) for n in range(1600)
            )
            + b"# References\n\n"
            + b"".join(
                b"- Smith, A. A history of tides number %d, in long words. Press, 2001.\n" % n
                for n in range(1600)
            ),
            "a.md",
        ),
        ("word, ¹,² ".encode() * 30_000 + b"\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        ("¹,".encode() * 100_000 + b"\n\nReferences\n\n[1] Smith. 2001.", "a.txt"),
        (
            b"Smith, ; " * 30_000
            + b"[^1]\n\n[^1]: "
            + b"Smith said so; " * 20_000
            + b"\n\n# References\n\n- Smith. 2001.",
            "a.md",
        ),
        (b"[Smi01," * 50_000 + b"\n\nReferences\n\n[Smi01] Smith. 2001.", "a.txt"),
        (b"<html><body><p>" + b"<a href='#ref1'>1</a> x " * 30_000, "a.html"),
    ],
)
def test_reading_takes_no_longer_than_the_text_is_long(data, name):
    start = time.process_time()
    assert read_source(data, name).blocks
    assert time.process_time() - start < 10


def test_a_pdf_that_never_ends_is_given_up(monkeypatch):
    monkeypatch.setattr("argcheck.sources.text.pdf_process.SECONDS", 2)
    with pytest.raises(UnreadableSourceError, match=r"loop\.pdf: reading this PDF takes more than 2 s"):
        read_source(LOOP, "loop.pdf")


def test_modules_of_the_folder_are_not_imported_to_read_a_pdf(tmp_path, monkeypatch):
    for package in ("argcheck", "pypdfium2"):
        (tmp_path / f"{package}.py").write_text("raise SystemExit('not mine')")
    monkeypatch.chdir(tmp_path)
    assert read_source(pdf(column("Dunes move.")), "a.pdf").blocks


@pytest.mark.parametrize("codec", [b"undefined", b"base64", b"punycode", b"none-such"])
def test_an_encoding_that_is_none_is_latin_1(codec):
    source = read_source(b'charset="' + codec + b'"\n\nR\xe9sum\xe9 of dunes', "a.txt")
    assert source.blocks[-1].text == "Résumé of dunes"


#: A form that draws itself twice, which keeps its reader busy for longer than the sun will shine.
LOOP = (
    b"%PDF-1.5\n"
    + b"".join(
        b"%d 0 obj\n%s\nendobj\n" % (number, body)
        for number, body in enumerate(
            (
                b"<< /Type /Catalog /Pages 2 0 R >>",
                b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>",
                b"<< /Length 6 >>\nstream\n/X Do \nendstream",
                b"<< /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Length 12 /Resources << /XObject << /X 5 0 R >> >> >>\nstream\n/X Do /X Do \nendstream",
            ),
            1,
        )
    )
    + b"trailer << /Root 1 0 R >>\n%%EOF"
)
