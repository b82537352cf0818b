"""What Citavi and Paperpile keep in the fields of a Word file of the works that these cite, as CSL-JSON."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from argcheck.files import data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST = 30  # bytes of data for a byte that is packed; those of Paperpile have three or four


def called(table: str) -> dict[str, str]:
    """Return what CSL-JSON calls the types or fields of a program, by its names for them: ``citavi-types``."""
    return data.table("reference-managers", table)


def first_json(text: str, hook: Callable[[dict[str, Any]], Any] | None = None) -> Any:
    """Return the value that a text begins with, whatever stands behind it; None where there is none."""
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder(object_hook=hook).raw_decode(text)[0]
    return None


def unpacked(data: bytes) -> str:
    """Return the text that Paperpile packed, cut off where it is out of all proportion; empty for what it did not pack."""
    with suppress(zlib.error):
        return zlib.decompressobj().decompress(data, _MOST * len(data)).decode("utf-8", "replace")
    return ""


def citavi_works(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the CSL-JSON of each work in a citation of Citavi, which refers back by number."""
    said: dict[object, dict[str, Any]] = {}

    def resolved(value: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in value:
            return said.get(str(value["$ref"]), {})
        said[str(value.get("$id"))] = value
        return value

    for entry in _records(first_json(text, resolved), "Entries"):
        reference = _record(entry, "Reference")
        if reference.get("Title") or reference.get("ShortTitle"):
            yield str(reference.get("Id")), _citavi_item(reference)


def _citavi_item(reference: dict[str, Any]) -> dict[str, Any]:
    within = _record(reference, "ParentReference")
    kind = called("citavi-types").get(str(reference.get("ReferenceType")), "")
    if kind == "chapter" and within.get("ReferenceType") == "ConferenceProceedings":
        kind = "paper-conference"
    people = {role: list(_people(reference, role)) for role in ("Authors", "Editors", "Organizations")}
    organizations = people["Organizations"]
    publishers = [given.get("Name") for part in (reference, within) for given in _records(part, "Publishers")]
    publishers += [given["literal"] for given in organizations if people["Authors"] and "literal" in given]
    dates = [part.get(name) for part in (reference, within) for name in ("YearResolved", "Year", "Date")]
    item = {name: reference.get(tag) or within.get(tag) for tag, name in called("citavi-fields").items()}
    return item | {
        "type": kind,
        "title": _titled(reference),
        "container-title": _record(reference, "Periodical").get("Name") or _titled(within),
        "page": str(reference.get("PageRange") or "").rpartition("<os>")[2].partition("</os>")[0],
        "publisher": next(filter(None, publishers), ""),
        "issued": {"raw": next(filter(None, dates), "")},
        "author": people["Authors"] or ([] if people["Editors"] else organizations),
        "editor": people["Editors"] or list(_people(within, "Editors")),
    }


def _titled(reference: dict[str, Any]) -> str:
    title = str(reference.get("Title") or reference.get("ShortTitle") or "")
    return ": ".join(filter(None, (title, str(reference.get("Subtitle") or ""))))


def _people(reference: dict[str, Any], role: str) -> Iterator[dict[str, Any]]:
    for given in _records(reference, role):
        first = " ".join(str(given[part]) for part in ("FirstName", "MiddleName") if given.get(part))
        if first:
            prefix, suffix = given.get("Prefix"), given.get("Suffix")
            yield {
                "family": given.get("LastName"),
                "given": first,
                "dropping-particle": prefix,
                "suffix": suffix,
            }
        elif given.get("LastName"):
            yield {"literal": given["LastName"]}


def paperpile_works(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the CSL-JSON of each work that a citation of Paperpile holds."""
    for record in _records({"works": first_json(text)}, "works"):
        if not record.get("title"):
            continue
        item = {name: record.get(tag) for tag, name in called("paperpile-fields").items()}
        published, urls = _record(record, "published"), record.get("url")
        item["type"] = called("paperpile-types").get(str(record.get("pubtype")), "")
        item["container-title"] = (
            record.get("journalfull") or record.get("journal") or record.get("booktitle")
        )
        item["issued"] = {"date-parts": [[published.get("year"), published.get("month")]]}
        item["URL"] = urls[0] if isinstance(urls, list) and urls else urls
        for role in ("author", "editor"):
            item[role] = [
                {
                    "family": person.get("last"),
                    "given": person.get("first"),
                    "suffix": person.get("jr"),
                    "literal": person.get("collective"),
                }
                for person in _records(record, role)
            ]
        yield str(record.get("_id")), item


def _record(value: dict[str, Any], name: str) -> dict[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _records(value: object, name: str) -> Iterator[dict[str, Any]]:
    parts = value.get(name) if isinstance(value, dict) else None
    yield from (part for part in (parts if isinstance(parts, list) else ()) if isinstance(part, dict))
