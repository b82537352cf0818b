"""DataCite: the registry of the DOIs of arXiv, Zenodo, institutional archives and data."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from argcheck.bib.identifiers import normal_arxiv, normal_doi
from argcheck.sources.http import Absence, Http, Service
from argcheck.sources.model import Answer, Notice, Person, Query, Record, Relation, Reply, Status
from argcheck.sources.replies import (
    items,
    json_object,
    objects,
    person,
    says_withdrawn,
    table,
    text,
    title_notices,
    year_of,
)

_ARXIV = "10.48550/arxiv."
_TYPES = {"Preprint": "preprint", "Dissertation": "thesis", "JournalArticle": "article", "Dataset": "dataset"}


def _says_absent(body: bytes) -> bool:
    """Whether a 404 is of the service itself; a gateway before it uses the same format, with other words."""
    return any(
        text(error.get("status")) == "404"
        and text(error.get("title")).startswith("The resource you are looking for")
        for error in objects(json_object(body, "errors"), "errors")
    )


_OTHER_TITLES = frozenset({"AlternativeTitle", "TranslatedTitle"})
_ABSENT = Absence(("application/json", "application/vnd.api+json"), _says_absent)


class DataCite:
    """Asks api.datacite.org; for an arXiv number, by its DOI."""

    name = "datacite"
    service = Service("datacite", "https://api.datacite.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "arxiv", "search"})
    authority = True

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one DOI or arXiv number, or for a title."""
        if by == "search":
            title = query.title.replace("\\", " ").replace('"', " ")[:300]
            parameters = {"query": f'titles.title:"{title}"', "page[size]": "5"}
            records = await http.ask(self.service, "/dois", parameters, read=_listed)
            return Reply.of(self.name, *(records or ()))
        if by == "arxiv" and query.version:
            return Reply(self.name, Answer.NOT_ASKED)  # only arXiv itself knows its versions
        doi = query.doi if by == "doi" else _ARXIV + query.arxiv
        record = await http.ask(self.service, f"/dois/{quote(doi, safe='')}", read=_single, absent=_ABSENT)
        return Reply.of(self.name, record)


def _single(body: bytes) -> Record:
    single = json_object(body)
    if not table(single, "data", "attributes"):
        raise ValueError("no attributes")
    return _record(table(single, "data", "attributes"))


def _listed(body: bytes) -> list[Record]:
    answer = json_object(body)
    works = [table(item, "attributes") for item in objects(answer, "data")]
    if not all(works):
        raise ValueError("no attributes")
    if not works and table(answer, "meta").get("total") != 0:
        raise ValueError("no works, and not the word that there are none")
    return [_record(work) for work in works]


def _record(data: dict[str, Any]) -> Record:
    doi = normal_doi(text(data.get("doi"))) or ""
    arxiv = normal_arxiv(doi.removeprefix(_ARXIV)) or "" if doi.startswith(_ARXIV) else ""
    titles = [table(item) for item in items(data.get("titles"))]
    subtitle = next(
        (text(title.get("title")) for title in titles if title.get("titleType") == "Subtitle"), ""
    )
    pages = "-".join(
        filter(None, (text(table(data, "container").get(name)) for name in ("firstPage", "lastPage")))
    )
    publisher = data.get("publisher")
    years = {year_of(table(item).get("date")) for item in items(data.get("dates"))}
    year = year_of(data.get("publicationYear"))
    descriptions = [text(table(item).get("description")) for item in items(data.get("descriptions"))]
    kind = text(table(data, "types").get("resourceTypeGeneral"))
    record = Record(
        DataCite.name,
        f"https://doi.org/{doi}",
        {name: value for name, value in (("doi", doi), ("arxiv", arxiv)) if value},
        next((text(title.get("title")) for title in titles if not title.get("titleType")), ""),
        tuple(_person(table(item)) for item in items(data.get("creators"))),
        year,
        "arXiv"
        if arxiv
        else text(table(data, "container").get("title")) or text(table(publisher).get("name") or publisher),
        text(table(data, "container").get("volume")),
        pages,
        "preprint" if arxiv else _TYPES.get(kind, kind.lower()),
        texts=(f"https://arxiv.org/pdf/{arxiv}",) if arxiv else (),
        related=tuple(_relations(data)) if arxiv else (),
        titles=tuple(text(title.get("title")) for title in titles if title.get("titleType") in _OTHER_TITLES),
        years=tuple(sorted(years - {0, year})),
        subtitle=subtitle,
    )
    if arxiv and any(says_withdrawn(description) for description in descriptions):
        return record._replace(notices=(Notice(Status.WITHDRAWN, origin=DataCite.name),))
    return record._replace(notices=title_notices(record))


def _person(item: dict[str, Any]) -> Person:
    if item.get("familyName"):
        return Person(text(item["familyName"]), text(item.get("givenName")))
    name = text(item.get("name"))
    return Person(name) if item.get("nameType") == "Organizational" else person(name)


def _relations(data: dict[str, Any]) -> list[Relation]:
    relations = []
    for item in items(data.get("relatedIdentifiers")):
        doi = normal_doi(text(table(item).get("relatedIdentifier")))
        if (
            doi
            and table(item).get("relationType") in {"IsVersionOf", "IsPreprintOf"}
            and not doi.startswith(_ARXIV)
        ):
            relations.append(Relation("published-as", f"doi:{doi}"))
    return relations
