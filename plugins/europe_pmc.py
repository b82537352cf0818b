"""Europe PMC: the life sciences including PubMed, with types of publications and notices."""

from __future__ import annotations

from typing import Any

from argcheck.bib.identifiers import normal_doi
from argcheck.sources.http import Http, Service
from argcheck.sources.model import Notice, Person, Query, Record, Relation, Reply, Status
from argcheck.sources.replies import KINDS, items, json_object, objects, table, text, title_notices, year_of

_REVIEWS = frozenset({"review", "review-article", "systematic review", "systematic-review", "meta-analysis"})


class EuropePmc:
    """Asks the REST service of Europe PMC."""

    name = "europepmc"
    service = Service("europepmc", "https://www.ebi.ac.uk", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "pmid", "search"})
    authority = False  # it would be for PubMed numbers, but not for DOIs
    notices = True

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for a PubMed number, a DOI or a title."""
        wanted = {
            "pmid": f"EXT_ID:{query.pmid} AND SRC:MED",
            "doi": f'DOI:"{query.doi}"',
            "search": f'TITLE:"{_quoted(query.title)}"',
        }[by]
        parameters = {"query": wanted, "format": "json", "resultType": "core", "pageSize": "5"}
        records = await http.ask(
            self.service, "/europepmc/webservices/rest/search", parameters, read=_records
        )
        return Reply.of(self.name, *(records or ()))


def _quoted(title: str) -> str:
    return title.replace("\\", " ").replace('"', " ")[:300]


def _records(body: bytes) -> list[Record]:
    answer = json_object(body)
    results = objects(answer, "resultList", "result")
    if not all(text(result.get("id")) for result in results):
        raise ValueError("no id")
    if not results and answer.get("hitCount") != 0:
        raise ValueError("no works, and not the word that there are none")
    return [_record(result) for result in results]


def _record(data: dict[str, Any]) -> Record:
    doi, pmid, pmcid = (
        normal_doi(text(data.get("doi"))) or "",
        text(data.get("pmid")),
        text(data.get("pmcid")),
    )
    journal = table(data, "journalInfo")
    names = table(journal, "journal")
    kinds = {text(item).lower() for item in items(table(data, "pubTypeList").get("pubType"))}
    venues = [text(names.get(name)) for name in ("title", "isoabbreviation", "medlineAbbreviation")]
    addresses = [table(item) for item in items(table(data, "fullTextUrlList").get("fullTextUrl"))]
    free = [
        text(address.get("url"))
        for address in addresses
        if text(address.get("availabilityCode")) in {"OA", "F"}
    ]
    preprint = text(data.get("source")) == "PPR"
    record = Record(
        EuropePmc.name,
        f"https://europepmc.org/article/{text(data.get('source'))}/{text(data.get('id'))}",
        {name: value for name, value in (("doi", doi), ("pmid", pmid), ("pmcid", pmcid)) if value},
        text(data.get("title")).rstrip("."),
        tuple(_person(table(item)) for item in items(table(data, "authorList").get("author"))),
        year_of(journal.get("yearOfPublication")) or year_of(data.get("pubYear")),
        next(filter(None, venues), ""),
        text(journal.get("volume")),
        text(data.get("pageInfo")),
        "preprint" if preprint else "article",
        tuple(_notices(data, kinds)),
        tuple(free),
        tuple(_relations(data)) if preprint else (),
        bool(kinds & _REVIEWS),
        years=tuple(filter(None, (year_of(data.get("firstPublicationDate")), year_of(data.get("pubYear"))))),
        venues=tuple(filter(None, venues[1:])),
    )
    return record._replace(notices=record.notices or title_notices(record))


def _person(item: dict[str, Any]) -> Person:
    if item.get("lastName"):
        return Person(text(item["lastName"]), text(item.get("firstName")) or text(item.get("initials")))
    return Person(text(item.get("collectiveName")) or text(item.get("fullName")))


def _notices(data: dict[str, Any], kinds: set[str]) -> list[Notice]:
    """Read the notices that PubMed links, and the kind of publication that says the same."""
    notices = []
    for item in items(table(data, "commentCorrectionList").get("commentCorrection")):
        status = KINDS.get(text(table(item).get("type")).lower())
        if status:
            reference = text(item.get("reference"))
            number = f"PMID {text(item.get('id'))}" if item.get("id") else ""
            detail = ", ".join(filter(None, (reference, number)))
            notices.append(Notice(status, "", str(year_of(reference) or ""), detail, EuropePmc.name))
    if "retracted publication" in kinds and not any(notice.status == Status.RETRACTED for notice in notices):
        notices.append(Notice(Status.RETRACTED, origin=EuropePmc.name))
    return notices


def _relations(data: dict[str, Any]) -> list[Relation]:
    """Read what a preprint was published as."""
    return [
        Relation("published-as", f"pmid:{text(item.get('id'))}")
        for item in items(table(data, "commentCorrectionList").get("commentCorrection"))
        if isinstance(item, dict)
        and text(item.get("type")).lower() == "preprint of"
        and item.get("source") == "MED"
    ]
