"""OpenAlex: an open index of all fields; the lookup of a DOI is free, a search costs, so it comes late."""

from __future__ import annotations

import os
import re
from typing import Any
from urllib.parse import quote

from argcheck.bib.identifiers import normal_doi
from argcheck.sources.citers import MOST, Cited, Citer
from argcheck.sources.folding import letters
from argcheck.sources.http import Absence, Http, Service
from argcheck.sources.model import Answer, Likeness, Notice, Query, Record, Reply, Status
from argcheck.sources.printed_words import printed_words
from argcheck.sources.replies import items, json_object, objects, person, table, text, title_notices, year_of
from argcheck.sources.same_authors import same_person
from argcheck.sources.venues import compare_venues, is_preprint_venue

KEY = "OPENALEX_API_KEY"
#: An absent record gives a web page, as a firewall would; it counts only if the list of matches is empty, too.
_PERHAPS = Absence(("text/html", "application/json"), lambda _: True)
_MOST_WORKS = 100  #: of an author in one answer
_MOST_OF_A_TITLE = 25  #: works of an author and a title in one answer
_FIELDS = "id,doi,display_name,authorships,publication_year,primary_location,biblio,type,is_retracted,open_access,ids"
_OF_JOURNAL = "display_name,abbreviated_title,alternate_titles,works_count,counts_by_year"
_CITING = (
    "id,doi,display_name,publication_year,type,is_retracted,open_access,locations,primary_location,"
    "cited_by_count,citation_normalized_percentile,cited_by_percentile_year"
)


