"""Helpers for reading replies of indexes: JSON of any shape, XML, names, dates and words for notices."""

from __future__ import annotations

import json
import re
from typing import Any

from argcheck.bib.names import parse_name
from argcheck.files.patterns import YEAR
from argcheck.sources.folding import readable
from argcheck.sources.model import Notice, Person, Record, Status

_taken_back = re.compile(
    r"\W*(?:(?P<retracted>retracted|retraction)\b(?:\s*(?:article|paper|chapter))?|withdrawn\b(?:\s*(?:article|paper))?)\s*[:\])—–-]",
    re.IGNORECASE,
).match
_says_withdrawn = re.compile(
    r"\b(?:paper|article|manuscript|submission|preprint|work)\b.{0,40}\b(?:has been|is|was) (?:\w+ )?withdrawn\b|^\W*withdrawn\b",
    re.IGNORECASE | re.DOTALL,
).search

MOST_RECORDS = 200  #: of an answer, more than are asked for
_LONGEST = 2_000  #: most letters of a title or a name
_AUTHORS = 10_000  #: most authors, twice as many as any work has
_STRUCTURE = (b",", b"[", b"{")  #: one of these is before each value, or opens it
_MOST_VALUES = 150_000  #: most values of an answer: five megabytes of empty lists become over a hundred
#: Keys of errors; an empty list beside one is no absence.
_ERRORS = frozenset({"error", "errors", "errCode", "errMsg", "fault"})
_MOST_ITEMS = 2_000  #: most items of a list, such as authors: the first ones suffice

#: Names of notices in Crossref, PubMed and Retraction Watch.
KINDS = {
    "retraction": Status.RETRACTED, "partial_retraction": Status.CORRECTED, "removal": Status.RETRACTED,
    "withdrawal": Status.WITHDRAWN, "expression_of_concern": Status.CONCERN,
    "correction": Status.CORRECTED, "corrigendum": Status.CORRECTED, "erratum": Status.CORRECTED,
    "corrected and republished": Status.CORRECTED,
    "retraction in": Status.RETRACTED, "retracted publication": Status.RETRACTED,
    "partial retraction in": Status.CORRECTED, "expression of concern in": Status.CONCERN,
    "expression of concern": Status.CONCERN, "erratum in": Status.CORRECTED,
    "corrected and republished in": Status.CORRECTED, "retracted and republished in": Status.REPLACED,
    "retract_and_replace": Status.REPLACED, "retraction_and_replacement": Status.REPLACED,
}  # fmt: skip


def json_object(body: bytes, *needed: str) -> dict[str, Any]:
    """Return the JSON object in a body.

    :param needed: keys that it must have.
    :raises ValueError: the body is cut off or something else, or has an error that was not asked for.
    """
    if sum(map(body.count, _STRUCTURE)) > _MOST_VALUES:
        raise ValueError("more values than an index gives")
    try:
        value = json.loads(body, object_pairs_hook=_without_repetition)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(value, dict):
        raise ValueError("not a JSON object")  # noqa: TRY004 - what is wrong is the value of the body
    for key in needed:
        if key not in value:
            raise ValueError(f"no {key}")
    if value.get("status") == "failed" or any(value.get(key) for key in _ERRORS.difference(needed)):
        raise ValueError("it says that it failed")
    return value


def xml_root(body: bytes) -> Any:
    """Return the root of an XML body without document type; libxml2 limits the depth of nesting.

    :raises ValueError: the body is cut off or something else.
    """
    from lxml import etree

    if body.count(b"<") > _MOST_VALUES:
        raise ValueError("more values than an index gives")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise ValueError(str(error)) from None
    if root.getroottree().docinfo.doctype:
        raise ValueError("a document type")
    return root


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of keys and values.

    :raises ValueError: a key is repeated, so that its value is ambiguous.
    """
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key that stands twice")
    return value


def objects(answer: dict[str, Any], *names: str) -> list[dict[str, Any]]:
    """Return the objects of the list at a path of keys in a JSON object.

    :raises ValueError: there is no such list, or something else in it.
    """
    *path, last = names
    result = table(answer, *path).get(last)
    if not isinstance(result, list):
        raise ValueError(f"no {last}")  # noqa: TRY004 - as above
    if not all(isinstance(item, dict) for item in result):
        raise ValueError(f"{last} that are no objects")
    return result


def table(value: Any, *names: str) -> dict[str, Any]:
    """Return the object at a path of keys, or an empty one if there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def items(value: Any) -> list[Any]:
    """Return a list, cut to the length that helps to identify a work; empty for other values."""
    return value[:_MOST_ITEMS] if isinstance(value, list) else []


def text(value: Any) -> str:
    """Return a text with single blanks: the first of a list, the digits of a number, empty for other values."""
    if isinstance(value, list):
        value = value[0] if value else ""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""


def year_of(value: Any) -> int:
    """Return the year of a date, or 0."""
    match = YEAR.search(text(value))
    return int(match[0]) if match else 0


def person(name: str) -> Person:
    """Return the person of a name written as ``Given Family`` or ``Family, Given``."""
    read = parse_name(name)
    return Person(" ".join(filter(None, (read.particle, read.family))), read.given)


def title_notices(record: Record) -> tuple[Notice, ...]:
    """Return the notice that publishers put before the title of a work, ``RETRACTED: ...``, if any."""
    notice = _taken_back(record.title)
    if notice is None:
        return ()
    status = Status.RETRACTED if notice["retracted"] else Status.WITHDRAWN
    return (Notice(status, origin=f"{record.provider} (title)"),)


def says_withdrawn(comment: str) -> bool:
    """Whether the comment or abstract of a preprint says that it was withdrawn."""
    return bool(_says_withdrawn(comment[:400]))


def bounded(record: Record) -> Record:
    """Return a record with a readable title and at most as much of anything as a record of a work has.

    More would take long to compare.
    """
    return record._replace(
        title=readable(record.title[:_LONGEST]),
        subtitle=record.subtitle[:_LONGEST],
        venue=record.venue[:_LONGEST],
        titles=tuple(title[:_LONGEST] for title in record.titles[:MOST_RECORDS]),
        venues=tuple(venue[:_LONGEST] for venue in record.venues[:MOST_RECORDS]),
        authors=tuple(
            Person(person.family[:_LONGEST], person.given[:_LONGEST]) for person in record.authors[:_AUTHORS]
        ),
    )
