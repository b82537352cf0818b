"""What routing makes of the replies, with providers that only say what they are told."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from argcheck.sources.http import UnansweredError
from argcheck.sources.model import Answer, Notice, Outcome, Person, Query, Record, Reply, Resolution
from argcheck.sources.notices import joined_notices
from argcheck.sources.resolve import Router

THIS_YEAR = 2026
HEARD: Any = SimpleNamespace(is_heard=True)  #: a network on which somebody answers
WORK: dict[str, Any] = {
    "title": "On the Theory of Sorting",
    "authors": (Person("Lee", "Ann"), Person("Wu", "Bo")),
    "year": 2019,
    "venue": "Journal of Sorting",
}
QUERY = Query("k", "article", **WORK)


class Index:
    """An index that knows some records, or cannot be asked."""

    services = ("a host",)
    covers = frozenset({"article"})

    def __init__(
        self, name: str, *records: Record, by: str = "search", authority: bool = False, silent: bool = False
    ) -> None:
        self.name = name
        self.answers = frozenset({by})
        self.authority = authority
        self.complete = frozenset({by}) if authority else frozenset()
        self.records = records
        self.silent = silent

    async def ask(self, _: Query, __: object, *, by: str) -> Reply:
        if self.silent:
            raise UnansweredError("answered 503")
        return Reply(self.name, Answer.FOUND if self.records else Answer.ABSENT, self.records)


def record(name: str, **change: Any) -> Record:
    return Record(name, **{**WORK, **change})


def resolve(query: Query, *indexes: Index) -> Resolution:
    router = Router(indexes, HEARD, this_year=THIS_YEAR)
    return asyncio.run(router.resolve(query))


def test_a_work_of_this_year_is_missing_only_if_its_identifier_is_dead() -> None:
    new = QUERY._replace(year=THIS_YEAR)
    searched = Index("a"), Index("b")
    assert resolve(new, *searched).outcome is Outcome.UNKNOWN
    registry = Index("registry", by="doi", authority=True)
    assert resolve(new._replace(doi="10.1/none"), registry, *searched).outcome is Outcome.GHOST


def test_a_part_of_a_book_that_stands_for_a_journal_is_not_missing() -> None:
    part = QUERY._replace(venue="Control Systems (2nd ed.)")
    resolution = resolve(part, Index("a"), Index("b"))
    assert resolution.outcome is Outcome.UNKNOWN
    assert resolution.detail.startswith("'Control Systems (2nd ed.)' is a book by its name")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"venue": "Talk given at the Workshop on Sorting"}, "nobody has printed it"),
        ({"venue": "Unpublished manuscript, MIT"}, "nobody has printed it"),
        ({"venue": "", "year": 0}, "neither where nor when"),
        ({"venue": "", "publisher": "Comprehensive R Archive Network"}, "names a publisher and no journal"),
    ],
)
def test_a_work_that_says_that_nobody_has_printed_it_or_not_where_is_not_missing(
    change: dict[str, Any], why: str
) -> None:
    resolution = resolve(QUERY._replace(**change), Index("a"), Index("b"))
    assert resolution.outcome is Outcome.UNKNOWN
    assert why in resolution.detail
    assert resolve(QUERY._replace(year=0), Index("a"), Index("b")).outcome is Outcome.GHOST


class Library(Index):
    """A catalogue, which is asked about books alone."""

    covers = frozenset({"book"})

    async def ask(self, query: Query, http: object, *, by: str) -> Reply:
        return await super().ask(query, http, by=by) if query.kind == "book" else Reply("l", Answer.NOT_ASKED)


def test_an_article_that_names_no_journal_may_be_a_book() -> None:
    book = record("library", venue="Insel", kind="book", year=1958)
    bare = QUERY._replace(venue="")
    assert resolve(bare, Index("a"), Index("b"), Library("library")).outcome is Outcome.GHOST
    resolution = resolve(bare, Index("a"), Index("b"), Library("library", book))
    assert (resolution.outcome, resolution.record, resolution.query) == (Outcome.INACCESSIBLE, book, bare)
    assert resolution.differences == ()  # a book has several editions
    assert resolve(QUERY, Index("a"), Index("b"), Library("library", book)).outcome is Outcome.GHOST


class Titles(Index):
    """An index that gives its records to those who ask for one of their titles."""

    async def ask(self, query: Query, _: object, *, by: str) -> Reply:
        there = tuple(known for known in self.records if by == "doi" or known.title == query.title)
        return Reply(self.name, Answer.FOUND if there else Answer.ABSENT, there)


def test_an_index_is_not_tried_by_the_title_of_an_entry_that_leads_to_another_work() -> None:
    other = record("registry", title="Queues", authors=(Person("Ma", "Di"),), identifiers={"doi": "10.1/a"})
    indexes = (Titles("registry", other, by="doi", authority=True), Titles("a"), Titles("b"))
    router = Router(indexes, HEARD, this_year=THIS_YEAR)
    misled = QUERY._replace(doi="10.1/a", title="A Title that Leads Elsewhere", year=2016)
    made_up = QUERY._replace(key="l", title="A Title that Nobody Has Given to Anything")

    async def confirmed() -> list[Outcome]:
        resolutions = [await router.resolve(query) for query in (misled, made_up)]
        return [(await router.confirmed(resolution)).outcome for resolution in resolutions]

    assert asyncio.run(confirmed()) == [Outcome.MISMATCH, Outcome.GHOST]


def test_a_year_to_come() -> None:
    known = Index("a", record("a", year=THIS_YEAR))
    assert resolve(QUERY._replace(year=THIS_YEAR + 1), known).differences == ()
    (found,) = resolve(QUERY._replace(year=THIS_YEAR + 2), known).differences
    assert (found.field, found.theirs) == ("year", str(THIS_YEAR))


def test_a_year_to_come_is_wrong_whatever_the_indexes_answer() -> None:
    ahead = QUERY._replace(year=THIS_YEAR + 2)
    for indexes in ([], [Index("a", silent=True)], [Index("a"), Index("b")]):
        (found,) = resolve(ahead, *indexes).differences
        assert (found.field, found.ours, found.theirs) == ("year", str(THIS_YEAR + 2), "")
    assert resolve(ahead, Index("a"), Index("b")).outcome is Outcome.GHOST  # no index is late by two years


def test_a_preprint_does_not_say_where_the_work_was_published() -> None:
    preprint = Index("a", record("a", venue="arXiv", kind="preprint"))
    asked = resolve(QUERY, preprint, Index("b", record("b"))).replies
    assert [reply.provider for reply in asked] == ["a", "b"]
    asked = resolve(QUERY, Index("b", record("b")), preprint).replies
    assert [reply.provider for reply in asked] == ["b"]


def test_the_registry_of_the_identifier_is_believed_while_another_is_silent() -> None:
    query = QUERY._replace(doi="10.1/a", year=2009)
    found = record("registry", identifiers={"doi": "10.1/a"})
    silent = Index("b", silent=True)
    told = resolve(query, Index("registry", found, by="doi", authority=True), silent)
    assert ([one.field for one in told.differences], told.unasked) == (["year"], "")
    told = resolve(query, Index("registry", found, by="doi"), silent)
    assert told.differences == ()
    assert told.unasked == "year not confirmed, since b could not be asked"


def test_the_registry_of_an_identifier_is_asked_where_an_index_has_another_work_by_it() -> None:
    query = QUERY._replace(doi="10.1/a")
    other = record(
        "a", title="Frost in Northern Harbours", authors=(Person("Ek"),), identifiers={"doi": "10.1/a"}
    )
    registry = Index("registry", other._replace(provider="registry"), by="doi", authority=True)
    told = resolve(query, Index("a", other, by="doi"), registry, Index("b", record("b")))
    assert [one.field for one in told.differences] == ["doi"]
    known = Index("a", record("a", identifiers={"doi": "10.1/a"}), by="doi")
    assert [reply.provider for reply in resolve(query, known, registry).replies] == ["a"]


def test_of_two_dates_of_a_notice_the_fuller_one_is_kept() -> None:
    notices = [Notice("retracted", "", "2021", "", "a"), Notice("retracted", "10.1/n", "2021-03-04", "", "b")]
    (joined,) = joined_notices(notices)
    assert joined == Notice("retracted", "10.1/n", "2021-03-04", "", "a, b")


def test_a_number_at_arxiv_that_is_of_no_work_or_of_another_one_is_told() -> None:
    ours = QUERY._replace(arxiv="1901.00002")
    other = record(
        "arxiv", title="Another Matter", authors=(Person("Kim", "Cy"),), identifiers={"arxiv": ours.arxiv}
    )
    found = Index("a", record("a", identifiers={"arxiv": "1901.00001"}))
    for registries in (
        [Index("arxiv", other, by="arxiv", authority=True)],
        [Index("arxiv", by="arxiv", authority=True), Index("b", by="arxiv")],
    ):
        told = [(d.field, d.ours, d.theirs, d.certain) for d in resolve(ours, *registries, found).differences]
        assert told == [("eprint", "1901.00002", "1901.00001", False)]


@pytest.mark.parametrize(("by", "field"), [("doi", "doi"), ("arxiv", "eprint")])
def test_an_identifier_of_another_part_is_told(by: str, field: str) -> None:
    title, other_title = (
        "Sorting lists in harbours. II. Frost and wind",
        "Sorting lists in harbours. I. Tides",
    )
    ours = QUERY._replace(title=title, venue="Journal of Harbours", volume="4", pages="12", **{by: "10.1/1"})
    where = {"venue": ours.venue, "volume": "4", "authors": ours.authors}
    part = record("a", title=other_title, pages="1", identifiers={by: "10.1/1"}, **where)
    meant = record("a", title=title, pages="12", identifiers={by: "10.1/2"}, **where)
    registry = Index("a", part, by=by, authority=True)
    told = resolve(ours, registry, Index("b", meant._replace(provider="b"))).differences
    assert [(d.field, d.theirs) for d in told] == [(field, "10.1/2")]
    version = meant._replace(identifiers={by: "10.1/1"}, provider="b")
    assert resolve(ours, registry, Index("b", version)).differences == ()


def test_a_number_at_arxiv_is_let_be_where_somebody_did_not_answer_or_the_work_has_several() -> None:
    ours = QUERY._replace(arxiv="1901.00002")
    found = Index("a", record("a", identifiers={"arxiv": "1901.00001"}))
    absent, silent = Index("b", by="arxiv"), Index("c", by="arxiv", silent=True)
    known = Index("d", record("d", identifiers={"arxiv": ours.arxiv}), by="arxiv")
    for indexes in ([absent, found], [absent, absent, silent, found], [absent, known, found]):
        assert resolve(ours, *indexes).differences == ()
