r"""The paragraphs of a document as reading text, cached by piece.

A piece is read again only if something that its reading text depends on changes: not after a change in other files,
and not in another document that reads the same file in the same way.
"""

from __future__ import annotations

import marshal
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from argcheck.files.cache import digest
from argcheck.files.grouping import grouped
from argcheck.tex import acronym_forms, printing_commands, printing_environments
from argcheck.tex.arguments import command_names
from argcheck.tex.by_file import citations_by_file, references_by_file, sections_by_file
from argcheck.tex.document_language import language, languages_in
from argcheck.tex.flatten import NO_MARKS, Flat, Marks, Reader
from argcheck.tex.live_source import arguments_of
from argcheck.tex.macro_text import READS_CODE
from argcheck.tex.model import once
from argcheck.tex.own_calls import CallReader, own_calls
from argcheck.tex.typography import DROPPED_NAMES, TABLES

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile
    from argcheck.tex.flatten import Handler
    from argcheck.tex.model import Citation, ManuscriptRecords, Reference, Section
    from argcheck.tex.own_calls import OwnCall

_Result = TypeVar("_Result")
_MAX_MACRO = 2_000
_NESTED = 2  # acronyms in the definitions of acronyms are read as deep
_HANDLERS = {**printing_commands.HANDLERS, **printing_environments.HANDLERS}


class Stretch(NamedTuple):
    """A piece of a document to read."""

    piece: Span
    key: str  #: hash of everything that its reading text and its languages depend on
    preamble: bool  #: whether it begins in the preamble
    in_table: bool  #: whether it begins between rows of a table, as a file with some of its rows does


def of_each_piece(
    manuscript: ManuscriptRecords, read: Callable[[Stretch], tuple[_Result, bool]]
) -> Iterator[tuple[Stretch, _Result]]:
    """Yield every piece with its result; ``read`` returns the result and whether the piece ends in the preamble."""
    preamble = False
    within = _within_tables(manuscript)
    for piece in manuscript.pieces:
        in_table = piece in within
        begin = f"{file_key(manuscript, piece.path)} {piece.start} {piece.end} {preamble} {in_table}"
        stretch = Stretch(piece, digest(begin.encode()), preamble, in_table)
        result, preamble = read(stretch)
        yield stretch, result


def packed_flats(manuscript: ManuscriptRecords, stretch: Stretch) -> tuple[list[tuple[Any, ...]], bool]:
    """Return the result of `flats_of` as plain tuples, kept between runs."""

    def read() -> tuple[list[tuple[Any, ...]], bool]:
        flats, behind = flats_of(
            manuscript, stretch.piece, preamble=stretch.preamble, in_table=stretch.in_table
        )
        return [tuple(flat) for flat in flats], behind

    result: tuple[list[tuple[Any, ...]], bool] = manuscript.remember("flats", stretch.key, read)
    return result


def file_key(manuscript: ManuscriptRecords, path: str) -> str:
    """Return a hash of everything that the reading text of a file and its languages depend on."""
    keys = _file_keys(manuscript)
    if path not in keys:
        file, marks = manuscript.files[path], _kit(manuscript)[1].get(path, NO_MARKS)
        macros, labels = _own_macros(manuscript), _own_labels(manuscript)
        terms, own = _terms(manuscript), acronym_forms.own_commands(manuscript)
        languages, calls = languages_in(manuscript, path), own_calls(manuscript)

        def key() -> str:
            named = manuscript.remember("commands", file.digest, lambda: sorted(command_names(file.text)))
            used: dict[str, tuple[str, ...]] = {}
            names, waiting = set(named), list(named)
            while waiting:
                name = waiting.pop()
                if name in used or not (name in macros or name in calls):
                    continue
                used[name] = (macros[name],) if name in macros else calls[name].said
                within = command_names(" ".join(used[name]))
                names |= within
                waiting += within
            bodies = [text for texts in used.values() for text in texts]
            special = sorted((labels | own) & names), _terms_in(manuscript, file, bodies)
            depends = (path, file.digest, *marks, sorted(used.items()), *special, languages)
            return digest(marshal.dumps(depends, 2))

        inputs = (file.digest, marks, macros, labels, terms, own, calls, languages)
        keys[path] = manuscript.analyses.keep(("file key", manuscript.root, path), inputs, key)
    return keys[path]


