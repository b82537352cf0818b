"""Which record a printed reference names, by what is printed alone."""

from __future__ import annotations

import pytest

from argcheck.sources.model import Person, Record
from argcheck.sources.printed import printed_work


def record(
    title: str = "Sorting Networks and Their Applications",
    families: str = "Batcher Ng",
    year: int = 1968,
    doi: str = "10.1000/sort",
    **more: str,
) -> Record:
    people = tuple(Person(family, "A.") for family in families.split())
    return Record("test", "", {"doi": doi}, title, people, year, **more)


@pytest.mark.parametrize(
    "text",
    [
        "K. Batcher and A. Ng. Sorting networks and their applications. AFIPS, 1968.",
        "K. Batcher, A. Ng, “Sorting networks and their applications,” in Proc. AFIPS, 1968, pp. 307–314.",
        "Batcher, K., & Ng, A. (1968). Sorting networks and their appli-cations. Journal of Sorting, 3, 1-9.",
        "Batcher K, Ng A. Sorting networks and their applications. J Sort 1969;32:307.",
        "Batcher, K. et al.: Sorting Networks and their Applications. In: AFIPS (1968)",
        "Batcher, K., Ng, A.: Sorting Networks and their Applications. In: AFIPS (1968)",
        "Kenneth Batcher, Ada Ng (1968): Sorting Networks and their Applications. AFIPS",
        "[7] Batcher KE, Ng A: Sorting Networks and their Applications[J]. AFIPS, 1968",
        "K. Batcher, A. Ng: RETRACTED: Sorting Networks and their Applications. AFIPS, 1968",
    ],
)
def test_title_authors_and_year_together_name_a_work(text: str) -> None:
    assert printed_work(text, [record(title="Another"), record()]) == record()


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("K. Batcher and A. Ng. Sorting networks and their applications to graphs. 1968.", record()),
        ("K. Batcher and A. Ng. Sorting networks and their applications, part II. 1968.", record()),
        ("K. Batcher and A. Ng. Sorting networks and their applications: a reply. 1968.", record()),
        ("K. Batcher and A. Ng. More sorting networks and their applications. 1968.", record()),
        ("K. Batcher and A. Ng. Sorting networks and their applications. 1978.", record()),
        ("K. Batcher and A. Ng. Sorting networks and their applications.", record()),
        (
            "B. Other. A comment on “Sorting networks and their applications” by Batcher and Ng. 1968.",
            record(),
        ),
        ("B. Other. Sorting networks and their applications. 1968.", record()),
        ("K. Batcher, A. Ng. Erratum: Sorting networks and their applications. 1969.", record()),
        ("K. Batcher, A. Ng. Retraction: Sorting networks and their applications. 1969.", record()),
        ("K. Batcher, A. Ng. Data from: Sorting networks and their applications. 1969.", record()),
        ("K. Batcher, A. Ng. Erratum [“Sorting networks and their applications”]. 1969.", record()),
        ("K. Batcher, A. Ng. Sorting networks and their applications [erratum]. 1969.", record()),
        ("K. Batcher, A. Ng. Sorting networks and their applications. II. 1969.", record()),
        ("B. Other. Comment on: Sorting networks and their applications, by Batcher and Ng. 1968.", record()),
        ("B. Other. A survey [Sorting networks and their applications, by Batcher, Ng]. 1968.", record()),
        (
            "B. Other. Nets. In: Sorting networks and their applications, K. Batcher, A. Ng (eds), 1968.",
            record(),
        ),
        (
            "B. Other, A book of nets, J. Nets, 1967; Batcher, Ng, Sorting networks and their applications.",
            record(),
        ),
        (
            "K. Batcher and A. Ng. Sorting networks and their applications. https://example.org/1968/a",
            record(),
        ),
        ("A. Ng. Sorting networks and their applications. 1968.", record()),
        ("K. Batcher. Sorting networks and their applications. 1968.", record(families="Batcher Ng Ek")),
        ("K. Batcher. Introduction. 1968.", record("Introduction", "Batcher")),
        ("Sorting networks and their applications. 1968.", record(families="")),
    ],
)
def test_what_says_something_else_is_no_record_of_it(text: str, other: Record) -> None:
    assert printed_work(text, [other]) is None


@pytest.mark.parametrize(
    ("text", "families", "named"),
    [
        ("K. Batcher and A. Batcher. Sorting networks and their applications. 1968.", "Batcher Batcher", True),
        ("K. Batcher (ed.), Sorting networks and their applications. 1968.", "Batcher", True),
        ("K. Batcher. Nets. In K. Batcher (ed.), Sorting networks and their applications. 1968.", "Batcher", False),
        ("Batcher, K. Nets. In: K. Batcher et al. (eds.), Sorting networks and their applications. 1968.", "Batcher Ng", False),
    ],
)  # fmt: skip
def test_a_chapter_by_an_author_of_its_book_is_not_the_book(text: str, families: str, *, named: bool) -> None:
    assert (printed_work(text, [record(families=families, kind="book")]) is not None) is named


def test_of_two_works_the_one_on_the_printed_page_is_meant_or_none() -> None:
    text = "K. Batcher, A. Ng. Sorting networks and their applications. AFIPS, 1968, 307-314."
    talk = record(doi="10.1000/talk", pages="307-314")
    article = record(doi="10.1000/article", pages="12-40")
    assert printed_work(text, [article, talk]) == talk
    assert printed_work(text.replace("307-314", ""), [article, talk]) is None
    preprint = record(doi="10.48550/arxiv.1", kind="preprint")
    assert printed_work(text, [preprint, article._replace(pages="")]) == article._replace(pages="")
