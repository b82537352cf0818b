"""What entries for one work, by different hands, have shown about comparing them."""

from __future__ import annotations

import pytest

from argcheck.bib.load import entries
from argcheck.bib.scan import scan_bib
from argcheck.sources.compare import RecordMatch, judge
from argcheck.sources.editions import has_other_years
from argcheck.sources.entry_query import query_of
from argcheck.sources.folding import words
from argcheck.sources.judged import JudgedReply, open_fields, same_works
from argcheck.sources.model import Answer, Likeness, Person, Query, Record, Reply
from argcheck.sources.parts import is_that_part
from argcheck.sources.replaced import book_of, names_another_book, other_words
from argcheck.sources.reviews import are_reviews_of_one
from argcheck.sources.same_authors import same_person
from argcheck.sources.titles import compare_titles, is_attached
from argcheck.sources.venues import compare_venues, is_unprinted

SAME, NEAR, OTHER, UNKNOWN = Likeness.SAME, Likeness.NEAR, Likeness.OTHER, Likeness.UNKNOWN
QUERY = Query(
    "k", "article", title="Tides of the northern basins in winter", authors=(Person("Lund", "Eva"),),
    year=2014, venue="Journal of Northern Tides", volume="14", pages="112--119",
)  # fmt: skip
RECORD = Record(
    "crossref", title=QUERY.title, authors=QUERY.authors, year=2014, venue=QUERY.venue, volume="14",
    pages="112-119", kind="article",
)  # fmt: skip


def told(query: Query, record: Record) -> set[str]:
    """Name the fields that differ, where an identifier leads from the one to the other."""
    return {difference.field for difference in judge(query, record, identified=True).differences}


def asked(fields: str) -> Query:
    """Read an entry that has some fields."""
    text = f"@article{{k, {fields}}}"
    [entry] = entries("r.bib", scan_bib(text), text)
    return query_of(entry)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Jets in proton-proton collisions at sqrt(s) = 8 TeV", "Jets in proton–proton collisions at √(s) = 8 TeV"),
        ("Jets in proton-proton collisions at sqrt(s) = 8 TeV", "Jets in proton-proton collisions at s=8 TeV"),
        ("Decays of bosons to 2l 2nu at the collider", "Decays of bosons to 2 ℓ 2 ν at the collider"),
        ("On the eta and chi states of heavy quarks", "On the η and χ states of heavy quarks"),
        ("On the ηc states of heavy quarks", "On the eta c states of heavy quarks"),
    ],
)  # fmt: skip
def test_signs_of_formulas_are_written_as_words(ours: str, theirs: str) -> None:
    assert compare_titles(ours, theirs) is SAME
    assert compare_titles(theirs, ours) is SAME


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("3D modelling of northern tides", "Three-dimensional modelling of northern tides", True),
        ("2-D maps of northern tides", "Two-Dimensional Maps of Northern Tides", True),
        ("A 3D map of northern tides", "A 3-dimensional map of northern tides", True),
        ("3D modelling of northern tides", "Two-dimensional modelling of northern tides", False),
        ("3D modelling of northern tides", "2D modelling of northern tides", False),
    ],
)
def test_dimensions_are_written_as_words(ours: str, theirs: str, *, one: bool) -> None:
    assert (compare_titles(ours, theirs) is SAME) == one
    assert (compare_titles(theirs, ours) is SAME) == one


def test_greek_letters_are_told_apart() -> None:
    assert compare_titles("On the η states of heavy quarks", "On the chi states of heavy quarks") is not SAME


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Frost of tau leptons and tau neutrinos at the collider in winter", "Frost of τ leptons and ν_τ at the collider in winter", True),
        ("Frost in top quark pair events at the collider in winter", "Frost in tt̅ events at the collider in winter", True),
        ("Frost in top quark pair events at the collider in winter", "Snow in tt̅ events at the collider in winter", False),
        ("Les e\u0301toiles du ciel profond", "Les planetes du ciel profond", False),
        ("Frost and α receptors in the ageing brain", "Frost and β receptors in the ageing brain", False),
    ],
)  # fmt: skip
def test_a_formula_may_be_said_in_words(ours: str, theirs: str, *, one: bool) -> None:
    differ = told(QUERY._replace(title=ours), RECORD._replace(title=theirs))
    assert differ == (set() if one else {"title"})
    assert told(QUERY._replace(title=theirs), RECORD._replace(title=ours)) == differ


@pytest.mark.parametrize(
    ("ours", "theirs", "differ"),
    [
        ({"volume": "04"}, {"volume": "2015", "pages": ""}, set()),  # the year in which it was printed
        ({"volume": "04"}, {"volume": "1915", "pages": ""}, {"volume"}),
        ({"pages": "1"}, {}, set()),  # of the article alone
        ({"pages": "2"}, {}, {"pages"}),
        ({"pages": "251524592110074"}, {"pages": "25152459211007467"}, set()),  # cut off by a program
        ({"pages": "251524592119974"}, {"pages": "25152459211007467"}, {"pages"}),
    ],
)
def test_places(ours: dict[str, str], theirs: dict[str, str], differ: set[str]) -> None:
    assert told(QUERY._replace(**ours), RECORD._replace(**theirs)) == differ


