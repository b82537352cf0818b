"""From the paths of a command line to documents that were read: find, read, remember."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from argcheck.bib.bibliography import Bibliography, file_name
from argcheck.bib.load import BibliographyReader, ProjectKeys
from argcheck.errors import UsageError
from argcheck.files.manifest import KNITR_SUFFIXES, TEX_SUFFIXES, Manifest
from argcheck.files.opening import InputError
from argcheck.files.project import Project
from argcheck.files.repository import project_root
from argcheck.files.traced import TracedProject
from argcheck.reading.asides import asides, copied_vignettes, fragments, unchecked
from argcheck.reading.manuscript import Manuscript
from argcheck.reading.memory import ScanMemory
from argcheck.reading.read_document import Document
from argcheck.reading.roots import (
    WRITTEN,
    LatexFile,
    discover,
    discover_translated,
    look,
    not_looked_at,
    parts,
    says_nothing,
    wrappers,
)
from argcheck.reading.versions import replaced
from argcheck.settings.config import require_roots
from argcheck.tex.document import DocumentReader, DocumentSettings
from argcheck.tex.knitr import without_code
from argcheck.tex.model import Analyses
from argcheck.tex.open_groups import ScanLimits

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from argcheck.files.cache import Store
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.files.source import SourceFile
    from argcheck.reading.versions import Replaced
    from argcheck.settings.config import Settings
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.tokens import Segment


class Workspace:
    """The documents that a command works on.

    :param paths: files or folders as given, at least one.
    :param readers: of manuscripts that are not LaTeX.
    :param memory: what is known from earlier runs, in place of a ``store``.
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
        self.paths = [_existing(cwd, path, overlay or ()) for path in paths] or [cwd]
        self._looks = Manifest()  # at the disk, before there was a project
        folder = _root_of(self.paths, settings, self._looks)
        self.project = Project(folder, settings, overlay, without_code, readers)
        self.base = Path(os.path.commonpath([str(p if p.is_dir() else p.parent) for p in self.paths]))
        if settings.force_exclude:
            self.paths = [path for path in self.paths if not settings.excludes(path)]
        self._given = dict.fromkeys(self._relative(path) for path in self.paths)
        self._files_given = dict.fromkeys(self._relative(path) for path in self.paths if self._is_file(path))
        self.memory = memory or ScanMemory(store, str(folder))
        self.keys = ProjectKeys(self.project, self.memory.index)
        self.files: dict[str, LatexFile] = {}  # that there are, by path
        self.traced: dict[str, TracedProject] = {}  #: the project as each document sees it, by root
        self.documents: list[Document] = []
        self.orphans: tuple[str, ...] = ()
        self._cited_texts: set[str] = set()  # texts of sources in LaTeX
        self.unreadable: list[tuple[str, InputError]] = []
        self._read_settings = _read_settings(settings, self.project)
        self._known: dict[str, Document | None] = {}

    def read(self) -> list[Document]:
        """Read every document that the paths name, in the order of their roots."""
        if not self.paths:  # all that were named are excluded
            return []
        self.files = self._discover()
        if self.jobs > 1:  # what readers of others need may not be there in another process
            roots = (path for path, file in self.files.items() if file.is_root)
            self._scan_ahead(sorted(path for path in roots if path.endswith(TEX_SUFFIXES)))
        chosen = self._with_fragments(self._choose())
        chosen -= (aside := self._asides(chosen)).keys()
        self.documents = [document for root in sorted(chosen) if (document := self._document(root))]
        known = {root: document for root, document in self._known.items() if document}
        for root, reason in fragments(known):
            known[root] = known[root]._replace(
                manuscript=known[root].manuscript.changed(fragment_reason=reason)
            )
        self._known |= known
        self.documents = [known[document.manuscript.root] for document in self.documents]
        reached = {path for document in self.documents for path in document.manuscript.files}
        written = {
            path: WRITTEN[file.kind]
            for path, file in self.files.items()
            if file.kind in WRITTEN and self.given(path) and path not in reached | chosen
        }
        settled = reached | chosen | aside.keys() | written.keys()
        orphans = [path for path in self.files if self.given(path) and path not in settled]
        unread = [(path, error) for path in orphans if (error := self.project.failed(path))]
        if self.project.exhausted and (over := [file for file in unread if file[1].reason == "limit"]):
            self.unreadable.append(not_looked_at(over))
            unread = [file for file in unread if file not in over]
        self.orphans = tuple(path for path in orphans if path not in dict(unread))
        self.project.notices += [f"{path} is not read: {error.detail}" for path, error in unread]
        self.project.notices += [*unchecked(written), *unchecked(aside)]
        return self.documents

    def manifest(self) -> Manifest:
        """What reading depended on: files, looks at the disk, configuration."""
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
        """Keep what was found for the next run."""
        self.memory.save()

    def _scan_ahead(self, roots: list[str]) -> None:
        """Scan the files of several documents in as many processes; reading then finds them scanned.

        The scan of a file is the same wherever it is done, so nothing depends on the number of jobs.
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
            with interrupts_wait():  # for the processes that start here, until they know how to end quietly
                scans = pool.map(_scan, tasks)
            for scanned in scans:
                self.memory.merge(scanned)

    def _discover(self) -> dict[str, LatexFile]:
        folders = [path for path in self.paths if path.is_dir()]
        files: dict[str, LatexFile] = {}
        for folder in folders:
            files |= discover(self.project, self.project.relative(folder))
        if len(folders) < len(self.paths) or not any(file.kind != "part" for file in files.values()):
            files |= discover(self.project, "")
        for folder in folders or [self.project.root]:
            files |= discover_translated(self.project, self.project.relative(folder), files)
        for path in self.paths:
            relative = self._relative(path)
            if (
                self._is_file(path)
                and (relative.endswith(TEX_SUFFIXES) or self.project.reader_of(relative))
                and relative not in files
            ):
                files[relative] = look(self.project, relative)
        named = {name for file in files.values() for name in (file.main, file.preamble) if name}
        for name in named.difference(files):
            if not self.project.outside(name) and self.project.is_file(name):
                files[name] = look(self.project, name)
        return dict(sorted(files.items()))

    def _choose(self) -> set[str]:
        if self.settings.roots:
            require_roots(self.settings)
            roots = {self._relative(Path(root)) for root in self.settings.roots}
        else:
            roots = self._roots()
        chosen = {root for root in roots if self.given(root)}
        loose = [path for path in self._files_given if path not in chosen]
        if loose or not chosen:
            for root in sorted(roots - chosen):
                document = self._document(root)
                if document and self._touches(document, loose):
                    chosen.add(root)
        return chosen

    def _with_fragments(self, chosen: set[str]) -> set[str]:
        """Add the files that are named and that no document reads; a README only by itself."""
        alone = self.files.keys() & self._files_given.keys() - chosen
        alone -= {path for path in alone if self.files[path].kind in WRITTEN or self.project.failed(path)}
        alone -= {path for path in alone if chosen and self.project.reader_of(path)}
        for document in filter(None, map(self._document, sorted(chosen) if alone else ())):
            alone -= document.manuscript.files.keys()
        self._known |= {path: self._read_document(path, part=True) for path in alone}
        return chosen | alone

    def _roots(self) -> set[str]:
        roots = {path for path, file in self.files.items() if file.is_root}
        if bodies := {path for path, file in self.files.items() if file.kind == "body"}:
            whole = (document for root in sorted(roots) if (document := self._document(root)))
            roots |= bodies.difference(*(document.manuscript.files for document in whole))
        for file in self.files.values():
            if file.kind == "part" and file.main in self.files and self.files[file.main].kind == "part":
                roots.add(file.main)
        roots |= set(wrappers(self.project, self.files.values(), roots))
        roots |= {
            path for path in self._files_given if path in self.files and self.files[path].kind in WRITTEN
        }
        read = {root: known.manuscript for root in sorted(roots) if (known := self._document(root))}
        roots -= parts(read)
        subfiles = [file for file in self.files.values() if file.kind == "subfile"]
        mains = {file.main for file in subfiles}
        reached = {path for manuscript in read.values() for path in manuscript.files}
        for root in sorted(roots & mains):
            lends = root not in read or says_nothing(read[root])
            if lends and not any(file.path in read[root].files for file in subfiles if root in read):
                roots.discard(root)  # a template that lends subfiles its preamble
        loose = (file for file in self.files.values() if file.kind in {"subfile", "standalone"})
        roots |= {file.path for file in loose if file.path not in reached}
        self._cited_texts = self._texts_of_sources(roots)
        return roots - self._cited_texts

    def _texts_of_sources(self, roots: set[str]) -> set[str]:
        """Files such as ``sources/KEY.tex`` for a key of a bibliography: what `argcheck verify` reads, nobody's manuscript."""
        named = {path: PurePosixPath(path) for path in self.files if path not in self._files_given}
        texts = {path for path, name in named.items() if name.parent.name == "sources"}
        if not texts:
            return set()
        read = [document for root in sorted(roots - texts) if (document := self._document(root))]
        keys = {file_name(entry.key) for document in read for entry in document.bibliography.entries}
        inputs = {path for document in read for path in document.manuscript.files}
        return {path for path in texts - inputs if file_name(named[path].stem) in keys}

    def _asides(self, chosen: set[str]) -> dict[str, str]:
        """The documents that are set aside, none that the command line or the configuration names, and why, in words."""
        named = self._named
        texts = filter(self.given, self._cited_texts)
        why = {path: f"it is the text of the cited work {PurePosixPath(path).stem}" for path in texts}
        sources = {root: self.project.files.get(root) for root in chosen if root.endswith(KNITR_SUFFIXES)}
        copies = copied_vignettes({root: source.on_disk for root, source in sources.items() if source})
        why |= {root: f"it is a copy of {vignette}" for root, vignette in copies if root not in named}
        read = {
            root: document.manuscript
            for root in sorted(chosen - named - why.keys())
            if (document := self._known.get(root))
        }
        return why | asides(read, self._folders_given)

    @cached_property
    def versions(self) -> dict[str, Replaced]:
        """The documents that another one took the place of; none that somebody names, or has open in an editor."""
        read = {m.root: m for m, _ in self.documents if m.root not in self._named}
        chapters = {path for path, file in self.files.items() if file.kind == "subfile"}
        identity = {root: self.traced[root].identity for root in read}
        known = replaced(read, identity, self._folders_given, self.project.repository.history, chapters)
        edited = self.project.overlay
        return {root: by for root, by in known.items() if read[root].files.keys().isdisjoint(edited)}

    @property
    def _folders_given(self) -> list[str]:
        return [path for path in self._given if path not in self._files_given]

    @property
    def _named(self) -> set[str]:
        """The files that the command line or the configuration names."""
        return {*self._files_given, *(self._relative(Path(root)) for root in self.settings.roots)}

    def _is_file(self, path: Path) -> bool:
        return path.is_file() or self.project.relative(path) in self.project.overlay

    def _relative(self, path: Path) -> str:
        return self.project.source_of(self.project.relative(path))

    def _touches(self, document: Document, loose: list[str]) -> bool:
        files = {*document.manuscript.files, *document.bibliography.files}
        if loose:
            return not files.isdisjoint(loose)
        return any(self.given(path) for path in files)

    def given(self, path: str) -> bool:
        """Whether ``path`` is one of the paths given, or in one of the folders given."""
        above = (str(folder) for folder in PurePosixPath(path).parents)
        return path in self._given or "" in self._given or any(folder in self._given for folder in above)

    # -- reading

    def _document(self, root: str) -> Document | None:
        if root not in self._known:
            self._known[root] = self._read_document(root)
        return self._known[root]

    def _read_document(self, root: str, *, part: bool = False) -> Document | None:
        memory, reading = self.memory, self._read_settings
        limits = ScanLimits(reading.max_nesting)

        def segments(source: SourceFile, start: int, table: MacroTable, state: Any, style: bool) -> Segment:
            return memory.segment(source, start, table, state, style=style, limits=limits)

        file = (None if part else self.files.get(root)) or LatexFile(root, not part, "document")
        main = {"subfile": file.main, "body": file.preamble}.get(file.kind)
        project = self.traced[root] = TracedProject(self.project, self.keys.places)
        project.trace["document", root, main, file.following, part, repr(reading)] = None
        reader = DocumentReader(project, root, reading, segments, Analyses(memory.remember, memory.keep))
        try:
            records = reader.read(main, whole=file.kind == "body", part=part, following=file.following)
        except InputError as error:
            # No file that is named is part of another manuscript beside it, but for the chapters of a book.
            reader = project.reader_of(root)
            if reader is None or root.endswith(reader.lists) or self.given(root):
                self.unreadable.append((root, error))
            return None
        manuscript = Manuscript.of(records)
        bibliography = BibliographyReader(
            project, manuscript, reading.folders, memory.index, memory.remember, project_places=project.places
        )
        return Document(manuscript, bibliography.read(Bibliography))


