"""Choose the documents that the paths of a command line mean."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Protocol

from argcheck.bib.bibliography import file_name
from argcheck.files.manifest import KNITR_SUFFIXES, TEX_SUFFIXES
from argcheck.reading.asides import asides, copied_vignettes
from argcheck.reading.roots import WRITTEN, discover, discover_translated, look, parts, says_nothing, wrappers
from argcheck.settings.config import require_paths

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.files.project import Project
    from argcheck.reading.given_paths import GivenPaths
    from argcheck.reading.read_document import Document
    from argcheck.reading.roots import LatexFile
    from argcheck.settings.config import Settings
    from argcheck.tex.model import Remember


def manuscript_files(project: Project, given: GivenPaths, remember: Remember) -> dict[str, LatexFile]:
    """Return by path the manuscripts in or around the given paths, and the main files that these name.

    :param remember: keeps what the text of a file says about it.
    """
    folders = [path for path in given.paths if path.is_dir()]
    files: dict[str, LatexFile] = {}
    for folder in folders:
        files |= discover(project, project.relative(folder), remember)
    if len(folders) < len(given.paths) or all(
        file.kind in {"part", "context", "template"} for file in files.values()
    ):
        files |= discover(project, "", remember)
    for folder in folders or [project.root]:
        within = project.relative(folder)
        files |= discover_translated(project, within, files, given.named, given.covers, remember=remember)
    for path in given.files:
        if path not in files and (path.endswith(TEX_SUFFIXES) or project.reader_of(path)):
            files[path] = look(project, path, remember)
    named = {name for file in files.values() for name in (file.main, file.preamble) if name}
    for name in named.difference(files):
        if not project.outside(name) and project.is_file(name):
            files[name] = look(project, name, remember)
    return dict(sorted(files.items()))


class Reads(Protocol):
    """A function that reads documents."""

    def __call__(self, root: str, *, part: bool = False) -> Document | None:
        """Read the document of a root once, or with ``part`` a file of no document; None if it cannot be read."""


class DocumentChoice:
    """Chooses the files of a project that are documents, by what other documents read.

    :param files: what `manuscript_files` returns.
    :param read: reads a document if the choice depends on its contents.
    """

    def __init__(
        self,
        project: Project,
        settings: Settings,
        given: GivenPaths,
        files: dict[str, LatexFile],
        read: Reads,
    ) -> None:
        self.project = project
        self.settings = settings
        self.given = given
        self.files = files
        self.read = read
        self._cited_texts: set[str] = set()  # texts of sources in LaTeX

    def roots(self) -> set[str]:
        """Return the roots of the documents that the paths mean, and the given files that no document reads."""
        return self._with_fragments(self._chosen())

    def set_aside(self, chosen: set[str], known: Mapping[str, Document | None]) -> dict[str, str]:
        """Return the documents that are set aside, with reasons; never one that command line or configuration names.

        :param known: the documents that have been read, by root.
        """
        named = self.given.named
        texts = filter(self.given.covers, self._cited_texts)
        why = {path: f"it is the text of the cited work {PurePosixPath(path).stem}" for path in texts}
        sources = {root: self.project.files.get(root) for root in chosen if root.endswith(KNITR_SUFFIXES)}
        copies = copied_vignettes({root: source.on_disk for root, source in sources.items() if source})
        why |= {root: f"it is a copy of {vignette}" for root, vignette in copies if root not in named}
        read = {
            root: document.manuscript
            for root in sorted(chosen - named - why.keys())
            if (document := known.get(root))
        }
        return why | asides(read, self.given.folders, self.project.repository.history)

    def _chosen(self) -> set[str]:
        require_paths(self.settings)
        roots = set(self.given.roots) if self.settings.roots else self._roots()
        chosen = {root for root in roots if self.given.covers(root)}
        loose = [path for path in self.given.files if path not in chosen]
        if loose or not chosen:
            for root in sorted(roots - chosen):
                document = self.read(root)
                if document and self._touches(document, loose):
                    chosen.add(root)
        return chosen

    def _touches(self, document: Document, loose: list[str]) -> bool:
        files = {*document.manuscript.files, *document.bibliography.files}
        if loose:
            return not files.isdisjoint(loose)
        return any(self.given.covers(path) for path in files)

    def _with_fragments(self, chosen: set[str]) -> set[str]:
        """Add the given files that no document reads; one that is not LaTeX, such as a README, only if it is alone."""
        alone = self.files.keys() & self.given.files.keys() - chosen
        alone -= {path for path in alone if self.files[path].kind in WRITTEN or self.project.failed(path)}
        alone -= {path for path in alone if chosen and self.project.reader_of(path)}
        for document in filter(None, map(self.read, sorted(chosen) if alone else ())):
            alone -= document.manuscript.files.keys()
        for path in alone:
            self.read(path, part=True)
        return chosen | alone

    def _roots(self) -> set[str]:
        roots = {path for path, file in self.files.items() if file.is_root}
        if bodies := {path for path, file in self.files.items() if file.kind == "body"}:
            whole = (document for root in sorted(roots) if (document := self.read(root)))
            roots |= bodies.difference(*(document.manuscript.files for document in whole))
        for file in self.files.values():
            if file.kind == "part" and file.main in self.files and self.files[file.main].kind == "part":
                roots.add(file.main)
        roots |= set(wrappers(self.project, self.files.values(), roots))
        roots |= {
            path for path in self.given.files if path in self.files and self.files[path].kind in WRITTEN
        }
        read = {root: document.manuscript for root in sorted(roots) if (document := self.read(root))}
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
        """Return files such as ``sources/KEY.tex`` for a key of a bibliography: texts for `argcheck verify`."""
        named = {path: PurePosixPath(path) for path in self.files if path not in self.given.files}
        texts = {path for path, name in named.items() if name.parent.name == "sources"}
        if not texts:
            return set()
        read = [document for root in sorted(roots - texts) if (document := self.read(root))]
        keys = {file_name(entry.key) for document in read for entry in document.bibliography.entries}
        inputs = {path for document in read for path in document.manuscript.files}
        return {path for path in texts - inputs if file_name(named[path].stem) in keys}