@pytest.mark.parametrize(
    ("ours", "theirs", "differ"),
    [
        ("J. North. Tides", "The Journal of Northern Tides", {"pages"}),
        ("IEEE Trans. Winter Eng.", "IEEE Transactions on Winter Engineering", {"pages"}),
        ("Bull. North. Tid. Soc. (N.S.)", "Bulletin of the Northern Tidal Society", {"pages"}),
        ("J. North. Tides", "Journal of Northern Tides: Ice and Salt", {"pages"}),
        ("Annals of Eugenics", "Annals of Human Genetics", {"pages"}),  # as it is called now
        ("NTJ", "Northern Tides", {"pages"}),
        ("Angew. Chem. Int. Ed.", "Angewandte Chemie", set()),  # which has volumes of its own
    ],
)
def test_volume_and_pages_both(ours: str, theirs: str, differ: set[str]) -> None:
    cited = QUERY._replace(venue=ours, volume="31", pages="705--712")
    assert told(cited, RECORD._replace(venue=theirs)) == differ
    assert told(cited, RECORD._replace(venue=theirs, year=2013)) == differ  # online before
    assert told(cited, RECORD._replace(venue=theirs, year=2011)) == {"year"}
    assert told(cited._replace(year=0), RECORD._replace(venue=theirs, year=0)) == set()


def test_a_version_of_a_preprint_is_of_a_later_year() -> None:
    ours = QUERY._replace(kind="misc", arxiv="1401.00001", venue="", volume="", pages="", year=2017)
    theirs = RECORD._replace(kind="preprint", venue="arXiv", volume="", pages="")
    assert told(ours, theirs) == set()
    assert told(ours._replace(year=2011), theirs) == {"year"}  # before it was there
    assert told(ours._replace(year=2024), theirs) == {"year"}


def test_numbers_by_which_a_list_tells_namesakes_apart_are_no_part_of_names() -> None:
    text = "@article{k, author = {Bo Ek 0015 and Cy Orr and Lund 0001, Eva}, title = {T}}"
    [entry] = entries("r.bib", scan_bib(text), text)
    assert query_of(entry).authors == (Person("Ek", "Bo"), Person("Orr", "Cy"), Person("Lund", "Eva"))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Phys. Rev. D", "J. Mach. Learn. Res."),
        ("JHEP", "Nucl. Phys. B"),
        ("Journal of Instrumentation", "Phys. Rev. Lett."),
        ("JINST", "Comput. Phys. Commun."),
    ],
)
def test_names_that_are_understood(ours: str, theirs: str) -> None:
    assert compare_venues(ours, theirs) is OTHER


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("JHEP", "Journal of High Energy Physics"),
        ("JINST", "J. Instrum."),
        ("PTEP", "Prog. Theor. Exp. Phys."),
        ("JCAP", "Journal of Cosmology and Astroparticle Physics"),
        ("PRD", "Phys. Rev. D"),
    ],
)
def test_acronyms(ours: str, theirs: str) -> None:
    assert compare_venues(ours, theirs) is SAME
    assert compare_venues(theirs, ours) is SAME


def test_a_text_that_stands_for_a_title_is_cut_off() -> None:
    text = "@article{k, title = {%s}}" % ("Tides of winter " * 6_000)
    [entry] = entries("r.bib", scan_bib(text), text)
    assert query_of(entry).title.startswith("Tides of winter")
    assert len(query_of(entry).title) < 5_000


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Maps of snow for use in estimates of CMB foregrounds", "Maps of Snow for Use in Estimates of Cosmic Microwave Background Radiation Foregrounds", True),
        ("Maps of snow for use in estimates of CMF foregrounds", "Maps of Snow for Use in Estimates of Cosmic Microwave Background Radiation Foregrounds", False),
        ("Maps of snow for use in estimates of CM foregrounds", "Maps of Snow for Use in Estimates of Cosmic Microwave Background Radiation Foregrounds", False),
    ],
)  # fmt: skip
def test_an_acronym_may_stand_for_some_of_the_words(ours: str, theirs: str, *, one: bool) -> None:
    differ = told(QUERY._replace(title=ours), RECORD._replace(title=theirs))
    assert differ == (set() if one else {"title"})


def test_a_chapter_that_reprints_an_article_may_have_its_year_behind_the_title() -> None:
    theirs = RECORD._replace(
        title=f"{QUERY.title} [2014]", kind="chapter", year=2031, venue="Classics of Tides"
    )
    assert told(QUERY, theirs) == set()
    altered = QUERY._replace(title="Tides of the southern basins in winter")
    assert told(altered, theirs) == {"title"}


@pytest.mark.parametrize(
    ("change", "differ"),
    [
        ({}, set()),  # printed again, and nothing of its place is one
        ({"pages": "112--119"}, {"year", "venue"}),
        ({"volume": "14"}, {"year", "venue"}),
        ({"pages": ""}, {"year", "venue"}),
        ({"year": 2019}, {"year", "venue"}),  # too soon
        ({"venue": "Journal of Northern Tides"}, {"year"}),
    ],
)
def test_a_translation_of_later_is_of_another_place(change: dict[str, str], differ: set[str]) -> None:
    theirs = RECORD._replace(year=2031, venue="Annals of Herring", volume="3", pages="401")
    assert told(QUERY, theirs._replace(**change)) == differ


