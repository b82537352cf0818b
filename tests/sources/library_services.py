"""Catalogues of libraries on 127.0.0.1: Open Library in JSON, K10plus in the protocol SRU; each finds works that have every word."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from services import Handler, Services, Work

_ZS = "http://www.loc.gov/zing/srw/"
_MODS = "http://www.loc.gov/mods/v3"


@cache
def terms(title: str) -> frozenset[str]:
    """Give the words that a search engine compares: lower case, no accents."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", title) if not unicodedata.combining(letter)
    )
    return frozenset(re.findall(r"\w+", plain.lower()))


def _matching(works: list[Work], asked: dict[str, list[frozenset[str]]]) -> list[Work]:
    """Give the works that have, in each field, a word of each set."""
    return [
        one
        for one in works
        if all(not wanted.isdisjoint(_field(one, field)) for field, sets in asked.items() for wanted in sets)
    ]


def _field(one: Work, field: str) -> frozenset[str]:
    people = " ".join(" ".join(person.values()) for person in one["author"] + one.get("editor", []))
    years = map(str, [one["year"], *one.get("editions", [])])
    said = {
        "title": f"{one['title']} {' '.join(one.get('subtitle', []))}",
        "author": people,
        "publisher": _publisher(one),
        "year": " ".join(years),
    }
    return terms(said[field])


def _publisher(one: Work) -> str:
    return str(one.get("publisher") or one["venue"])


def openlibrary(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    names = {"title": "title", "author": "author", "publisher": "publisher", "publish_year": "year"}
    asked: dict[str, list[frozenset[str]]] = {}
    for clause in query["q"].split(" AND "):
        field, _, value = clause.partition(":")
        asked.setdefault(names[field], []).append(terms(value) - {"or"})
    there = _matching(services.works["openlibrary"], asked)
    docs = [
        {
            "key": f"/works/OL{number}W",
            "title": one["title"],
            **({"subtitle": one["subtitle"][0]} if one.get("subtitle") else {}),
            "author_name": [f"{p.get('given', '')} {p['family']}".strip() for p in one["author"]],
            "first_publish_year": min([one["year"], *one.get("editions", [])]),
            "publisher": [_publisher(one)],
        }
        for number, one in enumerate(there[: int(query["limit"])])
    ]
    handler.json(
        {
            "numFound": len(there),
            "start": 0,
            "numFoundExact": True,
            "num_found": len(there),
            "documentation_url": "https://openlibrary.org/dev/docs/api/search",
            "q": query["q"],
            "offset": None,
            "docs": docs,
        }
    )


def k10plus(handler: Handler, services: Services, path: str, query: dict[str, str]) -> None:
    names = {"tit": "title", "per": "author", "vlg": "publisher", "jah": "year"}
    asked: dict[str, list[frozenset[str]]] = {}
    for clause in query["query"].split(" and "):
        index = re.findall(r"pica\.(\w+)=", clause)
        words = re.findall(r'=("[^"]*"|\w+)', clause)
        asked.setdefault(names[index[0]], []).append(terms(" ".join(words)))
    there = _matching(services.works["k10plus"], asked)
    editions = [{**one, "year": year} for one in there for year in (one["year"], *one.get("editions", []))]
    shown = "".join(
        f"<zs:record><zs:recordSchema>mods36</zs:recordSchema><zs:recordPacking>xml</zs:recordPacking><zs:recordData>"
        f"{_mods(one, number)}</zs:recordData><zs:recordPosition>{number}</zs:recordPosition></zs:record>"
        for number, one in enumerate(editions[: int(query["maximumRecords"])], 1)
    )
    records = f"<zs:records>{shown}</zs:records>" if shown else ""
    handler.send(
        200,
        f'<?xml version="1.0" encoding="UTF-8"?>\n<zs:searchRetrieveResponse xmlns:zs="{_ZS}"><zs:version>1.1</zs:version>'
        f"<zs:numberOfRecords>{len(editions)}</zs:numberOfRecords>{records}<zs:echoedSearchRetrieveRequest>"
        f"<zs:query>{escape(query['query'])}</zs:query></zs:echoedSearchRetrieveRequest></zs:searchRetrieveResponse>",
        Content_Type="text/xml; charset=utf-8",
    )


def _mods(one: Work, number: int) -> str:
    article, _, rest = one["title"].partition(" ")
    title = (
        f"<nonSort>{article} </nonSort><title>{escape(rest)}</title>"
        if article in {"The", "A", "Die", "La"}
        else f"<title>{escape(one['title'])}</title>"
    )
    sub = f"<subTitle>{escape(one['subtitle'][0])}</subTitle>" if one.get("subtitle") else ""
    names = "".join(
        f'<name type="{"personal" if p.get("given") else "corporate"}"><namePart>'
        f"{escape(', '.join(filter(None, (p['family'], p.get('given', '')))))}</namePart>"
        '<namePart type="date">1900-</namePart><role><roleTerm type="text">VerfasserIn</roleTerm></role></name>'
        for p in one["author"] + one.get("editor", [])
    )
    said = one.get("stated", {}).get(one["year"])
    edition = f"<edition>{escape(said)}</edition>" if said else ""
    return (
        f'<mods xmlns="{_MODS}" version="3.6"><titleInfo>{title}{sub}</titleInfo>{names}<typeOfResource>text</typeOfResource>'
        f"<originInfo><place><placeTerm>Berlin</placeTerm></place><publisher>{escape(_publisher(one))}</publisher>"
        f"<dateIssued>[{one['year']}]</dateIssued>{edition}</originInfo><recordInfo><recordIdentifier>16{number}</recordIdentifier>"
        "</recordInfo></mods>"
    )
