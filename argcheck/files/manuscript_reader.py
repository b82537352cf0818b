"""Readers of manuscripts that are not LaTeX, as the hook ``argcheck_readers`` returns them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from argcheck.files.cache import digest
from argcheck.files.opening import InputError
from argcheck.files.source import Piece, SourceFile, Translated

#: Names of rules that make sense of LaTeX alone, for `ManuscriptReader.silent`: elsewhere a brace is a brace, a
#: compiler says which captions and brackets it lacks, and code that prints one text or another sets a label in both.
NOT_LATEX = frozenset(
    {"unbalanced-group", "float-without-caption", "label-with-separator", "duplicate-label"}
)


class ProjectFiles(Protocol):
    """The files that a reader may look at; every look is recorded as a dependency of the run."""

    def original(self, path: str) -> SourceFile:
        """Return the decoded file at ``path``, as it is on disk.

        :raises InputError: missing, outside the project, unreadable or over a limit.
        """

    def beside(self, path: str) -> list[str]:
        """Return the names of the manuscripts and bibliographies in the folder of ``path``, sorted."""

    def is_file(self, path: str) -> bool:
        """Whether a file is at ``path``."""

    def walk(self, suffixes: str | tuple[str, ...], folder: str = "") -> Iterator[str]:
        """Yield every file under ``folder`` with these suffixes that is not excluded, sorted folder by folder."""


class ManuscriptReader(NamedTuple):
    """Reads one notation of manuscripts.  Paths are relative to the project, with forward slashes."""

    name: str  #: of the notation, such as ``Markdown``
    suffixes: tuple[str, ...]  #: suffixes of manuscripts; no other reader has them
    #: Translates a file into LaTeX, with the places; raises InputError for one that cannot be read
    translate: Callable[[ProjectFiles, str], Translated]
    #: Returns those of the files of its notation that are documents, not parts or something else; those that users
    #: name always are. None: only those are, and such files are not searched for
    documents: Callable[[ProjectFiles, Sequence[str]], Iterable[str]] | None
    lists: tuple[str, ...] = ()  #: names of files that list the chapters of a book
    comment: tuple[str, str] = ("% ", "")  #: what begins and ends a comment; empty: it has none
    silent: frozenset[str] = frozenset()  #: names of rules that have no findings in this notation
    citation: str = "citation"  #: what a citation is called there
    reworded: Callable[[str], str] = str  #: rewrites a message in terms of the notation instead of LaTeX
    #: Kinds of labels by the prefixes of their names, if references are printed by it: ``fig`` -> ``figure``
    kinds: Mapping[str, str] = MappingProxyType({})
    #: Returns a sentence on what has to be installed before anything can be translated; empty if all is there
    lacking: Callable[[], str] = str
    #: suffixes of bibliographies of its own; no other reader has them
    bibliographies: tuple[str, ...] = ()
    #: Translates one of them into BibTeX, as `translate` does with manuscripts
    bibtex: Callable[[ProjectFiles, str], Translated] | None = None
    #: Makes what `ProjectFiles.original` returns from the path and the bytes of a file that is not text; such a file
    #: is never changed
    opened: Callable[[str, bytes], SourceFile] | None = None

    @property
    def endings(self) -> tuple[str, ...]:
        """The suffixes of all its files."""
        return (*self.suffixes, *self.lists)


class TranslatedFile(SourceFile):
    """A file in another notation: ``text`` is its translation into LaTeX, lines and columns are those of the file."""

    def __init__(self, original: SourceFile, translated: Translated, reader: ManuscriptReader) -> None:
        """Store both; the digest is that of the translation, which may also depend on other files."""
        hashed = digest(translated.text.encode("utf-8", "surrogatepass"))
        bad = tuple(_read_again(original.bad, translated.pieces))
        super().__init__(original.path, translated.text, hashed, original.encoding, bad)
        self.reader = reader
        self.kinds = reader.kinds
        self.unread = translated.unread  #: a sentence for each part of the file that was not read
        original.comment = reader.comment
        self.on_disk = original.on_disk
        self._original = original
        self._pieces = translated.pieces

    @property
    def original(self) -> SourceFile:
        """The file as it is on disk."""
        return self._original

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in `original` of a range of the text; a piece that is not verbatim counts whole."""
        first, last = self._piece(start), self._piece(max(start, end - 1))
        begin = first.written + start - first.start if first.verbatim else first.written
        stop = last.written + end - last.start if last.verbatim else last.written_end
        return begin, max(begin, stop)

    def verbatim(self, start: int, end: int) -> bool:
        """Whether `original` has a range of the text character by character."""
        piece = self._piece(start)
        return (
            not self.reader.opened
            and piece.verbatim
            and end - piece.start <= piece.written_end - piece.written
        )

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column in `original` of ``offset`` in the text."""
        return self._original.position(self.range(offset, offset)[0])

    def _piece(self, offset: int) -> Piece:
        index = bisect_right(self._pieces, offset, key=lambda piece: piece.start) - 1
        return self._pieces[index] if index >= 0 else Piece(0, 0, 0, verbatim=False)


def _read_again(offsets: Sequence[int], pieces: Iterable[Piece]) -> Iterator[int]:
    """Yield the offsets in a translation of the characters at some offsets of the file, if they are verbatim in it."""
    for piece in pieces if offsets else ():
        if piece.verbatim:
            first, behind = (bisect_left(offsets, place) for place in (piece.written, piece.written_end))
            yield from (piece.start + offset - piece.written for offset in offsets[first:behind])


def translated(files: ProjectFiles, source: SourceFile, reader: ManuscriptReader) -> TranslatedFile:
    """Return the translation of a file.

    :raises InputError: the reader lacks something, cannot read the file, or fails.
    """
    if lacking := reader.lacking():
        raise InputError("unreadable", lacking)
    try:
        bibtex = reader.bibtex if source.path.endswith(reader.bibliographies) else None
        translation = (bibtex or reader.translate)(files, source.path)
        wrong = _misplaced(translation, source.text)
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a third party's code: named, and the run goes on
        from argcheck.files.code_place import fault

        wrong = fault(error)
    if wrong:
        raise InputError("unreadable", f"the reader of {reader.name} failed: {wrong}")
    return TranslatedFile(source, translation, reader)


def _misplaced(translated: Translated, written: str) -> str:
    """Return which piece of a translation cannot come from the place that it names; empty if none."""
    text, pieces, _ = translated
    if text and (not pieces or pieces[0].start):
        return "it does not say where its first character comes from"
    starts = [*(piece.start for piece in pieces), len(text)]
    for piece, end in zip(pieces, starts[1:], strict=True):
        if not 0 <= piece.start <= end <= len(text) or not 0 <= piece.written <= piece.written_end <= len(
            written
        ):
            return f"the place of character {piece.start} is outside the file, or out of order"
        if piece.verbatim and not _stands(
            text[piece.start : end], written[piece.written : piece.written_end]
        ):
            return f"character {piece.start} is not what stands at character {piece.written}"
    return ""


def _stands(text: str, written: str) -> bool:
    """Whether a piece is what the file has; spaces may replace what is not read, such as comments and line ends."""
    if text == written:
        return True
    return len(text) == len(written) and all(
        character == there or character.isspace() for character, there in zip(text, written, strict=True)
    )
