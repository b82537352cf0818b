"""Semantic Scholar: an index of all fields, strong in computer science."""

from __future__ import annotations

import os
from typing import Any
from urllib.parse import quote

from argcheck.bib.identifiers import normal_arxiv, normal_doi
from argcheck.sources.citers import MOST, Cited, Citer
from argcheck.sources.http import Absence, Http, Service
from argcheck.sources.model import Query, Record, Relation, Reply
from argcheck.sources.replies import items, json_object, objects, person, table, text, title_notices, year_of

KEY = "SEMANTIC_SCHOLAR_API_KEY"
_FIELDS = "title,authors,year,venue,publicationVenue,journal,externalIds,publicationTypes,openAccessPdf"
_CITING = "title,year,venue,externalIds,citationCount,openAccessPdf"


def _says_absent(body: bytes) -> bool:
    why = json_object(body, "error")["error"]
    return isinstance(why, str) and (
        why == "Title match not found" or (why.startswith("Paper with id ") and why.endswith(" not found"))
    )


_ABSENT = Absence(("application/json",), _says_absent)


class SemanticScholar:
    """Asks api.semanticscholar.org, with the key in ``SEMANTIC_SCHOLAR_API_KEY`` if it is set."""

    name = "semanticscholar"
    service = Service("semanticscholar", "https://api.semanticscholar.org", per_second=1)
    services = (service,)
    answers = frozenset({"doi", "arxiv", "pmid", "search"})
    authority = False
    covers = frozenset({"article", "inproceedings", "conference"})

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one identifier, or for the best match of a title."""
        headers = _headers()
        if by == "search":
            parameters = {"query": query.title[:300], "fields": _FIELDS}
            path = "/graph/v1/paper/search/match"
            records = await http.ask(
                self.service, path, parameters, read=_listed, absent=_ABSENT, headers=headers
            )
            return Reply.of(self.name, *(records or ()))
        name = {"doi": f"DOI:{query.doi}", "arxiv": f"ARXIV:{query.arxiv}", "pmid": f"PMID:{query.pmid}"}[by]
        path = f"/graph/v1/paper/{quote(name, safe=':/')}"
        record = await http.ask(
            self.service, path, {"fields": _FIELDS}, read=_single, absent=_ABSENT, headers=headers
        )
        return Reply.of(self.name, record)

    async def citers(self, work: Cited, http: Http) -> list[Citer]:
        """Return works with an open copy that cite ``work``, without percentiles of them and of their venues."""
        path = f"/graph/v1/paper/{quote(f'DOI:{work.doi}', safe=':/')}/citations"
        parameters = {"fields": _CITING, "limit": str(MOST)}
        citers = await http.ask(self.service, path, parameters, read=_citing, headers=_headers())
        return [citer for citer in citers or () if citer.texts]


def _headers() -> dict[str, str] | None:
    key = os.environ.get(KEY, "")
    return {"x-api-key": key} if key else None


def _citing(body: bytes) -> list[Citer]:
    return [_citer(table(item, "citingPaper")) for item in objects(json_object(body), "data")]


def _citer(data: dict[str, Any]) -> Citer:
    record = _record(data)
    arxiv, count = record.identifiers.get("arxiv", ""), data.get("citationCount")
    doi, is_preprint = record.identifiers.get("doi", ""), record.kind == "preprint"
    copies = (*record.texts, *([f"https://arxiv.org/pdf/{arxiv}"] if arxiv else ()))
    texts, count = tuple(dict.fromkeys(copies)), count if isinstance(count, int) else 0
    return Citer(record.title, doi, record.year, record.venue, is_preprint, texts, count)


def _single(body: bytes) -> Record:
    return _record(json_object(body, "paperId"))


def _listed(body: bytes) -> list[Record]:
    answer = json_object(body)
    records = [_record(item) for item in objects(answer, "data")]
    if not records and set(answer) != {"data"}:  # an empty list without an error also means no match
        raise ValueError("no works, and not the word that there are none")
    return records


def _record(data: dict[str, Any]) -> Record:
    known = table(data, "externalIds")
    doi, arxiv = normal_doi(text(known.get("DOI"))) or "", normal_arxiv(text(known.get("ArXiv"))) or ""
    identifiers = (
        ("doi", doi),
        ("arxiv", arxiv),
        ("pmid", text(known.get("PubMed"))),
        ("s2", text(data.get("paperId"))),
    )
    journal = table(data, "journal")
    names = [
        text(data.get("venue")),
        text(table(data, "publicationVenue").get("name")),
        text(journal.get("name")),
        *(text(item) for item in items(table(data, "publicationVenue").get("alternate_names"))[:10]),
    ]
    names = [name for name in dict.fromkeys(names) if name]
    published = bool(doi) and not doi.startswith("10.48550/")
    kinds = {text(item) for item in items(data.get("publicationTypes"))}
    free = text(table(data, "openAccessPdf").get("url"))
    record = Record(
        SemanticScholar.name,
        f"https://www.semanticscholar.org/paper/{text(data.get('paperId'))}",
        {name: value for name, value in identifiers if value},
        text(data.get("title")),
        tuple(
            person(text(table(item).get("name")))
            for item in items(data.get("authors"))
            if table(item).get("name")
        ),
        year_of(data.get("year")),
        names[0] if names else "",
        text(journal.get("volume")),
        text(journal.get("pages")),
        "preprint" if arxiv and not published and names[:1] in ([], ["arXiv.org"]) else "",
        texts=(free,) if free else (),
        related=(Relation("published-as", f"doi:{doi}"),) if arxiv and published else (),
        review=kinds == {"Review"},
        venues=tuple(names[1:]),
    )
    return record._replace(notices=title_notices(record))
