"""Europe PMC: the life sciences, PubMed included, with kinds of publication and notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.bib.identifiers import normal_doi
from argcheck.sources.http import Service
from argcheck.sources.model import Answer, Notice, Person, Record, Relation, Reply, Status
from argcheck.sources.replies import (
    KINDS,
    items,
    objects,
    table,
    text,
    title_notices,
    year_of,
)

if TYPE_CHECKING:
    from argcheck.sources.http import Http
    from argcheck.sources.model import Query

_REVIEWS = frozenset({"review", "review-article", "systematic review", "systematic-review", "meta-analysis"})


class EuropePmc:
    """Asks the REST service of Europe PMC."""

    name = "europepmc"
    service = Service("europepmc", "https://www.ebi.ac.uk", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "pmid", "search"})
    authority = False  # of PubMed numbers it is; of DOIs it is not
    notices = True

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for a PubMed number, a DOI or a title."""
        wanted = {
            "pmid": f"EXT_ID:{query.pmid} AND SRC:MED",
            "doi": f'DOI:"{query.doi}"',
            "search": f'TITLE:"{_quoted(query.title)}"',
        }[by]
        parameters = {"query": wanted, "format": "json", "resultType": "core", "pageSize": "5"}
        found = await http.ask(self.service, "/europepmc/webservices/rest/search", parameters, read=_records)
        return Reply(self.name, Answer.FOUND if found else Answer.ABSENT, tuple(found or ()))


def _quoted(title: str) -> str:
    return title.replace("\\", " ").replace('"', " ")[:300]


def _records(body: bytes) -> list[Record]:
    return [_record(one) for one in objects(body, "resultList", "result")]


def _record(data: dict[str, Any]) -> Record:
    doi, pmid, pmcid = (
        normal_doi(text(data.get("doi"))) or "",
        text(data.get("pmid")),
        text(data.get("pmcid")),
    )
    journal = table(data, "journalInfo")
    names = table(journal, "journal")
    kinds = {text(one).lower() for one in items(table(data, "pubTypeList").get("pubType"))}
    venues = [text(names.get(name)) for name in ("title", "isoabbreviation", "medlineAbbreviation")]
    addresses = [table(one) for one in items(table(data, "fullTextUrlList").get("fullTextUrl"))]
    free = [text(one.get("url")) for one in addresses if text(one.get("availabilityCode")) in {"OA", "F"}]
    preprint = text(data.get("source")) == "PPR"
    record = Record(
        EuropePmc.name,
        f"https://europepmc.org/article/{text(data.get('source'))}/{text(data.get('id'))}",
        {name: value for name, value in (("doi", doi), ("pmid", pmid), ("pmcid", pmcid)) if value},
        text(data.get("title")).rstrip("."),
        tuple(_person(table(one)) for one in items(table(data, "authorList").get("author"))),
        year_of(journal.get("yearOfPublication")) or year_of(data.get("pubYear")),
        next(filter(None, venues), ""),
        text(journal.get("volume")),
        text(data.get("pageInfo")),
        "preprint" if preprint else "article",
        tuple(_notices(data, kinds)),
        text(data.get("abstractText")),
        tuple(free),
        tuple(_relations(data)) if preprint else (),
        bool(kinds & _REVIEWS),
        years=tuple(filter(None, (year_of(data.get("firstPublicationDate")), year_of(data.get("pubYear"))))),
        venues=tuple(filter(None, venues[1:])),
    )
    return record._replace(notices=record.notices or title_notices(record))


def _person(one: dict[str, Any]) -> Person:
    if one.get("lastName"):
        return Person(text(one["lastName"]), text(one.get("firstName")) or text(one.get("initials")))
    return Person(text(one.get("collectiveName")) or text(one.get("fullName")))


def _notices(data: dict[str, Any], kinds: set[str]) -> list[Notice]:
    """Read the notices that PubMed links, and the kind of publication that says the same."""
    found = []
    for one in items(table(data, "commentCorrectionList").get("commentCorrection")):
        status = KINDS.get(text(table(one).get("type")).lower())
        if status:
            reference = text(one.get("reference"))
            number = f"PMID {text(one.get('id'))}" if one.get("id") else ""
            year = year_of(reference)
            found.append(
                Notice(
                    status,
                    "",
                    str(year) if year else "",
                    ", ".join(filter(None, (reference, number))),
                    EuropePmc.name,
                )
            )
    if "retracted publication" in kinds and not any(one.status == Status.RETRACTED for one in found):
        found.append(Notice(Status.RETRACTED, origin=EuropePmc.name))
    return found


def _relations(data: dict[str, Any]) -> list[Relation]:
    """Read what a preprint was published as."""
    return [
        Relation("published-as", f"pmid:{text(one.get('id'))}")
        for one in items(table(data, "commentCorrectionList").get("commentCorrection"))
        if isinstance(one, dict)
        and text(one.get("type")).lower() == "preprint of"
        and one.get("source") == "MED"
    ]
