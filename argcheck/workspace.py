"""From the paths of a command line to documents that were read: find, read, remember."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from argcheck.bib.index import BibIndex
from argcheck.bib.load import BibliographyReader
from argcheck.config import require_roots
from argcheck.errors import UsageError
from argcheck.manifest import KNITR_SUFFIXES, TEX_SUFFIXES, Manifest
from argcheck.project import InputError, Project, project_root
from argcheck.records import NamedTuple
from argcheck.roots import discover, look, parts, says_nothing, wrappers
from argcheck.tex.document import DocumentReader
from argcheck.tex.document import Settings as ReadSettings
from argcheck.tex.events import DEFINE
from argcheck.tex.groups import Limits
from argcheck.tex.macros import Definition
from argcheck.tex.scan import Scanner, Segment

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from argcheck.bib.model import Bibliography
    from argcheck.cache import Store
    from argcheck.config import Settings
    from argcheck.roots import Found
    from argcheck.source import SourceFile
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.model import Manuscript

_LOGIC = "36"  #: part of every key: raise it when what is remembered of a text, by scanners or rules, would be another


class Document(NamedTuple):
    """One document that was read."""

    manuscript: Manuscript
    bibliography: Bibliography


class Workspace:
    """The documents that a command works on.

    :param paths: files or folders as given, at least one.
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
    ) -> None:
        self.settings = settings
        self.jobs = jobs
        self.paths = [_existing(cwd, path, overlay or ()) for path in paths] or [cwd]
        self._looks = Manifest()  # at the disk, before there was a project
        folder = _root_of(self.paths, settings, self._looks)
        self.project = Project(folder, settings, overlay)
        self.base = Path(os.path.commonpath([str(p if p.is_dir() else p.parent) for p in self.paths]))
        if settings.force_exclude:
            self.paths = [path for path in self.paths if not settings.excludes(path)]
        self.memory = _Memory(store, str(folder))
        self.project.index = self.memory.index
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
        found = self._discover()
        if self.jobs > 1:
            self._scan_ahead(sorted(path for path, one in found.items() if one.is_root))
        chosen = self._choose(found) or self._fragments(found)
        copies = self._copies(chosen)
        chosen -= copies
        self.documents = [document for root in sorted(chosen) if (document := self._document(root, found))]
        self._mark_parts()
        differences = {path for path, one in found.items() if one.kind == "difference" and self.given(path)}
        reached = {path for document in self.documents for path in document.manuscript.files}
        settled = reached | chosen | copies | differences | self._cited_texts
        self.orphans = tuple(p for p in found if self.given(p) and p not in settled)
        unread = [(path, error) for path in self.orphans if (error := self.project.failed(path))]
        if self.project.exhausted and (over := [one for one in unread if one[1].reason == "limit"]):
            self.unreadable.append(_not_looked_at(over))
            unread = [one for one in unread if one not in over]
        self.project.notices += [f"{path} is not read: {error.detail}" for path, error in unread]
        made = sorted(differences - reached - chosen)
        self.project.notices += [
            f"{path} is not checked: it shows differences, as latexdiff does" for path in made
        ]
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

        from argcheck.interrupts import end_on_interrupt, interrupts_wait

        shares = [roots[start :: self.jobs] for start in range(min(self.jobs, len(roots)))]
        if len(shares) < 2:
            return
        tasks = [(str(self.project.root), _portable(self.settings), share) for share in shares]
        with ProcessPoolExecutor(
            len(shares), mp_context=get_context("spawn"), initializer=end_on_interrupt
        ) as pool:
            with interrupts_wait():  # for the processes that start here, until they know how to end quietly
                results = pool.map(_scan, tasks)
            for scanned in results:
                self.memory.merge(scanned)

    # -- which documents

    def _discover(self) -> dict[str, Found]:
        folders = [path for path in self.paths if path.is_dir()]
        found: dict[str, Found] = {}
        for folder in folders:
            found |= discover(self.project, self.project.relative(folder))
        if len(folders) < len(self.paths) or not any(one.kind != "part" for one in found.values()):
            found |= discover(self.project, "")
        for path in self.paths:
            relative = self._relative(path)
            if self._is_file(path) and relative.endswith(TEX_SUFFIXES) and relative not in found:
                found[relative] = look(self.project, relative)
        for main in {one.main for one in found.values() if one.main}:
            if main not in found and not self.project.outside(main) and self.project.is_file(main):
                found[main] = look(self.project, main)
        return dict(sorted(found.items()))

    def _choose(self, found: dict[str, Found]) -> set[str]:
        if self.settings.roots:
            require_roots(self.settings)
            roots = {self._relative(Path(root)) for root in self.settings.roots}
        else:
            roots = self._roots(found)
        chosen = {root for root in roots if self.given(root)}
        loose = [path for path in self.files_given() if path not in chosen]
        if loose or not chosen:
            for root in sorted(roots - chosen):
                document = self._document(root, found)
                if document and self._touches(document, loose):
                    chosen.add(root)
        return chosen

    def _fragments(self, found: dict[str, Found]) -> set[str]:
        """Take the files that are named for documents, where there is neither one that reads them nor a repository."""
        if (self.project.root / ".git").exists():
            return set()
        alone = {path for path in self.files_given() if path in found and found[path].kind != "difference"}
        for path in alone:
            self._known[path] = self._read_document(path, None, part=True)
        return alone

    def _roots(self, found: dict[str, Found]) -> set[str]:
        roots = {path for path, one in found.items() if one.is_root}
        if bodies := {path for path, one in found.items() if one.kind == "body"}:
            whole = (document for root in sorted(roots) if (document := self._document(root, found)))
            roots |= bodies.difference(*(document.manuscript.files for document in whole))
        for one in found.values():
            if one.kind == "part" and one.main in found and found[one.main].kind == "part":
                roots.add(one.main)
        roots |= set(wrappers(self.project, found.values(), roots))
        roots |= {path for path in self.files_given() if path in found and found[path].kind == "difference"}
        read = {root: known.manuscript for root in sorted(roots) if (known := self._document(root, found))}
        roots -= parts(read)
        subfiles = [one for one in found.values() if one.kind == "subfile"]
        mains = {one.main for one in subfiles}
        reached = {path for manuscript in read.values() for path in manuscript.files}
        for root in sorted(roots & mains):
            lends = root not in read or says_nothing(read[root])
            if lends and not any(one.path in read[root].files for one in subfiles if root in read):
                roots.discard(root)  # a template that lends subfiles its preamble
        loose = (one for one in found.values() if one.kind in {"subfile", "standalone"})
        roots |= {one.path for one in loose if one.path not in reached}
        self._cited_texts = self._texts_of_sources(found, roots)
        return roots - self._cited_texts

    def _texts_of_sources(self, found: dict[str, Found], roots: set[str]) -> set[str]:
        """Files such as ``sources/KEY.tex`` for a key of a bibliography: what `argcheck verify` reads, nobody's manuscript."""
        named = {path: PurePosixPath(path) for path in found}
        texts = {path for path, name in named.items() if name.parent.name == "sources"}
        if not texts:
            return set()
        read = [document for root in sorted(roots - texts) if (document := self._document(root, found))]
        keys = {entry.key for document in read for entry in document.bibliography.entries}
        inputs = {path for document in read for path in document.manuscript.files}
        return {path for path in texts - inputs if named[path].stem in keys}

    def _copies(self, chosen: set[str]) -> set[str]:
        """Vignettes that ``R CMD build`` has copied to ``inst/doc``, without what they read."""
        read = ((root, self.project.files.get(root)) for root in chosen if root.endswith(KNITR_SUFFIXES))
        vignettes = {root: source.on_disk for root, source in read if source}
        built = {root for root in vignettes if "/inst/doc/" in f"/{root}"}
        sources = {content for root, content in vignettes.items() if root not in built}
        return {root for root in built if vignettes[root] in sources}

    def _mark_parts(self) -> None:
        r"""Mark the documents that print a chapter or two of another: what they lack, the whole one has.

        Such a document has no text in its root, only ``\input`` of files that the whole one reads too.
        One that opens as the other does, and is half as long or more, is a version of it: it must stand alone.
        """
        read = {root: document.manuscript for root, document in self._known.items() if document}
        if len(read) < 2:
            return
        texts = {root: m.text_files() for root, m in read.items()}
        sizes = {root: sum(len(read[root].files[path].text) for path in texts[root]) for root in read}
        for root, text in texts.items():
            if not text or root in text:
                continue
            wholes = [
                one
                for one in texts
                if text < texts[one] and (2 * sizes[root] < sizes[one] or not _opens(read[one], text))
            ]
            if wholes:
                read[root].lacks = f"the rest of {max(wholes, key=sizes.__getitem__)}"

    def files_given(self) -> list[str]:
        """The files among the paths, relative to the project."""
        return [self._relative(path) for path in self.paths if self._is_file(path)]

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
        for given in self.paths:
            relative = self._relative(given)
            if path == relative or not relative or path.startswith(relative + "/"):
                return True
        return False

    # -- reading

    def _document(self, root: str, found: dict[str, Found]) -> Document | None:
        if root not in self._known:
            self._known[root] = self._read_document(root, found.get(root))
        return self._known[root]

    def _read_document(self, root: str, found: Found | None, *, part: bool = False) -> Document | None:
        memory, reading = self.memory, self._read_settings
        limits = Limits(reading.max_nesting)

        def segments(source: SourceFile, start: int, table: MacroTable, state: Any, style: bool) -> Segment:
            return memory.segment(source, start, table, state, style=style, limits=limits)

        reader = DocumentReader(self.project, root, reading, segments)
        main = found.main if found and found.kind == "subfile" else None
        try:
            manuscript = reader.read(main, part=part)
        except InputError as error:
            self.unreadable.append((root, error))
            return None
        if main is not None:
            manuscript.lacks = "the \\subfile command that includes it"
        manuscript.remember = memory.remember
        bibliography = BibliographyReader(
            self.project, manuscript, reading.folders, memory.index, memory.remember
        ).read()
        return Document(manuscript, bibliography)


