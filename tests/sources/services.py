"""The scholarly services on 127.0.0.1: one server that answers each API in its documented format.

What the works are is one list in CSL JSON; each service gives it in its own shape.  Faults are put
in front: a function that gets the handler and says whether it has dealt with the request.
"""

from __future__ import annotations

import json
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

from library_services import k10plus, openlibrary, terms

if TYPE_CHECKING:
    from collections.abc import Callable

Work = dict[str, Any]
NAMES = ("crossref", "datacite", "arxiv", "europepmc", "openalex", "semanticscholar", "doi")
LIBRARIES = ("openlibrary", "k10plus")  #: which are asked for books alone


def work(
    doi: str = "", title: str = "", authors: str = "", year: int = 2020, venue: str = "", **more: Any
) -> Work:
    """A work; authors as ``Family, Given; Family, Given``."""
    people = [
        dict(zip(("family", "given"), one.split(", "), strict=False)) for one in authors.split("; ") if one
    ]
    return {"DOI": doi, "title": title, "author": people, "year": year, "venue": venue, **more}


SORTING = work(
    "10.1000/sort",
    "Sorting Networks and Their Applications",
    "Batcher, Kenneth; Ng, Ada",
    1968,
    "Journal of Sorting",
)
ENTRY = """@article{batcher,
  author = {Kenneth Batcher and Ada Ng},
  title = {Sorting Networks and their Applications},
  journal = {J. Sorting},
  year = {1968},
  doi = {10.1000/sort},
}
"""
MADE_UP = """@article{nobody,
  author = {Nina Nobody and Otto Onlyhere},
  title = {A Long Title that No Index Anywhere Has Ever Heard Of},
  journal = {Journal of Sorting},
  year = {1999},
}
"""


def entry(key: str, **fields: str) -> str:
    """Write an article with these fields."""
    return (
        f"@article{{{key},\n"
        + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items())
        + "}\n"
    )


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """A client that was killed is no error of the server."""


class Services:
    """The server, what it holds, what it was asked, and when."""

    def __init__(self) -> None:
        self.works: dict[str, list[Work]] = defaultdict(list)  #: by service
        self.notices: list[Work] = []  #: Crossref records with ``update-to``
        self.journals: list[Work] = []  #: sources of OpenAlex
        self.files: dict[str, bytes] = {}  #: what stands under /files, by name
        self.faults: dict[str, Callable[[Handler, int], bool]] = {}
        self.hits: list[tuple[str, str, float]] = []  #: service, path with query, time
        self.headers: list[dict[str, str]] = []
        self.running = 0
        self.peak = 0
        self.lock = threading.Lock()
        self.server = _Server(("127.0.0.1", 0), Handler)
        self.server.services = self  # type: ignore[attr-defined]
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def everywhere(self, *works: Work) -> None:
        for name in NAMES:
            self.works[name] += works

    def asked(self, service: str) -> list[str]:
        return [path for name, path, _ in self.hits if name == service]

    def place(self, name: str) -> str:
        """The address of a file."""
        return f"http://127.0.0.1:{self.port}/files/{name}"

    @property
    def endpoints(self) -> dict[str, str]:
        return {name: f"http://127.0.0.1:{self.port}/{name}" for name in (*NAMES, *LIBRARIES)}

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer takes 40 ms: its body waits for an acknowledgement

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        services: Services = self.server.services  # type: ignore[attr-defined]
        name, _, rest = self.path.lstrip("/").partition("/")
        with services.lock:
            services.hits.append((name, "/" + rest, time.monotonic()))
            services.headers.append(dict(self.headers))
            services.running += 1
            services.peak = max(services.peak, services.running)
            nth = len(services.asked(name))
        try:
            fault = services.faults.get(name)
            if fault is None or not fault(self, nth):
                parts = urlsplit("/" + rest)
                query = {key: values[0] for key, values in parse_qs(parts.query).items()}
                ANSWERS[name](self, services, parts.path, query)
        finally:
            with services.lock:
                services.running -= 1

    def send(self, status: int, body: bytes | str, **headers: str) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def json(self, data: Any, status: int = 200, **headers: str) -> None:
        self.send(status, json.dumps(data), Content_Type="application/json", **headers)


