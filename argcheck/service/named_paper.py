"""The search for a paper by address, identifier or title, and for an open copy of it."""

from __future__ import annotations

import asyncio
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

from argcheck.bib.identifiers import ARXIV_IN_TEXT, arxiv_month, doi_of_address, normal_arxiv, normal_pmid
from argcheck.errors import UsageError
from argcheck.sources.folding import length, letters
from argcheck.sources.full_texts import fetched_copy, is_address, may_be_fetched
from argcheck.sources.http import UnansweredError
from argcheck.sources.judged import IDENTIFIERS
from argcheck.sources.model import Likeness, Query
from argcheck.sources.printings import is_preprint_record
from argcheck.sources.same_authors import compare_authors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from argcheck.errors import Failure
    from argcheck.service.inquiry import Asked
    from argcheck.sources.full_texts import FetchedCopy
    from argcheck.sources.http import Http
    from argcheck.sources.model import Notice, Record
    from argcheck.sources.options import Options
    from argcheck.sources.resolve import Router

_TITLE_WORDS = 3  #: least number of words of a title; many works share a shorter one
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_OF_PUBMED = ("europepmc.org/article/MED/", "europepmc.org/abstract/MED/")
_FIRST = 4_000  #: characters at the beginning of a copy in which its title must be


class LocatedPaper(NamedTuple):
    """The result of a search for a paper."""

    record: Record | None = None  #: of the work; None for an address without an identifier
    notices: tuple[Notice, ...] = ()  #: on the paper itself
    candidates: tuple[Record, ...] = ()  #: works with the title, if it is ambiguous
    places: tuple[str, ...] = ()  #: addresses of open copies that may be fetched, in the order of attempts
    copy: FetchedCopy | None = None
    problems: tuple[str, ...] = ()  #: a sentence for each copy that could not be used
    silent: Mapping[str, str] = _NOTHING  #: service that gave no answer -> why
    requests: Mapping[str, int] = _NOTHING  #: host -> number of requests sent
    planned: tuple[str, ...] = ()  #: addresses that a dry run would have asked
    failures: tuple[Failure, ...] = ()  #: plugins that raised
    agreed: bool = True  #: whether there was consent to fetch a copy


def query_of_name(name: str) -> Query:
    """Return the query for a paper by its address, DOI, arXiv or PubMed number, or title.

    :raises UsageError: a title has fewer than three words.
    """
    text = unquote(name)
    for page in _OF_PUBMED:
        text = text.replace(page, "pubmed/")
    number = ARXIV_IN_TEXT.search(text)
    arxiv = normal_arxiv(number[1] if number else text) if number or arxiv_month(text) else None
    doi = None if arxiv else doi_of_address(text)
    pmid = normal_pmid(text) if not (arxiv or doi) and ("pubmed" in text or "pmid" in text.lower()) else None
    if arxiv or doi or pmid or is_address(name):
        return Query(name, "misc", doi=doi or "", arxiv=arxiv or "", pmid=pmid or "")
    if length(name) < _TITLE_WORDS:
        raise UsageError(f"'{name}' is too short for a title: give the DOI or the address of the paper")
    return Query(name, "misc", title=name)


def locate_paper(
    name: str, asked: Asked, *, agree: Callable[[LocatedPaper], bool], scans: bool = False
) -> LocatedPaper:
    """Find a paper by its name and fetch an open copy; nothing is fetched for an ambiguous title.

    :param agree: receives the located paper, and returns whether a copy may be fetched.
    :param scans: whether a copy without text is accepted.
    :raises UsageError: the title is too short, or the address is of a host that may not be asked.
    """
    from datetime import UTC, datetime

    from argcheck.sources.resolve import Router

    query = query_of_name(name)
    asked, dry = asked.with_text_hosts(), asked.request.dry_run
    if is_address(name):
        _require_host(name, query, fetched=_may_be_fetched(asked.options, name))

    async def search() -> LocatedPaper:
        async with asked.connect() as http:
            router = Router(asked.providers, http, this_year=datetime.now(UTC).date().year, dry=dry)
            located = _with_places(await _identified(query, router), name, asked.options)
            if located.places and not (located.candidates or dry):
                if agree(located):
                    located = await _fetched(located, http, scans=scans)
                else:
                    located = located._replace(agreed=False)
            return located._replace(
                silent=router.silent,
                requests=http.requests,
                planned=tuple(http.planned),
                failures=asked.failures,
            )

    return asyncio.run(search())


