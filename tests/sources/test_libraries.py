"""Books that only libraries have, and books that nobody wrote: what catalogues say, and what they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import faults
import pytest
import wire_faults
from faults import NO_ABSENCE
from services import LIBRARIES, MADE_UP, NAMES, work
from thinned import one_in

if TYPE_CHECKING:
    from faults import Fault
    from lab import Lab
    from services import Services

pytestmark = pytest.mark.slow
KEEPERS = work(
    "",
    "The Keepers of the Northern Lights",
    "Lindqvist, Maja",
    1998,
    "Fjord Press",
    type="book",
    subtitle=["A History of Lamps"],
)
SHELF = [
    work("", f"The {what} of the coast", "Olsen, Ada", 1998, "Fjord Press", type="book")
    for what in ("ponds", "woods", "dunes")
]
FIELDS = {
    "author": "Maja Lindqvist",
    "title": "The Keepers of the Northern Lights",
    "publisher": "Fjord Press",
    "year": "1998",
}
MISSING = FIELDS | {"title": "The Quiet Winters between the Lighthouses"}
_SRU = '<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:version>1.1</zs:version>{}</zs:searchRetrieveResponse>'


def book(key: str, **fields: str) -> str:
    return (
        f"@book{{{key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items()) + "}\n"
    )


def verdict(lab: Lab, bib: str) -> dict[str, Any]:
    lab.write(bib)
    return next(iter(lab.verify().values()))


@pytest.fixture
def shelves(services: Services) -> Services:
    for name in LIBRARIES:
        services.works[name] += SHELF
    return services


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"title": "The Keepers of the Northern Lights (Lives and Letters)"},
        {"title": "The Kepers of the Northern Lights: A history of lamps", "series": "Lives"},
        {"author": "Lindqvist, M."},
        {"year": "2003", "edition": "Third"},
    ],
    ids=["whole", "series", "slip", "initial", "edition"],
)
def test_a_book_that_one_library_has_is_there(
    lab: Lab, shelves: Services, library: str, change: dict[str, str]
) -> None:
    shelves.works[library].append(KEEPERS)
    said = verdict(lab, book("keepers", **FIELDS | change))
    assert (said["outcome"], said["record"]["provider"], "differences" in said) == (
        "inaccessible",
        library,
        False,
    )


def test_another_publisher_of_a_book_is_not_told(lab: Lab, shelves: Services) -> None:
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS | {"publisher": "Fjord University Press"})
    said = verdict(lab, book("keepers", **FIELDS | {"publisher": "Marsh University Press"}))
    assert "differences" not in said


@pytest.mark.parametrize(
    ("edition", "year", "told"),
    [
        ("2nd", "1975", True),
        ("2nd", "1986", False),
        ("2nd", "1991", False),
        ("2nd", "1978", False),
        ("4th", "1975", False),
    ],
    ids=["before", "its year", "printed again", "perhaps an earlier printing", "nobody has it"],
)
def test_an_edition_came_out_before_the_year_of_an_entry(
    lab: Lab, shelves: Services, edition: str, year: str, told: bool
) -> None:
    stated = {1961: "", 1983: "2. ed.", 1994: "3. ed."}
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS | {"year": 1961, "editions": [1983, 1994], "stated": stated})
    said = verdict(lab, book("keepers", **FIELDS | {"edition": edition, "year": year}))
    assert [difference["field"] for difference in said.get("differences", [])] == ["year"] * told


@pytest.mark.parametrize(
    ("fields", "years", "told"),  # of the one catalogue, with later editions that both have
    [
        ({"year": "1989"}, [1998, 2011], True),
        ({"year": "1997"}, [1998, 2011], False),
        ({"year": "2004"}, [1998, 2011], False),  # of a later printing
        ({"year": "1989"}, [1961, 2011], False),  # one catalogue has an older edition
        ({"year": "1989"}, [2009, 2011], False),  # the other has a later one only
        ({"year": "1989"}, [1998], False),  # both have one edition, which may not be the first
        ({"year": "1989", "edition": "2"}, [1998, 2011], False),
        ({"year": "1989", "note": "Reprint"}, [1998, 2011], False),
    ],
)
def test_two_catalogues_know_when_a_book_came_out(
    lab: Lab, shelves: Services, fields: dict[str, str], years: list[int], told: bool
) -> None:
    for name, first in zip(LIBRARIES, (1998, years[0]), strict=True):
        shelves.works[name].append(KEEPERS | {"year": first, "editions": years[1:]})
    said = verdict(lab, book("keepers", **FIELDS | fields))
    assert [d["field"] for d in said.get("differences", [])] == (["year"] if told else [])


def test_a_book_that_nobody_wrote_is_missing(lab: Lab, shelves: Services) -> None:
    assert verdict(lab, book("winters", **MISSING))["outcome"] == "ghost"


def test_another_author_of_a_book_is_told(lab: Lab, shelves: Services) -> None:
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS)
    said = verdict(lab, book("keepers", **FIELDS | {"author": "Erik Holm"}))
    assert said["outcome"] == "mismatch"
    assert [difference["field"] for difference in said["differences"]] == ["authors"]


@pytest.mark.parametrize(
    "change",
    [
        {"publisher": "Moor Press"},
        {"publisher": "Fjord Institute of the Coast"},
        {"publisher": "Lulu"},
        {"publisher": ""},
        {"publisher": "Press"},
        {"author": "{Keepers of the Coast Association}"},
        {"year": "1888"},
        {"year": ""},
        {"title": "Los inviernos entre los faros del norte"},
        {"title": "Vintrene for fyrvokterne og deres familier"},
        {"title": "Quiet Winters"},
    ],
    ids=[
        "publisher",
        "institute",
        "author-pays",
        "no-publisher",
        "any-press",
        "body",
        "old",
        "no-year",
        "spanish",
        "danish",
        "short",
    ],
)
def test_of_other_books_the_silence_of_catalogues_says_nothing(
    lab: Lab, shelves: Services, change: dict[str, str]
) -> None:
    assert verdict(lab, book("winters", **MISSING | change))["outcome"] == "unknown"


def test_the_publisher_of_a_missing_book_may_be_abbreviated(lab: Lab, shelves: Services) -> None:
    assert verdict(lab, book("winters", **MISSING | {"publisher": "Fjord Univ. Pr."}))["outcome"] == "ghost"


def test_a_new_book_may_not_be_catalogued_yet(lab: Lab, shelves: Services) -> None:
    import datetime as dt

    last_year = dt.datetime.now(dt.UTC).year - 1
    for name in LIBRARIES:
        shelves.works[name] += [{**one, "year": last_year} for one in SHELF]
    assert verdict(lab, book("winters", **MISSING | {"year": str(last_year)}))["outcome"] == "unknown"


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_catalogue_without_books_of_the_publisher_is_no_witness(
    lab: Lab, shelves: Services, library: str
) -> None:
    shelves.works[library].clear()
    said = verdict(lab, book("winters", **MISSING))
    assert (said["outcome"], said["detail"]) == (
        "unknown",
        "it takes 2 indexes that are known to hold such works, and of those asked 1 are",
    )


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_catalogue_that_shows_a_part_of_what_it_has_does_not_say_that_a_book_is_missing(
    lab: Lab, shelves: Services, library: str
) -> None:
    shelves.works[library] += [
        work("", f"Winters and lighthouses {number}", "Lindqvist, Per", 1950, "Sound Press", type="book")
        for number in range(60)
    ]
    assert verdict(lab, book("winters", **MISSING))["outcome"] == "unknown"


def test_a_book_of_that_year_may_be_the_original_of_a_translation(lab: Lab, shelves: Services) -> None:
    original = work("", "De stille vintre mellem fyrene", "Lindqvist, Maja", 1998, "Gyldendal", type="book")
    shelves.works["k10plus"].append(original)
    said = verdict(lab, book("winters", **MISSING))
    assert (said["outcome"], "k10plus has a work of these authors" in said["detail"]) == ("unknown", True)


def test_a_work_of_one_of_two_authors_is_not_theirs_in_translation(lab: Lab, shelves: Services) -> None:
    original = work("", "De stille vintre mellem fyrene", "Lindqvist, Maja", 1998, "Gyldendal", type="book")
    shelves.works["k10plus"].append(original)
    said = verdict(lab, book("winters", **MISSING | {"author": "Maja Lindqvist and Ole Holm"}))
    assert said["outcome"] == "ghost"


@pytest.mark.parametrize(
    ("subject", "indexes", "told"),
    [("Lamps", [], False), ("Signs", [], True), ("Signs", [KEEPERS | {"subtitle": []}], False)],
    ids=["the same", "another", "open in an index"],
)
def test_another_subtitle_than_catalogues_have_is_told(
    lab: Lab, shelves: Services, subject: str, indexes: list[dict[str, Any]], told: bool
) -> None:
    shelves.works["crossref"] += indexes
    long = KEEPERS | {"subtitle": ["The Making and Unmaking of the Harbour Lamps"]}
    for name in LIBRARIES:
        shelves.works[name].append(long)
    title = f"{FIELDS['title']}: The Making and Unmaking of the Harbour {subject}"
    said = verdict(lab, book("keepers", **FIELDS | {"title": title}))
    assert [difference["field"] for difference in said.get("differences", [])] == ["title"] * told


@pytest.mark.parametrize(("years", "told"), [("400--800", False), ("700--1100", True)])
def test_other_years_in_a_subtitle_are_told_though_an_index_lacks_it(
    lab: Lab, shelves: Services, years: str, told: bool
) -> None:
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS | {"subtitle": ["Lamps of the Northern Harbours, 400-800"]})
    shelves.works["crossref"].append(KEEPERS | {"subtitle": []})
    title = f"{FIELDS['title']}: Lamps of the Northern Harbours, {years}"
    said = verdict(lab, book("keepers", **FIELDS | {"title": title}))
    assert [difference["field"] for difference in said.get("differences", [])] == ["title"] * told


def test_of_two_works_of_a_title_the_one_with_more_in_common_is_shown(lab: Lab, services: Services) -> None:
    title = "The making and unmaking of harbour lamps"
    services.works["crossref"] += [
        work("10.7777/other", title, "Holm, Ole", 1968, "Annals of Frost", type="journal-article"),
        work("10.7777/lamps", title, "Lund, Eva", 1954, "Northern Lamps", type="journal-article"),
    ]
    fields = "author={Bo Ek}, journal={Northern Lamps}, year={1954}"
    said = verdict(lab, f"@article{{lamps, title={{{title}}}, {fields}}}\n")
    assert [(one["field"], one["theirs"]) for one in said["differences"]] == [("authors", "Eva Lund")]


def test_an_edition_before_the_subtitle_is_no_part_of_the_title(lab: Lab, shelves: Services) -> None:
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS)
    title = f"{FIELDS['title']} (2nd ed.): A History of Lamps"
    assert "differences" not in verdict(lab, book("keepers", **FIELDS | {"title": title}))


def test_a_repository_cannot_make_ghosts_of_books_by_naming_one_catalogue(
    lab: Lab, shelves: Services
) -> None:
    (lab.folder / "argcheck.toml").write_text('[sources]\nproviders = ["crossref", "openlibrary"]\n', "utf-8")
    assert verdict(lab, book("winters", **MISSING))["outcome"] == "unknown"


def test_articles_are_not_asked_for_in_libraries(lab: Lab, shelves: Services) -> None:
    lab.write(MADE_UP)
    assert lab.verify()["nobody"]["outcome"] == "ghost"
    assert not {name for name, *_ in shelves.hits} & {*LIBRARIES}


# --- what is no answer


def _sru(inner: str) -> Fault:
    return faults.page(200, _SRU.format(inner), "text/xml")


_DIAGNOSTICS = (
    '<zs:diagnostics xmlns:diag="http://www.loc.gov/zing/srw/diagnostic/"><diag:diagnostic><diag:uri>info:srw/diagnostic/1/16</diag:uri>'
    "<diag:details>pica.tit</diag:details><diag:message>Unsupported index</diag:message></diag:diagnostic></zs:diagnostics>"
)
#: What is no absence of a book, of a catalogue in JSON and of one in XML.
NO_BOOKS: dict[str, Fault] = {
    "count-without-list": faults.data(200, {"numFound": 3, "docs": []}),
    "list-without-count": faults.data(200, {"docs": []}),
    "count-is-text": faults.data(200, {"numFound": "0", "docs": []}),
    "count-is-false": faults.data(200, {"numFound": False, "docs": []}),
    "list-of-others": faults.data(200, {"numFound": 1, "docs": [{"key": "/authors/OL1A", "title": "Ada"}]}),
    "solr-error": faults.data(200, {"error": {"msg": "undefined field", "code": 400}}),
    "diagnostics": _sru("<zs:numberOfRecords>0</zs:numberOfRecords>" + _DIAGNOSTICS),
    "only-diagnostics": _sru(_DIAGNOSTICS),
    "no-number": _sru(""),
    "empty-number": _sru("<zs:numberOfRecords/>"),
    "number-without-records": _sru("<zs:numberOfRecords>4</zs:numberOfRecords>"),
    "two-numbers": _sru("<zs:numberOfRecords>0</zs:numberOfRecords><zs:numberOfRecords>4</zs:numberOfRecords>"),
    "records-of-another-schema": _sru(
        "<zs:numberOfRecords>1</zs:numberOfRecords><zs:records><zs:record><zs:recordData><dc/></zs:recordData></zs:record></zs:records>"
    ),
    "explain": faults.page(200, '<zs:explainResponse xmlns:zs="http://www.loc.gov/zing/srw/"/>', "text/xml"),
    "number-of-nobody": faults.page(200, "<searchRetrieveResponse><numberOfRecords>0</numberOfRecords></searchRetrieveResponse>", "text/xml"),
    "document-type": faults.page(200, "<!DOCTYPE a [<!ENTITY b 'x'>]>" + _SRU.format("<zs:numberOfRecords>0</zs:numberOfRecords>"), "text/xml"),
}  # fmt: skip


@pytest.mark.parametrize("name", one_in(4, [*NO_ABSENCE, *NO_BOOKS, *wire_faults.FAULTS]))
def test_what_is_no_answer_of_a_catalogue_is_no_absence(lab: Lab, shelves: Services, name: str) -> None:
    """The other catalogue lacks the book; the one that fails would have it."""
    wrong = {**NO_ABSENCE, **NO_BOOKS, **wire_faults.FAULTS}[name]
    for library in LIBRARIES:
        shelves.faults = {library: wrong}
        lab.configure(limits=dict.fromkeys((*NAMES, *LIBRARIES), 0), attempts=1)
        lab.write(book("winters", **MISSING))
        said = lab.verify("--again")["winters"]
        assert said["outcome"] == "unknown"
        assert library in said["unasked"].removeprefix("could not be asked: ").split(", ")


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_catalogue_that_fails_does_not_hide_a_book_that_the_other_has(
    lab: Lab, shelves: Services, library: str
) -> None:
    for name in LIBRARIES:
        shelves.works[name].append(KEEPERS)
    shelves.faults = {library: faults.page(500, "oops")}
    assert verdict(lab, book("keepers", **FIELDS))["outcome"] == "inaccessible"