# -- what each service says


def _found(services: Services, name: str, doi: str) -> Work | None:
    return next(
        (one for one in services.works[name] if one["DOI"] and one["DOI"].lower() == doi.lower()), None
    )


def _like(services: Services, name: str, title: str) -> list[Work]:
    wanted = terms(title)
    scored = []
    for one in services.works[name]:
        have = terms(one["title"])
        if len(wanted & have) * 2 >= min(len(have), len(wanted)):
            scored.append((-len(wanted & have) / len(wanted | have), len(scored), one))
    return [one for _, _, one in sorted(scored)[:5]]


def _titled(services: Services, wanted: str) -> list[Work]:
    """Give the works that OpenAlex has under a title, and by an author of a family, where one is named, the best first."""
    title, _, family = wanted.partition(",raw_author_name.search:")
    like = _like(services, "openalex", title)
    same = [
        one for one in services.works["openalex"] if terms(title) <= terms(one["title"]) and one not in like
    ]
    return [
        one
        for one in like + same
        if any(terms(family) <= terms(" ".join(person.values())) for person in one["author"]) or not family
    ]


def _related(services: Services, query: dict[str, str]) -> list[Work]:
    """Give works of some years by their authors or venue, those that share the most words first."""
    field = "query.author" if "query.author" in query else "query.container-title"
    wanted = terms(query[field])
    first, last = (int(part.rpartition(":")[2]) for part in query.get("filter", ":0,:9999").split(","))
    scored = []
    for one in services.works["crossref"]:
        people = " ".join(" ".join(person.values()) for person in one["author"])
        common = len(wanted & terms(people if field == "query.author" else one["venue"]))
        if common and one["year"] is not None and first <= one["year"] <= last:
            scored.append((-common, len(scored), one))
    return [one for *_, one in sorted(scored)[: int(query["rows"])]]


def _crossref_item(one: Work) -> Work:
    item = {
        "DOI": one["DOI"],
        "title": [one["title"]],
        "author": one["author"],
        "issued": {"date-parts": [[one["year"]]]},
        "container-title": one.get("containers") or ([one["venue"]] if one["venue"] else []),
        "type": one.get("type", "journal-article"),
    }
    kept = (
        "updated-by",
        "relation",
        "subtype",
        "subtitle",
        "editor",
        "publisher",
        "link",
        "license",
        "volume",
        "page",
        "published-online",
        "published-print",
        "issue",
        "article-number",
        "edition-number",
    )
    return item | {key: one[key] for key in kept if key in one}


