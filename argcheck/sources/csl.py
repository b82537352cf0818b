"""Records in the JSON of the Citation Style Language, in which Crossref answers and Zotero exports."""

from __future__ import annotations

from typing import Any

from argcheck.bib.identifiers import normal_arxiv, normal_doi, normal_pmid
from argcheck.sources.model import Notice, Person, Record, Relation
from argcheck.sources.replies import KINDS, items, table, text, title_notices

_TYPES = {
    "journal-article": "article", "article-journal": "article", "posted-content": "preprint",
    "proceedings-article": "proceedings", "paper-conference": "proceedings", "book-chapter": "chapter",
    "dissertation": "thesis",
}  # fmt: skip
_DATES = ("issued", "published", "published-print", "published-online", "posted", "original-date")
_RELATIONS = {"is-preprint-of": "published-as", "is-replaced-by": "replaced-by"}


def csl_record(item: dict[str, Any], provider: str) -> Record:
    """Read one work."""
    doi = normal_doi(text(item.get("DOI"))) or ""
    identifiers = {
        "doi": doi,
        "arxiv": normal_arxiv(doi.partition("arxiv.")[2]) or ""
        if "arxiv." in doi
        else text(item.get("arxiv")),
        "pmid": normal_pmid(text(item.get("PMID"))) or "",
    }
    years = [year for name in _DATES if (year := _date_year(item.get(name)))]
    containers = [text(one) for one in _all(item.get("container-title"))]
    venues = [
        *containers,
        *(
            text(one)
            for one in _all(item.get("short-container-title")) + _all(item.get("container-title-short"))
        ),
        text(table(item, "event").get("name")) or text(item.get("event-title")),
        *(text(one.get("name")) for one in items(item.get("institution")) if isinstance(one, dict)),
    ]
    venues = [one for one in dict.fromkeys(venues) if one]
    kind = text(item.get("type"))
    record = Record(
        provider,
        f"https://doi.org/{doi}" if doi else "",
        {name: value for name, value in identifiers.items() if value},
        text(item.get("title")),
        tuple(_person(one) for one in items(item.get("author")) if isinstance(one, dict)),
        years[0] if years else 0,
        venues[0] if venues else "",
        text(item.get("volume")),
        text(item.get("page")) or text(item.get("article-number")),
        "preprint" if text(item.get("subtype")) == "preprint" else _TYPES.get(kind, kind),
        tuple(_notices(item, provider)),
        text(item.get("abstract")),
        tuple(_texts(item)),
        tuple(_relations(item)),
        years=tuple(dict.fromkeys(years[1:])),
        venues=tuple(venues[1:]),
        subtitle=text(item.get("subtitle")),
    )
    return record._replace(notices=record.notices or title_notices(record))


def _all(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _person(one: dict[str, Any]) -> Person:
    particle = text(one.get("non-dropping-particle")) or text(one.get("dropping-particle"))
    family = text(one.get("family")) or text(one.get("name")) or text(one.get("literal"))
    return Person(f"{particle} {family}".strip(), text(one.get("given")))


def _date_year(value: Any) -> int:
    parts = items(table(value).get("date-parts"))
    first = items(parts[0])[:1] if parts else []
    year = first[0] if first else 0
    if isinstance(year, str) and year.isdecimal():
        year = int(year)
    return year if isinstance(year, int) else 0


def iso_date(value: Any) -> str:
    """Write a date in parts as ISO 8601, as far as it is known."""
    parts = items(table(value).get("date-parts"))
    numbers = [one for one in items(parts[0]) if isinstance(one, int)] if parts else []
    return "-".join(f"{one:0{4 if not place else 2}d}" for place, one in enumerate(numbers))


def _notices(item: dict[str, Any], provider: str) -> list[Notice]:
    """Read ``updated-by``; ``update-to`` of the same record makes it a notice on another work."""
    found = []
    for one in items(item.get("updated-by")):
        status = KINDS.get(text(table(one).get("type")).lower())
        if status:
            doi = normal_doi(text(one.get("DOI"))) or ""
            source = text(one.get("source"))
            origin = f"{provider} ({source})" if source and source != "publisher" else provider
            found.append(Notice(status, doi, iso_date(one.get("updated")), origin=origin))
    return found


def update_notices(item: dict[str, Any], doi: str, provider: str) -> list[Notice]:
    """Read what the record of a notice says of the work ``doi`` in its ``update-to``."""
    found = []
    for one in items(item.get("update-to")):
        status = KINDS.get(text(table(one).get("type")).lower())
        if status and normal_doi(text(one.get("DOI"))) == doi:
            notice = normal_doi(text(item.get("DOI"))) or ""
            found.append(Notice(status, notice, iso_date(one.get("updated")), origin=provider))
    return found


def _texts(item: dict[str, Any]) -> list[str]:
    """Give the addresses of the full text, where its licence is free."""
    licences = [text(table(one).get("URL")) for one in items(item.get("license"))]
    if not any("creativecommons.org" in one for one in licences):
        return []
    return [text(table(one).get("URL")) for one in items(item.get("link")) if text(table(one).get("URL"))]


def _relations(item: dict[str, Any]) -> list[Relation]:
    found = []
    for name, kind in _RELATIONS.items():
        for one in items(table(item, "relation").get(name)):
            doi = normal_doi(text(table(one).get("id")))
            if doi:
                found.append(Relation(kind, f"doi:{doi}"))
    return found