def test_what_follows_initials_is_no_part_of_a_name() -> None:
    text = "@article{k, author = {Lund EA, Castro AF 3rd, Wright JT Jr, Ek B, et al.}, title = {T}}"
    [entry] = entries("r.bib", scan_bib(text), text)
    query = query_of(entry)
    assert [person.family for person in query.authors] == ["Lund", "Castro", "Wright", "Ek"]
    assert query.others


@pytest.mark.parametrize("denial", ["No evidence", "Not all evidence"])
def test_the_contrary_is_another_title(denial: str) -> None:
    affirmed = "Evidence for a drift of dunes in winter"
    denied = affirmed.replace("Evidence", denial)
    assert told(QUERY._replace(title=denied), RECORD._replace(title=affirmed)) == {"title"}
    assert told(QUERY._replace(title=affirmed), RECORD._replace(title=denied)) == {"title"}


def test_a_number_before_a_title_denies_nothing() -> None:
    assert told(QUERY._replace(title=f"No. 5: {QUERY.title}"), RECORD) == set()


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Reporting of C-14 data", "Reporting of <sup>14</sup>C Data", True),
        ("Reporting of 14C data", "Reporting of C14 Data", True),
        ("Reporting of C-13 data", "Reporting of <sup>14</sup>C Data", False),
        ("Herring to the north of cold kitchens", "Herring for the North of Cold Kitchens", True),
    ],
)
def test_a_number_may_stand_on_either_side_of_its_letter(ours: str, theirs: str, *, one: bool) -> None:
    differ = told(QUERY._replace(title=ours), RECORD._replace(title=theirs))
    assert differ == (set() if one else {"title"})


def test_a_small_word_is_another_beside_a_subtitle_of_its_own() -> None:
    query = QUERY._replace(title="Indexes to kitchens: a new way of sorting salted herring")
    record = RECORD._replace(title="Indexes for Kitchens", subtitle="A New Way of Sorting Salted Herring")
    assert told(query, record) == set()
    assert told(query._replace(title=query.title.replace("salted", "fresh")), record) == {"title"}


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        (r"Herring and predation\textsuperscript{1}", "Herring and predation"),
        (r"{Herring and predation$^{*}$}", "Herring and predation"),
        (r"Herring and predation\textsuperscript{2}", "Herring and predation2"),
        (r"Herring and the bound H$^*$", "Herring and the bound H^*"),
        ("Herring and AlphaSalt1", "Herring and AlphaSalt1"),
    ],
)
def test_the_mark_of_a_footnote_is_no_part_of_the_title_of_an_entry(title: str, plain: str) -> None:
    assert asked(f"title = {{{title}}}").title == plain


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("IEEE Trans. Circ. Syst.-II", "IEEE Transactions on Circuits and Systems I: Regular Papers", OTHER),
        ("IEEE Trans. Circ. Syst.-II", "IEEE Transactions on Circuits and Systems II: Express Briefs", SAME),
        ("J. Phys. II", "Journal de Physique I", OTHER),
        ("C. R. Acad. Sci. Paris Sér. A", "Comptes Rendus de l'Académie des Sciences - Series I", SAME),
        ("Proc. of the Conference on Sorting, Part I", "Conference on Sorting. Part II", SAME),
        ("Physical Review (Letter)", "Physical Review", SAME),  # of the article, not of the journal
        ("Phys. Rev. Letters", "Physical Review", OTHER),
        ("Crop Sci.", "Weed Research", OTHER),
        ("Weed Res.", "Crop Science", OTHER),
        ("Opt. Exp.", "Journal of Lightwave Technology", UNKNOWN),
        ("Proc. Imp. Acad.", "Proceedings of the Japan Academy, Series A, Mathematical Sciences", SAME),  # until 1945
        ("Geogr. Rev.", "Canadian Journal of Salt / Revue canadienne du sel", OTHER),
        ("Can. J. Salt", "Canadian Journal of Salt/Revue canadienne du sel", SAME),
        ("Rev. can. du sel", "Canadian Journal of Salt / Revue canadienne du sel", SAME),
        ("Can. Geogr.", "Canadian Geographies / Géographies canadiennes", SAME),
    ],
)  # fmt: skip
def test_names_of_venues(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_venues(ours, theirs) is wanted
    assert compare_venues(theirs, ours) is wanted


@pytest.mark.parametrize(
    ("venue", "theirs", "differ"),
    [
        ("Sorting, 2000. Proceedings of the 33rd conference on", "Conference on Sorting", set()),
        ("Proc. 33rd Conf. on Sorting", "Proceedings of the 33rd Annual Conference on Sorting", {"year"}),
        ("Sorting, 2001. Proceedings of the conference on", "Conference on Sorting", {"year"}),
        ("Proc. Conf. on Sorting 2000", "Proceedings of the Conference on Sorting 2005", {"year"}),
        ("Proc. Conf. on Sorting", "Conference on Sorting", {"year"}),
    ],
)  # fmt: skip
def test_a_paper_of_a_meeting_may_be_registered_years_later(
    venue: str, theirs: str, differ: set[str]
) -> None:
    query = QUERY._replace(kind="inproceedings", venue=venue, year=2000, volume="")
    record = RECORD._replace(kind="proceedings", venue=theirs, year=2005, volume="")
    assert told(query, record) == differ
    assert told(query._replace(year=2010, venue=venue.replace("2000", "2010")), record) == {"year"}


@pytest.mark.parametrize(
    ("title", "translation"),
    [
        ("The ethics of the copy: translation and the politics of style", False),
        ("Machine translation of menus", False),
        ("Politics (B. Jowett, Trans.)", True),
        ("Politics [translated by B. Jowett]", True),
        ("Politics. Translated by B. Jowett", True),
    ],
)
def test_a_work_on_translation_is_none(title: str, *, translation: bool) -> None:
    assert asked(f"title = {{{title}}}").translation is translation


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("Grid of northern tides, v. 4.9.0 (04 Jun 2020). Moss, I.", set()),
        ("Grid of northern tides (Version 3)", set()),
        ("Grid of southern tides, v. 4.9.0", {"title"}),
        ("Grid of northern tides, a newer version of the maps", {"title"}),
    ],
)
def test_a_version_is_no_part_of_the_title_of_data(title: str, fields: set[str]) -> None:
    data = RECORD._replace(title="Grid of Northern Tides (GNT) Database Information", kind="dataset")
    asked_about = QUERY._replace(title=title, kind="misc", venue="", volume="", pages="")
    assert told(asked_about, data) == fields
    assert told(asked_about, data._replace(title="Grid of Northern Tides, Version 2")) == {"title"}


