"""Why a file that a document reads is missing, and what it may contain."""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

import posixpath
import re
from bisect import bisect_left
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from argcheck.files.data import table
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import BEGIN, TOKEN, probed
from argcheck.tex.commands import CODE, OPTIONAL
from argcheck.tex.known_files import is_device, made_by_a_run, of_tex
from argcheck.tex.live_source import commented
from argcheck.tex.model import InputPlace, once
from argcheck.tex.vocabulary import codes, phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile
    from argcheck.tex.file_lookup import AskedAt, AskedFile, Lookup
    from argcheck.tex.model import ManuscriptRecords, Missing

_WRITES = lazy(
    r"\\openout\s*(?:\\[A-Za-z@]+|\d+)\s*=?\s*\{?\s*((?:\\[A-Za-z@]+)?[^\s{}%\\]*)|\\Opensolutionfile\s*\{([^{}\\]+)\}"
)
#: What a program writes that the document calls: by `bashful` into a file, by a shell behind a ``>``.
_PRINTS = lazy(
    r"(?:\\(?:write18|ShellEscape)\s*\{[^{}]*>|\b(?:stdout|stderr)File\s*=)\s*[{\"']?([^\s{}\[\],;|&\"'\\%]+)"
)
_CALLS = ("\\write18", "\\ShellEscape", "outFile", "errFile")
_DRIVE = (":/", ":\\")  # after the letter of a drive
_DRAWINGS = tuple(".pdf_tex .eps_tex .ps_tex .pspdftex .pdf_t .pdftex_t .pgf".split())
_DATA = (".csv", ".tsv", ".json")  # files of words and numbers
_GROUP = lazy(r"[{}\[\]\n]")
_CONTENTS = lazy(r"^[^%\n]*\\(?:tableofcontents|mainmatter|maketitle)(?![A-Za-z])", re.MULTILINE)
#: Names of files with the list of references.
_REFERENCES = frozenset(
    "bibliography references refs biblio bibliographie bibliografia literaturverzeichnis".split()
)
_SHORT = 6  # letters: unrelated words may begin with one as short as "thanks"
_BESIDE = 400  # characters before and after a command
#: Commands that scale their contents: a drawing, or a table with its label outside.
_SCALED = ("\\resizebox", "\\scalebox", "\\adjustbox")
#: A command with its options, before an argument.
_TAKES = lazy(r"\\([A-Za-z]+)\*?\s*(?:\[[^\[\]]*\]\s*)?\Z")
_SHOWN = frozenset("tabular tabular* tabularx tabulary array tabbing threeparttable".split())


def absence(asked: AskedFile, lookup: Lookup, text: str, *, style: bool) -> tuple[str, str] | None:
    """Return the reason and the details of `Missing`, None if the file is not expected.

    ``text`` is that of the file with the command, and ``style`` says whether it is a package or a class.
    """
    shown = asked.shown
    beside = posixpath.splitext(posixpath.basename(asked.place.path))[0] if style else ""
    if of_tex(shown, style=beside) or made_by_a_run(shown, lookup.root) or optional(asked, text):
        return None
    if is_device(shown):
        return "unsafe", "it is the name of a device on Windows"
    if _is_folder(asked, lookup):
        return "unreadable", "it is a folder"
    path = posixpath.normpath(posixpath.join(lookup.top, shown))
    if lookup.files.outside(path) or shown.startswith("/") or shown.startswith(_DRIVE, 1):
        return "outside", "it lies outside the project"
    return "missing", lookup.looked_for(asked.names, asked.place.path, asked.within, asked.folder)


