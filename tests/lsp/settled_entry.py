"""An entry, and the verdict of `argcheck verify` whose record settles some of its fields."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for
from argcheck.verdicts.identity import entry_hash, work_of

if TYPE_CHECKING:
    from pathlib import Path


def with_record(paper: Path) -> str:
    """Put an entry and the verdict on it into a folder, whose record settles some of its fields; give the entry."""
    bib = "@article{knuth84, author={Knuth, Donald}, title={Literate programming in tex}, journal={The Computer Journal}, year={1984}}\n"
    record = {"authors": ["Donald Knuth"], "doi": "10.1093/comjnl/27.2.97", "pages": "97-111", "provider": "crossref", "title": "Literate Programming in TeX", "venue": "The Computer Journal", "year": 1984}  # fmt: skip
    (paper / "refs.bib").write_text(bib)
    line = {"checked": "2026-05-01", "cited_as": "knuth84", "judge": {"name": "sources", "version": "2"}, "key": "v1:1", "kind": "entry", "outcome": "inaccessible", "record": record, "version": 1}  # fmt: skip
    entry = Workspace([paper], settings_for([paper], cwd=paper, isolated=True), cwd=paper).read()[0].bibliography.find("knuth84")  # fmt: skip
    hashed = {"work": work_of(entry), "entry": entry_hash(entry)}
    (paper / ".argcheck").mkdir(exist_ok=True)
    (paper / ".argcheck" / "verdicts.jsonl").write_text(json.dumps(line | hashed) + "\n")
    return bib
