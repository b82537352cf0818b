"""Bibliographies in CSL JSON and CSL YAML, which pandoc reads: keys, entries and what rules say of them."""

from __future__ import annotations

import json

import pytest

JSON = """\
[
  {"id": "dunes", "type": "article-journal", "title": "On dunes & more", "container-title": "Sand",
   "author": [{"family": "Smith", "given": "Anna"}], "issued": {"date-parts": [[2001, 5]]}, "volume": "3",
   "page": "1-9", "DOI": "10.1234/abc_d"},
  {"id": "never", "type": "book", "title": "Nobody cites it", "author": [{"literal": "UNICEF"}],
   "publisher": "Printers", "issued": {"date-parts": [[1999]]}}
]
"""
YAML = """\
references:
- id: dunes
  type: article-journal
  title: On dunes & more
  container-title: Sand
  author:
  - family: Smith
    given: Anna
  issued: 2001-05
  volume: 3
  page: 1-9
  DOI: 10.1234/abc_d
- id: never
  type: book
  title: Nobody cites it
  author:
  - literal: UNICEF
  publisher: Printers
  issued:
  - year: 1999
"""


def codes(report):
    return [
        (d.code, d.span.path, report.sources[d.span.path].position(d.span.start)[0])
        for d in report.diagnostics
    ]


@pytest.mark.parametrize(
    ("name", "text", "line"), [("refs.json", JSON, 5), ("refs.yaml", YAML, 13), ("refs.yml", YAML[12:], 12)]
)
def test_keys_are_compared_and_findings_stand_in_the_bibliography(check, name, text, line):
    report = check({"p.md": f"---\nbibliography: {name}\n---\n\nTold by @dunes and [@gone].\n", name: text})
    assert codes(report) == [("CIT001", "p.md", 5), ("CIT005", name, line)]
    assert report.held_back == ()


@pytest.mark.parametrize(
    ("text", "why"), [("[1", "it is no JSON"), ('{"a": 5}', "a list of works is missing")]
)
def test_what_is_no_bibliography_is_said(check, text, why):
    report = check({"p.md": "---\nbibliography: refs.json\n---\n\nTold by [@gone].\n", "refs.json": text})
    because = [reason.because for held in report.held_back for reason in held.because]
    assert any(why in each for each in [*because, *(d.message for d in report.diagnostics)])
    assert "CIT001" not in [code for code, *_ in codes(report)]


def test_odd_values_are_read(check):
    odd = '{"items": [5, {"id": 7}, {"id": "a b"}, {"id": "é", "title": [], "author": 5, "issued": {"date-parts": [[]]}}]}'
    report = check({"p.md": "---\nbibliography: refs.json\n---\n\nTold by [@gone].\n", "refs.json": odd})
    assert ("CIT001", "p.md", 5) in codes(report)


def test_keys_that_json_escapes_are_found_where_they_stand(check):
    works = [
        {"title": "None"},
        {"id": "m\u00fcller", "type": "book"},
        {"id": 12, "type": "book", "note": None},
    ]
    report = check(
        {
            "p.md": "---\nbibliography: refs.json\n---\n\nTold by [@m\u00fcller; @12].\n",
            "refs.json": json.dumps(works, indent=1),
        }
    )
    text = json.dumps(works, indent=1)
    places = [text[d.span.start :].partition("\n")[0] for d in report.diagnostics if d.code == "CIT008"]
    assert places == ['"m\\u00fcller",', "12,"]
