"""The bibliography of a `Manuscript`: find and index the files that it loads."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from argcheck.bib.entries import Broken, Entries, KeyPlace
from argcheck.bib.entry import Entry, LazyFields
from argcheck.bib.index import COMMENTED
from argcheck.bib.read import bibitem_entry, broken, entries, strings
from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import BLANK, arguments
from argcheck.tex.file_lookup import Lookup
from argcheck.tex.known_files import holds_strings, is_example, other_language, why_filled_in
from argcheck.tex.live_source import arguments_of, live_calls_in
from argcheck.tex.macro_text import fill
from argcheck.tex.model import Directive, Missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.bib.index import BibIndex
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.tex.file_lookup import Files
    from argcheck.tex.missing_files import WrittenFiles
    from argcheck.tex.model import ManuscriptRecords, Resource

_LABEL_OF_RESOURCE = lazy(r"\\addbibresource\s*\[[^\]]*\blabel\s*=\s*\{?\s*([^\]},\s]+)\s*[\]},]")
_NAMESAKES = 8  #: most files of one name that are read to find the one that is meant
_NEARLY_ALL = 0.9  #: least share of the cited keys
_Kind = TypeVar("_Kind", bound=Entries)


class BibliographyReader:
    """Reads what one manuscript loads; ``index`` returns the index of a ``bib`` or ``bbl`` file, cached or new."""

    def __init__(
        self,
        files: Files,
        manuscript: ManuscriptRecords,
        folders: tuple[str, ...],
        index: Callable[[SourceFile, str], BibIndex],
        remember: Callable[[str, str, Callable[[], Any]], Any],
        *,
        project_places: Callable[[str], Sequence[KeyPlace]] | None = None,
    ) -> None:
        self.files = files
        self.project_places = project_places
        self.manuscript = manuscript
        self.lookup = Lookup(files, manuscript.root, folders)
        self.index = index
        self.remember = remember
        self.sources: dict[str, SourceFile] = {}
        self.entries: list[Entry] = []
        self.strings: dict[str, str] = {}
        self.broken: list[Broken] = []
        self.read_instead: list[Missing] = []
        self.missing: list[Missing] = []
        self.written: list[Resource] = []  # those that the document writes while it is built
        self.directives: list[Directive] = []
        self.written_files: WrittenFiles | None = None  # set once a file is missing
        self.labels: set[str] | None = None  # those of resources, set once a file is missing

    def read(self, kind: type[_Kind]) -> _Kind:
        r"""Return a bibliography of class ``kind`` with all files that the manuscript loads and its ``\bibitem``."""
        for resource in self.manuscript.resources:
            self._read_resource(resource)
        self._add_bibitems()
        self._add_sets()
        if not self.entries:
            for resource in self.written:
                self._note_missing(resource, "unresolved", "the document writes it")
        m = self.manuscript
        return kind(
            {**m.files, **self.sources},
            self.entries,
            backend=m.backend,
            complete=not self.missing,
            strings=self.strings,
            broken=self.broken,
            missing=self.missing,
            read_instead=self.read_instead,
            directives=self.directives,
            remember=self._memory(),
            cited=None if m.nocite_all else m.cited_keys | m.hidden_keys,
            project_places=self.project_places,
            written=frozenset(self._written_keys()),
        )

    def _memory(self) -> Callable[[str, Callable[[], Any]], Any]:
        """Return a function that caches results which depend on the entries alone."""
        texts = [source.digest for source in self.sources.values()]
        if self.manuscript.bibitems or self.manuscript.contents or self._has_sets:
            texts += [source.digest for source in self.manuscript.files.values()]
        key = digest(" ".join([self.manuscript.backend, *texts]).encode())
        remember = self.remember  # the bibliography keeps the function, which must not keep this reader
        return lambda kind, make: remember(kind, key, make)

    def _read_resource(self, resource: Resource) -> None:
        """Read what a command loads, or note why it is not read."""
        target = resource.target.strip('"')
        if "\\" in target and self._is_written(target):
            self.written.append(resource)
            return
        target = target.replace("\\jobname", self._job)
        if reason := self._why_no_file(resource, target):
            self._note_missing(resource, "unresolved", reason)
        else:
            self._read_named(resource, target)

    @cached_property
    def _job(self) -> str:
        r"""What ``\jobname`` stands for: the name of the main file without its suffix."""
        return posixpath.splitext(posixpath.basename(self.manuscript.root))[0]

    @cached_property
    def _contents(self) -> dict[str, Span]:
        """The bodies of the ``filecontents`` environments, by the name of the file."""
        written = self.manuscript.contents.items()
        return {name.replace("\\jobname", self._job): span for name, span in written}

    def _why_no_file(self, resource: Resource, target: str) -> str:
        """Return why a name cannot be that of a file to read, or an empty text."""
        if "\\" in target:
            return "it is built by macros that argcheck cannot expand"
        if reason := why_filled_in(target):
            return reason
        if "://" in target:
            return "it is fetched from an address"
        language = other_language(target) if resource.command.startswith("add") else ""
        if language and not self.files.reader_of_bibliography(target):
            return f"it is {language}, not BibTeX"
        return ""

    def _read_named(self, resource: Resource, target: str) -> None:
        """Read the file with a name, or a ``filecontents`` body, or note why it is not read."""
        # BibTeX adds the ending; if a class loads biblatex, it is unknown which of the two is used.
        known = "biblatex" in self.manuscript.packages and self.manuscript.backend == "biber"
        whole = resource.command.startswith("add") and known
        name = target if target.endswith(".bib") or whole else f"{target}.bib"
        if written := self._contents.get(name) or self._contents.get(posixpath.basename(name)):
            self._read_written(written)
        elif reason := self.files.unsafe(target):
            self._note_missing(resource, "unsafe", reason)
        elif path := self.lookup.find([name], resource.span.path):
            self._read_file(path, resource)
        elif holds_strings(target):
            return
        elif is_example(target):
            self._note_missing(resource, "unresolved", "it comes with TeX, and the project has no copy of it")
        elif self._is_written(name):
            self.written.append(resource)
        else:
            self._read_instead(resource, target, name)

    def _read_instead(self, resource: Resource, target: str, name: str) -> None:
        """Read a file that may be meant in place of a missing one, with a note, or note that it is missing."""
        beside_root = posixpath.normpath(posixpath.join(self.lookup.top, name))
        outside = target.startswith("/") or self.files.outside(beside_root)
        alike = None if outside else self.lookup.find_alike([name], resource.span.path)
        if not alike and (self._read_bbl() or self._is_label(target)):
            return
        reason = "outside" if outside else "missing"
        if instead := alike or (self.lookup.namesake([name]) if outside else None):
            note = Missing(resource.span, resource.target, resource.command, reason, instead, "bibliography")
            self.read_instead.append(note)
            self._read_file(instead, resource)
        elif outside:
            self._note_missing(resource, reason, "it lies outside the project")
        elif elsewhere := self._path_elsewhere(name):
            self.read_instead.append(
                Missing(
                    resource.span, resource.target, resource.command, "elsewhere", elsewhere, "bibliography"
                )
            )
            self._read_file(elsewhere, resource)
        else:
            self._note_missing(resource, reason, self.lookup.looked_for([name], resource.span.path))

    def _path_elsewhere(self, name: str) -> str | None:
        """Return the bibliography of this name in another folder that has nearly all cited keys, or None.

        Of several it is one with every key that any of them has: an older copy would lack more.
        """
        cited = self.manuscript.cited_keys
        namesakes = self.lookup.namesakes([name])
        held: dict[str, set[str]] = {}
        for path in namesakes if cited and len(namesakes) <= _NAMESAKES else ():
            try:
                source = self.files.read(path)
            except InputError:
                continue
            keys = {entry.key for entry in entries(path, self.index(source, "bib"), source.text)}
            held[path] = keys & cited
        most = max(held, key=lambda path: len(held[path]), default="")
        every = set().union(*held.values())
        return most if held.get(most) == every and len(every) >= _NEARLY_ALL * len(cited) else None

    def _is_written(self, name: str) -> bool:
        """Whether the document writes a file while it is built, so that it cites what it writes itself."""
        from argcheck.tex.missing_files import WrittenFiles

        self.written_files = self.written_files or WrittenFiles(self.manuscript.files)
        return self.written_files.by_tex({name, f"{name.removesuffix('.bib')}.bib"})

    def _written_keys(self) -> Iterator[str]:
        r"""Yield the keys of entries that macros of the document write: ``\write\file{@incollection{#1, ...}}``."""
        for name, definitions in self.manuscript.macros.items() if self.written else ():
            for openers, body, _ in definitions:
                parts = (
                    part.partition(",")[0].partition("{") for part in body.split("@") if "\\write" in body
                )
                keys = [key.strip() for kind, _, key in parts if kind.isalpha() and "#" in key]
                calls = arguments_of(self.manuscript, name, openers.partition("\0")[0]) if keys else ()
                yield from (fill(key, values) for values in calls for key in keys)

    def _is_label(self, name: str) -> bool:
        r"""Whether a name is the label of a resource for biblatex: ``\addbibresource[label=name]{...}``."""
        if self.labels is None:
            texts = [source.text for source in self.manuscript.files.values()]
            self.labels = {match[1] for text in texts for match in _LABEL_OF_RESOURCE.finditer(text)}
        return name in self.labels

    def _read_file(self, path: str, resource: Resource) -> None:
        if path in self.sources:
            return
        try:
            source = self.files.read(path)
        except InputError as error:
            self._note_missing(resource, error.reason, error.detail)
            return
        self.sources[path] = source
        self._add_entries(path, source.text, self.index(source, "bib"))

    def _add_entries(self, path: str, text: str, bib_index: BibIndex) -> None:
        self.entries += entries(path, bib_index, text)
        self.broken += broken(path, bib_index, backend=self.manuscript.backend)
        for name, value in strings(bib_index, text).items():
            self.strings[name] = value
        for inner, start, end in bib_index.directives:
            following = BLANK.match(text, end).end()  # type: ignore[union-attr]
            while text[following : following + 1] == "\n":
                following = BLANK.match(text, following + 1).end()  # type: ignore[union-attr]
            own_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
            self.directives.append(Directive(inner, Span(path, start, end), own_line, following, in_bib=True))

    def _read_written(self, body: Span) -> None:
        """Index a ``filecontents`` body in place, with blanks for the text before it, so that offsets are right."""
        source = self.manuscript.files[body.path]
        text = " " * body.start + source.text[body.start : body.end]
        from argcheck.bib.scan import scan_bib

        self._add_entries(body.path, text, scan_bib(text))

    def _read_bbl(self) -> bool:
        """Read the ``.bbl`` beside the root in place of a missing ``.bib``, as in arXiv sources; return success."""
        path = posixpath.splitext(self.manuscript.root)[0] + ".bbl"
        if path in self.sources:
            return True
        if not self.files.is_file(path):
            return False
        try:
            source = self.files.read(path)
        except InputError:
            return False
        items = entries(path, self.index(source, "bbl"), source.text)
        if not items:
            return False  # a failed build leaves an empty file
        self.sources[path] = source
        self.entries += items
        return True

    def _add_bibitems(self) -> None:
        items = self.manuscript.bibitems
        for number, (key, span, key_span) in enumerate(items):
            text = self.manuscript.files[span.path].text
            following = items[number + 1][1] if number + 1 < len(items) else None
            closing = text.find("\\end{thebibliography}", span.end)
            end = closing if closing >= 0 else len(text)
            if following and following.path == span.path and span.end <= following.start < end:
                end = following.start
            whole, body = (span.start, span.end), (span.end, end)
            self.entries.append(
                bibitem_entry(span.path, key, whole, (key_span.start, key_span.end), text=text, body=body)
            )

    def _add_sets(self) -> None:
        r"""Add an ``@set`` for each ``\defbibentryset``."""
        for path, file in self.manuscript.files.items() if self._has_sets else ():
            whole = Span(path, 0, len(file.text))
            for call in live_calls_in(self.manuscript, whole, ("defbibentryset",)):
                (name, members), end = arguments(file.text, call.end(), "{{")
                key = file.text[slice(*name)].strip() if name else ""
                if name and members and "#" not in key:  # else in the body of a macro that defines sets
                    fields = LazyFields(
                        ("entryset", call.start(), *members), _without_comments(file.text, *members)
                    )
                    place = Span(path, call.start(), end)
                    self.entries.append(Entry(key, "set", place, Span(path, *name), fields))

    @property
    def _has_sets(self) -> bool:
        return "defbibentryset" in self.manuscript.commands

    def _note_missing(self, resource: Resource, reason: str, detail: str) -> None:
        self.missing.append(
            Missing(resource.span, resource.target, resource.command, reason, detail, "bibliography")
        )


class ProjectKeys:
    """The keys in every ``.bib`` of a project, loaded or not, read on first use."""

    def __init__(self, project: Project, index: Callable[[SourceFile, str], BibIndex]) -> None:
        self._project = project
        self._index = index

    def places(self, key: str) -> Sequence[KeyPlace]:
        """Return the places of a key."""
        return self._by_key.get(key, ())

    @cached_property
    def _by_key(self) -> dict[str, list[KeyPlace]]:
        keys: dict[str, list[KeyPlace]] = {}
        for path in self._project.walk(".bib"):
            self._add(path, keys)
        return keys

    def _add(self, path: str, keys: dict[str, list[KeyPlace]]) -> None:
        try:
            source = self._project.read(path)
        except InputError:
            return
        for key, _, _, _, start, end, flags, _ in self._index(source, "bib").entries:
            keys.setdefault(key, []).append(KeyPlace(Span(path, start, end), bool(flags & COMMENTED)))


def _without_comments(text: str, start: int, end: int) -> str:
    """Return a text with blanks for the comments in a part of it, so that offsets stay."""
    lines = (line.partition("%")[0].ljust(len(line)) for line in text[start:end].split("\n"))
    return text[:start] + "\n".join(lines) + text[end:] if "%" in text[start:end] else text
