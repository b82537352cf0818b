"""What is held against a chapter: its pages, its book and its year, where its first page says that a record is of it."""

from __future__ import annotations

from typing import Any

import pytest

from argcheck.sources.model import Person, Query, Record
from argcheck.sources.parts import is_slip_of_part

EDITORS = (Person("Moss", "Ida"),)
CHAPTER = Query("k", "incollection", title="Salt in winter", year=1990, venue="Herring and Salt", pages="12--40", editors=EDITORS)  # fmt: skip
RECORD = Record(
    "x", kind="chapter", title="Salt in winter", year=1990, venue="Herring and Salt", pages="12-40"
)


@pytest.mark.parametrize(
    ("entry", "record", "told"),
    [
        ({"venue": "Peat and Turf"}, {}, True),
        ({"venue": "Peat and Turf"}, {"pages": "112-140"}, False),  # printed twice in that year
        ({"venue": "Peat and Turf"}, {"year": 1996}, False),
        ({"venue": "Peat and Turf", "pages": ""}, {}, True),  # nothing says that it is another print
        ({"venue": "Peat and Turf"}, {"pages": ""}, False),  # a repository may be named for the book
        ({"venue": "Peat and Turf", "pages": ""}, {"pages": ""}, False),
        ({"venue": "Peat and Turf", "pages": ""}, {"year": 1991}, False),
        ({"venue": "Peat and Turf", "pages": ""}, {"venue": "Routledge eBooks"}, False),
        ({"venue": "Peat and Turf", "pages": ""}, {"venue": "Advances in Economics"}, False),
        ({"venue": "Salt and Herring: A Reader"}, {}, False),
        ({"venue": "Peat and Turf"}, {"venue": "Advances in Economics"}, False),  # the series of that book
        (
            {"venue": "Peat and Turf"},
            {"venue": "Advances in Economics", "venues": ("Herring and Salt",)},
            True,
        ),
        (
            {"venue": "Herring and Salt"},
            {"venue": "Advances in Economics", "venues": ("Herring and Salt",)},
            False,
        ),
        ({"venue": "The Northern Handbook of Salt Studies"}, {}, True),
        # the series of that book, and works of one author, by any name
        *(
            ({"venue": name}, {}, False)
            for name in (
                "Studies in Logic and the Foundations of Mathematics",
                "Methods in Enzymology",
                "Synthese Library",
                "Minnesota Studies in the Philosophy of Science",
                "Contemporary Mathematics",
                "Graduate Texts in Physics",
                "Proceedings of Symposia in Pure Mathematics",
                "Encyclopedia of Mathematics and its Applications",
                "Collected Papers",
                "Gesammelte Schriften, Band 2",
                "Collected Works of Eva Lund",
                "Essays in Honour of Ida Moss",
                "Workshop on Peat",
            )
        ),
        ({"venue": "Guide to Protein Purification"}, {"venue": "Methods in Enzymology"}, False),
    ],
)
def test_another_book(entry: dict[str, Any], record: dict[str, Any], *, told: bool) -> None:
    assert is_slip_of_part(CHAPTER._replace(**entry), "venue", [RECORD._replace(**record)]) is told


@pytest.mark.parametrize(
    ("entry", "years", "told"),
    [
        ({"year": 1999}, [1990], True),
        ({"year": 1999}, [2017, 1990], True),  # an edition online, beside the print
        ({"year": 1992}, [1990], False),  # a print run
        ({"year": 1981}, [1990], False),  # of an earlier printing than any index has
        ({"year": 1999, "edition": 2}, [1990], False),
        ({"year": 1999, "venue": "Herring and Salt, 2nd ed."}, [1990], False),
        (
            {"year": 1999, "editors": ()},
            [1990],
            False,
        ),  # of a book of its author's, which goes through many printings
        ({"year": 1999, "pages": "15--47"}, [1990], False),
        ({"year": 1999, "venue": "Peat and Turf"}, [1990], False),
    ],
)
def test_another_year(entry: dict[str, Any], years: list[int], *, told: bool) -> None:
    records = [RECORD._replace(year=year) for year in years]
    assert is_slip_of_part(CHAPTER._replace(**entry), "year", records) is told


def test_other_editors() -> None:
    assert is_slip_of_part(CHAPTER, "editors", [RECORD._replace(editors=(Person("Reed", "Pat"),))])


def test_other_pages() -> None:
    assert is_slip_of_part(CHAPTER, "pages", [RECORD._replace(pages="1-29")])
    assert not is_slip_of_part(CHAPTER, "pages", [RECORD._replace(pages="1-29", year=1996)])
