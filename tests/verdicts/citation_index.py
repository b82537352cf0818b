"""An index of citations on 127.0.0.1 that answers like OpenAlex and Semantic Scholar, and the open texts of those who cite."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

DOI = "10.1000/dunes"
TITLE = "On the migration of large dunes in the desert"
REFERENCE = f"[1] Smith, A. {TITLE}. Sand 12, 2001."


def paper(number: int, *sentences: str, reference: str = REFERENCE) -> str:
    """The text of a work that cites the source as [1], each sentence in a paragraph between two others."""
    body = "\n\n".join(
        f"The sand of valley {number} was studied. {one} More is said elsewhere." for one in sentences
    )
    return f"# Paper {number} on sand\n\n## Background\n\n{body}\n\n## References\n\n{reference}\n"


class Index:
    """What the server holds and what it was asked."""

    def __init__(self) -> None:
        self.papers: list[str] = []
        self.preprints: set[int] = set()
        self.asked: list[str] = []
        self.down: set[str] = set()
        self.url = ""

    def work(self) -> dict[str, Any]:
        return {
            "id": "https://openalex.org/W7",
            "doi": f"https://doi.org/{DOI}",
            "display_name": TITLE,
            "authorships": [{"author": {"display_name": "Ann Smith"}}],
            "publication_year": 2001,
            "primary_location": {"source": {"display_name": "Sand"}},
            "biblio": {},
            "type": "article",
            "is_retracted": False,
            "open_access": {"is_oa": False, "oa_url": None},
        }

    def citer(self, number: int) -> dict[str, Any]:
        preprint = number in self.preprints
        return {
            "id": f"https://openalex.org/W{100 + number}",
            "doi": f"https://doi.org/10.2000/{number}",
            "display_name": f"Paper {number} on sand",
            "publication_year": 2010,
            "type": "preprint" if preprint else "article",
            "open_access": {"is_oa": True, "oa_url": f"{self.url}/texts/{number}.md"},
            "locations": [],
            "primary_location": {
                "source": {"id": f"https://openalex.org/S{number % 2}", "display_name": "Dust"}
            },
            "cited_by_count": 10 * number,
            "citation_normalized_percentile": {"value": 0.9} if number % 3 else None,
            "cited_by_percentile_year": {"min": 40, "max": 50},
        }

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, bytes]:
        service, _, rest = path.lstrip("/").partition("/")
        if service in self.down:
            return 503, b"later"
        if service == "texts":
            return 200, self.papers[int(rest.removesuffix(".md"))].encode()
        if service == "semanticscholar" and rest.endswith("/citations"):
            papers = [self.s2(number) for number in range(len(self.papers))]
            return 200, json.dumps({"offset": 0, "data": papers}).encode()
        if service != "openalex":
            return 404, b"{}"
        if rest == f"works/doi:{DOI}":
            return 200, json.dumps(self.work()).encode()
        if rest == "works" and query["filter"].startswith("cites:W7,"):
            found = [self.citer(number) for number in range(len(self.papers))]
            return 200, json.dumps({"meta": {"count": len(found)}, "results": found}).encode()
        if rest == "sources":
            assert query["filter"] == "ids.openalex:S0|S1"
            stats = [
                {"id": f"https://openalex.org/S{n}", "summary_stats": {"2yr_mean_citedness": 1.5 + n}}
                for n in (0, 1)
            ]
            return 200, json.dumps({"results": stats}).encode()
        return 404, b"{}"

    def s2(self, number: int) -> dict[str, Any]:
        return {
            "citingPaper": {
                "paperId": str(number),
                "title": f"Paper {number} on sand",
                "year": 2010,
                "venue": "Dust",
                "externalIds": {"DOI": f"10.2000/{number}"},
                "citationCount": 10 * number,
                "openAccessPdf": {"url": f"{self.url}/texts/{number}.md"},
            }
        }


@contextmanager
def citation_index() -> Iterator[Index]:
    """Run the server."""
    index = Index()

    class Handler(BaseHTTPRequestHandler):
        disable_nagle_algorithm = True  # else each answer takes 40 ms: its body waits for an acknowledgement
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            index.asked.append(self.path)
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            status, body = index.answer(unquote(parts.path), query)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    index.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
