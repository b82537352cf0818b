"""doi.org itself: whether a DOI is registered at all, with whichever agency."""

from __future__ import annotations

from urllib.parse import quote

from argcheck.sources.http import Absence, Http, Service
from argcheck.sources.model import Answer, Query, Record, Reply
from argcheck.sources.replies import json_object, text

_ABSENT = Absence(("application/json",), lambda body: json_object(body).get("responseCode") == 100)


class DoiHandles:
    """Asks the handle service of doi.org, once no registry that gives records has the DOI."""

    name = "doi"
    service = Service("doi", "https://doi.org", per_second=5, concurrent=3)
    services = (service,)
    answers = frozenset({"doi"})
    authority = True
    complete = frozenset({"doi"})

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - it knows one way
        """Ask whether a DOI is registered; there is no record to compare."""
        path = f"/api/handles/{quote(query.doi, safe='/')}"
        record = await http.ask(self.service, path, {"type": "URL"}, read=_record, absent=_ABSENT)
        return Reply(self.name, Answer.FOUND, (record,)) if record else Reply(self.name, Answer.ABSENT)


def _record(body: bytes) -> Record | None:
    record = json_object(body)
    if record.get("responseCode") not in {1, 100, 200}:
        raise ValueError("not the reply of a handle service")
    doi = text(record.get("handle")).lower()
    return None if record["responseCode"] == 100 else Record("doi", f"https://doi.org/{doi}", {"doi": doi})