def _with_places(located: LocatedPaper, name: str, options: Options) -> LocatedPaper:
    """Return the paper with the addresses of copies that may be fetched, including one given as its name."""
    places = dict.fromkeys(place for place in (*located.places, name) if is_address(place))
    usable = tuple(place for place in places if _may_be_fetched(options, place))
    problems = tuple(
        f"{place}: its host is not in the list of hosts for full texts"
        for place in places
        if place not in usable and place != name
    )
    return located._replace(places=usable, problems=problems)


def _may_be_fetched(options: Options, place: str) -> bool:
    try:
        return may_be_fetched(options, place)
    except ValueError:
        return False


def _require_host(name: str, query: Query, *, fetched: bool) -> None:
    try:
        host = urlsplit(name).hostname or ""
    except ValueError:
        host = ""
    if not fetched and not any(getattr(query, by) for by in IDENTIFIERS):
        raise UsageError(
            f"{name}: {host or 'this'} is not in the list of hosts for full texts, and the address names no DOI, arXiv or "
            "PubMed number: give one of these or the title, or fetch the paper yourself and give the file"
        )


async def _identified(query: Query, router: Router) -> LocatedPaper:
    """Return the work and its copies; for an ambiguous title, all works with it."""
    records: tuple[Record, ...] = ()
    if query.title:
        judged = [match for reply in await router.works_of_title(query) for match in reply.judged]
        works = _works(match.record for match in judged if match.same)
        if len(works) != 1:
            near = works or _works(match.record for match in judged if match.same is None)
            return LocatedPaper(candidates=tuple(work[0] for work in near))
        records = tuple(works[0])
        known = {by: _first(records, by) for by in IDENTIFIERS}
        if not any(known.values()):
            return LocatedPaper(records[0], places=_texts(records))
        query = Query(query.key, "misc", **known)  # type: ignore[arg-type]
    if not any(getattr(query, by) for by in IDENTIFIERS):
        return LocatedPaper()
    resolution = await router.resolve(query)
    record = resolution.record or (records[0] if records else None)
    places = tuple(dict.fromkeys((*resolution.texts, *_texts(records))))
    return LocatedPaper(record, resolution.notices, places=places)


def _first(records: Iterable[Record], by: str) -> str:
    return next((record.identifiers[by] for record in records if record.identifiers.get(by)), "")


def _texts(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(text for record in records for text in record.texts)


def _works(records: Iterable[Record]) -> list[list[Record]]:
    """Group records by work, published ones first; publications with different DOIs are different works."""
    works: list[list[Record]] = []
    for record in sorted(records, key=is_preprint_record):
        own = [work for work in works if any(_one_work(record, other) for other in work)]
        if own:
            own[0].append(record)
        else:
            works.append([record])
    return works


def _one_work(record: Record, other: Record) -> bool:
    ours, theirs = (
        {by: value.lower() for by, value in item.identifiers.items() if by in IDENTIFIERS}
        for item in (record, other)
    )
    shared = ours.keys() & theirs.keys()
    if any(ours[by] == theirs[by] for by in shared):
        return True
    versions = is_preprint_record(record) != is_preprint_record(other)
    if "doi" in shared and not versions:
        return False
    return compare_authors(record.authors, other.authors).likeness is Likeness.SAME


async def _fetched(located: LocatedPaper, http: Http, *, scans: bool) -> LocatedPaper:
    """Return the paper with the first copy that is an article, and the problems of others."""
    problems = [*located.problems]
    for place in located.places:
        try:
            copy = await fetched_copy(http, place, scans=scans, articles=True)
            return located._replace(copy=copy, problems=tuple(problems))
        except UnansweredError as error:
            problems.append(f"{place}: {error}")
    return located._replace(problems=tuple(problems))


def says_title(copy: FetchedCopy, record: Record) -> bool:
    """Whether the title of a record is at the beginning of a copy."""
    beginning = letters("\n".join(block.text for block in copy.text.blocks[:40])[:_FIRST])
    return letters(record.title) in beginning
