"""Articles in JATS XML as manuscripts: what is said of them, and where."""

from __future__ import annotations

import pytest

from argcheck import api
from argcheck.lint.registry import load_readers
from argcheck.readers.jats_article import translate
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

ARTICLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.2//EN" "JATS.dtd">
<article xml:lang="en"><front><journal-meta><journal-title>TODO</journal-title></journal-meta>
<article-meta><title-group><article-title>On dunes</article-title></title-group>
<abstract><p>Dunes move by 5&#x000A0;m a year.</p></abstract></article-meta></front>
<body><sec id="s1"><title>Introduction</title>
<p>Ümlaut &amp; more <xref ref-type="bibr" rid="B1 gone">[1, 9]</xref>, see <xref ref-type="fig" rid="F1">Fig. 1</xref>
and <xref ref-type="table" rid="T9">Table 9</xref>, and <xref ref-type="bibr" rid="B2">2</xref>&#x2013;<xref ref-type="bibr" rid="B4">4</xref>.</p>
<fig id="F1"><label>Fig. 1</label><caption><p>A dune.</p></caption></fig></sec></body>
<back><ref-list>
<ref id="B1"><mixed-citation>Smith A. Dunes. J Sand. 2001.</mixed-citation></ref>
<ref id="B2"><element-citation><name><surname>Roe</surname><given-names>B</given-names></name><article-title>Grains</article-title></element-citation></ref>
<ref id="B3"><mixed-citation>Poe C. Wind. 2003.</mixed-citation></ref>
<ref id="B4"><mixed-citation>Loe D. Waves. 2004.</mixed-citation></ref>
<ref id="B5"><mixed-citation>Moe E. Never. 2005.</mixed-citation></ref>
</ref-list></back>
<sub-article><body><p>By <xref ref-type="bibr" rid="other">x</xref>. TODO</p></body></sub-article></article>
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Write an article and give the report on it."""

    def run(text, name="article.xml", path="article.xml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return api.check(path, isolated=True)

    return run


def found(report):
    places = ((d.code, report.sources[d.span.path], d.span) for d in report.diagnostics)
    return [
        (code, file.position(span.start)[0], file.text[span.start : span.end]) for code, file, span in places
    ]


def test_what_an_article_says_and_where(check):
    assert found(check(ARTICLE)) == [("CIT001", 7, "gone"), ("REF001", 8, "T9"), ("CIT005", 15, "B5")]


def test_a_citation_may_name_what_stands_in_a_reference(check):
    named = ARTICLE.replace("<mixed-citation>Moe", '<mixed-citation id="cit5">Moe').replace("gone", "cit5")
    assert found(check(named)) == [("REF001", 8, "T9")]


@pytest.mark.parametrize(
    "between",
    [
        "-",
        "\u2011",
        "\u2212",
        "]\u2013[",
        ") to (",
        "</sup>\u2013<sup>",
        "<sup>\u2013</sup>",
        "&#8211;",
        f"{' ' * 24}-{' ' * 24}",
    ],
)
def test_the_works_within_a_range_are_cited_however_it_is_printed(check, between):
    two = '<xref ref-type="bibr" rid="B2">2</xref>', '<xref ref-type="bibr" rid="B5">5</xref>'
    printed = ARTICLE.replace("Fig. 1</xref>\n", f"Fig. 1</xref> <sup>{two[0]}{between}{two[1]}</sup>\n")
    printed = printed.replace('<xref ref-type="bibr" rid="B4">4</xref>', "")
    assert found(check(printed)) == [("CIT001", 7, "gone"), ("REF001", 8, "T9")]
    apart = printed.replace(between + two[1], " and " + two[1])
    assert [place for place in found(check(apart)) if place[0] == "CIT005"] == [
        ("CIT005", 13, "B3"),
        ("CIT005", 14, "B4"),
    ]


@pytest.mark.parametrize(
    "back",
    [
        "<ack><p>{}</p></ack>",
        "<fn-group><fn><p>{}</p></fn></fn-group>",
        "<notes><p>{}</p></notes>",
        "<app><table-wrap><table-wrap-foot><fn><p>{}</p></fn></table-wrap-foot></table-wrap></app>",
    ],
)
def test_what_notes_and_acknowledgements_cite_is_cited(check, back):
    cited = back.format('<xref ref-type="bibr" rid="B5 lost">5</xref> TODO')
    said = found(check(ARTICLE.replace("<back>", f"<back>{cited}")))
    assert said == [("CIT001", 7, "gone"), ("REF001", 8, "T9"), ("CIT001", 10, "lost")]


def test_a_citation_may_say_no_type(check):
    assert ("CIT005", 15, "B5") not in found(check(ARTICLE.replace('ref-type="fig" rid="F1"', 'rid="B5"')))


def test_an_attribute_may_hold_what_ends_a_tag_and_what_looks_like_another(check):
    odd = """<xref alt="1 > 0; rid='x'" ref-type="bibr" id = 'x1' rid = 'B1 gone'>"""
    named = ARTICLE.replace('<xref ref-type="bibr" rid="B1 gone">', odd)
    named = named.replace('<ref id="B1">', """<ref specific-use="a > id='b'" id="B1">""")
    assert found(check(named)) == found(check(ARTICLE))


def test_a_reference_without_an_id_is_an_entry_that_may_be_cited(check):
    named = ARTICLE.replace('<ref id="B5">', "<ref>").replace("</sub", "<back><ref>x</ref></back></sub")
    assert found(check(named)) == [("CIT001", 7, "gone"), ("REF001", 8, "T9")]
    twice = named.replace("2001.", "2001. doi:10.1234/a").replace("2005.", "2005. doi:10.1234/a")
    assert ("CIT007", 15, "<ref>") in found(check(twice))


def test_a_reference_that_is_given_in_two_forms_is_one_text_with_the_identifiers_of_both():
    data = (
        "<element-citation><person-group><name><surname>Smith</surname></name></person-group>"
        '<article-title>Dunes</article-title><pub-id pub-id-type="doi">10.1000/abc</pub-id></element-citation>'
    )
    said = translate(
        ARTICLE.replace("J Sand. 2001.</mixed-citation>", f"J Sand. 2001.</mixed-citation>{data}")
    ).text
    item = said.partition("\\bibitem{B1} ")[2].partition("\\bibitem")[0]
    assert item.split() == ["Smith", "A.", "Dunes.", "J", "Sand.", "2001.", "doi:10.1000/abc"]


@pytest.mark.parametrize(
    ("declared", "expected"), [("UTF-8", [(7, "\xdc")]), ("ISO-8859-1", []), ("utf8", [(7, "\xdc")])]
)
def test_bytes_that_are_no_utf8_are_named_where_they_stand(check, tmp_path, declared, expected):
    text = ARTICLE.replace("UTF-8", declared).replace("Introduction", "Preface<!-- \xe9 -->")
    (tmp_path / "latin.xml").write_bytes(text.encode("latin-1"))
    report = check(ARTICLE, path="latin.xml")
    assert [(line, there) for code, line, there in found(report) if code == "TEX003"] == expected
    assert {d.help for d in report.diagnostics if d.code == "TEX003"} <= {"save the file as UTF-8"}


def test_messages_speak_of_xml(check):
    report = check(ARTICLE)
    assert not [d.message for d in report.diagnostics if "\\" in d.message]


def test_a_sentence_may_end_in_a_list(check):
    begun = "<p>In the case of the dunes that are described in this work, these sources are then the{}</p>"
    items = "<list><list-item><p>Winds of the coast</p></list-item><list-item><p>Waves of the</p></list-item></list>"
    for text in (begun.format(items), begun.format("") + items):
        assert "the" not in [words for *_, words in found(check(ARTICLE.replace("<fig ", text + "<fig ")))]


def test_cells_of_a_table_are_no_prose(check):
    cell = "<td>the the dunes</td>"
    table = f'<p><table-wrap id="T9"><table><tr>{cell}{cell}</tr></table></table-wrap></p>'
    assert "TEX010" not in [code for code, *_ in found(check(ARTICLE.replace("<fig ", table + "<fig ")))]


def test_floats_behind_the_list_are_read(check):
    caption = '<p>Sand <xref ref-type="bibr" rid="B5 lost">5</xref>. TODO: more.</p>'
    floats = f'<floats-group><fig id="F1"><caption>{caption}</caption></fig></floats-group>'
    assert found(check(ARTICLE.replace("</back>", f"</back>{floats}"))) == [
        ("CIT001", 7, "gone"),
        ("REF001", 8, "T9"),
        ("CIT001", 16, "lost"),
        ("TEX008", 16, "TODO"),  # which the list of references, in which they do not stand, may hold
    ]


@pytest.mark.parametrize("name", ["a.nxml", "a.jats"])
def test_the_same_with_another_suffix_and_a_comment(check, name):
    silenced = ARTICLE.replace("<p>Üml", "<!-- argcheck: ignore[undefined-citation] kept -->\n<p>Üml")
    assert [code for code, *_ in found(check(silenced, name, name))] == ["REF001", "CIT005"]


def test_articles_in_a_folder_are_left_alone(check):
    assert check(ARTICLE, path=".").documents == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<article><body></article>", "line 1 is no XML: mismatched tag"),
        ("<html><body/></html>", "it is no article in JATS: it begins with <html>"),
        (
            '<!DOCTYPE article [<!ENTITY a "x">]><article>&a;</article>',
            "it declares an entity of its own, 'a'",
        ),
        ("", "line 1 is no XML: no element found"),
    ],
)
def test_what_is_no_article_is_said(check, text, why):
    assert any(why in finding.message for finding in check(text).diagnostics)


@pytest.mark.slow
def test_deep_articles_are_read(check):
    assert check(f"<article><body>{'<p>' * 50_000}x{'</p>' * 50_000}</body></article>").documents


DATA = ARTICLE.replace(
    '<ref id="B3"><mixed-citation>Poe C. Wind. 2003.</mixed-citation></ref>',
    """<ref id="B3"><label>3</label><mixed-citation publication-type="journal"><person-group person-group-type="author">