def _not_looked_at(over: list[tuple[str, InputError]]) -> tuple[str, InputError]:
    """Say of the first of the files that no limit leaves room for that any of them may be a document."""
    path, error = over[0]
    more = f", nor are {len(over) - 1:,} other files" if len(over) > 1 else ""
    advice = "check a folder with fewer files, exclude some, or raise the limit"
    return path, InputError("limit", f"it is not read{more}, since these are {error.detail}; {advice}")


def _scan(task: tuple[str, Settings, list[str]]) -> dict[str, dict[Any, Any]]:
    """What reading some documents scans, in a process of its own."""
    folder, settings, roots = task
    root = Path(folder)
    workspace = Workspace([root], settings._replace(roots=tuple(root / one for one in roots)), cwd=root)
    workspace.read()
    return workspace.memory.new


def _portable(settings: Settings) -> Settings:
    """The settings that reading depends on, fit to be sent to another process: tables are plain, or gone."""
    needed = ("cite_macros", "ref_macros", "label_macros", "include_macros", "theorem_environments")
    tables = {name: value for name, value in settings._asdict().items() if isinstance(value, Mapping)}
    plain: dict[str, Any] = {name: dict(table) if name in needed else {} for name, table in tables.items()}
    return settings._replace(selection=(), **plain)