@pytest.mark.parametrize(
    ("fields", "by_date"),
    [
        ("date={2012-09-12}", True),
        ("month=sep, year={2012}", True),
        ("date={2012}", False),
        ("date={2012-09-12}, volume={7}", False),
        ("month={March 10,}, pages={130--160}, year={1962}", True),  # the day is enough
        ("date={1962-03-10}, pages={130--160}", True),
        ("day={10}, month=mar, pages={130--160}", True),
        ("month=mar, pages={130--160}, year={1962}", False),
        ("month={3}, pages={130--160}, year={1962}", False),
        ("date={1962-03}, pages={130--160}", False),
        ("month={March 10,}, doi={10.7777/lear}", False),
    ],
)
def test_what_is_cited_by_its_date_alone(fields: str, *, by_date: bool) -> None:
    assert asked(f"title={{King Lear at the Almeida}}, journal={{The Herald}}, {fields}").by_date is by_date


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Analysis of single tides including ICA", "Analysis of single tides including independent component analysis", True),
        ("WMA declaration of tides: principles of medical basins", "World Medical Association declaration of tides: principles of medical basins", True),
        ("Analysis of single tides including PCA", "Analysis of single tides including independent component analysis", False),
        ("ds000105: Tides of the northern basins", "Tides of the northern basins", True),
        ("P1: Tides of the northern basins", "Tides of the northern basins 2", False),
        ("Über die Gezeiten der nördlichen Becken. I. Mitteilung", "\ufffdber die Gezeiten der n\ufffdrdlichen Becken", True),
        ("Über die Gezeiten der nördlichen Seen. I. Mitteilung", "\ufffdber die Gezeiten der n\ufffdrdlichen Becken", False),
        ("Tides of the northern basins, Volume I: Books 1-2", "Tides of the northern basins", True),
        ("Tides of the northern basins, Volume I", "Tides of the northern basins, Volume II", False),
        ("Tides of the northern basins", "Tides of the northern basins, Part 2", False),
    ],
)  # fmt: skip
def test_a_title_may_say_more(ours: str, theirs: str, *, one: bool) -> None:
    assert told(QUERY._replace(title=ours), RECORD._replace(title=theirs)) == (set() if one else {"title"})


@pytest.mark.parametrize(
    ("authors", "families"),
    [
        ("Lund, E. M., O. Holm, and B. Ek", ["Lund", "Holm", "Ek"]),
        ("Lund, E., O. Holm, B. de Ek", ["Lund", "Holm", "de Ek"]),
        ("Lund, Jr., E. M. and Holm, O.", ["Lund", "Holm"]),
        ("Lund, E., Holm, O., Ek, B.", ["Lund", "Holm", "Ek"]),
    ],
)
def test_only_the_first_name_of_a_list_may_be_turned(authors: str, families: list[str]) -> None:
    assert [
        person.family for person in asked(f"author = {{{authors}}}, title = {{Tides}}").authors
    ] == families


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Teor. Verojatnost. i Primenen.", "Theory of Probability and Its Applications"),
        ("Uspehi Mat. Nauk", "Russian Mathematical Surveys"),
        ("Ž. Vyčisl. Mat. i Mat. Fiz.", "USSR Computational Mathematics and Mathematical Physics"),
    ],
)
def test_russian_is_romanised_in_two_ways(ours: str, theirs: str) -> None:
    assert compare_venues(ours, theirs) is UNKNOWN


@pytest.mark.parametrize(
    ("change", "anchored"),
    [
        ({"pages": "112-119"}, True),
        ({"pages": "112-119", "kind": "article"}, True),
        ({"pages": "112-131"}, False),
        ({"venue": "Herring and salt"}, True),
        ({"venue": "Salt and turf"}, False),
    ],
)
def test_pages_and_book_say_that_a_record_is_of_a_chapter(change: dict[str, str], *, anchored: bool) -> None:
    chapter = QUERY._replace(kind="incollection", venue="Herring and salt: a reader", publisher="", year=1977)
    record = RECORD._replace(**{"kind": "chapter", "venue": "Northern Readers", "pages": "", **change})
    assert is_that_part(chapter, record) is anchored


