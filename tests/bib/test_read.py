r"""Entries made of an index, and of `.bbl` files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from argcheck.bib.bbl import scan_bbl
from argcheck.bib.read import LazyFields, bibitem_entry, entries
from argcheck.bib.scan import scan_bib
from argcheck.files.diagnostic import Span


def read(text, scan=scan_bib):
    return entries("a", scan(text), text)


def test_entry_and_fields():
    text = "@Book{k, Title = {T}, title={U}, year=1}"
    (entry,) = read(text)
    assert (entry.key, entry.type, entry.whole) == ("k", "book", True)
    assert entry.span == Span("a", 0, len(text))
    assert text[entry.key_span.start : entry.key_span.end] == "k"
    assert list(entry.fields) == ["title", "year"]
    assert len(entry.fields) == 2
    assert entry.fields["title"].raw == "{T}"
    assert text[entry.fields["year"].start :].startswith("year")
    assert entry.fields.get("note") is None
    assert isinstance(entry.fields, LazyFields)
    assert [field.raw for field in entry.fields.all()] == ["{T}", "{U}", "1"]


def test_bibtex_bbl():
    text = (
        r"\begin{thebibliography}{9}" "\n"
        r"\bibitem[{Knuth(1984)Knuth [sic]}]{knuth}" "\n" r"D.~Knuth. \newblock Title." "\n\n"
        r"\bibitem [\protect\citeauthoryear{A}{B}{1}]%" "\n" r"  { odd key }" "\n" r"\bibitem{last} Text" "\n"
        r"\bibitem [\protect \citeauthoryear {%" "\n" r"A%" "\n" r"}{1}]{%" "\n" r"apacite-2004} More" "\n"
        r"\end{thebibliography} after"
    )  # fmt: skip
    found = read(text, scan_bbl)
    assert [(entry.key, entry.type) for entry in found] == [
        ("knuth", "bibitem"),
        ("odd key", "bibitem"),
        ("last", "bibitem"),
        ("apacite-2004", "bibitem"),
    ]
    assert found[0].text("text") == "D. Knuth. Title."
    assert found[2].raw("text") == "Text"
    assert [text[entry.key_span.start : entry.key_span.end] for entry in found] == [
        "knuth",
        "odd key",
        "last",
        "apacite-2004",
    ]


def test_biber_bbl():
    text = r"""\refsection{0}
\datalist[entry]{nty/global//global/global}
  \entry{knuth}{book}{}{}
    \name{author}{1}{}{{{hash=1}{family={Knuth}}}}
    \field{title}{The {\TeX}book}
    \field{year}{1984}
    \verb{doi}
    \verb 10.1000/x_(1)#2
    \endverb
  \endentry
  \entry{other}{article}{}{}
  \endentry
\enddatalist
\datalist[entry]{again}
  \entry{knuth}{book}{}{}
  \endentry
"""
    found = read(text, scan_bbl)
    assert [(entry.key, entry.type) for entry in found] == [("knuth", "book"), ("other", "article")]
    assert found[0].text("title") == "The TeXbook"
    assert found[0].raw("year") == "1984"
    assert found[0].raw("doi") == "10.1000/x_(1)#2"


def test_bibitem_of_a_document():
    text = r"\bibitem{k} A. Author, Title, 2001."
    entry = bibitem_entry("p.tex", "k", (0, len(text)), (9, 10), text=text, body=(12, len(text)))
    assert entry.type == "bibitem"
    assert entry.text("text") == "A. Author, Title, 2001."
    assert not bibitem_entry("p.tex", "k", (0, 11), (9, 10)).fields


PIECES = [
    r"\bibitem",
    "[",
    "]",
    "{",
    "}",
    "k",
    r"\entry{",
    "}{",
    r"\field{title}{",
    r"\verb{doi}",
    "\n",
    r"\verb x",
    r"\endentry",
    "\\",
]
PIECES += [r"\end{thebibliography}", " "]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_bbl_never_raises(text):
    for entry in read(text, scan_bbl):
        assert (
            0 <= entry.span.start <= entry.key_span.start <= entry.key_span.end <= entry.span.end <= len(text)
        )
        for field in entry.fields.values():
            assert entry.span.start <= field.value_start <= field.value_end <= entry.span.end
