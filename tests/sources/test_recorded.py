"""Replies that the services really gave, as their clients' tests recorded them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from argcheck.plugins import arxiv, crossref, openalex, semantic_scholar

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parents[3] / "shared"))
FILE = SHARED / "data" / "scholarly-api" / "responses.jsonl"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason="the recorded replies are not here")

#: Service, part of the address, the reader.
READERS: list[tuple[str, str, Any]] = [
    ("crossref", "api.crossref.org/works?", crossref._listed),
    ("crossref", "api.crossref.org/works/10.", lambda body: [crossref._single(body)]),
    ("openalex", "/works?filter", openalex._listed),
    ("openalex", "/works/https://doi.org/", lambda body: [openalex._single(body)]),
    ("semanticscholar", "/search/match?", semantic_scholar._listed),
    ("semanticscholar", "/paper/DOI:", lambda body: [semantic_scholar._single(body)]),
    ("arxiv", "/api/query?", arxiv._records),
]


def recorded() -> list[tuple[str, str, Any]]:
    found = []
    for line in FILE.read_text("utf-8").split("\n")[:-1]:
        row = json.loads(line)
        if row["status"] == 200 and not any(
            part in row["url"] for part in ("/transform", "/agency", "select=open_access", "sample=")
        ):
            found.append((row["service"], row["url"], row["body"]))
    return found


@pytest.mark.parametrize(
    ("service", "part", "read"), READERS, ids=lambda one: one if isinstance(one, str) else ""
)
def test_every_reply_is_read(service: str, part: str, read: Any) -> None:
    bodies = [(url, body) for name, url, body in recorded() if name == service and part in url]
    records = [
        (url, record)
        for url, body in bodies
        for record in read((body if isinstance(body, str) else json.dumps(body)).encode())
    ]
    assert records
    for url, record in records:
        assert record.title, url
        assert record.identifiers, url


def test_a_correction_is_read_from_updated_by() -> None:
    (body,) = [body for _, url, body in recorded() if url.endswith("journal.pone.0033693")]
    (notice,) = crossref._single(json.dumps(body).encode()).notices
    assert tuple(notice) == (
        "corrected",
        "10.1371/annotation/c76da2c1-ccb8-4797-94c1-359d3ceceeda",
        "2012-05-08",
        "",
        "crossref",
    )