def test_the_name_of_a_series_says_nothing_of_the_book() -> None:
    chapter = QUERY._replace(kind="incollection", venue="Herring and salt: a reader", pages="212--231")
    record = RECORD._replace(kind="chapter")
    assert told(chapter, record._replace(venue="Lecture Notes in Winter")) == {"pages"}
    other = {"venue"}  # printed in two books of that year
    assert told(chapter, record._replace(venue="Salt and turf")) == other
    both = record._replace(venue="Advances in Winter", venues=("Salt and turf",))
    assert told(chapter._replace(venue="Science of herring", pages=record.pages), both) == other


def test_the_book_of_a_chapter_is_another_where_the_record_has_series_and_book() -> None:
    chapter = QUERY._replace(kind="incollection", venue="Science of herring")
    record = RECORD._replace(kind="chapter", venue="Advances in Winter", venues=("Salt and turf",))
    assert names_another_book(chapter, record)
    assert book_of(record) == "Salt and turf"
    assert book_of(record._replace(venues=())) == "Advances in Winter"
    assert not names_another_book(
        chapter, record._replace(venues=("Turf and salt, 14",), venue="Salt and turf")
    )
    assert not names_another_book(chapter, record._replace(venues=()))
    assert not names_another_book(chapter, record._replace(venues=("The science of herring",)))


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("Codes for asymmetric channels of the north", "Codes for Symmetric Channels of the North", NEAR),
        ("Atonal songs of the northern herring ports", "Tonal Songs of the Northern Herring Ports", NEAR),
        (
            "Microscopic sills of the northern herring ports",
            "Macroscopic Sills of the Northern Herring Ports",
            NEAR,
        ),
        ("Adsorption of salt in the northern ports", "Absorption of Salt in the Northern Ports", NEAR),
        ("Indices of the tides in northern ports", "Indexes of the Tides in Northern Ports", SAME),
        ("Aetiology of the fevers of northern ports", "Etiology of the Fevers of Northern Ports", SAME),
        ("The symmetric channels of the nothern ports", "The Symmetric Channels of the Northern Ports", SAME),
    ],
)
def test_a_letter_before_a_word_may_deny_it(ours: str, theirs: str, wanted: Likeness) -> None:
    assert compare_titles(ours, theirs) is wanted


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({}, None),  # a work of this title has other authors
        ({"pages": "112-9"}, None),
        ({"pages": "112-114"}, False),
        ({"pages": "212-219"}, False),
        ({"volume": "15"}, False),
        ({"year": 2015}, False),
        ({"venue": "Annals of Frost"}, False),
        ({"title": "Tides"}, False),
    ],
)
def test_a_short_title_at_one_place_is_that_of_one_work(change: dict[str, str], *, same: bool | None) -> None:
    short = QUERY._replace(title=change.get("title", "Living tides"), authors=(Person("Holm", "Ole"),))
    record = RECORD._replace(**{"title": "‘Living’ Tides", **change})
    assert judge(short, record, identified=False).same is same


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Review of S. Lund, Tides of salt", "Book Review: Tides of salt", True),
        ("[Review of the book Tides of salt, by E. Lund]", "Tides of Salt by Eva Lund (review)", True),
        ("Rezension zu: E. Lund, Gezeiten des Salzes", "Buchbesprechung: Gezeiten des Salzes", True),
        ("Review of S. Lund, Tides of turf", "Book Review: Tides of salt", False),
        ("Tides of salt", "Book Review: Tides of salt", False),  # the book
        ("A review of the tides of salt", "Tides of salt: a critical review", False),  # two surveys
        ("Tides of salt: a literature review", "Tides of salt: a scoping review", False),
        ("Review", "Book Review", False),
    ],
)
def test_reviews_of_one_book(ours: str, theirs: str, *, one: bool) -> None:
    assert are_reviews_of_one(ours, theirs) is one


def test_the_review_of_a_book_goes_by_many_titles() -> None:
    ours = QUERY._replace(title="Review of S. Lund, Tides of salt")
    theirs = RECORD._replace(title="Book Review: Tides of Salt")
    assert judge(ours, theirs, identified=False).same
    assert not judge(ours, theirs, identified=False).differences
    assert judge(ours._replace(title="Tides of salt"), theirs, identified=False).same is False


def test_an_abstract_that_another_journal_printed_says_nothing_of_the_journal() -> None:
    article, abstract = (
        QUERY._replace(pages="553--606"),
        RECORD._replace(venue="Annals of Frost", volume="48"),
    )
    assert told(article, abstract._replace(pages="415-415")) == set()
    assert told(article, abstract._replace(pages="415-466")) == {"venue"}
    assert told(article, abstract._replace(pages="415-415", volume="14")) == {"venue"}
    assert told(QUERY._replace(pages="112--114"), abstract._replace(pages="415-415")) == {"venue"}