class WrittenFiles:
    """The files that the sources of a document write themselves, which are not missing.

    ``sources`` may grow between queries; each is searched once.
    """

    def __init__(self, sources: Mapping[str, SourceFile]) -> None:
        self._sources = sources
        self._looked_through = 0
        self._by_tex: set[str] = set()
        self._by_code: set[str] = set()  # stems, some as `knitr.written` gives them

    def by_tex(self, names: Iterable[str]) -> bool:
        r"""Whether ``\openout`` or ``\Opensolutionfile`` writes a file with one of these names."""
        self._look()
        return any(name in self._by_tex or posixpath.splitext(name)[0] in self._by_tex for name in names)

    def by_code(self, target: str) -> bool:
        """Whether R or other code, or a program that the document calls, may write a file."""
        self._look()
        stem = _stem(target)
        ends = (stem[at:] for at, character in enumerate(stem) if character == "-")
        return stem in self._by_code or any(end in self._by_code for end in ends)

    def _look(self) -> None:
        for source in islice(self._sources.values(), self._looked_through, None):
            self._looked_through += 1
            text = source.text
            if "\\openout" in text or "\\Opensolutionfile" in text:
                matches = _WRITES.finditer(text)
                self._by_tex |= {
                    match[1] or match[2] for match in matches if not commented(text, match.start())
                }
            if any(call in text for call in _CALLS):
                self._by_code.update(
                    _stem(match[1]) for match in _PRINTS.finditer(text) if not commented(text, match.start())
                )
            self._by_code.update(map(_stem, _in_code(text)))
            if source.written != text:
                from argcheck.tex import knitr

                self._by_code.update(knitr.written(source.written))


def _in_code(text: str) -> Iterator[str]:
    """Yield the strings in environments whose code runs while the document is made."""
    for begin in BEGIN.finditer(text):
        if begin[1] in CODE and not commented(text, begin.start()):
            code = text[begin.end() : text.find(f"\\end{{{begin[1]}}}", begin.end())]
            yield from code.replace('"', "'").split("'")[1::2]


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def place_of(m: ManuscriptRecords, lost: Missing, at: AskedAt) -> InputPlace:
    """Return the kind of place where a missing file is read, which limits what it can contain."""
    if _on_title_page(m.files[lost.span.path].text, lost.span):
        return InputPlace.SENTENCE
    if at.style or (not at.live and bool(m.pieces)):
        return InputPlace.PREAMBLE
    if _in_sentence(m.files[lost.span.path].text, lost.span):
        return InputPlace.SENTENCE
    if lost.target.lower().endswith(_DATA):
        return InputPlace.SENTENCE
    if lost.target.endswith(_DRAWINGS) or _in_table(m, at.environment) or _is_scaled(m, lost.span):
        return InputPlace.TABLE
    if lost.target.lower().endswith(".tikz") or _in_labelled_float(m, at.environment, "figure"):
        return InputPlace.FIGURE
    stem = _stem(lost.target).lower()
    if stem in _REFERENCES or (not at.begun and _before_contents(m, lost.span)):
        return InputPlace.FRONT
    return InputPlace.THANKS if _is_thanks(stem) else InputPlace.BODY


def _on_title_page(text: str, name: Span) -> bool:
    r"""Whether a file is read in the argument of a command that takes words alone: ``\date{\input{version}}``."""
    before = text[max(0, name.start - _BESIDE) : text.rfind("\\", 0, name.start)]
    closed = 0
    for place in range(len(before) - 1, -1, -1):
        closed += (before[place] == "}") - (before[place] == "{")
        if closed < 0:  # a group around the command that reads the file
            closed = 0
            if (opened := _TAKES.search(before, 0, place)) and opened[1] in _title_commands():
                return True
    return False


@cache
def _title_commands() -> frozenset[str]:
    """Return the commands of a title page that print their argument there, and take no definition into the text."""
    people = table("tex/print", "people")
    return frozenset(("date", *people["titles"].split(), *people["authors"].split()))


def _is_thanks(stem: str) -> bool:
    """Whether a file name, without leading numbers, names an abstract or acknowledgements in any language.

    ``thanksgiving`` is a chapter, and ``zusammenfassung`` may be, as it also names conclusions.
    """
    title = stem.lstrip("0123456789_-. ")
    if title in phrases(codes(), "sections.abstract"):
        return title not in phrases(codes(), "sections.concluding")
    return any(
        title == words or (len(words) > _SHORT and title.isalpha() and title.startswith(words))
        for words in phrases(codes(), "sections.thanks")
    )


