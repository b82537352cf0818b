"""K10plus: the catalogue of about two hundred libraries in Germany, with works in all languages."""

from __future__ import annotations

from typing import Any

from argcheck.bib.names import parse_name
from argcheck.sources.catalogues import Catalogue, Wanted, quoted
from argcheck.sources.editions import edition_number
from argcheck.sources.http import Service
from argcheck.sources.model import Person, Record
from argcheck.sources.replies import person, xml_root, year_of

#: Namespaces of the versions of the protocol SRU.
_ENVELOPES = frozenset({
    "http://www.loc.gov/zing/srw/",
    "http://docs.oasis-open.org/ns/search-ws/sruResponse",
})  # fmt: skip
_MODS = "{http://www.loc.gov/mods/v3}"


class K10plus(Catalogue):
    """Asks sru.k10plus.de by the protocol SRU of the Library of Congress; records are in MODS."""

    name = "k10plus"
    service = Service("k10plus", "https://sru.k10plus.de", per_second=1)

    def request(self, wanted: Wanted) -> tuple[str, dict[str, str]]:
        """Return path and parameters of a request, with the query in CQL."""
        asked = [
            *(f"pica.tit={word}" for word in wanted.all_of),
            *(f"pica.vlg={word}" for word in wanted.publisher),
            _any("pica.tit", wanted.any_of),
            _any("pica.jah", wanted.years),
            f'pica.per="{quoted(wanted.family)}"' if wanted.family else "",
        ]
        return "/opac-de-627", {
            "version": "1.1",
            "operation": "searchRetrieve",
            "query": " and ".join(filter(None, asked)),
            "maximumRecords": str(self.most),
            "recordSchema": "mods36",
        }

    def read(self, body: bytes) -> tuple[int, list[Record]] | None:
        """Return the number of works and the first records of a response of SRU; None if there are none.

        :raises ValueError: it is no such response, has diagnostics, or contradicts its number of records.
        """
        root = xml_root(body)
        envelope, _, name = root.tag.removeprefix("{").partition("}")
        if name != "searchRetrieveResponse" or envelope not in _ENVELOPES:
            raise ValueError("no response of SRU")
        if root.find(f"{{{envelope}}}diagnostics") is not None:
            raise ValueError("diagnostics in place of an answer")
        numbers = root.findall(f"{{{envelope}}}numberOfRecords")
        total = (numbers[0].text or "").strip() if len(numbers) == 1 else ""
        if not total.isdecimal():
            raise ValueError("no numberOfRecords")
        shown = root.findall(
            f"{{{envelope}}}records/{{{envelope}}}record/{{{envelope}}}recordData/{_MODS}mods"
        )
        if bool(shown) != bool(int(total)):
            raise ValueError("as many records as it does not say")
        return (int(total), [self._record(mods) for mods in shown[: self.most]]) if shown else None

    def _record(self, mods: Any) -> Record:
        titles = [title for title in mods.findall(f"{_MODS}titleInfo") if title.get("type") is None]
        others = [title for title in mods.findall(f"{_MODS}titleInfo") if title.get("type") is not None]
        if not titles:
            raise ValueError("a record without a title")
        origins = mods.findall(f"{_MODS}originInfo")
        dates = [_words(origin, "dateIssued") for origin in origins]
        number = _words(mods.find(f"{_MODS}recordInfo"), "recordIdentifier")
        part = " ".join(filter(None, (_words(titles[0], "partNumber"), _words(titles[0], "partName"))))
        return Record(
            self.name,
            f"https://opac.k10plus.de/DB=2.299/PPNSET?PPN={number}" if number.isalnum() else "",
            title=": ".join(filter(None, (_title(titles[0]), part))),
            authors=tuple(filter(None, map(_person, mods.findall(f"{_MODS}name")))),
            year=next(filter(None, map(year_of, dates)), 0),
            venue=next(filter(None, (_words(origin, "publisher") for origin in origins)), ""),
            kind="book",
            subtitle=_words(titles[0], "subTitle"),
            titles=tuple(filter(None, map(_title, others)))[:10],
            edition=next(filter(None, (edition_number(_words(origin, "edition")) for origin in origins)), 0),
        )


def _title(info: Any) -> str:
    return f"{_words(info, 'nonSort')} {_words(info, 'title')}".strip()


def _person(name: Any) -> Person | None:
    """Return a person whose name is whole or in parts, without dates; None without a name."""
    parts = {
        part.get("type"): " ".join((part.text or "").split()) for part in name.findall(f"{_MODS}namePart")
    }
    whole = parts.get(None, "")
    if name.get("type") != "personal":
        return Person(whole) if whole else None
    if parts.get("family"):
        read = parse_name(f"{parts['family']}, {parts.get('given', '')}")
        return Person(" ".join(filter(None, (read.particle, read.family))), read.given)
    return person(whole) if whole else None


def _words(element: Any, name: str) -> str:
    """Return the text of the first child of this name; empty without any."""
    return "" if element is None else " ".join((element.findtext(f"{_MODS}{name}") or "").split())


def _any(index: str, values: tuple[object, ...]) -> str:
    return f"({' or '.join(f'{index}={value}' for value in values)})" if values else ""