def test_a_series_that_holds_anything_says_nothing_of_a_book_beside_it() -> None:
    chapter = QUERY._replace(kind="incollection", venue="Tides of salt: ports and ships")
    record = RECORD._replace(kind="chapter", venue="Lecture Notes in Winter", venues=("Operating Ports",))
    assert told(chapter, record) == {"venue"}
    series = judge(chapter, record._replace(venues=()), identified=False)  # as another index has it
    assert open_fields([judge(chapter, record, identified=False), series]) == {"venue"}
    assert told(chapter, record._replace(venues=("Tides of Salt",))) == set()
    assert told(chapter._replace(venue="LNW"), record) == set()
    frost = "Advances in Frost"  # the entry has the series
    assert told(chapter._replace(venue=frost), record._replace(venue=frost)) == set()
    assert told(chapter._replace(kind="inproceedings"), record) == set()


def test_a_work_of_nearly_a_title_is_another_where_a_record_has_it_without_its_subtitle() -> None:
    people = tuple(Person(name, "Eva") for name in ("Lund", "Holm", "Berg", "Dahl"))
    ours = QUERY._replace(title="Tidal: Formal maps and verified charts of northern ports", authors=people)
    short = judge(ours, RECORD._replace(title="Tidal", authors=people), identified=False)
    later = RECORD._replace(
        title="Coastal formal maps and verified charts of a northern port", authors=people
    )
    other = judge(ours, later, identified=False)
    subtitle = judge(
        ours,
        later._replace(title="Tidal: Formal maps and printed charts of northern ports"),
        identified=False,
    )
    assert short.same
    assert other.same

    def works(*matches: RecordMatch) -> list[RecordMatch]:
        return [
            match for match, _ in same_works([JudgedReply(Reply("crossref", Answer.FOUND), matches, False)])
        ]

    assert works(short, other) == [short]
    assert works(other) == [other]
    assert works(short, subtitle) == [short, subtitle]


def test_a_chapter_by_its_authors_in_its_year_is_known_though_a_record_names_no_book() -> None:
    chapter = QUERY._replace(kind="incollection", venue="Herring and salt: a reader")
    alone = RECORD._replace(kind="", venue="", pages="", volume="")
    assert is_that_part(chapter, alone)
    assert not is_that_part(chapter, alone._replace(year=2008))
    assert not is_that_part(chapter, alone._replace(authors=(Person("Holm", "Ole"),)))
    assert not is_that_part(chapter, alone._replace(venue="Northern Readers"))
    assert not is_that_part(chapter._replace(kind="book"), alone)


def test_a_review_of_a_book_by_its_authors_and_others_is_not_the_book() -> None:
    book = QUERY._replace(
        kind="book", title="Tides of ice: a history of basins in the north", venue="", volume="", pages=""
    )
    review = RECORD._replace(
        title="Tides of salt: a history of basins in the north", venue="Northern Reviews"
    )
    assert judge(book, review, identified=False).same is None
    assert judge(book, review._replace(kind="book"), identified=False).same


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("K. Lund", "Carl Lund", True),
        ("K. Lund", "Christian Lund", True),
        ("C. Lund", "Konrad Lund", True),
        ("W. Lund", "Vladimir Lund", True),
        ("K. Lund", "Cecil Lund", False),
        ("K. Lund", "Charles Lund", False),
        ("Karin Lund", "Carla Lund", False),
        ("V. Lund", "Una Lund", False),
    ],
)
def test_an_initial_stands_for_its_sound(ours: str, theirs: str, *, one: bool) -> None:
    here, there = (Person("Lund", name.removesuffix(" Lund")) for name in (ours, theirs))
    assert same_person(here, there) is one
    assert same_person(there, here) is one


@pytest.mark.parametrize(
    ("ours", "theirs", "fields"),
    [
        (Person("Scott", "Anthony D."), Person("Gordon", "H. Scott"), {"authors"}),
        (Person("Scott", "A. D."), Person("Gordon", "H. Scott"), set()),
        (Person("Gordon Scott", "Harold"), Person("Gordon", "Harold Scott"), set()),
        (Person("Gordon", "Scott"), Person("Scott", "Gordon Harold"), set()),
        (Person("Kelvin)", "William Thomson (Lord"), Person("G.C.V.O.", "The Right Hon. Lord Kelvin"), set()),
    ],
)
def test_a_family_that_is_the_given_name_of_another(ours: Person, theirs: Person, fields: set[str]) -> None:
    assert told(QUERY._replace(authors=(ours,)), RECORD._replace(authors=(theirs,))) == fields


@pytest.mark.parametrize(
    ("ours", "theirs", "other"),
    [
        # the word that was replaced stands elsewhere in the title, too
        ("A literary theory of tides: essays in linguistics", "A linguistic theory of tides: essays in linguistics", True),
        ("A linguistic theory of tides: essays in linguistics", "A literary theory of tides: essays in linguistics", True),
        ("Ice and snow in the northern ports", "Snow and ice in the northern ports", False),
        ("Theory of northern tides in ports", "Theory of the tides in ports", True),
        ("Theory of tides in northern ports", "Tides in northern ports: theory", False),
    ],
)  # fmt: skip
def test_a_word_in_the_place_of_another_that_stands_elsewhere_too(
    ours: str, theirs: str, *, other: bool
) -> None:
    assert other_words(ours, theirs) is other


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Accumulatoren der nördlichen Häfen", "Akkumulatoren der nördlichen Häfen"),
        ("Das Photographiren nördlicher Häfen", "Das Fotografieren nördlicher Häfen"),
        ("Über Concentration in nördlichen Häfen", "Über Konzentration in nördlichen Häfen"),
        ("Vorläufige Mittheilung über locale Gezeiten", "Vorläufige Mitteilung über lokale Gezeiten"),
    ],
)
def test_german_was_spelt_otherwise(ours: str, theirs: str) -> None:
    assert compare_titles(ours, theirs) is SAME
    assert compare_titles(theirs, ours) is SAME


