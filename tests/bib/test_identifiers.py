"""Identifiers in any form, and their normal form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.bib import identifiers as ids
from argcheck.bib.entry_identifiers import entry_arxiv, entry_doi, entry_pmid
from argcheck.bib.read import entries
from argcheck.bib.scan import scan_bib


def entry(fields):
    text = f"@misc{{k, {fields}}}"
    return entries("a", scan_bib(text), text)[0]


SICI = "10.1002/(sici)1097-0258(19980815/30)17:15/16<1661::aid-sim968>3.0.co;2-2"


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("10.1000/XYZ", "10.1000/xyz"),
        ("doi:10.1000/xyz.", "10.1000/xyz"),
        ("https://doi.org/10.1000/xyz", "10.1000/xyz"),
        ("http://dx.doi.org/10.1000%2Fxyz", "10.1000/xyz"),
        ("DOI: 10.1000/a\\_b", "10.1000/a_b"),
        ("10.1000/a{\\_}b", "10.1000/a_b"),
        ("10.1000/a\\textunderscore b", "10.1000/a_b"),
        ("\\url{https://doi.org/10.1000/x}", "10.1000/x"),
        ("(10.1000/a(b)).", "10.1000/a(b)"),
        ("<https://doi.org/10.1000/x>", "10.1000/x"),
        ("[doi:10.1000/x]", "10.1000/x"),
        ("10.1016/S0140-6736(97)11096-0", "10.1016/s0140-6736(97)11096-0"),
        (SICI.upper(), SICI),
        (SICI.replace("<", "{\\textless}").replace(">", "$>$"), SICI),
        ("https://www.tandfonline.com/doi/full/10.1080/0144?journal=x", "10.1080/0144"),
        ("not-a-doi", None),
        ("", None),
        ("10.1000/A.12;jsessionid=0F3D.f02t03", "10.1000/a.12"),
    ],
)
def test_doi(written, normal):
    assert ids.normal_doi(written) == normal


@pytest.mark.parametrize(
    ("fields", "doi"),
    [
        ("doi={10.1000/x}, url={https://doi.org/10.1000/y}", "10.1000/x"),
        ("url={https://doi.org/10.1000/y}", "10.1000/y"),
        ("note={doi: 10.1000/y}", "10.1000/y"),
        (r"note={\href{https://doi.org/10.1000/y}{doi}}", "10.1000/y"),
        (r"note={\href{https://doi.org/10.1000/y{\_}z}{doi}}", "10.1000/y_z"),
        ("url={http://example.org/files/10.1000/y}", None),
        ("doi={none}", None),
    ],
)
def test_doi_of_entry(fields, doi):
    assert entry_doi(entry(fields)) == doi


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("arXiv:2001.00001v2", "2001.00001"),
        ("1207.5805 [astro-ph]", "1207.5805"),
        ("http://arxiv.org/pdf/1207.5805.pdf", "1207.5805"),
        ("hep-th/9901001", "hep-th/9901001"),
        ("math.AG/0309136v1", "math/0309136"),
        ("1299.0001", None),
        ("12345.67890", None),
    ],
)
def test_arxiv(written, normal):
    assert ids.normal_arxiv(written) == normal


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ("eprint={2001.00001}, archiveprefix={arXiv}", "2001.00001"),
        ("eprint={9901001}, primaryclass={hep-th}", "hep-th/9901001"),
        ("eprint={2001.00001}, eprinttype={jstor}", None),
        ("journal={arXiv preprint arXiv:2001.00001}", "2001.00001"),
        ("url={https://arxiv.org/abs/2001.00001}", "2001.00001"),
        ("journal={arXiv preprint math/0211159}", "math/0211159"),
        ("journal={CoRR}, volume={abs/1907.11692}", "1907.11692"),
        ("journal={CoRR, abs/1907.11692}", "1907.11692"),
        ("journal={Computing Research Repository (CoRR) abs/1907.11692}", "1907.11692"),
        ("volume={12}, url={https://example.org/abs/1907.11692}", None),
        ("doi={10.48550/arXiv.2001.00001}", "2001.00001"),
        ("doi={10.1000/2001.00001}", None),
    ],
)
def test_arxiv_of_entry(fields, number):
    assert entry_arxiv(entry(fields)) == number


def test_isbn():
    assert ids.normal_isbn("0-306-40615-2") == ids.normal_isbn("ISBN 978-0-306-40615-7") == "9780306406157"
    assert ids.normal_isbn("nothing") is None
    assert ids.valid_isbn("0-8044-2957-X")
    assert ids.valid_isbn("978-3-16-148410-0")
    assert not ids.valid_isbn("978-3-16-148410-1")
    assert not ids.valid_isbn("0-306-40615-3")
    assert not ids.valid_isbn("123")


def test_issn():
    assert ids.valid_issn("2434-561X")
    assert ids.valid_issn("0378-5955")
    assert not ids.valid_issn("0378-5954")


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ("pmid={ 012345 }", "12345"),
        ("url={https://pubmed.ncbi.nlm.nih.gov/123/}", "123"),
        ("url={https://www.ncbi.nlm.nih.gov/pubmed/123}", "123"),
        ("note={PMID: 123}", "123"),
        ("eprint={123}, eprinttype={pubmed}", "123"),
        ("note={123}", None),
    ],
)
def test_pmid(fields, number):
    assert entry_pmid(entry(fields)) == number


@given(st.text(alphabet="10./arxivhep-th%{}\\()<>X97 ", max_size=60))
def test_never_raises(written):
    doi = ids.normal_doi(written)
    assert doi is None or ids.normal_doi(doi) == doi
    for function in (ids.normal_arxiv, ids.normal_isbn, ids.normal_pmid):
        function(written)
    ids.valid_isbn(written)
    ids.valid_issn(written)


@pytest.mark.parametrize(
    ("address", "doi"),
    [
        ("https://press.example/article/10.1000/s00125-020-05185-x", "10.1000/s00125-020-05185-x"),
        ("https://press.example/content/pdf/10.1000/s00125-020-05185-x.pdf", "10.1000/s00125-020-05185-x"),
        ("https://press.example/articles/10.1000/fpsyg.2020.00001/full", "10.1000/fpsyg.2020.00001"),
        ("https://press.example/articles/10.1000/fpsyg.2020.00001/full.pdf", "10.1000/fpsyg.2020.00001"),
        ("https://press.example/file?id=10.1000/pone.0000001&type=printable", "10.1000/pone.0000001"),
        ("https://press.example/doi/epdf/10.1000/abc.123#section", "10.1000/abc.123"),
        ("https://press.example/doi/10.1000/1.2?download=true", "10.1000/1.2"),
        ("https://www.biorxiv.org/content/10.1101/2020.01.01.123456v2.full.pdf", "10.1101/2020.01.01.123456"),
        ("https://www.biorxiv.org/content/10.1101/123456v1", "10.1101/123456"),
        ("https://academic.oup.com/j/article/doi/10.1093/j/btaa123/5801234", "10.1093/j/btaa123"),
        # not the beginning of another DOI
        ("https://doi.org/10.1093/j/btaa123", "10.1093/j/btaa123"),
        ("https://doi.org/10.21203/rs.3.rs-12345/v1", "10.21203/rs.3.rs-12345/v1"),
        ("https://doi.org/10.1088/0004-637X/750/1/99", "10.1088/0004-637x/750/1/99"),
        ("https://doi.org/10.1000/full", "10.1000/full"),
        (
            "https://doi.org/10.1002/(SICI)1(1998)1:1<1::AID-A>3.0.CO;2-#",
            "10.1002/(sici)1(1998)1:1<1::aid-a>3.0.co;2-#",
        ),
        ("https://press.example/about", None),
    ],
)
def test_what_an_address_has_behind_a_doi_is_not_of_it(address, doi):
    assert ids.doi_of_address(address) == doi
    if "/doi/" in address or "doi.org" in address:
        assert entry_doi(entry(f"url = {{{address}}}")) == doi


@pytest.mark.parametrize(
    ("printed", "doi"),
    [
        ("Sand 3, 1999. doi: 10.1000/Sand.3.", "10.1000/sand.3"),
        ("doi: 10.1109/meet-20. 2019.00016. URL", "10.1109/meet-20.2019.00016"),
        ("doi: 10.1007/978-3-030- 22102-7 (cit. on p. 3)", "10.1007/978-3-030-22102-7"),
        ("doi: 10.1016/0022-0396(79) 90152-9.", "10.1016/0022-0396(79)90152-9"),
        ("doi: 10.48550/ arXiv.2209.10652.", "10.48550/arxiv.2209.10652"),
        ("doi: 10.1000/sand. 2019.", "10.1000/sand"),
        ("doi: 10.1000/sand. 2019.5 of all.", "10.1000/sand"),
        ("(doi:10.1000/(sand)) 1999.", "10.1000/(sand))"),
        ("https://doi.org/10.1000/sand/ Accessed 2019", "10.1000/sand/"),
        ("doi: 10.1000/ see above", ""),
        ("doi: 10.1000/ https://doi.org/3", ""),
        ("no identifier", ""),
    ],
)
def test_a_printed_doi_may_go_on_behind_the_end_of_a_line(printed, doi):
    assert ids.doi_in_text(printed) == doi
