"""Records in the JSON of the Citation Style Language, which Crossref returns and Zotero exports."""

from __future__ import annotations

from typing import Any

from argcheck.bib.identifiers import normal_arxiv, normal_doi, normal_pmid
from argcheck.sources.editions import edition_number
from argcheck.sources.model import Notice, Person, Record, Relation
from argcheck.sources.replies import KINDS, items, table, text, title_notices

_TYPES = {
    "journal-article": "article", "article-journal": "article", "posted-content": "preprint",
    "proceedings-article": "proceedings", "paper-conference": "proceedings", "book-chapter": "chapter",
    "dissertation": "thesis",
}  # fmt: skip
_BOOKS = frozenset({"book", "monograph", "edited-book", "reference-book", "proceedings"})
_DATES = ("issued", "published", "published-print", "published-online", "posted", "original-date")
_RELATIONS = {"is-preprint-of": "published-as", "is-replaced-by": "replaced-by"}


def csl_record(item: dict[str, Any], provider: str) -> Record:
    """Return the record of one item."""
    identifiers = _identifiers(item)
    years = [year for name in _DATES if (year := _date_year(item.get(name)))] or [0]
    kind = text(item.get("type"))
    book = kind in _BOOKS
    venues = [*_venues(item), text(item.get("publisher")) if book else ""]
    authors, editors = _people(item, "author"), _people(item, "editor")
    record = Record(
        provider,
        f"https://doi.org/{identifiers['doi']}" if "doi" in identifiers else "",
        identifiers,
        text(item.get("title")),
        authors or (editors if book else ()),
        years[0],
        venues[0],
        text(item.get("volume")),
        text(item.get("page")) or text(item.get("article-number")),
        "preprint" if text(item.get("subtype")) == "preprint" else _TYPES.get(kind, kind),
        tuple(_notices(item, provider)),
        tuple(_texts(item)),
        tuple(_relations(item)),
        years=tuple(dict.fromkeys(years[1:])),
        venues=tuple(filter(None, venues[1:])),
        subtitle=text(item.get("subtitle")),
        titles=tuple(filter(None, map(text, _all(item.get("original-title"))))),
        edition=edition_number(text(item.get("edition-number"))),
        editors=editors,
    )
    return record._replace(notices=record.notices or title_notices(record))


def _identifiers(item: dict[str, Any]) -> dict[str, str]:
    doi = normal_doi(text(item.get("DOI"))) or ""
    _, of_arxiv, number = doi.partition("arxiv.")
    identifiers = {
        "doi": doi,
        "arxiv": normal_arxiv(number) if of_arxiv else text(item.get("arxiv")),
        "pmid": normal_pmid(text(item.get("PMID"))),
    }
    return {name: value for name, value in identifiers.items() if value}


def _venues(item: dict[str, Any]) -> list[str]:
    containers = ("container-title", "short-container-title", "container-title-short")
    names = [text(name) for field in containers for name in _all(item.get(field))]
    names.append(text(table(item, "event").get("name")) or text(item.get("event-title")))
    places = items(item.get("institution"))
    names += [text(place.get("name")) for place in places if isinstance(place, dict)]
    return [name for name in dict.fromkeys(names) if name]


def _all(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _people(item: dict[str, Any], role: str) -> tuple[Person, ...]:
    return tuple(_person(candidate) for candidate in items(item.get(role)) if isinstance(candidate, dict))


def _person(item: dict[str, Any]) -> Person:
    particle = text(item.get("non-dropping-particle")) or text(item.get("dropping-particle"))
    family = text(item.get("family")) or text(item.get("name")) or text(item.get("literal"))
    return Person(f"{particle} {family}".strip(), text(item.get("given")))


def _date_year(value: Any) -> int:
    parts = items(table(value).get("date-parts"))
    first = items(parts[0])[:1] if parts else []
    year = first[0] if first else 0
    if isinstance(year, str) and year.isdecimal() and len(year) <= 4:
        year = int(year)
    return year if isinstance(year, int) else 0


def iso_date(value: Any) -> str:
    """Return a date in parts as ISO 8601, as far as it is known."""
    parts = items(table(value).get("date-parts"))
    numbers = [item for item in items(parts[0]) if isinstance(item, int)] if parts else []
    return "-".join(f"{number:0{4 if not place else 2}d}" for place, number in enumerate(numbers))


def _notices(item: dict[str, Any], provider: str) -> list[Notice]:
    """Return the notices in ``updated-by``; ``update-to`` would make the record itself a notice on another work."""
    notices = []
    for candidate in items(item.get("updated-by")):
        status = KINDS.get(text(table(candidate).get("type")).lower())
        if status:
            doi = normal_doi(text(candidate.get("DOI"))) or ""
            source = text(candidate.get("source"))
            origin = f"{provider} ({source})" if source and source != "publisher" else provider
            notices.append(Notice(status, doi, iso_date(candidate.get("updated")), origin=origin))
    return notices


def update_notices(item: dict[str, Any], doi: str, provider: str) -> list[Notice]:
    """Return the notices on the work ``doi`` in ``update-to`` of the record of a notice."""
    notices = []
    for candidate in items(item.get("update-to")):
        status = KINDS.get(text(table(candidate).get("type")).lower())
        if status and normal_doi(text(candidate.get("DOI"))) == doi:
            notice = normal_doi(text(item.get("DOI"))) or ""
            notices.append(Notice(status, notice, iso_date(candidate.get("updated")), origin=provider))
    return notices


def _texts(item: dict[str, Any]) -> list[str]:
    """Return the addresses of the full text if its licence is a free one."""
    licences = [text(table(candidate).get("URL")) for candidate in items(item.get("license"))]
    if not any("creativecommons.org" in licence for licence in licences):
        return []
    links = [text(table(candidate).get("URL")) for candidate in items(item.get("link"))]
    return [link for link in links if link]


def _relations(item: dict[str, Any]) -> list[Relation]:
    relations = []
    for name, kind in _RELATIONS.items():
        for candidate in items(table(item, "relation").get(name)):
            doi = normal_doi(text(table(candidate).get("id")))
            if doi:
                relations.append(Relation(kind, f"doi:{doi}"))
    return relations