def _terms_in(
    manuscript: ManuscriptRecords, file: SourceFile, bodies: Iterable[str]
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the acronyms, with their forms, that a file or one of some bodies of macros may use."""
    terms = _terms(manuscript)
    if not terms:
        return []
    keys = {*manuscript.remember("acronyms", file.digest, lambda: acronym_forms.keys_in(file.text))}
    keys.update(*map(acronym_forms.keys_in, bodies))
    return sorted((key, sorted(terms[key].items())) for key in keys & terms.keys())


@once
def _file_keys(_manuscript: ManuscriptRecords) -> dict[str, str]:
    """Return the cache of `file_key`, empty at first."""
    return {}


def flats_in(manuscript: ManuscriptRecords, spans: Iterable[Span]) -> Iterator[tuple[str, Flat]]:
    """Yield the paragraphs of some ranges as reading text, each with its path."""
    preamble = False
    for piece in spans:
        paragraphs, preamble = flats_of(manuscript, piece, preamble=preamble)
        for flat in paragraphs:
            yield piece.path, flat


@once
def _within_tables(manuscript: ManuscriptRecords) -> frozenset[Span]:
    """Return the pieces that begin between rows of a table."""
    spans = (environment.span for environment in manuscript.environments if environment.name in TABLES)
    tables = grouped(spans, attrgetter("path"))
    if not tables:
        return frozenset()
    asked = {read.path: read.span for read in manuscript.inputs}
    within = set()
    for piece in manuscript.pieces:
        place = asked.get(piece.path, piece) if piece.start == 0 else piece
        if any(table.start < place.start < table.end for table in tables.get(place.path, ())):
            within.add(piece)
    return frozenset(within)


def flats_of(
    manuscript: ManuscriptRecords, piece: Span, *, preamble: bool, in_table: bool = False
) -> tuple[list[Flat], bool]:
    """Return the paragraphs of one range as reading text, and whether it ends in the preamble.

    :param preamble: whether it begins there.
    :param in_table: whether it begins between rows of a table.
    """
    table, marks, german = _kit(manuscript)
    text = manuscript.files[piece.path].text
    own = marks.get(piece.path, NO_MARKS)
    reader = Reader(text, table, own, _own_macros(manuscript), german=german)
    reader.preamble, reader.tables = preamble, int(in_table)
    return reader.read(piece.start, min(piece.end, len(text))), reader.preamble


@once
def _kit(manuscript: ManuscriptRecords) -> tuple[Commands, dict[str, Marks], bool]:
    """Return what reading a range needs: the handlers, the marks by file, and whether the document is in German."""
    macros, labels = _own_macros(manuscript), _own_labels(manuscript)
    own, calls = acronym_forms.own_commands(manuscript), own_calls(manuscript)
    table = _commands(macros, labels, _terms(manuscript), own, calls)
    return table, _marks(manuscript), language(manuscript) == "de"


@once
def _own_labels(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return the names of the commands that set labels."""
    return frozenset(label.command.rstrip("*") for label in manuscript.labels)


def _marks(manuscript: ManuscriptRecords) -> dict[str, Marks]:
    """Return the marks of each file, so that the document's own wrappers read like the commands that they wrap."""
    citations, references = citations_by_file(manuscript), references_by_file(manuscript)
    sections, calls = sections_by_file(manuscript), own_calls(manuscript).keys() - _HANDLERS.keys()
    marks = {}
    for path in manuscript.files:
        read = citations.get(path, []), references.get(path, []), sections.get(path, [])
        dead, slot = manuscript.dead.get(path, ()), ("marks", manuscript.root, path)
        made = partial(_marks_in, *read, dead, calls)
        marks[path] = manuscript.analyses.keep(slot, (*read, dead, calls), made)
    return marks


def _marks_in(
    citations: Iterable[Citation],
    references: Iterable[Reference],
    sections: Iterable[Section],
    dead: Iterable[tuple[int, int]],
    own: AbstractSet[str],
) -> Marks:
    """Return the marks of one file; ``own`` has the names of the document's macros with parameters."""
    # by place, so that a file that is read twice counts once
    names: dict[tuple[int, int], dict[tuple[Span, str], str]] = {}
    calling: set[int] = set()
    for citation in citations:
        _, start, end = citation.command_span
        keys = names.setdefault((start, end), {})
        if not citation.nocite:
            keys[citation.span, citation.key] = citation.key
        if citation.command.rstrip("*") in own:
            calling.add(start)
    for reference in references:
        if reference.command not in ("hyperref", "hyperlink"):
            _, start, end = reference.command_span
            names.setdefault((start, end), {})[reference.span, reference.name] = reference.name
            if reference.command.rstrip("*") in own:
                calling.add(start)
    objects = {
        start: (end, f"[{', '.join(named.values())}]" if named else "")
        for (start, end), named in names.items()
        if not named or start not in calling
    }
    calls = {
        start: (end, tuple((span.start, name) for span, name in named))
        for (start, end), named in names.items()
        if named and start in calling
    }
    titles = {
        section.span.start: (section.span.end, section.title.start, section.title.end) for section in sections
    }
    return Marks(objects | {start: (end, "") for start, end in dead}, titles, calls)


# -- handlers of commands


class Commands(dict[str, "Handler"]):
    """The handlers of commands by name; that of an unknown command is chosen by its name."""

    def __missing__(self, name: str) -> Handler:
        """Return the handler of an unknown command, and keep it."""
        handler = (
            printing_commands.silent
            if name.startswith("if")
            else printing_commands.cite
            if "cite" in name.lower()
            else printing_commands.unknown
        )
        return self.setdefault(name, handler)


@once
def _terms(manuscript: ManuscriptRecords) -> dict[str, dict[str, str]]:
    """Return the acronyms and terms of a glossary by key, each with its forms as they are printed."""
    if acronym_forms.PACKAGES.isdisjoint(manuscript.packages):
        return {}
    defined: dict[str, dict[str, str]] = {}
    for command, openers in acronym_forms.DEFINING.items():
        for given in arguments_of(manuscript, command, openers):
            key, forms = acronym_forms.definition(command, given)
            if key not in defined or command in acronym_forms.PLURALS:  # the first one stays
                defined[key] = defined.get(key, {}) | forms
    terms: dict[str, dict[str, str]] = {}
    macros, labels, calls = _own_macros(manuscript), _own_labels(manuscript), own_calls(manuscript)
    own = acronym_forms.own_commands(manuscript)
    for _ in range(_NESTED):
        table = _commands(macros, labels, terms, own, calls)
        terms = {
            key: acronym_forms.forms_of(
                {form: _expand(words, table, macros) for form, words in forms.items() if words}
            )
            for key, forms in defined.items()
        }
    return terms


@once
def _own_macros(manuscript: ManuscriptRecords) -> dict[str, str]:
    r"""Return the argument-free text macros (``{"eg": r"e.g.\\ "}``) that have no handler and set no labels.

    The body of one that calls a macro with ``\xspace`` has it, too.
    """
    spaced: set[str] = set()
    for name, definitions in manuscript.macros.items():  # most are defined behind what they call
        bodies = [definition.body for definition in definitions]
        if any("\\xspace" in body or (spaced and spaced & command_names(body)) for body in bodies):
            spaced.add(name)
    return {
        name: f"{body}\\xspace" if spaced and spaced & command_names(body) else body
        for name, body in manuscript.text_macros.items()
        if _HANDLERS.get(name, Reader.accented) is Reader.accented
        and name not in _own_labels(manuscript)
        and len(body) <= _MAX_MACRO
    }


def _commands(
    macros: Mapping[str, str],
    labels: Collection[str],
    terms: Mapping[str, Mapping[str, str]],
    own: frozenset[str],
    calls: Mapping[str, OwnCall],
) -> Commands:
    """Return the handlers of a document: the built-in ones, and those of its acronyms, labels and macros.

    :param own: commands for acronyms that it defines as something else.
    """
    table = Commands(_HANDLERS)
    with_keys = acronym_forms.COMMANDS.keys() - own
    if terms:
        table.update((name, _term(name, terms)) for name in with_keys)
    known: set[str] = set()
    reader = CallReader(table, macros, known)
    for name, call in calls.items():
        plain = printing_commands.label if name in labels else printing_commands.unknown
        if name not in table:
            table[name] = reader.handler(call, plain)
        elif call.made_new and name in DROPPED_NAMES:
            table[name] = reader.handler(call, plain, table[name])
    for name in labels:
        table.setdefault(name, printing_commands.label)
    expanded: dict[str, str] = {}
    for name, body in macros.items():
        if name in calls:
            continue
        code = READS_CODE.match(body.strip())
        table[name] = _HANDLERS[code[1] or "lstinline"] if code else _macro(body, table, macros, expanded)
    known.update(table.keys() - with_keys)
    return table


def _term(command: str, terms: Mapping[str, Mapping[str, str]]) -> Handler:
    """Return the handler of a command that prints a form of an acronym."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        use = acronym_forms.USE.match(reader.text, match.start(), reader.end)
        if use and not acronym_forms.COMMANDS[command]:
            return use.end()  # what it prints stands behind
        words = acronym_forms.printed(command, terms.get(use[2], {})) if use else ""
        if not use or not words:
            return printing_commands.unknown(reader, match)
        reader.put(words, match.start(), use.end())
        added = reader.option(use.end()) if reader.text.startswith("[", use.end()) else None
        if added is None:
            return use.end()
        reader.inside(*added)
        return added[1] + 1

    return handle


def _macro(body: str, table: Commands, macros: Mapping[str, str], plain: dict[str, str]) -> Handler:
    """Return the handler of an argument-free macro, which is expanded at its first use."""
    spaced = "\\xspace" in body

    def handle(reader: Reader, match: re.Match[str]) -> int:
        if body not in plain:
            plain[body] = ""  # a macro that calls itself prints nothing
            plain[body] = _expand(body, table, macros)
        reader.put(plain[body], match.start(), match.end(1))
        return match.end(1) if spaced else match.end()

    return handle


def _expand(body: str, table: Commands, macros: Mapping[str, str]) -> str:
    reader = Reader(body, table, macros=macros)
    return " ".join(flat.text for flat in reader.read(0, len(body)))[:_MAX_MACRO]