def _in_sentence(text: str, name: Span) -> bool:
    """Whether words or a formula are beside the command, on the same line and in the same group."""
    command = text.rfind("\\", 0, name.start)
    before = _GROUP.split(text[max(0, command - _BESIDE) : command])[-1]
    after = _GROUP.split(text[name.end : name.end + _BESIDE].removeprefix("}"))[0]
    beside = TOKEN.sub(" ", f"{before} {after}")
    return "$" in beside or any(map(str.isalnum, beside))


def _is_scaled(m: ManuscriptRecords, name: Span) -> bool:
    r"""Whether a file is read into a box that is scaled: ``\resizebox{\textwidth}{!}{\input{rates.tex}}``."""
    text = m.files[name.path].text
    command = text.rfind("\\", 0, name.start)
    before = text[max(0, command - _BESIDE) : command].rstrip()
    head = before.removesuffix("{").rstrip()
    while head.endswith("}"):  # an argument before that one
        head = head[: head.rfind("{")].rstrip()
    return before.endswith("{") and head.rstrip("*").endswith(_SCALED)


def _in_table(m: ManuscriptRecords, index: int) -> bool:
    """Whether an environment is in a tabular, or in a table with a label outside the file."""
    for around in _outward(m, index):
        name = m.environments[around].name
        if name in _SHOWN:
            return True
        if name in m.float_names:
            break
    return _in_labelled_float(m, index, "table")


def _in_labelled_float(m: ManuscriptRecords, index: int, kind: str) -> bool:
    """Whether the innermost float around an environment, or itself, has a label and its kind in its name.

    A file in a figure may still have labels of subfigures, and one in an algorithm those of lines.
    """
    floats = (around for around in _outward(m, index) if m.environments[around].name in m.float_names)
    innermost = next(floats, -1)
    return kind in m.environments[innermost].name and innermost in _labelled(m) if innermost >= 0 else False


def _outward(m: ManuscriptRecords, index: int) -> list[int]:
    """Return the index of an environment and those of the ones around it, innermost first; empty for -1."""
    return [index, *m.around(index)] if index >= 0 else []


@once
def _labelled(m: ManuscriptRecords) -> set[int]:
    """Return the indexes of the environments with a label in them."""
    return {index for label in m.labels for index in _outward(m, label.environment)}


def _before_contents(m: ManuscriptRecords, place: Span, up: int = 2) -> bool:
    """Whether the contents or the title follow without a section between, in this file or in one that reads it."""
    fronts = _fronts(m)
    if place.path not in fronts:
        fronts[place.path] = list(_contents(m, place.path))
    lines = fronts[place.path]
    following = bisect_left(lines, (place.end, False))
    if following < len(lines):
        return lines[following][1]
    return up > 0 and any(_before_contents(m, at, up - 1) for at, path in m.inputs if path == place.path)


@once
def _fronts(_: ManuscriptRecords) -> dict[str, list[tuple[int, bool]]]:
    """Return the cache of `_contents` by file, empty at first."""
    return {}


def _contents(m: ManuscriptRecords, path: str) -> Iterator[tuple[int, bool]]:
    """Yield the offset of each table of contents or title in a file, and whether no section comes before it."""
    text = m.files[path].text
    lines = [match.start() for match in _CONTENTS.finditer(text)]
    if lines:
        own = [section.span.start for section in m.sections if section.span.path == path]
        with_sections = {section.span.path for section in m.sections}
        own += [span.start for span, inner in m.inputs if span.path == path and inner in with_sections]
        first = min(own, default=len(text))
        yield from ((line, line <= first) for line in lines)


def optional(asked: AskedFile, text: str) -> bool:
    """Whether a file is optional: the command works without it, or may never run."""
    return asked.command in OPTIONAL or probed(text, asked.place.start)


def _is_folder(asked: AskedFile, lookup: Lookup) -> bool:
    named = [name for name in asked.names if name.endswith(".tex")]
    paths = lookup.paths(named, asked.place.path, asked.within, asked.folder)
    return any(map(lookup.files.is_folder, paths))
