"""The Retraction Watch data as published by Crossref: a CSV file, imported once and looked up offline."""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from argcheck.bib.identifiers import normal_doi
from argcheck.errors import UsageError
from argcheck.files.grouping import lists_by_key
from argcheck.files.writing import replace_file
from argcheck.sources.model import Notice, Status
from argcheck.tex.numerals import MOST, natural

NAME = "retraction-watch"
_COLUMNS = (
    "OriginalPaperDOI", "OriginalPaperPubMedID", "RetractionDOI", "RetractionDate", "RetractionNature", "Reason",
)  # fmt: skip
_NATURES = {
    "retraction": Status.RETRACTED,
    "expression of concern": Status.CONCERN,
    "correction": Status.CORRECTED,
}
_REINSTATED = "reinstatement"
_american = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})").match


def snapshot() -> Path:
    """Return the path of the imported data: in the folder of user data, which cleaning the cache does not touch."""
    if own := os.environ.get("ARGCHECK_DATA_DIR"):
        return Path(own).absolute() / "retractions.jsonl"
    folder = os.environ.get("XDG_DATA_HOME") or (os.environ.get("LOCALAPPDATA") if os.name == "nt" else None)
    base = Path(folder) if folder and Path(folder).is_absolute() else Path.home() / ".local" / "share"
    return base / "argcheck" / "retractions.jsonl"


def import_csv(file: Path, target: Path) -> int:
    """Import a Retraction Watch CSV and return the number of works.

    :raises UsageError: it is not such a file.
    """
    try:
        text = file.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    reader = csv.DictReader(io.StringIO(text, newline=""))
    missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise UsageError(f"{file}: is no Retraction Watch file: it has no column {missing[0]}")
    by_work = lists_by_key((key, notice) for row in reader for key, notice in _notices(row))
    lines = [json.dumps([key, notices], ensure_ascii=False) for key, notices in sorted(by_work.items())]
    target.parent.mkdir(parents=True, exist_ok=True)
    replace_file(target, "".join(f"{line}\n" for line in lines).encode())
    return len(by_work)


def _notices(row: Mapping[str, str | None]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the notice of a row under the DOI and under the PubMed number of the work."""
    nature = (row["RetractionNature"] or "").strip().lower()
    reasons = [
        part.strip().lstrip("+").strip()
        for part in (row["Reason"] or "").replace("+", ";").split(";")
        if part.strip(" +")
    ]
    status = "reinstated" if nature == _REINSTATED else str(_NATURES.get(nature, ""))
    if status == Status.RETRACTED and any("replace" in reason.lower() for reason in reasons):
        status = Status.REPLACED
    if not status:
        return
    notice = (
        status,
        normal_doi(row["RetractionDOI"] or "") or "",
        _iso(row["RetractionDate"] or ""),
        "; ".join(reasons),
    )
    doi = normal_doi(row["OriginalPaperDOI"] or "")
    if doi:
        yield f"doi:{doi}", notice
    pmid = (row["OriginalPaperPubMedID"] or "").strip()
    if pmid.isdecimal() and 0 < natural(pmid) < MOST:
        yield f"pmid:{natural(pmid)}", notice


def _iso(date: str) -> str:
    """Return a date like ``6/30/2021 0:00`` as ISO 8601."""
    match = _american(date.strip())
    return f"{match[3]}-{int(match[1]):02d}-{int(match[2]):02d}" if match else date.strip()[:10]


def load(file: Path) -> dict[str, tuple[Notice, ...]]:
    """Return the notices of each work; those before a reinstatement are left out, except concerns and corrections.

    :raises ValueError: the file is damaged.
    """
    notices = {}
    for line in file.read_text("utf-8").split("\n"):
        if not line:
            continue
        key, rows = json.loads(line)
        dated = sorted(rows, key=lambda row: str(row[2]))
        last = max((place for place, row in enumerate(dated) if row[0] == "reinstated"), default=-1)
        kept = [
            Notice(Status(row[0]), row[1], row[2], row[3], NAME)
            for place, row in enumerate(dated)
            if row[0] != "reinstated" and (place > last or row[0] in {Status.CONCERN, Status.CORRECTED})
        ]
        if kept:
            notices[str(key)] = tuple(kept)
    return notices
