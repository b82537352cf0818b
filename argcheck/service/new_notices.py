"""Retractions and other notices on works that papers cite, and the claims that depend on these works.

Nothing is sent: notices come from the local snapshot, and from the verdicts and lists in the papers' repositories.
"""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import ArgcheckError
from argcheck.files.grouping import grouped
from argcheck.sources.model import Notice, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.overlay import Retractions
    from argcheck.verdicts.replay import Verdicts

_MISTAKE, UNREADABLE = 2, 3  #: exit codes
_FALLEN = (Status.RETRACTED, Status.WITHDRAWN, Status.REPLACED)


class WatchedLine(NamedTuple):
    """A line of a list of papers."""

    number: int  #: from 1
    path: Path


class NotRead(NamedTuple):
    """A line of the list whose papers could not be read, or not fully."""

    number: int
    message: str
    code: int  #: exit code: 2 for a mistake in the list, 3 for a paper that cannot be read, 0 for a warning


class Looked(NamedTuple):
    """The totals of a look at all papers."""

    papers: int
    works: int  #: number of cited works, each counted once for each paper
    not_read: tuple[NotRead, ...]


def lines_of(text: str, folder: Path) -> tuple[list[WatchedLine], list[NotRead]]:
    """Return the papers in a list, and its bad lines; a path a line, relative to ``folder``, ``#`` for comments."""
    good, bad = [], []
    for number, line in enumerate(text.splitlines(), 1):
        name = line.strip()
        try:
            path = folder / Path(name).expanduser()
        except RuntimeError:  # the home of a user who does not exist
            path = folder / name
        if not name or name.startswith("#"):
            continue
        if "://" in name or name.startswith("git@"):
            bad.append(NotRead(number, f"{name} is an address; clone it, and name the folder", _MISTAKE))
        elif not os.path.exists(path):
            bad.append(NotRead(number, f"{name}: no such file or folder", _MISTAKE))
        elif name.lower().endswith(".pdf") and path.is_file():
            why = "is a PDF; only `argcheck verify` reads the references of one"
            bad.append(NotRead(number, f"{name} {why}", _MISTAKE))
        else:
            good.append(WatchedLine(number, path.resolve()))
    return good, bad


def look(
    lines: list[WatchedLine],
    read: Callable[[Path], AbstractContextManager[tuple[Workspace, Path]]],
    snapshot: Mapping[str, tuple[Notice, ...]],
    base: Path,
    take: Callable[[dict[str, Any]], None],
) -> Looked:
    """Look at every paper, and pass each known notice on a cited work to ``take``.

    :param read: reads the papers of a path; gives the workspace and the folder in which its files are shown.  Files
        of an archive exist only within the context.
    :param base: shown paths in this folder are relative to it.
    """
    seen: set[str] = set()
    works, not_read = 0, []
    for line in lines:
        rows: list[dict[str, Any]] = []
        problems: dict[str, None] = {}  # each once, for several documents of one repository
        try:
            with read(line.path) as (workspace, root):
                if not workspace.documents:
                    not_read.append(NotRead(line.number, f"{line.path}: no document found", 0))
                for document in workspace.documents:
                    paper = _Paper(workspace, document, root, base)
                    if paper.name not in seen:
                        rows += paper.rows(snapshot)
                        problems.update(dict.fromkeys(paper.problems()))
                        seen.add(paper.name)
                        works += len(paper.works)
            not_read += [NotRead(line.number, problem, 0) for problem in problems]
        except ArgcheckError as error:
            not_read.append(NotRead(line.number, str(error), UNREADABLE))
        except Exception as error:  # noqa: BLE001 - a paper that causes a crash must not stop the others
            not_read.append(NotRead(line.number, f"{line.path}: argcheck failed: {error!r}", UNREADABLE))
        for row in rows:
            take(row)
    return Looked(len(seen), works, tuple(not_read))


