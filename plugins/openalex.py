"""OpenAlex: an open index of all fields; looking up one DOI is free, a search costs, so it comes late."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from argcheck.sources.http import Service
from argcheck.sources.model import Answer, Notice, Record, Reply, Status
from argcheck.sources.reading import (
    items,
    json_object,
    normal_doi,
    person,
    table,
    text,
    title_notices,
    year_of,
)

if TYPE_CHECKING:
    from argcheck.sources.http import Http
    from argcheck.sources.model import Query

KEY = "OPENALEX_API_KEY"
_FIELDS = "id,doi,display_name,authorships,publication_year,primary_location,biblio,type,is_retracted,open_access,ids"


class OpenAlex:
    """Asks api.openalex.org, with the key that the environment holds under ``OPENALEX_API_KEY``."""

    name = "openalex"
    service = Service("openalex", "https://api.openalex.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi", "pmid", "search"})
    authority = False

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one DOI or PubMed number, or for a title."""
        key = os.environ.get(KEY, "")
        secret = {"api_key": key} if key else None
        if by == "search":
            words = " ".join(re.findall(r"\w+", query.title))[:300]
            parameters = {"filter": f"title.search:{words}", "per-page": "5", "select": _FIELDS}
            found = await http.ask(self.service, "/works", parameters, read=_listed, secret=secret)
            return Reply(self.name, Answer.FOUND if found else Answer.ABSENT, tuple(found or ()))
        path = f"/works/doi:{quote(query.doi, safe='/')}" if by == "doi" else f"/works/pmid:{query.pmid}"
        record = await http.ask(self.service, path, {"select": _FIELDS}, read=_single, secret=secret)
        return Reply(self.name, Answer.FOUND, (record,)) if record else Reply(self.name, Answer.ABSENT)


def _single(body: bytes) -> Record:
    found = json_object(body)
    if "id" not in found:
        raise ValueError("no id")
    return _record(found)


def _listed(body: bytes) -> list[Record]:
    found = json_object(body)
    if not isinstance(found.get("results"), list):
        raise ValueError("no results")  # noqa: TRY004 - what is wrong is the value of the body
    return [_record(one) for one in items(found["results"]) if isinstance(one, dict)]


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
        tuple(person(_name(table(one))) for one in items(data.get("authorships")) if _name(table(one))),
        year_of(data.get("publication_year")),
        text(table(data, "primary_location", "source").get("display_name")),
        text(numbers.get("volume")),
        pages,
        kind,
        (Notice(Status.RETRACTED, origin=OpenAlex.name),) if data.get("is_retracted") is True else (),
        texts=(free,) if free else (),
        review=kind == "review",
    )
    return record._replace(notices=record.notices or title_notices(record))


def _name(one: dict[str, Any]) -> str:
    return text(table(one, "author").get("display_name")) or text(one.get("raw_author_name"))
