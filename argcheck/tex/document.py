"""From a root file to a `Manuscript`: follow what it reads, in the order in which TeX would.

`argcheck.tex.lookup` finds the files; what only some documents need, that one of them is not there or in what
encoding they are, is in modules that are imported when it is asked for.
"""

from __future__ import annotations

import posixpath
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar
from zlib import crc32

from argcheck.diagnostic import Span
from argcheck.language import NAMES
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex import events
from argcheck.tex.commands import BIBLIOGRAPHIES, is_placeholder
from argcheck.tex.lookup import Asked, AskedAt, Lookup
from argcheck.tex.macros import MacroTable, expand
from argcheck.tex.model import (
    Caption,
    Citation,
    Directive,
    Environment,
    Footnote,
    Label,
    Manuscript,
    Missing,
    Problem,
    Reference,
    Resource,
    Section,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from argcheck.source import SourceFile
    from argcheck.tex.events import Event
    from argcheck.tex.lookup import Files
    from argcheck.tex.scan import Segment

_CLASS_WITHIN = 10_000  # characters: a file with a class of its own says so at its top
_AGAIN = 10_000_000  # characters that are read again before that is a fault
_VISIT = 2_000  # characters that cost as much as reading an empty file
_BACKEND = lazy(r"\bbackend\s*=\s*\{?(\w+)")
_LANGUAGE_PACKAGES = frozenset({"babel", "polyglossia"})
_CLASSES = frozenset({"documentclass", "LoadClass", "LoadClassWithOptions"})
#: what files hold that no LaTeX can be read from; another program may make LaTeX of them
_LANGUAGES = {
    ".md": "Markdown", ".markdown": "Markdown", ".rmd": "R Markdown", ".qmd": "Markdown", ".rst": "reStructuredText",
    ".org": "an Org file", ".html": "HTML", ".json": "JSON", ".csv": "a table of values", ".tsv": "a table of values",
}  # fmt: skip
_ENDS = frozenset({"enddocument", "bye", "stop"})  # what ends a document as well as its \end


class Settings(NamedTuple):
    """What the configuration says about reading."""

    macros: Mapping[str, Any]  #: as `MacroTable.configure` takes it
    folders: tuple[str, ...] = ()  #: further folders to look in, relative to the project
    max_depth: int = 50
    max_nesting: int = 1_000
    language: str = ""  #: the main language of every document, empty for what each says


class _Stop(Exception):  # noqa: N818 - it ends the walk, nothing went wrong
    r"""``\end{document}`` of the document itself."""


class _Visit(NamedTuple):
    """How one file is being read."""

    path: str
    style: bool  # a package or class: only what it defines and loads counts
    context: bool  # the preamble of a main file, read for a subfile
    folder: str | None  # of an enclosing \import


class DocumentReader:
    """Reads one document.

    ``segments`` scans one stretch of a file, or remembers it; either way the macro
    table it is given knows the definitions of the stretch when it returns.
    """

    def __init__(self, files: Files, root: str, settings: Settings, segments: Callable[..., Segment]) -> None:
        self.files = files
        self.settings = settings
        self.lookup = Lookup(files, root, settings.folders)
        self.segments = segments
        self.table = MacroTable()
        self.table.configure(settings.macros)
        self.sources: dict[str, SourceFile] = {}
        self.manuscript = Manuscript(root, self.sources)
        self.manuscript.set_language = settings.language
        self.active: list[str] = []
        self.whole: list[bool] = []  # of each active file: a document of its own in the text of another
        self.open: list[int] = []  # indexes of the environments that are open
        self.groups = 0
        self.arms: tuple[tuple[int, int], ...] = ()  # conditionals around the file being read
        self.live = False
        self.only: set[str] | None = None
        self.seen: set[str] = set()
        self.again = 0  # characters of files that were read once more
        self.seen_in_text: set[str] = set()  # outside of packages and classes
        self.bibitems: list[tuple[str, Span, Span]] = []
        self.preamble_lost = False  # a file that the preamble reads is missing
        self.asked_at: dict[Span, AskedAt] = {}  # of each missing file
        self.contents: dict[str, Span] = {}  # what filecontents environments write
        self.inputencoding = ""
        self.language = ""  # of the text being read, where it is not the main one
        self.switched: list[tuple[int, str]] = []  # environments that switch it, and what it was before

    def read(self, main: str | None = None, *, part: bool = False) -> Manuscript:
        """Read the document from its root; ``main`` is the file whose preamble a subfile uses.

        ``part`` says that the root is a part of a document that is not here: all of it is text.

        :raises argcheck.project.InputError: the root itself cannot be read.
        """
        root = self.manuscript.root
        self.files.read(root)
        if main is not None and main != root and self.files.is_file(main):
            self._guarded(_Visit(main, style=False, context=True, folder=None), Span(root, 0, 0))
        self.live = part
        if part:
            self.manuscript.lacks = "the document that reads it"
        with suppress(_Stop):
            self._file(_Visit(root, style=False, context=False, folder=None))
            if self.live and not part and self.seen.isdisjoint(_ENDS):
                self.manuscript.lacks = "its \\end{document}"
        self._finish()
        return self.manuscript

    # -- one file

    def _file(self, visit: _Visit) -> None:
        path = visit.path
        source = self.files.read(path)
        if path not in self.sources:
            self.sources[path] = source
        self.active.append(path)
        if self.language:
            self.manuscript.switches.append((path, 0, self.language))
        sub = len(self.active) > 1
        position, state, piece = 0, None, 0
        live_before = self.live
        self.whole.append(sub and live_before and self._has_class(source))
        if self.whole[-1]:
            self.live = False
        try:
            while True:
                segment = self.segments(source, position, self.table, state, visit.style)
                self.seen.update(segment.seen)
                if not visit.style:
                    self.seen_in_text.update(segment.seen)
                piece = self._events(segment.events, visit, piece)
                position, state = segment.end, segment.state
                if position >= len(source.text):
                    break
            self._piece(visit, piece, len(source.text))
        except _EndOfFile as end:
            self._piece(visit, end.piece, end.offset)
        finally:
            self.active.pop()
            self.whole.pop()
            if sub and not self.live:
                self.live = live_before

    @staticmethod
    def _has_class(source: SourceFile) -> bool:
        text = source.text
        declared = text.find("\\documentclass", 0, _CLASS_WITHIN)
        # What stands in an environment is shown: a listing of a whole document.
        return declared >= 0 and "\\begin{document}" in text and "\\begin{" not in text[:declared]

    def _piece(self, visit: _Visit, start: int, end: int) -> None:
        if self.live and not visit.style and not visit.context and end > start:
            self.manuscript.pieces.append(Span(visit.path, start, end))

    def _events(self, found: list[Event], visit: _Visit, piece: int) -> int:
        """Take over the events of one segment; returns where the live text goes on."""
        path, m, records = visit.path, self.manuscript, self._RECORDS
        quiet = visit.style or visit.context
        for event in found:
            kind = event[0]
            record = records.get(kind)
            if record is not None:
                if not quiet:
                    record(self, event, path)
            elif kind == events.PACKAGE:
                self._package(event, visit)
            elif kind == events.INPUT:
                if not (visit.context and self.live):
                    self._piece(visit, piece, event[1])
                    before = self.language
                    self._input(event, visit)
                    if self.language != before:
                        m.switches.append((path, event[2], self.language))
                    piece = event[2]
            elif kind == events.RESOURCE:
                m.resources += [Resource(name, Span(path, s, e), event[3]) for name, s, e in event[4]]
            elif kind == events.NOCITE_ALL:
                m.nocite_all = m.nocite_all or Span(path, event[1], event[2])
            elif kind == events.LANGUAGE:
                self._language(event, visit)
            elif kind in {events.BEGIN_DOCUMENT, events.END_DOCUMENT} and visit.style:
                continue  # an example of how the package is used
            elif kind == events.BEGIN_DOCUMENT:
                self.live = True
                m.begun = m.begun or not quiet
                piece = event[2]
            elif kind == events.END_DOCUMENT:
                self._piece(visit, piece, event[1])
                if quiet or self.whole[-1]:  # what a style shows ends nothing
                    raise _EndOfFile(event[1], event[1])
                raise _Stop
            elif kind == events.END_INPUT:
                raise _EndOfFile(piece, event[1])
        return piece

    # -- what the text holds, one method for each kind of event

    def _cite(self, event: Event, path: str) -> None:
        _, start, end, name, nocite, keys = event
        command, text = Span(path, start, end), self.sources[path].text
        self.groups += 1
        group = self.groups
        self.manuscript.citations += [
            Citation(key, Span(path, s, e), name, command, nocite, group, text[e : e + 1].isspace())
            for key, s, e in keys
        ]

    def _ref(self, event: Event, path: str) -> None:
        _, start, end, name, found = event
        command, here = Span(path, start, end), self._here()
        self.manuscript.references += [
            Reference(label, Span(path, s, e), name, command, here) for label, s, e in found
        ]

    def _uses(self, event: Event, path: str) -> None:
        here = self._here()
        self.manuscript.uses += [Use(name, Span(path, s, e), event[3], here) for name, s, e in event[4]]

    def _label(self, event: Event, path: str) -> None:
        _, start, end, command, name, arms = event
        arms = self.arms + _arms(path, arms) if arms else self.arms
        self.manuscript.labels.append(Label(name, Span(path, start, end), command, arms, self._here()))

    def _begin(self, event: Event, path: str) -> None:
        begin = Span(path, event[1], event[2])
        option = self.sources[path].text[event[4] : event[5]] if event[4] >= 0 else None
        environments = self.manuscript.environments
        environments.append(Environment(event[3], begin, begin, option, self._here()))
        self.open.append(len(environments) - 1)

    def _end(self, event: Event, path: str) -> None:
        environments = self.manuscript.environments
        for depth in range(len(self.open) - 1, max(-1, len(self.open) - 40), -1):
            index = self.open[depth]
            environment = environments[index]
            if environment.name == event[3]:
                name, begun, begin, option, parent = environment
                if begun.path == path:
                    span = Span(path, begun.start, event[2])
                    environments[index] = Environment(name, span, begin, option, parent)
                del self.open[depth:]
                while self.switched and self.switched[-1][0] >= index:
                    self._switch(path, event[2], self.switched.pop()[1])
                return

    def _caption(self, event: Event, path: str) -> None:
        self.manuscript.captions.append(Caption(Span(path, event[4], event[5]), event[3], self._here()))

    def _section(self, event: Event, path: str) -> None:
        _, start, end, level, starred, *title = event
        self.manuscript.sections.append(Section(level, starred, Span(path, *title), Span(path, start, end)))

    def _footnote(self, event: Event, path: str) -> None:
        self.manuscript.footnotes.append(Footnote(Span(path, event[3], event[4])))

    def _bibitem(self, event: Event, path: str) -> None:
        _, start, end, key, *place = event
        self.bibitems.append((key, Span(path, start, end), Span(path, *place)))

    def _problem(self, event: Event, path: str) -> None:
        _, start, end, kind, message, help_ = event
        self.manuscript.problems.append(Problem(kind, Span(path, start, end), message, help_))

    def _directive(self, event: Event, path: str) -> None:
        _, start, end, text, own_line, following = event
        self.manuscript.directives.append(
            Directive(text, Span(path, start, end), own_line, following, in_bib=False)
        )

    def _filecontents(self, event: Event, path: str) -> None:
        self.contents[event[3]] = Span(path, event[4], event[5])

    def _includeonly(self, event: Event, _path: str) -> None:
        self.only = {posixpath.normpath(name) for name, _, _ in event[3]}

    def _abstract(self, event: Event, path: str) -> None:
        self.manuscript.abstract_spans.append(Span(path, event[1], event[2]))

    def _dead(self, event: Event, path: str) -> None:
        self.manuscript.dead.setdefault(path, []).append((event[1], event[2]))

    _RECORDS: ClassVar[dict[int, Callable[[DocumentReader, Event, str], None]]] = {
        events.CITE: _cite,
        events.REF: _ref,
        events.USES: _uses,
        events.LABEL: _label,
        events.BEGIN: _begin,
        events.END: _end,
        events.CAPTION: _caption,
        events.SECTION: _section,
        events.FOOTNOTE: _footnote,
        events.BIBITEM: _bibitem,
        events.PROBLEM: _problem,
        events.DIRECTIVE: _directive,
        events.FILECONTENTS: _filecontents,
        events.INCLUDEONLY: _includeonly,
        events.ABSTRACT: _abstract,
        events.DEAD: _dead,
    }

    # -- languages

    def _language(self, event: Event, visit: _Visit) -> None:
        """Take over what is said of languages; what a style switches to, it does where it is called."""
        _, start, end, how, found = event
        m = self.manuscript
        if how == "foreign":
            m.foreign += [(Span(visit.path, start, end), found[0])] if not visit.style else []
            return
        m.languages += tuple(name for name in found if name not in m.languages)
        if how == "main":
            m.declared_language = found[0]
        elif how == "switch" and not visit.style:
            self.switched.append((self._here(), self.language))
            self._switch(visit.path, end, found[0])

    def _switch(self, path: str, offset: int, language: str) -> None:
        """Let the text from here on be in a language, empty for the main one."""
        if language != self.language:
            self.language = language
            self.manuscript.switches.append((path, offset, language))

    def _here(self) -> int:
        return self.open[-1] if self.open else -1

    # -- files that it reads

    def _package(self, event: Event, visit: _Visit) -> None:
        _, _, _, command, options, found = event
        m = self.manuscript
        for name, start, end in found:
            m.packages.setdefault(name, options)
            if command == "documentclass":
                m.document_class = m.document_class or name
            if command == "documentclass" or name in _LANGUAGE_PACKAGES:
                words = re.split(r"[,\s{}=]+", options)
                m.languages += tuple(word for word in words if word.lower() in NAMES)
            if name == "inputenc":
                self.inputencoding = options
            suffix = ".cls" if command in _CLASSES else ".sty"
            path = self.lookup.find([name + suffix], visit.path, visit.folder)
            if path is not None and path not in self.active:
                style = _Visit(path, style=True, context=False, folder=visit.folder)
                self._guarded(style, Span(visit.path, start, end), name, command)

    def _input(self, event: Event, visit: _Visit) -> None:
        _, _, _, command, folder, name, start, end, arms = event
        macros = self._path_macros()
        target, folder = (expand(one, macros).strip('"').strip() for one in (name, folder))
        asked = Asked(Span(visit.path, start, end), command, target, folder, visit.folder)
        path = self._resolve(asked, visit)
        if path is None:
            return
        self.manuscript.inputs.append((asked.place, path))
        if self.live and not visit.style and not visit.context:
            self.manuscript.parts.add(path)
        inner = posixpath.dirname(path) if folder else visit.folder
        child = _Visit(path, style=visit.style, context=visit.context, folder=inner)
        above, self.arms = self.arms, self.arms + _arms(visit.path, arms)
        if command == "include" and self.only is not None and _stem(target) not in self.only:
            self._left_out(child, asked.place)
        else:
            self._guarded(child, asked.place, asked.shown, command)
        self.arms = above

    def _resolve(self, asked: Asked, visit: _Visit) -> str | None:
        """Return the file that a command asks for; of one that cannot be read note why, where that is a finding."""
        names, files = asked.names, self.files
        lost: tuple[str, str] | None
        if "\\" in asked.shown:
            lost = self._unresolved(asked, visit)
        elif not self.contents.keys().isdisjoint(names):
            return None
        elif is_placeholder(asked.shown):
            lost = "unresolved", "it is a placeholder of a template"
        elif reason := files.unsafe(asked.target) or files.unsafe(asked.folder):
            lost = "unsafe", reason
        else:
            made = [f"{name}.in" for name in names]  # what a configure script makes it from says the same
            found = (self.lookup.find(o, visit.path, visit.folder, asked.folder) for o in (names, made))
            path = next(filter(None, found), None)
            language = _LANGUAGES.get(posixpath.splitext(path)[1].lower()) if path else None
            if path and not language:
                return path
            lost = ("unresolved", f"it is {language}, not LaTeX") if path else self._absence(asked, visit)
            if lost and lost[0] == "missing" and (path := self._in_other_case(asked, visit)):
                return path
        if lost:
            self._lost(asked.place, asked.shown, asked.command, *lost, style=visit.style)
        return None

    def _in_other_case(self, asked: Asked, visit: _Visit) -> str | None:
        """Return the file that TeX would read where the case of letters does not count; it is a finding all the same."""
        path = self.lookup.find_alike(asked.names, visit.path, visit.folder, asked.folder)
        if path is not None:
            note = Missing(asked.place, asked.shown, asked.command, "missing", path, "text")
            self.manuscript.in_other_case.append(note)
        return path

    def _unresolved(self, asked: Asked, visit: _Visit) -> tuple[str, str] | None:
        from argcheck.tex.absent import optional

        if visit.style or optional(asked, self.sources[visit.path].text):
            return None  # a style works out names of files for its options, and does without them
        return "unresolved", "it is built by macros that argcheck cannot expand"

    def _absence(self, asked: Asked, visit: _Visit) -> tuple[str, str] | None:
        from argcheck.tex.absent import absence, writes

        if visit.context or writes(self.sources.values(), asked.names):
            return None
        lost = absence(asked, self.lookup, self.sources[visit.path].text, style=visit.style)
        if lost and self._from_chunk(asked.shown):
            return "unresolved", "R code of the document writes it"
        return lost

    def _left_out(self, visit: _Visit, place: Span) -> None:
        r"""Read a chapter that ``\includeonly`` leaves out: what it defines is known, nothing in it is a finding."""
        kept, kept_open, kept_live, language = self.manuscript, self.open, self.live, self.language
        kept_switched = self.switched
        self.manuscript, self.open, self.switched = Manuscript(kept.root, self.sources), [], []
        try:
            self._guarded(visit, place)
        finally:
            aside, self.manuscript, self.open, self.live = self.manuscript, kept, kept_open, kept_live
            self.language, self.switched = language, kept_switched
        kept.left_out.append(place)
        kept.hidden_labels |= {label.name for label in aside.labels}
        kept.hidden_keys |= {citation.key for citation in aside.citations}
        kept.nocite_all = kept.nocite_all or aside.nocite_all
        kept.hidden_references |= {reference.name for reference in aside.references}

    def _guarded(self, visit: _Visit, place: Span, shown: str = "", command: str = "input") -> None:
        from argcheck.project import InputError

        if visit.path in self.active:
            if self.arms:  # a file that reads itself in one branch knows when to stop
                return
            between = self.active[self.active.index(visit.path) + 1 :]
            way = f", by way of {' -> '.join(between[-3:])}" if between else ""
            message = f"{visit.path} includes itself{way}"
            self.manuscript.problems.append(Problem("cycle", place, message, "remove one of the includes"))
            return
        if len(self.active) > self.settings.max_depth:
            message = f"files include each other more than {self.settings.max_depth} deep"
            self.manuscript.problems.append(
                Problem("limit", place, message, "raise limits.max-include-depth if meant")
            )
            return
        if visit.path in self.sources and not self._affordable(visit, place):
            return
        try:
            self._file(visit)
        except InputError as error:
            self._lost(place, shown or visit.path, command, error.reason, error.detail, style=visit.style)

    def _affordable(self, visit: _Visit, place: Span) -> bool:
        """Whether a file that was read may be read again: files that read each other twice would double without end."""
        before = self.again
        self.again += len(self.sources[visit.path].text) + _VISIT
        if before <= _AGAIN < self.again:
            message = (
                f"files are read again and again, {_AGAIN // 1_000_000} million characters of them by now"
            )
            help_ = "read each file once; from here on none is read again"
            self.manuscript.problems.append(Problem("limit", place, message, help_))
        return self.again <= _AGAIN

    def _path_macros(self) -> dict[str, str]:
        stem = posixpath.splitext(posixpath.basename(self.manuscript.root))[0]
        return {"jobname": stem, "currfiledir": "", "space": " ", **self.table.text}

    def _lost(self, place: Span, target: str, command: str, reason: str, detail: str, *, style: bool) -> None:
        self.preamble_lost = self.preamble_lost or not self.live
        m = self.manuscript
        self.asked_at[place] = AskedAt(style, self.live, self._here(), bool(m.sections or m.labels))
        self.manuscript.missing.append(Missing(place, target, command, reason, detail, "text"))

    # -- the end

    def _finish(self) -> None:
        m = self.manuscript
        m.theorem_kinds = self.table.theorems
        m.float_names = frozenset(self.table.floats)
        m.text_macros = self.table.text
        m.bibitems = self.bibitems
        m.contents = self.contents
        self._check_encoding()
        if m.missing:
            from argcheck.tex.absent import place_of

            m.missing = [one._replace(place=place_of(m, one, self.asked_at[one.span])) for one in m.missing]
        called = [(f"\\{name}", kinds) for name, kinds in self.table.hidden.items() if name in self.seen]
        for by, kind, name in (
            (by, *pair) for by, pairs in (*called, ("R code", self._in_chunks())) for pair in pairs
        ):
            if kind in BIBLIOGRAPHIES:
                m.resources.append(Resource(name, Span(m.root, 0, 0), kind))
                continue
            if kind == "built":
                if by[0] != "\\" or by[1:] in self.seen_in_text:
                    m.built_labels.setdefault(name, by)
                continue
            sets = {"label": m.hidden_labels, "ref": m.hidden_references}
            hidden = sets.get(kind, m.hidden_keys)
            hidden.add(name)
        for form in sorted(self.table.built):
            m.built_labels.setdefault(form, "an environment")
        if not {reference.name for reference in m.references} <= {label.name for label in m.labels}:
            self._learn_escaped_labels()
        if "*" in m.hidden_keys and not m.nocite_all:
            m.nocite_all = Span(m.root, 0, 0)
        m.backend = self._backend()
        m.commands = frozenset(self.seen)
        m.languages = tuple(dict.fromkeys(m.languages))

    def _with_code(self) -> list[str]:
        return [source.written for source in self.sources.values() if source.written != source.text]

    def _from_chunk(self, target: str) -> bool:
        code = self._with_code()
        if not code:
            return False
        from argcheck.tex.knitr import writes

        return any(writes(text, target) for text in code)

    def _in_chunks(self) -> set[tuple[str, str]]:
        """Find what the R code of knitr names."""
        code = self._with_code()
        if not code:
            return set()
        from argcheck.tex.knitr import names

        found = {pair for text in code for pair in names(text)}
        # the second of the figures of a chunk is ``fig:chunk-2``
        numbered = ((one.name, one.name.rpartition("-")[0]) for one in self.manuscript.references)
        return found | {("label", name) for name, chunk in numbered if ("label", chunk) in found}

    def _check_encoding(self) -> None:
        damaged = [source for source in self.sources.values() if source.bad]
        if damaged and not self.preamble_lost and "inputencoding" not in self.seen:
            from argcheck.tex.encodings import declares_encoding, undecodable

            if not declares_encoding(self.manuscript, self.inputencoding):
                self.manuscript.problems += filter(None, map(undecodable, damaged))

    def _learn_escaped_labels(self) -> None:
        from argcheck.tex.listings import escaped_labels

        m = self.manuscript
        for name in escaped_labels(m, self.lookup, self._path_macros()):
            if name is None:
                m.built_labels.setdefault("\0", "a listing")  # a label of any name
            else:
                m.hidden_labels.add(name)

    def _backend(self) -> str:
        m = self.manuscript
        if "biblatex" in m.packages:
            named = _BACKEND.search(m.packages["biblatex"])
            return "bibtex" if named and named[1].startswith("bibtex") else "biber"
        commands = {resource.command for resource in m.resources}
        if commands & {"addbibresource", "addglobalbib", "addsectionbib"}:
            return "biber"
        return "bibtex" if commands else "none"


class _EndOfFile(Exception):  # noqa: N818 - it ends the reading of one file
    """Where the live text of a file started last, and where it ends before the end of the file."""

    def __init__(self, piece: int, offset: int) -> None:
        super().__init__()
        self.piece = piece
        self.offset = offset


def _arms(path: str, arms: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Give the conditionals of a file numbers: those of two files differ, and every run gives the same."""
    return tuple((crc32(f"{path}:{offset}".encode("utf-8", "surrogateescape")), arm) for offset, arm in arms)


def _stem(target: str) -> str:
    return posixpath.normpath(target.removesuffix(".tex"))
