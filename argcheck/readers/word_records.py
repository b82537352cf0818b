"""The works in Word fields of Citavi and Paperpile, as CSL-JSON."""

from __future__ import annotations

import json
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from argcheck.files import data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MOST = 30  # most bytes of data for a packed byte; Paperpile has three or four


def called(table: str) -> dict[str, str]:
    """Return a table of reference managers, such as ``citavi-types``: names in CSL-JSON or BibTeX by other names."""
    return data.table("reference-managers", table)


def first_json(text: str, hook: Callable[[dict[str, Any]], Any] | None = None) -> Any:
    """Return the JSON value at the start of a text, whatever follows it; None without one."""
    with suppress(ValueError, RecursionError):
        return json.JSONDecoder(object_hook=hook).raw_decode(text)[0]
    return None


def unpacked(data: bytes) -> str:
    """Return the text that Paperpile packed with zlib, cut at 30 times the packed length; empty if not packed."""
    with suppress(zlib.error):
        return zlib.decompressobj().decompress(data, _MOST * len(data)).decode("utf-8", "replace")
    return ""


def citavi_works(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the CSL-JSON of each work in a citation of Citavi, whose JSON has references by number."""
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
    """Yield the name and the CSL-JSON of each work in a citation of Paperpile."""
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