class _Memory:
    """What scans gave, in this run and in the last one, by the hash of what they read.

    It is kept in a few parts, so that a changed file costs the writing of one of them.
    """

    def __init__(self, store: Store | None, name: str) -> None:
        self.store = store
        self.name = name
        self.old: dict[str, dict[Any, Any]] = {}
        self.new: dict[str, dict[Any, Any]] = {}

    def segment(
        self, source: SourceFile, start: int, table: MacroTable, state: Any, *, style: bool, limits: Limits
    ) -> Segment:
        key = (_LOGIC, source.digest, start, table.fingerprint, style, state, *limits)
        found = self._recall(source.digest, key)
        if found is None:
            segment = Scanner(source.text, table, style=style, limits=limits).segment(start, state)
            self.new[source.digest[0]][key] = tuple(segment)
            return segment
        segment = Segment._make(found)
        for event in segment.events:
            if event[0] == DEFINE:
                table.define(Definition(*event[3:7]))
        return segment

    def index(self, source: SourceFile, kind: str) -> BibIndex:
        found = self.remember(kind, source.digest, lambda: _scanner(kind)(source.text).unwrap())
        return BibIndex.wrap(found)

    def remember(self, kind: str, digest: str, make: Callable[[], Any]) -> Any:
        """What ``make`` gives, which depends on nothing but the texts that ``digest`` is the hash of."""
        key = (_LOGIC, kind, digest)
        found = self._recall(digest, key)
        if found is None:
            found = self.new[digest[0]][key] = make()
        return found

    def merge(self, scanned: dict[str, dict[Any, Any]]) -> None:
        """Take over what another process scanned."""
        for part, found in scanned.items():
            self._part(part).update(found)

    def _recall(self, digest: str, key: tuple[Any, ...]) -> Any:
        part = digest[0]
        kept = self.new.setdefault(part, {})
        found = kept.get(key)
        if found is None:
            found = self._part(part).get(key)
            if found is not None:
                kept[key] = found
        return found

    def _part(self, part: str) -> dict[Any, Any]:
        if part not in self.old:
            stored = self.store.get("scan", self.name + part) if self.store else None
            self.old[part] = stored if isinstance(stored, dict) else {}
        return self.old[part]

    def save(self) -> None:
        for part, found in self.new.items() if self.store else ():
            if found.keys() != self._part(part).keys():
                self.store.put("scan", self.name + part, found)  # type: ignore[union-attr]
                self.old[part] = dict(found)


def _scanner(kind: str) -> Callable[[str], BibIndex]:
    """The scanner of ``bib`` or ``bbl`` files, imported when there is one to scan."""
    if kind == "bbl":
        from argcheck.bib.bbl import scan_bbl

        return scan_bbl
    from argcheck.bib.scan import scan_bib

    return scan_bib


def _opens(whole: Manuscript, text: set[str]) -> bool:
    """Whether the first section of a document is in one of these files."""
    return any(section.span.path in text for section in whole.sections[:1])


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
    if (
        (root / ".git").exists()
        or _configured(root, settings)
        or not (path.is_dir() or path.suffix == ".tex")
    ):
        return root
    from argcheck.enclosing import enclosing

    return enclosing(path, looks)


def _configured(root: Path, settings: Settings) -> bool:
    return settings.config_file is not None and settings.config_file.parent == root


def _read_settings(settings: Settings, project: Project) -> ReadSettings:
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
    return ReadSettings(used, folders, limits.max_include_depth, limits.max_nesting, language)
