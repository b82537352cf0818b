"""Reads a document from its root file, following each file that it reads in the order in which TeX would.

`argcheck.tex.file_lookup` finds the files, `argcheck.tex.draft` collects their records.  Modules that few documents
need, for missing files and for encodings, are imported only then.
"""

from __future__ import annotations

import posixpath
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.manifest import PICTURES
from argcheck.tex.commands import INCLUDES
from argcheck.tex.draft import Draft, numbered
from argcheck.tex.file_lookup import AskedAt, AskedFile, Lookup, is_whole
from argcheck.tex.known_files import why_filled_in
from argcheck.tex.macro_text import expand
from argcheck.tex.macros import MacroTable
from argcheck.tex.model import Analyses, Input, InputProblem, ManuscriptRecords, Missing
from argcheck.tex.text_ends import EndOfDocument, EndOfFile, early_end, may_go_on
from argcheck.tex.tokens import (
    BeginDocumentToken,
    Definition,
    EndDocumentToken,
    EndInputToken,
    InputToken,
    LanguageToken,
    PackageToken,
)
from argcheck.tex.unseen_names import learn_labels_in_listings, learn_unseen_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from argcheck.files.source import SourceFile
    from argcheck.tex.file_lookup import Files
    from argcheck.tex.missing_files import WrittenFiles
    from argcheck.tex.tokens import Segment

_AGAIN = 10_000_000  # at most so many characters are read again
_VISIT = 2_000  # the cost of reading an empty file, in characters
_CLASSES = frozenset({"documentclass", "LoadClass", "LoadClassWithOptions"})
_ENDS = frozenset({"enddocument", "bye", "stop"})  # commands that end a document, like its \end


class DocumentSettings(NamedTuple):
    """The settings for reading documents."""

    macros: Mapping[str, Any]  #: as `MacroTable.configure` takes it
    folders: tuple[str, ...] = ()  #: more folders to search, relative to the project
    max_depth: int = 50
    max_nesting: int = 1_000
    language: str = ""  #: the main language of every document; if empty, each declares its own


class _Visit(NamedTuple):
    """How one file is being read."""

    path: str
    style: bool  # a package or class: only its definitions and what it loads count
    context: bool  # the preamble of a main file, read for a subfile
    folder: str | None  # the folder of an enclosing \import
    alone: bool = False  # see `AskedFile.alone`


