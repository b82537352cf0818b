"""Open Library: the catalogue of books of the Internet Archive, from libraries, publishers and readers."""

from __future__ import annotations

from argcheck.sources.catalogues import Catalogue, Wanted, quoted
from argcheck.sources.http import Service
from argcheck.sources.model import Record
from argcheck.sources.replies import items, json_object, objects, person, text, year_of

_FIELDS = "key,title,subtitle,alternative_title,author_name,first_publish_year,publisher"


class OpenLibrary(Catalogue):
    """Asks the search of openlibrary.org: a request a second, its limit for clients that name no contact."""

    name = "openlibrary"
    service = Service("openlibrary", "https://openlibrary.org", per_second=1)
    by_edition = False

    def request(self, wanted: Wanted) -> tuple[str, dict[str, str]]:
        """Return path and parameters of a request, with the query in the syntax of Solr."""
        asked = [
            *(f"title:{word}" for word in wanted.all_of),
            *(f"publisher:{word}" for word in wanted.publisher),
            _any("title", wanted.any_of),
            _any("publish_year", wanted.years),
            f'author:"{quoted(wanted.family)}"' if wanted.family else "",
        ]
        question = " AND ".join(filter(None, asked))
        return "/search.json", {"q": question, "fields": _FIELDS, "limit": str(self.most)}

    def read(self, body: bytes) -> tuple[int, list[Record]] | None:
        """Return the number of works and the first records of a response; None if there are none."""
        answer = json_object(body)
        works, total = objects(answer, "docs"), answer.get("numFound")
        if isinstance(total, bool) or not isinstance(total, int):
            raise ValueError("no numFound")  # noqa: TRY004 - the body has a wrong value
        if bool(works) != bool(total):
            raise ValueError("as many works as it does not say")
        if not all(text(work.get("key")).startswith("/works/") for work in works):
            raise ValueError("works without a key")
        return (total, [self._record(work) for work in works[: self.most]]) if works else None

    def _record(self, data: dict[str, object]) -> Record:
        publishers = [text(name) for name in items(data.get("publisher"))]
        return Record(
            self.name,
            f"https://openlibrary.org{text(data.get('key'))}",
            title=text(data.get("title")),
            authors=tuple(person(text(name)) for name in items(data.get("author_name")) if text(name)),
            year=year_of(data.get("first_publish_year")),
            venue=publishers[0] if publishers else "",
            venues=tuple(publishers[1:10]),
            kind="book",
            subtitle=text(data.get("subtitle")),
            titles=tuple(text(title) for title in items(data.get("alternative_title"))[:10]),
        )


def _any(field: str, values: tuple[object, ...]) -> str:
    return f"{field}:({' OR '.join(map(str, values))})" if values else ""
