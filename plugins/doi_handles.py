"""The handle service of doi.org: whether any agency has registered a DOI."""

from __future__ import annotations

from urllib.parse import quote

from argcheck.sources.http import Absence, Http, Service
from argcheck.sources.model import Query, Record, Reply
from argcheck.sources.replies import json_object, text

_ABSENT = Absence(("application/json",), lambda body: json_object(body).get("responseCode") == 100)


class DoiHandles:
    """Asks the handle service of doi.org about DOIs for which no registry has a record."""

    name = "doi"
    service = Service("doi", "https://doi.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi"})
    authority = True
    complete = frozenset({"doi"})

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - it is always a DOI
        """Ask whether a DOI is registered; the record has no fields to compare."""
        path = f"/api/handles/{quote(query.doi, safe='/')}"
        record = await http.ask(self.service, path, {"type": "URL"}, read=_record, absent=_ABSENT)
        return Reply.of(self.name, record)


def _record(body: bytes) -> Record | None:
    record = json_object(body)
    if record.get("responseCode") not in {1, 100, 200}:
        raise ValueError("not the reply of a handle service")
    doi = text(record.get("handle")).lower()
    return None if record["responseCode"] == 100 else Record("doi", f"https://doi.org/{doi}", {"doi": doi})