@pytest.mark.parametrize(
    ("ours", "theirs", "attached"),
    [
        ("Salt response theory of the tides", "Additional file 1 of Salt response theory of the tides", True),
        ("Salt response theory of the tides", "Erratum: Salt response theory of the tides", True),
        ("Response to the salters of the north", "Reply to the salters of the north", False),
        ("A comment on the salters of the north", "Reply to the salters of the north", False),
        ("Additional file 1 of Salt response theory", "Additional file 1: Salt response theory", False),
    ],
)
def test_a_title_may_have_a_word_for_what_goes_with_works(ours: str, theirs: str, *, attached: bool) -> None:
    assert is_attached(ours, theirs) is attached


@pytest.mark.parametrize(
    ("title", "likeness"),
    [
        ("Les marées du nord, essai sur le sel et la tourbe", SAME),
        ("Les marées du nord : le sel et la tourbe", SAME),
        ("Les marées du nord, critique du sel et la tourbe", NEAR),  # no preposition before all of the rest
        ("Les marées du nord, sur le sel et la neige", NEAR),
        ("Les neiges du nord, essai sur le sel et la tourbe", NEAR),
    ],
)
def test_a_subtitle_may_say_what_kind_of_a_work_it_is(title: str, likeness: Likeness) -> None:
    assert compare_titles(title, "Les marées du nord", "le sel et la tourbe") is likeness


@pytest.mark.parametrize(
    ("ours", "theirs", "same"),
    [
        (Person("Tite-Live"), Person("Livius", "Titus"), True),
        (Person("Aristote"), Person("Aristoteles"), True),
        (Person("Livy"), Person("Polybius"), False),
        (Person("Live", "Ann"), Person("Livius", "Titus"), False),
        (Person("Yareh", "F. Taghi"), Person("Taghiyareh", "Fattaneh"), True),
        (Person("Yareh", "M. Taghi"), Person("Taghiyareh", "Fattaneh"), False),
    ],
)
def test_a_name_in_another_language_or_in_two_words(ours: Person, theirs: Person, *, same: bool) -> None:
    query = QUERY._replace(authors=(ours,))
    told = judge(query, RECORD._replace(authors=(theirs,)), identified=True).differences
    assert [one.field for one in told] == ([] if same else ["authors"])


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"volume": "Extra Volume"}, []),
        ({"volume": "12"}, ["venue"]),
        ({"volume": "Extra Volume", "pages": "301--320"}, ["venue"]),
    ],
)
def test_a_special_issue_may_be_registered_as_a_book(change: dict[str, object], fields: list[str]) -> None:
    book = RECORD._replace(kind="chapter", venue="Tales of harbours and tides", volume="")
    told = judge(QUERY._replace(**change), book, identified=False).differences
    assert [one.field for one in told] == fields


@pytest.mark.parametrize(
    ("title", "change", "other"),
    [
        ("Northern harbours: salt and turf, 700--1100", {}, True),
        ("Northern harbours: salt and turf, 700--1100", {"year": 2019}, False),  # perhaps of another edition
        ("Northern harbours: salt and turf, 700--1100", {"year": 2019, "years": (2014,)}, True),
        ("Northern harbours: salt and turf, 400--800", {}, False),
        ("Northern harbours: salt and iron, 700--1100", {}, False),
        ("Northern harbours: salt and turf, 7--11", {}, False),  # volumes
    ],
)
def test_other_years_in_the_title_of_a_book(title: str, change: dict[str, object], *, other: bool) -> None:
    theirs = "Northern harbours: salt and turf, 400-800"
    book = QUERY._replace(kind="book", title=title)
    assert has_other_years(book, RECORD._replace(**change), theirs) is other


@pytest.mark.parametrize(
    ("families", "told_of"),
    [
        ("Lund Holm Berg Dahl Moe", set()),  # the first ones, and the last of twelve
        ("Lund Holm Berg Moe", set()),
        ("Lund Holm Moe", {"authors"}),
        ("Lund Holm Berg Dahl Vik", set()),
        ("Lund Holm Berg Dahl Aas", {"authors"}),  # not the last one
        ("Lund Berg Dahl Moe", {"authors"}),
        ("Lund Holm Berg Dahl Nobody", {"authors"}),
    ],
)
def test_a_list_may_have_the_first_authors_and_the_last(families: str, told_of: set[str]) -> None:
    names = ["Lund", "Holm", "Berg", "Dahl", "Vik", "Rud", "Aas", "Lie", "Foss", "Sand", "Kvam", "Moe"]
    given = {name: f"{letter}va" for name, letter in zip(names, "ABCDEFGHIJKL", strict=True)}
    record = RECORD._replace(authors=tuple(Person(name, given[name]) for name in names))
    query = QUERY._replace(authors=tuple(Person(n, given.get(n, "Nils")) for n in families.split()))
    match = judge(query, record, identified=True)
    assert {difference.field for difference in match.differences} - {d.field for d in match.form} == told_of


