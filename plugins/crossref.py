"""Crossref: the registry of most DOIs of journals, proceedings and books, and of the notices about them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from argcheck.sources.csl import csl_record, update_notices
from argcheck.sources.http import Absence, Http, Service, UnansweredError
from argcheck.sources.model import Answer, Notice, Query, Record, Reply
from argcheck.sources.replies import json_object, objects, table, text

_MOST_WORKS = 20  #: of authors or of a venue in one answer
_FIELDS = "DOI,title,subtitle,author,issued,published-print,published-online,container-title,short-container-title,volume,page,article-number,type,subtype,event,relation,updated-by,link,license,original-title,editor,publisher"

_ABSENT = Absence(("text/plain", "application/json"), lambda body: body.strip() == b"Resource not found.")


class Crossref:
    """Asks api.crossref.org; a contact address in the user agent gives access to its polite pool."""

    name = "crossref"
    service = Service("crossref", "https://api.crossref.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "search", "authors", "venue", "status"})
    authority = True
    covers = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
    notices = True
    takes_references = True

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one DOI with its notices, its notices alone, a title, or works of the same authors or venue."""
        if by == "search":
            wanted = " ".join([query.title, *(person.family for person in query.authors[:3])])
            parameters = {"query.bibliographic": wanted[:500], "rows": "5", "select": _FIELDS}
            records = await http.ask(self.service, "/works", parameters, read=_listed)
            return Reply.of(self.name, *(records or ()))
        if by in {"authors", "venue"}:
            records = await http.ask(self.service, "/works", _others(query, by), read=_listed) or []
            return Reply.of(self.name, *records, full=len(records) >= _MOST_WORKS)
        if by == "status":
            known = tuple(await self._notices(query.doi, http))
            return Reply.of(self.name, Record(self.name, notices=known) if known else None)
        path = f"/works/{quote(query.doi, safe='')}"
        try:
            record = await http.ask(self.service, path, read=_single, absent=_ABSENT)
            if record is None:
                return Reply.of(self.name)
        except UnansweredError:
            if http.dry:  # the plan lists both requests
                await self._notices(query.doi, http)
            raise
        try:
            notices = await self._notices(query.doi, http)
        except UnansweredError as error:
            return Reply(self.name, Answer.FOUND, (record,), f"notices could not be asked for: {error}")
        own = {(notice.status, notice.doi) for notice in record.notices}
        fresh = tuple(notice for notice in notices if (notice.status, notice.doi) not in own)
        return Reply.of(self.name, record._replace(notices=(*record.notices, *fresh)))

    async def _notices(self, doi: str, http: Http) -> list[Notice]:
        """Ask for records that update the work; its own record does not list every notice."""
        parameters = {"filter": f"updates:{doi}", "rows": "20", "select": "DOI,update-to"}
        notices = await http.ask(self.service, "/works", parameters, read=_items)
        return [notice for item in notices or [] for notice in update_notices(item, doi, self.name)]


def _others(query: Query, by: str) -> dict[str, str]:
    """Return the parameters for works of an entry's authors or venue, at most a year apart from it."""
    parameters = {"rows": str(_MOST_WORKS), "select": _FIELDS}
    if by == "authors":
        # given and family names may be swapped
        names = (f"{person.given} {person.family}" for person in query.authors[:3])
        parameters["query.author"] = " ".join(names)[:300]
    else:
        parameters["query.container-title"] = query.venue[:300]
    if query.year:
        parameters["filter"] = f"from-pub-date:{query.year - 1},until-pub-date:{query.year + 1}"
    return parameters


def _single(body: bytes) -> Record:
    message = table(json_object(body, "message"), "message")
    if not text(message.get("DOI")):
        raise ValueError("no DOI")
    return csl_record(message, Crossref.name)


def _items(body: bytes) -> list[dict[str, Any]]:
    answer = json_object(body)
    result = objects(answer, "message", "items")
    if not result and table(answer, "message").get("total-results") != 0:
        raise ValueError("no items, and not the word that there are none")
    return result


def _listed(body: bytes) -> list[Record]:
    return [csl_record(item, Crossref.name) for item in _items(body)]