<name><surname>Poe</surname><given-names>C M</given-names></name>, <name><surname>de Roe</surname><given-names>D</given-names><suffix>Jr</suffix></name>
<etal/></person-group>, <article-title>Wind &amp; <italic>dunes</italic> of 5%</article-title>, <source>J Sand</source> <year>2003a</year>;
<volume>7</volume>(<issue>2</issue>):<fpage>11</fpage>-<lpage>19</lpage>. <pub-id pub-id-type="doi">https://doi.org/10.5555/cof</pub-id>
<pub-id pub-id-type="pmid">123</pub-id></mixed-citation></ref>
<ref><element-citation publication-type="book"><person-group person-group-type="editor"><collab>Sand Group</collab></person-group>
<chapter-title>Crests</chapter-title><source>Book of Sand</source><year>1999</year><publisher-name>Press</publisher-name></element-citation></ref>""",
)


def entries_of(folder, text):
    """Give the entries of an article by key."""
    (folder / "article.xml").write_text(text, "utf-8")
    settings = settings_for([folder], cwd=folder, config_file=None, isolated=True, overrides={})
    workspace = Workspace([folder / "article.xml"], settings, cwd=folder, readers=load_readers(None))
    (document,) = workspace.read()
    return {entry.key: entry for entry in document.bibliography.entries}


def test_a_reference_that_is_data_is_an_entry_with_its_fields(tmp_path):
    entries = entries_of(tmp_path, DATA)
    assert sorted(entries) == ["B1", "B2", "B3", "B4", "B5", "reference 4"]
    assert [entries[key].type for key in ("B1", "B2", "B3", "reference 4")] == [
        "bibitem",
        "bibitem",  # it has no year
        "article",
        "incollection",
    ]
    assert {name: entries["B3"].text(name) for name in entries["B3"].fields} == {
        "author": "Poe, C M and de Roe, Jr, D and others",
        "title": "Wind & dunes of 5%",
        "journal": "J Sand",
        "year": "2003",
        "volume": "7",
        "number": "2",
        "pages": "11–19",
        "doi": "10.5555/cof",
        "pmid": "123",
    }
    book = {name: entries["reference 4"].text(name) for name in entries["reference 4"].fields}
    assert book == {
        "editor": "Sand Group",
        "title": "Crests",
        "booktitle": "Book of Sand",
        "year": "1999",
        "publisher": "Press",
    }


@pytest.mark.parametrize(
    ("given", "doi", "url"),
    [
        ('<ext-link xlink:href="https://www.doi.org/10.5555/cof">x</ext-link>', "10.5555/cof", None),
        (
            '<ext-link xlink:href="https://doi.org/bvc6px">x</ext-link>',
            None,
            "https://doi.org/bvc6px",
        ),  # a short one
        ('<pub-id pub-id-type="doi">DOI 10.5555/cof</pub-id>', "10.5555/cof", None),
        ('<pub-id pub-id-type="doi">10.10M/cof</pub-id>', "10.10M/cof", None),  # to be reported
    ],
)
def test_a_doi_is_what_stands_in_an_address_and_a_short_one_is_an_address(tmp_path, given, doi, url):
    old = '<pub-id pub-id-type="doi">https://doi.org/10.5555/cof</pub-id>'
    text = DATA.replace(old, given).replace(
        "<article xml", '<article xmlns:xlink="http://www.w3.org/1999/xlink" xml', 1
    )
    entry = entries_of(tmp_path, text)["B3"]
    assert (entry.text("doi"), entry.text("url")) == (doi, url)


def test_what_is_wrong_with_data_is_said_at_its_reference(check):
    wrong = DATA.replace("<fpage>11</fpage>-<lpage>19", "<fpage>862</fpage>-<lpage>664")
    line = wrong[: wrong.index('<ref id="B3"')].count("\n") + 1
    places = [place for place in found(check(wrong)) if place[0] == "CIT013"]
    assert [place[:2] for place in places] == [("CIT013", line)]
    assert ("CIT005", line, "B3") in found(check(wrong.replace("</xref>&#x2013;<xref", "</xref>, <xref")))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<surname>Poe</surname><given-names>C M</given-names>", "C M Poe"),  # which is the family name?
        ("<year>2003a</year>", "in press"),
        ("<article-title>Wind &amp; <italic>dunes</italic> of 5%</article-title>", "Wind and dunes."),
        ("</mixed-citation></ref>\n<ref><element", "</mixed-citation><mixed-citation>Two works.</mixed-citation></ref>\n<ref><element"),
    ],
)  # fmt: skip
def test_a_reference_whose_parts_are_not_told_apart_stays_a_text(tmp_path, old, new):
    assert old in DATA
    assert entries_of(tmp_path, DATA.replace(old, new))["B3"].type == "bibitem"
