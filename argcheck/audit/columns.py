"""The tables of an audit: columns, types and version.

This is plain data that does not need pyarrow; `argcheck.audit.parquet` makes schemas of it.
"""

from __future__ import annotations

from typing import Any

#: Bump when a column changes its name, type or meaning.
VERSION = 2

CHECKED, NOT_LATEX, UNREADABLE, OVER_LIMIT, CRASHED = STATUSES = (
    "checked", "not-latex", "unreadable", "over-limit", "crashed",
)  # fmt: skip

#: Table -> column -> type. Every row names its paper, and ``documents`` has one row for each.
TABLES: dict[str, dict[str, str]] = {
    "documents": {
        "paper": "string",
        "status": "string",  # one of `STATUSES`
        "detail": "string",  # why it is not `CHECKED`, in words
        "field": "string",  # from an old arXiv identifier, else empty
        "year": "int32",  # from an arXiv identifier, else null
        "roots": "list<string>",
        "files": "int32",
        "bytes": "int64",  # of the unpacked files
        "complete": "bool",  # whether all files that the roots read are there
        "errors": "int32",
        "warnings": "int32",
        "notes": "int32",
        "held_back": "int32",  # pairs of a root and a rule that could not be judged
    },
    "diagnostics": {
        "paper": "string", "file": "string", "line": "int32", "col": "int32", "code": "string",
        "name": "string", "severity": "string", "message": "string", "fingerprint": "string",
    },
    "citations": {
        "paper": "string", "root": "string", "file": "string", "line": "int32", "col": "int32",
        "key": "string", "command": "string", "sentence": "string",
    },
    "entries": {
        "paper": "string", "root": "string", "file": "string", "line": "int32", "key": "string",
        "type": "string", "work": "string",
    },
    "works": {
        "paper": "string", "root": "string", "work": "string", "key": "string", "doi": "string",
        "title": "string", "year": "string", "cited": "int32",
        "titled": "string",  # the name that the work would have without a DOI
        "bibtex": "string",  # fields that identify the work, with {key} in place of the key
    },
    "nodes": {
        "paper": "string", "root": "string", "id": "string", "kind": "string", "role": "string",
        "text": "string", "file": "string", "line": "int32", "refuted": "bool",
    },
    "edges": {
        "paper": "string", "root": "string", "source": "string", "target": "string",
        "relation": "string", "file": "string", "line": "int32",
    },
    "failures": {"paper": "string", "part": "string", "message": "string", "traceback": "string"},
}  # fmt: skip

#: The rows of a paper: table -> rows, in the order of the text.
Rows = dict[str, list[dict[str, Any]]]


def only_status(paper: str, status: str, detail: str, traceback: str = "") -> Rows:
    """Return the rows of a paper that was not checked: one of ``documents``, one of ``failures`` with the reason."""
    empty = dict.fromkeys(TABLES["documents"])
    row = {**empty, "paper": paper, "status": status, "detail": detail, **of_number(paper), "roots": []}
    failure = {"paper": paper, "part": status, "message": detail, "traceback": traceback}
    return {"documents": [row], "failures": [failure]}


def of_number(paper: str) -> dict[str, Any]:
    """Return field and year from an arXiv identifier at the end of a name: ``hep-th0101001`` or ``2103.01234``.

    Without one, the field is empty and the year is None.
    """
    import re

    name = paper.rpartition("/")[2]
    match = re.match(
        r"(?:(?P<field>[a-z-]+)(?:\.[A-Z]{2})?)?(?P<year>\d{2})(?:0[1-9]|1[0-2])(?P<rest>\.?\d{3,5})", name
    )
    if not match or bool(match["field"]) == match["rest"].startswith("."):
        return {"field": "", "year": None}
    year = int(match["year"])
    return {"field": match["field"] or "", "year": 1900 + year if year > 90 else 2000 + year}