class DocumentReader:
    """Reads one document.

    ``segments`` scans one stretch of a file or recalls an earlier scan; on return the macro table that it is given
    has the definitions of the stretch.  ``analyses`` keeps the results of analyses, some of them for further runs.
    """

    def __init__(
        self,
        files: Files,
        root: str,
        settings: DocumentSettings,
        segments: Callable[..., Segment],
        analyses: Analyses | None = None,
    ) -> None:
        self.files = files
        self.root = root
        self.settings = settings
        self.lookup = Lookup(files, root, settings.folders)
        self.segments = segments
        self.table = MacroTable()
        self.table.configure(settings.macros)
        self.sources: dict[str, SourceFile] = {}
        self.draft = Draft(self.sources)
        self.active: list[str] = []
        self.whole: list[bool] = []  # for each active file: is it a document of its own within another?
        self.live = False
        self.seen: set[str] = set()
        self.again = 0  # characters that were read again
        self.seen_in_text: set[str] = set()  # outside of packages and classes
        self.preamble_lost = False  # whether a file that the preamble reads is missing
        self.asked_at: dict[Span, AskedAt] = {}  # for each missing file
        self.inputencoding = ""
        self.written: WrittenFiles | None = None  # made once a file is missing
        self.analyses = analyses or Analyses()

    def read(
        self,
        main: str | None = None,
        *,
        whole: bool = False,
        part: bool = False,
        following: Iterable[str] = (),
    ) -> ManuscriptRecords:
        """Read the document from its root.

        :param main: the file whose preamble the document uses.
        :param whole: whether the root is all of the text; a subfile of ``main`` is not.
        :param part: whether the root is text of a document that is not here; the ``following`` files continue it.
        :raises argcheck.files.project.InputError: the root cannot be read.
        """
        root, draft = self.root, self.draft
        self.files.read(root)
        if main is not None and not whole:
            self.table.define(Definition("macro", "ifSubfilesClassLoaded", "{{", ""))
        if main is not None and main != root and self.files.is_file(main):
            self._guarded(_Visit(main, style=False, context=True, folder=None), Span(root, 0, 0))
        self.live = part
        if part:
            own = "a bibliography or " * bool(self.files.reader_of(root))
            draft.fragment_reason = f"{own}the document that reads it is missing"
        with suppress(EndOfDocument):
            for path in (root, *following):
                self._file(_Visit(path, style=False, context=False, folder=None))
            if self.live and not part and self.seen.isdisjoint(_ENDS):
                draft.fragment_reason = "its \\end{document} is missing"
        if main is not None and not whole:
            draft.fragment_reason = "the \\subfile command that includes it is missing"
        return self._finished()

    # -- one file

    def _file(self, visit: _Visit) -> None:
        path = visit.path
        source = self.files.read(path)
        if path not in self.sources:
            self.lookup.search_also(source.text)
            self.sources[path] = source
        self.active.append(path)
        self.draft.begin_file(path)
        sub = len(self.active) > 1
        position, state, piece, live_before = 0, None, 0, self.live
        begun = sub and (live_before or self.draft.document_class)  # else it may be the preamble
        self.whole.append(bool(begun) and is_whole(source, declared=not visit.alone))
        self.live = self.live and not self.whole[-1]
        try:
            while True:
                segment = self.segments(source, position, self.table, state, visit.style)
                self.seen.update(segment.seen)
                if not visit.style:
                    self.seen_in_text.update(segment.seen)
                piece = self._take(segment.tokens, visit, piece, position)
                position, state = segment.end, segment.state
                if position >= len(source.text):
                    break
            self._piece(visit, piece, len(source.text))
        except EndOfFile as end:
            self._piece(visit, end.piece, end.offset)
        except EndOfDocument as stop:
            if stop.place.path != path:
                rest = self._tokens(source, segment.end, segment.state)
                self.draft.problems += early_end(stop, path, rest)
            raise
        finally:
            self.active.pop()
            if self.whole.pop() or (sub and not self.live):
                self.live = live_before

    def _tokens(self, source: SourceFile, position: int, state: tuple[Any, ...]) -> Iterator[Any]:
        """Yield the tokens of a text from a place on, where no file that it reads is read."""
        while position < len(source.text):
            segment = self.segments(source, position, self.table, state, False)
            yield from segment.tokens
            position, state = segment.end, segment.state

    def _piece(self, visit: _Visit, start: int, end: int) -> None:
        if not visit.style and not visit.context and end > start:
            (self.draft.pieces if self.live else self.draft.preamble).append(Span(visit.path, start, end))

    def _take(self, tokens: list[Any], visit: _Visit, piece: int, position: int) -> int:
        """Add the tokens of the segment at a position to the draft; return where the current piece of text begins."""
        path, quiet = visit.path, visit.style or visit.context
        if not quiet and self.draft.take_all(tokens, path, (self.root, position), self.analyses.keep):
            return piece
        takers, also = self.draft.TAKERS, self.draft.ALSO_OF_STYLES
        for token in tokens:
            kind = type(token)
            taker = takers.get(kind)
            if taker is not None:
                if not quiet:
                    taker(self.draft, token, path)
            elif kind in also:
                also[kind](self.draft, token, path)
            elif kind is PackageToken:
                self._package(token, visit)
            elif kind is InputToken:
                piece = self._input_between(token, visit, piece)
            elif kind is LanguageToken:
                self.draft.take_language(token, path, style=visit.style)
            elif kind is EndInputToken:
                raise EndOfFile(piece, token.start)
            elif kind is BeginDocumentToken and not visit.style:  # else an example of how the package is used
                self._piece(visit, piece, token.start)
                self.live, piece = True, token.end
                if not quiet:
                    self.draft.begin_text(token.end, is_root=path == self.root)
            elif kind is EndDocumentToken and not visit.style:
                self._piece(visit, piece, token.start)
                perhaps = len(self.active) > 1 and may_go_on(
                    token, self.sources[path].text, self.draft, self.seen
                )
                self.seen.update(["enddocument"] if perhaps else [])
                if quiet or self.whole[-1] or perhaps:
                    raise EndOfFile(token.start, token.start)
                raise EndOfDocument(Span(path, token.start, token.end))
        return piece

    # -- files that it reads

    def _package(self, token: PackageToken, visit: _Visit) -> None:
        for name, start, end in token.names:
            self.draft.take_package(name, token.command, token.options)
            if name == "inputenc":
                self.inputencoding = token.options
            file = name + (".cls" if token.command in _CLASSES else ".sty")
            place, path = Span(visit.path, start, end), self.lookup.package(file, visit.path, visit.folder)
            if path is not None and not path.endswith(posixpath.basename(file)):
                self.draft.read_instead.append(Missing(place, file, token.command, "missing", path, "text"))
            if path is not None and path not in self.active:
                style = _Visit(path, style=True, context=False, folder=visit.folder)
                self._guarded(style, place, name, token.command)

    def _input_between(self, token: InputToken, visit: _Visit, piece: int) -> int:
        """Read a file between two pieces of live text; return where the second one begins."""
        if visit.context and self.live:
            return piece
        self._piece(visit, piece, token.start)
        before = self.draft.language
        self._input(token, visit)
        self.draft.go_on(visit.path, token.end, before)
        return token.end

    def _input(self, token: InputToken, visit: _Visit) -> None:
        macros, draft = self._path_macros(), self.draft
        target, folder = (expand(name, macros).strip('"').strip() for name in (token.name, token.folder))
        place = Span(visit.path, token.name_start, token.name_end)
        within = None if folder and not token.command.startswith("sub") else visit.folder
        asked = AskedFile(place, token.command, target, folder, within)
        above, draft.arms = draft.arms, draft.arms + numbered(visit.path, token.arms)
        if path := self._resolve(asked, visit):
            draft.take_input(Input(place, path))
            if self.live and not visit.style and not visit.context:
                draft.parts.add(path)
            inner = posixpath.dirname(path) if folder else visit.folder
            child = _Visit(path, visit.style, visit.context, inner, asked.alone)
            self._guarded(child, place, asked.shown, token.command)
        draft.arms = above

    def _resolve(self, asked: AskedFile, visit: _Visit) -> str | None:
        """Return the file that a command asks for; without one return None and record why, unless that is expected."""
        names, files = asked.names, self.files
        lost: tuple[str, str] | None
        if "\\" in asked.shown:
            lost = self._unresolved(asked, visit)
        elif not self.draft.contents.keys().isdisjoint(names):
            return None
        elif filled := why_filled_in(asked.shown):
            lost = "unresolved", filled
        elif reason := files.unsafe(asked.target) or files.unsafe(asked.folder):
            lost = "outside" if asked.shown.startswith("~") else "unsafe", reason
        else:
            path = self.lookup.asked(asked, self.sources[visit.path].text)
            if path and path.lower().endswith(PICTURES) and asked.command not in INCLUDES:
                return None  # the macro includes pictures, and reads files for other kinds of floats
            language = self.lookup.other_notation(path, visit.path) if path else ""
            if path and not language:
                return path
            lost = ("unresolved", f"it is {language}, not LaTeX") if path else self._absence(asked, visit)
        instead = self._in_its_place(asked, visit, lost[0]) if lost else None
        if lost and instead is None:
            self._lost(asked.place, asked.shown, asked.command, *lost, style=visit.style)
        return instead

    def _in_its_place(self, asked: AskedFile, visit: _Visit, reason: str) -> str | None:
        """Return a file whose name differs in case or its number only, or a copy of the file outside; it is recorded."""
        if reason not in {"missing", "outside"}:
            return None
        path = self._similar(asked, visit) if reason == "missing" else self.lookup.namesake(asked.names)
        if path is not None:
            note = Missing(asked.place, asked.shown, asked.command, reason, path, "text")
            self.draft.read_instead.append(note)
        return path

    def _similar(self, asked: AskedFile, visit: _Visit) -> str | None:
        alike = self.lookup.find_alike(asked.names, visit.path, asked.within, asked.folder)
        return alike or self.lookup.renumbered(asked, visit.path, self.sources)

    def _unresolved(self, asked: AskedFile, visit: _Visit) -> tuple[str, str] | None:
        from argcheck.tex.missing_files import optional

        if visit.style or optional(asked, self.sources[visit.path].text):
            return None  # a style builds names of files from its options, and does without them
        return "unresolved", "it is built by macros that argcheck cannot expand"

    def _absence(self, asked: AskedFile, visit: _Visit) -> tuple[str, str] | None:
        from argcheck.tex.missing_files import WrittenFiles, absence

        self.written = self.written or WrittenFiles(self.sources)
        if visit.context or self.written.by_tex(asked.names):
            return None
        lost = absence(asked, self.lookup, self.sources[visit.path].text, style=visit.style)
        if lost and self.written.by_code(asked.shown):
            return "unresolved", "code of the document writes it"
        return lost

    def _guarded(self, visit: _Visit, place: Span, shown: str = "", command: str = "input") -> None:
        from argcheck.files.opening import InputError

        if visit.path in self.active:
            if self.draft.arms:  # a conditional ends the recursion of a file that includes itself
                return
            between = self.active[self.active.index(visit.path) + 1 :]
            way = f", by way of {' -> '.join(between[-3:])}" if between else ""
            message = f"{visit.path} includes itself{way}"
            self.draft.problems.append(InputProblem("cycle", place, message, "remove one of the includes"))
            return
        if len(self.active) > self.settings.max_depth:
            message = f"files include each other more than {self.settings.max_depth} deep"
            advice = "raise limits.max-include-depth if meant"
            self.draft.problems.append(InputProblem("limit", place, message, advice))
            return
        if visit.path in self.sources and not self._affordable(visit, place):
            return
        try:
            self._file(visit)
        except InputError as error:
            self._lost(place, shown or visit.path, command, error.reason, error.detail, style=visit.style)

    def _affordable(self, visit: _Visit, place: Span) -> bool:
        """Whether a file may be read again: files that each read the next one twice would take exponential time."""
        before = self.again
        self.again += len(self.sources[visit.path].text) + _VISIT
        if before <= _AGAIN < self.again:
            message = f"files are read again and again, by now {_AGAIN // 1_000_000} million characters"
            help_ = "read each file once; from here on none is read again"
            self.draft.problems.append(InputProblem("limit", place, message, help_))
        return self.again <= _AGAIN

    def _path_macros(self) -> dict[str, str]:
        stem = posixpath.splitext(posixpath.basename(self.root))[0]
        return {"jobname": stem, "currfiledir": "", "space": " ", **self.table.text}

    def _lost(self, place: Span, target: str, command: str, reason: str, detail: str, *, style: bool) -> None:
        self.preamble_lost = self.preamble_lost or not self.live
        draft = self.draft
        begun = bool(draft.sections or draft.labels)
        self.asked_at[place] = AskedAt(style, self.live, draft.innermost, begun)
        draft.miss(Missing(place, target, command, reason, detail, "text"))

    # -- the end

    def _finished(self) -> ManuscriptRecords:
        draft, table = self.draft, self.table
        draft.pass_over()
        self._check_encoding()
        learn_unseen_names(draft, table, self.root, self.seen, self.seen_in_text)
        learn_labels_in_listings(draft, table, self.lookup, self._path_macros())
        records = ManuscriptRecords(
            self.root,
            self.sources,
            self.analyses,
            **draft.records(),
            set_language=self.settings.language,
            theorem_kinds=table.theorems,
            float_names=frozenset(table.floats),
            text_macros=table.text,
            formula_macros=table.formula,
            commands=frozenset(self.seen),
        )
        if not records.missing:
            return records
        from argcheck.tex.missing_files import place_of

        places = (place_of(records, missing, self.asked_at[missing.span]) for missing in records.missing)
        placed = zip(records.missing, places, strict=True)
        return records.changed(missing=tuple(missing._replace(place=place) for missing, place in placed))

    def _check_encoding(self) -> None:
        damaged = [source for source in self.sources.values() if source.bad]
        if damaged and not self.preamble_lost and "inputencoding" not in self.seen:
            from argcheck.tex.encodings import undecodable_in

            self.draft.problems += undecodable_in(damaged, self.draft, self.root, self.inputencoding)
