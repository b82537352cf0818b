"""Bibliographies of Hayagriva, which Typst reads: keys, entries and what rules say of them."""

from __future__ import annotations

import pytest

BIBLIOGRAPHY = """\
# of the thesis
dunes:
  type: Article
  title: "On {dunes} & more: 5 % of them"
  author: ["Smith, Anna", "von Roe, B."]
  date: 2001-05
  page-range: 1-9
  serial-number: {doi: "10.1234/abc_d"}
  parent:
    - type: periodical
      title: Journal of Sand
      volume: 3
never:
  type: book
  title: Nobody cites it
  author:
    - {name: Poe, given-name: Carl, prefix: de}
    - UNICEF
  publisher: {name: Printers, location: Oslo}
  date: 1999
"""
PAPER = 'Told by @dunes, @gone and #cite(<lost>).\n\n#bibliography("refs.yml")\n'


def findings(report):
    sources = report.sources
    return [
        (d.code, d.span.path, sources[d.span.path].position(d.span.start)[0], d.message)
        for d in report.diagnostics
    ]


def codes(report):
    return [(code, path, line) for code, path, line, _ in findings(report)]


def test_keys_are_compared_and_findings_stand_in_the_yaml(check):
    report = check({"paper.typ": PAPER, "refs.yml": BIBLIOGRAPHY})
    assert codes(report) == [
        ("CIT001", "paper.typ", 1),
        ("CIT001", "paper.typ", 1),
        ("CIT005", "refs.yml", 13),
    ]
    assert report.held_back == ()


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("  date: 2001-05\n", "", ("CIT008", 2)),
        ("10.1234/abc_d", "arxiv", ("CIT013", 8)),
        ("Nobody cites it\n", '"On dunes & more: 5 % of them"\n  doi: 10.1234/abc_d\n', ("CIT007", 13)),
        ("never:", "dunes:", ("CIT", 13)),
        ("On {dunes} & more", "Retracted: On {dunes} & more", ("CIT017", 1)),
        ('["Smith, Anna", "von Roe, B."]', '["Lastname, Firstname"]', ("CIT", 5)),
    ],
)
def test_rules_about_entries_speak_of_them(check, before, after, expected):
    assert before in BIBLIOGRAPHY
    paper = {"paper.typ": 'Told by @dunes.\n\n#bibliography("refs.yml")\n'}
    said = codes(check({**paper, "refs.yml": BIBLIOGRAPHY.replace(before, after)}))
    new = set(said) - set(codes(check({**paper, "refs.yml": BIBLIOGRAPHY})))
    assert any(code.startswith(expected[0]) and line == expected[1] for code, _, line in new), said


def test_an_article_of_proceedings_names_no_journal(check):
    changed = BIBLIOGRAPHY.replace("type: periodical", "type: proceedings")
    assert codes(check({"paper.typ": PAPER, "refs.yml": changed})) == codes(
        check({"paper.typ": PAPER, "refs.yml": BIBLIOGRAPHY})
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- a\n- b\n", "it is no bibliography of Hayagriva"),
        ("a: [\n", "is no YAML"),
        ("a:\n  title: b\n  note: \x01\n", "line 3 is no YAML: special characters are not allowed"),
        (
            "a: &a {author: &b [" + "x, " * 2000 + "]}\n" + "".join(f"b{n}: *a\n" for n in range(500)),
            "aliases",
        ),
    ],
)
def test_what_is_no_bibliography_is_said(check, text, why):
    report = check({"paper.typ": PAPER, "refs.yml": text})
    because = [reason.because for held in report.held_back for reason in held.because]
    assert any(why in each for each in [*because, *(finding[3] for finding in findings(report))])
    assert not [finding for finding in findings(report) if finding[0] == "CIT001"]


def test_an_author_who_is_not_named_is_none(check):
    """As in an entry without the field."""
    named = BIBLIOGRAPHY.replace('["Smith, Anna", "von Roe, B."]', "NOBODY")
    without = BIBLIOGRAPHY.replace('  author: ["Smith, Anna", "von Roe, B."]\n', "  genre: x\n")
    expected = findings(check({"paper.typ": PAPER, "refs.yml": without}))
    for nobody in ("", "null", "~", "[~]"):
        assert findings(check({"paper.typ": PAPER, "refs.yml": named.replace("NOBODY", nobody)})) == expected


def test_an_empty_bibliography_and_odd_values_are_read(check):
    odd = "gone:\nlost: 5\nx y: {title: a}\n? [a]\n: b\n1: {title: [a, {b: c}], date: soon, parent: [5]}\n"
    assert codes(check({"paper.typ": PAPER, "refs.yml": odd})) == [
        ("CIT001", "paper.typ", 1),
        ("CIT005", "refs.yml", 6),
    ]
    codes_of_none = [code for code, *_ in codes(check({"paper.typ": PAPER, "refs.yml": ""}))]
    assert codes_of_none == ["CIT001"]  # of all that is cited


def test_a_translator_in_the_list_of_authors_is_none(check):
    bibliography = (
        "dunes:\n  type: book\n  title: On dunes of the north\n  date: 2001\n  author:\n"
        "    - {role: writer, name: 'Roe, Bo'}\n    - {role: translator, name: 'Poe, Carl'}\n"
    )
    from argcheck.readers.hayagriva import translate

    assert "author = {Roe, Bo}" in translate(bibliography).text