def crossref(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    limits = {"x_rate_limit_limit": "50", "x_rate_limit_interval": "1s"}
    if path == "/works":
        if query.get("filter", "").startswith("updates:"):
            doi = query["filter"].removeprefix("updates:")
            items = [
                one for one in services.notices if any(u["DOI"].lower() == doi for u in one["update-to"])
            ]
        elif "query.author" in query or "query.container-title" in query:
            items = [_crossref_item(one) for one in _related(services, query)]
        else:
            items = [_crossref_item(one) for one in _like(services, "crossref", query["query.bibliographic"])]
        message = {"facets": {}, "total-results": len(items), "items": items, "items-per-page": 5}
        handler.json(
            {"status": "ok", "message-type": "work-list", "message-version": "1.0.0", "message": message},
            **limits,
        )
        return
    one = _found(services, "crossref", unquote(path.removeprefix("/works/")))
    if one is None:
        handler.send(404, "Resource not found.", Content_Type="text/plain", **limits)
    else:
        handler.json(
            {
                "status": "ok",
                "message-type": "work",
                "message-version": "1.0.0",
                "message": _crossref_item(one),
            },
            **limits,
        )


def _datacite_item(one: Work) -> Work:
    return {
        "id": one["DOI"],
        "type": "dois",
        "attributes": {
            "doi": one["DOI"],
            "titles": [{"title": one["title"]}],
            "creators": [
                {
                    "name": f"{p['family']}, {p.get('given', '')}",
                    "familyName": p["family"],
                    "givenName": p.get("given", ""),
                    "nameType": "Personal",
                }
                for p in one["author"]
            ],
            "publicationYear": one["year"],
            "publisher": one["venue"],
            "container": {},
            "dates": [{"date": f"{one['year']}-03-01", "dateType": "Issued"}],
            "types": {"resourceTypeGeneral": one.get("general", "Preprint")},
            "relatedIdentifiers": one.get("relatedIdentifiers", []),
            "descriptions": [{"description": one.get("description", ""), "descriptionType": "Abstract"}],
        },
    }


def datacite(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    if path == "/dois":
        found = _like(services, "datacite", query["query"].removeprefix("titles.title:"))
        handler.json({"data": [_datacite_item(one) for one in found], "meta": {"total": len(found)}})
        return
    one = _found(services, "datacite", unquote(path.removeprefix("/dois/")))
    if one is None:
        missing = "The resource you are looking for doesn't exist."
        handler.json({"errors": [{"status": "404", "title": missing}]}, 404)
    else:
        handler.json({"data": _datacite_item(one)})


def arxiv(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    if "id_list" in query:
        found = [
            one
            for one in services.works["arxiv"]
            if one.get("arxiv", "").split("v")[0] in query["id_list"].split(",")
        ]
    else:
        found = [
            one
            for one in _like(services, "arxiv", query["search_query"].removeprefix("ti:"))
            if one.get("arxiv")
        ]
    entries = "".join(_atom(one) for one in found)
    feed = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        f"<title>ArXiv Query</title>{entries}</feed>"
    )
    handler.send(200, feed, Content_Type="application/atom+xml")


def _atom(one: Work) -> str:
    authors = "".join(
        f"<author><name>{escape(p.get('given', ''))} {escape(p['family'])}</name></author>"
        for p in one["author"]
    )
    extra = "".join(
        f'<arxiv:{name} xmlns:arxiv="http://arxiv.org/schemas/atom">{escape(one[key])}</arxiv:{name}>'
        for name, key in (("doi", "published"), ("comment", "comment"))
        if key in one
    )
    return (
        f"<entry><id>http://arxiv.org/abs/{one['arxiv']}</id><updated>{one['year']}-05-02T00:00:00Z</updated>"
        f"<published>{one['year']}-05-01T00:00:00Z</published><title>{escape(one['title'])}</title>"
        f"<summary>{escape(one.get('description', 'An abstract.'))}</summary>{authors}{extra}</entry>"
    )


def europepmc(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    wanted = query["query"]
    if wanted.startswith("DOI:"):
        one = _found(services, "europepmc", wanted.removeprefix("DOI:").strip('"'))
        found = [one] if one else []
    elif wanted.startswith("EXT_ID:"):
        found = [
            one
            for one in services.works["europepmc"]
            if one.get("pmid") == wanted.split()[0].removeprefix("EXT_ID:")
        ]
    else:
        found = _like(services, "europepmc", wanted.removeprefix("TITLE:"))
    handler.json(
        {
            "version": "6.9",
            "hitCount": len(found),
            "resultList": {"result": [_pmc_item(one) for one in found]},
        }
    )


def _pmc_item(one: Work) -> Work:
    people = [
        {
            "fullName": f"{p['family']} {p.get('given', '')[:1]}",
            "lastName": p["family"],
            "firstName": p.get("given", ""),
        }
        for p in one["author"]
    ]
    return {
        "id": one.get("pmid", "1"),
        "source": "MED",
        "pmid": one.get("pmid", "1"),
        "doi": one["DOI"],
        "title": one["title"] + ".",
        "authorList": {"author": people},
        "pubYear": str(one["year"]),
        "journalInfo": {
            "yearOfPublication": one["year"],
            "journal": {"title": one["venue"], "isoabbreviation": one.get("iso", "")},
        },
        "pubTypeList": {"pubType": one.get("pubTypes", ["research-article", "Journal Article"])},
        "commentCorrectionList": {"commentCorrection": one.get("corrections", [])},
    }


def openalex(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    if path == "/works":
        wanted, _, years = query["filter"].partition(",publication_year:")
        if "|" in wanted:
            any_of, _, family = wanted.partition(",raw_author_name.search:")
            found = [
                one
                for one in services.works["openalex"]
                if terms(any_of.removeprefix("title.search:").replace("|", " ")) & terms(one["title"])
                and any(terms(family) <= terms(" ".join(person.values())) for person in one["author"])
                and str(one["year"]) in years.split("|")
            ]
        elif wanted.startswith("raw_author_name.search:"):
            family = terms(wanted.partition(":")[2])
            found = [
                one
                for one in services.works["openalex"]
                if (not years or str(one["year"]) in years.split("|"))
                and any(family <= terms(" ".join(person.values())) for person in one["author"])
            ]
        else:
            found = _titled(services, wanted.removeprefix("title.search:"))
        shown = [_openalex_item(one) for one in found[: int(query.get("per-page", "25"))]]
        handler.json({"meta": {"count": len(found)}, "results": shown, "group_by": []})
        return
    if path == "/sources":
        number, wanted = query.get("filter", "").removeprefix("issn:"), terms(query.get("search", ""))
        named = [one for one in services.journals if wanted <= terms(one["display_name"])]
        found = [one for one in services.journals if number in one["issn"]] if number else named
        handler.json({"meta": {"count": len(found)}, "results": found, "group_by": []})
        return
    one = _found(services, "openalex", unquote(path.removeprefix("/works/doi:")))
    if one is None:
        handler.send(404, "<!doctype html><title>404 Not Found</title>", Content_Type="text/html")
    else:
        handler.json(_openalex_item(one))


def _openalex_item(one: Work) -> Work:
    return {
        "id": "https://openalex.org/W1",
        "doi": f"https://doi.org/{one['DOI']}" if one["DOI"] else None,
        "display_name": one["title"],
        "authorships": [
            {"author": {"display_name": f"{p.get('given', '')} {p['family']}"}} for p in one["author"]
        ],
        "publication_year": one["year"],
        "primary_location": {
            "source": {"display_name": one["venue"], "type": one.get("source_type", "journal")}
            if one["venue"]
            else None
        },
        "biblio": {"volume": None, "first_page": None, "last_page": None},
        "type": one.get("openalex_type", "article"),
        "is_retracted": one.get("is_retracted", False),
        "open_access": {"is_oa": bool(one.get("oa")), "oa_url": one.get("oa")},
    }


def semanticscholar(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    if path.endswith("/search/match"):
        found = _like(services, "semanticscholar", query["query"])[:1]
        if not found:
            handler.json({"error": "Title match not found"}, 404)
        else:
            handler.json({"data": [_s2_item(one) | {"matchScore": 174.2} for one in found]})
        return
    name = unquote(path.removeprefix("/graph/v1/paper/"))
    kind, _, value = name.partition(":")
    works = services.works["semanticscholar"]
    one = (
        _found(services, "semanticscholar", value)
        if kind == "DOI"
        else next((w for w in works if w.get("arxiv", "").split("v")[0] == value), None)
    )
    if one is None:
        handler.json({"error": f"Paper with id {name} not found"}, 404)
    else:
        handler.json(_s2_item(one))


def _s2_item(one: Work) -> Work:
    known = {"DOI": one["DOI"], "ArXiv": one.get("arxiv", "").split("v")[0]}
    return {
        "paperId": "0" * 40,
        "externalIds": {key: value for key, value in known.items() if value},
        "title": one["title"],
        "authors": [{"authorId": "1", "name": f"{p.get('given', '')} {p['family']}"} for p in one["author"]],
        "year": one["year"],
        "venue": one["venue"],
        "publicationVenue": None,
        "journal": None,
        "publicationTypes": one.get("s2_types"),
        "openAccessPdf": None,
    }


def doi(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    name = unquote(path.removeprefix("/api/handles/"))
    if _found(services, "doi", name):
        value = {"index": 1, "type": "URL", "data": {"format": "string", "value": "https://example.org/"}}
        handler.json({"responseCode": 1, "handle": name, "values": [value]})
    else:
        handler.json({"responseCode": 100, "handle": name}, 404)


def files(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    body = services.files.get(path[1:])
    handler.send(200 if body is not None else 404, body or b"")


ANSWERS = {
    "files": files,
    "crossref": crossref,
    "datacite": datacite,
    "arxiv": arxiv,
    "europepmc": europepmc,
    "openalex": openalex,
    "semanticscholar": semanticscholar,
    "doi": doi,
    "openlibrary": openlibrary,
    "k10plus": k10plus,
}