@pytest.mark.parametrize(
    ("ours", "theirs", "one"),
    [
        ("Theorie u. Methodik d. Sportspiele", "Theorie und Methodik der Sportspiele", True),
        ("Theorie u. Methodik d. Sportspiele", "Theorie und Methodik der Ballspiele", False),
        ("Tides in vitamin d. Northern basins", "Tides in vitamin b. Northern basins", False),
    ],
)  # fmt: skip
def test_a_catalogue_may_abbreviate_small_words(ours: str, theirs: str, *, one: bool) -> None:
    assert (compare_titles(ours, theirs) is SAME) is one


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"venue": "Journal of Automated Tides"}, {"venue"}),
        ({"venue": "Journal of Automated Tides", "pages": "1--22"}, set()),  # its later version
        ({"venue": "Journal of Automated Tides", "year": 2016}, set()),
        ({"venue": "ACM Notices of Tides"}, set()),  # in which societies print papers, too
    ],
)
def test_a_journal_is_no_printing_of_a_paper_with_its_year_and_pages(
    change: dict[str, object], fields: set[str]
) -> None:
    paper = RECORD._replace(
        venue="Proceedings of the 7th Conference on Frozen Rivers", volume="", kind="proceedings"
    )
    assert told(QUERY._replace(volume="")._replace(**change), paper) == fields
    bare = paper._replace(provider="openalex", pages="", kind="article")
    query = QUERY._replace(volume="")._replace(**change)
    assert open_fields([judge(query, record, identified=False) for record in (paper, bare)]) == fields


def test_a_title_in_another_language_is_that_of_the_work_that_an_identifier_leads_to() -> None:
    spanish = QUERY._replace(title="Las mareas de las cuencas del norte en el invierno")
    assert told(spanish, RECORD) == set()
    assert judge(spanish, RECORD, identified=True).same
    assert told(spanish, RECORD._replace(year=2013)) == {"title"}
    assert told(spanish, RECORD._replace(authors=(Person("Holm", "Ola"),))) == {"title", "authors"}
    assert told(QUERY._replace(title="Storms of the northern basins in winter"), RECORD) == {"title"}
    assert judge(spanish, RECORD, identified=False).title is OTHER


@pytest.mark.parametrize(
    "title",
    ["Per capita emissions revisited", "Los Angeles traffic models", "Van der Waals heterostructures"],
)
def test_a_name_or_a_word_of_another_language_makes_no_translation(title: str) -> None:
    assert told(QUERY._replace(title=title), RECORD) == {"title"}


@pytest.mark.parametrize("change", [{"venue": "Annals of Frost"}, {"pages": "500--519"}])
def test_a_work_of_another_place_is_no_translation(change: dict[str, str]) -> None:
    spanish = QUERY._replace(title="Las mareas de las cuencas del norte en el invierno")
    assert "title" in told(spanish._replace(**change), RECORD)
    talk = spanish._replace(kind="inproceedings", venue="Actas de las jornadas", volume="4", pages="1--9")
    assert "title" in told(talk, RECORD._replace(kind="paper", venue="Proceedings of the Northern Meeting"))


@pytest.mark.parametrize("venue", ["Vortragsreihe des Instituts", "Mimeograph Quarterly"])
def test_what_begins_like_a_talk_may_be_a_journal(venue: str) -> None:
    assert not is_unprinted(venue)
    assert is_unprinted("Vortrag, Wien")


def test_the_number_of_an_article_may_have_the_letter_of_an_issn() -> None:
    assert told(QUERY._replace(pages="0044118X2110299"), RECORD) == set()
    assert told(QUERY._replace(pages="X212--X219"), RECORD) == {"pages"}


@pytest.mark.parametrize("identified", [False, True])
def test_one_of_two_authors_alone_vouches_for_no_longer_title(*, identified: bool) -> None:
    record = RECORD._replace(
        title="Tides of the northern basins", venue="SSRN Electronic Journal", volume="", pages=""
    )
    query = QUERY._replace(
        kind="techreport", title=f"{record.title} of Iceland: fishing and shifts", venue="", year=2017
    )
    assert "title" not in {each.field for each in judge(query, record, identified=identified).differences}
    query = query._replace(authors=(*query.authors, Person("Nemo", "Nora")))
    assert "title" in {each.field for each in judge(query, record, identified=False).differences}


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (
            "Methods to quantify discarded \u00aesh of the sea",
            "Methods to quantify discarded fish of the sea",
        ),
        ("On signi\u00aecant tides of the sea", "On significant tides of the sea"),
        ("Over\u00afow and \u00afuxes of the sea", "Overflow and fluxes of the sea"),
        ("Tides in Kinect\u00ae sensors", "Tides in Kinect sensors"),
    ],
)
def test_ligatures_that_a_page_gave_as_other_signs(ours: str, theirs: str) -> None:
    assert compare_titles(ours, theirs) is SAME
    assert words(ours) == words(theirs)


def test_a_body_whose_name_has_no_braces_is_no_person() -> None:
    record = RECORD._replace(kind="report", authors=(Person("Lund", "Eva"), Person("Nemo", "Nora")), venue="")
    body = QUERY._replace(authors=(Person("International", "Amnesty"),), venue="", volume="", pages="")
    assert judge(body, record, identified=False).same
    person = body._replace(authors=(Person("Berg", "Amnesty"),))
    assert not judge(person, record, identified=False).same