class _Paper:
    """A document, with the verdicts and lists of its repository."""

    def __init__(self, workspace: Workspace, document: Document, root: Path, base: Path) -> None:
        from argcheck.verdicts.overlay import read_retractions
        from argcheck.verdicts.replay import read_verdicts

        self._workspace, self._document, self._root, self._base = workspace, document, root, base
        self.name = self._shown(document.manuscript.root)
        self._verdicts: Verdicts = read_verdicts(workspace.project, *document)
        self._listed: Retractions = read_retractions(workspace.project, document.manuscript.root)
        #: The cited works, each with its entries.
        self.works = grouped(self._verdicts.used, lambda entry: self._verdicts.works_of(entry)[0])

    def _shown(self, path: str) -> str:
        place = Path(os.path.normpath(self._root / path))
        return (place.relative_to(self._base) if place.is_relative_to(self._base) else place).as_posix()

    def problems(self) -> tuple[str, ...]:
        """Return a line for each part of its verdicts and lists that cannot be used, and may have had notices."""
        from argcheck.service.problem_lines import problem_lines

        return problem_lines(
            self._workspace, (*self._verdicts.problems, *self._listed.problems), shown=self._shown
        )

    def rows(self, snapshot: Mapping[str, tuple[Notice, ...]]) -> Iterator[dict[str, Any]]:
        """Yield each notice on a cited work, with the claims that depend on the work."""
        from argcheck.sources.notices import joined_notices

        for entries in self.works.values():
            notices = joined_notices(n for entry in entries for n in self._notices(entry, snapshot))
            carried = self._carried(entries) if notices else {}
            for notice in notices:
                yield {
                    "paper": self.name,
                    "works": sorted({work for entry in entries for work in self._verdicts.works_of(entry)}),
                    "key": entries[0].key,
                    "title": entries[0].text("title") or entries[0].key,
                    "status": str(notice.status),
                    "notice": notice.doi,
                    "date": notice.date,
                    "reason": notice.reason,
                    "origin": notice.origin,
                    **carried,
                }

    def _notices(self, entry: Entry, snapshot: Mapping[str, tuple[Notice, ...]]) -> Iterator[Notice]:
        """Yield the known notices on a work that the author of the paper does not dispute."""
        from argcheck.bib.entry_identifiers import entry_doi, entry_pmid

        doi, pmid = entry_doi(entry), entry_pmid(entry)
        known = [*snapshot.get(f"doi:{doi}", ()), *snapshot.get(f"pmid:{pmid}", ())]
        verdict = self._verdicts.entry(entry)
        known += verdict.notices if verdict else ()
        reason = self._listed.by_key.get(entry.key) or self._listed.by_doi.get(doi or "")
        if reason and not any(notice.status in _FALLEN for notice in known):
            known.append(Notice(Status.RETRACTED, reason=reason, origin="list"))
        for notice in known:
            matter = str(Status.RETRACTED if notice.status in _FALLEN else notice.status)
            if verdict is None or matter not in verdict.matters or self._verdicts.open(verdict, matter):
                yield notice

    @cached_property
    def _graph(self) -> ManuscriptGraph:
        """The argument without refutations by lists and verdicts, to see what depends on the works."""
        from argcheck.argument.extract.build import build

        return build(self._document)

    def _carried(self, entries: list[Entry]) -> dict[str, Any]:
        """Return where a work is cited, and which claims and conclusions depend on it and fall without it."""
        from argcheck.verdicts.cues import says_retracted

        keys, graph = {entry.key for entry in entries}, self._graph
        mentions = [mention for mention in self._verdicts.cited if mention.entry.key in keys]
        node = next(filter(None, (graph.find(f"cite:{key}") for key in sorted(keys))), None)
        leaning = graph.downstream(node) - {node.id} if node else set()
        fallen = {*graph.falls_with(node)} if node else set()
        return {
            "entry": self._place(entries[0].key_span),
            "citations": [self._place(mention.citation.span) for mention in mentions],
            "acknowledged": bool(mentions)
            and all(says_retracted(m.sentence.text) or says_retracted(m.after) for m in mentions),
            "claims": len(leaning),
            "falling": len(leaning & fallen),
            "conclusions": [
                {**self._place(claim.places[0]), "text": claim.text, "falls": claim.id in fallen}
                for claim in graph.conclusions
                if claim.id in leaning and claim.places
            ],
        }

    def _place(self, span: Span) -> dict[str, Any]:
        line, column = self._workspace.project.files[span.path].position(span.start)
        return {"file": self._shown(span.path), "line": line, "col": column}
