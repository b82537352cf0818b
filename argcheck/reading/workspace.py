"""Turn the paths of a command line into documents: find, read and remember them."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.bib.bibliography import Bibliography
from argcheck.bib.load import BibliographyReader, ProjectKeys
from argcheck.errors import UsageError
from argcheck.files.manifest import TEX_SUFFIXES, Manifest
from argcheck.files.opening import InputError
from argcheck.files.project import Project
from argcheck.files.traced import TracedProject
from argcheck.reading.asides import fragments, unchecked
from argcheck.reading.choice import DocumentChoice, manuscript_files
from argcheck.reading.given_paths import GivenPaths, existing, project_folder
from argcheck.reading.manuscript import Manuscript
from argcheck.reading.memory import ScanMemory
from argcheck.reading.read_document import Document
from argcheck.reading.roots import NOT_LATEX, LatexFile, not_looked_at
from argcheck.reading.versions import replaced
from argcheck.tex.document import DocumentReader, DocumentSettings
from argcheck.tex.knitr import without_code
from argcheck.tex.model import Analyses
from argcheck.tex.open_groups import ScanLimits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.cache import Store
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.files.source import SourceFile
    from argcheck.reading.versions import Replaced
    from argcheck.settings.config import Settings
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.tokens import Segment

_EXTENSIONS = "/_extensions/"  # the folder of the templates of others that Quarto installs


class Workspace:
    """The documents that a command works on.

    :param paths: files or folders as given, at least one.
    :param readers: readers of manuscripts that are not LaTeX.
    :param memory: results of earlier runs, instead of those in ``store``.
    :raises UsageError: a path that does not exist, or paths of two projects.
    """

    def __init__(
        self,
        paths: Sequence[str | Path],
        settings: Settings,
        *,
        cwd: Path,
        store: Store | None = None,
        overlay: Mapping[Path, str] | None = None,
        jobs: int = 1,
        memory: ScanMemory | None = None,
        readers: Sequence[ManuscriptReader] = (),
    ) -> None:
        self.settings = settings
        self.jobs = jobs
        self.paths = [existing(cwd, path, overlay or ()) for path in paths] or [cwd]
        self._looks = Manifest()  # looks at the disk before there is a project
        folder = project_folder(self.paths, settings, self._looks)
        self.project = Project(folder, settings, overlay, without_code, readers)
        self.base = Path(os.path.commonpath([str(p if p.is_dir() else p.parent) for p in self.paths]))
        if settings.force_exclude:
            self.paths = [path for path in self.paths if not settings.excludes(path)]
        self._given = GivenPaths(self.paths, self.project, settings)
        self.memory = memory or ScanMemory(store, str(folder))
        self.keys = ProjectKeys(self.project, self.memory.index)
        self.files: dict[str, LatexFile] = {}  # manuscripts by path
        self.traced: dict[str, TracedProject] = {}  #: the project as each document sees it, by root
        self.documents: list[Document] = []
        self.orphans: tuple[str, ...] = ()
        self.unreadable: list[tuple[str, InputError]] = []
        self._read_settings = _read_settings(settings, self.project)
        self._known: dict[str, Document | None] = {}

    def read(self) -> list[Document]:
        """Read every document that the paths name, in the order of their roots."""
        if not self.paths:  # all paths given are excluded
            return []
        self.files = manuscript_files(self.project, self._given, self.memory.remember)
        if self.jobs > 1:  # LaTeX only: other processes have no readers
            roots = (path for path, file in self.files.items() if file.is_root)
            self._scan_ahead(sorted(path for path in roots if path.endswith(TEX_SUFFIXES)))
        choice = DocumentChoice(self.project, self.settings, self._given, self.files, self._document)
        chosen = choice.roots()
        aside = choice.set_aside(chosen, self._known)
        chosen -= aside.keys()
        self.documents = [document for root in sorted(chosen) if (document := self._document(root))]
        known = {root: document for root, document in self._known.items() if document}
        for root, reason in fragments(known, lambda m: known[m.root].manuscript.sentences):
            manuscript = known[root].manuscript.changed(fragment_reason=reason)
            known[root] = known[root]._replace(manuscript=manuscript)
        self._known |= known
        self.documents = [known[document.manuscript.root] for document in self.documents]
        self._note_unread(chosen, aside)
        return self.documents

    def _note_unread(self, chosen: set[str], aside: Mapping[str, str]) -> None:
        """Record the given files that no document reads, with the reason if it is known."""
        unchecked_too = filter(None, map(self._known.get, aside))
        reached = {path for m, _ in (*self.documents, *unchecked_too) for path in m.files}
        written = {
            path: NOT_LATEX[file.kind]
            for path, file in self.files.items()
            if file.kind in NOT_LATEX and self.given(path) and path not in reached | chosen
        }
        templates = {
            path for path, file in self.files.items() if file.kind == "template" or _EXTENSIONS in f"/{path}"
        }
        settled = reached | chosen | aside.keys() | written.keys() | templates
        orphans = [path for path in self.files if self.given(path) and path not in settled]
        unread = [(path, error) for path in orphans if (error := self.project.failed(path))]
        if self.project.exhausted and (over := [file for file in unread if file[1].reason == "limit"]):
            self.unreadable.append(not_looked_at(over))
            unread = [file for file in unread if file not in over]
        self.orphans = tuple(path for path in orphans if path not in dict(unread))
        self.project.notices += [f"{path} is not read: {error.detail}" for path, error in unread]
        self.project.notices += [*unchecked(written), *unchecked(aside)]

    def read_or_fail(self) -> list[Document]:
        """Read as `read` does, for commands that cannot report documents that are unreadable.

        :raises UsageError: there are documents, and none of them can be read.
        """
        documents = self.read()
        if not documents and self.unreadable:
            root, error = self.unreadable[0]
            raise UsageError(f"{root}: this document cannot be analysed: {error.detail}")
        return documents

    def manifest(self) -> Manifest:
        """Return what reading depended on: files, looks at the disk, configuration."""
        manifest = Manifest()
        manifest.merge(self._looks)
        self.project.record(manifest)
        for file, content in self.settings.inputs:
            manifest.file(file, content)
        for file in self.settings.absent:
            manifest.absent(file)
        for path in self.paths:
            for folder in (path, *path.parents) if path.is_dir() else path.parents:
                if (folder / ".git").exists():
                    manifest.present(folder / ".git")
                    break
                manifest.nothing(folder / ".git")
        return manifest

    def save(self) -> None:
        """Store the results of scans for the next run."""
        self.memory.save()

    def _scan_ahead(self, roots: list[str]) -> None:
        """Scan the files of several documents in parallel processes; reading then uses the results.

        The scan of a file is the same in every process, so nothing depends on the number of jobs.
        """
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        from argcheck.files.interrupts import end_on_interrupt, interrupts_wait

        shares = [roots[start :: self.jobs] for start in range(min(self.jobs, len(roots)))]
        if len(shares) < 2:
            return
        tasks = [(str(self.project.root), self.settings.portable(), share) for share in shares]
        with ProcessPoolExecutor(
            len(shares), mp_context=get_context("spawn"), initializer=end_on_interrupt
        ) as pool:
            with interrupts_wait():  # until the processes that start here can end quietly
                scans = pool.map(_scan, tasks)
            for scanned in scans:
                self.memory.merge(scanned)

    @cached_property
    def versions(self) -> dict[str, Replaced]:
        """The documents that another one replaces, except those that the user names or has open in an editor."""
        read = {m.root: m for m, _ in self.documents if m.root not in self._given.named}
        chapters = {
            path: file.main for path, file in self.files.items() if file.kind == "subfile" and file.main
        }
        identity = {root: self.traced[root].identity for root in read}
        known = replaced(read, identity, self._given.folders, self.project.repository.history, chapters)
        edited = self.project.overlay
        return {root: by for root, by in known.items() if read[root].files.keys().isdisjoint(edited)}

    def given(self, path: str) -> bool:
        """Whether ``path`` is one of the paths given, or in one of the folders given."""
        return self._given.covers(path)

    def shown(self, path: str) -> str:
        """Return a path of the project in the form that output has: relative to `base`."""
        return posixpath.relpath(path, self.project.relative(self.base))

    def nearest_file(self, name: str) -> Path:
        """Return the file of this name in the folder of the paths or the nearest above; by default the project's."""
        root = self.project.root
        folders = (folder for folder in (self.base, *self.base.parents) if folder.is_relative_to(root))
        files = (folder / name for folder in folders)  # `Path.is_file` raises in closed folders
        return next((file for file in files if os.path.isfile(file)), root / name)

    # -- reading

    def _document(self, root: str, *, part: bool = False) -> Document | None:
        if part or root not in self._known:
            self._known[root] = self._read_document(root, part=part)
        return self._known[root]

    def _read_document(self, root: str, *, part: bool = False) -> Document | None:
        memory, reading = self.memory, self._read_settings
        limits = ScanLimits(reading.max_nesting)

        def segments(source: SourceFile, start: int, table: MacroTable, state: Any, style: bool) -> Segment:
            return memory.segment(source, start, table, state, style=style, limits=limits)

        file = (None if part else self.files.get(root)) or LatexFile(root, not part, "document")
        main = {"subfile": file.main, "body": file.preamble}.get(file.kind)
        project = self.traced[root] = TracedProject(self.project, self.keys.places)
        analyses = Analyses(memory.remember, memory.keep)
        reader = DocumentReader(project, root, reading, segments, analyses)
        read = partial(reader.read, main, whole=file.kind == "body", part=part, following=file.following)
        question = "document", root, main, file.kind, file.following, part, repr(reading)
        try:
            records = memory.records(question, project, read)
        except InputError as error:
            # No file that is named is part of another manuscript beside it, but for the chapters of a book.
            notation = project.reader_of(root)
            if notation is None or root.endswith(notation.lists) or self.given(root):
                self.unreadable.append((root, error))
            return None
        project.trace[question] = None
        manuscript = Manuscript(**records | {"analyses": analyses})
        bibliography = BibliographyReader(
            project, manuscript, reading.folders, memory.index, memory.remember, project_places=project.places
        )
        return Document(manuscript, bibliography.read(Bibliography))


def _scan(task: tuple[str, Settings, list[str]]) -> dict[tuple[Any, ...], Any]:
    """Read some documents in a process of its own, and return the results of scans."""
    folder, settings, roots = task
    root = Path(folder)
    workspace = Workspace([root], settings._replace(roots=tuple(root / name for name in roots)), cwd=root)
    workspace.read()
    return workspace.memory.new


def _read_settings(settings: Settings, project: Project) -> DocumentSettings:
    macros = {
        "cite": settings.cite_macros,
        "ref": settings.ref_macros,
        "label": settings.label_macros,
        "include": settings.include_macros,
        "verbatim": settings.verbatim_environments,
        "float": settings.float_environments,
        "theorem": settings.theorem_environments,
    }
    folders = tuple(project.relative(Path(folder)) for folder in settings.tex_inputs)
    limits = settings.limits
    used = {key: value for key, value in macros.items() if value}
    language = "" if settings.language == "auto" else settings.language
    return DocumentSettings(used, folders, limits.max_include_depth, limits.max_nesting, language)
