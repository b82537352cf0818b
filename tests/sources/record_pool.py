"""Sets of entries and records in one file of `data`, a JSON object a line: an entry with its group, or a work.

A work names the services that have it, each by its letter: c Crossref, d DataCite, o OpenAlex, s Semantic Scholar,
e Europe PMC, l Open Library, k K10plus, a arXiv.  A field of one letter says what this service has otherwise.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from messy_strangers import Known
from services import work

Work = dict[str, Any]
#: The key of a printed reference, behind its label.
_KEY = re.compile(r"\{([^{}]+)\}(?:\n|\s|$)")
DATA = Path(__file__).parent / "data"
NAMES = {
    "c": "crossref",
    "d": "datacite",
    "o": "openalex",
    "s": "semanticscholar",
    "e": "europepmc",
    "l": "openlibrary",
    "k": "k10plus",
    "a": "arxiv",
}
#: The types of Crossref and OpenAlex.
KINDS = {
    "J": ("journal-article", "article"),
    "P": ("proceedings-article", "article"),
    "C": ("book-chapter", "book-chapter"),
    "B": ("book", "book"),
    "T": ("dissertation", "dissertation"),
    "R": ("report", "report"),
    "X": ("posted-content", "preprint"),
    "D": ("dataset", "dataset"),
}


class Pool:
    """A set with what the modules of other sets have: its entries by group, and the records of its works by service.

    ``PRINTED`` are the references of a ``thebibliography``, by group, each by its key;
    ``UPDATES`` are Crossref's notices; ``NOTICES`` says the status that they give to an entry.
    """

    NEAR = ABOVE = SHELVES = ()

    def __init__(self, name: str, notices: dict[str, str]) -> None:
        entries: defaultdict[str, list[Known]] = defaultdict(list)
        self.RECORDS: defaultdict[str, list[Work]] = defaultdict(list)
        self.UPDATES: list[Work] = []
        self.NOTICES = {key: ("", {}, status) for key, status in notices.items()}
        self.PRINTED: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for line in (DATA / name).read_text("utf-8").splitlines():
            row = json.loads(line)
            if "bib" in row:
                entries[row["group"]].append(Known(row["bib"], None))
            elif "printed" in row:
                self.PRINTED[row["group"]][_KEY.search(row["printed"])[1]] = row["printed"]
            else:
                self._add(row["work"])
        self.VALID = [*entries["valid"], *entries["unindexed"], *entries["notice"]]
        self.INVENTED, self.ALTERED = entries["invented"], entries["altered"]

    def _add(self, one: Work) -> None:
        for letter in one["services"]:
            made = record(one, letter)
            self.RECORDS[NAMES[letter]].append(made)
            if made["DOI"]:
                self.RECORDS["doi"].append(made)
        if "update_to" in one:
            self.UPDATES.append(
                record(one, "c") | {"title": [one["title"]], "update-to": [_update(*one["update_to"])]}
            )


def record(one: Work, letter: str) -> Work:
    """Give a work as one service has it: Semantic Scholar has the subtitle in the title."""
    said = {**one, **one.get(letter, {})}
    title, subtitle = said["title"], said.get("subtitle", "")
    if letter == "s" and subtitle:
        title, subtitle = f"{title}: {subtitle}", ""
    kind, openalex = KINDS[said["kind"]]
    more = {
        "type": kind,
        "openalex_type": openalex,
        "volume": said["volume"],
        "page": said["pages"],
        "issue": said.get("issue", ""),
        "subtitle": [subtitle] if subtitle else [],
        "publisher": said.get("publisher", ""),
        "editor": work(authors=said.get("editors", ""))["author"],
        "editions": [year for year in said.get("years", []) if year != said["year"]],
        "arxiv": said.get("arxiv", ""),
        "pmid": said.get("pmid", ""),
        "is_retracted": said.get("retracted", False),
        "stated": {said["year"]: said["edition"]} if said.get("edition") else {},
        "containers": [said["venue"], said["venue2"]] if said.get("venue2") else [],
        "updated-by": [_update(*said["updated_by"])] if "updated_by" in said else [],
        "corrections": [dict(zip(("type", "id", "reference"), said["correction"], strict=True))]
        if "correction" in said
        else [],
        "published-print": {"date-parts": [[said["printed"]]]} if letter == "c" and "printed" in said else {},
    }
    given = {name: value for name, value in more.items() if value}
    return work(said.get("doi", ""), title, said["authors"], said["year"], said["venue"], **given)


def _update(doi: str, kind: str, day: list[int]) -> Work:
    return {"DOI": doi, "type": kind, "label": kind.capitalize(), "updated": {"date-parts": [day]}}