class OpenAlex:
    """Asks api.openalex.org, with the key in the environment variable ``OPENALEX_API_KEY`` if it is set."""

    name = "openalex"
    service = Service("openalex", "https://api.openalex.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "pmid", "search", "authors", "journal"})
    authority = False
    covers = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
    notices = True
    takes_references = True

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one DOI or PubMed number, for a title, or for works by the first author."""
        secret = _secret()
        if by == "search":
            return await (self._printed(query.printed, http) if query.printed else self._titled(query, http))
        if by == "journal":
            return await self._of_journal(query, http)
        if by == "authors":
            parameters = {"filter": _by_author(query), "per-page": str(_MOST_WORKS), "select": _FIELDS}
            records = await http.ask(self.service, "/works", parameters, read=_listed, secret=secret) or []
            return Reply.of(self.name, *records, full=len(records) >= _MOST_WORKS)
        path = f"/works/doi:{quote(query.doi, safe='/')}" if by == "doi" else f"/works/pmid:{query.pmid}"
        fields = {"select": _FIELDS}
        record = await http.ask(self.service, path, fields, read=_single, absent=_PERHAPS, secret=secret)
        return Reply.of(self.name, record or await self._sought(query, http, by))

    async def _titled(self, query: Query, http: Http) -> Reply:
        """Ask for works of a title; if the answer is cut and lacks the work, also with the first author."""
        wanted = f"title.search:{_words(query.title)[:300]}"
        parameters = {"filter": wanted, "per-page": "5", "select": _FIELDS}
        total, records = await self._counted(parameters, http)
        cut = total > len(records) and bool(query.authors) and not _has(records, query)
        if cut:
            parameters |= {"filter": f"{wanted},{_by_family(query)}", "per-page": str(_MOST_OF_A_TITLE)}
            total, more = await self._counted(parameters, http)
            records += more
            cut = total > len(more)
        return Reply.of(self.name, *records, full=cut)

    async def _printed(self, text_of: str, http: Http) -> Reply:
        """Ask for works of the author that a reference prints, of its year, with any of its longest words."""
        printed = printed_words(text_of)
        if printed is None:
            return Reply(self.name, Answer.NOT_ASKED)
        filters = (
            f"title.search:{'|'.join(printed.words)}",
            f"raw_author_name.search:{printed.family}",
            f"publication_year:{'|'.join(map(str, printed.years))}",
        )
        parameters = {"filter": ",".join(filters), "per-page": str(_MOST_OF_A_TITLE), "select": _FIELDS}
        total, records = await self._counted(parameters, http)
        return Reply.of(self.name, *records, full=total > len(records))

    async def _of_journal(self, query: Query, http: Http) -> Reply:
        """Ask for a journal by its ISSN or name, and return the years of which it has works, if it tells all."""
        by = {"filter": f"issn:{query.issn}"} if query.issn else {"search": _words(query.venue)[:300]}
        parameters = by | {"per-page": "10", "select": _OF_JOURNAL}
        sources = await http.ask(self.service, "/sources", parameters, read=_sources, secret=_secret()) or []
        known = [_years(source, query.year) for source in sources if _is_journal(source, query)]
        if not known:
            return Reply.of(self.name)
        told = [years for years in known if years is not None]
        years = frozenset().union(*told) if len(told) == len(known) else None
        return Reply(self.name, Answer.FOUND, years=years)

    async def _counted(self, parameters: dict[str, str], http: Http) -> tuple[int, list[Record]]:
        counted = await http.ask(self.service, "/works", parameters, read=_counted, secret=_secret())
        return counted or (0, [])

    async def _sought(self, query: Query, http: Http, by: str) -> Record | None:
        """Ask for a list of matches instead, which is empty if there is no record."""
        parameters = {"filter": f"{by}:{getattr(query, by)}", "per-page": "1", "select": _FIELDS}
        records = await http.ask(self.service, "/works", parameters, read=_listed, secret=_secret())
        return records[0] if records else None

    async def citers(self, work: Cited, http: Http) -> list[Citer]:
        """Return open works that cite ``work``, the most cited first, with the mean citations of their venues."""
        secret = _secret()
        path = f"/works/doi:{quote(work.doi, safe='/')}"
        record = await http.ask(self.service, path, {"select": _FIELDS}, read=_single, secret=secret)
        number = record.identifiers.get("openalex") if record else ""
        if not number:
            return []
        parameters = {
            "filter": f"cites:{number},is_oa:true,is_retracted:false",
            "per-page": str(MOST),
            "sort": "cited_by_count:desc",
            "select": _CITING,
        }
        citers = await http.ask(self.service, "/works", parameters, read=_results, secret=secret) or []
        sources = sorted({_venue_id(item) for item in citers} - {""})
        standings: dict[str, float] = {}
        if sources:
            parameters = {
                "filter": f"ids.openalex:{'|'.join(sources)}",
                "per-page": str(MOST),
                "select": "id,summary_stats",
            }
            standings = (
                await http.ask(self.service, "/sources", parameters, read=_standings, secret=secret) or {}
            )
        return [_citer(item, standings) for item in citers]


def _by_author(query: Query) -> str:
    """Return the filter for works by the first author of an entry, at most a year apart from it."""
    filters = [_by_family(query)]
    if query.year:
        filters.append(f"publication_year:{query.year - 1}|{query.year}|{query.year + 1}")
    return ",".join(filters)


def _by_family(query: Query) -> str:
    return f"raw_author_name.search:{_words(query.authors[0].family)[:100]}"


def _words(text_of: str) -> str:
    """Return a text without signs that have a meaning in a filter."""
    return " ".join(re.findall(r"\w+", text_of))


def _has(records: list[Record], query: Query) -> bool:
    """Whether one of the works has the title and the first author of an entry."""
    return any(
        letters(record.title) == letters(query.title)
        and any(same_person(author, query.authors[0]) for author in record.authors)
        for record in records
    )


def _secret() -> dict[str, str] | None:
    key = os.environ.get(KEY, "")
    return {"api_key": key} if key else None


def _results(body: bytes) -> list[dict[str, Any]]:
    return objects(json_object(body), "results")


def _sources(body: bytes) -> list[dict[str, Any]] | None:
    """Return the sources of an answer; None if there are none.

    :raises ValueError: the answer has no sources, but does not say that there are none.
    """
    answer = json_object(body)
    shown = objects(answer, "results")
    if not shown and table(answer, "meta").get("count") != 0:
        raise ValueError("no sources, and not the word that there are none")
    return shown or None


def _is_journal(source: dict[str, Any], query: Query) -> bool:
    """Whether a source is the journal of an entry by its very name, or by its ISSN unless the names contradict it."""
    written = (
        source.get("display_name"),
        source.get("abbreviated_title"),
        *items(source.get("alternate_titles")),
    )
    names = [name for name in map(text, written) if name]
    if query.issn:
        return any(compare_venues(query.venue, name) is not Likeness.OTHER for name in names)
    return _bare(query.venue) in map(_bare, names)


def _bare(name: str) -> str:
    return letters(name).removeprefix("the")


def _years(source: dict[str, Any], year: int) -> frozenset[int] | None:
    """Return the years of the works of a journal; None if those about a year are not known.

    They are told for the last ten years, without years of no works and citations.
    """
    counts = {item.get("year"): item.get("works_count") for item in objects(source, "counts_by_year")}
    numbers = {at: many for at, many in counts.items() if isinstance(at, int) and isinstance(many, int)}
    whole = sum(numbers.values()) == source.get("works_count")
    if not whole and year - 1 < min(numbers, default=year):
        return None
    return frozenset(at for at, many in numbers.items() if many)


def _standings(body: bytes) -> dict[str, float]:
    standings = {
        _number(result.get("id")): table(result, "summary_stats").get("2yr_mean_citedness")
        for result in _results(body)
    }
    return {number: float(value) for number, value in standings.items() if isinstance(value, int | float)}


def _citer(data: dict[str, Any], standings: dict[str, float]) -> Citer:
    source = table(data, "primary_location", "source")
    count = data.get("cited_by_count")
    copies = [
        address
        for item in map(table, items(data.get("locations")))
        if item.get("is_oa") is True
        for address in (text(item.get("pdf_url")), text(item.get("landing_page_url")))
    ]
    places = (text(table(data, "open_access").get("oa_url")), *copies)
    return Citer(
        text(data.get("display_name")),
        normal_doi(text(data.get("doi"))) or "",
        year_of(data.get("publication_year")),
        text(source.get("display_name")),
        data.get("type") == "preprint" or source.get("type") == "repository",
        tuple(place for place in dict.fromkeys(places) if place),
        count if isinstance(count, int) else 0,
        _percentile(data),
        standings.get(_venue_id(data)),
    )


def _percentile(data: dict[str, Any]) -> float | None:
    """Return the percentile of a work's citations, 0 to 1: in its field, year and type, else in its year; else None."""
    value = table(data, "citation_normalized_percentile").get("value")
    if isinstance(value, int | float) and 0 <= value <= 1:
        return float(value)
    low, high = (table(data, "cited_by_percentile_year").get(name) for name in ("min", "max"))
    if isinstance(low, int | float) and isinstance(high, int | float) and 0 <= low <= high <= 100:
        return (low + high) / 200
    return None


def _venue_id(data: dict[str, Any]) -> str:
    return _number(table(data, "primary_location", "source").get("id"))


def _number(address: Any) -> str:
    return text(address).rpartition("/")[2]


def _single(body: bytes) -> Record:
    return _record(json_object(body, "id"))


def _listed(body: bytes) -> list[Record]:
    counted = _counted(body)
    return counted[1] if counted else []


def _counted(body: bytes) -> tuple[int, list[Record]] | None:
    """Return the number of works and those in the answer; None if there are none.

    :raises ValueError: the answer has no works, but does not say that there are none.
    """
    answer = json_object(body)
    shown, total = objects(answer, "results"), table(answer, "meta").get("count")
    if not shown:
        if isinstance(total, bool) or total != 0:
            raise ValueError("no works, and not the word that there are none")
        return None
    return (total if isinstance(total, int) else len(shown)), [_record(result) for result in shown]


def _record(data: dict[str, Any]) -> Record:
    address = text(data.get("id"))
    doi = normal_doi(text(data.get("doi"))) or ""
    pmid = text(table(data, "ids").get("pmid")).rpartition("/")[2]
    numbers = table(data, "biblio")
    pages = "-".join(filter(None, (text(numbers.get(name)) for name in ("first_page", "last_page"))))
    free = text(table(data, "open_access").get("oa_url"))
    kind = text(data.get("type"))
    identifiers = (("doi", doi), ("pmid", pmid), ("openalex", address.rpartition("/")[2]))
    record = Record(
        OpenAlex.name,
        address,
        {name: value for name, value in identifiers if value},
        text(data.get("display_name")) or text(data.get("title")),
        tuple(person(_name(table(item))) for item in items(data.get("authorships")) if _name(table(item))),
        year_of(data.get("publication_year")),
        _venue(table(data, "primary_location", "source")),
        text(numbers.get("volume")),
        pages,
        kind,
        (Notice(Status.RETRACTED, origin=OpenAlex.name),) if data.get("is_retracted") is True else (),
        texts=(free,) if free else (),
        review=kind == "review",
    )
    return record._replace(notices=record.notices or title_notices(record))


def _venue(source: dict[str, Any]) -> str:
    """Return the name of the venue; empty for the repository of a university, whose works appeared elsewhere."""
    name = text(source.get("display_name"))
    return "" if source.get("type") == "repository" and not is_preprint_venue(name) else name


def _name(item: dict[str, Any]) -> str:
    return text(table(item, "author").get("display_name")) or text(item.get("raw_author_name"))
