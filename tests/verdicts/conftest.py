"""Documents with verdicts: written to disk, read as `argcheck check` reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for
from argcheck.verdicts.file import PATH, VerdictFile
from argcheck.verdicts.identity import entry_hash, verdict_key, work_of
from argcheck.verdicts.mentions import mentions_of
from argcheck.verdicts.model import EntryVerdict, MentionVerdict
from argcheck.verdicts.replay import Verdicts, read_verdicts

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.bib.entry import Entry
    from argcheck.reading.read_document import Document

BIB = """\
@article{wakefield1998,
  author = {Wakefield, A. J. and Murch, S. H.}, title = {Ileal-lymphoid-nodular hyperplasia},
  journal = {The Lancet}, year = {1998}, doi = {10.1016/S0140-6736(97)11096-0},
}
@book{knuth1984, author = {Knuth, Donald E.}, title = {The {\\TeX}book}, year = {1984}, publisher = {Addison}}
"""
TEXT = """\
One sentence stands before. Children fell ill afterwards~\\cite{wakefield1998}. Another one follows.

Type is set in boxes~\\cite[p.~3]{knuth1984}.
"""


class Paper:
    """A document in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, text: str = TEXT, bib: str = BIB, **files: str) -> Paper:
        main = "\\documentclass{article}\n\\begin{document}\n" + text
        main += "\n\\bibliography{refs}\n\\end{document}\n"
        for name, content in {"main.tex": main, "refs.bib": bib, **files}.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(content, "utf-8")
        return self

    def verdicts(self, *verdicts: Any) -> Paper:
        file = self.folder / PATH
        file.parent.mkdir(exist_ok=True)
        file.write_text(VerdictFile(PATH).with_(verdicts).dump(), "utf-8")
        return self

    def document(self) -> Document:
        settings = settings_for([self.folder], cwd=self.folder, isolated=True)
        self.workspace = Workspace([self.folder], settings, cwd=self.folder)
        return self.workspace.read()[0]

    def replay(self) -> Verdicts:
        document = self.document()
        return read_verdicts(self.workspace.project, *document)

    def entry(self, key: str) -> Entry:
        found = self.document().bibliography.find(key)
        assert found is not None
        return found

    def judged(self, key: str, outcome: str = "accessible", **more: Any) -> EntryVerdict:
        """Make the verdict that a check of the entry of ``key`` would give."""
        entry = self.entry(key)
        more = {"checked": "2026-05-01", "judge": {"name": "sources", "version": "1"}, **more}
        work, fields = work_of(entry), entry_hash(entry)
        name = verdict_key("entry", {"work": work, "entry": fields, "outcome": outcome, **more})
        return EntryVerdict(key=name, work=work, cited_as=key, entry=fields, outcome=outcome, **more)

    def mention(self, key: str, verdict: str = "supported", number: int = 0, **more: Any) -> MentionVerdict:
        """Make the verdict that a check of one mention of ``key`` would give."""
        seen = [one for one in mentions_of(*self.document()) if one.key == key][number]
        more = {"checked": "2026-05-01", "judge": {"name": "funnel"}, **more}
        work, fields = work_of(seen.entry), entry_hash(seen.entry)
        return MentionVerdict(
            key=verdict_key("mention", {"work": work, "seen": [*seen[6:9]], "verdict": verdict, **more}),
            work=work,
            cited_as=key,
            sentence=seen.hash,
            before=seen.before_hash,
            after=seen.after_hash,
            entry=fields,
            verdict=verdict,
            class_="content" if verdict == "miscited" else "",
            **more,
        )


@pytest.fixture
def paper(tmp_path: Path) -> Paper:
    return Paper(tmp_path).write()


@pytest.fixture(autouse=True)
def nothing_here_speaks_tls(no_certificates: None) -> None:
    """Spare each client of this process the reading of certificates."""