def _scan(task: tuple[str, Settings, list[str]]) -> dict[tuple[Any, ...], Any]:
    """What reading some documents scans, in a process of its own."""
    folder, settings, roots = task
    root = Path(folder)
    workspace = Workspace([root], settings._replace(roots=tuple(root / name for name in roots)), cwd=root)
    workspace.read()
    return workspace.memory.new


def _existing(cwd: Path, path: str | Path, overlay: Container[Path]) -> Path:
    absolute = Path(os.path.realpath(cwd / path))
    if absolute not in overlay and not os.path.exists(absolute):
        raise UsageError(f"{path}: there is no such file or folder")
    return absolute


def _root_of(paths: Iterable[Path], settings: Settings, looks: Manifest) -> Path:
    roots = {_project_of(path, settings, looks) for path in paths}
    if len(roots) > 1:
        common = Path(os.path.commonpath(list(roots)))
        beside = common in roots or all(root.parent == common for root in roots)
        if beside and not any((root / ".git").exists() or _configured(root, settings) for root in roots):
            return common  # folders that nothing makes a project: what they lie in is one
        names = ", ".join(sorted(str(root) for root in roots))
        raise UsageError(f"the paths lie in different projects ({names}); run argcheck once for each")
    return roots.pop()


def _project_of(path: Path, settings: Settings, looks: Manifest) -> Path:
    root = project_root(path, settings.config_file)
    settled = (root / ".git").exists() or _configured(root, settings)
    if settled or not (path.is_dir() or path.suffix == ".tex"):
        return root
    from argcheck.reading.enclosing import enclosing

    return enclosing(path, looks)


def _configured(root: Path, settings: Settings) -> bool:
    return settings.config_file is not None and settings.config_file.parent == root


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
