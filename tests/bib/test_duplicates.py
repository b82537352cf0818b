"""Works under two keys: what is one, and above all what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.bib.bibliography import Bibliography
from argcheck.bib.duplicates import _NO_WORKS, Work, duplicate_entries, same_work
from argcheck.bib.read import entries
from argcheck.bib.scan import scan_bib

PAPER = {
    "author": "Gödel, Kurt and Tarski, Alfred",
    "title": "A Theorem on the Limits of Formal Systems",
    "journal": "Annals of Logic",
    "year": "1931",
}
BOOK = {
    "author": "Kleene, S. C.",
    "title": "Introduction to Metamathematics",
    "publisher": "North",
    "year": "1952",
}


def load(*described):
    """Make entries of (type, fields) or of (type, fields, key)."""
    text = "\n".join(
        f"@{kind}{{{key[0] if key else f'k{number}'}, "
        + ", ".join(f"{n} = {{{v}}}" for n, v in fields.items())
        + "}"
        for number, (kind, fields, *key) in enumerate(described)
    )
    return Bibliography({}, entries("a", scan_bib(text), text)).entries


def reasons(first, second, *kinds):
    kinds = kinds or ("article", "article")
    return [reason for *_, reason in duplicate_entries(load((kinds[0], first), (kinds[1], second)))]


TITLE = ["the same title, authors and year"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"title": "{A theorem} on the limits of formal systems."},
        {"title": "A Theorem on the Limits of Formal-Systems"},
        {"author": 'Kurt G{\\"o}del and A. Tarski'},
        {"author": "Goedel, K. and Tarski, A."},
        {"author": "Godel, Kurt and others"},
        {"journal": "Ann. Logic"},
        {"journal": "AL"},
        {"doi": "10.1000/x"},
        {"journal": "arXiv preprint arXiv:2001.00001", "pages": "1--20", "volume": "7"},
        {"pages": "12--19"},
    ],
)
def test_same_paper(change):
    assert reasons(PAPER, PAPER | change) == TITLE


@pytest.mark.parametrize(
    "change",
    [
        {"year": "1932"},
        {"title": "A Theorem on the Limits of Formal Systems II"},
        {"title": "A Theorem on the Limits of Formal Systems: Erratum"},
        {"title": "A Theorem on the Limits of Informal Systems"},
        {"title": "Reply to: A Theorem on the Limits of Formal Systems"},
        {"author": "Gödel, Kurt"},
        {"author": "Gödel, Rudolf and Tarski, Alfred"},
        {"author": "Church, Alonzo and Tarski, Alfred"},
        {"pages": "99--120"},
        {"volume": "8"},
        {"doi": "10.1000/y"},
        {"eprint": "2001.00002"},
        {"journal": "Proceedings of Algebra"},
    ],
)
def test_other_paper(change):
    first = PAPER | {"pages": "12--19", "volume": "7", "doi": "10.1000/x", "eprint": "2001.00001"}
    first = {name: value for name, value in first.items() if name in change or name in PAPER}
    assert reasons(first, PAPER | change) == []


@pytest.mark.parametrize(
    ("address", "other", "said"),
    [
        ("https://archive.example/record/78206", "https://archive.example/record/81517", []),
        ("https://archive.example/record/78206", "https://archive.example/record/78206/", TITLE),
        ("https://archive.example/record/78206", "https://shop.example/81517", TITLE),
        ("https://archive.example/record/78206", "https://archive.example/record/text", TITLE),
    ],
)
def test_two_records_of_one_archive_are_two_works(address: str, other: str, said: list[str]) -> None:
    """Volumes of one report whose entries lack the number of the volume."""
    assert reasons(BOOK | {"url": address}, BOOK | {"url": other}, "book", "book") == said


@pytest.mark.parametrize(
    "change",
    [
        {"edition": "2"},
        {"volume": "2"},
        {"isbn": "978-3-16-148410-0"},
        {"year": "1953"},
        {"title": "Introduction to Metamathematics, Part II"},
        {"title": "Introduction to Metamathematics. Solutions"},
    ],
)
def test_other_book(change):
    first = BOOK | {"edition": "1", "volume": "1", "isbn": "0-306-40615-2"}
    assert reasons(first, first | change, "book", "book") == []


def test_book_with_and_without_subtitle():
    long = BOOK | {"title": "Introduction to Metamathematics: A Textbook"}
    assert reasons(BOOK, long, "book", "book") == TITLE
    assert reasons(BOOK, BOOK | {"subtitle": "A Textbook"}, "book", "book") == TITLE
    assert reasons(BOOK, long | {"publisher": "South"}, "book", "book") == []


def test_slip_in_a_title_needs_the_same_page():
    slip = PAPER | {"title": "A Theorem on the Limts of Formal Systems"}
    page = {"pages": "12"}
    assert reasons(PAPER, slip) == []
    assert reasons(PAPER | page, slip | page) == TITLE
    asymmetric = [
        PAPER | page | {"title": f"A Theorem on {word} Systems"} for word in ("Symmetric", "Asymmetric")
    ]
    assert reasons(*asymmetric) == []
    assert reasons(PAPER | page, slip | page | {"title": slip["title"].replace("Systems", "Sytems")}) == []
    strains = [PAPER | page | {"title": f"A Theorem on strain{year} of Systems"} for year in ("2018", "2019")]
    assert reasons(*strains) == []


@pytest.mark.parametrize(
    "kinds", [("book", "incollection"), ("phdthesis", "article"), ("proceedings", "inproceedings")]
)
def test_other_kind(kinds):
    assert reasons(BOOK, BOOK, *kinds) == []


def test_reports_of_a_series():
    report = {
        "author": "Smith, A.",
        "title": "Progress report on the project",
        "institution": "X",
        "year": "2001",
    }
    assert reasons(report | {"number": "1"}, report | {"number": "2"}, "techreport", "techreport") == []
    assert reasons(report | {"number": "1"}, report, "techreport", "techreport") == TITLE


def test_short_titles_prove_nothing():
    editorial = {"author": "Smith, A.", "title": "Editorial", "journal": "J", "year": "2001"}
    assert reasons(editorial, editorial) == []
    assert reasons(editorial | {"pages": "1"}, editorial | {"pages": "1--2"}) == TITLE
    volume = editorial | {"volume": "7"}
    assert reasons(volume, volume) == TITLE
    assert reasons(volume, volume | {"pages": "1"}) == []


def test_pages_of_one_name():
    page = {"author": "ACME", "title": "User documentation", "year": "2020", "url": "https://a.org/x/"}
    assert reasons(page, page | {"url": "http://www.a.org/x"}, "misc", "online") == TITLE
    assert reasons(page, page | {"url": "https://a.org/y"}, "misc", "online") == []
    assert reasons(page | {"month": "may"}, page | {"month": "june"}, "misc", "misc") == []


def test_a_talk_is_not_the_paper_on_it():
    assert reasons(PAPER, PAPER | {"note": "Slides of a talk"}) == []


def test_a_particle_with_a_capital_is_part_of_the_family():
    barel = PAPER | {"author": "Van Barel, Marc"}
    assert reasons(barel, PAPER | {"author": "Marc Van Barel"}) == TITLE
    assert reasons(barel, PAPER | {"author": "Marc Van Leuven"}) == []


@pytest.mark.parametrize(
    "form",
    ["https://doi.org/10.1000/ABC", "doi:10.1000/abc", "10.1000%2Fabc", "http://dx.doi.org/10.1000/abc."],
)
def test_same_doi_in_any_form(form):
    assert reasons(PAPER | {"doi": "10.1000/abc"}, PAPER | {"doi": form, "year": "1932"}) == ["the same DOI"]


def test_same_doi():
    first = PAPER | {"doi": "10.1000/abc"}
    assert reasons(first, first | {"title": "Cooking with gas"}) == ["the same DOI, but another title"]
    assert reasons(first, first | {"title": f"Erratum: {PAPER['title']}"}) == []
    chapters = [BOOK | {"doi": "10.1000/abc", "title": title} for title in ("Recursion", "Undecidability")]
    assert reasons(*chapters, "incollection", "incollection") == []
    assert reasons(chapters[0], BOOK | {"doi": "10.1000/abc"}, "incollection", "book") == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, "the same DOI"),
        ({"title": "Hunters at the coast of Norway: a survey"}, "the same DOI"),
        ({"title": "A camp at the coast of Norway", "year": "1999", "volume": "70", "pages": "25-57"}, "another title"),
        ({"title": "A camp at the coast of Norway", "year": "1999", "volume": "70"}, "the same DOI"),
        ({"title": "Remarks: Hunters at the coast of Norway", "author": "Ann Berg", "pages": "131-133"}, "another title"),
        ({"title": "Remarks: Hunters at the coast of Norway", "author": "Ann Berg"}, "the same DOI"),
        ({"author": "Ann Berg", "pages": "131-133"}, "the same DOI"),
    ],
)  # fmt: skip
def test_titles_of_two_works_may_share_words(change, reason):
    first = {
        "author": "Egil Lund", "title": "Hunters at the coast of Norway", "journal": "Review", "year": "1975",
        "volume": "8", "pages": "118-130", "doi": "10.1000/abc",
    }  # fmt: skip
    (said,) = reasons(first, first | change)
    assert said.endswith(reason)


def test_same_key_is_another_mistake():
    assert not duplicate_entries(load(("article", PAPER, "Key"), ("article", PAPER, "key")))


@pytest.mark.parametrize("field", ["related", "xref", "entryset"])
def test_paper_and_what_it_refers_to(field):
    assert not duplicate_entries(load(("article", PAPER | {field: "k2, k1"}), ("article", PAPER)))
    assert not duplicate_entries(load(("article", {"crossref": "k1", "year": "1931"}), ("article", PAPER)))


def test_three_entries_of_a_work_are_three_pairs():
    pairs = duplicate_entries(load(*[("article", PAPER)] * 3))
    keys = [(first.key, second.key) for first, second, _ in pairs]
    assert keys == [("k0", "k1"), ("k0", "k2"), ("k1", "k2")]


FIELDS = {
    "title": [
        "A theorem on formal systems",
        "A theorem on formal systems: a study",
        "A theorem on formal system",
        "Editorial",
    ],
    "author": ["Gödel, K.", "Goedel, Kurt and others", "Tarski, A."],
    "year": ["1931", "1932"],
    "doi": ["10.1000/a", "doi:10.1000/A", "10.1000/b"],
    "pages": ["1--2", "1", "7"],
    "journal": ["Annals of Logic", "Ann. Logic", "arXiv"],
    "volume": ["1", "2"],
    "publisher": ["North"],
}
ENTRY = st.tuples(
    st.sampled_from(["article", "book", "misc", "incollection"]),
    st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in FIELDS.items()}),
)


@pytest.mark.slow
@given(st.lists(ENTRY, max_size=12))
def test_blocks_lose_nothing(described):
    works = [Work(entry) for entry in load(*described) if entry.type not in _NO_WORKS]
    expected = []
    for place, work in enumerate(works):
        for earlier in works[:place]:
            reason = same_work(earlier, work)
            if reason:
                expected.append((earlier.entry, work.entry, reason))
    assert duplicate_entries([work.entry for work in works]) == expected
